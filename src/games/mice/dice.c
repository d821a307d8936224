/* mice: sets of dice, and the chance of each. */
#include "games/mice/rules.h"

static const mice_public *public_of(const rz_public *pub) {
    return (const mice_public *)(const void *)pub;
}

/* A set is a way to put six bars between up to seven stars; its rank is that of the bars' places in
 * the combinatorial number system: the sum, over the values i, of C(n + i - 1, i), where n is how
 * many dice show i or less. */

static const uint16_t choose[MICE_FACES][MICE_DICE + 1] = {
    {0, 1, 2, 3, 4, 5, 6, 7},         {0, 1, 3, 6, 10, 15, 21, 28},
    {0, 1, 4, 10, 20, 35, 56, 84},    {0, 1, 5, 15, 35, 70, 126, 210},
    {0, 1, 6, 21, 56, 126, 252, 462}, {0, 1, 7, 28, 84, 210, 462, 924},
};

/* How many sets of a number of dice there are; their ranks are in a row, from first_of on. */
static const uint16_t sets_of[MICE_DICE + 1] = {1, 6, 21, 56, 126, 252, 462, 792};
static const uint16_t *const first_of = choose[MICE_FACES - 1];

int mice_rank(uint32_t dice) {
    uint32_t sums = mice_sums(dice);
    int rank = 0;
    for (int i = 0; i < MICE_FACES; i++)
        rank += choose[i][sums >> 4 * i & 15];
    return rank;
}

/* Counting what is not too large needs no guess, and a processor that guesses wrong loses more. */
uint32_t mice_unrank(int rank) {
    uint32_t sums = 0;
    for (int i = MICE_FACES - 1; i >= 0; i--) {
        unsigned n = 0;
        for (int k = 1; k <= MICE_DICE; k++)
            n += choose[i][k] <= rank;
        rank -= choose[i][n];
        sums |= n << 4 * i;
    }
    return sums - (sums << 4 & 0xffffff);
}

bool mice_shows(int rank, int dice) {
    return rank >= first_of[dice] && rank < first_of[dice] + sets_of[dice];
}

/* ---- Chance ---------------------------------------------------------------------------------- */

int mice_chance_verb(const rz_setup *setup, const rz_public *pub) {
    (void)setup;
    return public_of(pub)->phase == MICE_FIRST_DUE ? MICE_VERB_FIRST : MICE_VERB_DICE;
}

/* In how many ways dice can show this. */
static uint32_t ways(uint32_t dice) {
    static const uint32_t factorial[MICE_DICE + 1] = {1, 1, 2, 6, 24, 120, 720, 5040};
    uint32_t n = factorial[mice_total(dice)];
    for (int v = 1; v <= MICE_FACES; v++)
        n /= factorial[mice_count(dice, v)];
    return n;
}

int mice_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]) {
    const mice_public *p = public_of(rz_state_public(state));
    int n = 0;
    if (p->phase == MICE_FIRST_DUE) {
        for (; n < rz_seats(setup); n++)
            out[n] = (rz_outcome){.action = (rz_action)(MICE_FIRST + n), .weight = 1};
        return n;
    }
    for (; n < sets_of[p->rolling]; n++) {
        int rank = first_of[p->rolling] + n;
        out[n] = (rz_outcome){.action = (rz_action)rank, .weight = ways(mice_unrank(rank))};
    }
    return n;
}

/* Die by die: each shows one more than a number below six. */
rz_action mice_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng) {
    const mice_public *p = public_of(rz_state_public(state));
    if (p->phase == MICE_FIRST_DUE)
        return (rz_action)(MICE_FIRST + rz_rng_below(rng, (uint32_t)rz_seats(setup)));
    uint32_t dice = 0;
    for (int i = 0; i < p->rolling; i++)
        dice += 1u << 4 * rz_rng_below(rng, MICE_FACES);
    return (rz_action)mice_rank(dice);
}
