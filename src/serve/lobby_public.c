#include "serve/lobby_public.h"

#include <string.h>

#include "core/json_write.h"

/* ---- The first line -------------------------------------------------------------------------- */

static void write_name(const lobby_seat *seat, int number, char *memory, size_t size) {
    rz_text name;
    rz_text_init(&name, memory, size);
    rz_text_add(&name, seat->person ? seat->name : seat->level);
    if (!seat->person) {
        rz_text_char(&name, '-');
        rz_text_int(&name, number);
    }
}

void lobby_header(const lobby *l, const rz_setup *setup, bool names, rz_header *header) {
    *header = (rz_header){.game = rz_game_of(setup), .fair = true};
    memcpy(header->commit, l->commit, RZ_SEED);
    for (int s = 0; s < rz_seats(setup); s++) {
        if (l->seats[s].person)
            memcpy(header->nonces[s], l->seats[s].nonce, RZ_SEED);
        write_name(&l->seats[s], s + 1, header->names[s], sizeof header->names[s]);
    }
    header->n_names = names ? rz_seats(setup) : 0;
}

/* ---- For clients ----------------------------------------------------------------------------- */

void lobby_write_clocks(rz_text *out, const position *p, int seats) {
    int64_t since = 0;
    for (int s = 0; s < seats; s++)
        if (p->asked >> s & 1 && p->since[s] > since)
            since = p->since[s];
    rz_put_open(out, "clocks", '{');
    rz_put_int(out, "since", since);
    rz_put_open(out, "seats", '[');
    for (int s = 0; s < seats; s++) {
        rz_put_open(out, NULL, '{');
        rz_put_int(out, "bank", p->bank[s]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    rz_put_close(out, '}');
}

/* Who is connected changes all the time, and is not told in lists. */
static void write_seat(rz_text *out, const lobby_seat *seat, bool brief, bool away, bool here) {
    char who[WHO + 1];
    rz_put_open(out, NULL, '{');
    if (seat->person) {
        mark_of(seat->hash, who);
        rz_put_string(out, "who", who);
        rz_put_string(out, "name", seat->name);
    } else if (seat->level[0]) {
        rz_put_string(out, "level", seat->level);
    }
    if (seat->person && !brief) {
        rz_put_bool(out, "away", away);
        rz_put_bool(out, "here", here || seat->home);
    }
    rz_put_close(out, '}');
}

static void write_asked(rz_text *out, const lobby *l) {
    static const char *const wishes[WISHES] = {"pause", "resume", "end"};
    rz_put_open(out, "asked", '{');
    for (int w = 0; w < WISHES; w++) {
        rz_put_open(out, wishes[w], '[');
        for (int s = 0; s < RZ_SEATS_MAX; s++)
            if (l->asked[w] >> s & 1)
                rz_put_int(out, NULL, s);
        rz_put_close(out, ']');
    }
    rz_put_close(out, '}');
}

/* Of a table that starts by itself. */
static void write_start(rz_text *out, const lobby *l) {
    if (l->starts)
        rz_put_int(out, "starts", l->starts);
    else
        rz_put_null(out, "starts");
    rz_put_open(out, "ready", '[');
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (l->ready >> s & 1)
            rz_put_int(out, NULL, s);
    rz_put_close(out, ']');
}

static void write_maker(rz_text *out, const lobby *l) {
    char maker[WHO + 1];
    mark_of(l->seats[l->maker < 0 ? 0 : l->maker].hash, maker);
    rz_put_string(out, "maker", maker);
}

static void write_next(rz_text *out, const lobby *l) {
    if (l->next[0])
        rz_put_string(out, "next", l->next);
    else
        rz_put_null(out, "next");
}

/* The fields that lists have too, where they are brief. */
static void write_fields(rz_text *out, const lobby *l, const rz_setup *setup, bool brief,
                         rz_actors away, unsigned here) {
    static const char *const statuses[] = {"gathering", "running", "finished", "abandoned"};
    const rz_game *game = rz_game_of(setup);
    rz_put_string(out, "game", game->name);
    rz_put_open(out, "seats", '[');
    for (int s = 0; s < rz_seats(setup); s++)
        write_seat(out, &l->seats[s], brief, away >> s & 1, here >> s & 1);
    rz_put_close(out, ']');
    rz_put_key(out, "options");
    (brief ? rz_setup_write_options_brief : rz_setup_write_options)(game, setup, out);
    clock_rule_write(out, "clock", &l->clock.rule);
    rz_put_string(out, "status", statuses[l->status]);
    write_maker(out, l);
    rz_put_hex(out, "commit", l->commit, RZ_SEED);
    rz_put_bool(out, "open", l->open);
    rz_put_bool(out, "help", l->help);
}

void lobby_write_brief(rz_text *out, const char *key, const lobby *l, const rz_setup *setup) {
    rz_put_open(out, key, '{');
    write_fields(out, l, setup, true, 0, 0);
    rz_put_int(out, "spectators", 0);
    rz_put_close(out, '}');
}

void lobby_write_public(rz_text *out, const char *key, const lobby *l, const rz_setup *setup,
                        const position *p, unsigned here, int spectators) {
    rz_put_open(out, key, '{');
    write_fields(out, l, setup, false, p ? p->away : 0, here);
    rz_put_bool(out, "paused", l->paused);
    rz_put_bool(out, "asleep", l->asleep);
    write_asked(out, l);
    marks_write(out, "muted", &l->muted);
    rz_put_bool(out, "quiet", l->quiet);
    if (l->self && l->status == STORE_GATHERING)
        write_start(out, l);
    write_next(out, l);
    if (p && p->number)
        lobby_write_clocks(out, p, rz_seats(setup));
    rz_put_int(out, "spectators", spectators);
    rz_put_close(out, '}');
}
