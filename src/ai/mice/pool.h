/* mice: where placing may end. A pool of ends is kept while dice are placed one by one, so that
 * what is found before one die is not forgotten before the next. */
#ifndef RZ_MICE_POOL_H
#define RZ_MICE_POOL_H

#include "ai/mice/plan.h"

enum { MICE_ENDS = 1024 };

/* A board when all is placed that is to be placed, and what it is worth after the rewards. */
typedef struct mice_end {
    mice_public done;
    mice_shares shares;
    float score; /* by which ends of one set of dice are compared */
} mice_end;

typedef struct mice_pool {
    mice_planner planner;
    uint32_t turn; /* 0: nothing is known */
    int n;
    mice_end list[MICE_ENDS];
} mice_pool;

/* Looks for good ends from a position in which dice are placed: the best of all, and the best after
 * each of `n` legal actions. Ends that are known and can still be reached are kept. */
void mice_pool_search(mice_pool *pool, mice_judge *judge, const mice_public *pub,
                      const rz_action *legal, int n);

/* Remembers an end that was found before. */
void mice_pool_remember(mice_pool *pool, const mice_public *pub, const mice_end *end);

/* The best known end for the active seat that can be reached from a position, or NULL. */
const mice_end *mice_pool_best(const mice_pool *pool, const mice_public *pub);

#endif
