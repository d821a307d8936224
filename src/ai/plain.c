/* Bots in a game of which nothing is known but its rules. There `greedy` searches a little, by
 * trying moves out to the end of the game; `casual` plays alike, and `novice` overlooks every other
 * best choice. The levels above need a net, so they do not play it. */
#include "ai/knowledge.h"
#include "core/module.h"

static rz_action search_a_little(const rz_question *question) {
    enum { WALKS = 100 };
    rz_question q = *question;
    q.ms = 0;
    q.nodes = WALKS;
    return rz_mcts_bot.choose(&q);
}

static const rz_knowledge plain = {search_a_little, {[RZ_NOVICE] = {.slip = 0.5f}}, 1, 1, NULL};

const rz_knowledge *rz_knowledge_of(const rz_game *game) {
    const rz_knowledge *knowledge = rz_module_of(game)->knowledge;
    return knowledge ? knowledge : &plain;
}
