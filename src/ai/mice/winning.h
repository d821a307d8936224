/* mice: how likely a seat wins in its next turn, if that is all it wants: the chance to complete a
 * column with a secure shelf whose dice are enough for the goal and no more than it can pay. */
#ifndef RZ_MICE_WINNING_H
#define RZ_MICE_WINNING_H

#include "ai/mice/odds.h"

/* Chances that were computed before. All zero at first. */
enum { MICE_WINNING = 1 << 12 };
typedef struct mice_winning {
    uint64_t key[MICE_WINNING];
    float chance[MICE_WINNING];
} mice_winning;

/* By both rolls, with what is on the board now. Candy and support dice are left out. */
float mice_winning_chance(mice_winning *known, const mice_setup *setup, const mice_public *pub,
                          int seat);

#endif
