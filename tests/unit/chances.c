/* What is drawn comes as often as it is said to: at moments of random games each outcome of chance
 * is counted in many draws, and compared with its weight.
 *
 *     test_chances GAME MOMENTS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/setup.h"
#include "given.h"

enum { DRAWS = 20000, SIGMAS = 6, EVERY = 9 };

static const rz_game *game;
static rz_setup setup;
static rz_state state;
static rz_rng rng;

static void compare(int count, uint32_t weight, double all) {
    double expected = DRAWS * (weight / all);
    double far = SIGMAS * sqrt(expected * (1 - weight / all)) + 1;
    if (fabs(count - expected) <= far)
        return;
    fprintf(stderr, "chances of %s: drawn %d times, not about %.0f\n", game->name, count, expected);
    exit(1);
}

static void count_draws(void) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    static int counts[1 << 16];
    int n = game->chance(&setup, &state, outcomes), found = 0;
    double all = 0;
    for (int i = 0; i < n; i++) {
        all += outcomes[i].weight;
        counts[outcomes[i].action] = 0;
    }
    for (int i = 0; i < DRAWS; i++)
        counts[game->draw(&setup, &state, &rng)]++;
    for (int i = 0; i < n; i++) {
        compare(counts[outcomes[i].action], outcomes[i].weight, all);
        found += counts[outcomes[i].action];
    }
    compare(found, 1, 1);
}

/* How many moments of one game were looked at. */
static int play(int seats) {
    rz_problem problem;
    rz_action legal[RZ_LEGAL_MAX];
    int moments = 0;
    if (!rz_setup_init(game, seats, &setup, &problem) || !rz_setup_complete(game, &setup, &problem))
        abort();
    game->init(&setup, &state, NULL);
    for (rz_actors actors; (actors = game->to_act(&setup, rz_state_public(&state))) != 0;) {
        int actor = __builtin_ctz(actors);
        bool is_chance = actor == RZ_CHANCE;
        if (is_chance && rz_rng_below(&rng, EVERY) == 0) {
            count_draws();
            moments++;
        }
        if (is_chance)
            legal[0] = game->draw(&setup, &state, &rng);
        else
            legal[0] =
                legal[rz_rng_below(&rng, (uint32_t)game->legal_in(&setup, &state, actor, legal))];
        if (game->apply(&setup, &state, actor, legal[0], NULL) != RZ_OK)
            abort();
    }
    return moments;
}

int main(int argc, char **argv) {
    const rz_given *given = argc == 3 ? rz_given_find(argv[1]) : NULL;
    if (!given)
        return 2;
    game = given->game;
    rz_rng_fast(&rng, 1);
    int moments = 0;
    for (int n = 0; moments < atoi(argv[2]); n++)
        moments += play(game->seats_min + n % (game->seats_max - game->seats_min + 1));
    printf("%s: %d moments, each outcome as often as it is said to come\n", game->name, moments);
    return 0;
}
