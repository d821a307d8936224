/* Two worlds that a watcher can not tell apart, played side by side: whatever others hold, have
 * chosen or will draw, the watcher is shown the same, may do the same and is refused for the same
 * reasons, until a line by rule says what was hidden.
 *
 *     test_worlds GAME ACTIONS [SEED]
 *
 * plays until ACTIONS actions were made at every number of seats, under all variants. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "given.h"

static const rz_game *game;
static const rz_given *given;
static rz_setup setup;
static rz_rng rng;
static rz_state here, there;
static rz_view view; /* the watcher's, of both */
static int watcher;
static long actions, apart, parted;

#define CHECK(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            give_up(__LINE__, what);                                                               \
    } while (0)

static _Noreturn void give_up(int line, const char *what) {
    fprintf(stderr, "worlds.c:%d: %s, watcher %d, after %ld actions: %s\n", line, game->name,
            watcher, actions, what);
    exit(1);
}

/* ---- What the watcher is told ---------------------------------------------------------------- */

static void tell(const rz_event *event, rz_event *told) {
    *told = *event;
    rz_conceal(game, &setup, watcher, told);
}

static bool is_told_alike(const rz_event *one, const rz_event *other) {
    rz_event a, b;
    tell(one, &a);
    tell(other, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool are_told_alike(const rz_events *one, const rz_events *other) {
    for (int i = 0; i < one->count && i < other->count; i++)
        if (!is_told_alike(&one->list[i], &other->list[i]))
            return false;
    return one->count == other->count;
}

static void describe(const rz_state *state, int actor, rz_action action, rz_event *event) {
    game->describe(&setup, rz_state_public(state), actor, action, event);
}

/* ---- What the watcher may do ----------------------------------------------------------------- */

static void check_choices(void) {
    rz_action one[RZ_LEGAL_MAX], other[RZ_LEGAL_MAX];
    if (watcher == RZ_SPECTATOR)
        return;
    int n = game->legal_in(&setup, &here, watcher, one);
    CHECK(n == game->legal_in(&setup, &there, watcher, other) &&
              !memcmp(one, other, (size_t)n * sizeof *one),
          "other choices");
    for (int tries = 0; tries < 3; tries++) {
        rz_state a = here, b = there;
        rz_action action = (rz_action)rz_rng_below(&rng, game->actions + 2u);
        rz_error error = game->apply(&setup, &a, watcher, action, NULL);
        CHECK(error == game->apply(&setup, &b, watcher, action, NULL), "another answer");
        CHECK(error == game->why_not(&setup, &view, action), "an answer that is not the view's");
    }
}

static void check_views(void) {
    rz_view other;
    game->view(&setup, &here, watcher, &view);
    game->view(&setup, &there, watcher, &other);
    CHECK(!memcmp(&view, &other, game->view_size), "another view");
    apart += memcmp(&here, &there, game->state_size) != 0;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* All that an actor can do in a world. */
static int list_actions(const rz_state *state, int actor, rz_action out[]) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    if (actor != RZ_CHANCE)
        return game->legal_in(&setup, state, actor, out);
    int n = game->chance(&setup, state, outcomes);
    for (int i = 0; i < n; i++)
        out[i] = outcomes[i].action;
    return n;
}

/* Something done there of which the watcher is told what they are told of `action` here; false if
 * there is nothing. */
static bool find_twin(int actor, rz_action action, rz_action *twin) {
    static rz_action all[RZ_OUTCOMES_MAX];
    rz_event event, other;
    describe(&here, actor, action, &event);
    int n = list_actions(&there, actor, all), from = n ? (int)rz_rng_below(&rng, (uint32_t)n) : 0;
    for (int i = 0; i < n; i++) {
        *twin = all[(from + i) % n];
        describe(&there, actor, *twin, &other);
        if ((actor != watcher || *twin == action) && is_told_alike(&event, &other))
            return true;
    }
    return false;
}

/* Whether a line will say what was hidden, as far as the watcher knows. */
static bool is_revealing(int actor, rz_action action) {
    static rz_events due;
    rz_event event, told;
    rz_view after = view;
    describe(&here, actor, action, &event);
    tell(&event, &told);
    CHECK(game->observe(&setup, &after, &told, &due) == RZ_OK, "the line is not believed");
    return game->to_act(&setup, rz_view_public(&after)) & RZ_RULES_BIT;
}

/* Another world that looks like this one. */
static void part(void) {
    parted++;
    game->view(&setup, &here, watcher, &view);
    game->sample(&setup, &view, &rng, &there);
}

static void move(int actor, rz_action action) {
    static rz_events follows, follows_there;
    rz_action twin;
    actions++;
    bool has_twin = find_twin(actor, action, &twin);
    CHECK(has_twin || actor != watcher, "a choice that is none in the other world");
    bool reveals = is_revealing(actor, action);
    CHECK(game->apply(&setup, &here, actor, action, &follows) == RZ_OK, "a move was refused");
    if (!has_twin) {
        part();
        return;
    }
    CHECK(game->apply(&setup, &there, actor, twin, &follows_there) == RZ_OK, "a twin was refused");
    bool alike = are_told_alike(&follows, &follows_there);
    CHECK(alike || reveals, "what follows differs, and nothing was to be revealed");
    if (!alike || rz_rng_below(&rng, 16) == 0)
        part();
}

static void move_somebody(rz_actors actors) {
    rz_action legal[RZ_LEGAL_MAX];
    if (actors & RZ_CHANCE_BIT) {
        move(RZ_CHANCE, game->draw(&setup, &here, &rng));
        return;
    }
    int seat;
    do
        seat = (int)rz_rng_below(&rng, (uint32_t)rz_seats(&setup));
    while (!(actors >> seat & 1));
    int n = game->legal_in(&setup, &here, seat, legal);
    move(seat, legal[rz_rng_below(&rng, (uint32_t)n)]);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void begin_game(int seats, const char *options) {
    rz_problem problem;
    char copy[256];
    CHECK(rz_setup_init(game, seats, &setup, &problem), "no such setup");
    snprintf(copy, sizeof copy, "%s", options);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        rz_slice name = {word, (size_t)(value - word)};
        CHECK(rz_setup_option(game, &setup, name, rz_slice_of(value + 1), &problem), "bad option");
    }
    CHECK(rz_setup_complete(game, &setup, &problem), "the options do not go together");
    watcher = (int)rz_rng_below(&rng, (uint32_t)seats + 1);
    watcher = watcher == seats ? RZ_SPECTATOR : watcher;
    game->init(&setup, &here, NULL);
    part();
}

static void play_game(int seats, const char *options) {
    rz_actors actors;
    begin_game(seats, options);
    while ((actors = game->to_act(&setup, rz_state_public(&here))) != 0) {
        check_views();
        check_choices();
        move_somebody(actors);
    }
    check_views();
}

int main(int argc, char **argv) {
    given = argc >= 3 ? rz_given_find(argv[1]) : NULL;
    if (!given)
        return 2;
    game = given->game;
    rz_rng_fast(&rng, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        for (actions = apart = parted = 0; actions < atol(argv[2]);) {
            int variant = 0;
            while (given->variants[variant + 1] && rz_rng_below(&rng, 2))
                variant++;
            play_game(seats, given->variants[variant]);
        }
        printf("%s, %d seats: %ld actions in two worlds, %ld times not the same ones\n", game->name,
               seats, actions, apart);
        CHECK(apart > 0 || game->state_size == game->public_size, "they were never two");
    }
    return 0;
}
