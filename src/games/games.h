/* All games, and the full types behind the pointers of core/game.h. Both follow from the list in
 * src/games/list. */
#ifndef RZ_GAMES_H
#define RZ_GAMES_H

#include "core/api.h"
#include "core/game.h"
#include "games/list.h"
#include "games/states.h"

RZ_PUBLIC_BEGIN

union rz_setup {
    rz_setup_common common;
#define X(name) name##_setup name;
    RZ_GAMES(X)
#undef X
};

union rz_public {
#define X(name) name##_public name;
    RZ_GAMES(X)
#undef X
};

union rz_state {
#define X(name) name##_state name;
    RZ_GAMES(X)
#undef X
};

union rz_view {
#define X(name) name##_view name;
    RZ_GAMES(X)
#undef X
};

/* In the order of their numbers; NULL comes last. */
extern const rz_game *const rz_games[];

/* The game that a setup is of. */
static inline const rz_game *rz_game_of(const rz_setup *setup) {
    return rz_games[setup->common.game];
}

/* The game called `name`, or NULL. */
const rz_game *rz_game_find(rz_slice name);

RZ_PUBLIC_END

#endif
