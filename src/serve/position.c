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
    if (!clock_rule_is_set(&clock->rule))
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

void position_init(position *p, const rz_header *header, const rz_setup *setup,
                   const clock_context *clock, const uint8_t server_seed[RZ_SEED], int64_t at) {
    uint8_t seed[RZ_SEED];
    rz_shared_seed(server_seed, (const uint8_t(*)[RZ_SEED])header->nonces, rz_seats(setup), seed);
    *p = (position){.number = 1};
    rz_chain_begin(p->head, header, setup);
    rz_dealer_init(&p->dealer, seed);
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        p->bank[s] = 1000 * (int64_t)clock->rule.bank;
    rz_game_of(setup)->init(setup, &p->state, NULL);
    update_asked(p, setup, -1, at);
}

static void resume(rz_driver *driver, position *p, const rz_setup *setup) {
    rz_driver_resume(driver, rz_game_of(setup), setup, &p->state, p->number, p->away);
    driver->dealer = &p->dealer;
    driver->is_fair = true;
    driver->is_sealed = p->sealed;
}

static void give_out(position *p, rz_driver *driver, line_batch *out) {
    for (const rz_event *line; (line = rz_driver_next(driver));)
        line_batch_add_event(out, driver->setup, line, p->head);
    p->number = driver->number;
}

/* What was done, then who is asked, then what follows by rule. */
static void give_out_action(position *p, rz_driver *driver, int actor, int64_t at,
                            line_batch *out) {
    line_batch_add_event(out, driver->setup, rz_driver_next(driver), p->head);
    p->number = driver->number;
    update_asked(p, driver->setup, actor, at);
    give_out(p, driver, out);
}

/* Chance acts until a seat is asked or the game is over. */
static void deal(position *p, rz_driver *driver, int64_t at, line_batch *out) {
    while (rz_driver_actors(driver) & RZ_CHANCE_BIT) {
        rz_driver_deal(driver);
        give_out_action(p, driver, -1, at, out);
    }
}

void position_begin(position *p, const rz_setup *setup, int64_t at, line_batch *out) {
    rz_driver driver;
    rz_header header = {.game = rz_game_of(setup), .fair = true};
    rz_driver_init(&driver, &header, setup, &p->state, NULL);
    driver.dealer = &p->dealer;
    give_out(p, &driver, out);
    deal(p, &driver, at, out);
}

rz_error position_act(position *p, const rz_setup *setup, const clock_context *clock, int seat,
                      rz_action action, int64_t at, line_batch *out) {
    rz_driver driver;
    resume(&driver, p, setup);
    rz_error error = rz_driver_act(&driver, seat, action);
    if (error != RZ_OK)
        return error;
    take_time(p, clock, seat, at);
    give_out_action(p, &driver, seat, at, out);
    deal(p, &driver, at, out);
    return RZ_OK;
}

/* Who comes back has the whole time of a move again. */
static void take_table_event(position *p, const rz_driver *driver, const rz_event *event,
                             int64_t at) {
    p->away = driver->away;
    p->sealed = driver->is_sealed;
    p->resigned &= p->away;
    if (event->verb == RZ_LEAVE && !event->data[0])
        p->resigned |= (rz_actors)(1 << event->by);
    if (event->by < RZ_SEATS_MAX && p->asked >> event->by & 1)
        p->since[event->by] = at;
}

static void add_table_event(position *p, const rz_setup *setup, const rz_event *event, int64_t at,
                            line_batch *out) {
    rz_driver driver;
    resume(&driver, p, setup);
    rz_driver_add(&driver, event);
    take_table_event(p, &driver, event, at);
    give_out(p, &driver, out);
}

void position_table_event(position *p, const rz_setup *setup, int seat, int verb, bool timeout,
                          int64_t at, line_batch *out) {
    rz_event event = {.by = (uint8_t)seat, .verb = (uint8_t)verb};
    event.data[0] = timeout;
    add_table_event(p, setup, &event, at, out);
}

void position_seal(position *p, const rz_setup *setup, const uint8_t server_seed[RZ_SEED],
                   line_batch *out) {
    rz_event event;
    rz_describe_seal(server_seed, &event);
    add_table_event(p, setup, &event, 0, out);
}

/* ---- Reading --------------------------------------------------------------------------------- */

void position_reader_init(position_reader *r, position *p, const rz_setup *setup,
                          const clock_context *clock) {
    r->position = p;
    r->clock = clock;
    resume(&r->driver, p, setup);
    if (p->number == 1) /* the rules may have something to say before anybody acts */
        rz_game_of(setup)->init(setup, &p->state, &r->driver.due);
}

/* What a line that was read changes; by the rules' own the state has it already. */
static void take_event(position_reader *r, const rz_event *event, int64_t at) {
    position *p = r->position;
    bool is_seat = event->by < RZ_SEATS_MAX;
    p->number = r->driver.number;
    if (rz_is_table_verb(event->verb)) {
        take_table_event(p, &r->driver, event, at);
        return;
    }
    if (event->by == RZ_RULES)
        return;
    if (is_seat)
        take_time(p, r->clock, event->by, at);
    update_asked(p, r->driver.setup, is_seat ? event->by : -1, at);
}

bool position_read(position_reader *r, rz_slice text, int64_t at, line_batch *out,
                   rz_problem *problem) {
    const rz_setup *setup = r->driver.setup;
    rz_event event;
    if (!rz_driver_read(&r->driver, text, &event, problem))
        return false;
    take_event(r, &event, at);
    if (out)
        line_batch_add_event(out, setup, &event, r->position->head);
    else
        rz_chain_add(r->position->head, rz_game_of(setup), setup, &event);
    return true;
}
