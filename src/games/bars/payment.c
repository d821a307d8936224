/* bars: what can be paid with whole cards (B42), and what is paid (B43).
 *
 * Sums are handed out value by value, from the highest down: at each value every payee in turn
 * gets some number of those cards, and then the smaller values must pay the rest. Two tables over
 * the smaller values prune the search: a sum that they can not make at all, and the least of the
 * proposer's own money that the total still costs. Where there is one payee they prune exactly, so
 * nothing is ever tried twice. A search that is long all the same begins to remember what has
 * failed.
 */
#include "core/mem.h"
#include "games/bars/rules.h"

/* Where files are put together before they are optimised, the rest of the rules would have to carry
 * what a search needs. */
#define APART __attribute__((noinline))

enum {
    IMPOSSIBLE = 0x7fff,
    PATIENCE = 256, /* tries before a search begins to remember */
    MEMORY = 1024   /* failures remembered; a power of two */
};

/* These rests could not be paid from value v down with so much of the own money. */
typedef struct failure {
    uint64_t rests;
    uint32_t solve; /* in which solve() that was */
    int16_t budget;
    uint8_t v;
    uint8_t unused;
} failure;

typedef struct search {
    int n;                       /* payees */
    int rest[BARS_PAYEES];       /* what each must still get */
    int bar[BARS_VALUES];        /* cards that cost nothing … */
    int all[BARS_VALUES];        /* … and all cards, those that cost their worth included */
    int number[BARS_VALUES + 1]; /* cards from each value down */
    int odd[BARS_VALUES + 1];    /* those of odd worth */
    int given[BARS_PAYEES][BARS_VALUES]; /* the solution, when one is found */
    int least[BARS_PAYEES][BARS_VALUES]; /* bounds on it */
    int most[BARS_PAYEES][BARS_VALUES];
    const int16_t *cost[BARS_VALUES + 1]; /* by total: the least cost from each value down */
    int16_t rows[BARS_VALUES + 1][BARS_UNITS];
    bool alike;     /* the payees have no bounds of their own */
    uint32_t tries; /* in this solve() */
    uint32_t solves;
    bool remembers; /* `failures` has been cleared */
    failure failures[MEMORY];
} search;

static int least_int(int a, int b) {
    return a < b ? a : b;
}

/* What `number` cards of value v cost. */
static int price(const search *q, int v, int number) {
    return number > q->bar[v] ? (number - q->bar[v]) * bars_units[v] : 0;
}

static void add_value(search *q, int v, int total) {
    int unit = bars_units[v];
    const int16_t *smaller = q->cost[v + 1];
    q->number[v] = q->number[v + 1] + q->all[v];
    q->odd[v] = q->odd[v + 1] + (unit % 2 ? q->all[v] : 0);
    q->cost[v] = smaller;
    if (q->all[v] == 0 || unit > total)
        return;
    int16_t *row = q->rows[v];
    for (int sum = 0; sum <= total; sum++) {
        int best = smaller[sum];
        for (int k = 1; k <= q->all[v] && k * unit <= sum; k++)
            best = least_int(best, smaller[sum - k * unit] + price(q, v, k));
        row[sum] = (int16_t)least_int(best, IMPOSSIBLE);
    }
    q->cost[v] = row;
}

/* For n payees who get no more than `total` together. */
static void set_up(search *q, const uint8_t bar[], const uint8_t own[], int n, int total) {
    q->n = n;
    q->alike = true;
    q->remembers = false;
    q->solves = 0;
    for (int v = 0; v < BARS_VALUES; v++) {
        q->bar[v] = bar[v];
        q->all[v] = bar[v] + (own ? own[v] : 0);
        for (int i = 0; i < n; i++) {
            q->least[i][v] = 0;
            q->most[i][v] = q->all[v];
        }
    }
    q->number[BARS_VALUES] = q->odd[BARS_VALUES] = 0;
    q->cost[BARS_VALUES] = q->rows[BARS_VALUES];
    for (int sum = 0; sum <= total; sum++)
        q->rows[BARS_VALUES][sum] = sum == 0 ? 0 : IMPOSSIBLE;
    for (int v = BARS_VALUES - 1; v >= 0; v--)
        add_value(q, v, total);
}

static int add_up(const uint16_t sums[], int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += sums[i];
    return total;
}

/* All rests in one word, upwards where it does not matter whose they are. */
static uint64_t pack_rests(const search *q) {
    int rests[BARS_PAYEES];
    uint64_t packed = 0;
    for (int i = 0; i < q->n; i++) {
        int at = i;
        for (; q->alike && at > 0 && rests[at - 1] > q->rest[i]; at--)
            rests[at] = rests[at - 1];
        rests[at] = q->rest[i];
    }
    for (int i = 0; i < q->n; i++)
        packed = packed << 9 | (unsigned)rests[i];
    return packed;
}

static failure *recall(search *q, uint64_t rests, int v) {
    if (!q->remembers)
        memset(q->failures, 0, sizeof q->failures);
    q->remembers = true;
    uint64_t mixed = (rests + (unsigned)v) * 0x9e3779b97f4a7c15u;
    return &q->failures[mixed >> 32 & (MEMORY - 1)];
}

static bool hand_out(search *q, int v, int payee, int used, int budget);

/* As hand_out, but what has failed before is not tried again. */
static bool hand_out_cached(search *q, int v, int budget) {
    uint64_t rests = pack_rests(q);
    failure *known = recall(q, rests, v);
    if (known->solve == q->solves && known->rests == rests && known->v == v &&
        known->budget >= budget)
        return false;
    if (hand_out(q, v, 0, 0, budget))
        return true;
    *known = (failure){rests, q->solves, (int16_t)budget, (uint8_t)v, 0};
    return false;
}

/* Whether the values from v down could pay those rests that are below `limit`: it costs at least
 * what the total does, and at least what they do if each had all cards for itself; and everybody
 * needs a card, an odd one for an odd rest. */
static bool could_pay(const search *q, int v, int limit, int budget) {
    int total = 0, odd = 0, apart = 0, payees = 0;
    for (int i = 0; i < q->n; i++)
        if (q->rest[i] < limit) {
            total += q->rest[i];
            odd += q->rest[i] % 2;
            payees += q->rest[i] > 0;
            apart += q->cost[v][q->rest[i]];
        }
    return q->cost[v][total] <= budget && apart <= budget && odd <= q->odd[v] &&
           payees <= q->number[v];
}

static bool pay_from(search *q, int v, int budget) {
    if (!could_pay(q, v, BARS_UNITS, budget))
        return false;
    if (v == BARS_VALUES)
        return true;
    for (int lower = v + 1; lower < BARS_VALUES && q->n > 1; lower++) /* who needs small cards */
        if (!could_pay(q, lower, bars_units[lower - 1], budget))
            return false;
    return q->tries++ < PATIENCE ? hand_out(q, v, 0, 0, budget) : hand_out_cached(q, v, budget);
}

static bool hand_out(search *q, int v, int payee, int used, int budget) {
    if (payee == q->n) {
        int spent = price(q, v, used);
        return spent <= budget && pay_from(q, v + 1, budget - spent);
    }
    int unit = bars_units[v], rest = q->rest[payee];
    int most = least_int(least_int(q->most[payee][v], q->all[v] - used), rest / unit);
    for (int k = most; k >= q->least[payee][v]; k--) {
        q->rest[payee] = rest - k * unit;
        q->given[payee][v] = k;
        if (hand_out(q, v, payee + 1, used + k, budget))
            return true;
    }
    q->rest[payee] = rest;
    return false;
}

static bool solve(search *q, const uint16_t sums[], int budget) {
    q->tries = 0;
    q->solves++;
    for (int i = 0; i < q->n; i++)
        q->rest[i] = sums[i];
    return pay_from(q, 0, budget);
}

/* ---- B42 ------------------------------------------------------------------------------------- */

/* Sums of nothing need no cards. */
static int without_zeros(const uint16_t sums[], int n, uint16_t out[]) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (sums[i] > 0)
            out[kept++] = sums[i];
    return kept;
}

static void add_shifted(uint64_t bits[], int words, int by) {
    int far = by / 64, near = by % 64;
    for (int w = words - 1; w >= far; w--) {
        uint64_t moved = bits[w - far] << near;
        if (near > 0 && w > far)
            moved |= bits[w - far - 1] >> (64 - near);
        bits[w] |= moved;
    }
}

/* All sums that some of the cards make, up to 64·words − 1: doubling the number of cards added at
 * once, with what is left over at the end. */
static void add_sums(const uint8_t cards[], int words, uint64_t out[]) {
    uint64_t bits[BARS_SUM_WORDS] = {1};
    for (int v = 0; v < BARS_VALUES; v++)
        for (int left = cards[v], step = 1; left > 0; left -= step, step *= 2) {
            step = least_int(step, left);
            add_shifted(bits, words, step * bars_units[v]);
        }
    for (int w = 0; w < words; w++)
        out[w] |= bits[w];
}

/* Whatever the cards make that the search did not hand out to the first n payees. */
static void add_remainder(const search *q, int n, int words, uint64_t out[]) {
    uint8_t cards[BARS_VALUES];
    for (int v = 0; v < BARS_VALUES; v++) {
        int left = q->all[v];
        for (int i = 0; i < n; i++)
            left -= q->given[i][v];
        cards[v] = (uint8_t)left;
    }
    add_sums(cards, words, out);
}

static bool has(const uint64_t bits[], int at) {
    return bits[at / 64] >> at % 64 & 1;
}

APART bool bars_payable(const uint8_t cards[BARS_VALUES], const uint16_t sums[], int n) {
    uint16_t wanted[BARS_PAYEES];
    uint64_t could[BARS_SUM_WORDS] = {0};
    search q;
    n = without_zeros(sums, n, wanted);
    if (n == 0)
        return true;
    if (n == 1) {
        add_sums(cards, wanted[0] / 64 + 1, could);
        return has(could, wanted[0]);
    }
    set_up(&q, cards, NULL, n, add_up(wanted, n));
    return solve(&q, wanted, 0);
}

/* One way to pay the given sums shows a whole set of further ones. Those it does not show are
 * tried one by one; each success is another such way. */
static void add_besides(const uint8_t cards[], uint16_t wanted[], int n, int most, uint64_t out[]) {
    uint64_t could[BARS_SUM_WORDS] = {0};
    int words = most / 64 + 1;
    search q;
    add_sums(cards, words, could);
    set_up(&q, cards, NULL, n + 1, add_up(wanted, n) + most);
    for (int sum = 0; sum <= most; sum++) {
        if (has(out, sum) || !has(could, sum))
            continue;
        wanted[n] = (uint16_t)sum;
        if (solve(&q, wanted, 0))
            add_remainder(&q, n, words, out);
    }
}

APART void bars_payable_besides(const uint8_t cards[BARS_VALUES], const uint16_t sums[], int n,
                                int most, uint64_t out[BARS_SUM_WORDS]) {
    uint16_t wanted[BARS_PAYEES];
    memset(out, 0, BARS_SUM_WORDS * sizeof *out);
    n = without_zeros(sums, n, wanted);
    if (n == 0)
        add_sums(cards, most / 64 + 1, out);
    else
        add_besides(cards, wanted, n, most, out);
    out[most / 64] &= UINT64_MAX >> (63 - most % 64);
}

/* ---- B43 ------------------------------------------------------------------------------------- */

static void keep(const search *q, int best[][BARS_VALUES]) {
    memcpy(best, q->given, sizeof q->given[0] * (size_t)q->n);
}

/* Gives payee i as many cards of value v as any solution allows that gives the payees before, and
 * this one of higher values, what they have in `best`; a solution is at hand. */
static void raise(search *q, const uint16_t sums[], int budget, int i, int v,
                  int best[][BARS_VALUES]) {
    int most = q->all[v], left = sums[i];
    for (int payee = 0; payee < i; payee++)
        most -= best[payee][v];
    for (int higher = 0; higher < v; higher++)
        left -= best[i][higher] * bars_units[higher];
    most = least_int(most, left / bars_units[v]);
    q->alike = false;
    for (int k = most; k > best[i][v]; k--) {
        q->least[i][v] = q->most[i][v] = k;
        if (solve(q, sums, budget))
            keep(q, best);
    }
    q->least[i][v] = q->most[i][v] = best[i][v];
}

APART void bars_pay(const uint8_t bar[BARS_VALUES], const uint8_t own[BARS_VALUES],
                    const uint16_t sums[], int n, uint8_t paid[][BARS_VALUES]) {
    search q;
    int best[BARS_PAYEES][BARS_VALUES] = {{0}};
    int total = add_up(sums, n);
    set_up(&q, bar, own, n, total);
    int budget = q.cost[0][total];
    while (!solve(&q, sums, budget))
        budget++; /* by 1 at a time: where it matters, few are left to try */
    keep(&q, best);
    for (int i = 0; i < n && n > 1; i++)
        for (int v = 0; v < BARS_VALUES; v++)
            raise(&q, sums, budget, i, v, best);
    for (int i = 0; i < n; i++)
        for (int v = 0; v < BARS_VALUES; v++)
            paid[i][v] = (uint8_t)best[i][v];
}
