/* All that has been learnt, in one table, so that those who do not need it can go without. */
#include "ai/advice.h"
#include "ai/bars/think.h"
#include "ai/loot/features.h"
#include "ai/mice/features.h"
#include "games/games.h"

static bool knows_board(const rz_setup *setup) {
    return mice_trained_board(&setup->mice);
}

const rz_learnt rz_all_learnt[] = {
    {&loot_net_shape, loot_advise, NULL},
    {&bars_net_shape, bars_advise, NULL},
    {&mice_net_shape, mice_advise, knows_board},
};
