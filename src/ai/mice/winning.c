#include "ai/mice/winning.h"

#include "core/mem.h"

enum { SUM_MAX = 2 * MICE_FACES };

static bool may_win(const mice_public *p, int seat) {
    int need = MICE_GOAL - p->safe[seat];
    return need <= SUM_MAX && (int)p->exposed[seat] >= need && p->free[seat] > 0;
}

typedef struct ways {
    const mice_stack *stack;
    int least, most, dice;
    float *wins; /* by rank */
} ways;

/* Notes all sets of dice that fill a column so that it pays off. */
static void climb(const ways *w, uint64_t column, uint32_t dice, int used) {
    int cell = mice_height(column);
    if (cell == w->stack->size) {
        int sum = mice_secure_sum(column);
        if (sum >= w->least && sum <= w->most)
            w->wins[mice_rank(dice)] = 1;
        return;
    }
    for (unsigned values = used < w->dice ? mice_open(w->stack, column) : 0; values;
         values &= values - 1) {
        int v = mice_lowest(values);
        climb(w, column | (uint64_t)v << 8 * cell, dice + mice_one(v), used + 1);
    }
}

/* Once more: the most that a part of a set is worth, or the mean over a die more. */
static void spread(float *worth, int dice) {
    const mice_next_ranks *next = mice_next_rank();
    for (int rank = 0; rank < mice_sets_below(dice); rank++)
        for (int v = 0; v < MICE_FACES; v++)
            if (worth[rank] > worth[next[rank][v]])
                worth[next[rank][v]] = worth[rank];
}

static void expect(float *worth, int dice, int cat) {
    const mice_next_ranks *next = mice_next_rank();
    for (int rolled = 1; rolled <= dice; rolled++)
        for (int rank = cat ? 0 : mice_sets_below(dice - rolled);
             rank < mice_sets_below(dice - rolled + 1); rank++) {
            float sum = 0;
            for (int v = 1; v <= MICE_FACES; v++)
                sum += worth[v == cat ? rank : next[rank][v - 1]];
            worth[rank] = sum / MICE_FACES;
        }
}

static float chance_of(const mice_setup *setup, const mice_public *p, int seat) {
    static _Thread_local float worth[MICE_SETS];
    int dice = p->free[seat], cat = mice_cat_number(setup, p);
    memset(worth, 0, sizeof worth);
    for (int c = 0; c < setup->size; c++)
        if (setup->stacks[c].shelf == MICE_SECURE_SHELF) {
            ways w = {&setup->stacks[c], MICE_GOAL - p->safe[seat], (int)p->exposed[seat], dice,
                      worth};
            climb(&w, p->column[c], 0, 0);
        }
    spread(worth, dice);
    expect(worth, dice, cat);
    spread(worth, dice);
    expect(worth, dice, cat);
    return worth[0];
}

/* All that the chance depends on. */
static uint64_t key_of(const mice_setup *setup, const mice_public *p, int seat) {
    uint64_t key = (uint64_t)p->safe[seat] << 24 | (uint64_t)p->free[seat] << 16 |
                   (uint64_t)mice_cat_number(setup, p) << 8 |
                   (p->exposed[seat] < SUM_MAX ? p->exposed[seat] : SUM_MAX);
    for (int c = 0; c < setup->size; c++)
        if (setup->stacks[c].shelf == MICE_SECURE_SHELF) {
            key = (key ^ (p->column[c] & 0x0707070707070707u)) * 0x9e3779b97f4a7c15u;
            key ^= key >> 29;
        }
    return key | 1;
}

float mice_winning_chance(mice_winning *known, const mice_setup *setup, const mice_public *p,
                          int seat) {
    if (!may_win(p, seat))
        return 0;
    uint64_t key = key_of(setup, p, seat), at = key >> 40 & (MICE_WINNING - 1);
    if (known->key[at] != key) {
        known->key[at] = key;
        known->chance[at] = chance_of(setup, p, seat);
    }
    return known->chance[at];
}
