#include "ai/loot/features.h"

#include "core/bits.h"
#include "core/mem.h"

/* The layout changes with every change of what the features mean. */
const rz_net_shape loot_net_shape = {"loot", .layout = 1, .features = LOOT_FEATURES, .units = 64};

/* Adds a feature for each step up to `count`, so that the net can give each its own worth. */
static int add_steps(rz_inputs *in, int at, int count, int steps) {
    for (int i = 0; i < steps && i < count; i++)
        rz_inputs_add(in, at + i, 1);
    return at + steps;
}

static int add_one_of(rz_inputs *in, int at, int which, int of) {
    rz_inputs_add(in, at + (which < of ? which : of - 1), 1);
    return at + of;
}

static int add_amount(rz_inputs *in, int at, float amount) {
    if (amount != 0)
        rz_inputs_add(in, at, amount);
    return at + 1;
}

static int add_bits(rz_inputs *in, int at, unsigned bits, int width) {
    for (; bits; bits &= bits - 1)
        rz_inputs_add(in, at + __builtin_ctz(bits), 1);
    return at + width;
}

/* How a seat stands among the others on gangsters: the most and the fewest of the others. */
static int add_gangsters(rz_inputs *in, int at, const loot_public *p, int seats, int seat) {
    int own = p->estate[seat][LOOT_GANGSTER], high = 0, low = 16;
    for (int s = 0; s < seats; s++)
        if (s != seat) {
            int other = p->estate[s][LOOT_GANGSTER];
            high = other > high ? other : high;
            low = other < low ? other : low;
        }
    int ahead = own - high + 4, above = own - low + 2;
    at = add_one_of(in, at, ahead < 0 ? 0 : ahead, 9);
    at = add_one_of(in, at, above < 0 ? 0 : above, 6);
    return add_amount(in, at, (float)own / 4);
}

static int add_businesses(rz_inputs *in, int at, const uint8_t estate[]) {
    int kinds = 0;
    for (int i = 0; i < LOOT_BUSINESSES; i++) {
        kinds += estate[LOOT_CASINO + i] > 0;
        at = add_steps(in, at, estate[LOOT_CASINO + i], 4);
    }
    return add_steps(in, at, kinds, 7);
}

static int add_estate(rz_inputs *in, int at, const uint8_t estate[]) {
    int jewels = 0;
    for (int i = 0; i < LOOT_JEWELS; i++)
        jewels += estate[LOOT_RING + i] > 0;
    at = add_steps(in, at, jewels, 5);
    for (int i = 0; i < LOOT_JEWELS; i++)
        at = add_steps(in, at, estate[LOOT_RING + i], 1);
    at = add_amount(in, at, (float)estate[LOOT_CAR] / 4);
    at = add_amount(in, at, (float)estate[LOOT_DRIVER] / 4);
    at = add_steps(in, at, estate[LOOT_DRIVER], 1);
    at = add_amount(in, at, estate[LOOT_DRIVER] ? (float)estate[LOOT_CAR] / 4 : 0);
    at = add_steps(in, at, estate[LOOT_THIEF], 3);
    at = add_amount(in, at, estate[LOOT_GOLD]);
    return add_businesses(in, at, estate);
}

static void add_seat(rz_inputs *in, int at, const loot_public *p, int seats, int seat) {
    int best = -999;
    for (int s = 0; s < seats; s++)
        if (s != seat && p->score[s] > best)
            best = p->score[s];
    at = add_estate(in, at, p->estate[seat]);
    at = add_gangsters(in, at, p, seats, seat);
    at = add_amount(in, at, (float)(p->score[seat] - best) / 16);
    at = add_amount(in, at, (float)p->score[seat] / 32);
    at = add_bits(in, at, p->up[seat], LOOT_CHEQUES);
    at = add_bits(in, at, p->down[seat], LOOT_CHEQUES);
    at = add_steps(in, at, rz_bits_count(p->up[seat]), 4);
    at = add_amount(in, at, (float)loot_cheque_sum(p->up[seat] | p->down[seat]) / 16);
    RZ_ASSERT((at - LOOT_TABLE_FEATURES) % LOOT_SEAT_FEATURES == 0);
    (void)at;
}

static void add_table(rz_inputs *in, const rz_setup *setup, const loot_public *p) {
    int at = 0, counts[LOOT_KINDS] = {0};
    at = add_one_of(in, at, rz_seats(setup) - 2, 4);
    at = add_one_of(in, at, p->round - 1, 3);
    at = add_one_of(in, at, loot_raid(setup) - p->police - 1, 7);
    at = add_one_of(in, at, p->cheque - 1, LOOT_CHEQUES);
    for (int i = 0; i < LOOT_PLACES; i++)
        if (p->lot[i])
            counts[p->lot[i] - 1]++;
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        at = add_amount(in, at, (float)counts[kind]);
    at = add_steps(in, at, p->lot_size, 6);
    int left = loot_left(p);
    for (int card = 0; card < LOOT_CARDS; card++)
        at = add_amount(in, at, (float)p->unseen[card] * 8 / (float)(left ? left : 1));
    at = add_amount(in, at, (float)left / 32);
    /* How far the game has come. */
    at = add_amount(in, at, (float)(p->round - 1) + (float)p->police / (float)loot_raid(setup));
    RZ_ASSERT(at == LOOT_TABLE_FEATURES);
    (void)at;
}

void loot_features(const loot_setup *setup, const loot_public *p, rz_inputs *in) {
    int seats = setup->common.seats;
    in->n = 0;
    add_table(in, (const rz_setup *)(const void *)setup, p);
    for (int i = 0; i < seats; i++)
        add_seat(in, LOOT_TABLE_FEATURES + i * LOOT_SEAT_FEATURES, p, seats,
                 (p->active + i) % seats);
}
