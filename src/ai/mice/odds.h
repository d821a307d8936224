/* Exact chances of dice that are still to fall: for bots, and for people who ask. */
#ifndef RZ_MICE_ODDS_H
#define RZ_MICE_ODDS_H

#include "games/mice/rules.h"

enum {
    MICE_SETS = MICE_FIRST, /* sets of up to seven dice: mice_rank is below this */
    MICE_CERTAIN = 279936   /* 6^7: averages of up to seven dice stay whole */
};

/* How many sets there are of fewer than `dice` dice: the rank of the first with so many. */
int mice_sets_below(int dice);

/* All sets, by rank; MICE_SETS of them. */
const uint32_t *mice_sets(void);

/* The rank of a set with one more die: by rank and value - 1. */
typedef uint16_t mice_next_ranks[MICE_FACES];
const mice_next_ranks *mice_next_rank(void);

/* The ranks of `n` sets with some dice more each, of seven dice at most. */
void mice_add_dice(int16_t *ranks, int n, uint32_t dice);

/* What a set of dice is worth, once it is known what every set of `dice` dice is worth (and, where
 * the cat takes a value, every smaller set): `worth` has that by rank, and gets for each smaller
 * set what it is worth to keep it and to roll the rest of the `dice` dice once. `cat` is the value
 * that the cat takes, or 0, and `loss` what each die that it takes costs. */
void mice_expect(int32_t worth[MICE_SETS], int dice, int cat, int32_t loss);

/* The best that a set contains: `worth` gets for each set the most that a part of it is worth,
 * itself included. After mice_expect: what a first roll is worth to somebody who keeps the best. */
void mice_best_part(int32_t worth[MICE_SETS], int dice);

/* The chance, of MICE_CERTAIN, to complete a column in this turn with the dice in hand and one
 * re-roll, and the fewest dice to keep for it. `unrolled` more have no value yet. */
int32_t mice_completing(const mice_setup *setup, const mice_public *pub, int column, int unrolled,
                        uint32_t *keep);

/* The same if these dice are kept and so many are rolled. */
int32_t mice_completing_with(const mice_setup *setup, const mice_public *pub, int column,
                             uint32_t keep, int rolled);

/* The same of the next cell of a column alone. */
int32_t mice_filling_next(const mice_setup *setup, const mice_public *pub, int column,
                          int unrolled);

/* The chance, of MICE_CERTAIN, that of so many dice one, or two, at least show a given value. */
int32_t mice_showing(int dice, bool two);

/* Whether all of `part`, no more than seven of a value, are among `dice`. */
bool mice_contains(uint32_t dice, uint32_t part);

/* Whether dice can fill a column up to its top. */
bool mice_fills(const mice_stack *stack, uint64_t column, uint32_t dice);

#endif
