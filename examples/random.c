/* Plays random games through the contract and prints the mean score of every seat:
 *
 *     cc random.c $(pkg-config --cflags --libs razzia) && ./a.out loot 4 10000
 */
#include <razzia.h>
#include <stdio.h>
#include <stdlib.h>

static void play(const rz_game *game, const rz_setup *setup, rz_rng *rng, double sums[]) {
    rz_state state;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    int32_t scores[RZ_SEATS_MAX];
    game->init(setup, &state, NULL);
    while ((actors = game->to_act(setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE)
            action = game->draw(setup, &state, rng);
        else
            action =
                legal[rz_rng_below(rng, (uint32_t)game->legal_in(setup, &state, actor, legal))];
        game->apply(setup, &state, actor, action, NULL);
    }
    game->scores(setup, rz_state_public(&state), scores);
    for (int s = 0; s < rz_seats(setup); s++)
        sums[s] += scores[s];
}

int main(int argc, char **argv) {
    const rz_game *game = rz_game_find(rz_slice_of(argc > 1 ? argv[1] : "loot"));
    int seats = argc > 2 ? atoi(argv[2]) : 4, games = argc > 3 ? atoi(argv[3]) : 1000;
    double sums[RZ_SEATS_MAX] = {0};
    rz_setup setup;
    rz_problem problem;
    rz_rng rng;
    if (!game || games < 1 || !rz_setup_init(game, seats, &setup, &problem) ||
        !rz_setup_complete(game, &setup, &problem))
        return 2;
    rz_rng_fast(&rng, 1);
    for (int i = 0; i < games; i++)
        play(game, &setup, &rng, sums);
    for (int s = 0; s < seats; s++)
        printf("seat %d: %.2f\n", s, sums[s] / games);
    return 0;
}
