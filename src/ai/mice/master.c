/* master for mice: dice to come by their exact expectation, placements by plans, and where there is
 * time the next player's turn, all by the judgement of the net; on a board that the net does not
 * know by rules of thumb. */
#include "ai/clock.h"
#include "ai/learnt.h"
#include "ai/mice/search.h"
#include "ai/nets.h"
#include "games/games.h"

enum { DEFAULT_MS = 25 };

static const rz_net *net_in_use;

static void advise(const rz_question *question, rz_advice *advice) {
    static _Thread_local mice_judge judge;
    mice_budget budget = {.nodes = question->nodes};
    budget.until = rz_clock_ms() + (question->ms ? question->ms : DEFAULT_MS);
    mice_judge_init(&judge, &question->setup->mice, net_in_use);
    mice_search_each(&judge, &question->view->mice.pub, &budget, question->legal, question->n_legal,
                     advice->win);
    rz_advice_best(question, advice);
}

static bool knows_board(const rz_setup *setup) {
    return mice_trained_board(&setup->mice);
}

const rz_learnt mice_learnt = {&mice_net_shape, &net_in_use, advise, knows_board};
