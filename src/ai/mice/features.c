#include "ai/mice/features.h"

#include "ai/clock.h"
#include "ai/mice/worth.h"
#include "core/assert.h"
#include "core/bits.h"
#include "core/mem.h"

/* The layout changes with every change of what the features mean. */
const rz_net_shape mice_net_shape = {"mice", .layout = 1, .features = MICE_FEATURES, .units = 64};

bool mice_trained_board(const mice_setup *setup) {
    return memcmp(&setup->board, &mice_reconstructed_board, sizeof setup->board) == 0;
}

void mice_judge_init(mice_judge *judge, const mice_setup *setup, const rz_net *net) {
    judge->setup = setup;
    judge->net = mice_trained_board(setup) ? net : NULL;
    judge->judged = 0;
    judge->limit = NULL;
    judge->stopped = false;
    judge->whole = false;
    judge->memo = NULL;
    judge->asked = (1u << setup->common.seats) - 1;
    for (int c = 0; c < setup->size; c++)
        for (int height = 0; height <= setup->stacks[c].size; height++)
            for (int dice = 0; dice <= MICE_DICE; dice++) {
                uint64_t column = height ? (uint64_t)1 << 8 * (height - 1) : 0;
                judge->fill[c][height][dice] =
                    (float)mice_chance_to_fill(&setup->stacks[c], column, dice) / 1000;
            }
}

/* ---- Features -------------------------------------------------------------------------------- */

static int add_one_of(rz_inputs *in, int at, int which, int of) {
    rz_inputs_add(in, at + (which < of ? which : of - 1), 1);
    return at + of;
}

static int add_amount(rz_inputs *in, int at, float amount) {
    if (amount != 0)
        rz_inputs_add(in, at, amount);
    return at + 1;
}

/* Cells are counted as on the board, covered ones included. */
static void add_column(rz_inputs *in, int at, const mice_setup *setup, const mice_public *p, int c,
                       int me) {
    enum { NEUTRAL = MICE_SEATS, CANDY, NEXT };
    const mice_stack *stack = &setup->stacks[c];
    int seats = setup->common.seats, covered = setup->board.columns[c].size - stack->size;
    int cell = covered, height = mice_height(p->column[c]);
    for (uint64_t dice = p->column[c]; dice; dice >>= 8, cell++) {
        int die = (int)(dice & 0xff), owner = mice_die_owner(die);
        int of = at + cell * MICE_CELL_FEATURES;
        if (!die)
            continue;
        if (owner != MICE_NEUTRAL)
            owner = owner >= me ? owner - me : owner - me + seats;
        rz_inputs_add(in, of + owner, 1);
        if (mice_die_candy(die))
            rz_inputs_add(in, of + CANDY, 1);
    }
    rz_inputs_add(in, at + (covered + height) * MICE_CELL_FEATURES + NEXT, 1);
    at += MICE_NET_CELLS * MICE_CELL_FEATURES;
    if (stack->linked >> height & 1)
        rz_inputs_add(in, at + mice_die_value(mice_die_at(p->column[c], height - 1)) - 1, 1);
}

static void add_table(rz_inputs *in, const mice_setup *setup, const mice_public *p, int me) {
    int at = 0, seats = setup->common.seats;
    at = add_one_of(in, at, (p->active - me + seats) % seats, MICE_SEATS);
    at = add_one_of(in, at, setup->common.seats - 2, 4);
    at = add_one_of(in, at, p->row_size, 7);
    at = add_one_of(in, at, mice_cat_number(setup, p), 7);
    at = add_one_of(in, at, p->jar, 3);
    at = add_amount(in, at, (float)p->reserve / 2);
    at = add_amount(in, at, p->reserve > 0);
    at = add_amount(in, at, p->reserve > 2);
    RZ_ASSERT(at == 29);
    for (int c = 0; c < setup->size; c++)
        add_column(in, at + c * MICE_COLUMN_FEATURES, setup, p, c, me);
}

/* How far a seat is: what it has, and how many times it must still secure. */
static int add_food(rz_inputs *in, int at, const mice_setup *setup, const mice_public *p,
                    int seat) {
    int need = MICE_GOAL - p->safe[seat],
        exposed = p->exposed[seat] < 60 ? (int)p->exposed[seat] : 60;
    int best = 0;
    for (int s = 0; s < setup->common.seats; s++)
        if (s != seat && p->safe[s] > best)
            best = p->safe[s];
    at = add_one_of(in, at, need, MICE_GOAL + 1);
    at = add_one_of(in, at, exposed, 32);
    at = add_one_of(in, at, (need - 1) / 12, 3);
    at = add_amount(in, at, need <= 12 && exposed >= need);
    at = add_amount(in, at, (float)need / 16);
    at = add_amount(in, at, (float)exposed / 16);
    at = add_amount(in, at, (float)(exposed < need ? exposed : need) / 16);
    return add_amount(in, at, (float)(p->safe[seat] - best) / 16);
}

static void add_seat(rz_inputs *in, int at, const mice_judge *judge, const mice_public *p,
                     int seat) {
    int end = at + MICE_SEAT_FEATURES, taken = 0, dice = p->free[seat];
    for (int i = 0; i < p->row_size; i++)
        taken += mice_die_owner(p->row[i]) == seat;
    at = add_food(in, at, judge->setup, p, seat);
    at = add_one_of(in, at, dice, MICE_DICE + 1);
    at = add_amount(in, at, (float)p->candy[seat]);
    at = add_amount(in, at, (float)taken / 4);
    at = add_amount(in, at, (float)dice / 4);
    RZ_ASSERT(at + 3 + MICE_NET_COLUMNS <= end);
    for (int c = 0; c < judge->setup->size; c++)
        at = add_amount(in, at, judge->fill[c][mice_height(p->column[c])][dice]);
    (void)end;
}

void mice_features(const mice_judge *judge, const mice_public *p, int me, rz_inputs *in) {
    int seats = judge->setup->common.seats;
    in->n = 0;
    add_table(in, judge->setup, p, me);
    for (int i = 0; i < seats; i++)
        add_seat(in, MICE_TABLE_FEATURES + i * MICE_SEAT_FEATURES, judge, p, (me + i) % seats);
}

/* ---- Judgement ------------------------------------------------------------------------------- */

static mice_shares result(const mice_setup *setup, const mice_public *p) {
    rz_actors winners =
        mice_winners((const rz_setup *)(const void *)setup, (const rz_public *)(const void *)p);
    mice_shares shares = {{0}};
    for (int s = 0; s < setup->common.seats; s++)
        if (winners >> s & 1)
            shares.of[s] = 1.0f / (float)rz_bits_count(winners);
    return shares;
}

/* Rules of thumb count food; a win is about as much as this. */
static float guess(const mice_setup *setup, const mice_public *p, int seat) {
    const float win = 2 * MICE_WORTH_VICTORY;
    float share =
        1.0f / (float)setup->common.seats + (float)mice_position_worth(setup, p, seat) / win;
    return share < 0.001f ? 0.001f : share > 0.999f ? 0.999f : share;
}

static float forecast(const mice_judge *judge, const mice_public *p, int seat) {
    rz_inputs in;
    float out[RZ_NET_OUTPUTS];
    mice_features(judge, p, seat, &in);
    rz_net_shares(judge->net, &in, 2, out);
    return out[0];
}

/* Counts, and looks at the clock now and then. */
static void count(mice_judge *judge) {
    const mice_budget *limit = judge->limit;
    judge->judged++;
    if (limit && limit->nodes)
        judge->stopped |= judge->judged > limit->nodes;
    else if (limit && judge->judged % 32 == 0)
        judge->stopped |= rz_clock_ms() > limit->until;
}

/* The net is asked once for every seat, and its answers need not fit together. */
static void make_whole(mice_shares *shares, int seats) {
    float sum = 0;
    for (int s = 0; s < seats; s++)
        sum += shares->of[s];
    for (int s = 0; s < seats; s++)
        shares->of[s] = sum > 0 ? shares->of[s] / sum : 1.0f / (float)seats;
}

static mice_shares judge_asked(const mice_judge *judge, const mice_public *p) {
    mice_shares shares = {{0}};
    for (unsigned left = judge->asked; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        shares.of[seat] = judge->net ? forecast(judge, p, seat) : guess(judge->setup, p, seat);
    }
    return shares;
}

static uint64_t hash_of(const mice_public *p) {
    uint64_t words[sizeof *p / 8], hash = 1;
    memcpy(words, p, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash | 1; /* 0 is an empty place */
}

/* What the net says at the beginning of a turn is, on average, a little less than what the active
 * seat gets by choosing well, and it knows a win at hand only roughly. So the active seat's share
 * counts for more, by the number of players, and a part of its chance to win at once is taken as it
 * is. Measured with four players of master:1n alone: before, the active seat's share rose by 2.1
 * points in a turn on average (120 games), with this by -0.1 (40 of the same games). Three and five
 * players are given the same; for two nothing was measured. */
static void correct(mice_judge *judge, const mice_public *p, mice_shares *shares) {
    static const float edge[MICE_SEATS + 1] = {[2] = 1.0f, 1.09f, 1.09f, 1.09f};
    const float sure = 0.34f;
    int seats = judge->setup->common.seats, me = p->active;
    float win = sure * mice_winning_chance(&judge->memo->winning, judge->setup, p, me);
    shares->of[me] *= edge[seats];
    make_whole(shares, seats);
    for (int s = 0; s < seats; s++)
        shares->of[s] = (1 - win) * shares->of[s] + (s == me ? win : 0);
}

static mice_shares judge_whole(mice_judge *judge, const mice_public *p) {
    uint64_t key = hash_of(p), at = key >> 32 & (MICE_MEMO - 1);
    if (judge->memo->key[at] == key)
        return judge->memo->shares[at];
    mice_shares shares = judge_asked(judge, p);
    make_whole(&shares, judge->setup->common.seats);
    if (judge->net)
        correct(judge, p, &shares);
    judge->memo->key[at] = key;
    judge->memo->shares[at] = shares;
    return shares;
}

mice_shares mice_judge_position(mice_judge *judge, const mice_public *p) {
    if (judge->stopped)
        return (mice_shares){{0}};
    count(judge);
    if (p->phase == MICE_OVER)
        return result(judge->setup, p);
    return judge->whole ? judge_whole(judge, p) : judge_asked(judge, p);
}
