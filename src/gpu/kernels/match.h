/* A game as rz_match_play plays it: the same seed gives the same cards, and bots the same tosses.
 */
#ifndef RZ_GPU_MATCH_H
#define RZ_GPU_MATCH_H

#include "ai/knowledge.h"
#include "core/mem.h"
#include "gpu/arguments.h"
#include "gpu/kernels/game.h"

typedef struct gpu_table {
    const rz_setup *setup;
    uint8_t seed[RZ_SEED];
    rz_dealer dealer;
    rz_state state;
    uint32_t actions;
    uint64_t hash;
} gpu_table;

static inline void table_begin(gpu_table *t, const gpu_match *args, uint32_t n) {
    uint64_t number = 0;
    t->setup = args->setup;
    t->actions = 0;
    t->hash = 0;
    rz_seed_child(args->seed, n, t->seed);
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)t->seed[i] << 8 * i;
    if (args->fast)
        rz_dealer_fast(&t->dealer, number);
    else
        rz_dealer_init(&t->dealer, t->seed);
    OF_GAME(_init)(t->setup, &t->state, NULL);
}

/* As rz_dealer_draw. */
static inline rz_action table_draw(gpu_table *t) {
    rz_dealer *dealer = &t->dealer;
    if (dealer->fast.is_fast)
        return OF_GAME(_draw)(t->setup, &t->state, &dealer->fast);
    int verb = OF_GAME(_chance_verb)(t->setup, rz_state_public(&t->state));
    rz_rng rng;
    rz_seed_stream(dealer->seed, OF_GAME(_verbs)[verb].name, dealer->dealt[verb]++, &rng);
    return OF_GAME(_draw)(t->setup, &t->state, &rng);
}

#ifdef RZ_GPU_GREEDY /* where it is small enough for each of many lanes */
static inline rz_action ask_greedy(const gpu_table *t, int seat, const rz_action *legal, int n,
                                   rz_rng *rng) {
    rz_view view;
    OF_GAME(_make_view)(t->setup, &t->state, seat, &view);
    rz_question question = {NULL, t->setup, &view, seat, legal, n, rng, 0, 0};
    return OF_GAME(_knowledge).greedy(&question);
}
#endif

/* As rz_bot_move. */
static inline rz_action table_ask(const gpu_table *t, int seat, gpu_bot bot) {
    const char purpose[] = {'b', 'o', 't', (char)('0' + seat), '\0'};
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    rz_seed_stream(t->seed, purpose, t->actions, &rng);
    int n = OF_GAME(_legal_in)(t->setup, &t->state, seat, legal);
#ifdef RZ_GPU_GREEDY
    if (bot == GPU_GREEDY)
        return ask_greedy(t, seat, legal, n, &rng);
#endif
    (void)bot;
    return legal[rz_rng_below(&rng, (uint32_t)n)];
}

static inline void table_move(gpu_table *t, int actor, rz_action action) {
    OF_GAME(_apply)(t->setup, &t->state, actor, action, NULL);
    t->hash = hash_action(t->hash, actor, action);
    t->actions++;
}

static inline rz_actors table_actors(const gpu_table *t) {
    return OF_GAME(_to_act)(t->setup, rz_state_public(&t->state));
}

static inline void table_end(const gpu_table *t, gpu_result *result) {
    const rz_public *pub = rz_state_public(&t->state);
    gpu_result r = {.actions = t->actions, .hash = t->hash};
    OF_GAME(_scores)(t->setup, pub, r.scores);
    r.winners = OF_GAME(_winners)(t->setup, pub);
    *result = r;
}

#endif
