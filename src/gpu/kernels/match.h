/* A game as rz_match_play plays it: the same seed gives the same cards, and bots the same tosses.
 */
#ifndef RZ_GPU_MATCH_H
#define RZ_GPU_MATCH_H

#include "gpu/arguments.h"
#include "gpu/kernels/bots.h"

typedef struct gpu_table {
    const rz_setup *setup;
    uint8_t seed[RZ_SEED];
    rz_dealer dealer;
    rz_state state;
    uint32_t actions;
    uint64_t hash;
} gpu_table;

/* Everything but the state. */
static inline void table_open(gpu_table *t, const gpu_match *args, uint32_t n) {
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
}

static inline void table_begin(gpu_table *t, const gpu_match *args, uint32_t n) {
    table_open(t, args, n);
    OF_GAME(_init)(t->setup, &t->state, NULL);
}

static inline rz_action table_draw(gpu_table *t) {
    return draw_by(&t->dealer, t->setup, &t->state);
}

static inline rz_action table_ask(const gpu_table *t, int seat, gpu_bot bot) {
    return ask_bot(t->setup, &t->state, t->seed, t->actions, seat, bot);
}

static inline void table_move(gpu_table *t, int actor, rz_action action) {
    OF_GAME(_apply)(t->setup, &t->state, actor, action, NULL);
    t->hash = hash_action(t->hash, actor, action);
    t->actions++;
}

static inline rz_actors table_actors(const gpu_table *t) {
    return OF_GAME(_to_act)(t->setup, rz_state_public(&t->state));
}

/* A position with one of the choices made, as `rollout` plays it on. */
static inline void table_begin_at(gpu_table *t, const gpu_rollout *args, uint32_t n) {
    const OF_GAME(_state) *states = args->states;
    uint32_t deal = n / args->choices;
    table_open(t, &args->match, args->match.first + deal);
    t->actions = args->line;
    *(OF_GAME(_state) *)(void *)&t->state = states[args->each_its_own ? deal : 0];
    table_move(t, (int)args->seat, args->actions[n % args->choices]);
}

/* To the end, between bots that choose at once. */
static inline void table_play(gpu_table *t, const gpu_match *args) {
    rz_actors actors;
    while ((actors = table_actors(t)) != 0) {
        int actor = __builtin_ctz(actors);
        table_move(t, actor,
                   actor == RZ_CHANCE ? table_draw(t)
                                      : table_ask(t, actor, (gpu_bot)args->bots[actor]));
    }
}

static inline void table_end(const gpu_table *t, gpu_result *result) {
    const rz_public *pub = rz_state_public(&t->state);
    gpu_result r = {.actions = t->actions, .hash = t->hash};
    OF_GAME(_scores)(t->setup, pub, r.scores);
    r.winners = OF_GAME(_winners)(t->setup, pub);
    *result = r;
}

#endif
