/* Counts the sequences of events from positions and compares with what others counted.
 *
 *     test_perft GAME TABLE
 *
 * A row of the table is "start SEATS OPTIONS DEPTH COUNT" ("-": no options, else NAME=VALUE,…) or
 * "after RECORD LINE DEPTH COUNT"; "#" begins a comment. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/driver.h"
#include "games/games.h"

static const rz_game *game;
static rz_header header;
static rz_setup setup;
static rz_state start;

/* All that may happen next, and by whom: the lowest seat, or chance. */
static int list(const rz_state *state, int *actor, rz_action out[]) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_actors actors = game->to_act(&setup, rz_state_public(state));
    if (!actors)
        return 0;
    *actor = __builtin_ctz(actors);
    if (*actor < RZ_CHANCE)
        return game->legal_in(&setup, state, *actor, out);
    int n = game->chance(&setup, state, outcomes);
    for (int i = 0; i < n; i++)
        out[i] = outcomes[i].action;
    return n;
}

static uint64_t count(const rz_state *state, int depth) {
    rz_action actions[RZ_OUTCOMES_MAX];
    int actor, n = list(state, &actor, actions);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        rz_state next = *state;
        game->apply(&setup, &next, actor, actions[i], NULL);
        sum += count(&next, depth - 1);
    }
    return sum;
}

static bool begin(int seats, char *options) {
    rz_problem problem;
    if (!rz_setup_init(game, seats, &setup, &problem))
        return false;
    for (char *save, *word = strtok_r(options, ",", &save); word && strcmp(word, "-");
         word = strtok_r(NULL, ",", &save)) {
        char *value = strchr(word, '=');
        if (!value || !rz_setup_option(game, &setup, (rz_slice){word, (size_t)(value - word)},
                                       rz_slice_of(value + 1), &problem))
            return false;
    }
    if (!rz_setup_complete(game, &setup, &problem))
        return false;
    game->init(&setup, &start, NULL);
    return true;
}

static bool begin_after(const char *path, int lines) {
    static char line[RZ_LINE_MAX];
    rz_driver replay;
    rz_event event;
    rz_problem problem;
    bool ok = false;
    FILE *file = fopen(path, "r");
    for (int n = 0; n <= lines && file && fgets(line, sizeof line, file); n++) {
        rz_slice slice = {line, strcspn(line, "\n")};
        ok = n > 0 ? rz_driver_read(&replay, slice, &event, &problem)
                   : rz_read_setup(rz_games, slice, &header, &setup, &problem);
        if (ok && n == 0)
            rz_driver_init(&replay, &header, &setup, &start, NULL);
        ok = ok && header.game == game;
        if (!ok)
            break;
    }
    if (file)
        fclose(file);
    return ok;
}

/* 1: right, 0: wrong, -1: no row. */
static int check_row(const char *table, char *line) {
    char kind[16], first[256], second[256], path[1024];
    int depth;
    uint64_t expected;
    line[strcspn(line, "#\n")] = '\0';
    if (sscanf(line, "%15s %255s %255s %d %" SCNu64, kind, first, second, &depth, &expected) != 5)
        return line[strspn(line, " ")] == '\0' ? -1 : 0;
    snprintf(path, sizeof path, "%.*s%s", (int)(strrchr(table, '/') + 1 - table), table, first);
    if (!(strcmp(kind, "after") ? begin(atoi(first), second) : begin_after(path, atoi(second))))
        return 0;
    uint64_t counted = count(&start, depth);
    if (counted != expected)
        fprintf(stderr, "%s: counted %" PRIu64 "\n", line, counted);
    return counted == expected;
}

int main(int argc, char **argv) {
    char line[1024];
    int rows = 0, number = 0, failures = 0;
    if (argc != 3 || !strchr(argv[2], '/') || !(game = rz_game_find(rz_slice_of(argv[1]))))
        return 2;
    FILE *table = fopen(argv[2], "r");
    while (table && fgets(line, sizeof line, table)) {
        number++;
        int result = check_row(argv[2], line);
        rows += result >= 0;
        if (result == 0) {
            failures++;
            fprintf(stderr, "%s:%d: wrong\n", argv[2], number);
        }
    }
    if (table)
        fclose(table);
    printf("%d positions, %d wrong\n", rows, failures);
    return failures > 0 || rows == 0;
}
