/* loot: a lesson is a game in which all seats choose by the net; then every forecast is moved
 * towards what the search saw and what came of it. */
#include <stdlib.h>

#include "ai/learn.h"
#include "ai/loot/search.h"
#include "core/dealer.h"

enum { TURNS_MAX = 512 };

typedef struct moment {
    rz_inputs in;
    loot_shares searched; /* what looking one turn ahead said */
    uint8_t active;
    bool astray; /* an odd move was tried: what came of it says nothing about this moment */
} moment;

typedef struct lesson {
    rz_net *net;
    loot_mind mind;
    rz_setup setup;
    rz_state state;
    rz_dealer dealer;
    rz_rng rng;
    moment moments[TURNS_MAX];
    int n;
} lesson;

/* Now and then something else than the best is tried: else much would never be seen. */
static rz_action choose(lesson *l, int seat, rz_action best, bool *astray) {
    rz_action legal[RZ_LEGAL_MAX];
    *astray = rz_rng_below(&l->rng, 100) < 4;
    if (!*astray)
        return best;
    int n = loot_legal_in(&l->setup, &l->state, seat, legal);
    return legal[rz_rng_below(&l->rng, (uint32_t)n)];
}

static void take_turn(lesson *l) {
    const loot_public *p = &l->state.loot.pub;
    rz_action best;
    bool astray;
    int seat = p->bidder;
    bool turn = p->phase == LOOT_TURN && l->n < TURNS_MAX;
    loot_shares shares = loot_search(&l->mind, &l->state, 0, &best);
    if (turn) {
        moment *m = &l->moments[l->n++];
        loot_features(&l->setup.loot, p, &m->in);
        m->searched = shares;
        m->active = p->active;
    }
    rz_action action = choose(l, seat, best, &astray);
    if (l->n > 0)
        l->moments[l->n - 1].astray = (turn ? false : l->moments[l->n - 1].astray) || astray;
    loot_apply(&l->setup, &l->state, seat, action, NULL);
}

static void play(lesson *l) {
    rz_actors actors;
    while ((actors = loot_to_act(&l->setup, rz_state_public(&l->state))) != 0)
        if (actors & RZ_CHANCE_BIT)
            loot_apply(&l->setup, &l->state, RZ_CHANCE,
                       rz_dealer_draw(&l->dealer, &loot_game, &l->setup, &l->state), NULL);
        else
            take_turn(l);
}

/* From the end backwards: the target is a mixture of what the search saw then and what the target
 * became later. */
static float learn(lesson *l, float rate) {
    const float later = 0.75f;
    int seats = rz_seats(&l->setup);
    loot_shares target = loot_judge(&l->mind, &l->state);
    float error = 0;
    for (int i = l->n - 1; i >= 0; i--) {
        moment *m = &l->moments[i];
        float relative[RZ_NET_OUTPUTS] = {0};
        for (int s = 0; s < seats; s++) {
            float weight = m->astray ? 0 : later;
            target.of[s] = weight * target.of[s] + (1 - weight) * m->searched.of[s];
        }
        for (int s = 0; s < seats; s++)
            relative[s] = target.of[(m->active + s) % seats];
        error += rz_net_learn(l->net, &m->in, seats, relative, rate);
    }
    return error / (float)l->n;
}

/* Lessons and contests need some megabytes: too much to be kept for every thread there is. */
static float loot_lesson(rz_net *net, const uint8_t seed[RZ_SEED], uint32_t n, float rate) {
    uint8_t own_seed[RZ_SEED];
    rz_problem problem;
    lesson *l = calloc(1, sizeof *l);
    if (!l)
        return 0;
    rz_seed_child(seed, n, own_seed);
    rz_seed_stream(own_seed, "lesson", 0, &l->rng);
    rz_dealer_fast(&l->dealer, rz_rng_next(&l->rng));
    l->net = net;
    l->n = 0;
    rz_setup_init(&loot_game, 2 + (int)(n % 4), &l->setup, &problem);
    loot_mind_begin(&l->mind, net, &l->setup);
    loot_init(&l->setup, &l->state, NULL);
    play(l);
    float error = learn(l, rate);
    free(l);
    return error;
}

/* One game; true shares of the win of `seat`, which plays by `one`. */
static double play_contest(loot_mind minds[2], const rz_setup *setup, int seat,
                           const uint8_t seed[RZ_SEED]) {
    rz_state state;
    rz_dealer dealer;
    rz_actors actors;
    rz_dealer_init(&dealer, seed);
    loot_init(setup, &state, NULL);
    while ((actors = loot_to_act(setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE)
            action = rz_dealer_draw(&dealer, &loot_game, setup, &state);
        else
            loot_search(&minds[actor != seat], &state, 0, &action);
        loot_apply(setup, &state, actor, action, NULL);
    }
    return (double)loot_judge(&minds[0], &state).of[seat];
}

static double loot_contest(const rz_net *one, const rz_net *other, const uint8_t seed[RZ_SEED],
                           uint32_t n) {
    loot_mind *minds = calloc(2, sizeof *minds);
    uint8_t own_seed[RZ_SEED];
    rz_setup setup;
    rz_problem problem;
    int seats = 2 + (int)(n % 4);
    double shares = 0;
    if (!minds)
        return 1;
    rz_seed_child(seed, UINT32_MAX - n, own_seed); /* none that lessons use */
    rz_setup_init(&loot_game, seats, &setup, &problem);
    loot_mind_begin(&minds[0], one, &setup);
    loot_mind_begin(&minds[1], other, &setup);
    for (int seat = 0; seat < seats; seat++)
        shares += play_contest(minds, &setup, seat, own_seed);
    free(minds);
    return shares;
}

const rz_course loot_course = {&loot_game, &loot_net_shape, loot_lesson, loot_contest, 0.8f, 12};
