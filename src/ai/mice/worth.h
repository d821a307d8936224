/* What positions of mice are worth by rules of thumb: to greedy, and to master where it has learnt
 * nothing. All worths are in thousandths of a food. */
#ifndef RZ_MICE_WORTH_H
#define RZ_MICE_WORTH_H

#include "games/mice/rules.h"

enum {
    MICE_WORTH_FOOD = 1000,
    MICE_WORTH_VICTORY = 60000, /* 25 of it safe */
    MICE_WORTH_CANDY = 1800,
    MICE_WORTH_SUPPORT = 200, /* a support die in the reserve */
    MICE_WORTH_ROW = 900      /* a die in hand rather than in the cat row, where it stays */
};

/* A position as one seat sees it. */
typedef struct mice_table {
    const mice_setup *setup;
    const mice_public *pub;
    int me, seats;
    int32_t die;                             /* a die in hand over one on the board */
    int32_t shelf[MICE_SEATS][MICE_COLUMNS]; /* what the reward is worth to each */
    int32_t now[MICE_COLUMNS];               /* what a column is worth to me as it stands */
    int32_t cat;                             /* what the cat is worth to me if it comes now */
} mice_table;

void mice_table_init(mice_table *t, const mice_setup *setup, const mice_public *pub, int me);

/* What a column that is not complete is worth to me at the end of my turn. */
int32_t mice_column_worth(const mice_table *t, int c, uint64_t column);

/* Completing a column with these dice on it, over leaving it as it was. */
int32_t mice_completion_worth(const mice_table *t, int c, uint64_t column);

/* The mouse dice of a seat on a column. */
int mice_dice_of(uint64_t column, int seat);

/* In thousandths: how likely somebody with so many dice fills the cells above a column's dice. */
int32_t mice_chance_to_fill(const mice_stack *stack, uint64_t column, int dice);

/* A whole position. */
int32_t mice_position_worth(const mice_setup *setup, const mice_public *pub, int me);

#endif
