/* A game that is none: it has a verb, a field and an option of every kind that the contract knows
 * and loot does not need, so that core/ can be tested on its own. */
#ifndef RZ_FAKE_H
#define RZ_FAKE_H

#include "core/game.h"

enum { FAKE_MIX, FAKE_SHOW, FAKE_GUESS, FAKE_TELL, FAKE_COUNT };

typedef struct fake_setup {
    rz_setup_common common;
    uint8_t unused[2];
    int32_t first; /* a seat, or -1: at random */
    int32_t turns;
    int32_t mode;
    int32_t sum; /* of the list that the option "data" carries */
} fake_setup;

extern const rz_game fake_game;

#endif
