/* The nets that bots play by. Whoever reads files sets them before the first move. */
#ifndef RZ_NETS_H
#define RZ_NETS_H

#include "ai/net.h"
#include "core/game.h"

enum { RZ_GAMES_MAX = 8 };
extern const rz_net *rz_nets[RZ_GAMES_MAX]; /* by the number of the game; NULL: none */

/* The shape of the net that a game is played by, or NULL if none is. */
const rz_net_shape *rz_net_shape_of(const rz_game *game);

/* Whether that net has learnt what is played here. Where it has not, as on boards of mice that
 * people bring, bots that need a net search by rules of thumb, and whoever seats them says so. */
bool rz_net_knows(const rz_game *game, const rz_setup *setup);

#endif
