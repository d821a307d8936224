/* loot: what follows from a choice by the judgement of a net. */
#ifndef RZ_LOOT_SEARCH_H
#define RZ_LOOT_SEARCH_H

#include "ai/loot/features.h"

/* Win shares of every seat, in the order of the seats. */
typedef struct loot_shares {
    float of[LOOT_SEATS];
} loot_shares;

enum { LOOT_STEADY = 64, LOOT_KNOWN = 1 << 15 };

typedef struct loot_known {
    uint64_t key;
    uint32_t time;
    loot_shares shares;
} loot_known;

typedef struct loot_steady {
    uint64_t key;
    uint32_t time;
    loot_standings look;
    rz_net_sums sums;
} loot_steady;

/* A net, and what was found out by it. Large: give each thread one of its own. */
typedef struct loot_mind {
    const rz_net *net;
    const rz_setup *setup;
    uint32_t judged;      /* positions so far … */
    uint32_t judged_most; /* … and how many there may be, or 0 */
    double until;         /* the time that there is, by rz_clock_ms, or 0 */
    bool stopped;         /* one of these was reached: what the last search said means nothing */
    uint8_t round;        /* that is searched to its end */
    uint32_t time;        /* counts beginnings: what was found out before the last is forgotten */
    loot_steady steady[LOOT_STEADY];
    loot_known known[LOOT_KNOWN];
} loot_mind;

/* Forgets all, and begins with a net whose weights stay as they are. Memory that was never used is
 * all zero. */
void loot_mind_begin(loot_mind *mind, const rz_net *net, const rz_setup *setup);

/* At the beginning of a turn, or at the end of the game. */
loot_shares loot_judge(loot_mind *mind, const rz_state *state);

/* A number for a position at the beginning of a turn, searched so deep. The places where the loot
 * lies make no difference. */
uint64_t loot_key(const loot_public *pub, int depth);

/* What was found out about a position at the beginning of a turn when it was searched so deep;
 * false if nothing was, or if it had to make room for something else. */
bool loot_recall(const loot_mind *mind, const loot_public *pub, int depth, uint64_t *key,
                 loot_shares *shares);
void loot_remember(loot_mind *mind, uint64_t key, const loot_shares *shares);

/* Anywhere, if all choose what is best for them by that judgement: auctions by going through all
 * bids, draws by the mean over all kinds. `*best`, if not NULL, is the best action of the seat that
 * is to act. `depth` is how many turns ahead: 0 judges at the beginning of the next. Further ahead
 * auctions are gone through by what their ends look like, and the end that they come to is looked
 * into. LOOT_TO_THE_END, for the last player with a cheque: everything until the round ends. */
enum { LOOT_TO_THE_END = 100 };
bool loot_can_reach_the_end(const loot_public *pub, uint32_t most); /* in about so many positions */
loot_shares loot_search(loot_mind *mind, const rz_state *state, int depth, rz_action *best);

/* The same of each of `n` legal actions: the share of the seat that is to act. */
void loot_search_each(loot_mind *mind, const rz_state *state, int depth, const rz_action *legal,
                      int n, float *win);

#endif
