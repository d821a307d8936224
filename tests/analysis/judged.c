/* What the judge says of games between bots, and what came of them; one line a game.
 *
 *     judged positions|games GAME SEATS FIRST GAMES BOT NETS
 *
 * Plays games number FIRST to FIRST + GAMES - 1 of a fixed seed, all seats by BOT. `positions`: the
 * win shares of one position of the game, each as likely as any other, and how it ended. `games`:
 * the luck of each seat, what stays unexplained, and how it ended. tests/analysis/measure.py makes
 * tables of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"

static rz_state kept;
static rz_rng chance;
static bool whole;

static void print_shares(const rz_shares *shares) {
    for (int s = 0; s < rz_seats(&play.setup); s++)
        printf(" %.6f", shares->of[s]);
}

static void report(uint32_t n) {
    rz_shares forecast, result;
    printf("%u", n);
    rz_final_shares(play.game, &play.setup, rz_state_public(&play.state), &result);
    if (whole) {
        print_shares(&play.analyst.ledger.luck);
        print_shares(&play.analyst.ledger.drift);
    } else {
        rz_analyst_value(&play.analyst, &kept, &forecast);
        print_shares(&forecast);
    }
    print_shares(&result);
    printf("\n");
    fflush(stdout);
}

static void on_action(int actor, rz_action action, uint32_t line) {
    static rz_step step;
    if (rz_rng_below(&chance, line) == 0)
        kept = play.state;
    if (whole)
        rz_analyst_take(&play.analyst, &play.state, actor, action, line, &step);
}

int main(int argc, char **argv) {
    whole = argc > 1 && strcmp(argv[1], "games") == 0;
    if (argc != 8 || (!whole && strcmp(argv[1], "positions") != 0) ||
        !play_begin(argv[2], argv[3], argv[6], argv[7])) {
        fprintf(stderr, "usage: judged positions|games GAME SEATS FIRST GAMES BOT NETS\n");
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(argv[4], NULL, 10);
    uint32_t games = (uint32_t)strtoul(argv[5], NULL, 10);
    play.on_action = on_action;
    for (uint32_t n = first; n < first + games; n++) {
        rz_rng_fast(&chance, n + 1000003u);
        play_game(18, n, 0);
        report(n);
    }
    play_end();
    return 0;
}
