/* loot: the lessons of ai/loot/learn.c. A round of them has three parts: games are played by the
 * net, pupils learn from some games each, in order, and the net follows them. */
#include "gpu/kernels/game.h"
#include "gpu/loot/choice.h"
#include "gpu/loot/teams.h"

typedef struct lesson {
    rz_rng rng;
    rz_dealer dealer;
    loot_state state;
    gpu_moment *moments;
    uint32_t n;
} lesson;

/* Now and then something else than the best is tried. */
static rz_action stray(lesson *l, const choice *c, rz_action best, bool *astray) {
    *astray = rz_rng_below(&l->rng, 100) < 4;
    return *astray ? c->legal[rz_rng_below(&l->rng, (uint32_t)c->n_legal)] : best;
}

static void write_moment(const choice *c, const gpu_shares *searched, gpu_moment *moment) {
    loot_features(&c->setup->loot, &c->state->pub, &moment->in);
    moment->searched = *searched;
    moment->active = c->state->pub.active;
    moment->astray = false;
}

static void take_turn(lesson *l, const rz_setup *setup, const float *net, gpu_desk *desk,
                      uint32_t member) {
    choice c = {.setup = setup, .state = &l->state, .net = net, .desk = desk, .member = member};
    int seat = l->state.pub.bidder;
    bool turn = l->state.pub.phase == LOOT_TURN && l->n < GPU_TURNS, astray;
    gpu_shares searched;
    rz_action best = best_choice(&c, &searched);
    rz_action action = stray(l, &c, best, &astray);
    if (turn && member == 0)
        write_moment(&c, &searched, &l->moments[l->n]);
    l->n += turn;
    if (astray && l->n > 0 && member == 0)
        l->moments[l->n - 1].astray = true;
    loot_apply(setup, as_state(&l->state), seat, action, NULL);
}

static void begin_lesson(lesson *l, const gpu_lessons *args, const rz_setup *setup, uint32_t n) {
    uint8_t seed[RZ_SEED];
    rz_seed_child(args->seed, args->first + n, seed);
    rz_seed_stream(seed, "lesson", 0, &l->rng);
    rz_dealer_fast(&l->dealer, rz_rng_next(&l->rng));
    l->moments = args->moments + (size_t)n * GPU_TURNS;
    l->n = 0;
    loot_init(setup, as_state(&l->state), NULL);
}

static void play_lesson(lesson *l, const gpu_lessons *args, const rz_setup *setup, gpu_desk *desk,
                        uint32_t member) {
    rz_actors actors;
    while ((actors = loot_to_act(setup, as_public(&l->state))) != 0)
        if (actors & RZ_CHANCE_BIT)
            loot_apply(setup, as_state(&l->state), RZ_CHANCE,
                       loot_draw(setup, as_const(&l->state), &l->dealer.fast), NULL);
        else
            take_turn(l, setup, args->net, desk, member);
}

RZ_GPU_KERNEL(loot_gpu_lessons, gpu_lessons) {
    uint32_t member = lane % TEAM, n;
    gpu_desk *desk = &args->desks[lane / TEAM];
    while ((n = take_game(args->taken, desk, member)) < args->games) {
        const rz_setup *setup = &args->setups[(args->first + n) % 4];
        lesson l;
        begin_lesson(&l, args, setup, n);
        play_lesson(&l, args, setup, desk, member);
        if (member == 0) {
            gpu_game *game = &args->played[n];
            choice c = {.setup = setup};
            game->moments = l.n;
            game->seats = (uint32_t)rz_seats(setup);
            final_shares(&c, &l.state, &game->result);
        }
    }
}

/* ---- Learning -------------------------------------------------------------------------------- */

/* As slopes_below of ai/train.c. */
static void team_slopes(const float *weights, const float *below, float *slope_below, uint32_t n,
                        const float *slope, uint32_t width, uint32_t member) {
    for (uint32_t i = member; i < n; i += TEAM) {
        float sum = 0;
        for (uint32_t k = 0; k < width && below[i] > 0; k++)
            sum += slope[k] * weights[i * width + k];
        slope_below[i] = sum;
    }
    team_sync();
}

/* As its step: the last row of weights is the bias. */
static void team_step(float *weights, const float *below, uint32_t n, const float *slope,
                      uint32_t width, float rate, uint32_t member) {
    for (uint32_t i = member; i < n * width; i += TEAM)
        weights[i] -= rate * slope[i % width] * below[i / width];
    for (uint32_t k = member; k < width; k += TEAM)
        weights[n * width + k] -= rate * slope[k];
}

/* Rows are read some at a time before any is written: to wait for each would take longer than all
 * the rest. The same row may come again, but only at once. */
static void team_step_first(float *weights, const rz_inputs *in, const float *slope, float rate,
                            uint32_t member) {
    enum { OWN = GPU_UNITS / TEAM, AT_ONCE = 8 };
    float own[OWN], last[OWN];
    for (int u = 0; u < OWN; u++)
        own[u] = slope[member * OWN + (uint32_t)u];
    for (int from = 0; from <= in->n; from += AT_ONCE) {
        float old[AT_ONCE][OWN], step[AT_ONCE], *row[AT_ONCE];
#pragma GCC unroll 8
        for (int k = 0; k < AT_ONCE; k++) {
            int i = from + k < in->n ? from + k : in->n;
            uint32_t at = i < in->n ? in->index[i] : LOOT_FEATURES;
            step[k] = rate * (i < in->n ? in->value[i] : 1);
            row[k] = weights + at * GPU_UNITS + member * OWN;
            for (int u = 0; u < OWN; u++)
                old[k][u] = row[k][u];
        }
#pragma GCC unroll 8
        for (int k = 0; k < AT_ONCE; k++)
            for (int u = 0; u < OWN && from + k <= in->n; u++) {
                float before = k > 0 && row[k] == row[k - 1] ? last[u] : old[k][u];
                row[k][u] = last[u] = before - step[k] * own[u];
            }
    }
}

/* As rz_net_learn. */
static float team_learn(float *net, const rz_inputs *in, int seats, const float target[],
                        float rate, gpu_desk *desk, uint32_t member) {
    float shares[RZ_NET_OUTPUTS] = {0}, slope[RZ_NET_OUTPUTS], loss = 0;
    team_forward(net, in, desk, desk->output[0], member);
    to_shares(desk->output[0], seats, shares);
    for (int s = 0; s < RZ_NET_OUTPUTS; s++) {
        slope[s] = s < seats ? shares[s] - target[s] : 0;
        if (s < seats && target[s] > 0)
            loss -= target[s] * rz_log(shares[s] > 1e-9f ? shares[s] : 1e-9f);
    }
    team_slopes(net + GPU_OUTPUT, desk->second, desk->second_slope, RZ_NET_SECOND, slope,
                RZ_NET_OUTPUTS, member);
    team_slopes(net + GPU_SECOND, desk->first, desk->first_slope, GPU_UNITS, desk->second_slope,
                RZ_NET_SECOND, member);
    team_step(net + GPU_OUTPUT, desk->second, RZ_NET_SECOND, slope, RZ_NET_OUTPUTS, rate, member);
    team_step(net + GPU_SECOND, desk->first, GPU_UNITS, desk->second_slope, RZ_NET_SECOND, rate,
              member);
    team_step_first(net, in, desk->first_slope, rate, member);
    team_sync();
    return loss;
}

/* From the end backwards: the target is a mixture of what the search saw then and what the target
 * became later. */
static float learn_game(float *net, const gpu_game *game, const gpu_moment *moments, float rate,
                        gpu_desk *desk, uint32_t member) {
    const float later = 0.75f;
    int seats = (int)game->seats;
    gpu_shares target = game->result;
    float error = 0;
    for (uint32_t i = game->moments; i-- > 0;) {
        const gpu_moment *m = &moments[i];
        float relative[RZ_NET_OUTPUTS] = {0}, weight = m->astray ? 0 : later;
        for (int s = 0; s < seats; s++)
            target.of[s] = weight * target.of[s] + (1 - weight) * m->searched.of[s];
        for (int s = 0; s < seats; s++)
            relative[s] = target.of[(m->active + s) % seats];
        error += team_learn(net, &m->in, seats, relative, rate, desk, member);
    }
    return error / (float)game->moments;
}

RZ_GPU_KERNEL(loot_gpu_study, gpu_study) {
    uint32_t pupil = lane / TEAM, member = lane % TEAM;
    if (pupil >= args->pupils_count)
        return;
    float *net = args->pupils + (size_t)pupil * GPU_WEIGHTS, error = 0;
    for (uint32_t i = member; i < GPU_WEIGHTS; i += TEAM)
        net[i] = args->net[i];
    team_sync();
    for (uint32_t i = 0; i < args->games_each; i++) {
        uint32_t n = pupil * args->games_each + i;
        error += learn_game(net, &args->played[n], args->moments + (size_t)n * GPU_TURNS,
                            args->rate, &args->desks[pupil], member);
    }
    if (member == 0)
        args->errors[pupil] = error;
}

/* As rz_net_follow: a weight a lane. */
RZ_GPU_KERNEL(loot_gpu_follow, gpu_follow) {
    if (lane >= GPU_WEIGHTS)
        return;
    float sum = 0, weight = args->net[lane];
    for (uint32_t k = 0; k < args->pupils_count; k++)
        sum += args->pupils[(size_t)k * GPU_WEIGHTS + lane] - weight;
    args->pace[lane] = sum / (float)args->pupils_count + args->keep * args->pace[lane];
    args->net[lane] = weight + args->pace[lane];
}
