/* Endings of loot that the judge calls exact, against a second way to compute them.
 *
 *     test_loot_endings NETS ENDINGS
 *
 * Games between random players go on until one player is left in the third round; then the piles
 * are made small. From there every position that can come is valued by a plain recursion over the
 * rules, which knows nothing of anchors, and by the judge.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"
#include "core/record.h"
#include "games/games.h"
#include "games/loot/rules.h"
#include "library/load_nets.h"

enum { SLOTS = 1 << 16, POSITIONS_MAX = 20000 };

typedef struct slot {
    loot_state state;
    rz_shares shares;
    bool used;
} slot;

static slot slots[SLOTS];
static int n_slots;
static rz_setup setup;
static void *memory;
static const rz_judge *judge;
static long compared, exact, endings;

static slot *find_slot(const loot_state *state) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash ^ ((const uint8_t *)state)[i]) * 1099511628211u;
    size_t at = (hash ^ hash >> 29) % SLOTS;
    while (slots[at].used && memcmp(&slots[at].state, state, sizeof *state) != 0)
        at = (at + 1) % SLOTS;
    return &slots[at];
}

static rz_shares solve(const loot_state *state);

static rz_shares solve_after(const loot_state *state, int actor, rz_action action) {
    rz_state next;
    memcpy(&next, state, sizeof *state);
    loot_apply(&setup, &next, actor, action, NULL);
    return solve((const loot_state *)(const void *)&next);
}

static rz_shares solve_chance(const loot_state *state) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_shares mean = {{0}};
    int n = loot_chance(&setup, (const rz_state *)(const void *)state, outcomes);
    for (int i = 0; i < n; i++) {
        rz_shares one = solve_after(state, RZ_CHANCE, outcomes[i].action);
        for (int s = 0; s < LOOT_SEATS; s++)
            mean.of[s] += one.of[s] * outcomes[i].weight / loot_left(&state->pub);
    }
    return mean;
}

static rz_shares solve_choice(const loot_state *state) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_shares best = {{0}};
    int seat = state->pub.bidder;
    int n = loot_legal_in(&setup, (const rz_state *)(const void *)state, seat, legal);
    for (int i = 0; i < n; i++) {
        rz_shares one = solve_after(state, seat, legal[i]);
        if (i == 0 || one.of[seat] > best.of[seat] + 1e-12)
            best = one;
    }
    return best;
}

static rz_shares solve(const loot_state *state) {
    rz_shares shares;
    if (state->pub.phase == LOOT_OVER) {
        rz_final_shares(&loot_game, &setup, (const rz_public *)(const void *)&state->pub, &shares);
        return shares;
    }
    slot *found = find_slot(state);
    if (found->used)
        return found->shares;
    if (n_slots > POSITIONS_MAX)
        return (rz_shares){{0}};
    n_slots++;
    shares = state->pub.phase == LOOT_REVEAL_DUE ? solve_chance(state) : solve_choice(state);
    found = find_slot(state);
    *found = (slot){*state, shares, true};
    return shares;
}

static void compare(const slot *s) {
    rz_shares said;
    rz_state state;
    memcpy(&state, &s->state, sizeof s->state);
    compared++;
    if (!judge->value(memory, &state, &said))
        return;
    exact++;
    for (int i = 0; i < LOOT_SEATS; i++)
        if (fabs(said.of[i] - s->shares.of[i]) > 1e-9) {
            fprintf(stderr, "seat %d: the judge says %.9f, but it is %.9f\n", i, said.of[i],
                    s->shares.of[i]);
            exit(1);
        }
}

static bool is_ending(const loot_public *p) {
    return p->phase == LOOT_TURN && p->round == 3 && (p->in & (p->in - 1)) == 0;
}

/* Cards leave the piles until so much loot is left, which would seldom come by itself. */
static void thin_piles(loot_public *p, rz_rng *rng, int loot) {
    while (loot_left(p) - p->unseen[LOOT_POLICE] > loot) {
        int card = (int)rz_rng_below(rng, LOOT_KINDS);
        if (p->unseen[card] == 0)
            continue;
        p->unseen[card]--;
        p->pile[p->pile[0] < p->pile[1]]--;
    }
}

static void check_ending(const loot_state *state) {
    memset(slots, 0, sizeof slots);
    n_slots = 0;
    solve(state);
    if (n_slots > POSITIONS_MAX)
        return;
    endings++;
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].used)
            compare(&slots[i]);
}

static void play(uint32_t number) {
    rz_rng rng;
    rz_state state;
    rz_actors actors;
    loot_public *p = &((loot_state *)(void *)&state)->pub;
    rz_rng_fast(&rng, number);
    setup.common.seats = (uint8_t)(2 + number % 4);
    judge->begin(memory, &setup, 0);
    loot_init(&setup, &state, NULL);
    while ((actors = loot_to_act(&setup, rz_state_public(&state))) != 0 && !is_ending(p)) {
        rz_action legal[RZ_LEGAL_MAX];
        int actor = __builtin_ctz(actors), n;
        if (actor == RZ_CHANCE) {
            legal[0] = loot_draw(&setup, &state, &rng);
            n = 1;
        } else {
            n = loot_legal_in(&setup, &state, actor, legal);
        }
        loot_apply(&setup, &state, actor, legal[rz_rng_below(&rng, (uint32_t)n)], NULL);
    }
    thin_piles(p, &rng, 3 + (int)(number % 5));
    if (actors)
        check_ending((const loot_state *)(const void *)&state);
}

int main(int argc, char **argv) {
    char line[] = "{\"record\":1,\"game\":\"loot\",\"seats\":4}";
    rz_header header;
    rz_problem problem;
    if (argc < 3 || rz_load_nets(argv[1]) != RZ_NET_OK ||
        !rz_read_setup(rz_games, rz_slice_of(line), &header, &setup, &problem) ||
        !(judge = rz_judge_of(&loot_game)) || !(memory = calloc(1, judge->size)))
        return 2;
    for (uint32_t number = 0; endings < atol(argv[2]) && number < 1000000; number++)
        play(number);
    printf("%ld endings, %ld positions, %ld of them exact\n", endings, compared, exact);
    free(memory);
    return endings < atol(argv[2]) || exact * 10 < compared * 9;
}
