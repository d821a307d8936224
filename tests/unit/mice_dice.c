/* Dice as outcomes of chance: ranks, weights, and that what is drawn has those weights. */
#include <stdio.h>
#include <stdlib.h>

#include "core/record.h"
#include "games/games.h"
#include "games/mice/rules.h"

static rz_setup setup;
static rz_state state;

static _Noreturn void give_up(const char *what, int number) {
    fprintf(stderr, "%s: %d\n", what, number);
    exit(1);
}

static void check_ranks(void) {
    for (int rank = 0; rank < MICE_FIRST; rank++)
        if (mice_rank(mice_unrank(rank)) != rank)
            give_up("a rank does not come back", rank);
}

static void roll(int dice) {
    mice_game.init(&setup, &state, NULL);
    state.mice.pub.phase = MICE_DICE_DUE;
    state.mice.pub.rolling = (uint8_t)dice;
}

/* Every throw of `dice` dice, one by one, falls on an outcome as often as its weight says. */
static void check_weights(int dice) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    static uint32_t count[MICE_FIRST];
    roll(dice);
    int n = mice_game.chance(&setup, &state, outcomes), throws = 1;
    for (int i = 0; i < dice; i++)
        throws *= MICE_FACES;
    for (int i = 0; i < MICE_FIRST; i++)
        count[i] = 0;
    for (int i = 0; i < throws; i++) {
        uint32_t set = 0;
        for (int k = 0, rest = i; k < dice; k++, rest /= MICE_FACES)
            set += mice_one(1 + rest % MICE_FACES);
        count[mice_rank(set)]++;
    }
    for (int i = 0; i < n; i++) {
        if (count[outcomes[i].action] != outcomes[i].weight)
            give_up("a wrong weight", outcomes[i].action);
        throws -= (int)outcomes[i].weight;
    }
    if (throws != 0)
        give_up("outcomes are missing for dice", dice);
}

/* Chi squared over a million draws; a fair draw stays below mean + 6 standard deviations. */
static void check_draws(int dice) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    static double count[MICE_FIRST];
    enum { DRAWS = 1000000 };
    double total = 0, chi = 0;
    rz_rng rng;
    rz_rng_fast(&rng, 11);
    roll(dice);
    int n = mice_game.chance(&setup, &state, outcomes);
    for (int i = 0; i < MICE_FIRST; i++)
        count[i] = 0;
    for (int i = 0; i < DRAWS; i++)
        count[mice_game.draw(&setup, &state, &rng)]++;
    for (int i = 0; i < n; i++)
        total += outcomes[i].weight;
    for (int i = 0; i < n; i++) {
        double expected = DRAWS * outcomes[i].weight / total;
        double off = count[outcomes[i].action] - expected;
        chi += off * off / expected;
    }
    double free = n - 1;
    if ((chi - free) * (chi - free) > 36 * 2 * free && chi > free)
        give_up("draws are not as likely as they should be, dice", dice);
}

int main(void) {
    rz_problem problem;
    rz_setup_init(&mice_game, 3, &setup, &problem);
    rz_setup_complete(&mice_game, &setup, &problem);
    check_ranks();
    for (int dice = 1; dice <= MICE_DICE; dice++) {
        check_weights(dice);
        check_draws(dice);
    }
    puts("dice are fair");
    return 0;
}
