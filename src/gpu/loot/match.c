/* loot: games between bots, the net's choice among them, one after another at each team's desk. */
#include "gpu/loot/play.h"
#include "gpu/loot/teams.h"

RZ_GPU_KERNEL(loot_gpu_net_match, gpu_match) {
    uint32_t member = lane % TEAM, n;
    gpu_desk *desk = &args->desks[lane / TEAM];
    while ((n = take_game(args->taken, desk, member)) < args->games) {
        gpu_table t;
        table_begin(&t, args, args->first + n);
        team_play(args, &t, desk, member);
        if (member == 0)
            table_end(&t, &args->results[n]);
    }
}
