#include "ai/match.h"

#include "ai/clock.h"
#include "ai/foreign.h"
#include "ai/maths.h"
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

/* A game as it is played: who listens to it, and who is at the table. */
typedef struct table {
    const rz_match *match;
    rz_bot_spec bots[RZ_SEATS_MAX];
    bool guests;
    rz_text *record;
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

static void tell(const table *t, const rz_event *event) {
    const rz_game *game = t->match->header.game;
    if (t->record) {
        rz_write_event(game, &t->match->setup, event, t->record);
        rz_text_char(t->record, '\n');
    }
    if (t->guests)
        rz_guests_notify(t->bots, game, &t->match->setup, event);
}

/* Says who plays. True if anybody wants to hear how it goes on. */
static bool open_table(table *t) {
    t->guests = rz_guests_seat(t->bots, &t->match->header, &t->match->setup);
    if (t->record) {
        rz_write_setup(&t->match->header, &t->match->setup, t->record);
        rz_text_char(t->record, '\n');
    }
    return t->record || t->guests;
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

uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record, rz_times *times) {
    const rz_game *game = match->header.game;
    const rz_setup *setup = &match->setup;
    table t = {.match = match, .record = record};
    uint8_t own_seed[RZ_SEED];
    rz_dealer dealer;
    rz_events events;
    rz_actors actors;
    uint32_t moves = 0;

    rz_seed_child(seed, n, own_seed);
    deal_from(&dealer, own_seed, match->fast);
    memcpy(t.bots, match->bots, sizeof t.bots);
    bool heard = open_table(&t);
    game->init(setup, state, heard ? &events : NULL);
    for (int i = 0; heard && i < events.count; i++)
        tell(&t, &events.list[i]);
    for (; (actors = game->to_act(setup, rz_state_public(state))) != 0; moves++) {
        int actor = __builtin_ctz(actors);
        rz_action action = actor == RZ_CHANCE ? rz_dealer_draw(&dealer, game, setup, state)
                                              : ask_bot(&t, state, actor, own_seed, moves, times);
        rz_event event;
        if (heard)
            game->describe(setup, rz_state_public(state), actor, action, &event);
        rz_error error = game->apply(setup, state, actor, action, heard ? &events : NULL);
        RZ_ASSERT(error == RZ_OK);
        (void)error;
        for (int i = -1; heard && i < events.count; i++)
            tell(&t, i < 0 ? &event : &events.list[i]);
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
