/* mice: a lesson is a game in which all seats choose by the net; then every forecast is moved
 * towards what came of it. */
#include "ai/learn.h"

#include <stdlib.h>

#include "ai/knowledge.h"
#include "ai/mice/search.h"
#include "core/dealer.h"
#include "core/setup.h"

enum {
    BEGINNING = 8000, /* lessons in which what came of it counts more than what the net says */
    ENOUGH = 4,       /* dice with which lessons do not think of retrieving */
    TURNS_MAX = 320,
    CONTEST_TURNS = 80,
    WATCHED = 30000 /* lessons in which greedy plays: a net that knows nothing would never end */
};

typedef struct moment {
    rz_inputs in[MICE_SEATS]; /* as each seat sees it */
    bool astray; /* an odd move was tried: what came of it says nothing about this moment */
} moment;

typedef struct lesson {
    mice_judge judge;
    rz_setup setup;
    rz_state state;
    rz_dealer dealer;
    rz_rng rng;
    unsigned greedy; /* seats that greedy plays for, as bits */
    moment moments[TURNS_MAX];
    int n;
} lesson;

static rz_action best_of(mice_judge *judge, const rz_setup *setup, const rz_state *state) {
    static _Thread_local float win[RZ_LEGAL_MAX];
    rz_action legal[RZ_LEGAL_MAX];
    mice_budget least = {.nodes = 1};
    int n = mice_legal_in(setup, state, state->mice.pub.active, legal), best = 0;
    if (n == 1)
        return legal[0];
    judge->judged = 0;
    mice_search_each(judge, &state->mice.pub, &least, legal, n, win);
    for (int i = 1; i < n; i++)
        best = win[i] > win[best] ? i : best;
    return legal[best];
}

static rz_action any_choice(lesson *l) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = mice_legal_in(&l->setup, &l->state, l->state.mice.pub.active, legal);
    return legal[rz_rng_below(&l->rng, (uint32_t)n)];
}

static rz_action greedy_choice(lesson *l) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_view view;
    int seat = l->state.mice.pub.active;
    mice_make_view(&l->setup, &l->state, seat, &view);
    int n = mice_legal(&l->setup, &view, legal);
    rz_question question = {&mice_game, &l->setup, &view, seat, legal, n, &l->rng, 0, 0};
    return mice_knowledge.greedy(&question);
}

static void note(lesson *l) {
    moment *m = &l->moments[l->n++];
    for (int s = 0; s < rz_seats(&l->setup); s++)
        mice_features(&l->judge, &l->state.mice.pub, s, &m->in[s]);
    m->astray = false;
}

/* Now and then something else than the best is tried: else much would never be seen. */
static bool strays(lesson *l) {
    bool astray = rz_rng_below(&l->rng, 100) < 2;
    l->moments[l->n - 1].astray |= astray;
    return astray;
}

static void act(lesson *l) {
    mice_public *p = &l->state.mice.pub;
    rz_action action = MICE_ROLL;
    if (p->phase == MICE_TURN)
        note(l);
    bool astray = p->phase >= MICE_PLACING && strays(l), greedy = l->greedy >> p->active & 1;
    if (astray)
        action = any_choice(l);
    else if (greedy)
        action = greedy_choice(l);
    else if (p->phase == MICE_PLACING && mice_place_all(&l->judge, p))
        return;
    else if (p->phase != MICE_TURN || p->free[p->active] < ENOUGH)
        action = best_of(&l->judge, &l->setup, &l->state);
    mice_apply(&l->setup, &l->state, p->active, action, NULL);
}

static void play(lesson *l) {
    rz_actors actors;
    while ((actors = mice_to_act(&l->setup, rz_state_public(&l->state))) != 0)
        if (actors & RZ_CHANCE_BIT)
            mice_apply(&l->setup, &l->state, RZ_CHANCE,
                       rz_dealer_draw(&l->dealer, &mice_game, &l->setup, &l->state), NULL);
        else
            act(l);
}

/* From the end backwards: the target is a mixture of what the net says of the turn after and what
 * the target became there. */
static float learn(lesson *l, rz_net *net, float later, float rate) {
    int seats = rz_seats(&l->setup);
    mice_shares target = mice_judge_position(&l->judge, &l->state.mice.pub);
    float error = 0;
    for (int i = l->n - 1; i >= 0; i--) {
        moment *m = &l->moments[i];
        float weight = m->astray ? 0 : later;
        for (int s = 0; s < seats; s++) {
            float said[RZ_NET_OUTPUTS], wanted[RZ_NET_OUTPUTS] = {target.of[s], 1 - target.of[s]};
            rz_net_shares(net, &m->in[s], 2, said);
            error += rz_net_learn(net, &m->in[s], 2, wanted, rate);
            target.of[s] = weight * target.of[s] + (1 - weight) * said[0];
        }
    }
    return error / (float)(l->n * seats);
}

static float mice_lesson(rz_net *net, const uint8_t seed[RZ_SEED], uint32_t n, float rate) {
    lesson *l = malloc(sizeof *l); /* too large for the stack of a thread */
    uint8_t own_seed[RZ_SEED];
    rz_problem problem;
    if (!l)
        return 0;
    rz_seed_child(seed, n, own_seed);
    rz_seed_stream(own_seed, "lesson", 0, &l->rng);
    rz_dealer_fast(&l->dealer, rz_rng_next(&l->rng));
    l->n = 0;
    /* Later on everybody meets pupils and others at one table. */
    l->greedy = n < WATCHED ? ~0u : rz_rng_next(&l->rng) & ~(1u << n % 2);
    rz_setup_init(&mice_game, 2 + (int)(n % 4), &l->setup, &problem);
    l->setup.mice.turns = TURNS_MAX;
    rz_setup_complete(&mice_game, &l->setup, &problem);
    mice_judge_init(&l->judge, &l->setup.mice, net);
    mice_init(&l->setup, &l->state, NULL);
    play(l);
    float error = learn(l, net, n < BEGINNING ? 0.85f : 0.5f, rate);
    free(l);
    return error;
}

/* One game; the share of the win of `seat`, which plays by `one`. */
static double play_contest(const rz_net *one, const rz_net *other, const rz_setup *setup, int seat,
                           const uint8_t seed[RZ_SEED]) {
    static _Thread_local mice_judge judges[2];
    rz_state state;
    rz_dealer dealer;
    rz_actors actors;
    rz_dealer_init(&dealer, seed);
    mice_init(setup, &state, NULL);
    mice_judge_init(&judges[0], &setup->mice, other);
    mice_judge_init(&judges[1], &setup->mice, one);
    while ((actors = mice_to_act(setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action = actor == RZ_CHANCE ? rz_dealer_draw(&dealer, &mice_game, setup, &state)
                                              : best_of(&judges[actor == seat], setup, &state);
        mice_apply(setup, &state, actor, action, NULL);
    }
    return (double)mice_judge_position(&judges[1], &state.mice.pub).of[seat];
}

/* Games take a while: one seat of each deal has its turn. */
static double mice_contest(const rz_net *one, const rz_net *other, const uint8_t seed[RZ_SEED],
                           uint32_t n) {
    uint8_t own_seed[RZ_SEED];
    rz_setup setup;
    rz_problem problem;
    int seats = 2 + (int)(n % 4);
    rz_seed_child(seed, UINT32_MAX - n, own_seed); /* none that lessons use */
    rz_setup_init(&mice_game, seats, &setup, &problem);
    setup.mice.turns = CONTEST_TURNS;
    rz_setup_complete(&mice_game, &setup, &problem);
    return seats * play_contest(one, other, &setup, (int)(n / 4) % seats, own_seed);
}

const rz_course mice_course = {&mice_game, &mice_net_shape, mice_lesson, mice_contest, 0, 12};
