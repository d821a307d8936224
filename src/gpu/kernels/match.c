/* Games between bots that choose at once, one after another on each lane. */
#include "gpu/kernels/match.h"

#include "gpu/kernels/lane.h"

RZ_GPU_KERNEL(OF_GAME(_gpu_match), gpu_match) {
    for (uint32_t n = lane; lane < args->lanes && n < args->games; n += args->lanes) {
        gpu_table t;
        table_begin(&t, args, args->first + n);
        table_play(&t, args);
        table_end(&t, &args->results[n]);
    }
}
