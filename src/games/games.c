#include "games/games.h"

#define X(name) &name##_game,
const rz_game *const rz_games[] = {RZ_GAMES(X) NULL};
#undef X

const rz_game *rz_game_find(rz_slice name) {
    for (const rz_game *const *game = rz_games; *game; game++)
        if (rz_slice_is(name, (*game)->name))
            return *game;
    return NULL;
}
