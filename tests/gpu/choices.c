/* What a team says of a choice in loot is what loot_search says, to the bit, and it chooses alike:
 *
 *     test_gpu_choices NET GAMES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/loot/search.h"
#include "core/setup.h"
#include "gpu/loot/choice.h"
#include "library/load_nets.h"

static float weights[GPU_WEIGHTS];
static gpu_desk desk;
static loot_mind mind;

static void complain(int seats, int game, const char *what) {
    fprintf(stderr, "loot for %d, game %d: %s\n", seats, game, what);
    exit(1);
}

/* Every choice of a game in which one in eight is a random one. */
static int compare_game(const rz_net *net, int seats, int game) {
    rz_setup setup;
    rz_problem problem;
    rz_state state;
    rz_rng rng;
    rz_actors actors;
    int n = 0;
    memset(&setup, 0, sizeof setup);
    if (!rz_setup_init(&loot_game, seats, &setup, &problem) ||
        !rz_setup_complete(&loot_game, &setup, &problem))
        complain(seats, game, "no setup");
    rz_rng_fast(&rng, (uint64_t)game * 977 + (uint64_t)seats);
    loot_init(&setup, &state, NULL);
    while ((actors = loot_to_act(&setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        if (actor == RZ_CHANCE) {
            loot_apply(&setup, &state, actor, loot_draw(&setup, &state, &rng), NULL);
            continue;
        }
        gpu_shares shares;
        rz_action best;
        choice c = {.setup = &setup, .state = &state.loot, .net = weights, .desk = &desk};
        rz_action chosen = best_choice(&c, &shares);
        loot_mind_begin(&mind, net, &setup);
        loot_shares expected = loot_search(&mind, &state, 0, &best);
        if (memcmp(&expected, &shares, sizeof shares) != 0)
            complain(seats, game, "another judgement");
        if (chosen != best)
            complain(seats, game, "another choice");
        if (c.n_leaves > GPU_LEAVES)
            complain(seats, game, "too many positions");
        if (rz_rng_below(&rng, 8) == 0)
            chosen = c.legal[rz_rng_below(&rng, (uint32_t)c.n_legal)];
        loot_apply(&setup, &state, actor, chosen, NULL);
        n++;
    }
    return n;
}

int main(int argc, char **argv) {
    if (argc != 3 || rz_load_net(&loot_game, argv[1]) != RZ_NET_OK)
        return 2;
    rz_net net = *rz_net_of(&loot_game);
    if (rz_net_weights(&net) != GPU_WEIGHTS)
        complain(0, 0, "a net of another size");
    for (size_t i = 0; i < GPU_WEIGHTS; i++)
        weights[i] = *rz_net_weight(&net, i);
    int n = 0;
    for (int game = 0; game < atoi(argv[2]); game++)
        for (int seats = 2; seats <= LOOT_SEATS; seats++)
            n += compare_game(&net, seats, game);
    rz_unload_nets();
    printf("%d choices alike\n", n);
    return 0;
}
