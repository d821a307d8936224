#include "batch/batch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "batch/pool.h"

#define RZ_CALL(game, function) (game)->function
#define RZ_PUT_FEATURES(writer, view, bytes)                                                       \
    rz_features_write((writer)->game, (writer)->setup, view, bytes)
#include "batch/slot.h"

enum {
    ALIGNMENT = 64,
    STOP_STEPS = 64 /* between two looks whether to stop */
};

/* What one thread counts, on a cache line of its own. */
typedef struct tally {
    rz_batch_counts counts;
    uint8_t unused[ALIGNMENT - sizeof(rz_batch_counts)];
} tally;

struct rz_batch {
    rz_batch_plan plan;
    const rz_game *game;
    rz_slots common;
    rz_pool *pool;
    size_t stride; /* from one slot, whose state follows it, to the next */
    uint8_t *slots;
    tally *tallies;  /* dealers and slots follow: all that changes */
    uint8_t *before; /* all that as it was before the call, where bots take their time */
    size_t changing; /* its size */
    atomic_bool stopped;
    uint32_t stuck;
    uint32_t refused; /* 1 + the first slot whose action is illegal, or 0 */
};

/* One thread at work. */
typedef struct hand {
    rz_hand own;
    rz_batch *batch;
    bool may_stop; /* it is the caller's thread, so it may ask */
    int steps;     /* since it asked */
} hand;

static rz_slot *slot_at(const rz_batch *batch, uint32_t i) {
    return (rz_slot *)(void *)(batch->slots + (size_t)i * batch->stride);
}

static rz_state *state_of(rz_slot *s) {
    return (rz_state *)(void *)(s + 1);
}

void rz_batch_fast_seeds(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                         uint64_t *chance, uint64_t *choice) {
    slot_fast_seeds(seed, slot, number, chance, choice);
}

void rz_batch_fair_seed(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                        uint8_t game_seed[RZ_SEED]) {
    slot_fair_seed(seed, slot, number, game_seed);
}

/* ---- What a slot asks for -------------------------------------------------------------------- */

static rz_action slot_draw(const rz_hand *h, rz_dealer *dealer, const rz_state *state) {
    const rz_row_writer *w = &h->slots->writer;
    return rz_dealer_draw(dealer, w->game, w->setup, state);
}

static rz_action slot_ask(rz_hand *own, uint32_t i, const rz_slot *s, const rz_state *state,
                          int seat, int place) {
    hand *h = own->context;
    const rz_batch_plan *plan = &h->batch->plan;
    uint8_t seed[RZ_SEED];
    slot_fair_seed(plan->seed, i, s->number, seed);
    h->steps += STOP_STEPS; /* it may take long */
    return rz_bot_move(&plan->bots[place], h->batch->game, &plan->setup, state, seat, seed,
                       s->moves);
}

static void decide(hand *h, uint32_t i, rz_slot *s, rz_action action) {
    slot_decide(&h->own, s, state_of(s), action);
    slot_advance(&h->own, i, s, state_of(s));
}

static void decide_any(hand *h, uint32_t i, rz_slot *s) {
    decide(h, i, s, slot_choose_any(&h->own, s, state_of(s), s->seat));
}

static void write_row(const hand *h, uint32_t i, rz_slot *s) {
    const rz_arrays *arrays = h->own.arrays;
    if (!arrays)
        return;
    rz_row_write(&h->batch->common.writer, arrays, i, state_of(s), s->seat);
    if (arrays->numbers)
        arrays->numbers[i] = s->number;
}

/* True if nobody shall go on. */
static bool is_stopped(hand *h) {
    rz_batch *batch = h->batch;
    if (h->may_stop && ++h->steps >= STOP_STEPS) {
        h->steps = 0;
        if (batch->plan.should_stop(batch->plan.context))
            atomic_store(&batch->stopped, true);
    }
    return atomic_load_explicit(&batch->stopped, memory_order_relaxed);
}

/* ---- All slots ------------------------------------------------------------------------------- */

typedef struct job {
    rz_batch *batch;
    const rz_arrays *arrays;
    void (*work)(hand *h, const struct job *job, uint32_t i, rz_slot *s);
    const rz_action *actions;
    uint32_t steps;
    const rz_view *view;
    int seat;
} job;

/* Each thread has a run of slots. */
static void do_part(void *context, int part, int parts) {
    const job *j = context;
    rz_batch *batch = j->batch;
    uint64_t slots = batch->plan.slots;
    uint32_t from = (uint32_t)(slots * (uint64_t)part / (uint64_t)parts);
    uint32_t to = (uint32_t)(slots * ((uint64_t)part + 1) / (uint64_t)parts);
    hand h = {.own = {.slots = &batch->common, .arrays = j->arrays, .rng = {.is_fast = true}},
              .batch = batch,
              .may_stop = part == 0 && batch->plan.should_stop};
    h.own.context = &h;
    for (uint32_t i = from; i < to && !is_stopped(&h); i++)
        j->work(&h, j, i, slot_at(batch, i));
    rz_batch_counts *sums = &batch->tallies[part].counts;
    sums->games += h.own.counts.games;
    sums->decisions += h.own.counts.decisions;
    sums->actions += h.own.counts.actions;
}

static rz_batch_fault run(job *j) {
    rz_batch *batch = j->batch;
    if (rz_pool_is_lost(batch->pool))
        return RZ_BATCH_LOST;
    atomic_store(&batch->stopped, false);
    rz_pool_run(batch->pool, do_part, j);
    if (__atomic_load_n(&batch->stuck, __ATOMIC_RELAXED))
        return RZ_BATCH_STUCK;
    return atomic_load(&batch->stopped) ? RZ_BATCH_STOPPED : RZ_BATCH_OK;
}

static void show_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    (void)j;
    slot_clear_results(&h->own, i);
    write_row(h, i, s);
}

/* The same, and if it is stopped the batch is as it was, and the arrays say so. */
static rz_batch_fault run_or_restore(job *j) {
    rz_batch *batch = j->batch;
    bool (*should_stop)(void *) = batch->plan.should_stop;
    if (batch->before)
        memcpy(batch->before, batch->tallies, batch->changing);
    else
        batch->plan.should_stop = NULL;
    rz_batch_fault fault = run(j);
    batch->plan.should_stop = NULL;
    if (fault == RZ_BATCH_STOPPED) {
        memcpy(batch->tallies, batch->before, batch->changing);
        run(&(job){.batch = batch, .arrays = j->arrays, .work = show_slot});
    }
    batch->plan.should_stop = should_stop;
    return fault;
}

static void check_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    if (slot_refuse(h->own.slots, s, state_of(s), j->actions[i]) != RZ_OK)
        slot_note_refused(&h->batch->refused, i);
}

static void step_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    slot_clear_results(&h->own, i);
    decide(h, i, s, j->actions[i]);
    write_row(h, i, s);
}

static void play_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    for (uint32_t n = 0; n < j->steps && !is_stopped(h); n++) {
        slot_clear_results(&h->own, i);
        decide_any(h, i, s);
    }
    write_row(h, i, s);
}

static void finish_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    uint32_t number = s->number;
    (void)j;
    slot_clear_results(&h->own, i);
    while (s->number == number && !is_stopped(h))
        decide_any(h, i, s);
    write_row(h, i, s);
}

static void begin_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    (void)j;
    memset(s, 0, sizeof *s);
    slot_begin_game(h->own.slots, i, s, state_of(s));
    slot_advance(&h->own, i, s, state_of(s));
}

static void sample_slot(hand *h, const job *j, uint32_t i, rz_slot *s) {
    const rz_slots *slots = h->own.slots;
    rz_rng *rng = &h->own.rng;
    slot_begin_game(slots, i, s, state_of(s));
    rng->fast = s->chance;
    h->batch->game->sample(&h->batch->plan.setup, j->view, rng, state_of(s));
    s->chance = rng->fast;
    if (slot_place(slots, i, s, j->seat) >= 0)
        slot_advance(&h->own, i, s, state_of(s));
    else
        s->seat = (uint8_t)j->seat;
}

rz_batch_fault rz_batch_observe(rz_batch *batch, const rz_arrays *arrays) {
    return run_or_restore(&(job){.batch = batch, .arrays = arrays, .work = show_slot});
}

rz_batch_fault rz_batch_step(rz_batch *batch, const rz_action *actions, const rz_arrays *arrays,
                             rz_refusal *refusal) {
    job check = {.batch = batch, .work = check_slot, .actions = actions};
    job step = {.batch = batch, .arrays = arrays, .work = step_slot, .actions = actions};
    batch->refused = 0;
    rz_batch_fault fault = run_or_restore(&check);
    if (fault == RZ_BATCH_OK && batch->refused > 0) {
        uint32_t i = batch->refused - 1;
        rz_slot *s = slot_at(batch, i);
        *refusal =
            (rz_refusal){i, s->seat, slot_refuse(&batch->common, s, state_of(s), actions[i])};
        return RZ_BATCH_ILLEGAL;
    }
    return fault == RZ_BATCH_OK ? run_or_restore(&step) : fault;
}

rz_batch_fault rz_batch_play(rz_batch *batch, uint32_t steps, const rz_arrays *arrays) {
    return run(&(job){.batch = batch, .arrays = arrays, .work = play_slot, .steps = steps});
}

rz_batch_fault rz_batch_finish(rz_batch *batch, const rz_arrays *arrays) {
    return run(&(job){.batch = batch, .arrays = arrays, .work = finish_slot});
}

rz_batch_fault rz_batch_sample(rz_batch *batch, const rz_view *view, int seat) {
    return run_or_restore(&(job){.batch = batch, .work = sample_slot, .view = view, .seat = seat});
}

static void set_seed(rz_batch *batch, const uint8_t seed[RZ_SEED]) {
    memcpy(batch->plan.seed, seed, RZ_SEED);
    memcpy(batch->common.seed, seed, RZ_SEED);
}

rz_batch_fault rz_batch_reset(rz_batch *batch, const uint8_t seed[RZ_SEED]) {
    uint8_t old[RZ_SEED];
    memcpy(old, batch->plan.seed, RZ_SEED);
    set_seed(batch, seed);
    rz_batch_fault fault = run_or_restore(&(job){.batch = batch, .work = begin_slot});
    if (fault != RZ_BATCH_OK)
        set_seed(batch, old);
    return fault;
}

/* ---- Making and freeing ---------------------------------------------------------------------- */

static size_t round_up(size_t size, size_t to) {
    return (size + to - 1) / to * to;
}

static bool has_bots(const rz_batch_plan *plan) {
    for (int s = 0; s < rz_seats(&plan->setup); s++)
        if (plan->bots[s].bot)
            return true;
    return false;
}

/* Where the parts stand in the one block of memory; its size. */
typedef struct layout {
    size_t scale, tallies, dealers, slots, before, size;
} layout;

static layout lay_out(const rz_batch_plan *plan, size_t stride) {
    const rz_game *game = rz_game_of(&plan->setup);
    size_t scale = (size_t)rz_features_size(game, rz_seats(&plan->setup)) * sizeof(float);
    layout l = {.scale = round_up(sizeof(rz_batch), ALIGNMENT)};
    l.tallies = l.scale + round_up(scale, ALIGNMENT);
    l.dealers = l.tallies + (size_t)plan->threads * sizeof(tally);
    l.slots = l.dealers + round_up(plan->fair ? plan->slots * sizeof(rz_dealer) : 0, ALIGNMENT);
    l.before = l.slots + round_up(plan->slots * stride, ALIGNMENT);
    l.size = l.before + (has_bots(plan) ? l.before - l.tallies : 0);
    return l;
}

static size_t stride_of(const rz_batch_plan *plan) {
    return round_up(sizeof(rz_slot) + rz_game_of(&plan->setup)->state_size, sizeof(uint64_t));
}

size_t rz_batch_memory(const rz_batch_plan *plan) {
    return lay_out(plan, stride_of(plan)).size;
}

static rz_batch_fault check_seats(const rz_batch_plan *plan) {
    const rz_game *game = rz_game_of(&plan->setup);
    rz_batch_fault fault = RZ_BATCH_NO_SEAT;
    for (int s = 0; s < rz_seats(&plan->setup); s++) {
        const rz_bot *bot = plan->bots[s].bot;
        if (!bot)
            fault = RZ_BATCH_OK;
        else if (bot == &rz_foreign_bot || !rz_bot_is_ready(bot, game))
            return RZ_BATCH_NOT_READY;
    }
    return fault;
}

static uint8_t slot_bot(const rz_bot *bot) {
    return !bot ? RZ_SLOT_CALLER : bot == &rz_random_bot ? RZ_SLOT_RANDOM : RZ_SLOT_BOT;
}

static rz_batch *allocate(const rz_batch_plan *plan) {
    layout l = lay_out(plan, stride_of(plan));
    uint8_t *block = aligned_alloc(ALIGNMENT, l.size);
    if (!block)
        return NULL;
    memset(block, 0, l.slots);
    rz_batch *batch = (rz_batch *)(void *)block;
    const rz_game *game = rz_game_of(&plan->setup);
    float *scale = (float *)(void *)(block + l.scale);
    int seats = rz_seats(&plan->setup);
    rz_features_scale(game, seats, scale);
    batch->plan = *plan;
    batch->game = game;
    batch->stride = stride_of(plan);
    batch->slots = block + l.slots;
    batch->before = has_bots(plan) ? block + l.before : NULL;
    batch->changing = l.before - l.tallies;
    batch->tallies = (tally *)(void *)(block + l.tallies);
    batch->common =
        (rz_slots){.writer = {game, &batch->plan.setup, scale, rz_features_size(game, seats)},
                   .dealers = plan->fair ? (rz_dealer *)(void *)(block + l.dealers) : NULL,
                   .rewards = (uint8_t)plan->rewards,
                   .rotate = plan->rotate,
                   .has_bots = has_bots(plan),
                   .stuck = &batch->stuck};
    for (int s = 0; s < seats; s++)
        batch->common.bots[s] = slot_bot(plan->bots[s].bot);
    return batch;
}

rz_batch *rz_batch_new(const rz_batch_plan *plan, rz_batch_fault *fault) {
    if ((*fault = check_seats(plan)) != RZ_BATCH_OK)
        return NULL;
    rz_batch *batch = allocate(plan);
    if (!batch) {
        *fault = RZ_BATCH_NO_MEMORY;
        return NULL;
    }
    batch->pool = rz_pool_new(plan->threads);
    *fault = batch->pool ? rz_batch_reset(batch, plan->seed) : RZ_BATCH_NO_THREADS;
    if (*fault == RZ_BATCH_OK)
        return batch;
    rz_batch_free(batch);
    return NULL;
}

void rz_batch_free(rz_batch *batch) {
    if (batch)
        rz_pool_free(batch->pool);
    free(batch);
}

const rz_batch_plan *rz_batch_plan_of(const rz_batch *batch) {
    return &batch->plan;
}

rz_batch_counts rz_batch_count(const rz_batch *batch) {
    rz_batch_counts sums = {0};
    for (int i = 0; i < batch->plan.threads; i++) {
        sums.games += batch->tallies[i].counts.games;
        sums.decisions += batch->tallies[i].counts.decisions;
        sums.actions += batch->tallies[i].counts.actions;
    }
    return sums;
}

const rz_state *rz_batch_state(const rz_batch *batch, uint32_t slot) {
    return state_of(slot_at(batch, slot));
}

int rz_batch_seat(const rz_batch *batch, uint32_t slot) {
    return slot_at(batch, slot)->seat;
}
