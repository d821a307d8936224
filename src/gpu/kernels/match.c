/* Games between bots that choose at once, one after another on each lane. */
#include "gpu/kernels/match.h"

#include "gpu/kernels/lane.h"

RZ_GPU_KERNEL(OF_GAME(_gpu_match), gpu_match) {
    for (uint32_t n = lane; lane < args->lanes && n < args->games; n += args->lanes) {
        gpu_table t;
        rz_actors actors;
        table_begin(&t, args, args->first + n);
        while ((actors = table_actors(&t)) != 0) {
            int actor = __builtin_ctz(actors);
            table_move(&t, actor,
                       actor == RZ_CHANCE ? table_draw(&t)
                                          : table_ask(&t, actor, (gpu_bot)args->bots[actor]));
        }
        table_end(&t, &args->results[n]);
    }
}
