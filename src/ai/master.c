/* master: takes the advice. */
#include "ai/advice.h"
#include "ai/bars/think.h"
#include "ai/loot/features.h"
#include "ai/mice/features.h"
#include "ai/nets.h"
#include "core/mem.h"
#include "games/games.h"

const rz_net *rz_nets[RZ_GAMES_MAX];

const rz_net_shape *rz_net_shape_of(const rz_game *game) {
    static const rz_net_shape *const shapes[] = {&loot_net_shape, &bars_net_shape, &mice_net_shape};
    return shapes[game->number];
}

bool rz_net_knows(const rz_game *game, const rz_setup *setup) {
    return game != &mice_game || mice_trained_board(&setup->mice);
}

static void (*const advisers[])(const rz_question *, rz_advice *) = {
    loot_advise,
    bars_advise,
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
    if (question->n_legal == 1 || !rz_advise(question, &advice))
        return question->legal[0];
    return rz_advice_take(question, &advice);
}

const rz_bot rz_master_bot = {"master", N_("for those who want to learn from it: the strongest"),
                              take_advice, 0, true};
