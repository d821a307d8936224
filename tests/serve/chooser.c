/* Knows the rules for a client that does not: lines of one seat's view come in, and after the word
 * "move" a legal move goes out, or "none".
 *
 * chooser SEAT SEED */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/driver.h"
#include "games/games.h"

static rz_header header;
static rz_setup setup;
static rz_state scratch;
static rz_view view;
static rz_driver replay;

static void take(int seat, rz_slice line) {
    rz_problem problem;
    rz_event event;
    bool ok;
    if (!header.game) {
        ok = rz_read_setup(rz_games, line, &header, &setup, &problem);
        if (ok)
            rz_driver_init_view(&replay, &header, &setup, seat, &view, &scratch, NULL);
    } else {
        ok = rz_driver_read(&replay, line, &event, &problem);
    }
    if (ok)
        return;
    fprintf(stderr, "chooser: seat %d, line %u does not follow (error %d): %.*s\n", seat,
            replay.number, problem.error, (int)line.length, line.at);
    exit(1);
}

static void move(int seat, rz_rng *rng) {
    rz_action legal[RZ_LEGAL_MAX];
    char memory[4096];
    rz_text text;
    rz_event event;
    int n = header.game && seat < RZ_SEATS_MAX && !rz_driver_due(&replay)
                ? header.game->legal(&setup, &view, legal)
                : 0;
    if (n == 0) {
        puts("none");
        return;
    }
    rz_action action = legal[rz_rng_below(rng, (uint32_t)n)];
    header.game->describe(&setup, rz_view_public(&view), seat, action, &event);
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(header.game, &setup, &event, &text);
    puts(memory);
}

int main(int argc, char **argv) {
    static char line[RZ_LINE_MAX + 2];
    rz_rng rng;
    if (argc != 3)
        return 2;
    int seat = atoi(argv[1]);
    rz_rng_fast(&rng, strtoull(argv[2], NULL, 10));
    while (fgets(line, sizeof line, stdin)) {
        rz_slice text = {line, strcspn(line, "\n")};
        if (rz_slice_is(text, "move")) {
            move(seat, &rng);
            fflush(stdout);
        } else {
            take(seat, text);
        }
    }
    return 0;
}
