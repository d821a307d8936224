/* Nets from files, for those who link against the library: `club`, `expert` and `master` need that
 * of their game (rz_bot_is_ready).
 *
 * The memory of what is loaded belongs to the library. A net is set for the whole process, so load
 * before the first move, and while no other thread plays.
 */
#ifndef RZ_LOAD_NETS_H
#define RZ_LOAD_NETS_H

#include "ai/nets.h"
#include "core/api.h"

RZ_PUBLIC_BEGIN

/* The net of a game from a file, or from the bytes of one. On an error nothing changes. */
rz_net_fault rz_load_net(const rz_game *game, const char *path) RZ_CHECKED;
rz_net_fault rz_load_net_bytes(const rz_game *game, const uint8_t *bytes, size_t size) RZ_CHECKED;

/* GAME.net for every game that is played by one, from `folder`; NULL: from $RAZZIA_NETS, or else
 * from where the nets were installed. The first fault ends it; what came before it stays loaded. */
rz_net_fault rz_load_nets(const char *folder) RZ_CHECKED;

/* Lets go of all that was loaded. */
void rz_unload_nets(void);

/* What is wrong, in English; borrowed for ever. */
const char *rz_net_fault_text(rz_net_fault fault);

RZ_PUBLIC_END

#endif
