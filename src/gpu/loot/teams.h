/* loot: which game a team plays next: some take much longer than others. */
#ifndef RZ_GPU_LOOT_TEAMS_H
#define RZ_GPU_LOOT_TEAMS_H

#include "gpu/arguments.h"
#include "gpu/kernels/lane.h"

static inline uint32_t take_game(uint32_t *taken, gpu_desk *desk, uint32_t member) {
    team_sync();
    if (member == 0)
        desk->game = __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
    team_sync();
    return desk->game;
}

#endif
