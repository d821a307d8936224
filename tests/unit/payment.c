/* What can be paid and what is paid (B42, B43), against trying every way there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "games/bars/rules.h"

typedef struct way {
    bool found;
    int own; /* value of the proposer's own cards spent */
    int given[BARS_PAYEES][BARS_VALUES];
} way;

static int bar_cards[BARS_VALUES], all_cards[BARS_VALUES];
static uint16_t sums[BARS_PAYEES];
static int payees;
static way now, best;

static bool is_better(void) {
    if (!best.found || now.own != best.own)
        return !best.found || now.own < best.own;
    for (int i = 0; i < payees; i++)
        for (int v = 0; v < BARS_VALUES; v++)
            if (now.given[i][v] != best.given[i][v])
                return now.given[i][v] > best.given[i][v];
    return false;
}

static void weigh(void) {
    now.own = 0;
    for (int v = 0; v < BARS_VALUES; v++) {
        int used = 0;
        for (int i = 0; i < payees; i++)
            used += now.given[i][v];
        if (used > bar_cards[v])
            now.own += (used - bar_cards[v]) * bars_units[v];
    }
    now.found = true;
    if (is_better())
        best = now;
}

/* Every way, one payee after the other, without any cleverness. */
static void exhaust(int payee, int v, int rest) {
    if (payee == payees) {
        weigh();
    } else if (v == BARS_VALUES) {
        if (rest == 0)
            exhaust(payee + 1, 0, payee + 1 < payees ? sums[payee + 1] : 0);
    } else {
        for (int k = 0; k * bars_units[v] <= rest && k <= all_cards[v]; k++) {
            all_cards[v] -= k;
            now.given[payee][v] = k;
            exhaust(payee, v + 1, rest - k * bars_units[v]);
            all_cards[v] += k;
        }
        now.given[payee][v] = 0;
    }
}

static void fail(const char *what, const uint8_t bar[], const uint8_t own[]) {
    fprintf(stderr, "%s\nbar", what);
    for (int v = 0; v < BARS_VALUES; v++)
        fprintf(stderr, " %d", bar[v]);
    fprintf(stderr, "\nown");
    for (int v = 0; v < BARS_VALUES; v++)
        fprintf(stderr, " %d", own[v]);
    fprintf(stderr, "\nsums");
    for (int i = 0; i < payees; i++)
        fprintf(stderr, " %d", sums[i]);
    fprintf(stderr, "\n");
    exit(1);
}

static void check_payment(const uint8_t bar[], const uint8_t own[]) {
    uint8_t cards[BARS_VALUES], paid[BARS_PAYEES][BARS_VALUES];
    memset(&now, 0, sizeof now);
    memset(&best, 0, sizeof best);
    for (int v = 0; v < BARS_VALUES; v++) {
        bar_cards[v] = bar[v];
        all_cards[v] = cards[v] = (uint8_t)(bar[v] + own[v]);
    }
    exhaust(0, 0, sums[0]);
    if (bars_payable(cards, sums, payees) != best.found)
        fail("payable or not?", bar, own);
    if (!best.found)
        return;
    bars_pay(bar, own, sums, payees, paid);
    for (int i = 0; i < payees; i++)
        for (int v = 0; v < BARS_VALUES; v++)
            if (paid[i][v] != best.given[i][v])
                fail("another payment is better", bar, own);
}

/* The further sums that are listed are exactly those that can be paid besides. */
static void check_besides(const uint8_t cards[], int most) {
    uint64_t bits[BARS_SUM_WORDS];
    if (payees == BARS_PAYEES || !bars_payable(cards, sums, payees))
        return;
    bars_payable_besides(cards, sums, payees, most, bits);
    for (int sum = 0; sum < 64 * BARS_SUM_WORDS; sum++) {
        uint16_t more[BARS_PAYEES];
        memcpy(more, sums, sizeof more);
        more[payees] = (uint16_t)sum;
        bool listed = bits[sum / 64] >> sum % 64 & 1;
        if (listed != (sum <= most && bars_payable(cards, more, payees + 1)))
            fail("a sum is listed that can not be paid, or the other way round", cards, cards);
    }
}

static void random_cards(rz_rng *rng, int n, uint8_t out[]) {
    memset(out, 0, BARS_VALUES);
    uint32_t kinds = 1 + rz_rng_below(rng, 255);
    while (n > 0) {
        uint32_t v = rz_rng_below(rng, BARS_VALUES);
        if (kinds >> v & 1) {
            out[v]++;
            n--;
        }
    }
}

/* Sums that some of the cards make, or nearly. */
static void random_sums(rz_rng *rng, const uint8_t cards[], int n) {
    uint8_t left[BARS_VALUES];
    memcpy(left, cards, sizeof left);
    payees = n;
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int tries = (int)rz_rng_below(rng, 6); tries > 0; tries--) {
            uint32_t v = rz_rng_below(rng, BARS_VALUES);
            if (left[v] > 0) {
                left[v]--;
                sums[i] = (uint16_t)(sums[i] + bars_units[v]);
            }
        }
        if (rz_rng_below(rng, 8) == 0)
            sums[i] = (uint16_t)(sums[i] + rz_rng_below(rng, 3));
    }
}

/* Big piles and seven payees: too many ways to try them all, but a way that was made by dealing
 * out cards exists, and no payment may cost more than it or hand out a card twice. */
static void check_big(rz_rng *rng) {
    uint8_t bar[BARS_VALUES], own[BARS_VALUES], cards[BARS_VALUES];
    uint8_t paid[BARS_PAYEES][BARS_VALUES];
    random_cards(rng, 24, bar);
    random_cards(rng, 40, own);
    for (int v = 0; v < BARS_VALUES; v++)
        cards[v] = (uint8_t)(bar[v] + own[v]);
    uint8_t left[BARS_VALUES];
    memcpy(left, bar, sizeof left);
    payees = BARS_PAYEES;
    for (int i = 0; i < payees; i++)
        sums[i] = 0;
    for (int n = 0; n < 24; n++)
        for (uint32_t v = rz_rng_below(rng, BARS_VALUES), i = rz_rng_below(rng, BARS_PAYEES);
             left[v] > 0; left[v]--)
            sums[i] = (uint16_t)(sums[i] + bars_units[v]);
    if (!bars_payable(cards, sums, payees))
        fail("a way to pay exists", bar, own);
    bars_pay(bar, own, sums, payees, paid);
    for (int v = 0; v < BARS_VALUES; v++) {
        int used = 0;
        for (int i = 0; i < payees; i++)
            used += paid[i][v];
        if (used > bar[v])
            fail("the bar's cards would have done", bar, own);
    }
    for (int i = 0; i < payees; i++)
        if (bars_worth(paid[i]) != sums[i])
            fail("paid too much or too little", bar, own);
}

/* The sums of some of the cards, one card after the other, are just those that are listed. */
static void check_sums(const uint8_t cards[], int most) {
    bool made[BARS_UNITS] = {true};
    uint64_t bits[BARS_SUM_WORDS];
    for (int v = 0; v < BARS_VALUES; v++)
        for (int n = 0; n < cards[v]; n++)
            for (int sum = BARS_UNITS - 1; sum >= bars_units[v]; sum--)
                made[sum] |= made[sum - bars_units[v]];
    payees = 0;
    bars_payable_besides(cards, sums, 0, most, bits);
    for (int sum = 0; sum < BARS_UNITS; sum++)
        if ((bits[sum / 64] >> sum % 64 & 1) != (sum <= most && made[sum]))
            fail("a sum of some cards", cards, cards);
}

/* ---- Many payees, few kinds of cards --------------------------------------------------------- */

enum { LEFTS = 1 << 12 };
static bool tried[BARS_PAYEES][LEFTS]; /* by what is left, as a number */

static bool can_pay_from(int payee, const uint8_t cards[]);

static bool can_pay_one(int payee, const uint8_t cards[], int v, int rest) {
    if (v == BARS_VALUES)
        return rest == 0 && can_pay_from(payee + 1, cards);
    bool found = false;
    for (int k = 0; !found && k <= all_cards[v] && k * bars_units[v] <= rest; k++) {
        all_cards[v] -= k;
        found = can_pay_one(payee, cards, v + 1, rest - k * bars_units[v]);
        all_cards[v] += k;
    }
    return found;
}

/* One payee after the other, each in every way; what was left once in vain is not tried again. */
static bool can_pay_from(int payee, const uint8_t cards[]) {
    int left = 0;
    if (payee == payees)
        return true;
    for (int v = 0; v < BARS_VALUES; v++)
        left = left * (cards[v] + 1) + all_cards[v];
    if (tried[payee][left])
        return false;
    tried[payee][left] = true;
    return can_pay_one(payee, cards, 0, sums[payee]);
}

/* Cards are dealt out to seven payees, and then some wish for a little more or less. */
static void check_many(rz_rng *rng) {
    uint8_t cards[BARS_VALUES] = {0};
    uint32_t kinds[4];
    for (int i = 0; i < 4; i++)
        kinds[i] = rz_rng_below(rng, BARS_VALUES);
    payees = BARS_PAYEES;
    memset(sums, 0, sizeof sums);
    for (int n = 4 + (int)rz_rng_below(rng, 20); n > 0; n--) {
        uint32_t v = kinds[rz_rng_below(rng, 4)], i = rz_rng_below(rng, BARS_PAYEES);
        cards[v]++;
        sums[i] = (uint16_t)(sums[i] + bars_units[v]);
    }
    for (int n = (int)rz_rng_below(rng, 5); n > 0; n--) {
        uint32_t more = rz_rng_below(rng, BARS_PAYEES), less = rz_rng_below(rng, BARS_PAYEES);
        uint16_t by = (uint16_t)(1 + rz_rng_below(rng, 3));
        if (sums[less] >= by) {
            sums[less] = (uint16_t)(sums[less] - by);
            sums[more] = (uint16_t)(sums[more] + by);
        }
    }
    for (int v = 0; v < BARS_VALUES; v++)
        all_cards[v] = cards[v];
    memset(tried, 0, sizeof tried);
    if (bars_payable(cards, sums, payees) != can_pay_from(0, cards))
        fail("payable by many or not?", cards, cards);
}

int main(void) {
    rz_rng rng;
    rz_rng_fast(&rng, 7);
    for (int n = 0; n < 20000; n++) {
        uint8_t bar[BARS_VALUES], own[BARS_VALUES], cards[BARS_VALUES];
        int most = n % 7 + 1;
        random_cards(&rng, 1 + (int)rz_rng_below(&rng, most > 3 ? 5 : 7), bar);
        random_cards(&rng, (int)rz_rng_below(&rng, most > 3 ? 4 : 7), own);
        for (int v = 0; v < BARS_VALUES; v++)
            cards[v] = (uint8_t)(bar[v] + own[v]);
        random_sums(&rng, cards, most);
        check_payment(bar, own);
        check_besides(cards, (int)rz_rng_below(&rng, 100));
    }
    for (int n = 0; n < 500; n++) {
        uint8_t cards[BARS_VALUES];
        check_big(&rng);
        random_cards(&rng, 1 + n % 84, cards);
        check_sums(cards, (int)rz_rng_below(&rng, BARS_UNITS));
    }
    for (int n = 0; n < 84 * BARS_VALUES; n++) {
        uint8_t cards[BARS_VALUES] = {0};
        cards[n % BARS_VALUES] = (uint8_t)(1 + n / BARS_VALUES);
        check_sums(cards, BARS_UNITS - 1);
    }
    for (int n = 0; n < 20000; n++)
        check_many(&rng);
    puts("payments agree");
    return 0;
}
