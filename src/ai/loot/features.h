/* loot: what a net sees of a position, and what follows from a choice by its judgement. */
#ifndef RZ_LOOT_FEATURES_H
#define RZ_LOOT_FEATURES_H

#include "ai/net.h"
#include "games/games.h"

enum {
    LOOT_SEAT_FEATURES = 108,
    LOOT_TABLE_FEATURES = 73,
    LOOT_FEATURES = LOOT_TABLE_FEATURES + LOOT_SEATS * LOOT_SEAT_FEATURES
};

extern const rz_net_shape loot_net_shape;

/* A position at the beginning of a turn, from the point of view of the seat whose turn it is: that
 * seat is output 0, and so on clockwise. */
void loot_features(const loot_setup *setup, const loot_public *pub, rz_inputs *in);

/* Win shares of every seat, in the order of the seats. */
typedef struct loot_shares {
    float of[LOOT_SEATS];
} loot_shares;

/* At the beginning of a turn, or at the end of the game. */
loot_shares loot_judge(const rz_net *net, const rz_setup *setup, const rz_state *state);

/* Anywhere, if all choose what is best for them by that judgement: auctions by going through all
 * bids, draws by the mean over all kinds. `*best`, if not NULL, is the best action of the seat that
 * is to act. `depth` is how many turns ahead: 0 judges at the beginning of the next. */
loot_shares loot_search(const rz_net *net, const rz_setup *setup, const rz_state *state, int depth,
                        rz_action *best);

/* The same of each of `n` legal actions: the share of the seat that is to act. */
void loot_search_each(const rz_net *net, const rz_setup *setup, const rz_state *state, int depth,
                      const rz_action *legal, int n, float *win);

#endif
