/* greedy: what a game knows of itself, and no search. */
#include "ai/knowledge.h"
#include "core/translate.h"

static rz_action choose_greedily(const rz_question *question) {
    return rz_knowledge_of(question->game)->greedy(question);
}

const rz_bot rz_greedy_bot = {"greedy", N_("looks one move ahead and knows what things are worth"),
                              choose_greedily, false};
