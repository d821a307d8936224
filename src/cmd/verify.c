/* verify: the chance of fair records, dealt again from seed and nonces (docs/fair.md). */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/driver.h"

/* The lines of one game: its seed comes last, and is needed first. */
typedef struct lines {
    char **list;
    size_t *lengths;
    unsigned long first; /* number of the first one in its file */
    int n, room;
} lines;

typedef struct verifying {
    const cmd_args *args;
    cmd_reader reader;
    lines lines;
    int games;
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_driver replay;
    rz_dealer dealer;
} verifying;

static void clear_lines(lines *l) {
    for (int i = 0; i < l->n; i++)
        free(l->list[i]);
    l->n = 0;
}

static bool keep_line(verifying *v) {
    lines *l = &v->lines;
    if (l->n == l->room) {
        int room = l->room ? 2 * l->room : 256;
        char **list = realloc(l->list, (size_t)room * sizeof *list);
        size_t *lengths = realloc(l->lengths, (size_t)room * sizeof *lengths);
        if (list)
            l->list = list;
        if (lengths)
            l->lengths = lengths;
        if (!list || !lengths)
            return false;
        l->room = room;
    }
    if (l->n == 0)
        l->first = v->reader.number;
    l->list[l->n] = malloc(v->reader.length + 1);
    l->lengths[l->n] = v->reader.length;
    if (!l->list[l->n])
        return false;
    memcpy(l->list[l->n], v->reader.line, v->reader.length);
    l->n++;
    return true;
}

static rz_slice line_at(const verifying *v, int i) {
    return (rz_slice){v->lines.list[i], v->lines.lengths[i]};
}

/* ---- One game -------------------------------------------------------------------------------- */

/* The file and line of what is about to be said. */
static void format_place(const verifying *v, int line, char *text, size_t size) {
    snprintf(text, size, "%.400s:%lu", v->reader.path, v->lines.first + (unsigned long)line);
}

static bool fail_at_line(const verifying *v, int line, const char *english) {
    char place[512];
    format_place(v, line, place, sizeof place);
    cmd_fail(CMD_FAILURE, v->args->command, english, "where", place, NULL);
    return false;
}

static bool replay_all(verifying *v, rz_event *event) {
    char place[512];
    rz_problem problem;
    bool ok = rz_read_setup(rz_games, line_at(v, 0), &v->header, &v->setup, &problem);
    if (ok)
        rz_driver_init(&v->replay, &v->header, &v->setup, &v->state, NULL);
    int i = 1;
    while (ok && i < v->lines.n &&
           (ok = rz_driver_read(&v->replay, line_at(v, i), event, &problem)))
        i++;
    format_place(v, ok ? 0 : v->header.game ? i : 0, place, sizeof place);
    return ok || cmd_refuse(v->args, v->header.game, place, &problem, NULL);
}

/* The event that the seed gives where chance is to act. */
static void draw(verifying *v, rz_event *event) {
    const rz_game *game = v->header.game;
    rz_action action = rz_dealer_draw(&v->dealer, game, &v->setup, &v->state);
    game->describe(&v->setup, rz_state_public(&v->state), RZ_CHANCE, action, event);
}

static bool chance_is_next(const verifying *v) {
    return !rz_driver_due(&v->replay) &&
           v->header.game->to_act(&v->setup, rz_state_public(&v->state)) & RZ_CHANCE_BIT;
}

static bool deal_again(verifying *v, int *events) {
    rz_event event, drawn = {0};
    rz_problem problem;
    char place[512], memory[4096];
    rz_text text;
    *events = 0;
    rz_driver_init(&v->replay, &v->header, &v->setup, &v->state, NULL);
    for (int i = 1; i < v->lines.n; i++) {
        bool chance = chance_is_next(v);
        if (chance)
            draw(v, &drawn);
        rz_driver_read(&v->replay, line_at(v, i), &event, &problem);
        if (!chance || event.by != RZ_CHANCE) {
            if (chance) /* somebody left or came back; the draw is still to come */
                v->dealer.dealt[drawn.verb]--;
            continue;
        }
        ++*events;
        rz_text_init(&text, memory, sizeof memory);
        rz_write_event(v->header.game, &v->setup, &drawn, &text);
        format_place(v, i, place, sizeof place);
        if (memcmp(&drawn, &event, sizeof event) != 0)
            return cmd_fail(CMD_FAILURE, v->args->command,
                            N_("{where}: no; the seed gives another event here: {line}"), "where",
                            place, "line", memory, NULL) == CMD_OK;
    }
    return true;
}

static bool verify_game(verifying *v) {
    rz_event event;
    uint8_t seed[RZ_SEED];
    int events;
    char game[16], count[16];
    if (!replay_all(v, &event))
        return false;
    if (!v->header.fair)
        return fail_at_line(v, 0,
                            N_("{where}: this record has no proof of fairness to be checked"));
    if (!v->replay.is_sealed)
        return fail_at_line(
            v, v->lines.n - 1,
            N_("{where}: the seed has not been told; a game can be checked when it is over"));
    if (!rz_fair_seed(&v->header, rz_seats(&v->setup), v->replay.seed, seed))
        return fail_at_line(v, v->lines.n - 1,
                            N_("{where}: no; this is not the seed of the commitment"));
    rz_dealer_init(&v->dealer, seed);
    if (!deal_again(v, &events))
        return false;
    char memory[512];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    snprintf(game, sizeof game, "%d", v->games);
    snprintf(count, sizeof count, "%d", events);
    rz_format(&cmd_voice, &text,
              N_("Game {game}: yes. The seed fits the commitment, and all {count} events of chance "
                 "come from it and the players’ nonces."),
              "game", game, "count", count, NULL);
    puts(memory);
    return true;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool verify_lines(verifying *v) {
    bool ok = true;
    if (v->lines.n > 0) {
        v->games++;
        ok = verify_game(v);
        clear_lines(&v->lines);
    }
    return ok;
}

int cmd_verify(const cmd_args *args) {
    static verifying v;
    bool ok = true;
    v.args = args;
    if (!cmd_open(&v.reader, args, args->operands[0]))
        return CMD_FAILURE;
    while (ok && cmd_read_line(&v.reader)) {
        if (cmd_is_setup_line((rz_slice){v.reader.line, v.reader.length}))
            ok = verify_lines(&v);
        if (ok && !keep_line(&v))
            ok = fail_at_line(&v, v.lines.n, N_("{where}: there is not enough memory"));
    }
    ok = ok && verify_lines(&v) && !v.reader.failed;
    if (ok && v.games == 0) {
        cmd_fail(CMD_FAILURE, args->command, N_("{file}: there is no record in it"), "file",
                 v.reader.path, NULL);
        ok = false;
    }
    cmd_close(&v.reader);
    return cmd_close_stdout(args, ok ? CMD_OK : CMD_FAILURE);
}
