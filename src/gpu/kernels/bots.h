/* What chance and bots that choose at once do in a state. */
#ifndef RZ_GPU_BOTS_H
#define RZ_GPU_BOTS_H

#include "ai/knowledge.h"
#include "core/mem.h"
#include "gpu/arguments.h"
#include "gpu/kernels/game.h"

/* As rz_dealer_draw. */
static inline rz_action draw_by(rz_dealer *dealer, const rz_setup *setup, const rz_state *state) {
    if (dealer->fast.is_fast)
        return OF_GAME(_draw)(setup, state, &dealer->fast);
    int verb = OF_GAME(_chance_verb)(setup, rz_state_public(state));
    rz_rng rng;
    rz_seed_stream(dealer->seed, OF_GAME(_verbs)[verb].name, dealer->dealt[verb]++, &rng);
    return OF_GAME(_draw)(setup, state, &rng);
}

#ifdef RZ_GPU_GREEDY /* where it is small enough for each of many lanes */
static inline rz_action ask_greedy(const rz_setup *setup, const rz_state *state, int seat,
                                   const rz_action *legal, int n, rz_rng *rng) {
    rz_view view;
    OF_GAME(_make_view)(setup, state, seat, &view);
    rz_question question = {NULL, setup, &view, seat, legal, n, rng, 0, 0};
    return OF_GAME(_knowledge).greedy(&question);
}
#endif

/* As rz_bot_move. */
static inline rz_action ask_bot(const rz_setup *setup, const rz_state *state,
                                const uint8_t seed[RZ_SEED], uint32_t actions, int seat,
                                gpu_bot bot) {
    const char purpose[] = {'b', 'o', 't', (char)('0' + seat), '\0'};
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    rz_seed_stream(seed, purpose, actions, &rng);
    int n = OF_GAME(_legal_in)(setup, state, seat, legal);
#ifdef RZ_GPU_GREEDY
    if (bot == GPU_GREEDY)
        return ask_greedy(setup, state, seat, legal, n, &rng);
#endif
    (void)bot;
    return legal[rz_rng_below(&rng, (uint32_t)n)];
}

#endif
