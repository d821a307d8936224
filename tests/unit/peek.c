/* No bot can peek: in worlds that differ in nothing but what is hidden from its seat, every bot
 * does the same, and the advice is the same to the bit.
 *
 *     test_peek GAME QUESTIONS NETS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/advice.h"
#include "ai/nets.h"
#include "games/games.h"

static const rz_game *game;
static rz_setup setup;
static long asked, differ;

static _Noreturn void give_up(const char *what, const char *who) {
    fprintf(stderr, "peeking in %s: %s%s\n", game->name, what, who);
    exit(1);
}

static void read_net(const char *folder) {
    static rz_net net;
    char path[4096];
    const rz_net_shape *shape = rz_net_shape_of(game);
    if (!shape)
        return;
    size_t size = rz_net_bytes(shape);
    uint8_t *bytes = malloc(size + 1);
    float *memory = malloc(rz_net_room(shape) * sizeof *memory);
    snprintf(path, sizeof path, "%s/%s.net", folder, game->name);
    FILE *file = fopen(path, "rb");
    if (!file || !bytes || !memory || fread(bytes, 1, size + 1, file) != size ||
        rz_net_read(&net, shape, memory, bytes, size) != RZ_NET_OK)
        give_up("no net in ", path);
    fclose(file);
    free(bytes);
    rz_net_set(game, &net);
}

/* Other budgets than these are in time, which does not repeat itself. */
static rz_bot_spec specs[16];
static int n_specs;

static void list_bots(void) {
    for (int i = 0; rz_bots[i]; i++)
        if (!rz_bots[i]->needs_net || rz_net_of(game))
            specs[n_specs++] = (rz_bot_spec){.bot = rz_bots[i], .nodes = 30};
}

static void compare(const rz_state *one, const rz_state *other, int seat, rz_rng *rng) {
    uint8_t seed[RZ_SEED];
    for (int i = 0; i < RZ_SEED; i++)
        seed[i] = (uint8_t)rz_rng_below(rng, 256);
    for (int i = 0; i < n_specs; i++)
        if (rz_bot_move(&specs[i], game, &setup, one, seat, seed, 7) !=
            rz_bot_move(&specs[i], game, &setup, other, seat, seed, 7))
            give_up("other moves in worlds that look the same: ", specs[i].bot->name);
}

static void compare_advice(const rz_view *view, int seat, uint64_t seed) {
    static rz_advice advice[2];
    rz_action legal[RZ_LEGAL_MAX];
    rz_rng rng;
    int n = game->legal(&setup, view, legal);
    for (int i = 0; i < 2; i++) {
        rz_rng_fast(&rng, seed);
        rz_question question = {game, &setup, view, seat, legal, n, &rng, 0, 100};
        if (!rz_advise(&question, &advice[i]))
            return;
    }
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += advice[0].mix[i];
        if (!(advice[0].win[i] >= -0.001f && advice[0].win[i] <= 1.001f && advice[0].mix[i] >= 0))
            give_up("advice is no chance", "");
    }
    if (!(sum > 0.999f && sum < 1.001f))
        give_up("advice does not sum up to one", "");
    if (memcmp(advice[0].win, advice[1].win, (size_t)n * sizeof(float)) != 0 ||
        memcmp(advice[0].mix, advice[1].mix, (size_t)n * sizeof(float)) != 0)
        give_up("the same question gets other advice", "");
}

static void question(const rz_state *state, int seat, rz_rng *rng) {
    rz_state worlds[2];
    rz_view view, seen[2];
    memset(worlds, 0, sizeof worlds);
    game->view(&setup, state, seat, &view);
    for (int i = 0; i < 2; i++) {
        game->sample(&setup, &view, rng, &worlds[i]);
        game->view(&setup, &worlds[i], seat, &seen[i]);
        if (memcmp(&seen[i], &view, game->view_size) != 0)
            give_up("a sample does not look the same", "");
    }
    asked++;
    differ += memcmp(&worlds[0], &worlds[1], game->state_size) != 0;
    compare(&worlds[0], &worlds[1], seat, rng);
    compare_advice(&view, seat, rz_rng_next(rng));
}

static void play(int seats, rz_rng *rng) {
    rz_problem problem;
    rz_state state;
    rz_actors actors;
    rz_action legal[RZ_LEGAL_MAX];
    rz_setup_init(game, seats, &setup, &problem);
    rz_setup_complete(game, &setup, &problem);
    game->init(&setup, &state, NULL);
    while ((actors = game->to_act(&setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        rz_action action;
        if (actor == RZ_CHANCE) {
            action = game->draw(&setup, &state, rng);
        } else {
            int n = game->legal_in(&setup, &state, actor, legal);
            action = legal[rz_rng_below(rng, (uint32_t)n)];
            if (n > 1 && rz_rng_below(rng, 40) == 0)
                question(&state, actor, rng);
        }
        game->apply(&setup, &state, actor, action, NULL);
    }
}

int main(int argc, char **argv) {
    rz_rng rng;
    game = argc == 4 ? rz_game_find(rz_slice_of(argv[1])) : NULL;
    if (!game)
        return 2;
    rz_rng_fast(&rng, 5);
    read_net(argv[3]);
    list_bots();
    for (int seats = game->seats_min; asked < atol(argv[2]); seats++)
        play(game->seats_min + seats % (game->seats_max - game->seats_min + 1), &rng);
    if (game == &bars_game && differ < asked / 2)
        give_up("the worlds hardly differ", "");
    printf("%s: %ld questions to %d bots, %ld in worlds that differ\n", game->name, asked, n_specs,
           differ);
    return 0;
}
