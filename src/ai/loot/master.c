/* master for loot: every choice is searched to the next turn, and then one turn further as often as
 * the time allows, by the judgement of the net. Who is left alone goes to the end of the round. */
#include "ai/clock.h"
#include "ai/learnt.h"
#include "ai/loot/search.h"
#include "ai/nets.h"

enum { THEFTS = 3, DEFAULT_MS = 25, DEPTH_MAX = 8, ALONE_MAX = 1 << 16 };

/* Of all that thieves could take (up to 41 choices) the few that look best are looked into. */
static bool is_promising(const rz_question *q, const float *win, int i) {
    int better = 0;
    for (int k = 0; k < q->n_legal; k++)
        better += q->legal[k] > LOOT_STEAL && win[k] > win[i];
    return q->legal[i] < LOOT_STEAL || better < THEFTS;
}

/* One more search in the time that is left. If it does not come to its end, `win` stays; what was
 * not looked into is no better than the worst of the rest. */
static bool search_choices(loot_mind *mind, const rz_question *q, const rz_state *state, int depth,
                           float *win) {
    float found[RZ_LEGAL_MAX], least = 1;
    rz_action legal[RZ_LEGAL_MAX] = {0};
    int from[RZ_LEGAL_MAX], n = 0;
    for (int i = 0; i < q->n_legal; i++)
        if (depth == 0 || depth == LOOT_TO_THE_END || is_promising(q, win, i)) {
            legal[n] = q->legal[i];
            from[n++] = i;
        }
    loot_search_each(mind, state, depth, legal, n, found);
    if (mind->stopped)
        return false;
    for (int k = 0; k < n; k++)
        least = found[k] < least ? found[k] : least;
    for (int i = 0; i < q->n_legal; i++)
        win[i] = win[i] < least || depth == 0 ? win[i] : least;
    for (int k = 0; k < n; k++)
        win[from[k]] = found[k];
    return true;
}

/* What has been spent of the budget, from 0 to 1. */
static double spent(const loot_mind *mind, double start) {
    return mind->judged_most ? (double)mind->judged / mind->judged_most
                             : (rz_clock_ms() - start) / (mind->until - start);
}

/* Half of the budget, or all of it. */
static void allow(loot_mind *mind, const rz_question *q, double start, bool half) {
    uint32_t ms = q->ms ? q->ms : DEFAULT_MS;
    mind->judged_most = q->nodes >> (half && q->nodes > 1);
    mind->until = q->nodes ? 0 : start + ms / (half ? 2.0 : 1.0);
    mind->stopped = false;
}

/* Alone, to the end of the round. Where that takes too long there is time left to look as many
 * turns ahead as with others. */
static bool solve_ending(loot_mind *mind, const rz_question *q, const rz_state *state, double start,
                         float *win) {
    if (!loot_can_reach_the_end(&state->loot.pub, ALONE_MAX))
        return false;
    allow(mind, q, start, true);
    return search_choices(mind, q, state, LOOT_TO_THE_END, win);
}

static const rz_net *net_in_use;

static void advise(const rz_question *question, rz_advice *advice) {
    static _Thread_local loot_mind mind;
    const double growth = 6; /* a turn further costs at least so much more */
    double start = question->nodes ? 0 : rz_clock_ms(), last, now;
    rz_state state;
    loot_sample(question->setup, question->view, question->rng, &state);
    loot_mind_begin(&mind, net_in_use, question->setup);
    search_choices(&mind, question, &state, 0, advice->win);
    allow(&mind, question, start, false);
    last = spent(&mind, start);
    if (solve_ending(&mind, question, &state, start, advice->win))
        return rz_advice_best(question, advice);
    allow(&mind, question, start, false);
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        now = spent(&mind, start);
        if (now + last * growth > 1 || !search_choices(&mind, question, &state, depth, advice->win))
            break;
        last = spent(&mind, start) - now;
    }
    rz_advice_best(question, advice);
}

const rz_learnt loot_learnt = {&loot_net_shape, &net_in_use, advise, NULL};
