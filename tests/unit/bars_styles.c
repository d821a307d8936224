/* Who plays how is told by the cards that were shown: after games of one who is greedy, one who
 * searches and two who think as master does, the one who searches stands out. (Who is greedy plays
 * too much as master does to be told from it in a game.)
 *
 *     test_bars_styles NET
 */
#include <stdio.h>
#include <stdlib.h>

#include "ai/bars/think.h"
#include "ai/bot.h"
#include "ai/nets.h"
#include "core/dealer.h"
#include "games/bars/rules.h"

enum { SEATS = 4, GAMES = 16 };

static const rz_bot_spec bots[SEATS] = {{.bot = &rz_greedy_bot},
                                        {.bot = &rz_mcts_bot, .nodes = 1000},
                                        {.bot = &rz_master_bot, .nodes = 60},
                                        {.bot = &rz_master_bot, .nodes = 60}};

static rz_net *read_net(const char *path) {
    static rz_net net;
    size_t size = rz_net_bytes(&bars_net_shape);
    uint8_t *bytes = malloc(size + 1);
    float *memory = malloc(rz_net_room(&bars_net_shape) * sizeof *memory);
    FILE *file = fopen(path, "rb");
    bool ok = bytes && memory && file && fread(bytes, 1, size + 1, file) == size &&
              rz_net_read(&net, &bars_net_shape, memory, bytes, size) == RZ_NET_OK;
    if (file)
        fclose(file);
    free(bytes);
    return ok ? &net : NULL;
}

/* What lies there now is what is remembered when the cards are shown. */
static bool remembered(const bars_public *before, const bars_public *after) {
    if (bars_rounds_shown(after) == bars_rounds_shown(before))
        return true;
    for (int bar = 0; bar < BARS_BARS; bar++) {
        int lay = after->lay[(before->round - 1) * BARS_BARS + bar];
        int worth = bars_worth(before->bar[bar]), more = -1;
        for (int v = 0; v < BARS_VALUES; v++)
            more += before->bar[bar][v];
        more = more < 0 ? 0 : more < BARS_LAY_MORE ? more : BARS_LAY_MORE;
        if ((lay & BARS_LAY_WORTH) != (worth < BARS_LAY_WORTH ? worth : BARS_LAY_WORTH) ||
            lay >> BARS_LAY_SHIFT != more)
            return false;
    }
    return true;
}

static bool play_game(const rz_setup *setup, const uint8_t seed[RZ_SEED], rz_state *state) {
    rz_dealer dealer;
    rz_actors actors;
    rz_dealer_init(&dealer, seed);
    bars_init(setup, state, NULL);
    for (uint32_t n = 0; (actors = bars_to_act(setup, rz_state_public(state))) != 0; n++) {
        int actor = __builtin_ctz(actors);
        bars_public before = state->bars.pub;
        rz_action action = actor == RZ_CHANCE ? rz_dealer_draw(&dealer, &bars_game, setup, state)
                                              : rz_bot_move(&bots[actor], &bars_game, setup, state,
                                                            actor, seed, n);
        bars_apply(setup, state, actor, action, NULL);
        if (!remembered(&before, &state->bars.pub))
            return false;
    }
    return true;
}

static float told[SEATS][BARS_STYLES]; /* chances, in the mean */

enum { SEARCHER = 1 };

static bool told_right(int seat) {
    float searching = told[seat][BARS_SEARCHING];
    return seat == SEARCHER ? searching > 0.2f : searching < told[SEARCHER][BARS_SEARCHING] / 3;
}

int main(int n, char **words) {
    rz_net *net = n == 2 ? read_net(words[1]) : NULL;
    rz_setup setup;
    rz_problem problem;
    if (!net || !rz_setup_init(&bars_game, SEATS, &setup, &problem) || bars_complete(&setup))
        return 2;
    rz_net_set(&bars_game, net);
    for (uint32_t game = 0; game < GAMES; game++) {
        uint8_t seed[RZ_SEED];
        rz_state state;
        float chances[BARS_SEATS][BARS_STYLES];
        rz_seed_child((const uint8_t[RZ_SEED]){"styles"}, game, seed);
        if (!play_game(&setup, seed, &state)) {
            fprintf(stderr, "what lay at the bars was written down wrongly\n");
            return 1;
        }
        bars_infer_styles(net, &setup.bars, &state.bars.pub, chances);
        for (int seat = 0; seat < SEATS; seat++)
            for (int style = 0; style < BARS_STYLES; style++)
                told[seat][style] += chances[seat][style] / GAMES;
    }
    int wrong = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        printf("masterly %.2f, greedy %.2f, searching %.2f%s\n", (double)told[seat][BARS_MASTERLY],
               (double)told[seat][BARS_GREEDY], (double)told[seat][BARS_SEARCHING],
               told_right(seat) ? "" : ": wrong");
        wrong += !told_right(seat);
    }
    return wrong > 0;
}
