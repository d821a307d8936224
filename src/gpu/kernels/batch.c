/* A batch: the very lines of batch/slot.h. Each lane has a slot and takes it out of the common
 * memory, where what stands side by side belongs to different lanes, until it is done with it; its
 * rows it writes into memory of its own first, for the same reason. */
#include "batch/features.h"
#include "gpu/batch_job.h"
#include "gpu/kernels/bots.h"
#include "gpu/kernels/lane.h"

#define RZ_CALL(game, function) RZ_CALL_##function
#define RZ_CALL_apply           OF_GAME(_apply)
#define RZ_CALL_draw            OF_GAME(_draw)
#define RZ_CALL_init            OF_GAME(_init)
#define RZ_CALL_legal_in        OF_GAME(_legal_in)
#define RZ_CALL_scores          OF_GAME(_scores)
#define RZ_CALL_to_act          OF_GAME(_to_act)
#define RZ_CALL_view            OF_GAME(_make_view)
#define RZ_CALL_why_not         OF_GAME(_why_not)
#define RZ_CALL_winners         OF_GAME(_winners)
#define RZ_PUT_FEATURES(writer, view, bytes)                                                       \
    OF_GAME(_feature_table).write((writer)->setup, view, bytes)
#include "batch/slot.h"

enum {
    WORD = sizeof(uint32_t),
    FEATURE_WORDS = RZ_FEATURES_MAX / WORD,
    MASK_WORDS = RZ_LEGAL_MAX / WORD
};

typedef struct own_slot {
    rz_slot slot;
    OF_GAME(_state) state;
} own_slot;
_Static_assert(sizeof(own_slot) % sizeof(uint64_t) == 0, "whole words");

static rz_action slot_draw(const rz_hand *h, rz_dealer *dealer, const rz_state *state) {
    return draw_by(dealer, h->slots->writer.setup, state);
}

static rz_action slot_ask(rz_hand *h, uint32_t i, const rz_slot *s, const rz_state *state, int seat,
                          int place) {
    const rz_slots *slots = h->slots;
    uint8_t seed[RZ_SEED];
    slot_fair_seed(slots->seed, i, s->number, seed);
    return ask_bot(slots->writer.setup, state, seed, s->moves, seat,
                   (gpu_bot)(slots->bots[place] - RZ_SLOT_RANDOM));
}

/* ---- Memory ---------------------------------------------------------------------------------- */

typedef uint64_t __attribute__((may_alias)) any64;
typedef uint32_t __attribute__((may_alias)) any32;

static inline void copy_slot(void *to, const void *from) {
    any64 *t = to;
    const any64 *f = from;
    for (size_t i = 0; i < sizeof(own_slot) / sizeof *t; i++)
        t[i] = f[i];
}

/* Bytes that may begin anywhere, a word at a time; there is one more word behind those given. */
static inline void copy_out(uint8_t *to, const uint32_t *from, size_t size) {
    const uint8_t *bytes = (const uint8_t *)from;
    size_t head = -(uintptr_t)to % WORD, at = 0;
    for (; at < head && at < size; at++)
        to[at] = bytes[at];
    for (size_t w = 0; at + WORD <= size; at += WORD, w++) {
        uint64_t two = from[w] | (uint64_t)from[w + 1] << 32;
        *(any32 *)(void *)(to + at) = (uint32_t)(two >> 8 * head);
    }
    for (; at < size; at++)
        to[at] = bytes[at];
}

static inline void write_masks(const rz_hand *h, const gpu_batch_job *job, uint32_t i,
                               const rz_slot *s, const rz_state *state) {
    const rz_arrays *a = h->arrays;
    uint32_t mask[MASK_WORDS + 1], bits[MASK_WORDS / 8 + 1];
    size_t actions = job->actions_of_game, bytes = (actions + 7) / 8;
    rz_row row = {.mask = a->mask ? (uint8_t *)mask : NULL,
                  .bits = a->bits ? (uint8_t *)bits : NULL};
    row_put_masks(&h->slots->writer, &row, actions, state, s->seat);
    if (a->mask)
        copy_out(a->mask + i * actions, mask, actions);
    if (a->bits)
        copy_out(a->bits + i * bytes, bits, bytes);
}

static inline void write_row(const rz_hand *h, const gpu_batch_job *job, uint32_t i,
                             const rz_slot *s, const rz_state *state) {
    const rz_arrays *a = h->arrays;
    uint32_t features[FEATURE_WORDS + 1];
    rz_row row = {.bytes = (uint8_t *)features};
    if (a->floats)
        row.floats = a->floats + (size_t)i * job->features;
    if (a->bytes || a->floats)
        row_put_features(&h->slots->writer, &row, state, s->seat);
    if (a->bytes)
        copy_out(a->bytes + (size_t)i * job->features, features, job->features);
    if (a->mask || a->bits)
        write_masks(h, job, i, s, state);
    if (a->seats)
        a->seats[i] = s->seat;
    if (a->numbers)
        a->numbers[i] = s->number;
}

/* ---- What is to be done ---------------------------------------------------------------------- */

static inline bool goes_on(const gpu_batch_job *job, const rz_slot *s, uint32_t number,
                           uint32_t done) {
    switch (job->task) {
    case GPU_BATCH_STEP:
        return done < 1;
    case GPU_BATCH_PLAY:
        return done < job->steps;
    case GPU_BATCH_FINISH:
        return s->number == number;
    default:
        return false;
    }
}

/* One loop for all: what stands in it twice would be there twice. */
static inline void move_on(rz_hand *h, const gpu_batch_job *job, uint32_t i, rz_slot *s,
                           rz_state *state) {
    uint32_t number = s->number;
    for (uint32_t done = 0;; done++) {
        slot_advance(h, i, s, state);
        if (!goes_on(job, s, number, done))
            return;
        slot_clear_results(h, i);
        slot_decide(h, s, state,
                    job->task == GPU_BATCH_STEP ? gpu_action_at(&job->actions, i)
                                                : slot_choose_any(h, s, state, s->seat));
    }
}

static inline void do_slot(rz_hand *h, const gpu_batch_job *job, uint32_t i) {
    uint8_t *at = job->slots + (size_t)i * sizeof(own_slot);
    own_slot own;
    rz_state *state = (rz_state *)(void *)&own.state;
    copy_slot(&own, at);
    if (job->task == GPU_BATCH_CHECK) {
        if (slot_refuse(h->slots, &own.slot, state, gpu_action_at(&job->actions, i)) != RZ_OK)
            slot_note_refused(&job->flags->refused, i);
        return;
    }
    if (job->task == GPU_BATCH_BEGIN) {
        own.slot = (rz_slot){0};
        slot_begin_game(h->slots, i, &own.slot, state);
    }
    if (job->task == GPU_BATCH_OBSERVE)
        slot_clear_results(h, i);
    else
        move_on(h, job, i, &own.slot, state);
    copy_slot(at, &own);
    if (job->writes)
        write_row(h, job, i, &own.slot, state);
}

RZ_GPU_KERNEL(OF_GAME(_gpu_batch), gpu_batch_job) {
    rz_slots slots = {.writer = {NULL, args->setup, args->scale, (int)args->features},
                      .dealers = args->dealers,
                      .rewards = (uint8_t)args->rewards,
                      .rotate = args->rotate,
                      .has_bots = args->has_bots,
                      .stuck = &args->flags->stuck};
    rz_hand h = {.slots = &slots, .rng = {.is_fast = true}};
    if (lane >= args->lanes || (args->task == GPU_BATCH_STEP && args->flags->refused))
        return;
    for (int i = 0; i < RZ_SEED; i++)
        slots.seed[i] = args->seed[i];
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        slots.bots[s] = args->bots[s];
    h.arrays = args->writes ? &args->arrays : NULL;
    for (uint32_t i = lane; i < args->count; i += args->lanes)
        do_slot(&h, args, i);
    args->counts[lane].games += h.counts.games;
    args->counts[lane].decisions += h.counts.decisions;
    args->counts[lane].actions += h.counts.actions;
}
