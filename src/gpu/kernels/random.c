/* Random games, one after another on each lane. */
#include "core/mem.h"
#include "gpu/arguments.h"
#include "gpu/kernels/game.h"
#include "gpu/kernels/lane.h"

/* A generator of its own for each game, so that it does not matter which lane plays it. */
static uint64_t game_seed(uint64_t seed, uint32_t n) {
    uint64_t mixed = (seed ^ n * 0xd1342543de82ef95u) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
}

static void play_game(const rz_setup *setup, rz_rng *rng, OF_GAME(_state) * state,
                      gpu_tally *tally) {
    rz_state *s = (rz_state *)(void *)state;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    uint64_t hash = 0;
    OF_GAME(_init)(setup, s, NULL);
    while ((actors = OF_GAME(_to_act)(setup, rz_state_public(s))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE) {
            action = OF_GAME(_draw)(setup, s, rng);
        } else {
            int n = OF_GAME(_legal_in)(setup, s, actor, legal);
            action = legal[rz_rng_below(rng, (uint32_t)n)];
        }
        OF_GAME(_apply)(setup, s, actor, action, NULL);
        hash = hash_action(hash, actor, action);
        tally->actions++;
    }
    tally->hash += hash;
}

RZ_GPU_KERNEL(OF_GAME(_gpu_random), gpu_random) {
    gpu_tally tally = {0};
    OF_GAME(_state) state;
    for (uint32_t n = lane; lane < args->lanes && n < args->games; n += args->lanes) {
        rz_rng rng;
        rz_rng_fast(&rng, game_seed(args->seed, n));
        play_game(args->setup, &rng, &state, &tally);
    }
    if (lane < args->lanes)
        args->tallies[lane] = tally;
}
