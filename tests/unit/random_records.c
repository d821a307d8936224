/* Prints records of random games, with the number of choices before every line of a seat, for
 * programs that check the rules on their own.
 *
 *     random_records GAME GAMES SEED [OPTIONS]
 *
 * GAMES of them at every number of seats and under every variant of the options, or under OPTIONS:
 * NAME=VALUE, with spaces between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "given.h"
#include "play.h"

static bool set_options(const rz_game *game, const char *options, rz_setup *setup) {
    static char copy[1 << 15];
    rz_problem problem;
    snprintf(copy, sizeof copy, "%s", options);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        rz_slice name = {word, (size_t)(value - word)};
        if (!rz_setup_option(game, setup, name, rz_slice_of(value + 1), &problem))
            return false;
    }
    return rz_setup_complete(game, setup, &problem);
}

static bool print_game(const rz_game *game, int seats, const char *options, uint64_t seed) {
    static char memory[1 << 22];
    rz_header header = {.game = game};
    rz_setup setup;
    rz_problem problem;
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    if (!rz_setup_init(game, seats, &setup, &problem) || !set_options(game, options, &setup))
        return false;
    play_record(&header, &setup, seed, true, &text);
    return !text.full && fputs(memory, stdout) != EOF;
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5)
        return 2;
    const char *const asked[] = {argv[argc - 1], NULL};
    uint64_t seed = strtoull(argv[3], NULL, 10);
    const rz_given *given = rz_given_find(argv[1]);
    if (!given)
        return 2;
    const rz_game *game = given->game;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        for (const char *const *options = argc == 5 ? asked : given->variants; *options; options++)
            for (int n = atoi(argv[2]); n > 0; n--)
                if (!print_game(game, seats, *options, seed++))
                    return 1;
    return 0;
}
