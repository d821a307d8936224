/* A position played on by bots that choose at once, one game after another on each lane. */
#include "gpu/kernels/lane.h"
#include "gpu/kernels/match.h"

RZ_GPU_KERNEL(OF_GAME(_gpu_rollout), gpu_rollout) {
    for (uint32_t n = lane; lane < args->match.lanes && n < args->match.games;
         n += args->match.lanes) {
        gpu_table t;
        table_begin_at(&t, args, n);
        table_play(&t, &args->match);
        table_end(&t, &args->match.results[n]);
    }
}
