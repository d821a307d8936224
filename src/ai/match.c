#include "ai/match.h"

#include <math.h>

#include "ai/clock.h"
#include "core/mem.h"

/* Bucket 0 holds what takes up to a microsecond. */
static void add_time(rz_times *times, double ms) {
    double step = ms > 0.001 ? RZ_TIMES_STEPS * log2(ms / 0.001) : 0;
    times->bucket[step < RZ_TIMES_BUCKETS - 1 ? (int)step : RZ_TIMES_BUCKETS - 1]++;
    times->moves++;
    times->ms += ms;
}

double rz_times_quantile(const rz_times *times, double share) {
    double wanted = share * times->moves, seen = 0;
    int i = 0;
    while (i < RZ_TIMES_BUCKETS - 1 && (seen += times->bucket[i]) < wanted)
        i++;
    return 0.001 * exp2((i + 1.0) / RZ_TIMES_STEPS);
}

void rz_times_add(rz_times *times, const rz_times *more) {
    times->moves += more->moves;
    times->ms += more->ms;
    for (int i = 0; i < RZ_TIMES_BUCKETS; i++)
        times->bucket[i] += more->bucket[i];
}

/* A bot's move, and how long it took if that is asked for. */
static rz_action ask_bot(const rz_match *match, const rz_state *state, int seat,
                         const uint8_t seed[RZ_SEED], uint32_t moves, rz_times *times) {
    bool timed = times && times->seat == seat;
    double start = timed ? rz_clock_ms() : 0;
    rz_action action = rz_bot_move(&match->bots[seat], match->header.game, &match->setup, state,
                                   seat, seed, moves);
    if (timed)
        add_time(times, rz_clock_ms() - start);
    return action;
}

static void write_line(const rz_match *match, const rz_event *event, rz_text *record) {
    rz_write_event(match->header.game, &match->setup, event, record);
    rz_text_char(record, '\n');
}

static uint64_t fast_seed(const uint8_t seed[RZ_SEED]) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)seed[i] << 8 * i;
    return number;
}

uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record, rz_times *times) {
    const rz_game *game = match->header.game;
    const rz_setup *setup = &match->setup;
    uint8_t own_seed[RZ_SEED];
    rz_dealer dealer;
    rz_events events;
    rz_actors actors;
    uint32_t moves = 0;

    rz_seed_child(seed, n, own_seed);
    if (match->fast)
        rz_dealer_fast(&dealer, fast_seed(own_seed));
    else
        rz_dealer_init(&dealer, own_seed);
    game->init(setup, state, record ? &events : NULL);
    if (record) {
        rz_write_setup(&match->header, setup, record);
        rz_text_char(record, '\n');
        for (int i = 0; i < events.count; i++)
            write_line(match, &events.list[i], record);
    }
    for (; (actors = game->to_act(setup, rz_state_public(state))) != 0; moves++) {
        int actor = __builtin_ctz(actors);
        rz_action action = actor == RZ_CHANCE
                               ? rz_dealer_draw(&dealer, game, setup, state)
                               : ask_bot(match, state, actor, own_seed, moves, times);
        rz_event event;
        if (record)
            game->describe(setup, rz_state_public(state), actor, action, &event);
        rz_error error = game->apply(setup, state, actor, action, record ? &events : NULL);
        RZ_ASSERT(error == RZ_OK);
        (void)error;
        for (int i = -1; record && i < events.count; i++)
            write_line(match, i < 0 ? &event : &events.list[i], record);
    }
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
