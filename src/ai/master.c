/* master: takes the advice. */
#include "ai/advice.h"
#include "ai/maths.h"
#include "ai/nets.h"
#include "core/module.h"
#include "core/translate.h"

static const rz_learnt *learnt_of(const rz_game *game) {
    return rz_modules_learnt ? rz_module_of(game)->learnt : NULL;
}

bool rz_net_set(const rz_game *game, const rz_net *net) {
    if (learnt_of(game))
        *learnt_of(game)->net = net;
    return learnt_of(game) != NULL;
}

const rz_net *rz_net_of(const rz_game *game) {
    return learnt_of(game) ? *learnt_of(game)->net : NULL;
}

const rz_net_shape *rz_net_shape_of(const rz_game *game) {
    return learnt_of(game) ? learnt_of(game)->shape : NULL;
}

bool rz_net_knows(const rz_game *game, const rz_setup *setup) {
    const rz_learnt *learnt = learnt_of(game);
    return learnt && (!learnt->knows || learnt->knows(setup));
}

bool rz_advise(const rz_question *question, rz_advice *advice) {
    if (!rz_net_of(question->game))
        return false;
    learnt_of(question->game)->advise(question, advice);
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

static rz_action take_advice(const rz_question *question) {
    rz_advice advice;
    if (question->n_legal == 1 || !rz_advise(question, &advice))
        return question->legal[0];
    return rz_advice_take(question, &advice);
}

const rz_bot rz_master_bot = {"master", N_("for those who want to learn from it: the strongest"),
                              take_advice, true};
