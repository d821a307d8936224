#include "batch/batch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "batch/pool.h"
#include "core/assert.h"

enum {
    ALIGNMENT = 64,
    IDLE_GAMES = 1000, /* that may end in a row before somebody has acted */
    STOP_STEPS = 64    /* between two looks whether to stop */
};

/* A slot; its state follows. With the fast generator the streams are in here, else a dealer is. */
typedef struct game_slot {
    uint64_t chance, choice;
    uint32_t number; /* of its game, from 0 */
    uint32_t moves;  /* of that game so far */
    uint8_t seat;    /* that acts next */
    uint8_t unused[7];
} game_slot;

/* What one thread counts, on a cache line of its own. */
typedef struct tally {
    rz_batch_counts counts;
    uint8_t unused[ALIGNMENT - sizeof(rz_batch_counts)];
} tally;

struct rz_batch {
    rz_batch_plan plan;
    const rz_game *game;
    rz_row_writer writer;
    rz_pool *pool;
    size_t stride; /* from one slot to the next */
    uint8_t *slots;
    tally *tallies; /* dealers and slots follow: all that changes */
    rz_dealer *dealers;
    uint8_t *before; /* all that as it was before the call, where bots take their time */
    size_t changing; /* its size */
    bool has_bots;
    atomic_bool stopped, stuck;
    atomic_uint refused; /* 1 + the first slot whose action is illegal, or 0 */
};

/* One thread at work. */
typedef struct hand {
    rz_batch *batch;
    const rz_arrays *arrays;
    rz_batch_counts counts;
    rz_rng rng;
    bool may_stop; /* it is the caller's thread, so it may ask */
    int steps;     /* since it asked */
} hand;

static game_slot *slot_at(const rz_batch *batch, uint32_t i) {
    return (game_slot *)(void *)(batch->slots + (size_t)i * batch->stride);
}

static rz_state *state_of(game_slot *s) {
    return (rz_state *)(void *)(s + 1);
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

/* SplitMix64's finisher: every bit of the number decides about every bit of the result. */
static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void rz_batch_fast_seeds(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                         uint64_t *chance, uint64_t *choice) {
    uint64_t sum = 0;
    for (int word = 0; word < RZ_SEED / 8; word++) {
        uint64_t part = 0;
        for (int i = 7; i >= 0; i--)
            part = part << 8 | seed[8 * word + i];
        sum = mix(sum + part + 0x9e3779b97f4a7c15u);
    }
    *chance = mix(sum ^ ((uint64_t)slot << 32 | number));
    *choice = mix(*chance + 0x9e3779b97f4a7c15u);
}

void rz_batch_fair_seed(const uint8_t seed[RZ_SEED], uint32_t slot, uint32_t number,
                        uint8_t game_seed[RZ_SEED]) {
    uint8_t slot_seed[RZ_SEED];
    rz_seed_child(seed, slot, slot_seed);
    rz_seed_child(slot_seed, number, game_seed);
}

/* Bots are told a seed, too. */
static void seed_of_bots(const rz_batch *batch, uint32_t i, const game_slot *s,
                         uint8_t seed[RZ_SEED]) {
    rz_batch_fair_seed(batch->plan.seed, i, s->number, seed);
}

/* ---- One slot -------------------------------------------------------------------------------- */

static void begin_game(const rz_batch *batch, uint32_t i, game_slot *s) {
    rz_batch_fast_seeds(batch->plan.seed, i, s->number, &s->chance, &s->choice);
    s->moves = 0;
    if (batch->dealers) {
        uint8_t seed[RZ_SEED];
        rz_batch_fair_seed(batch->plan.seed, i, s->number, seed);
        rz_dealer_init(&batch->dealers[i], seed);
    }
    batch->game->init(&batch->plan.setup, state_of(s), NULL);
}

static void deal(hand *h, uint32_t i, game_slot *s) {
    const rz_batch *batch = h->batch;
    rz_state *state = state_of(s);
    rz_action action;
    if (batch->dealers) {
        action = rz_dealer_draw(&batch->dealers[i], batch->game, &batch->plan.setup, state);
    } else {
        h->rng.fast = s->chance;
        action = batch->game->draw(&batch->plan.setup, state, &h->rng);
        s->chance = h->rng.fast;
    }
    rz_error error = batch->game->apply(&batch->plan.setup, state, RZ_CHANCE, action, NULL);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
}

static rz_action choose_any(hand *h, game_slot *s, int seat) {
    rz_action legal[RZ_LEGAL_MAX];
    const rz_batch *batch = h->batch;
    int n = batch->game->legal_in(&batch->plan.setup, state_of(s), seat, legal);
    h->rng.fast = s->choice;
    rz_action action = legal[rz_rng_below(&h->rng, (uint32_t)n)];
    s->choice = h->rng.fast;
    return action;
}

/* Who plays at a seat in the slot's game; NULL for the caller. */
static const rz_bot_spec *bot_at(const rz_batch *batch, uint32_t i, const game_slot *s, int seat) {
    if (!batch->has_bots)
        return NULL;
    int seats = rz_seats(&batch->plan.setup);
    int moved = batch->plan.rotate ? (int)((i + (uint64_t)s->number) % (uint64_t)seats) : 0;
    const rz_bot_spec *bot = &batch->plan.bots[(seat - moved + seats) % seats];
    return bot->bot ? bot : NULL;
}

static void move_bot(hand *h, uint32_t i, game_slot *s, int seat, const rz_bot_spec *bot) {
    const rz_batch *batch = h->batch;
    uint8_t seed[RZ_SEED];
    rz_action action;
    if (bot->bot == &rz_random_bot) {
        action = choose_any(h, s, seat);
    } else {
        seed_of_bots(batch, i, s, seed);
        action =
            rz_bot_move(bot, batch->game, &batch->plan.setup, state_of(s), seat, seed, s->moves);
        h->steps += STOP_STEPS; /* it may have taken long */
    }
    rz_error error = batch->game->apply(&batch->plan.setup, state_of(s), seat, action, NULL);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
}

/* ---- The end of a game ----------------------------------------------------------------------- */

static float rank_reward(const int32_t scores[], rz_actors winners, int seats, int seat) {
    int twice = 0; /* half a point for each that is equal */
    for (int s = 0; s < seats; s++) {
        bool wins = winners >> seat & 1, other = winners >> s & 1;
        if (s == seat)
            continue;
        if (wins != other)
            twice += wins ? 2 : 0;
        else
            twice += scores[seat] > scores[s] ? 2 : scores[seat] == scores[s];
    }
    return (float)twice / (float)(2 * (seats - 1));
}

static float reward_of(const rz_batch *batch, const int32_t scores[], rz_actors winners, int seat) {
    switch (batch->plan.rewards) {
    case RZ_REWARD_SCORE:
        return (float)scores[seat];
    case RZ_REWARD_RANK:
        return rank_reward(scores, winners, rz_seats(&batch->plan.setup), seat);
    default:
        return winners >> seat & 1 ? 1.0f / (float)__builtin_popcount(winners) : 0.0f;
    }
}

static void write_results(const hand *h, uint32_t i, game_slot *s) {
    const rz_batch *batch = h->batch;
    const rz_public *pub = rz_state_public(state_of(s));
    const rz_arrays *a = h->arrays;
    size_t seats = (size_t)rz_seats(&batch->plan.setup);
    int32_t scores[RZ_SEATS_MAX];
    if (!a)
        return;
    if (a->ends)
        a->ends[i] = 1;
    if (!a->rewards && !a->scores)
        return;
    batch->game->scores(&batch->plan.setup, pub, scores);
    rz_actors winners = batch->game->winners(&batch->plan.setup, pub);
    for (size_t seat = 0; seat < seats; seat++) {
        if (a->rewards)
            a->rewards[i * seats + seat] = reward_of(batch, scores, winners, (int)seat);
        if (a->scores)
            a->scores[i * seats + seat] = scores[seat];
    }
}

static void clear_results(const hand *h, uint32_t i) {
    const rz_arrays *a = h->arrays;
    size_t seats = (size_t)rz_seats(&h->batch->plan.setup);
    if (a && a->ends)
        a->ends[i] = 0;
    if (a && a->rewards)
        memset(a->rewards + i * seats, 0, seats * sizeof *a->rewards);
    if (a && a->scores)
        memset(a->scores + i * seats, 0, seats * sizeof *a->scores);
}

static void end_game(hand *h, uint32_t i, game_slot *s) {
    write_results(h, i, s);
    h->counts.games++;
    s->number++;
    begin_game(h->batch, i, s);
}

/* ---- Moving on ------------------------------------------------------------------------------- */

/* To the next decision of the caller's. */
static void advance(hand *h, uint32_t i, game_slot *s) {
    const rz_batch *batch = h->batch;
    int ended = 0;
    for (rz_actors actors;; s->moves++) {
        while (!(actors = batch->game->to_act(&batch->plan.setup, rz_state_public(state_of(s))))) {
            end_game(h, i, s);
            if (++ended == IDLE_GAMES) {
                atomic_store(&h->batch->stuck, true);
                return;
            }
        }
        int seat = __builtin_ctz(actors);
        if (seat == RZ_CHANCE) {
            deal(h, i, s);
        } else {
            const rz_bot_spec *bot = bot_at(batch, i, s, seat);
            s->seat = (uint8_t)seat;
            if (!bot)
                return;
            move_bot(h, i, s, seat, bot);
        }
        h->counts.actions++;
    }
}

static void decide(hand *h, uint32_t i, game_slot *s, rz_action action) {
    const rz_batch *batch = h->batch;
    rz_error error = batch->game->apply(&batch->plan.setup, state_of(s), s->seat, action, NULL);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
    s->moves++;
    h->counts.decisions++;
    h->counts.actions++;
    advance(h, i, s);
}

static void write_row(const hand *h, uint32_t i, game_slot *s) {
    if (!h->arrays)
        return;
    rz_row_write(&h->batch->writer, h->arrays, i, state_of(s), s->seat);
    if (h->arrays->numbers)
        h->arrays->numbers[i] = s->number;
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
    void (*work)(hand *h, const struct job *job, uint32_t i, game_slot *s);
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
    hand h = {.batch = batch,
              .arrays = j->arrays,
              .rng = {.is_fast = true},
              .may_stop = part == 0 && batch->plan.should_stop};
    for (uint32_t i = from; i < to && !is_stopped(&h); i++)
        j->work(&h, j, i, slot_at(batch, i));
    rz_batch_counts *sums = &batch->tallies[part].counts;
    sums->games += h.counts.games;
    sums->decisions += h.counts.decisions;
    sums->actions += h.counts.actions;
}

static rz_batch_fault run(job *j) {
    rz_batch *batch = j->batch;
    if (rz_pool_is_lost(batch->pool))
        return RZ_BATCH_LOST;
    atomic_store(&batch->stopped, false);
    rz_pool_run(batch->pool, do_part, j);
    if (atomic_load(&batch->stuck))
        return RZ_BATCH_STUCK;
    return atomic_load(&batch->stopped) ? RZ_BATCH_STOPPED : RZ_BATCH_OK;
}

static void show_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    (void)j;
    clear_results(h, i);
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

static void check_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    const rz_batch *batch = h->batch;
    rz_view view;
    batch->game->view(&batch->plan.setup, state_of(s), s->seat, &view);
    if (batch->game->why_not(&batch->plan.setup, &view, j->actions[i]) == RZ_OK)
        return;
    unsigned first = atomic_load(&h->batch->refused);
    while ((first == 0 || first > i + 1) &&
           !atomic_compare_exchange_weak(&h->batch->refused, &first, i + 1))
        ;
}

static void step_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    clear_results(h, i);
    decide(h, i, s, j->actions[i]);
    write_row(h, i, s);
}

static void play_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    for (uint32_t n = 0; n < j->steps && !is_stopped(h); n++) {
        clear_results(h, i);
        decide(h, i, s, choose_any(h, s, s->seat));
    }
    write_row(h, i, s);
}

static void finish_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    uint32_t number = s->number;
    (void)j;
    clear_results(h, i);
    while (s->number == number && !is_stopped(h))
        decide(h, i, s, choose_any(h, s, s->seat));
    write_row(h, i, s);
}

static void begin_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    (void)j;
    memset(s, 0, sizeof *s);
    begin_game(h->batch, i, s);
    advance(h, i, s);
}

static void sample_slot(hand *h, const job *j, uint32_t i, game_slot *s) {
    begin_game(h->batch, i, s);
    h->rng.fast = s->chance;
    h->batch->game->sample(&h->batch->plan.setup, j->view, &h->rng, state_of(s));
    s->chance = h->rng.fast;
    if (bot_at(h->batch, i, s, j->seat))
        advance(h, i, s);
    else
        s->seat = (uint8_t)j->seat;
}

rz_batch_fault rz_batch_observe(rz_batch *batch, const rz_arrays *arrays) {
    return run_or_restore(&(job){.batch = batch, .arrays = arrays, .work = show_slot});
}

static rz_error why_refused(const rz_batch *batch, uint32_t i, rz_action action) {
    rz_view view;
    game_slot *s = slot_at(batch, i);
    batch->game->view(&batch->plan.setup, state_of(s), s->seat, &view);
    return batch->game->why_not(&batch->plan.setup, &view, action);
}

rz_batch_fault rz_batch_step(rz_batch *batch, const rz_action *actions, const rz_arrays *arrays,
                             rz_refusal *refusal) {
    job check = {.batch = batch, .work = check_slot, .actions = actions};
    job step = {.batch = batch, .arrays = arrays, .work = step_slot, .actions = actions};
    atomic_store(&batch->refused, 0);
    rz_batch_fault fault = run_or_restore(&check);
    unsigned refused = atomic_load(&batch->refused);
    if (fault == RZ_BATCH_OK && refused > 0) {
        uint32_t i = refused - 1;
        *refusal = (rz_refusal){i, slot_at(batch, i)->seat, why_refused(batch, i, actions[i])};
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

rz_batch_fault rz_batch_reset(rz_batch *batch, const uint8_t seed[RZ_SEED]) {
    uint8_t old[RZ_SEED];
    memcpy(old, batch->plan.seed, RZ_SEED);
    memcpy(batch->plan.seed, seed, RZ_SEED);
    rz_batch_fault fault = run_or_restore(&(job){.batch = batch, .work = begin_slot});
    if (fault != RZ_BATCH_OK)
        memcpy(batch->plan.seed, old, RZ_SEED);
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
    return round_up(sizeof(game_slot) + rz_game_of(&plan->setup)->state_size, sizeof(uint64_t));
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
    batch->writer = (rz_row_writer){game, &batch->plan.setup, scale, rz_features_size(game, seats)};
    batch->stride = stride_of(plan);
    batch->slots = block + l.slots;
    batch->has_bots = has_bots(plan);
    batch->before = batch->has_bots ? block + l.before : NULL;
    batch->changing = l.before - l.tallies;
    batch->dealers = plan->fair ? (rz_dealer *)(void *)(block + l.dealers) : NULL;
    batch->tallies = (tally *)(void *)(block + l.tallies);
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
