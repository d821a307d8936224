/* All games, and the full types behind the pointers of core/game.h. */
#ifndef RZ_GAMES_H
#define RZ_GAMES_H

#include "core/game.h"
#include "games/bars/state.h"
#include "games/loot/state.h"
#include "games/mice/state.h"

union rz_setup {
    rz_setup_common common;
    loot_setup loot;
    bars_setup bars;
    mice_setup mice;
};

union rz_public {
    loot_public loot;
    bars_public bars;
    mice_public mice;
};

union rz_state {
    loot_state loot;
    bars_state bars;
    mice_state mice;
};

union rz_view {
    loot_view loot;
    bars_view bars;
    mice_view mice;
};

/* In the order of their numbers; NULL comes last. */
extern const rz_game *const rz_games[];

/* The game called `name`, or NULL. */
const rz_game *rz_game_find(rz_slice name);

#endif
