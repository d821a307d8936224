#include "ai/loot/odds.h"

static int sum_of(const int16_t points[LOOT_CATEGORIES]) {
    int sum = 0;
    for (int c = 0; c < LOOT_CATEGORIES; c++)
        sum += points[c];
    return sum;
}

int loot_effect(const loot_setup *setup, const loot_public *pub, const uint8_t lot[LOOT_PLACES],
                int taker, int seat, bool last) {
    int16_t before[LOOT_SEATS][LOOT_CATEGORIES], after[LOOT_SEATS][LOOT_CATEGORIES];
    loot_public with = *pub;
    for (int i = 0; i < LOOT_PLACES; i++)
        if (lot[i])
            with.estate[taker][lot[i] - 1]++;
    loot_points(setup, pub, last, before);
    loot_points(setup, &with, last, after);
    return sum_of(after[seat]) - sum_of(before[seat]);
}

int loot_worth(const loot_setup *setup, const loot_public *pub, const uint8_t lot[LOOT_PLACES],
               int seat, bool last) {
    return loot_effect(setup, pub, lot, seat, seat, last);
}
