/* loot: what a net sees of a position at the beginning of a turn, from the point of view of the
 * seat whose turn it is: that seat is output 0, and so on clockwise. */
#ifndef RZ_LOOT_FEATURES_H
#define RZ_LOOT_FEATURES_H

#include "ai/net_layers.h"
#include "games/games.h"
#include "games/loot/rules.h"

enum {
    LOOT_SEAT_FEATURES = 191,
    LOOT_TABLE_FEATURES = 74,
    LOOT_FEATURES = LOOT_TABLE_FEATURES + LOOT_SEATS * LOOT_SEAT_FEATURES
};

extern const rz_net_shape loot_net_shape;

void loot_features(const loot_setup *setup, const loot_public *pub, rz_inputs *in);

/* The same in two parts, each added to what is in `in`: what stays while cards are only drawn to
 * the table, and what depends on the loot on the table and on the piles. Between them is what the
 * seats are compared by, which stays as well. */
typedef struct loot_ranking {
    int of[LOOT_SEATS], high, next, low, next_low; /* the two highest and lowest, equal ones too */
} loot_ranking;

typedef struct loot_standings {
    loot_ranking now, end;        /* scores if the round, and if the game, ended now */
    loot_ranking gangsters, sums; /* sums of cheques */
    int points[LOOT_SEATS];       /* what the round brings so far */
    int worth[LOOT_SEATS];        /* what the estates bring by themselves */
    unsigned up;                  /* all face-up cheques */
} loot_standings;

void loot_standings_init(loot_standings *look, const loot_setup *setup, const loot_public *pub);
void loot_steady_features(const loot_setup *setup, const loot_public *pub,
                          const loot_standings *look, rz_inputs *in);
void loot_loose_features(const loot_setup *setup, const loot_public *pub,
                         const loot_standings *look, rz_inputs *in);

#endif
