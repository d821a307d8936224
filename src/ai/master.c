/* master: takes the advice. */
#include "ai/advice.h"
#include "ai/nets.h"
#include "core/mem.h"

static void (*const advisers[])(const rz_question *, rz_advice *) = {
    loot_advise,
    NULL,
    mice_advise,
};

bool rz_advise(const rz_question *question, rz_advice *advice) {
    int game = question->game->number;
    if (!advisers[game] || !rz_nets[game])
        return false;
    advisers[game](question, advice);
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

static rz_action take_advice(const rz_question *question) {
    rz_advice advice;
    int i = 0;
    if (question->n_legal == 1 || !rz_advise(question, &advice))
        return question->legal[0];
    float left = (float)rz_rng_below(question->rng, 1u << 24) / (float)(1u << 24);
    while (i < question->n_legal - 1 && (left -= advice.mix[i]) >= 0)
        i++;
    return question->legal[i];
}

const rz_bot rz_master_bot = {"master",
                              N_("has learnt from games against itself; plays loot and mice"),
                              take_advice, 1 << 0 | 1 << 2, true};
