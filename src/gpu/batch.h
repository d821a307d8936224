/* A batch on a card: what batch/batch.h is, byte for byte, but in the card's memory, and so are all
 * arrays. Its work is done when gpu_wait says so; gpu_batch_step waits by itself.
 *
 * Of the plan `threads` and `should_stop` mean nothing there, and rz_batch_sample is not offered.
 */
#ifndef RZ_GPU_BATCH_H
#define RZ_GPU_BATCH_H

#include "batch/batch.h"
#include "gpu/batch_job.h"
#include "gpu/device.h"

typedef struct gpu_batch {
    gpu_device *device;
    gpu_kernel kernel;
    rz_batch_plan plan;
    gpu_batch_job job;
    rz_action *actions; /* room for some that come from here */
    uint32_t block;
} gpu_batch;

/* Whether such a bot can play there: `random`, `greedy` in loot and bars; or none. */
bool gpu_batch_seats(const rz_game *game, const rz_bot_spec *spec);

/* All of these end with RZ_BATCH_NO_MEMORY where the device has failed, which says why. To be ended
 * in any case. */
rz_batch_fault gpu_batch_begin(gpu_batch *batch, gpu_device *device, const rz_batch_plan *plan);
void gpu_batch_end(gpu_batch *batch);

rz_batch_fault gpu_batch_observe(gpu_batch *batch, const rz_arrays *arrays);

/* `refused`: the number that is no action, or is against the rules. */
rz_batch_fault gpu_batch_step(gpu_batch *batch, const gpu_actions *actions, const rz_arrays *arrays,
                              rz_refusal *refusal, int64_t *refused);

rz_batch_fault gpu_batch_play(gpu_batch *batch, uint32_t steps, const rz_arrays *arrays);
rz_batch_fault gpu_batch_finish(gpu_batch *batch, const rz_arrays *arrays);
rz_batch_fault gpu_batch_reset(gpu_batch *batch, const uint8_t seed[RZ_SEED]);

/* Actions of the caller's, one for each slot, put where they can be read there. */
gpu_actions gpu_batch_upload(gpu_batch *batch, const rz_action *actions);

/* What has been played. All 0 if the device has failed. */
rz_batch_counts gpu_batch_count(gpu_batch *batch);

/* Bytes that it takes on the card, without arrays. */
size_t gpu_batch_memory(const gpu_batch *batch);

#endif
