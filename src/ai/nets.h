/* The nets that bots play by. Whoever reads files sets them before the first move. */
#ifndef RZ_NETS_H
#define RZ_NETS_H

#include "ai/learn.h"
#include "ai/net.h"

enum { RZ_GAMES_MAX = 8 };
extern const rz_net *rz_nets[RZ_GAMES_MAX]; /* by the number of the game; NULL: none */

#endif
