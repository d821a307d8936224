/* Replays a record from standard input, line by line, and prints the scores at its end:
 *
 *     cc replay.c $(pkg-config --cflags --libs razzia) && ./a.out <game.jsonl
 */
#include <razzia.h>
#include <stdio.h>
#include <string.h>

static int complain(const rz_game *game, int number, const rz_problem *problem) {
    char memory[512];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_problem(game, problem, &text);
    fprintf(stderr, "line %d: %s\n", number, memory);
    return 1;
}

static void print_scores(const rz_game *game, const rz_setup *setup, const rz_state *state) {
    int32_t scores[RZ_SEATS_MAX];
    game->scores(setup, rz_state_public(state), scores);
    for (int s = 0; s < rz_seats(setup); s++)
        printf("seat %d: %d\n", s, (int)scores[s]);
}

int main(void) {
    static char line[RZ_LINE_MAX];
    static rz_header header;
    rz_setup setup;
    rz_state state;
    rz_driver driver;
    rz_event event;
    rz_problem problem = {0};
    for (int number = 0; fgets(line, sizeof line, stdin); number++) {
        rz_slice text = {line, strcspn(line, "\n")};
        if (number > 0) {
            if (!rz_driver_read(&driver, text, &event, &problem))
                return complain(header.game, number, &problem);
        } else if (rz_read_setup(rz_games, text, &header, &setup, &problem)) {
            rz_driver_init(&driver, &header, &setup, &state, NULL);
        } else {
            return complain(rz_games[0], number, &problem);
        }
    }
    if (!header.game)
        return 1;
    print_scores(header.game, &setup, &state);
    return 0;
}
