/* A game between bots, played to its end. */
#ifndef RZ_MATCH_H
#define RZ_MATCH_H

#include "ai/bot.h"
#include "core/api.h"
#include "core/record.h"
#include "games/games.h"

RZ_PUBLIC_BEGIN

typedef struct rz_match {
    rz_header header;
    rz_setup setup;
    rz_bot_spec bots[RZ_SEATS_MAX];
    bool fast; /* deal with the fast generator */
} rz_match;

/* How long the moves of one seat take: a histogram with sixteen steps to each doubling. */
enum { RZ_TIMES_STEPS = 16, RZ_TIMES_BUCKETS = 32 * RZ_TIMES_STEPS };
typedef struct rz_times {
    int seat; /* whose moves are timed */
    uint32_t moves;
    double ms; /* in all */
    uint32_t bucket[RZ_TIMES_BUCKETS];
} rz_times;

/* The time that a share of the moves (0.99) does not exceed, in milliseconds. */
double rz_times_quantile(const rz_times *times, double share);
void rz_times_add(rz_times *times, const rz_times *more);

/* Plays game number `n` of the series with `seed`. `state` is the end of it; `record`, if not NULL,
 * gets the whole record, and is `full` if it was too small for it; `times` may be NULL. Returns the
 * number of actions; 0 if a bot is not ready (rz_bot_is_ready), and then nothing is played. */
uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record, rz_times *times);

/* A game of random choices through the contract alone, for measuring: lists the legal actions,
 * chooses one, applies it; draws and applies chance. Returns the number of actions. */
uint32_t rz_random_game(const rz_game *game, const rz_setup *setup, rz_rng *rng, rz_state *state);

RZ_PUBLIC_END

/* Who is told of every decision of a seat, before it is carried out. */
typedef struct rz_match_observer {
    void (*decided)(void *context, const rz_state *state, int seat, rz_action action);
    void *context;
} rz_match_observer;

/* The same, and `observer`, which may be NULL, watches it. */
uint32_t rz_match_observe(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                          rz_state *state, rz_text *record, rz_times *times,
                          const rz_match_observer *observer);

#endif
