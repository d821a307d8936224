/* master for mice: dice to come by their exact expectation, placements by plans, and where there is
 * time the next player's turn, all by the judgement of the net; on a board that the net does not
 * know by rules of thumb. */
#include "ai/advice.h"
#include "ai/clock.h"
#include "ai/mice/search.h"
#include "ai/nets.h"
#include "games/games.h"

enum { DEFAULT_MS = 25 };

void mice_advise(const rz_question *question, rz_advice *advice) {
    static _Thread_local mice_judge judge;
    mice_budget budget = {.nodes = question->nodes};
    budget.until = rz_clock_ms() + (question->ms ? question->ms : DEFAULT_MS);
    mice_judge_init(&judge, &question->setup->mice, rz_nets[question->game->number]);
    mice_search_each(&judge, &question->view->mice.pub, &budget, question->legal, question->n_legal,
                     advice->win);
    rz_advice_best(question, advice);
}
