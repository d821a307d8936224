#include "ai/loot/features.h"

#include "core/assert.h"
#include "core/bits.h"

/* The layout changes with every change of what the features mean. */
const rz_net_shape loot_net_shape = {"loot", .layout = 2, .features = LOOT_FEATURES, .units = 64};

/* Whether a feature is on is as good as random: it is written in any case, and counts if it is. */
static inline int add_if(rz_inputs *in, int at, bool on, float value) {
    in->index[in->n] = (uint16_t)at;
    in->value[in->n] = value;
    in->n += on;
    return at + 1;
}

static inline int add_amount(rz_inputs *in, int at, float amount) {
    return add_if(in, at, amount != 0, amount);
}

/* One of `of` features, the last for all that is more; none for what is less than 0. */
static inline int add_one_of(rz_inputs *in, int at, int which, int of) {
    add_if(in, at + (which < of ? which : of - 1), which >= 0, 1);
    return at + of;
}

static inline int add_bits(rz_inputs *in, int at, unsigned bits, int width) {
    for (; bits; bits &= bits - 1)
        rz_inputs_add(in, at + __builtin_ctz(bits), 1);
    return at + width;
}

/* ---- What the seats are compared by ---------------------------------------------------------- */

static void rank_seats(loot_ranking *r, int seats) {
    r->high = r->next = -999;
    r->low = r->next_low = 999;
    for (int s = 0; s < seats; s++) {
        int amount = r->of[s];
        r->next = amount > r->high ? r->high : amount > r->next ? amount : r->next;
        r->high = amount > r->high ? amount : r->high;
        r->next_low = amount < r->low ? r->low : amount < r->next_low ? amount : r->next_low;
        r->low = amount < r->low ? amount : r->low;
    }
}

/* How far a seat is before the best of the others, and before the last of them. */
static int lead(const loot_ranking *r, int seat) {
    return r->of[seat] - (r->of[seat] == r->high ? r->next : r->high);
}

static int distance(const loot_ranking *r, int seat) {
    return r->of[seat] - (r->of[seat] == r->low ? r->next_low : r->low);
}

static int own_points(const int16_t of[LOOT_CATEGORIES]) {
    return of[LOOT_FOR_THIEVES] + of[LOOT_FOR_CARS] + of[LOOT_FOR_JEWELS] + of[LOOT_FOR_GOLD];
}

void loot_standings_init(loot_standings *t, const loot_setup *setup, const loot_public *p) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    int seats = setup->common.seats;
    loot_points(setup, p, true, points);
    t->up = 0;
    for (int s = 0; s < seats; s++) {
        const int16_t *of = points[s];
        int own = own_points(of);
        t->points[s] = own + of[LOOT_FOR_GANGSTERS];
        t->worth[s] = own + of[LOOT_FOR_BUSINESSES];
        t->now.of[s] = p->score[s] + t->points[s];
        t->end.of[s] = t->now.of[s] + of[LOOT_FOR_BUSINESSES] + of[LOOT_FOR_CHEQUES];
        t->gangsters.of[s] = p->estate[s][LOOT_GANGSTER];
        t->sums.of[s] = loot_cheque_sum(p->up[s] | p->down[s]);
        t->up |= p->up[s];
    }
    rank_seats(&t->now, seats);
    rank_seats(&t->end, seats);
    rank_seats(&t->gangsters, seats);
    rank_seats(&t->sums, seats);
}

/* ---- A seat ---------------------------------------------------------------------------------- */

static int add_estate(rz_inputs *in, int at, const uint8_t estate[]) {
    int jewels = 0, kinds = 0;
    for (int i = 0; i < LOOT_JEWELS; i++) {
        jewels += estate[LOOT_RING + i] > 0;
        at = add_if(in, at, estate[LOOT_RING + i] > 0, 1);
    }
    at = add_one_of(in, at, jewels, LOOT_JEWELS + 1);
    at = add_amount(in, at, (float)estate[LOOT_CAR] / 4);
    at = add_amount(in, at, (float)estate[LOOT_DRIVER] / 4);
    at = add_if(in, at, estate[LOOT_DRIVER] > 0, (float)estate[LOOT_CAR] / 4);
    at = add_one_of(in, at, estate[LOOT_THIEF] - 1, 3);
    at = add_amount(in, at, estate[LOOT_GOLD]);
    for (int i = 0; i < LOOT_BUSINESSES; i++) {
        kinds += estate[LOOT_CASINO + i] > 0;
        at = add_one_of(in, at, estate[LOOT_CASINO + i] - 1, 4);
    }
    return add_one_of(in, at, kinds - 1, LOOT_BUSINESSES);
}

static int add_cheques(rz_inputs *in, int at, const loot_standings *t, const loot_public *p,
                       int seat) {
    unsigned up = p->up[seat];
    at = add_bits(in, at, up, LOOT_CHEQUES);
    at = add_bits(in, at, p->down[seat], LOOT_CHEQUES);
    at = add_one_of(in, at, rz_bits_count(up), 5);
    /* Which of all that are face up: the highest, the next, … */
    for (unsigned rest = up; rest; rest &= rest - 1)
        add_one_of(in, at, rz_bits_count(t->up >> __builtin_ctz(rest)) - 1, 12);
    at = add_amount(in, at + 12, (float)t->sums.of[seat] / 16);
    at = add_amount(in, at, (float)lead(&t->sums, seat) / 8);
    return add_amount(in, at, (float)distance(&t->sums, seat) / 8);
}

static int add_standing(rz_inputs *in, int at, const loot_standings *t, const loot_public *p,
                        int seat) {
    const int bounded = 15, step = 2 * bounded + 1;
    bool last = p->round == 3;
    int margin = lead(&t->end, seat) / (last ? 1 : 2) + bounded;
    add_one_of(in, at + last * step, margin < 0 ? 0 : margin, step);
    at = add_amount(in, at + 2 * step, (float)lead(&t->now, seat) / 16);
    at = add_amount(in, at, (float)lead(&t->end, seat) / 16);
    at = add_amount(in, at, (float)distance(&t->end, seat) / 16);
    at = add_amount(in, at, (float)t->points[seat] / 16);
    at = add_amount(in, at, (float)p->score[seat] / 32);
    int most = lead(&t->gangsters, seat) + 4, fewest = distance(&t->gangsters, seat) + 2;
    at = add_one_of(in, at, most < 0 ? 0 : most, 9);
    at = add_one_of(in, at, fewest < 0 ? 0 : fewest, 6);
    return add_amount(in, at, (float)t->gangsters.of[seat] / 4);
}

/* What an estate and more would bring by itself, businesses included. */
static int worth(const uint8_t estate[], const uint8_t more[]) {
    uint8_t all[LOOT_KINDS];
    int16_t of[LOOT_CATEGORIES];
    for (int i = 0; i < LOOT_KINDS; i++)
        all[i] = (uint8_t)(estate[i] + more[i]);
    loot_estate_points(all, true, of);
    return own_points(of) + of[LOOT_FOR_BUSINESSES];
}

/* What the loot on the table would bring a seat. */
static void add_gain(rz_inputs *in, int at, const loot_standings *t, const loot_public *p,
                     const uint8_t lot[], int seat) {
    int gangsters = lot[LOOT_GANGSTER], ahead = lead(&t->gangsters, seat);
    at = add_amount(in, at, (float)(worth(p->estate[seat], lot) - t->worth[seat]) / 8);
    at = add_if(in, at, (ahead < 0) & (ahead + gangsters >= 0), 1);
    add_if(in, at, (gangsters > 0) & (distance(&t->gangsters, seat) <= 0), 1);
}

/* ---- All together ---------------------------------------------------------------------------- */

enum {
    FRAME = 4 + 3 * 7 + LOOT_CHEQUES, /* first the frame of the game, … */
    LOT = LOOT_KINDS + LOOT_PLACES,   /* … the loot on the table, … */
    PILES = 9,                        /* … what is still in the piles; … */
    SEAT = FRAME + LOT + PILES,       /* … then for each seat … */
    GAIN = LOOT_SEAT_FEATURES - 3     /* … itself, and what it would gain. */
};
_Static_assert((int)SEAT == (int)LOOT_TABLE_FEATURES, "the table comes first");

void loot_steady_features(const loot_setup *setup, const loot_public *p, const loot_standings *t,
                          rz_inputs *in) {
    int seats = setup->common.seats;
    int police_left = loot_raid((const rz_setup *)(const void *)setup) - p->police;
    int at = add_one_of(in, 0, seats - 2, 4);
    at = add_one_of(in, at, 7 * (p->round - 1) + police_left - 1, 3 * 7);
    at = add_one_of(in, at, p->cheque - 1, LOOT_CHEQUES);
    RZ_ASSERT(at == FRAME);
    for (int i = 0; i < seats; i++) {
        int seat = (p->active + i) % seats;
        at = add_estate(in, SEAT + i * LOOT_SEAT_FEATURES, p->estate[seat]);
        at = add_cheques(in, at, t, p, seat);
        at = add_standing(in, at, t, p, seat);
        RZ_ASSERT(at == SEAT + i * LOOT_SEAT_FEATURES + GAIN);
    }
    (void)at;
}

static int sum_of(const uint8_t *counts, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

static void add_piles(rz_inputs *in, const loot_public *p, int police_left) {
    int at = FRAME + LOT, left = loot_left(p) ? loot_left(p) : 1, police = p->unseen[LOOT_POLICE];
    float share = 8 / (float)left;
    at = add_amount(in, at, share * (float)sum_of(p->unseen + LOOT_RING, LOOT_JEWELS));
    for (int card = LOOT_GANGSTER; card <= LOOT_GOLD; card++)
        at = add_amount(in, at, share * p->unseen[card]);
    at = add_amount(in, at, share * (float)sum_of(p->unseen + LOOT_CASINO, LOOT_BUSINESSES));
    at = add_amount(in, at, share * (float)police);
    /* How many more cards this round will about have. */
    at = add_amount(in, at, (float)(police_left * left) / (float)(16 + 16 * police));
    RZ_ASSERT(at == SEAT);
    (void)at;
}

void loot_loose_features(const loot_setup *setup, const loot_public *p, const loot_standings *t,
                         rz_inputs *in) {
    int at = FRAME, seats = setup->common.seats;
    uint8_t lot[LOOT_KINDS] = {0};
    for (int i = 0; i < LOOT_PLACES; i++)
        if (p->lot[i])
            lot[p->lot[i] - 1]++;
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        at = add_amount(in, at, lot[kind]);
    add_one_of(in, at, p->lot_size, LOOT_PLACES);
    add_piles(in, p, loot_raid((const rz_setup *)(const void *)setup) - p->police);
    for (int i = 0; p->lot_size > 0 && i < seats; i++)
        add_gain(in, SEAT + i * LOOT_SEAT_FEATURES + GAIN, t, p, lot, (p->active + i) % seats);
}

void loot_features(const loot_setup *setup, const loot_public *p, rz_inputs *in) {
    loot_standings look;
    loot_standings_init(&look, setup, p);
    in->n = 0;
    loot_steady_features(setup, p, &look, in);
    loot_loose_features(setup, p, &look, in);
}
