/* Many games summed up by player: accuracy, luck and errors, as a table and as CSV. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/study.h"

/* One name in one game: what costs a point in one game is not the same in another. */
typedef struct player {
    char name[RZ_NAME_BYTES + 40];
    const rz_game *game;
    uint32_t games, decisions, marks[RZ_BLUNDER + 1];
    double sum[CMD_POINTS]; /* in shares */
    double accuracy_sum, accuracy_weight;
} player;

struct cmd_summary {
    player *list;
    int n, room;
};

cmd_summary *cmd_summary_new(void) {
    return calloc(1, sizeof(cmd_summary));
}

void cmd_summary_free(cmd_summary *summary) {
    if (summary)
        free(summary->list);
    free(summary);
}

static player *find_player(cmd_summary *s, const rz_game *game, const char *name) {
    for (int i = 0; i < s->n; i++)
        if (s->list[i].game == game && !strcmp(s->list[i].name, name))
            return &s->list[i];
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 16;
        player *list = realloc(s->list, (size_t)room * sizeof *list);
        if (!list)
            return NULL;
        s->list = list;
        s->room = room;
    }
    player *added = &s->list[s->n++];
    *added = (player){.game = game};
    snprintf(added->name, sizeof added->name, "%s", name);
    return added;
}

static void add_seat(player *p, const rz_ledger *l, int seat) {
    const rz_shares *terms[CMD_POINTS] = {&l->start,  &l->luck,  &l->own, &l->gifts,
                                          &l->hidden, &l->drift, &l->end};
    for (int i = 0; i < CMD_POINTS; i++)
        p->sum[i] += terms[i]->of[seat];
    p->games++;
    p->decisions += l->decisions[seat];
    for (int mark = 0; mark <= RZ_BLUNDER; mark++)
        p->marks[mark] += l->marks[seat][mark];
    p->accuracy_sum += l->accuracy_sum[seat];
    p->accuracy_weight += l->accuracy_weight[seat];
}

bool cmd_summary_add(cmd_summary *s, const cmd_review *r) {
    rz_voice voice = {.translate = r->translate,
                      .header = &r->record->header,
                      .setup = &r->record->setup,
                      .you = -1};
    for (int seat = 0; seat < rz_seats(&r->record->setup); seat++) {
        char name[RZ_NAME_BYTES + 40];
        rz_text text;
        if (r->seat != RZ_SPECTATOR && r->seat != seat)
            continue;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(&voice, &text, seat);
        player *p = find_player(s, r->record->header.game, name);
        if (!p)
            return false;
        add_seat(p, &r->ledger, seat);
    }
    return true;
}

static double accuracy_of(const player *p) {
    return p->accuracy_weight > 0 ? p->accuracy_sum / p->accuracy_weight : 100;
}

static int compare_players(const void *one, const void *other) {
    const player *a = one, *b = other;
    int order = strcmp(a->game->name, b->game->name);
    return order ? order : strcmp(a->name, b->name);
}

static void sort_players(cmd_summary *s) {
    if (s->n > 0)
        qsort(s->list, (size_t)s->n, sizeof *s->list, compare_players);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const char *const headings[] = {N_("games"), N_("accuracy"), N_("luck"),   N_("errors"),
                                       N_("gifts"), N_("hidden"),   N_("result"), N_("marked")};
enum { SHOWN = 8 };

static int width_of(int column) {
    int n = scr_columns(cmd_translate(headings[column]));
    return 2 + (n > 5 ? n : 5);
}

/* What the columns leave to the names. */
static int name_width(const screen *scr) {
    int left = scr->width - 1;
    for (int i = 0; i < SHOWN; i++)
        left -= width_of(i);
    return left < 8 ? 8 : left > 18 ? 18 : left;
}

static void put_cell(screen *scr, const char *text, int column) {
    for (int n = width_of(column) - scr_columns(text); n > 0; n--)
        scr_put(scr, SCR_PLAIN, " ");
    scr_put(scr, SCR_PLAIN, text);
}

/* Means a game in points, with a digit more than of one game. */
static void format_cell(const player *p, int column, char *out, size_t size) {
    static const int terms[] = {
        [2] = CMD_LUCK, [3] = CMD_OWN, [4] = CMD_GIFTS, [5] = CMD_HIDDEN, [6] = CMD_RESULT};
    if (column == 0)
        snprintf(out, size, "%u", p->games);
    else if (column == 1)
        cmd_format_fixed(out, size, accuracy_of(p), 1);
    else if (column < 7)
        cmd_format_fixed(out, size, 100 * p->sum[terms[column]] / p->games, 1);
    else
        snprintf(out, size, "%u", p->marks[RZ_MISTAKE] + p->marks[RZ_BLUNDER]);
}

void cmd_print_summary(screen *scr, cmd_summary *s) {
    if (s->n == 0)
        return;
    sort_players(s);
    for (int i = 0; i < s->n; i++) {
        const player *p = &s->list[i];
        if (i == 0 || s->list[i - 1].game != p->game) {
            if (i > 0)
                scr_newline(scr);
            scr_fit(scr, SCR_STRONG, p->game->title, name_width(scr));
            for (int c = 0; c < SHOWN; c++)
                put_cell(scr, cmd_translate(headings[c]), c);
            scr_newline(scr);
        }
        scr_fit(scr, SCR_PLAIN, p->name, name_width(scr));
        for (int c = 0; c < SHOWN; c++) {
            char cell[40];
            format_cell(p, c, cell, sizeof cell);
            put_cell(scr, cell, c);
        }
        scr_newline(scr);
    }
    scr_put(scr, SCR_FAINT,
            cmd_translate(N_("Means a game, in points of 100 of the chance to win; marked are "
                             "mistakes and blunders.")));
    scr_newline(scr);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Between quotes, and those inside doubled. */
static void print_quoted(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

/* What is nothing but for a rounding has no sign. */
static void print_share(double share) {
    printf(",%.6f", fabs(share) < 5e-7 ? 0 : share);
}

void cmd_print_csv(cmd_summary *s) {
    sort_players(s);
    puts("game,name,games,accuracy,start,luck,own,gifts,hidden,unexplained,result,decisions,"
         "doubtful,mistakes,blunders");
    for (int i = 0; i < s->n; i++) {
        const player *p = &s->list[i];
        printf("%s,", p->game->name);
        print_quoted(p->name);
        printf(",%u,%.1f", p->games, accuracy_of(p));
        for (int t = 0; t < CMD_POINTS; t++)
            print_share(p->sum[t] / p->games);
        printf(",%u,%u,%u,%u\n", p->decisions, p->marks[RZ_DOUBTFUL], p->marks[RZ_MISTAKE],
               p->marks[RZ_BLUNDER]);
    }
}
