/* Feeds bytes to whoever reads what a game is set up with: a board of mice, the cards and the money
 * of one's own bars, and all other options. The first line is a game and how many play, each other
 * line NAME=VALUE, as -o has it. What was accepted is written so that it reads as the same again,
 * and is played: whatever a board looks like, the rules hold on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "core/setup.h"
#include "unit/given.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOVES = 60 };

static const rz_game *game;
static rz_setup setup;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "setup.c:%d: %s\n", __LINE__, #condition);                             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void check_problem(const rz_problem *problem) {
    CHECK(problem->error != RZ_OK);
    CHECK(rz_reason_of(game, problem->error)->text);
    CHECK(memchr(problem->detail, '\0', sizeof problem->detail));
}

/* "mice 4" */
static bool begin(rz_slice line) {
    const char *blank = memchr(line.at, ' ', line.length);
    rz_problem problem;
    if (!blank || blank + 2 != line.at + line.length)
        return false;
    game = rz_game_find((rz_slice){line.at, (size_t)(blank - line.at)});
    if (!game)
        return false;
    if (rz_setup_init(game, blank[1] - '0', &setup, &problem))
        return true;
    check_problem(&problem);
    return false;
}

static bool set_option(rz_slice line) {
    const char *equals = memchr(line.at, '=', line.length);
    rz_problem problem;
    if (!equals)
        return false;
    size_t n = (size_t)(equals - line.at);
    if (rz_setup_option(game, &setup, (rz_slice){line.at, n},
                        (rz_slice){equals + 1, line.length - n - 1}, &problem))
        return true;
    check_problem(&problem);
    return false;
}

static void check_written(void) {
    static char memory[RZ_LINE_MAX];
    static rz_setup setup_again;
    static rz_header header_again;
    rz_header header = {.game = game};
    rz_problem problem;
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_setup(&header, &setup, &text);
    CHECK(!text.full);
    CHECK(rz_read_setup(rz_games, (rz_slice){memory, text.length}, &header_again, &setup_again,
                        &problem));
    CHECK(memcmp(&setup, &setup_again, game->setup_size) == 0);
}

/* What somebody sees, and could imagine, is what is so. */
static void check_view(const rz_state *state, int seat, rz_rng *rng) {
    rz_view view, again;
    rz_state sampled;
    game->view(&setup, state, seat, &view);
    game->sample(&setup, &view, rng, &sampled);
    game->view(&setup, &sampled, seat, &again);
    CHECK(memcmp(&view, &again, game->view_size) == 0);
}

static void play(uint64_t seed) {
    const rz_given *given = rz_given_find(game->name);
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    rz_state state;
    rz_rng rng;
    rz_rng_fast(&rng, seed);
    game->init(&setup, &state, NULL);
    for (int i = 0; i < MOVES && (actors = game->to_act(&setup, rz_state_public(&state))); i++) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        CHECK(!given->invariant(&setup, &state));
        if (actor == RZ_CHANCE) {
            action = game->draw(&setup, &state, &rng);
        } else {
            int n = game->legal_in(&setup, &state, actor, legal);
            CHECK(n > 0);
            check_view(&state, actor, &rng);
            action = legal[rz_rng_below(&rng, (uint32_t)n)];
        }
        CHECK(game->apply(&setup, &state, actor, action, NULL) == RZ_OK);
    }
}

/* The next line, in bytes of its own so that reading beyond its end is found out. */
static rz_slice next_line(const uint8_t **data, size_t *size) {
    const uint8_t *end = memchr(*data, '\n', *size);
    size_t length = end ? (size_t)(end - *data) : *size, step = end ? length + 1 : length;
    char *copy = malloc(length ? length : 1);
    CHECK(copy);
    memcpy(copy, *data, length);
    *data += step, *size -= step;
    return (rz_slice){copy, length};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rz_problem problem;
    bool ok = true, begun = false;
    uint64_t seed = size;
    while (size > 0 && ok) {
        rz_slice line = next_line(&data, &size);
        ok = begun ? set_option(line) : begin(line);
        begun = true;
        free((char *)line.at);
    }
    if (!begun || !ok)
        return 0;
    if (!rz_setup_complete(game, &setup, &problem)) {
        check_problem(&problem);
        return 0;
    }
    check_written();
    play(seed);
    return 0;
}
