/* The nets that bots play by. Whoever reads files sets them before the first move. */
#ifndef RZ_NETS_H
#define RZ_NETS_H

#include "ai/net.h"
#include "core/api.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

/* The net that a game is played by; NULL: none. False if the game has no use for one. */
bool rz_net_set(const rz_game *game, const rz_net *net);
const rz_net *rz_net_of(const rz_game *game);

/* The shape of the net that a game is played by, or NULL if none is. */
const rz_net_shape *rz_net_shape_of(const rz_game *game);

/* Whether that net has learnt what is played here. Where it has not, as on boards of mice that
 * people bring, bots that need a net search by rules of thumb, and whoever seats them says so. */
bool rz_net_knows(const rz_game *game, const rz_setup *setup);

RZ_PUBLIC_END

#endif
