/* master for loot: every choice is searched to the next turn, and where there is time one turn
 * further, by the judgement of the net. */
#include "ai/advice.h"
#include "ai/loot/features.h"
#include "ai/nets.h"

/* A look one turn further judges some thousands of positions. */
enum { DEEPER_NODES = 5000, DEEPER_MS = 20 };

void loot_advise(const rz_question *question, rz_advice *advice) {
    rz_state state;
    int depth = question->nodes >= DEEPER_NODES || question->ms >= DEEPER_MS;
    loot_sample(question->setup, question->view, question->rng, &state);
    loot_search_each(rz_nets[question->game->number], question->setup, &state, depth,
                     question->legal, question->n_legal, advice->win);
    rz_advice_best(question, advice);
}
