#include "ai/match.h"

#include "ai/clock.h"
#include "ai/foreign.h"
#include "ai/maths.h"
#include "core/assert.h"
#include "core/driver.h"
#include "core/mem.h"

static const double steps_a_log = RZ_TIMES_STEPS * 1.4426950408889634;

/* Bucket 0 holds what takes up to a microsecond. */
static void add_time(rz_times *times, double ms) {
    double step = ms > 0.001 ? steps_a_log * (double)rz_log((float)(ms / 0.001)) : 0;
    times->bucket[step < RZ_TIMES_BUCKETS - 1 ? (int)step : RZ_TIMES_BUCKETS - 1]++;
    times->moves++;
    times->ms += ms;
}

double rz_times_quantile(const rz_times *times, double share) {
    double wanted = share * times->moves, seen = 0;
    int i = 0;
    while (i < RZ_TIMES_BUCKETS - 1 && (seen += times->bucket[i]) < wanted)
        i++;
    return 0.001 * (double)rz_exp((float)((i + 1.0) / steps_a_log));
}

void rz_times_add(rz_times *times, const rz_times *more) {
    times->moves += more->moves;
    times->ms += more->ms;
    for (int i = 0; i < RZ_TIMES_BUCKETS; i++)
        times->bucket[i] += more->bucket[i];
}

/* A game as it is played: who watches it, and who is at the table. */
typedef struct table {
    const rz_match *match;
    rz_bot_spec bots[RZ_SEATS_MAX];
    bool has_guests;
    rz_text *record;
    const rz_match_observer *observer;
} table;

/* A bot's move, and how long it took if that is asked for. */
static rz_action ask_bot(const table *t, const rz_state *state, int seat,
                         const uint8_t seed[RZ_SEED], uint32_t moves, rz_times *times) {
    bool timed = times && times->seat == seat;
    double start = timed ? rz_clock_ms() : 0;
    rz_action action = rz_bot_move(&t->bots[seat], t->match->header.game, &t->match->setup, state,
                                   seat, seed, moves);
    if (timed)
        add_time(times, rz_clock_ms() - start);
    return action;
}

/* Begins the record, and seats guests. True if anybody watches. */
static bool open_table(table *t) {
    t->has_guests = rz_guests_seat(t->bots, &t->match->header, &t->match->setup);
    if (t->record) {
        rz_write_setup(&t->match->header, &t->match->setup, t->record);
        rz_text_char(t->record, '\n');
    }
    return t->record || t->has_guests;
}

static void publish_lines(const table *t, rz_driver *driver) {
    const rz_event *line;
    while (!driver->is_silent && (line = rz_driver_next(driver))) {
        if (t->record) {
            rz_write_event(driver->game, driver->setup, line, t->record);
            rz_text_char(t->record, '\n');
        }
        if (t->has_guests)
            rz_guests_notify(t->bots, driver->game, driver->setup, line);
    }
}

static void deal_from(rz_dealer *dealer, const uint8_t seed[RZ_SEED], bool fast) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)seed[i] << 8 * i;
    if (fast)
        rz_dealer_fast(dealer, number);
    else
        rz_dealer_init(dealer, seed);
}

/* One action of a seat or of chance. */
static void move_on(const table *t, rz_driver *driver, int actor, const uint8_t seed[RZ_SEED],
                    uint32_t moves, rz_times *times) {
    if (actor == RZ_CHANCE) {
        rz_driver_deal(driver);
        return;
    }
    rz_action action = ask_bot(t, driver->state, actor, seed, moves, times);
    if (t->observer)
        t->observer->decided(t->observer->context, driver->state, actor, action);
    rz_error error = rz_driver_act(driver, actor, action);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
}

static bool are_bots_ready(const rz_match *match) {
    for (int s = 0; s < rz_seats(&match->setup); s++)
        if (!rz_bot_is_ready(match->bots[s].bot, match->header.game))
            return false;
    return true;
}

uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record, rz_times *times) {
    return rz_match_observe(match, seed, n, state, record, times, NULL);
}

uint32_t rz_match_observe(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                          rz_state *state, rz_text *record, rz_times *times,
                          const rz_match_observer *observer) {
    table t = {.match = match, .record = record, .observer = observer};
    uint8_t own_seed[RZ_SEED];
    rz_dealer dealer;
    rz_driver driver;
    rz_actors actors;
    uint32_t moves = 0;

    rz_seed_child(seed, n, own_seed);
    deal_from(&dealer, own_seed, match->fast);
    memcpy(t.bots, match->bots, sizeof t.bots);
    rz_driver_init(&driver, &match->header, &match->setup, state, NULL);
    if (!are_bots_ready(match))
        return 0;
    driver.dealer = &dealer;
    if (!open_table(&t))
        rz_driver_silence(&driver);
    for (;; moves++) {
        publish_lines(&t, &driver);
        if ((actors = rz_driver_actors(&driver)) == 0)
            break;
        move_on(&t, &driver, __builtin_ctz(actors), own_seed, moves, times);
    }
    rz_guests_dismiss(t.bots);
    return moves;
}

uint32_t rz_random_game(const rz_game *game, const rz_setup *setup, rz_rng *rng, rz_state *state) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    uint32_t actions = 0;
    game->init(setup, state, NULL);
    for (; (actors = game->to_act(setup, rz_state_public(state))) != 0; actions++) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE) {
            action = game->draw(setup, state, rng);
        } else {
            int n = game->legal_in(setup, state, actor, legal);
            action = legal[rz_rng_below(rng, (uint32_t)n)];
        }
        game->apply(setup, state, actor, action, NULL);
    }
    return actions;
}
