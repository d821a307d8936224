#include "games/games.h"

const rz_game *const rz_games[] = {&loot_game, &bars_game, &mice_game, NULL};

const rz_game *rz_game_find(rz_slice name) {
    for (const rz_game *const *game = rz_games; *game; game++)
        if (rz_slice_is(name, (*game)->name))
            return *game;
    return NULL;
}
