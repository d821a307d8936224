/* What the judge says of games between bots, and what came of them; one line a game.
 *
 *     judged positions|games GAME SEATS FIRST GAMES BOT NETS
 *
 * Plays games number FIRST to FIRST + GAMES - 1 of a fixed seed, all seats by BOT. `positions`: the
 * win shares of one position of the game, each as likely as any other, and how it ended. `games`:
 * the luck of each seat, and what stays unexplained. tests/analysis/measure.py makes tables of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/bot.h"
#include "analysis/analyst.h"
#include "games/games.h"
#include "library/load_nets.h"

static const rz_game *game;
static rz_setup setup;
static rz_bot_spec bot;
static rz_analyst analyst;
static rz_step step;
static rz_state state, kept;
static void *memory;
static bool whole;

static void print_shares(const rz_shares *shares) {
    for (int s = 0; s < rz_seats(&setup); s++)
        printf(" %.6f", shares->of[s]);
}

static void report(uint32_t n) {
    rz_shares forecast, result;
    printf("%u", n);
    if (whole) {
        print_shares(&analyst.ledger.luck);
        print_shares(&analyst.ledger.drift);
    } else {
        rz_analyst_value(&analyst, &kept, &forecast);
        rz_final_shares(game, &setup, rz_state_public(&state), &result);
        print_shares(&forecast);
        print_shares(&result);
    }
    printf("\n");
    fflush(stdout);
}

static void play(uint32_t n) {
    uint8_t seed[RZ_SEED] = {18}, own[RZ_SEED];
    rz_dealer dealer;
    rz_rng chance;
    rz_actors actors;
    rz_seed_child(seed, n, own);
    rz_dealer_init(&dealer, own);
    rz_rng_fast(&chance, n + 1000003u);
    game->init(&setup, &state, NULL);
    rz_analyst_begin(&analyst, game, &setup, analyst.judge, memory, 0);
    for (uint32_t line = 1; (actors = game->to_act(&setup, rz_state_public(&state))) != 0; line++) {
        int actor = __builtin_ctz(actors);
        rz_action action = actor == RZ_CHANCE
                               ? rz_dealer_draw(&dealer, game, &setup, &state)
                               : rz_bot_move(&bot, game, &setup, &state, actor, own, line);
        if (rz_rng_below(&chance, line) == 0)
            memcpy(&kept, &state, sizeof kept);
        if (whole)
            rz_analyst_take(&analyst, &state, actor, action, line, &step);
        game->apply(&setup, &state, actor, action, NULL);
    }
    report(n);
}

static bool begin(char **argv) {
    char line[64];
    rz_header header;
    rz_problem problem;
    whole = strcmp(argv[1], "games") == 0;
    if ((!whole && strcmp(argv[1], "positions") != 0) || rz_load_nets(argv[7]) != RZ_NET_OK)
        return false;
    snprintf(line, sizeof line, "{\"record\":1,\"game\":\"%s\",\"seats\":%s}", argv[2], argv[3]);
    if (!rz_read_setup(rz_games, rz_slice_of(line), &header, &setup, &problem) ||
        !rz_bot_read(rz_slice_of(argv[6]), &bot))
        return false;
    game = header.game;
    analyst.judge = rz_judge_of(game);
    memory = analyst.judge ? calloc(1, analyst.judge->size) : NULL;
    return memory != NULL;
}

int main(int argc, char **argv) {
    if (argc != 8 || !begin(argv)) {
        fprintf(stderr, "usage: judged positions|games GAME SEATS FIRST GAMES BOT NETS\n");
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(argv[4], NULL, 10);
    uint32_t games = (uint32_t)strtoul(argv[5], NULL, 10);
    for (uint32_t n = first; n < first + games; n++)
        play(n);
    free(memory);
    return 0;
}
