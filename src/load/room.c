#include "load/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/json_write.h"

enum { PATIENCE_SECONDS = 20 };

void crowd_count_error(crowd *c, const char *what) {
    if (c->result->errors++ == 0)
        snprintf(c->result->why, sizeof c->result->why, "%s", what);
}

static void count_time(crowd *c, uint64_t ns) {
    uint64_t slot = ns / CROWD_SLOT_NS;
    c->histogram[slot < CROWD_SLOTS ? slot : CROWD_SLOTS - 1]++;
    double ms = (double)ns / 1e6;
    if (ms > c->result->max)
        c->result->max = ms;
}

void crowd_count_move(crowd *c, uint64_t ns) {
    if (!c->playing)
        return;
    c->result->moves++;
    count_time(c, ns);
}

/* A server that stands still would else be the fastest of all. */
void crowd_count_stuck(crowd *c, uint64_t ns) {
    c->result->stuck++;
    count_time(c, ns);
}

static void give_up(room *r, const char *what) {
    if (r->stage == ROOM_LOST || r->stage == ROOM_CLOSED)
        return;
    bool setting_up = r->stage == ROOM_SETTING_UP;
    crowd_count_error(r->crowd, what);
    room_close(r);
    r->stage = ROOM_LOST;
    if (setting_up && !r->started)
        r->crowd->settled_one(r->crowd);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static void put_random(room *r, rz_text *out, const char *key, size_t size) {
    uint8_t bytes[RZ_SEED];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)rz_rng_next(&r->crowd->rng);
    rz_put_hex(out, key, bytes, size);
}

static void begin_request(player *p, const char *verb, rz_text *out, char *memory, size_t size) {
    rz_text_init(out, memory, size);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "id", ++p->id);
    rz_put_string(out, "do", verb);
}

static void ask(player *p, rz_text *request) {
    rz_put_close(request, '}');
    p->waiting = true;
    wire_frame(&p->wire, &p->room->crowd->place, WIRE_TEXT,
               (rz_slice){request->at, request->length});
}

/* The steps from a socket to the first move, and from the end of a game to the next. Each is asked
 * by some, and done when all of them are answered. */
enum { MAKER = 1, OTHERS = 2, ALL = 3 };
enum { STEP_HELLO, STEP_MAKE, STEP_SIT, STEP_WATCH, STEP_START, STEP_PLAY, STEP_UNWATCH };

static const struct {
    const char *verb;
    int who;
    bool table, nonce;
} steps[] = {
    [STEP_HELLO] = {"hello", ALL, false, false},    [STEP_MAKE] = {"make", MAKER, false, true},
    [STEP_SIT] = {"sit", OTHERS, true, true},       [STEP_WATCH] = {"watch", ALL, true, false},
    [STEP_START] = {"start", MAKER, true, false},   [STEP_PLAY] = {NULL, 0, false, false},
    [STEP_UNWATCH] = {"unwatch", ALL, true, false},
};

static void ask_step(player *p) {
    room *r = p->room;
    char memory[512];
    rz_text request;
    begin_request(p, steps[r->step].verb, &request, memory, sizeof memory);
    if (steps[r->step].table)
        rz_put_string(&request, "table", r->id);
    if (steps[r->step].nonce)
        put_random(r, &request, "nonce", RZ_SEED);
    if (r->step == STEP_HELLO) {
        rz_put_int(&request, "protocol", 1);
        put_random(r, &request, "key", 16);
    }
    if (r->step == STEP_MAKE) {
        rz_put_string(&request, "game", r->crowd->options->game->name);
        rz_put_int(&request, "seats", r->crowd->options->seats);
        rz_put_bool(&request, "open", false);
    }
    if (r->step == STEP_SIT)
        rz_put_int(&request, "seat", p->seat);
    ask(p, &request);
}

static void take_step(room *r, int step) {
    r->stage = ROOM_SETTING_UP;
    r->step = step;
    r->sent = uv_hrtime();
    if (step == STEP_MAKE)
        r->header.game = NULL;
    for (int s = 0; s < r->crowd->options->seats; s++) {
        if (step == STEP_MAKE)
            r->players[s].replay.setup = NULL;
        if (steps[step].who & (s == 0 ? MAKER : OTHERS))
            ask_step(&r->players[s]);
    }
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void send_move(player *p, rz_action action) {
    room *r = p->room;
    rz_event event;
    rz_text request;
    const rz_game *game = r->header.game;
    game->describe(&r->setup, rz_view_public(&p->view), p->seat, action, &event);
    begin_request(p, "act", &request, r->act, sizeof r->act);
    rz_put_string(&request, "table", r->id);
    rz_put_int(&request, "number", p->replay.number);
    rz_put_key(&request, "line");
    rz_write_event(game, &r->setup, &event, &request);
    r->stage = ROOM_MOVING;
    r->number = p->replay.number;
    r->sent = uv_hrtime();
    ask(p, &request);
}

void room_move(room *r) {
    rz_action legal[RZ_LEGAL_MAX];
    int seats = r->crowd->options->seats;
    if (r->stage != ROOM_IDLE || r->crowd->over) {
        r->crowd->result->late += r->stage == ROOM_MOVING;
        r->due = r->stage == ROOM_MOVING;
        return;
    }
    r->due = false;
    uint32_t first = rz_rng_below(&r->crowd->rng, (uint32_t)seats);
    for (int i = 0; i < seats; i++) {
        player *p = &r->players[(first + (uint32_t)i) % (uint32_t)seats];
        int n = r->header.game->legal(&r->setup, &p->view, legal);
        if (n > 0 && !rz_driver_due(&p->replay)) {
            send_move(p, legal[rz_rng_below(&r->crowd->rng, (uint32_t)n)]);
            return;
        }
    }
    give_up(r, "nobody can move, and the game is not over");
}

/* Everybody has the move, and its sender the answer. */
static void check_moved(room *r) {
    const player *p = r->players;
    for (int s = 0; s < r->crowd->options->seats; s++)
        if (p[s].waiting || p[s].replay.number <= r->number || rz_driver_due(&p[s].replay))
            return;
    crowd_count_move(r->crowd, uv_hrtime() - r->sent);
    r->stage = ROOM_IDLE;
    if (p[0].replay.is_sealed) {
        r->crowd->result->games++;
        take_step(r, STEP_UNWATCH);
    } else if (r->due && r->crowd->playing) {
        room_move(r);
    }
}

/* ---- Hearing --------------------------------------------------------------------------------- */

static bool begin_game(player *p, rz_slice line, rz_problem *problem) {
    room *r = p->room;
    if (!r->header.game && !rz_read_setup(rz_games, line, &r->header, &r->setup, problem))
        return false;
    rz_driver_init_view(&p->replay, &r->header, &r->setup, p->seat, &p->view, &r->crowd->scratch,
                        NULL);
    return true;
}

static bool take_line(player *p, rz_slice line, uint32_t number) {
    rz_problem problem = {0};
    rz_event event;
    if (number == 0)
        return begin_game(p, line, &problem);
    return p->replay.number == number && rz_driver_read(&p->replay, line, &event, &problem);
}

/* The lines of a push, one after the other. */
static bool take_lines(player *p, rz_json *json, int32_t from) {
    int count = 0;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        rz_json_peek(json);
        const char *begin = json->at;
        if (!rz_json_skip(json) ||
            !take_line(p, (rz_slice){begin, (size_t)(json->at - begin)}, (uint32_t)from++))
            return false;
    }
    return json->problem->error == RZ_OK;
}

/* What is heard, field by field; those that say nothing to us are passed over. */
typedef struct received {
    int32_t re, from;
    char code[32], table[ROOM_ID];
    bool bad_lines;
} received;

static void take_text(rz_json *json, char *out, size_t size) {
    rz_slice string = {"", 0};
    if (rz_json_string(json, &string))
        snprintf(out, size, "%.*s", (int)string.length, string.at);
}

static void take_error(rz_json *json, received *h) {
    int count = 0;
    rz_slice key;
    snprintf(h->code, sizeof h->code, "error");
    if (!rz_json_open(json, '{'))
        return;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &key)) {
        if (rz_slice_is(key, "code"))
            take_text(json, h->code, sizeof h->code);
        else
            rz_json_skip(json);
    }
}

static bool read_message(player *p, rz_slice text, received *h) {
    rz_json json;
    rz_problem problem = {0};
    rz_slice key;
    int count = 0;
    *h = (received){.re = -1, .from = -1};
    rz_json_init(&json, text, &problem);
    if (rz_json_peek(&json) != '{' || !rz_json_open(&json, '{'))
        return false;
    while (rz_json_more(&json, '{', &count) && rz_json_key(&json, &key)) {
        if (rz_slice_is(key, "re"))
            rz_json_int(&json, &h->re);
        else if (rz_slice_is(key, "from"))
            rz_json_int(&json, &h->from);
        else if (rz_slice_is(key, "table"))
            take_text(&json, h->table, sizeof h->table);
        else if (rz_slice_is(key, "error"))
            take_error(&json, h);
        else if (rz_slice_is(key, "bye"))
            take_text(&json, h->code, sizeof h->code);
        else if (rz_slice_is(key, "lines") && !strcmp(h->table, p->room->id))
            h->bad_lines = !take_lines(p, &json, h->from);
        else
            rz_json_skip(&json);
        if (problem.error != RZ_OK || h->bad_lines)
            return false;
    }
    return rz_json_end(&json);
}

/* The setting up goes on when all have their answers, and begins to be play with the lines. */
static void advance(room *r) {
    const player *p = r->players;
    int seats = r->crowd->options->seats;
    for (int s = 0; s < seats; s++)
        if (p[s].waiting)
            return;
    if (r->step == STEP_UNWATCH) {
        take_step(r, STEP_MAKE);
    } else if (r->step < STEP_START) {
        take_step(r, r->step + 1);
    } else {
        for (int s = 0; s < seats; s++)
            if (p[s].replay.setup != &r->setup || p[s].replay.number != p[0].replay.number ||
                p[s].replay.number < 2)
                return;
        r->stage = ROOM_IDLE;
        if (!r->started) {
            r->started = true;
            r->crowd->result->ready++;
            r->crowd->settled_one(r->crowd);
        }
    }
}

static void receive(wire *w, rz_slice text) {
    player *p = (player *)w;
    room *r = p->room;
    received h;
    char what[LOAD_WHY];
    if (!read_message(p, text, &h) || *h.code) {
        snprintf(what, sizeof what, "%s: %.*s",
                 *h.code       ? h.code
                 : h.bad_lines ? "lines that do not follow"
                               : "a message that can not be read",
                 (int)(text.length < LOAD_WHY ? text.length : LOAD_WHY), text.at);
        give_up(r, what);
        return;
    }
    if (h.re == p->id)
        p->waiting = false;
    if (r->stage == ROOM_SETTING_UP && r->step == STEP_MAKE && h.re == p->id)
        memcpy(r->id, h.table, sizeof r->id);
    if (r->stage == ROOM_SETTING_UP)
        advance(r);
    else if (r->stage == ROOM_MOVING)
        check_moved(r);
}

static void connected(wire *w) {
    ask_step((player *)w);
}

static void closed_by_server(wire *w, const char *why) {
    char what[LOAD_WHY];
    snprintf(what, sizeof what, "a socket: %s", why);
    give_up(((player *)w)->room, what);
}

static const wire_role role = {connected, receive, closed_by_server};

/* ---- Coming and going ------------------------------------------------------------------------ */

static void on_timer(uv_timer_t *timer) {
    room_move(timer->data);
}

room *room_new(crowd *c) {
    room *r = calloc(1, sizeof *r + (size_t)c->options->seats * sizeof *r->players);
    if (!r)
        return NULL;
    r->crowd = c;
    for (int s = 0; s < c->options->seats; s++) {
        r->players[s].room = r;
        r->players[s].seat = s;
    }
    return r;
}

void room_open(room *r) {
    r->stage = ROOM_SETTING_UP;
    r->step = STEP_HELLO;
    uv_timer_init(&r->crowd->loop, &r->timer);
    r->timer.data = r;
    r->sent = uv_hrtime();
    for (int s = 0; s < r->crowd->options->seats && r->stage == ROOM_SETTING_UP; s++) {
        r->players[s].waiting = true;
        if (!wire_open(&r->players[s].wire, &r->crowd->place, NULL, &role, r->crowd->request))
            give_up(r, "no more sockets can be opened");
    }
}

void room_play(room *r) {
    double interval = 1000 / r->crowd->options->rate;
    uint64_t repeat = interval < 1 ? 1 : (uint64_t)interval;
    if (r->stage == ROOM_IDLE)
        uv_timer_start(&r->timer, on_timer, rz_rng_below(&r->crowd->rng, (uint32_t)repeat), repeat);
}

void room_close(room *r) {
    for (int s = 0; s < r->crowd->options->seats; s++)
        if (r->players[s].wire.used)
            wire_close(&r->players[s].wire);
    if (r->timer.data && !uv_is_closing((uv_handle_t *)&r->timer))
        uv_close((uv_handle_t *)&r->timer, NULL);
    r->stage = ROOM_CLOSED;
}

void room_check(room *r) {
    bool busy = r->stage == ROOM_MOVING || r->stage == ROOM_SETTING_UP;
    if (busy && uv_hrtime() - r->sent > PATIENCE_SECONDS * UINT64_C(1000000000))
        give_up(r, "no answer for 20 seconds");
}
