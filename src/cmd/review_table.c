/* What the analyst says of a game, as a table and a list in the terminal. */
#include <stdio.h>
#include <string.h>

#include "cmd/study.h"

static rz_voice voice_of(const cmd_review *r) {
    return (rz_voice){.translate = r->translate,
                      .header = &r->record->header,
                      .setup = &r->record->setup,
                      .you = -1};
}

static void put_format(screen *scr, scr_style style, const cmd_review *r, const char *english,
                       const char *name, const char *value) {
    char memory[600];
    rz_voice voice = voice_of(r);
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, english, name, value, NULL);
    scr_put(scr, style, memory);
    scr_newline(scr);
}

static void print_heading(screen *scr, const cmd_review *r) {
    char seats[4];
    const rz_game *game = r->record->header.game;
    snprintf(seats, sizeof seats, "%d", rz_seats(&r->record->setup));
    scr_put(scr, SCR_STRONG, game->title);
    scr_put(scr, SCR_PLAIN, ", ");
    put_format(scr, SCR_PLAIN, r, N_("{count} players"), "count", seats);
    put_format(scr, SCR_FAINT, r, N_("Judged by: {judge}"), "judge", r->judge);
    if (!r->is_learnt)
        put_format(scr, SCR_ALARM, r, N_("No net has learnt this board: take it with care."), "",
                   "");
    if (!r->is_over)
        put_format(scr, SCR_ALARM, r,
                   N_("The game is not over: the result is the chance to win so far."), "", "");
}

/* ---- The table ------------------------------------------------------------------------------- */

enum { COLUMNS = CMD_POINTS + 1 };

/* Right aligned, with two blanks before it. */
static void put_cell(screen *scr, scr_style style, const char *text, int width) {
    for (int n = width - scr_columns(text); n > 0; n--)
        scr_put(scr, SCR_PLAIN, " ");
    scr_put(scr, style, text);
}

static const char *heading_of(const cmd_review *r, int column) {
    const char *english = column < CMD_POINTS ? cmd_point_names[column] : N_("accuracy");
    return r->translate(column == CMD_RESULT && !r->is_over ? N_("so far") : english);
}

static int width_of(const cmd_review *r, int column) {
    int n = scr_columns(heading_of(r, column));
    return 2 + (n > 4 ? n : 4);
}

/* Where nothing is hidden there is no column for it. */
static bool is_shown(const cmd_review *r, int column) {
    return column != CMD_HIDDEN || r->has_hidden;
}

/* What the columns leave to the names, if that is enough to tell them apart. */
static int name_width(const screen *scr, const cmd_review *r) {
    int left = scr->width - 1;
    for (int i = 0; i < COLUMNS; i++)
        left -= is_shown(r, i) ? width_of(r, i) : 0;
    return left < 8 ? 8 : left > 18 ? 18 : left;
}

static void print_player(screen *scr, const cmd_review *r, int seat) {
    char name[RZ_NAME_BYTES + 40];
    int points[COLUMNS];
    rz_voice voice = voice_of(r);
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&voice, &text, seat);
    scr_fit(scr, SCR_PLAIN, name, name_width(scr, r));
    cmd_round_points(&r->ledger, seat, points);
    points[CMD_POINTS] = (int)(rz_accuracy(&r->ledger, seat) + 0.5);
    for (int i = 0; i < COLUMNS; i++) {
        char number[16];
        rz_text_init(&text, number, sizeof number);
        rz_text_add(&text, i > CMD_START && i < CMD_RESULT && points[i] > 0 ? "+" : "");
        rz_format_number(&text, points[i]);
        if (is_shown(r, i))
            put_cell(scr, i == CMD_RESULT ? SCR_STRONG : SCR_PLAIN, number, width_of(r, i));
    }
    scr_newline(scr);
}

static void print_table(screen *scr, const cmd_review *r) {
    scr_newline(scr);
    scr_fit(scr, SCR_PLAIN, "", name_width(scr, r));
    for (int i = 0; i < COLUMNS; i++)
        if (is_shown(r, i))
            put_cell(scr, SCR_FAINT, heading_of(r, i), width_of(r, i));
    scr_newline(scr);
    for (int s = 0; s < rz_seats(&r->record->setup); s++)
        print_player(scr, r, s);
    put_format(scr, SCR_FAINT, r,
               N_("In points of 100 of the chance to win; each row adds up to its result."), "",
               "");
}

/* ---- The list -------------------------------------------------------------------------------- */

static void print_verdict(screen *scr, const cmd_review *r, const cmd_verdict *v) {
    static const scr_style styles[] = {SCR_PLAIN, SCR_LIT, SCR_LIT, SCR_ALARM};
    char memory[1200], name[RZ_NAME_BYTES + 40], cost[60], line[16];
    rz_voice voice = voice_of(r);
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&voice, &text, v->seat);
    rz_text_init(&text, cost, sizeof cost);
    cmd_format_loss(&voice, v->loss, v->exact, &text);
    snprintf(line, sizeof line, "%5u  ", v->line);
    scr->indent = 7;
    scr_put(scr, SCR_FAINT, line);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, N_("{name}: {mark}, {cost}"), "name", name, "mark",
              r->translate(cmd_mark_words[v->mark]), "cost", cost, NULL);
    scr_put(scr, styles[v->mark], memory);
    scr_newline(scr);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, N_("chosen: {chosen}; best: {best}. {why}"), "chosen", v->chosen,
              "best", v->best, "why", v->why, NULL);
    scr_put(scr, SCR_PLAIN, "       ");
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
    scr->indent = 0;
}

void cmd_print_review(screen *scr, const cmd_review *r) {
    scr->indent = 0;
    print_heading(scr, r);
    print_table(scr, r);
    scr_newline(scr);
    if (r->n_verdicts == 0)
        put_format(scr, SCR_GOOD, r, N_("No decision is marked."), "", "");
    else
        put_format(scr, SCR_STRONG, r, N_("What cost something:"), "", "");
    for (int i = 0; i < r->n_verdicts; i++)
        print_verdict(scr, r, &r->verdicts[i]);
}
