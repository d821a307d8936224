/* What the host hands to the kernels of batches. Pointers are addresses on the card. */
#ifndef RZ_GPU_BATCH_JOB_H
#define RZ_GPU_BATCH_JOB_H

#include "batch/batch.h"
#include "core/mem.h"

typedef enum gpu_batch_task {
    GPU_BATCH_BEGIN,   /* from the first game on */
    GPU_BATCH_OBSERVE, /* … */
    GPU_BATCH_CHECK,   /* `refused` says whether all actions are legal */
    GPU_BATCH_STEP,    /* unless one was refused */
    GPU_BATCH_PLAY,
    GPU_BATCH_FINISH
} gpu_batch_task;

/* Whole numbers of any type, one for each slot. */
typedef struct gpu_actions {
    const void *at;
    int64_t stride; /* in bytes, from one to the next */
    uint32_t size;  /* of a number */
    uint32_t has_sign;
} gpu_actions;

typedef struct gpu_batch_flags {
    uint32_t stuck, refused;
} gpu_batch_flags;

typedef struct gpu_batch_job {
    const rz_setup *setup;
    uint8_t seed[RZ_SEED];
    uint8_t bots[RZ_SEATS_MAX]; /* 0: the caller; else 1 + gpu_bot */
    const float *scale;
    uint32_t features, actions_of_game;
    uint32_t rewards, rotate, has_bots;
    rz_dealer *dealers; /* or NULL */
    uint8_t *slots;
    uint32_t count, lanes;   /* of slots */
    rz_batch_counts *counts; /* of each lane */
    gpu_batch_flags *flags;
    /* Of one call: */
    uint32_t task, steps;
    uint32_t writes; /* 0: no array is written */
    rz_arrays arrays;
    gpu_actions actions;
} gpu_batch_job;

static inline int64_t gpu_number_at(const gpu_actions *actions, uint32_t i) {
    const char *at = (const char *)actions->at + (int64_t)i * actions->stride;
    uint64_t n = 0;
    for (uint32_t byte = 0; byte < actions->size; byte++)
        n |= (uint64_t)(uint8_t)at[byte] << 8 * byte;
    if (actions->size == sizeof n)
        return actions->has_sign || n <= INT64_MAX ? (int64_t)n : INT64_MAX;
    uint64_t sign = actions->has_sign ? (uint64_t)1 << (8 * actions->size - 1) : 0;
    return (int64_t)(n ^ sign) - (int64_t)sign;
}

/* A number, as an action; what is none becomes RZ_HIDDEN, which no game allows. */
static inline rz_action gpu_action_at(const gpu_actions *actions, uint32_t i) {
    int64_t n = gpu_number_at(actions, i);
    return n >= 0 && n < RZ_HIDDEN ? (rz_action)n : RZ_HIDDEN;
}

#endif
