/* loot: games between bots, the net's choice among them, one after another at each team's desk. All
 * members keep the same game. */
#include "gpu/kernels/match.h"
#include "gpu/loot/choice.h"
#include "gpu/loot/teams.h"

static rz_action ask(const gpu_match *args, gpu_table *t, gpu_desk *desk, int seat,
                     uint32_t member) {
    if (args->bots[seat] != GPU_NET)
        return table_ask(t, seat, (gpu_bot)args->bots[seat]);
    gpu_shares searched;
    choice c = {.setup = t->setup,
                .state = &t->state.loot,
                .net = args->net,
                .desk = desk,
                .member = member};
    return best_choice(&c, &searched);
}

RZ_GPU_KERNEL(loot_gpu_net_match, gpu_match) {
    uint32_t member = lane % TEAM, n;
    gpu_desk *desk = &args->desks[lane / TEAM];
    while ((n = take_game(args->taken, desk, member)) < args->games) {
        gpu_table t;
        rz_actors actors;
        table_begin(&t, args, args->first + n);
        while ((actors = table_actors(&t)) != 0) {
            int actor = __builtin_ctz(actors);
            table_move(&t, actor,
                       actor == RZ_CHANCE ? table_draw(&t) : ask(args, &t, desk, actor, member));
        }
        if (member == 0)
            table_end(&t, &args->results[n]);
    }
}
