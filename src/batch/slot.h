/* One slot of a batch, from decision to decision. As batch/row.h it is for processors and for
 * graphics cards; who includes it also has the two functions that are declared here. */
#ifndef RZ_SLOT_H
#define RZ_SLOT_H

#include "batch/batch.h"
#include "batch/row.h"
#include "batch/slots.h"
#include "core/assert.h"

enum { RZ_IDLE_GAMES = 1000 }; /* that may end in a row before somebody has acted */

/* What all slots have in common. */
typedef struct rz_slots {
    rz_row_writer writer; /* game, setup */
    uint8_t seed[RZ_SEED];
    rz_dealer *dealers; /* one for each, or NULL: the fast generator deals */
    uint8_t bots[RZ_SEATS_MAX];
    uint8_t rewards; /* rz_rewards */
    bool rotate, has_bots;
    uint32_t *stuck; /* set to 1: nobody is asked any more */
} rz_slots;

/* Who moves slots on, one after another. */
typedef struct rz_hand {
    const rz_slots *slots;
    const rz_arrays *arrays; /* or NULL */
    rz_batch_counts counts;
    rz_rng rng; /* the fast one, with the state of whichever stream is used */
    void *context;
} rz_hand;

/* The includer's: what the dealer of the slot deals; and what a bot of RZ_SLOT_BOT or higher does,
 * which stands in `place` of the bots. */
static rz_action slot_draw(const rz_hand *h, rz_dealer *dealer, const rz_state *state);
static rz_action slot_ask(rz_hand *h, uint32_t i, const rz_slot *s, const rz_state *state, int seat,
                          int place);

/* ---- Seeds ----------------------------------------------------------------------------------- */

/* SplitMix64's finisher: every bit of the number decides about every bit of the result. */
static inline uint64_t slot_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline void slot_fast_seeds(const uint8_t seed[RZ_SEED], uint32_t i, uint32_t number,
                                   uint64_t *chance, uint64_t *choice) {
    uint64_t sum = 0;
    for (int word = 0; word < RZ_SEED / 8; word++) {
        uint64_t part = 0;
        for (int b = 7; b >= 0; b--)
            part = part << 8 | seed[8 * word + b];
        sum = slot_mix(sum + part + 0x9e3779b97f4a7c15u);
    }
    *chance = slot_mix(sum ^ ((uint64_t)i << 32 | number));
    *choice = slot_mix(*chance + 0x9e3779b97f4a7c15u);
}

/* Of the dealer of a fair batch, and of bots. */
static inline void slot_fair_seed(const uint8_t seed[RZ_SEED], uint32_t i, uint32_t number,
                                  uint8_t game_seed[RZ_SEED]) {
    uint8_t slot_seed[RZ_SEED];
    rz_seed_child(seed, i, slot_seed);
    rz_seed_child(slot_seed, number, game_seed);
}

/* ---- A game ---------------------------------------------------------------------------------- */

static inline void slot_begin_game(const rz_slots *slots, uint32_t i, rz_slot *s, rz_state *state) {
    slot_fast_seeds(slots->seed, i, s->number, &s->chance, &s->choice);
    s->moves = 0;
    if (slots->dealers) {
        uint8_t seed[RZ_SEED];
        slot_fair_seed(slots->seed, i, s->number, seed);
        rz_dealer_init(&slots->dealers[i], seed);
    }
    RZ_CALL(slots->writer.game, init)(slots->writer.setup, state, NULL);
}

static inline rz_actors slot_actors(const rz_slots *slots, const rz_state *state) {
    return RZ_CALL(slots->writer.game, to_act)(slots->writer.setup, rz_state_public(state));
}

static inline void slot_apply(rz_hand *h, rz_slot *s, rz_state *state, int actor,
                              rz_action action) {
    const rz_row_writer *w = &h->slots->writer;
    rz_error error = RZ_CALL(w->game, apply)(w->setup, state, actor, action, NULL);
    RZ_ASSERT(error == RZ_OK);
    (void)error;
    s->moves++;
    h->counts.actions++;
}

static inline rz_action slot_deal(rz_hand *h, uint32_t i, rz_slot *s, const rz_state *state) {
    const rz_row_writer *w = &h->slots->writer;
    if (h->slots->dealers)
        return slot_draw(h, &h->slots->dealers[i], state);
    h->rng.fast = s->chance;
    rz_action action = RZ_CALL(w->game, draw)(w->setup, state, &h->rng);
    s->chance = h->rng.fast;
    return action;
}

static inline rz_action slot_choose_any(rz_hand *h, rz_slot *s, const rz_state *state, int seat) {
    rz_action legal[RZ_LEGAL_MAX];
    const rz_row_writer *w = &h->slots->writer;
    int n = RZ_CALL(w->game, legal_in)(w->setup, state, seat, legal);
    h->rng.fast = s->choice;
    rz_action action = legal[rz_rng_below(&h->rng, (uint32_t)n)];
    s->choice = h->rng.fast;
    return action;
}

/* Which of the bots plays at a seat in the slot's game; -1 for the caller. */
static inline int slot_place(const rz_slots *slots, uint32_t i, const rz_slot *s, int seat) {
    if (!slots->has_bots)
        return -1;
    int seats = rz_seats(slots->writer.setup);
    int moved = slots->rotate ? (int)((i + (uint64_t)s->number) % (uint64_t)seats) : 0;
    int place = (seat - moved + seats) % seats;
    return slots->bots[place] == RZ_SLOT_CALLER ? -1 : place;
}

static inline rz_action slot_move_bot(rz_hand *h, uint32_t i, rz_slot *s, const rz_state *state,
                                      int seat, int place) {
    if (h->slots->bots[place] == RZ_SLOT_RANDOM)
        return slot_choose_any(h, s, state, seat);
    return slot_ask(h, i, s, state, seat, place);
}

/* ---- The end of a game ----------------------------------------------------------------------- */

static inline float slot_rank(const int32_t scores[], rz_actors winners, int seats, int seat) {
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

static inline float slot_reward(const rz_slots *slots, const int32_t scores[], rz_actors winners,
                                int seat) {
    switch (slots->rewards) {
    case RZ_REWARD_SCORE:
        return (float)scores[seat];
    case RZ_REWARD_RANK:
        return slot_rank(scores, winners, rz_seats(slots->writer.setup), seat);
    default:
        return winners >> seat & 1 ? 1.0f / (float)__builtin_popcount(winners) : 0.0f;
    }
}

static inline void slot_write_results(const rz_hand *h, uint32_t i, const rz_state *state) {
    const rz_row_writer *w = &h->slots->writer;
    const rz_arrays *a = h->arrays;
    size_t seats = (size_t)rz_seats(w->setup);
    int32_t scores[RZ_SEATS_MAX];
    if (!a)
        return;
    if (a->ends)
        a->ends[i] = 1;
    if (!a->rewards && !a->scores)
        return;
    RZ_CALL(w->game, scores)(w->setup, rz_state_public(state), scores);
    rz_actors winners = RZ_CALL(w->game, winners)(w->setup, rz_state_public(state));
    for (size_t seat = 0; seat < seats; seat++) {
        if (a->rewards)
            a->rewards[i * seats + seat] = slot_reward(h->slots, scores, winners, (int)seat);
        if (a->scores)
            a->scores[i * seats + seat] = scores[seat];
    }
}

static inline void slot_clear_results(const rz_hand *h, uint32_t i) {
    const rz_arrays *a = h->arrays;
    size_t seats = (size_t)rz_seats(h->slots->writer.setup);
    if (!a)
        return;
    if (a->ends)
        a->ends[i] = 0;
    for (size_t at = i * seats; at < (i + 1) * seats; at++) {
        if (a->rewards)
            a->rewards[at] = 0;
        if (a->scores)
            a->scores[at] = 0;
    }
}

static inline void slot_end_game(rz_hand *h, uint32_t i, rz_slot *s, rz_state *state) {
    slot_write_results(h, i, state);
    h->counts.games++;
    s->number++;
    slot_begin_game(h->slots, i, s, state);
}

/* ---- Moving on ------------------------------------------------------------------------------- */

/* To the next decision of the caller's. */
static inline void slot_advance(rz_hand *h, uint32_t i, rz_slot *s, rz_state *state) {
    int ended = 0;
    for (;;) {
        rz_actors actors;
        while ((actors = slot_actors(h->slots, state)) == 0) {
            slot_end_game(h, i, s, state);
            if (++ended == RZ_IDLE_GAMES) {
                __atomic_store_n(h->slots->stuck, 1, __ATOMIC_RELAXED);
                return;
            }
        }
        int seat = __builtin_ctz(actors);
        if (seat == RZ_CHANCE) {
            slot_apply(h, s, state, seat, slot_deal(h, i, s, state));
        } else {
            int place = slot_place(h->slots, i, s, seat);
            s->seat = (uint8_t)seat;
            if (place < 0)
                return;
            slot_apply(h, s, state, seat, slot_move_bot(h, i, s, state, seat, place));
        }
    }
}

/* A decision in place of the caller. */
static inline void slot_decide(rz_hand *h, rz_slot *s, rz_state *state, rz_action action) {
    h->counts.decisions++;
    slot_apply(h, s, state, s->seat, action);
}

static inline rz_error slot_refuse(const rz_slots *slots, const rz_slot *s, const rz_state *state,
                                   rz_action action) {
    const rz_row_writer *w = &slots->writer;
    rz_view view;
    RZ_CALL(w->game, view)(w->setup, state, s->seat, &view);
    return RZ_CALL(w->game, why_not)(w->setup, &view, action);
}

/* The lowest slot whose action is refused, counted from 1, or 0. */
static inline void slot_note_refused(uint32_t *refused, uint32_t i) {
    uint32_t first = __atomic_load_n(refused, __ATOMIC_RELAXED);
    while ((first == 0 || first > i + 1) &&
           !__atomic_compare_exchange_n(refused, &first, i + 1, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

#endif
