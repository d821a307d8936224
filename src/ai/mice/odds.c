#include "ai/mice/odds.h"

int mice_sets_below(int dice) {
    static const int16_t below[MICE_DICE + 2] = {0, 1, 7, 28, 84, 210, 462, 924, MICE_SETS};
    return below[dice];
}

const uint32_t *mice_sets(void) {
    static _Thread_local uint32_t sets[MICE_SETS];
    if (!sets[1])
        for (int i = 0; i < MICE_SETS; i++)
            sets[i] = mice_unrank(i);
    return sets;
}

const mice_next_ranks *mice_next_rank(void) {
    static _Thread_local mice_next_ranks next[MICE_SETS];
    if (!next[0][MICE_FACES - 1])
        for (int rank = 0; rank < mice_sets_below(MICE_DICE); rank++)
            for (int v = 1; v <= MICE_FACES; v++)
                next[rank][v - 1] = (uint16_t)mice_rank(mice_sets()[rank] + mice_one(v));
    return next;
}

void mice_add_dice(int16_t *ranks, int n, uint32_t dice) {
    const mice_next_ranks *next = mice_next_rank();
    for (int v = 0; dice; v++, dice >>= 4)
        for (uint32_t count = dice & 15; count > 0; count--)
            for (int i = 0; i < n; i++)
                ranks[i] = (int16_t)next[ranks[i]][v];
}

/* One more die is rolled: the average over what it shows. What the cat takes leaves the set as it
 * is. `worth` is of so many dice less one; larger sets have larger ranks, and are not changed yet.
 */
static int32_t average(const int32_t worth[MICE_SETS], int rank, int cat, int32_t loss) {
    uint32_t dice = mice_sets()[rank];
    int32_t sum = 0;
    for (int v = 1; v <= MICE_FACES; v++)
        sum += v == cat ? worth[rank] - loss : worth[mice_rank(dice + mice_one(v))];
    return sum / MICE_FACES;
}

void mice_expect(int32_t worth[MICE_SETS], int dice, int cat, int32_t loss) {
    for (int rolled = 1; rolled <= dice; rolled++) {
        int from = cat ? 0 : mice_sets_below(dice - rolled);
        for (int rank = from; rank < mice_sets_below(dice - rolled + 1); rank++)
            worth[rank] = average(worth, rank, cat, loss);
    }
}

void mice_best_part(int32_t worth[MICE_SETS], int dice) {
    for (int rank = 1; rank < mice_sets_below(dice + 1); rank++) {
        uint32_t set = mice_sets()[rank];
        for (unsigned values = mice_values(set); values; values &= values - 1) {
            int32_t part = worth[mice_rank(set - mice_one(mice_lowest(values)))];
            worth[rank] = part > worth[rank] ? part : worth[rank];
        }
    }
}

bool mice_fills(const mice_stack *stack, uint64_t column, uint32_t dice) {
    int cell = mice_height(column);
    if (cell == stack->size)
        return true;
    for (unsigned values = mice_open(stack, column) & mice_values(dice); values;
         values &= values - 1) {
        int value = mice_lowest(values);
        if (mice_fills(stack, column | (uint64_t)value << 8 * cell, dice - mice_one(value)))
            return true;
    }
    return false;
}

/* What becomes of a column and the dice in hand if the cat has taken so many dice (M50, M51). */
static uint64_t after_cat(const mice_setup *setup, const mice_public *pub, int column, int taken,
                          uint32_t *dice) {
    int room = mice_cat_room(setup, pub);
    if (taken < room)
        return pub->column[column];
    *dice += (uint32_t)(taken - room) * mice_one(mice_cat_number(setup, pub));
    return 0;
}

static void judge_sets(const mice_setup *setup, const mice_public *pub, int column, int dice,
                       int32_t worth[MICE_SETS]) {
    int size = mice_cat_number(setup, pub) ? 0 : dice;
    for (int rank = mice_sets_below(size); rank < mice_sets_below(dice + 1); rank++) {
        uint32_t set = mice_sets()[rank];
        uint64_t now = after_cat(setup, pub, column, dice - mice_total(set), &set);
        worth[rank] = mice_fills(&setup->stacks[column], now, set) ? MICE_CERTAIN : 0;
    }
}

bool mice_contains(uint32_t dice, uint32_t part) {
    return (((dice | 0x888888) - part) & 0x888888) == 0x888888;
}

int32_t mice_completing_with(const mice_setup *setup, const mice_public *pub, int column,
                             uint32_t keep, int rolled) {
    int32_t worth[MICE_SETS];
    int dice = mice_total(keep) + rolled;
    judge_sets(setup, pub, column, dice, worth);
    mice_expect(worth, dice, mice_cat_number(setup, pub), 0);
    return worth[mice_rank(keep)];
}

int32_t mice_completing(const mice_setup *setup, const mice_public *pub, int column, int unrolled,
                        uint32_t *keep) {
    int32_t worth[MICE_SETS], best = -1;
    int hand = mice_total(pub->hand), dice = hand + unrolled;
    judge_sets(setup, pub, column, dice, worth);
    mice_expect(worth, dice, mice_cat_number(setup, pub), 0);
    for (int rank = 0; rank < mice_sets_below(hand + 1); rank++)
        if (worth[rank] > best && mice_contains(pub->hand, mice_sets()[rank])) {
            best = worth[rank];
            *keep = mice_sets()[rank];
        }
    return best;
}

int32_t mice_filling_next(const mice_setup *setup, const mice_public *pub, int column,
                          int unrolled) {
    mice_setup lower = *setup; /* a column that ends there */
    uint32_t keep;
    lower.stacks[column].size = (uint8_t)(mice_height(pub->column[column]) + 1);
    return mice_completing(&lower, pub, column, unrolled, &keep);
}

int32_t mice_showing(int dice, bool two) {
    int32_t other = MICE_CERTAIN, exactly_one = 0;
    for (int i = 0; i < dice; i++) {
        exactly_one = exactly_one / 6 * 5 + other / 6;
        other = other / 6 * 5;
    }
    return MICE_CERTAIN - other - (two ? exactly_one : 0);
}
