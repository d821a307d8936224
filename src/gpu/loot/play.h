/* loot: a game of bots, the net's choice among them, to its end. All members of a team keep the
 * same game. */
#ifndef RZ_GPU_LOOT_PLAY_H
#define RZ_GPU_LOOT_PLAY_H

#include "gpu/kernels/match.h"
#include "gpu/loot/choice.h"

static inline rz_action team_ask(const gpu_match *args, gpu_table *t, gpu_desk *desk, int seat,
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

static inline void team_play(const gpu_match *args, gpu_table *t, gpu_desk *desk, uint32_t member) {
    rz_actors actors;
    while ((actors = table_actors(t)) != 0) {
        int actor = __builtin_ctz(actors);
        table_move(t, actor,
                   actor == RZ_CHANCE ? table_draw(t) : team_ask(args, t, desk, actor, member));
    }
}

#endif
