#include "ai/learnt.h"

#include "ai/maths.h"
#include "ai/nets.h"
#include "core/module.h"

bool rz_advise(const rz_question *question, rz_advice *advice) {
    if (!rz_net_of(question->game))
        return false;
    rz_module_of(question->game)->learnt->advise(question, advice);
    for (int i = 0; i < question->n_legal; i++) { /* estimates may go a little beyond */
        float win = advice->win[i];
        advice->win[i] = win < 0 ? 0 : win > 1 ? 1 : win;
    }
    return true;
}

void rz_advice_best(const rz_question *question, rz_advice *advice) {
    int best = 0;
    for (int i = 0; i < question->n_legal; i++) {
        best = advice->win[i] > advice->win[best] ? i : best;
        advice->mix[i] = 0;
    }
    advice->mix[best] = 1;
}

void rz_mix(const float win[], int n, float heat, float mix[]) {
    float best = win[0], sum = 0;
    for (int i = 1; i < n; i++)
        best = win[i] > best ? win[i] : best;
    for (int i = 0; i < n; i++)
        sum += mix[i] = rz_exp((win[i] - best) / heat);
    for (int i = 0; i < n; i++)
        mix[i] /= sum;
}

float rz_toss(rz_rng *rng) {
    return (float)rz_rng_below(rng, 1u << 24) / (float)(1u << 24);
}

rz_action rz_advice_take(const rz_question *question, const rz_advice *advice) {
    int i = 0;
    float left = rz_toss(question->rng);
    while (i < question->n_legal - 1 && (left -= advice->mix[i]) >= 0)
        i++;
    return question->legal[i];
}
