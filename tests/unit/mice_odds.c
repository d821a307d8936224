/* What bots and people are told about dice to come, against the rules themselves: every re-roll,
 * every outcome and every placement is tried. On the way greedy plays on boards of all kinds.
 *
 *     test_mice_odds GAMES [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#include "ai/bot.h"
#include "ai/mice/odds.h"
#include "core/setup.h"
#include "games/mice/rules.h"
#include "mice_random.h"

#define CHECK(truth)                                                                               \
    do                                                                                             \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #truth);                    \
            exit(1);                                                                               \
        }                                                                                          \
    while (0)

static const rz_game *const game = &mice_game;
static rz_rng rng;
static rz_setup setup;

/* Can the dice in hand be placed, all on one column, so that its top cell is taken? */
static bool can_complete(const rz_state *state, int column) {
    const mice_public *p = &state->mice.pub;
    if (mice_height(p->column[column]) == setup.mice.stacks[column].size)
        return true;
    for (int value = 1; value <= MICE_FACES && p->phase == MICE_PLACING; value++) {
        rz_state next = *state;
        rz_action place = (rz_action)(MICE_PLACE + (value - 1) * (MICE_COLUMNS + 1) + column);
        if (game->apply(&setup, &next, p->active, place, NULL) == RZ_OK &&
            can_complete(&next, column))
            return true;
    }
    return false;
}

/* After a re-roll with two players the support dice are offered; here nobody wants them. */
static bool completes(rz_state *state, int column) {
    if (state->mice.pub.phase == MICE_OFFER)
        game->apply(&setup, state, state->mice.pub.active, MICE_DECLINE, NULL);
    return can_complete(state, column);
}

/* Of MICE_CERTAIN. */
static int64_t chance_after(const rz_state *state, rz_action reroll, int column) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_state rolled = *state;
    int64_t hits = 0, all = 0;
    CHECK(game->apply(&setup, &rolled, state->mice.pub.active, reroll, NULL) == RZ_OK);
    if (reroll == MICE_REROLL)
        return completes(&rolled, column) ? MICE_CERTAIN : 0;
    int n = game->chance(&setup, &rolled, outcomes);
    for (int i = 0; i < n; i++) {
        rz_state fallen = rolled;
        CHECK(game->apply(&setup, &fallen, RZ_CHANCE, outcomes[i].action, NULL) == RZ_OK);
        hits += completes(&fallen, column) ? outcomes[i].weight : 0;
        all += outcomes[i].weight;
    }
    return hits * MICE_CERTAIN / all;
}

static void compare(const rz_state *state) {
    const mice_public *p = &state->mice.pub;
    int column = (int)rz_rng_below(&rng, setup.mice.size), unrolled;
    rz_action legal[RZ_LEGAL_MAX];
    int64_t best = -1;
    uint32_t keep = 0;
    if (p->free[p->active] > 5 || p->help)
        return;
    int n = game->legal_in(&setup, state, p->active, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] >= MICE_REROLL) {
            int64_t chance = chance_after(state, legal[i], column);
            best = chance > best ? chance : best;
        }
    unrolled = p->free[p->active] - mice_total(p->hand);
    CHECK(mice_completing(&setup.mice, p, column, unrolled, &keep) == best);
    CHECK(mice_contains(p->hand, keep));
}

static rz_action choose(const rz_state *state, int seat, uint32_t number) {
    static const uint8_t seed[RZ_SEED] = {1};
    rz_bot_spec spec = {.bot = seat % 2 ? &rz_random_bot : &rz_greedy_bot};
    return rz_bot_move(&spec, game, &setup, state, seat, seed, number);
}

static void play(void) {
    rz_state state;
    rz_actors actors;
    game->init(&setup, &state, NULL);
    for (uint32_t n = 0; (actors = game->to_act(&setup, rz_state_public(&state))) != 0; n++) {
        int actor = __builtin_ctz(actors);
        if (state.mice.pub.phase == MICE_REROLLING && rz_rng_below(&rng, 8) == 0)
            compare(&state);
        rz_action action =
            actor == RZ_CHANCE ? game->draw(&setup, &state, &rng) : choose(&state, actor, n);
        CHECK(game->apply(&setup, &state, actor, action, NULL) == RZ_OK);
    }
}

static void set_up(bool random) {
    rz_problem problem;
    CHECK(rz_setup_init(game, 2 + (int)rz_rng_below(&rng, 4), &setup, &problem));
    setup.mice.turns = 60;
    if (random)
        mice_random_board(&rng, rz_rng_below(&rng, 9), &setup.mice.board);
    CHECK(rz_setup_complete(game, &setup, &problem));
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 100;
    rz_rng_fast(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (int i = 0; i < games; i++) {
        set_up(i % 2);
        play();
    }
    printf("%d games\n", games);
    return 0;
}
