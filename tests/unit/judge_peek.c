/* Errors are judged by what a seat could know: in worlds that differ in nothing but what is hidden
 * from a seat, its choices are worth the same to the bit, whatever the judge has looked at before.
 *
 *     test_judge_peek GAME OPTIONS QUESTIONS NETS
 *
 * OPTIONS end a record's first line, as in `,"options":{"answers":"in_turn"}`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/bot.h"
#include "analysis/analyst.h"
#include "core/record.h"
#include "games/games.h"
#include "library/load_nets.h"

static const rz_game *game;
static const rz_judge *judge;
static rz_setup setup;
static void *memory;
static long asked, differ;

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "judge of %s: %s\n", game ? game->name : "?", what);
    exit(1);
}

/* Looks at all that is hidden first. */
static void weigh(const rz_state *world, int seat, rz_choices *choices) {
    rz_view view;
    rz_shares shares;
    double sum = 0;
    memset(choices, 0, sizeof *choices);
    judge->value(memory, world, &shares);
    for (int s = 0; s < rz_seats(&setup); s++)
        sum += shares.of[s];
    if (!(sum > 1 - 1e-9 && sum < 1 + 1e-9))
        give_up("shares do not sum up to one");
    game->view(&setup, world, seat, &view);
    choices->n = game->legal(&setup, &view, choices->action);
    judge->choices(memory, &view, seat, choices);
}

static void question(const rz_state *state, int seat, rz_rng *rng) {
    static rz_choices choices[2];
    rz_state worlds[2];
    rz_view view;
    memset(worlds, 0, sizeof worlds);
    game->view(&setup, state, seat, &view);
    for (int i = 0; i < 2; i++) {
        game->sample(&setup, &view, rng, &worlds[i]);
        judge->begin(memory, &setup, 30);
        weigh(&worlds[i], seat, &choices[i]);
    }
    asked++;
    differ += memcmp(&worlds[0], &worlds[1], game->state_size) != 0;
    if (memcmp(&choices[0], &choices[1], sizeof choices[0]) != 0)
        give_up("other choices in worlds that look the same");
}

static void play(rz_rng *rng) {
    static rz_state state;
    rz_actors actors;
    rz_action legal[RZ_LEGAL_MAX];
    game->init(&setup, &state, NULL);
    while ((actors = game->to_act(&setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE) {
            action = game->draw(&setup, &state, rng);
        } else {
            int n = game->legal_in(&setup, &state, actor, legal);
            action = legal[rz_rng_below(rng, (uint32_t)n)];
            if (n > 1 && rz_rng_below(rng, 8) == 0)
                question(&state, actor, rng);
        }
        game->apply(&setup, &state, actor, action, NULL);
    }
}

static bool begin(char **argv, int seats) {
    char line[256];
    rz_header header;
    rz_problem problem;
    snprintf(line, sizeof line, "{\"record\":1,\"game\":\"%s\",\"seats\":%d%s}", argv[1], seats,
             argv[2]);
    if (!rz_read_setup(rz_games, rz_slice_of(line), &header, &setup, &problem))
        return false;
    game = header.game;
    judge = rz_judge_of(game);
    if (!memory && judge)
        memory = calloc(1, judge->size);
    return memory != NULL;
}

int main(int argc, char **argv) {
    rz_rng rng;
    rz_rng_fast(&rng, 5);
    if (argc != 5 || rz_load_nets(argv[4]) != RZ_NET_OK || !begin(argv, 3))
        return 2;
    for (int seats = game->seats_min; asked < atol(argv[3]); seats++) {
        begin(argv, game->seats_min + seats % (game->seats_max - game->seats_min + 1));
        play(&rng);
    }
    printf("%s: %ld questions, %ld in worlds that differ\n", game->name, asked, differ);
    free(memory);
    return differ < asked / 2;
}
