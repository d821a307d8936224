#include "serve/position.h"

#include <string.h>

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* Time between two moments that counts. */
static int64_t played(const clock_context *clock, int64_t from, int64_t to) {
    int64_t time = to - from;
    for (int i = 0; i < clock->n_pauses; i++) {
        int64_t a = clock->pauses[i].from > from ? clock->pauses[i].from : from;
        int64_t b = clock->pauses[i].to < to ? clock->pauses[i].to : to;
        if (b > a)
            time -= b - a;
    }
    return time;
}

static int64_t move_ms(const clock_context *clock) {
    return 1000 * ((int64_t)clock->rule.move + 86400 * (int64_t)clock->rule.days);
}

int64_t position_deadline(const position *p, const clock_context *clock, int seat, int64_t now) {
    if (!clock->rule.move && !clock->rule.bank && !clock->rule.days)
        return INT64_MAX;
    return now + move_ms(clock) + p->bank[seat] - played(clock, p->since[seat], now);
}

/* The seat has acted: what went beyond the time of the move comes from its bank. */
static void take_time(position *p, const clock_context *clock, int seat, int64_t at) {
    int64_t beyond = played(clock, p->since[seat], at) - move_ms(clock);
    if (beyond > 0 && !((clock->bots | p->away) >> seat & 1))
        p->bank[seat] = beyond < p->bank[seat] ? p->bank[seat] - beyond : 0;
}

/* Looks who is asked after a line; `actor` has just acted, or is -1. */
static void update_asked(position *p, const rz_setup *setup, int actor, int64_t at) {
    rz_actors before = p->asked;
    rz_actors actors = rz_game_of(setup)->to_act(setup, rz_state_public(&p->state));
    p->asked = actors & (RZ_CHANCE_BIT - 1);
    p->over = actors == 0;
    for (int s = 0; s < rz_seats(setup); s++)
        if (p->asked >> s & 1 && (s == actor || !(before >> s & 1))) {
            p->since[s] = at;
            p->asked_at[s] = p->number;
        }
}

/* ---- Moving on ------------------------------------------------------------------------------- */

void position_init(position *p, const rz_setup *setup, const clock_context *clock,
                   const uint8_t seed[RZ_SEED], int64_t at) {
    *p = (position){.number = 1};
    rz_dealer_init(&p->dealer, seed);
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        p->bank[s] = 1000 * (int64_t)clock->rule.bank;
    rz_game_of(setup)->init(setup, &p->state, NULL);
    update_asked(p, setup, -1, at);
}

static void add_event(position *p, const rz_setup *setup, const rz_event *event, line_batch *out) {
    line_batch_add_event(out, setup, event);
    p->number++;
}

static void add_events(position *p, const rz_setup *setup, const rz_events *events,
                       line_batch *out) {
    for (int i = 0; i < events->count; i++)
        add_event(p, setup, &events->list[i], out);
}

/* Chance acts until a seat is asked or the game is over. */
static void deal(position *p, const rz_setup *setup, int64_t at, line_batch *out) {
    const rz_game *game = rz_game_of(setup);
    while (game->to_act(setup, rz_state_public(&p->state)) & RZ_CHANCE_BIT) {
        rz_events events;
        rz_event event;
        events.snapshots = NULL;
        rz_action action = rz_dealer_draw(&p->dealer, game, setup, &p->state);
        game->describe(setup, rz_state_public(&p->state), RZ_CHANCE, action, &event);
        game->apply(setup, &p->state, RZ_CHANCE, action, &events);
        add_event(p, setup, &event, out);
        update_asked(p, setup, -1, at);
        add_events(p, setup, &events, out);
    }
}

void position_begin(position *p, const rz_setup *setup, int64_t at, line_batch *out) {
    rz_events events;
    events.snapshots = NULL;
    rz_game_of(setup)->init(setup, &p->state, &events);
    add_events(p, setup, &events, out);
    deal(p, setup, at, out);
}

rz_error position_act(position *p, const rz_setup *setup, const clock_context *clock, int seat,
                      rz_action action, int64_t at, line_batch *out) {
    const rz_game *game = rz_game_of(setup);
    rz_events events;
    rz_event event;
    events.snapshots = NULL;
    game->describe(setup, rz_state_public(&p->state), seat, action, &event);
    rz_error error = game->apply(setup, &p->state, seat, action, &events);
    if (error != RZ_OK)
        return error;
    take_time(p, clock, seat, at);
    add_event(p, setup, &event, out);
    update_asked(p, setup, seat, at);
    add_events(p, setup, &events, out);
    deal(p, setup, at, out);
    return RZ_OK;
}

void position_table_event(position *p, const rz_setup *setup, int seat, int verb, bool timeout,
                          int64_t at, line_batch *out) {
    rz_event event = {.by = (uint8_t)seat, .verb = (uint8_t)verb};
    event.data[0] = timeout;
    p->away ^= (rz_actors)(1 << seat);
    if (p->asked >> seat & 1) /* who comes back has the whole time of a move again */
        p->since[seat] = at;
    add_event(p, setup, &event, out);
}

void position_seal(position *p, const rz_setup *setup, const uint8_t server_seed[RZ_SEED],
                   line_batch *out) {
    rz_event event = {.by = RZ_RULES, .verb = RZ_SEAL};
    for (int i = 0; i < RZ_SEED; i++)
        event.data[i] = server_seed[i];
    p->sealed = true;
    add_event(p, setup, &event, out);
}

/* The last line of all: {"fair":{"seed":HEX}}. */
static bool read_seal(position *p, rz_slice text, rz_event *event) {
    static const char before[] = "{\"fair\":{\"seed\":\"";
    enum { BEFORE = sizeof before - 1 };
    uint8_t seed[RZ_SEED];
    if (text.length < BEFORE + 2 * RZ_SEED || memcmp(text.at, before, BEFORE) != 0 ||
        !rz_hex_read((rz_slice){text.at + BEFORE, 2 * RZ_SEED}, seed, RZ_SEED))
        return false;
    *event = (rz_event){.by = RZ_RULES, .verb = RZ_SEAL};
    for (int i = 0; i < RZ_SEED; i++)
        event->data[i] = seed[i];
    p->number++;
    return p->sealed = true;
}

bool position_line(position *p, const rz_setup *setup, const clock_context *clock, rz_slice text,
                   int64_t at, rz_event *event, rz_problem *problem) {
    const rz_game *game = rz_game_of(setup);
    *problem = (rz_problem){0};
    if (p->over && read_seal(p, text, event))
        return true;
    if (!rz_read_event(game, setup, text, event, problem))
        return false;
    p->number++;
    if (event->by == RZ_RULES)
        return true; /* we wrote it: the state has it already */
    if (event->verb == RZ_LEAVE || event->verb == RZ_RETURN) {
        p->away ^= (rz_actors)(1 << event->by);
        if (p->asked >> event->by & 1)
            p->since[event->by] = at;
        return true;
    }
    rz_action action;
    rz_error error = game->understand(setup, rz_state_public(&p->state), event, &action);
    if (error == RZ_OK && event->by == RZ_CHANCE)
        rz_dealer_skip(&p->dealer, game->chance_verb(setup, rz_state_public(&p->state)));
    if (error == RZ_OK)
        error = game->apply(setup, &p->state, event->by, action, NULL);
    if (error != RZ_OK)
        return rz_problem_set(problem, error, (rz_slice){"", 0});
    if (event->by < RZ_SEATS_MAX)
        take_time(p, clock, event->by, at);
    update_asked(p, setup, event->by < RZ_SEATS_MAX ? event->by : -1, at);
    return true;
}
