/* Two bots measured against each other: one sits at a table of the other.
 *
 * A deal is played once for every seat of the first bot, with the same chance each time, so that
 * cards and seats favour nobody; its result is the mean over those games. Intervals are taken over
 * deals.
 */
#ifndef RZ_ARENA_H
#define RZ_ARENA_H

#include "ai/match.h"

typedef struct rz_arena {
    rz_match match; /* header, setup and how to deal; its bots are not used */
    rz_bot_spec one, others;
    uint8_t seed[RZ_SEED];
} rz_arena;

/* Of one deal: the share of wins and the mean margin of the first bot over the others' mean. */
typedef struct rz_deal {
    double share, margin;
} rz_deal;

rz_deal rz_arena_deal(const rz_arena *arena, uint32_t number, rz_times *times);

/* A mean with its 95 % interval. */
typedef struct rz_mean {
    double n, sum, squares;
} rz_mean;

void rz_mean_add(rz_mean *mean, double value);
double rz_mean_value(const rz_mean *mean);
double rz_mean_half_width(const rz_mean *mean); /* infinite for fewer than two values */

/* The same of shares, at most 1. Where they do not differ, as when every game was won, it is what
 * the chance that a deal ends otherwise may be. */
double rz_share_half_width(const rz_mean *shares);

/* A sequential test of "no better than 1/N" against "at least 1.2/N", each wrong in one case of
 * twenty at the most: −1 the first, 1 the second, 0 not clear yet. */
int rz_arena_verdict(const rz_mean *shares, int seats);

#endif
