#include "played.h"

#include <stdio.h>
#include <stdlib.h>

#include "ai/bot.h"
#include "library/load_nets.h"

played play;
static rz_bot_spec bot;
static void *memory;

bool play_begin(const char *game, const char *seats, const char *who, const char *nets) {
    char line[64];
    rz_header header;
    rz_problem problem;
    snprintf(line, sizeof line, "{\"record\":1,\"game\":\"%s\",\"seats\":%s}", game, seats);
    if (rz_load_nets(nets) != RZ_NET_OK ||
        !rz_read_setup(rz_games, rz_slice_of(line), &header, &play.setup, &problem) ||
        !rz_bot_read(rz_slice_of(who), &bot))
        return false;
    play.game = header.game;
    play.analyst.judge = rz_judge_of(play.game);
    memory = play.analyst.judge ? calloc(1, play.analyst.judge->size) : NULL;
    return memory != NULL;
}

void play_game(uint8_t series, uint32_t n, uint32_t nodes) {
    uint8_t seed[RZ_SEED] = {series}, own[RZ_SEED];
    rz_dealer dealer;
    rz_actors actors;
    rz_seed_child(seed, n, own);
    rz_dealer_init(&dealer, own);
    play.game->init(&play.setup, &play.state, NULL);
    rz_analyst_begin(&play.analyst, play.game, &play.setup, play.analyst.judge, memory, nodes);
    for (uint32_t line = 1;
         (actors = play.game->to_act(&play.setup, rz_state_public(&play.state))) != 0; line++) {
        int actor = __builtin_ctz(actors);
        rz_action action =
            actor == RZ_CHANCE
                ? rz_dealer_draw(&dealer, play.game, &play.setup, &play.state)
                : rz_bot_move(&bot, play.game, &play.setup, &play.state, actor, own, line);
        play.on_action(actor, action, line);
        if (play.game->apply(&play.setup, &play.state, actor, action, NULL) != RZ_OK) {
            fprintf(stderr, "%s for %d: an action was refused\n", play.game->name,
                    rz_seats(&play.setup));
            exit(1);
        }
    }
}

void play_end(void) {
    free(memory);
}
