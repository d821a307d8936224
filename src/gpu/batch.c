#include "gpu/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/slots.h"
#include "gpu/play.h"

bool gpu_batch_seats(const rz_game *game, const rz_bot_spec *spec) {
    gpu_bot bot;
    return !spec->bot || (gpu_bot_of(game, spec, &bot) && bot != GPU_NET);
}

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* What a slot takes: as the kernel has it. */
static size_t slot_size(const rz_batch_plan *plan) {
    size_t word = sizeof(uint64_t), size = sizeof(rz_slot) + rz_game_of(&plan->setup)->state_size;
    return (size + word - 1) / word * word;
}

static rz_batch_fault fault_of(const gpu_batch *batch) {
    return batch->device->failed ? RZ_BATCH_NO_MEMORY : RZ_BATCH_OK;
}

static rz_batch_fault seat_bots(gpu_batch *b) {
    const rz_game *game = rz_game_of(&b->plan.setup);
    rz_batch_fault fault = RZ_BATCH_NO_SEAT;
    for (int s = 0; s < rz_seats(&b->plan.setup); s++) {
        const rz_bot_spec *spec = &b->plan.bots[s];
        gpu_bot bot;
        if (!gpu_batch_seats(game, spec))
            return RZ_BATCH_NOT_READY;
        if (spec->bot && gpu_bot_of(game, spec, &bot))
            b->job.bots[s] = (uint8_t)(RZ_SLOT_RANDOM + bot);
        else
            fault = RZ_BATCH_OK;
        b->job.has_bots |= spec->bot != NULL;
    }
    return fault;
}

/* What is made here and stays as it is. */
static void *send(gpu_device *device, const void *what, size_t size) {
    void *there = gpu_new(device, size);
    gpu_upload(device, there, what, size);
    return there;
}

static void allocate(gpu_batch *b) {
    const rz_batch_plan *plan = &b->plan;
    const rz_game *game = rz_game_of(&plan->setup);
    gpu_batch_job *job = &b->job;
    float scale[RZ_FEATURES_MAX];
    size_t counts = job->lanes * sizeof *job->counts, flags = sizeof *job->flags;
    job->features = (uint32_t)rz_features_size(game, rz_seats(&plan->setup));
    rz_features_scale(game, rz_seats(&plan->setup), scale);
    job->scale = send(b->device, scale, job->features * sizeof *scale);
    job->setup = send(b->device, &plan->setup, sizeof plan->setup);
    job->slots = gpu_new(b->device, plan->slots * slot_size(plan));
    job->counts = gpu_new(b->device, counts);
    job->flags = gpu_new(b->device, flags);
    b->actions = gpu_new(b->device, plan->slots * sizeof *b->actions);
    if (plan->fair)
        job->dealers = gpu_new(b->device, plan->slots * sizeof *job->dealers);
    gpu_clear(b->device, job->counts, counts);
    gpu_clear(b->device, job->flags, flags);
    gpu_clear(b->device, job->slots, plan->slots * slot_size(plan));
}

rz_batch_fault gpu_batch_begin(gpu_batch *b, gpu_device *device, const rz_batch_plan *plan) {
    const rz_game *game = rz_game_of(&plan->setup);
    gpu_layout layout = gpu_layout_of(game, device);
    char image[40], kernel[40];
    *b = (gpu_batch){.device = device, .plan = *plan, .block = layout.block};
    b->job.count = plan->slots;
    b->job.lanes = plan->slots < layout.lanes ? plan->slots : layout.lanes;
    b->job.actions_of_game = game->actions;
    b->job.rewards = plan->rewards;
    b->job.rotate = plan->rotate;
    rz_batch_fault fault = seat_bots(b);
    if (fault != RZ_BATCH_OK)
        return fault;
    snprintf(image, sizeof image, "%s_batch", game->name);
    snprintf(kernel, sizeof kernel, "%s_gpu_batch", game->name);
    gpu_load(device, image, kernel, layout.stack, &b->kernel);
    allocate(b);
    return gpu_batch_reset(b, plan->seed);
}

void gpu_batch_end(gpu_batch *b) {
    gpu_device *device = b->device;
    if (!device)
        return;
    gpu_unload(device, &b->kernel);
    gpu_free(device, (void *)(uintptr_t)b->job.scale);
    gpu_free(device, (void *)(uintptr_t)b->job.setup);
    gpu_free(device, b->job.slots);
    gpu_free(device, b->job.counts);
    gpu_free(device, b->job.flags);
    gpu_free(device, b->job.dealers);
    gpu_free(device, b->actions);
    *b = (gpu_batch){0};
}

size_t gpu_batch_memory(const gpu_batch *b) {
    size_t slot = slot_size(&b->plan) + sizeof *b->actions;
    return b->plan.slots * (slot + (b->plan.fair ? sizeof *b->job.dealers : 0)) +
           b->job.lanes * sizeof *b->job.counts;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static rz_batch_fault launch(gpu_batch *b, gpu_batch_task task, const rz_arrays *arrays) {
    b->job.task = task;
    b->job.writes = arrays != NULL;
    b->job.arrays = arrays ? *arrays : (rz_arrays){0};
    gpu_launch(b->device, &b->kernel, b->job.lanes, b->block, &b->job);
    return fault_of(b);
}

rz_batch_fault gpu_batch_reset(gpu_batch *b, const uint8_t seed[RZ_SEED]) {
    gpu_batch_flags flags = {0};
    memcpy(b->plan.seed, seed, RZ_SEED);
    memcpy(b->job.seed, seed, RZ_SEED);
    launch(b, GPU_BATCH_BEGIN, NULL);
    gpu_download(b->device, &flags, b->job.flags, sizeof flags);
    return flags.stuck ? RZ_BATCH_STUCK : fault_of(b);
}

rz_batch_fault gpu_batch_observe(gpu_batch *b, const rz_arrays *arrays) {
    return launch(b, GPU_BATCH_OBSERVE, arrays);
}

rz_batch_fault gpu_batch_play(gpu_batch *b, uint32_t steps, const rz_arrays *arrays) {
    b->job.steps = steps;
    return launch(b, GPU_BATCH_PLAY, arrays);
}

rz_batch_fault gpu_batch_finish(gpu_batch *b, const rz_arrays *arrays) {
    return launch(b, GPU_BATCH_FINISH, arrays);
}

gpu_actions gpu_batch_upload(gpu_batch *b, const rz_action *actions) {
    gpu_upload(b->device, b->actions, actions, b->plan.slots * sizeof *actions);
    return (gpu_actions){b->actions, sizeof *actions, sizeof *actions, 0};
}

/* Fetches the slot, to say what is wrong with its action. */
static rz_batch_fault refuse(gpu_batch *b, uint32_t i, rz_refusal *refusal, int64_t *refused) {
    struct {
        rz_slot slot;
        rz_state state;
    } own;
    uint8_t number[sizeof(uint64_t)];
    gpu_actions one = b->job.actions;
    const rz_game *game = rz_game_of(&b->plan.setup);
    rz_view view;
    gpu_download(b->device, &own, b->job.slots + i * slot_size(&b->plan),
                 sizeof own.slot + game->state_size);
    gpu_download(b->device, number, (const uint8_t *)one.at + (int64_t)i * one.stride, one.size);
    if (b->device->failed)
        return RZ_BATCH_NO_MEMORY;
    one.at = number;
    *refused = gpu_number_at(&one, 0);
    game->view(&b->plan.setup, &own.state, own.slot.seat, &view);
    *refusal = (rz_refusal){i, own.slot.seat,
                            game->why_not(&b->plan.setup, &view, gpu_action_at(&one, 0))};
    return RZ_BATCH_ILLEGAL;
}

rz_batch_fault gpu_batch_step(gpu_batch *b, const gpu_actions *actions, const rz_arrays *arrays,
                              rz_refusal *refusal, int64_t *refused) {
    gpu_batch_flags flags = {0};
    b->job.actions = *actions;
    gpu_clear(b->device, b->job.flags, sizeof flags);
    launch(b, GPU_BATCH_CHECK, NULL);
    launch(b, GPU_BATCH_STEP, arrays);
    gpu_download(b->device, &flags, b->job.flags, sizeof flags);
    if (!b->device->failed && flags.refused)
        return refuse(b, flags.refused - 1, refusal, refused);
    return fault_of(b);
}

rz_batch_counts gpu_batch_count(gpu_batch *b) {
    rz_batch_counts sums = {0}, *counts = malloc(b->job.lanes * sizeof *counts);
    if (counts)
        gpu_download(b->device, counts, b->job.counts, b->job.lanes * sizeof *counts);
    for (uint32_t i = 0; counts && !b->device->failed && i < b->job.lanes; i++) {
        sums.games += counts[i].games;
        sums.decisions += counts[i].decisions;
        sums.actions += counts[i].actions;
    }
    free(counts);
    return sums;
}
