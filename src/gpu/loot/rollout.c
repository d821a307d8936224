/* loot: a position played on by bots, the net's choice among them, one game after another at each
 * team's desk. */
#include "gpu/loot/play.h"
#include "gpu/loot/teams.h"

RZ_GPU_KERNEL(loot_gpu_net_rollout, gpu_rollout) {
    const gpu_match *match = &args->match;
    uint32_t member = lane % TEAM, n;
    gpu_desk *desk = &match->desks[lane / TEAM];
    while ((n = take_game(match->taken, desk, member)) < match->games) {
        gpu_table t;
        table_begin_at(&t, args, n);
        team_play(match, &t, desk, member);
        if (member == 0)
            table_end(&t, &match->results[n]);
    }
}
