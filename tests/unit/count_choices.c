/* Prints a record with the number of choices before every line of a seat, for programs that check
 * the rules on their own.
 *
 *     count_choices <RECORD
 *
 * Several games may follow one another. */
#include <stdio.h>
#include <string.h>

#include "core/driver.h"
#include "games/games.h"

static rz_header header;
static rz_setup setup;
static rz_state state;
static rz_driver replay;

static void print_choices(rz_slice line) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_event event;
    rz_problem problem;
    if (!rz_driver_due(&replay) && rz_read_event(header.game, &setup, line, &event, &problem) &&
        event.by < RZ_SEATS_MAX && !rz_is_table_verb(event.verb))
        printf("legal %d\n", header.game->legal_in(&setup, &state, event.by, legal));
}

static bool take_line(rz_slice line, bool first) {
    rz_event event;
    rz_problem problem;
    if (!first) {
        print_choices(line);
        return rz_driver_read(&replay, line, &event, &problem);
    }
    if (!rz_read_setup(rz_games, line, &header, &setup, &problem))
        return false;
    rz_driver_init(&replay, &header, &setup, &state, NULL);
    return true;
}

int main(void) {
    static char line[RZ_LINE_MAX];
    for (int number = 1; fgets(line, sizeof line, stdin); number++) {
        bool first = number == 1 || (rz_driver_is_over(&replay) && replay.is_sealed == header.fair);
        if (!take_line((rz_slice){line, strcspn(line, "\n")}, first)) {
            fprintf(stderr, "line %d: refused\n", number);
            return 1;
        }
        fputs(line, stdout);
    }
    return 0;
}
