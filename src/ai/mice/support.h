/* mice: what it is worth to roll the support dice, by tables of all sets of mouse dice for all that
 * they can show. Only two players have support dice (M1): one's share says what the other's is. */
#ifndef RZ_MICE_SUPPORT_H
#define RZ_MICE_SUPPORT_H

#include "ai/mice/ends.h"
#include "ai/mice/search.h"

enum { MICE_SUPPORT_OUTCOMES = 56, MICE_SUPPORT_SETS = 924 /* of up to six dice */ };

typedef struct mice_support {
    int n;
    uint32_t help[MICE_SUPPORT_OUTCOMES]; /* support dice that the cat leaves … */
    uint8_t row[MICE_SUPPORT_OUTCOMES];   /* … and how long her row is then */
    /* The share of the active seat by what the support dice show and what it holds: when it rolls
     * them before the re-roll, and when after; and the means of both. */
    float early[MICE_SUPPORT_OUTCOMES][MICE_SUPPORT_SETS];
    float late[MICE_SUPPORT_OUTCOMES][MICE_SUPPORT_SETS];
    float early_mean[MICE_SUPPORT_SETS], late_mean[MICE_SUPPORT_SETS];
} mice_support;

/* Sets on the board after the cat has come, when placing begins and after the first roll. */
typedef struct mice_cleared_sets {
    const mice_outlook *placed, *best;
} mice_cleared_sets;

/* `pub` is before all rolls, with support dice in the reserve. `loose`: the cat has come, so some
 * mouse dice may show nothing, and any number of them may be rolled again (M52). `cleared` is NULL
 * where she can not come in this turn any more. */
void mice_support_make(mice_support *support, mice_planner *planner, mice_judge *judge,
                       const mice_public *pub, bool loose, const mice_cleared_sets *cleared);

/* Of more dice than she has room for the cat leaves the rest: the set that is then in hand. */
int mice_rank_left(const mice_setup *setup, const mice_public *pub, int rank, int taken);

/* What the support dice show in `pub`, or -1. The cat had taken some mouse dice before. */
int mice_support_outcome(const mice_support *support, const mice_public *pub, int taken);

#endif
