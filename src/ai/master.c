/* master: takes the advice. */
#include "ai/advice.h"
#include "core/translate.h"

static rz_action take_advice(const rz_question *question) {
    rz_advice advice;
    if (question->n_legal == 1 || !rz_advise(question, &advice))
        return question->legal[0];
    return rz_advice_take(question, &advice);
}

const rz_bot rz_master_bot = {"master", N_("for those who want to learn from it: the strongest"),
                              take_advice, true};
