/* Batches: many games of one setup, moved on together, for those who learn from them.
 *
 * A batch has slots, and each slot plays one game after another. Where it is to be decided by one
 * of the caller's seats, the slot waits; chance and bots are done inside. When a game ends its slot
 * begins the next at once. Slot i's k-th game depends on the seed, i, k and the choices made in it
 * and on nothing else: not on threads, nor on the other slots.
 *
 *     rz_batch *batch = rz_batch_new(&plan, &fault);
 *     rz_batch_observe(batch, &arrays);
 *     for (;;) {
 *         choose an action for every row of `arrays`;
 *         rz_batch_step(batch, actions, &arrays, &refusal);
 *     }
 *
 * Where several seats may act at once, they are asked one after the other, the lowest first, and
 * none sees what the others have chosen.
 *
 * Not more than one thread may use a batch at a time; it has threads of its own.
 */
#ifndef RZ_BATCH_H
#define RZ_BATCH_H

#include "ai/bot.h"
#include "batch/arrays.h"
#include "core/api.h"
#include "games/games.h"

RZ_PUBLIC_BEGIN

enum { RZ_BATCH_SLOTS_MAX = 10000000, RZ_BATCH_THREADS_MAX = 256 };

typedef enum rz_rewards {
    RZ_REWARD_SHARE, /* of the win: 1, or 1/n of n winners */
    RZ_REWARD_SCORE, /* as the game counts it */
    RZ_REWARD_RANK   /* 1 for the first, 0 for the last, evenly between; equal ones share */
} rz_rewards;

typedef struct rz_batch_plan {
    rz_setup setup; /* complete */
    uint32_t slots;
    uint8_t seed[RZ_SEED];
    bool fair;          /* chance by docs/fair.md, to be verified, in place of the fast generator */
    rz_rewards rewards; /* what rz_arrays.rewards says */
    int threads;        /* at least 1 */
    bool rotate;        /* bots move one seat on with each slot and each game of it */
    rz_bot_spec bots[RZ_SEATS_MAX]; /* at each seat; a `bot` of NULL is the caller. No guests */
    /* Asked now and then, in the caller's thread; true ends the call. May be NULL. */
    bool (*should_stop)(void *context);
    void *context;
} rz_batch_plan;

/* After a fault the batch is as it was before the call. But after RZ_BATCH_STUCK nothing can be
 * done with it, and where rz_batch_play and rz_batch_finish are stopped the games have come a part
 * of the way. */
typedef enum rz_batch_fault {
    RZ_BATCH_OK,
    RZ_BATCH_NO_MEMORY,
    RZ_BATCH_NO_THREADS,
    RZ_BATCH_NO_SEAT,   /* every seat has a bot */
    RZ_BATCH_NOT_READY, /* a bot lacks its net (library/load_nets.h), or is a guest */
    RZ_BATCH_ILLEGAL,   /* rz_refusal says which action, and why */
    RZ_BATCH_STOPPED,   /* by should_stop */
    RZ_BATCH_LOST,      /* threads stay in the process that made them, and this is another */
    RZ_BATCH_STUCK      /* games end again and again before a seat of the caller's has acted */
} rz_batch_fault;

typedef struct rz_refusal {
    uint32_t slot;
    int seat;
    rz_error error;
} rz_refusal;

/* What has been played since the batch was made. */
typedef struct rz_batch_counts {
    uint64_t games;     /* ended */
    uint64_t decisions; /* of the caller's seats, or at random in their place */
    uint64_t actions;   /* of seats, bots and chance together */
} rz_batch_counts;

typedef struct rz_batch rz_batch;

/* All slots at the first decision of their first games. NULL and a fault if that can not be. */
rz_batch *rz_batch_new(const rz_batch_plan *plan, rz_batch_fault *fault);
void rz_batch_free(rz_batch *batch); /* may be NULL */

/* Bytes that a batch of this plan takes. */
size_t rz_batch_memory(const rz_batch_plan *plan);

const rz_batch_plan *rz_batch_plan_of(const rz_batch *batch);
rz_batch_counts rz_batch_count(const rz_batch *batch);

/* The game of a slot, borrowed until the batch goes on, and the seat that acts. */
const rz_state *rz_batch_state(const rz_batch *batch, uint32_t slot);
int rz_batch_seat(const rz_batch *batch, uint32_t slot);

/* The seeds of slot `slot`'s game number `number`: of the dealer of a fair batch; of the fast
 * generators of chance and of random choices. */
void rz_batch_fair_seed(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                        uint8_t game_seed[RZ_SEED]);
void rz_batch_fast_seeds(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                         uint64_t *chance, uint64_t *choice);

/* Writes how things stand; nothing has ended. `arrays` may not be NULL here. */
rz_batch_fault rz_batch_observe(rz_batch *batch, const rz_arrays *arrays);

/* One decision in every slot. If one of them is illegal none is taken. `arrays` may be NULL, here
 * and below. */
rz_batch_fault rz_batch_step(rz_batch *batch, const rz_action *actions, const rz_arrays *arrays,
                             rz_refusal *refusal);

/* The same with random choices, any legal one as likely as another; so many times in every slot.
 * `ends`, `rewards` and `scores` are those of the last step. */
rz_batch_fault rz_batch_play(rz_batch *batch, uint32_t steps, const rz_arrays *arrays);

/* Random choices until the present game of every slot has ended: its rewards and scores. */
rz_batch_fault rz_batch_finish(rz_batch *batch, const rz_arrays *arrays);

/* Every slot begins anew from a state that the view's seat, which is one of the caller's and may
 * act now, can not tell apart from its own: each slot draws one, by its own seed and that of the
 * game it was at. The view is of the plan's setup. */
rz_batch_fault rz_batch_sample(rz_batch *batch, const rz_view *view, int seat);

/* Every slot begins anew as it did when the batch was made, with another seed. */
rz_batch_fault rz_batch_reset(rz_batch *batch, const uint8_t seed[RZ_SEED]);

RZ_PUBLIC_END

#endif
