/* bars: what is hidden stays hidden, and what can be imagined is weighed rightly. This proves B70
 * and B71.
 *
 * 1. Pairs of worlds. A game is played; then its history is run again with other hidden cards: a
 *    card that somebody holds unseen changes places with one that somebody else holds, or with one
 *    of the pile. Whoever is not concerned must see the same, byte for byte, at every step of both
 *    games, until a difference is shown to all.
 * 2. Samples. In games with a small deck of few kinds every possible history is run along with the
 *    real one, each with its chance, and what contradicts the seat's record is dropped. What is
 *    left is the true distribution, with which that of many samples is compared; and what a view
 *    believes of the next cards dealt or shown is just what is possible in one of these worlds.
 * 3. Counting. Who has shown the four cards that were held at a reshuffle has none of that age
 * left.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/bars/rules.h"
#include "games/games.h"

enum { MOVES_MAX = 2000 };

typedef struct move {
    uint8_t actor;
    rz_action action;
} move;

static const rz_game *const game = &bars_game;
static rz_setup setup;
static rz_rng rng;

#define CHECK(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "bars_hidden.c:%d: %s\n", __LINE__, what);                             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static void make_setup(int seats, const char *option, const char *value) {
    rz_problem problem;
    CHECK(rz_setup_init(game, seats, &setup, &problem), "seats");
    if (option)
        CHECK(rz_setup_option(game, &setup, rz_slice_of(option), rz_slice_of(value), &problem),
              "option");
    CHECK(rz_setup_complete(game, &setup, &problem), "setup");
}

static rz_actors actors_in(const rz_state *state) {
    return game->to_act(&setup, rz_state_public(state));
}

static int any_of(rz_actors actors) {
    int seat;
    do
        seat = (int)rz_rng_below(&rng, RZ_SEATS_MAX);
    while (!(actors >> seat & 1));
    return seat;
}

static move random_move(const rz_state *state) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors = actors_in(state);
    if (actors & RZ_CHANCE_BIT)
        return (move){RZ_CHANCE, game->draw(&setup, state, &rng)};
    int seat = any_of(actors);
    int n = game->legal_in(&setup, state, seat, legal);
    return (move){(uint8_t)seat, legal[rz_rng_below(&rng, (uint32_t)n)]};
}

/* ---- 1. Pairs of worlds ---------------------------------------------------------------------- */

/* Makes the same move in both worlds and compares what `viewer` sees of it: false when the worlds
 * part, because something visible differs. */
static bool step_both(rz_state *a, rz_state *b, move in_a, move in_b, int viewer) {
    static rz_events from_a, from_b;
    rz_event line_a, line_b;
    rz_view view_a, view_b;
    game->describe(&setup, rz_state_public(a), in_a.actor, in_a.action, &line_a);
    game->describe(&setup, rz_state_public(b), in_b.actor, in_b.action, &line_b);
    game->conceal(&setup, viewer, &line_a);
    game->conceal(&setup, viewer, &line_b);
    CHECK(memcmp(&line_a, &line_b, sizeof line_a) == 0, "a line gives a secret away");
    CHECK(game->apply(&setup, a, in_a.actor, in_a.action, &from_a) == RZ_OK, "a move of the game");
    CHECK(game->apply(&setup, b, in_b.actor, in_b.action, &from_b) == RZ_OK, "a move of its twin");
    if (from_a.count != from_b.count ||
        memcmp(from_a.list, from_b.list, (size_t)from_a.count * sizeof *from_a.list) != 0)
        return false;
    game->view(&setup, a, viewer, &view_a);
    game->view(&setup, b, viewer, &view_b);
    CHECK(memcmp(&view_a, &view_b, game->view_size) == 0, "a view gives a secret away");
    return true;
}

static bool is_legal(const rz_state *state, move m) {
    rz_state copy = *state;
    return game->apply(&setup, &copy, m.actor, m.action, NULL) == RZ_OK;
}

/* Which moves of a history are hidden from `viewer`. */
static bool is_hidden(const rz_state *state, move m, int viewer) {
    rz_event before, after;
    game->describe(&setup, rz_state_public(state), m.actor, m.action, &before);
    after = before;
    game->conceal(&setup, viewer, &after);
    return memcmp(&before, &after, sizeof before) != 0;
}

static int play(move history[], int most) {
    rz_state state;
    int n = 0;
    game->init(&setup, &state, NULL);
    for (; n < most && actors_in(&state) != 0; n++) {
        history[n] = random_move(&state);
        game->apply(&setup, &state, history[n].actor, history[n].action, NULL);
    }
    return n;
}

/* Any other move that could stand in the place of a hidden one. */
static move other_move(const rz_state *b, move m) {
    rz_action legal[RZ_LEGAL_MAX];
    if (m.actor == RZ_CHANCE)
        return (move){RZ_CHANCE, game->draw(&setup, b, &rng)};
    int n = game->legal_in(&setup, b, m.actor, legal);
    return (move){m.actor, legal[rz_rng_below(&rng, (uint32_t)n)]};
}

/* Runs a history again beside itself. From some move on the first hidden one is another in the
 * second world; a card dealt there too early is made up for when it comes in the first. Otherwise
 * the moves are the same, or, where they are hidden and impossible, any other. How many steps were
 * seen alike, or 0 if the worlds never differed. */
static int run_pair(const move history[], int n, int viewer) {
    rz_state a, b;
    move from = {0, 0}, to = {0, 0};
    int first = (int)rz_rng_below(&rng, (uint32_t)n), steps = 0, differ = 0;
    game->init(&setup, &a, NULL);
    game->init(&setup, &b, NULL);
    for (int i = 0; i < n; i++, steps++) {
        move twin = history[i];
        bool hidden = is_hidden(&a, twin, viewer);
        if (hidden && i >= first && from.action == to.action) {
            from = twin;
            to = twin = other_move(&b, twin);
        } else if (hidden && from.actor == RZ_CHANCE && twin.actor == RZ_CHANCE &&
                   twin.action == to.action) {
            twin.action = from.action;
        }
        if (!is_legal(&b, twin) && !hidden)
            break;
        if (!is_legal(&b, twin))
            twin = other_move(&b, twin);
        if (!step_both(&a, &b, history[i], twin, viewer))
            break;
        differ += memcmp(&a, &b, game->state_size) != 0;
    }
    return differ > 0 ? steps : 0;
}

static void check_pairs(int seats, const char *option, const char *value, int games) {
    static move history[MOVES_MAX];
    int differed = 0, steps = 0;
    make_setup(seats, option, value);
    for (int i = 0; i < games; i++) {
        int n = play(history, MOVES_MAX);
        for (int viewer = 0; viewer <= seats; viewer++) {
            int ran = run_pair(history, n, viewer < seats ? viewer : RZ_SPECTATOR);
            differed += ran > 0;
            steps += ran;
        }
    }
    CHECK(differed > games, "hardly any pair of worlds differs");
    printf("%d seats: %d pairs of different worlds, %d steps seen alike\n", seats, differed, steps);
}

/* ---- 2. Samples ------------------------------------------------------------------------------ */

typedef struct world {
    rz_state state;
    double weight;
} world;

typedef struct worlds {
    world *list;
    int n, room;
} worlds;

/* Ages are bookkeeping: worlds that differ in nothing else are one. */
static void forget_ages(rz_state *state) {
    for (int seat = 0; seat < BARS_SEATS; seat++) {
        bars_own *own = &state->bars.own[seat];
        own->past = 0;
        for (int i = 0; i < BARS_HAND; i++)
            if (own->hand[i] != BARS_NO_CARD)
                own->hand[i] = (uint8_t)(own->hand[i] / BARS_AGES * BARS_AGES);
        if (own->chosen != BARS_NO_CARD)
            own->chosen = (uint8_t)(own->chosen / BARS_AGES * BARS_AGES);
    }
}

static int by_state(const void *a, const void *b) {
    return memcmp(&((const world *)a)->state, &((const world *)b)->state, game->state_size);
}

static void merge(worlds *w) {
    double total = 0;
    int n = 0;
    qsort(w->list, (size_t)w->n, sizeof *w->list, by_state);
    for (int i = 0; i < w->n; i++) {
        total += w->list[i].weight;
        if (n > 0 && by_state(&w->list[n - 1], &w->list[i]) == 0)
            w->list[n - 1].weight += w->list[i].weight;
        else
            w->list[n++] = w->list[i];
    }
    w->n = n;
    for (int i = 0; i < n; i++)
        w->list[i].weight /= total;
}

/* Does a move in one world; the world lives on if it looks to all as the real one does. */
static void branch(worlds *to, const world *from, move m, double chance, const rz_events *real) {
    static rz_events events;
    if (to->n == to->room) {
        to->room = to->room ? 2 * to->room : 1024;
        to->list = realloc(to->list, (size_t)to->room * sizeof *to->list);
        CHECK(to->list, "memory");
    }
    world *next = &to->list[to->n];
    *next = *from;
    next->weight *= chance;
    if (game->apply(&setup, &next->state, m.actor, m.action, &events) != RZ_OK ||
        events.count != real->count ||
        memcmp(events.list, real->list, (size_t)events.count * sizeof *events.list) != 0)
        return;
    forget_ages(&next->state);
    to->n++;
}

static int copies_held(const bars_own *own, int kind) {
    int n = 0;
    for (int i = 0; i < BARS_HAND; i++)
        n += own->hand[i] != BARS_NO_CARD && bars_kind_of(own->hand[i]) == kind;
    return n;
}

/* How likely a move was: what a seat is dealt itself says something about the others' cards. */
static double chance_of(const world *from, move m) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    if (m.actor != RZ_CHANCE)
        return 1;
    int n = game->chance(&setup, &from->state, outcomes);
    for (int i = 0; i < n; i++)
        if (outcomes[i].action == m.action)
            return outcomes[i].weight;
    return 0;
}

/* All that could have happened where the seat sees only that something did. */
static void branch_hidden(worlds *to, const world *from, int actor, const rz_events *real) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_action legal[RZ_LEGAL_MAX];
    if (actor == RZ_CHANCE) {
        int n = game->chance(&setup, &from->state, outcomes);
        for (int i = 0; i < n; i++)
            branch(to, from, (move){RZ_CHANCE, outcomes[i].action}, outcomes[i].weight, real);
        return;
    }
    int n = game->legal_in(&setup, &from->state, actor, legal);
    for (int i = 0; i < n; i++) {
        double chance =
            legal[i] < BARS_LAY ? copies_held(&from->state.bars.own[actor], legal[i]) : 1;
        branch(to, from, (move){(uint8_t)actor, legal[i]}, chance, real);
    }
}

/* Pearson's statistic of many samples against the true weights; rare worlds are taken together. */
static void compare(const worlds *w, const rz_view *view, int samples) {
    int *seen = calloc((size_t)w->n, sizeof *seen), cells = 0, rare_seen = 0;
    double chi = 0, rare = 0;
    CHECK(seen, "memory");
    for (int i = 0; i < samples; i++) {
        world sample;
        game->sample(&setup, view, &rng, &sample.state);
        forget_ages(&sample.state);
        world *found = bsearch(&sample, w->list, (size_t)w->n, sizeof *w->list, by_state);
        CHECK(found, "a sample that could not be");
        seen[found - w->list]++;
    }
    for (int i = 0; i < w->n; i++) {
        double expected = samples * w->list[i].weight;
        if (expected < 10) {
            rare += expected;
            rare_seen += seen[i];
            continue;
        }
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
        cells++;
    }
    if (rare >= 10) {
        chi += (rare_seen - rare) * (rare_seen - rare) / rare;
        cells++;
    }
    free(seen);
    if (cells < 2)
        return;
    double freedom = cells - 1, excess = (chi - freedom) / sqrt(2 * freedom);
    if (excess > 5) {
        fprintf(stderr, "%d worlds, %d cells: chi squared %.1f\n", w->n, cells, chi);
        CHECK(false, "samples are not distributed as they should be");
    }
}

/* A deck of few cards and kinds: three hands of five, and of 18 cards every third round a
 * reshuffle. */
static void make_small_deck(const char *cards, unsigned bits) {
    make_setup(3, "cards", cards);
    bars_setup *s = &setup.bars;
    s->deck = (bars_pile){{(uint64_t)bits, 0}};
    s->cards = 0;
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        s->count[kind] = (uint8_t)bars_pile_count(s, &s->deck, kind);
        s->cards = (uint8_t)(s->cards + s->count[kind]);
    }
}

/* A card that the viewer is dealt is believed if it is in the pile of some world, and only then. */
static void check_deals(const worlds *w, const rz_view *view, int viewer) {
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        rz_view copy = *view;
        rz_event deal = {.by = RZ_CHANCE, .verb = BARS_VERB_DEAL};
        bool possible = false;
        deal.data[0] = (int16_t)viewer;
        deal.data[1] = (int16_t)kind;
        for (int i = 0; i < w->n && !possible; i++)
            possible = bars_pile_count(&setup.bars, &w->list[i].state.bars.pile, kind) > 0;
        CHECK((game->observe(&setup, &copy, &deal, NULL) == RZ_OK) == possible,
              "a card is believed that can not be dealt, or the other way round");
    }
}

typedef bool shows[BARS_KINDS][BARS_KINDS][BARS_KINDS]; /* by what each of three seats shows */

/* What can be shown when all but one have chosen and `last` is what that seat does. */
static void list_shows(const worlds *w, move last, bool hidden, shows possible) {
    memset(possible, 0, sizeof(shows));
    for (int i = 0; i < w->n; i++) {
        const bars_own *own = w->list[i].state.bars.own;
        int kinds[3];
        for (int seat = 0; seat < 3; seat++)
            kinds[seat] = bars_kind_of(own[seat].chosen);
        for (int card = 0; card < BARS_HAND; card++) {
            kinds[last.actor] = bars_kind_of(own[last.actor].hand[card]);
            if (hidden || kinds[last.actor] == last.action)
                possible[kinds[0]][kinds[1]][kinds[2]] = true;
        }
    }
}

/* Likewise what is shown: all that the deck has, and one card that it has not, are tried. */
static void check_shows(const worlds *w, const rz_state *state, move last, int viewer) {
    static shows possible;
    rz_view view, copy;
    rz_event line, show = {.by = RZ_RULES, .verb = BARS_VERB_SHOW};
    int kinds[BARS_KINDS], n = 0, absent = 0;
    list_shows(w, last, is_hidden(state, last, viewer), possible);
    game->view(&setup, state, viewer, &view);
    game->describe(&setup, rz_state_public(state), last.actor, last.action, &line);
    game->conceal(&setup, viewer, &line);
    CHECK(game->observe(&setup, &view, &line, NULL) == RZ_OK, "the last card to be chosen");
    for (int kind = 0; kind < BARS_KINDS; kind++)
        if (setup.bars.count[kind] > 0)
            kinds[n++] = kind;
        else
            absent = kind;
    kinds[n++] = absent;
    for (int i = 0; i < n * n * n; i++) {
        int a = kinds[i % n], b = kinds[i / n % n], c = kinds[i / n / n];
        show.data[0] = (int16_t)a;
        show.data[1] = (int16_t)b;
        show.data[2] = (int16_t)c;
        copy = view;
        CHECK((game->observe(&setup, &copy, &show, NULL) == RZ_OK) == possible[a][b][c],
              "cards are believed that can not be shown, or the other way round");
    }
}

/* What the viewer would believe now, against what is possible. */
static void check_belief(const worlds *w, const rz_state *state, move next, int viewer) {
    const bars_public *p = &state->bars.pub;
    rz_view view;
    game->view(&setup, state, viewer, &view);
    if (p->phase == BARS_DEAL_DUE && bars_deal_seat(&setup.bars, p) == viewer)
        check_deals(w, &view, viewer);
    if (p->phase == BARS_CHOOSING && __builtin_popcount(p->done) == 2)
        check_shows(w, state, next, viewer);
}

static int heard[2]; /* views compared in which another seat has accepted, or demanded a duel */

/* How a game is followed; a third reshuffle would come after its last round. */
typedef struct plan {
    int from, to; /* rounds in which samples are compared, and the last one */
    int samples;
} plan;

/* One game, watched by one seat. */
static void follow(int viewer, plan how, int compared[BARS_AGES]) {
    static rz_events events;
    rz_state state;
    rz_view view;
    worlds now = {calloc(1, sizeof(world)), 1, 1};
    CHECK(now.list, "memory");
    game->init(&setup, &state, NULL);
    now.list[0] = (world){state, 1};
    while (state.bars.pub.round < how.to || __builtin_popcount(state.bars.pub.done) < 2) {
        move m = random_move(&state);
        bool hidden = is_hidden(&state, m, viewer);
        worlds next = {0};
        check_belief(&now, &state, m, viewer);
        game->apply(&setup, &state, m.actor, m.action, &events);
        for (int i = 0; i < now.n; i++) {
            if (hidden)
                branch_hidden(&next, &now.list[i], m.actor, &events);
            else
                branch(&next, &now.list[i], m, chance_of(&now.list[i], m), &events);
        }
        free(now.list);
        now = next;
        merge(&now);
        CHECK(now.n > 0, "the real world is not among the possible ones");
        bool right =
            state.bars.pub.phase == BARS_CHOOSING || state.bars.pub.phase == BARS_ANSWERING;
        if (right && state.bars.pub.round >= how.from && rz_rng_below(&rng, 3) == 0) {
            game->view(&setup, &state, viewer, &view);
            compare(&now, &view, how.samples);
            compared[state.bars.pub.reshuffles]++;
            if (setup.bars.answers == 1 && state.bars.pub.done & ~(1u << viewer))
                heard[state.bars.pub.refusers != 0] += state.bars.pub.phase == BARS_ANSWERING;
        }
    }
    free(now.list);
}

/* ---- 3. Counting ----------------------------------------------------------------------------- */

static int oldest_or_newest(const bars_own *own, bool oldest) {
    uint8_t best = own->hand[0];
    for (int i = 1; i < BARS_HAND; i++)
        if (oldest ? own->hand[i] % BARS_AGES < best % BARS_AGES
                   : own->hand[i] % BARS_AGES > best % BARS_AGES)
            best = own->hand[i];
    return bars_kind_of(best);
}

/* With three players all cards are different, and in round 9 the discard becomes the pile. From
 * then on seat 0 plays the cards held before, the others keep theirs: in round 13 a spectator
 * believes what is shown, but not that seat 0 has a card that another one has kept. */
static void check_counting(void) {
    static rz_events events;
    rz_state state, after;
    rz_view view, copy;
    rz_event line;
    move m;
    make_setup(3, NULL, NULL);
    game->init(&setup, &state, NULL);
    for (;;) {
        const bars_public *p = &state.bars.pub;
        m = random_move(&state);
        if (p->phase == BARS_CHOOSING)
            m.action = (rz_action)oldest_or_newest(&state.bars.own[m.actor], m.actor == 0);
        if (p->round == 13 && __builtin_popcount(p->done) == 2)
            break;
        CHECK(game->apply(&setup, &state, m.actor, m.action, NULL) == RZ_OK, "a card in hand");
    }
    game->view(&setup, &state, RZ_SPECTATOR, &view);
    game->describe(&setup, rz_state_public(&state), m.actor, m.action, &line);
    game->conceal(&setup, RZ_SPECTATOR, &line);
    CHECK(game->observe(&setup, &view, &line, NULL) == RZ_OK, "the last card to be chosen");
    after = state;
    game->apply(&setup, &after, m.actor, m.action, &events);
    copy = view;
    CHECK(game->observe(&setup, &copy, &events.list[0], NULL) == RZ_OK, "the cards of round 13");
    CHECK(after.bars.own[1].hand[0] % BARS_AGES == 0, "a card kept since the reshuffle");
    events.list[0].data[0] = (int16_t)bars_kind_of(after.bars.own[1].hand[0]);
    CHECK(game->observe(&setup, &view, &events.list[0], NULL) != RZ_OK, "a fifth of four cards");
}

int main(void) {
    int compared[BARS_AGES] = {0};
    rz_rng_fast(&rng, 11);
    for (int seats = 3; seats <= 8; seats++)
        check_pairs(seats, NULL, NULL, 150);
    check_pairs(4, "answers", "in_turn", 50);
    check_pairs(3, "full_deck", "true", 50);
    for (int i = 0; i < 12; i++) {
        make_small_deck("{\"gamblers\":[1,3,3,3,3,4,4,4],\"raids\":[2,2,5,6]}",
                        i % 2 ? 0x1e0fe0fe : 0x0ff3ff);
        follow(i % 3, (plan){1, 6, 10000}, compared);
    }
    for (int i = 0; heard[0] == 0 || heard[1] == 0; i++) {
        make_small_deck("{\"gamblers\":[1,3,3,3,3,4,4,4],\"raids\":[2,2,5,6]}", 0x0ff3ff);
        setup.bars.answers = 1;
        follow(i % 3, (plan){1, 6, 5000}, compared);
    }
    for (int i = 0; i < 3; i++) {
        make_small_deck("{\"gamblers\":[3,3,3,3,3,3,3,4],\"raids\":[5,6,6,6]}", 0xffe7f);
        follow(RZ_SPECTATOR, (plan){1, 6, 20000}, compared);
    }
    /* So many ways to explain what was shown that they are guessed; in this game guesses matter. */
    rz_rng_fast(&rng, 11);
    make_small_deck("{\"gamblers\":[3,3,3,3,3,3,3,4],\"raids\":[5,6,6,6]}", 0x7f07f07f);
    follow(RZ_SPECTATOR, (plan){9, 9, 12000}, compared);
    check_counting();
    for (int age = 0; age < BARS_AGES; age++)
        CHECK(compared[age] > 0, "nothing was compared at some age");
    printf("samples agree: %d times before a reshuffle, %d after one, %d after two\n", compared[0],
           compared[1], compared[2]);
    return 0;
}
