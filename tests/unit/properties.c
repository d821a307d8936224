/* What must be true of every game at every step, checked by playing at random.
 *
 *     test_properties GAME ACTIONS [SEED]
 *
 * plays until ACTIONS actions were made at every number of seats, under all variants of the
 * options in turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dealer.h"
#include "core/driver.h"
#include "given.h"

enum { RECORD_MAX = 1 << 22 };

static const rz_game *game;
static const rz_given *given;
static rz_setup setup;
static rz_header header;
static rz_rng rng;
static rz_state state;
static rz_driver playing; /* moves `state` on */
static rz_public snapshots[RZ_SNAPSHOTS_MAX];
static char record[RECORD_MAX];
static rz_text text;

/* What each seat, and a spectator, has seen: moved on by the lines of its own record. */
enum { WATCHERS = RZ_SEATS_MAX + 1 };
static rz_view seen[WATCHERS];
static rz_driver watching[WATCHERS];
static rz_public watched[WATCHERS][RZ_SNAPSHOTS_MAX];

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            give_up(__LINE__, __VA_ARGS__);                                                        \
    } while (0)

static _Noreturn void give_up(int line, const char *what) {
    fprintf(stderr, "properties.c:%d: %s\nThe record so far:\n%s\n", line, what, record);
    exit(1);
}

static bool same_state(const rz_state *a, const rz_state *b) {
    return memcmp(a, b, game->state_size) == 0;
}

static int watcher_seat(int watcher) {
    return watcher < rz_seats(&setup) ? watcher : RZ_SPECTATOR;
}

static int watchers(void) {
    return rz_seats(&setup) + 1;
}

/* An action that is not on the list is refused, with a reason, and changes nothing. */
static void check_refused(int actor, rz_action action) {
    static rz_events events;
    rz_state copy = state;
    rz_error error = game->apply(&setup, &copy, actor, action, &events);
    CHECK(error != RZ_OK, "an illegal action was accepted");
    CHECK(events.count == 0, "a refused action had consequences");
    CHECK(same_state(&copy, &state), "a refused action changed the state");
    CHECK(rz_reason_of(game, error)->rule, "a refusal without a rule");
}

static void check_accepted(int actor, rz_action action) {
    rz_state copy = state;
    CHECK(game->apply(&setup, &copy, actor, action, NULL) == RZ_OK, "a legal action was refused");
}

static void check_seat(int seat, rz_actors actors) {
    rz_action legal[RZ_LEGAL_MAX], again[RZ_LEGAL_MAX];
    uint64_t mask[RZ_MASK_WORDS];
    rz_view view;
    game->view(&setup, &state, seat, &view);
    int n = game->legal_in(&setup, &state, seat, legal);
    CHECK(n == game->legal(&setup, &view, again), "state and view differ in what is legal");
    CHECK(memcmp(legal, again, (size_t)n * sizeof *legal) == 0, "state and view differ");
    CHECK((n > 0) == (actors >> seat & 1), "who may act has legal actions, and nobody else");
    rz_mask(game, &setup, &view, mask);
    for (int i = 0; i < n; i++) {
        CHECK(i == 0 || legal[i] > legal[i - 1], "legal actions are not ascending");
        CHECK(mask[legal[i] / 64] >> legal[i] % 64 & 1, "the mask lacks a legal action");
        CHECK(game->why_not(&setup, &view, legal[i]) == RZ_OK, "why not, if it is legal?");
    }
    for (int tries = 0; tries < 6; tries++) {
        rz_action action = (rz_action)rz_rng_below(&rng, game->actions + 2u);
        bool is_legal = action < game->actions && mask[action / 64] >> action % 64 & 1;
        CHECK(is_legal == (game->why_not(&setup, &view, action) == RZ_OK), "why_not is wrong");
        if (is_legal)
            check_accepted(seat, action);
        else
            check_refused(seat, action);
    }
}

/* Seats that are not there have no points, and nothing is written beyond them. */
static void check_scores(void) {
    int32_t scores[RZ_SEATS_MAX + 1] = {[RZ_SEATS_MAX] = -1};
    game->scores(&setup, rz_state_public(&state), scores);
    for (int seat = rz_seats(&setup); seat < RZ_SEATS_MAX; seat++)
        CHECK(scores[seat] == 0, "points for nobody");
    CHECK(scores[RZ_SEATS_MAX] == -1, "one score too many");
}

static void check_chance(void) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    static uint8_t possible[1 << 16];
    rz_action legal[RZ_LEGAL_MAX];
    rz_event event;
    int n = game->chance(&setup, &state, outcomes);
    CHECK(n > 0 && n <= RZ_OUTCOMES_MAX, "chance has nothing to do");
    CHECK(game->legal_in(&setup, &state, RZ_CHANCE, legal) == 0, "chance has a choice");
    game->describe(&setup, rz_state_public(&state), RZ_CHANCE, outcomes[0].action, &event);
    CHECK(event.verb == game->chance_verb(&setup, rz_state_public(&state)), "another verb is due");
    for (int i = 0; i < n; i++) {
        CHECK(outcomes[i].weight > 0 && outcomes[i].action < game->chances, "a bad outcome");
        CHECK(!possible[outcomes[i].action], "an outcome is listed twice");
        possible[outcomes[i].action] = 1;
    }
    for (int tries = 0; tries < 3; tries++) {
        rz_action action = (rz_action)rz_rng_below(&rng, game->chances + 2u);
        CHECK(possible[game->draw(&setup, &state, &rng)], "an outcome that is not listed");
        if (possible[action])
            check_accepted(RZ_CHANCE, action);
        else
            check_refused(RZ_CHANCE, action);
    }
    for (int i = 0; i < n; i++)
        possible[outcomes[i].action] = 0;
    for (int seat = 0; seat < rz_seats(&setup); seat++)
        check_refused(seat, (rz_action)rz_rng_below(&rng, game->actions));
}

/* Each watcher's own record leads to the same view, byte for byte; and what one of them can
 * imagine is a game that looks just so. */
static void check_views(void) {
    rz_view view, sampled_view;
    rz_state sampled;
    for (int w = 0; w < watchers(); w++) {
        game->view(&setup, &state, watcher_seat(w), &view);
        CHECK(memcmp(&view, &seen[w], game->view_size) == 0,
              "a replayed view differs from the view of the state");
    }
    int w = (int)rz_rng_below(&rng, (uint32_t)watchers());
    game->sample(&setup, &seen[w], &rng, &sampled);
    game->view(&setup, &sampled, watcher_seat(w), &sampled_view);
    CHECK(memcmp(&seen[w], &sampled_view, game->view_size) == 0, "a sample contradicts its view");
    const char *wrong = given->invariant(&setup, &sampled);
    CHECK(!wrong, wrong);
}

/* The line has just been given out: all see what is public after it, byte for byte the same, and
 * nothing is lost or there twice. */
static void check_snapshot(const rz_event *event, const rz_public *before) {
    const rz_public *shown = rz_driver_shown(&playing);
    for (int w = 0; w < watchers(); w++)
        CHECK(memcmp(rz_driver_shown(&watching[w]), shown, game->public_size) == 0,
              "a watcher is shown something else");
    const char *wrong = given->check_step(&setup, event, before, shown);
    CHECK(!wrong, wrong);
}

static void add_line(const rz_event *event) {
    if (RECORD_MAX - text.length < 4096)
        give_up(__LINE__, "the game does not end");
    rz_write_event(game, &setup, event, &text);
    rz_text_char(&text, '\n');
    for (int w = 0; w < watchers(); w++) {
        char memory[2048];
        rz_text line;
        rz_event hidden = *event, read;
        rz_problem problem;
        game->conceal(&setup, watcher_seat(w), &hidden);
        rz_text_init(&line, memory, sizeof memory);
        rz_write_event(game, &setup, &hidden, &line);
        CHECK(rz_driver_read(&watching[w], (rz_slice){memory, line.length}, &read, &problem),
              "a watcher can not follow");
        CHECK(memcmp(&read, &hidden, sizeof read) == 0, "a line comes back otherwise");
    }
}

static void add_lines(void) {
    rz_public before;
    const rz_event *line;
    for (;;) {
        memcpy(&before, rz_driver_shown(&playing), game->public_size);
        if (!(line = rz_driver_next(&playing)))
            break;
        add_line(line);
        check_snapshot(line, &before);
    }
    CHECK(memcmp(&before, rz_state_public(&state), game->public_size) == 0,
          "the last snapshot is not the state");
}

/* Snapshots change neither what happens nor what is said of it. */
static void check_without_snapshots(const rz_state *before, int actor, rz_action action) {
    static rz_events events;
    rz_state copy = *before;
    CHECK(game->apply(&setup, &copy, actor, action, &events) == RZ_OK, "a move was refused");
    CHECK(same_state(&copy, &state), "snapshots change the state");
    CHECK(events.count == playing.due.count &&
              memcmp(events.list, playing.due.list, (size_t)events.count * sizeof *events.list) ==
                  0,
          "snapshots change the events");
}

static void make_move(int actor, rz_action action) {
    rz_event event;
    rz_action understood;
    rz_state before = state;
    game->describe(&setup, rz_state_public(&state), actor, action, &event);
    CHECK(game->understand(&setup, rz_state_public(&state), &event, &understood) == RZ_OK &&
              understood == action,
          "an action is not understood as it was told");
    CHECK(rz_driver_act(&playing, actor, action) == RZ_OK, "a move was refused");
    check_without_snapshots(&before, actor, action);
    add_lines();
}

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
    header = (rz_header){.game = game};
    rz_text_init(&text, record, sizeof record);
    rz_write_setup(&header, &setup, &text);
    rz_text_char(&text, '\n');
    for (int w = 0; w < watchers(); w++) {
        rz_state scratch;
        rz_driver_init_view(&watching[w], &header, &setup, watcher_seat(w), &seen[w], &scratch,
                            watched[w]);
    }
    rz_driver_init(&playing, &header, &setup, &state, snapshots);
    add_lines();
}

/* The record as a whole leads to the same state, and is written again as it was. */
static void check_record(void) {
    static rz_setup setup_again;
    static rz_header header_again;
    rz_state state_again;
    rz_driver replay;
    rz_problem problem;
    rz_event event;
    char memory[RZ_LINE_MAX];
    const char *line = record;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1) {
        rz_slice slice = {line, (size_t)(end - line)};
        rz_text again;
        rz_text_init(&again, memory, sizeof memory);
        if (line == record) {
            CHECK(rz_read_setup(rz_games, slice, &header_again, &setup_again, &problem), "setup");
            CHECK(memcmp(&setup, &setup_again, game->setup_size) == 0, "the setup differs");
            rz_driver_init(&replay, &header_again, &setup_again, &state_again, NULL);
            rz_write_setup(&header_again, &setup_again, &again);
        } else {
            CHECK(rz_driver_read(&replay, slice, &event, &problem), "a record does not replay");
            rz_write_event(game, &setup_again, &event, &again);
        }
        CHECK(again.length == slice.length && !memcmp(memory, slice.at, slice.length),
              "a line is written otherwise");
    }
    CHECK(rz_driver_is_over(&replay), "the record does not end");
    CHECK(same_state(&state, &state_again), "the replayed state differs");
}

static long play_game(int seats, const char *options) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    long moves = 0;
    begin_game(seats, options);
    for (; (actors = game->to_act(&setup, rz_state_public(&state))) != 0; moves++) {
        const char *wrong = given->invariant(&setup, &state);
        CHECK(!wrong, wrong);
        check_views();
        check_scores();
        if (actors & RZ_CHANCE_BIT) {
            check_chance();
            make_move(RZ_CHANCE, game->draw(&setup, &state, &rng));
            continue;
        }
        for (int seat = 0; seat < seats; seat++)
            check_seat(seat, actors);
        check_refused(RZ_CHANCE, (rz_action)rz_rng_below(&rng, game->chances));
        int seat;
        do
            seat = (int)rz_rng_below(&rng, (uint32_t)seats);
        while (!(actors >> seat & 1));
        int n = game->legal_in(&setup, &state, seat, legal);
        make_move(seat, legal[rz_rng_below(&rng, (uint32_t)n)]);
    }
    check_views();
    for (int seat = 0; seat < seats; seat++)
        check_refused(seat, (rz_action)rz_rng_below(&rng, game->actions));
    check_record();
    return moves;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    given = rz_given_find(argv[1]);
    if (!given)
        return 2;
    game = given->game;
    long wanted = atol(argv[2]);
    rz_rng_fast(&rng, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        long moves = 0, games = 0;
        for (; moves < wanted; games++) {
            int variant = 0;
            while (given->variants[variant + 1] && rz_rng_below(&rng, 2))
                variant++;
            moves += play_game(seats, given->variants[variant]);
        }
        printf("%s, %d seats: %ld games, %ld actions\n", game->name, seats, games, moves);
    }
    return 0;
}
