/* mice: what a net sees of a position, and how good it is for every seat. */
#ifndef RZ_MICE_FEATURES_H
#define RZ_MICE_FEATURES_H

#include "ai/mice/winning.h"
#include "ai/net_layers.h"
#include "games/mice/rules.h"

extern const rz_net_shape mice_net_shape;

/* The board that nets have learnt: so many columns of so many cells. */
enum { MICE_NET_COLUMNS = 9, MICE_NET_CELLS = 5 };

enum {
    MICE_CELL_FEATURES = MICE_SEATS + 3, /* whose die, neutral, candy, or the next to be taken */
    MICE_COLUMN_FEATURES = MICE_NET_CELLS * MICE_CELL_FEATURES + MICE_FACES,
    MICE_TABLE_FEATURES = 29 + MICE_NET_COLUMNS * MICE_COLUMN_FEATURES,
    MICE_SEAT_FEATURES = 80 + MICE_NET_COLUMNS,
    MICE_FEATURES = MICE_TABLE_FEATURES + MICE_SEATS * MICE_SEAT_FEATURES
};

/* Win shares, in the order of the seats. */
typedef struct mice_shares {
    float of[RZ_NET_OUTPUTS];
} mice_shares;

/* How much may be looked at. */
typedef struct mice_budget {
    uint32_t nodes; /* positions to judge, or 0: by the clock */
    double until;   /* rz_clock_ms */
} mice_budget;

/* Judgements of a turn, to be looked up when a position comes again. */
enum { MICE_MEMO = 1 << 14 };
typedef struct mice_memo {
    uint64_t key[MICE_MEMO];
    mice_shares shares[MICE_MEMO];
    mice_winning winning;
} mice_memo;

/* Somebody who judges positions of one table. */
typedef struct mice_judge {
    const mice_setup *setup;
    const rz_net *net; /* NULL: by rules of thumb */
    /* How likely so many dice fill a column from that height on. */
    float fill[MICE_COLUMNS][MICE_CELLS + 1][MICE_DICE + 1];
    unsigned asked;  /* whose shares are to be told, as bits; those of others are 0 */
    int plans;       /* of a set of dice that are judged as a whole, for tables of all sets */
    bool whole;      /* shares are to sum up to one: everybody is asked about */
    mice_memo *memo; /* needed for whole shares */
    uint32_t judged; /* positions so far */
    /* What can be done without ends with this; NULL: what must be done. */
    const mice_budget *limit;
    bool stopped; /* it was reached: what came of it means nothing */
} mice_judge;

/* Whether nets have learnt this board; on others they are not asked. */
bool mice_trained_board(const mice_setup *setup);

/* `net` is not used on a board that it does not know, and may be NULL. Everybody is asked about. */
void mice_judge_init(mice_judge *judge, const mice_setup *setup, const rz_net *net);

/* A position at the beginning of a turn, from the point of view of a seat: output 0 is that it
 * wins, output 1 that another does. So all seats and all numbers of players share what is learnt.
 */
void mice_features(const mice_judge *judge, const mice_public *pub, int me, rz_inputs *in);

/* At the beginning of a turn, or at the end of the game. */
mice_shares mice_judge_position(mice_judge *judge, const mice_public *pub);

#endif
