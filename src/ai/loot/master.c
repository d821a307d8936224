/* master for loot: every choice is searched to the next turn, and then one turn further as often as
 * the time allows, by the judgement of the net. Who is left alone goes to the end of the round. */
#include "ai/advice.h"
#include "ai/clock.h"
#include "ai/loot/search.h"
#include "ai/nets.h"
#include "core/mem.h"

enum { DEFAULT_MS = 25, DEPTH_MAX = 8, ALONE_MAX = 1 << 16 };

/* One more search in the time that is left. If it does not come to its end, `win` stays. */
static bool look(loot_mind *mind, const rz_question *q, const rz_state *state, int depth,
                 float *win) {
    float found[RZ_LEGAL_MAX];
    loot_search_each(mind, state, depth, q->legal, q->n_legal, found);
    if (mind->stopped)
        return false;
    memcpy(win, found, (size_t)q->n_legal * sizeof *win);
    return true;
}

/* What has been spent of the budget, from 0 to 1. */
static double spent(const loot_mind *mind, double start) {
    return mind->judged_most ? (double)mind->judged / mind->judged_most
                             : (rz_clock_ms() - start) / (mind->until - start);
}

void loot_advise(const rz_question *question, rz_advice *advice) {
    static _Thread_local loot_mind mind;
    const double growth = 6; /* a turn further costs at least so much more */
    double start = question->nodes ? 0 : rz_clock_ms(), before = 0, now;
    rz_state state;
    loot_sample(question->setup, question->view, question->rng, &state);
    loot_mind_begin(&mind, rz_nets[question->game->number], question->setup);
    look(&mind, question, &state, 0, advice->win);
    mind.judged_most = question->nodes;
    mind.until = question->nodes ? 0 : start + (question->ms ? question->ms : DEFAULT_MS);
    if (loot_can_reach_the_end(&state.loot.pub, ALONE_MAX) &&
        look(&mind, question, &state, LOOT_TO_THE_END, advice->win))
        return rz_advice_best(question, advice);
    mind.stopped = false;
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        now = spent(&mind, start);
        if (now + (now - before) * growth > 1 || !look(&mind, question, &state, depth, advice->win))
            break;
        before = now;
    }
    rz_advice_best(question, advice);
}
