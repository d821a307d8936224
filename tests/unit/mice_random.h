/* Boards at random, for the tests of mice. */
#ifndef RZ_MICE_RANDOM_H
#define RZ_MICE_RANDOM_H

#include "games/games.h"

/* A valid board (M5). `easy` of 8 cells ask for nothing. */
void mice_random_board(rz_rng *rng, uint32_t easy, mice_board *board);

#endif
