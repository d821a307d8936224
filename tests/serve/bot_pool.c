/* Bots are thought about in turns: whoever has many tables does not hold up who has one. One thread
 * thinks, and the first thought lasts until all the others wait. */
#include "serve/bot_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/setup.h"

enum { MANY = 20, FEW = 2, ALL = MANY + FEW + 1 };

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static char order[ALL + 1];
static int n_done;

static void check(bool ok, const char *what) {
    if (ok)
        return;
    fprintf(stderr, "bots: %s: %s\n", what, order);
    exit(1);
}

static rz_action choose(const rz_question *question) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return question->legal[0];
}

static const rz_bot first_bot = {.name = "first", .choose = choose};

static void done(bot_question *t) {
    order[n_done++] = (char)t->owner[0];
    free(t);
}

static void ask(const bot_runner *b, const rz_setup *setup, const rz_state *state, int seat,
                char owner) {
    bot_question *t = calloc(1, sizeof *t);
    check(t, "memory");
    *t = (bot_question){
        .spec = {.bot = &first_bot}, .setup = setup, .state = *state, .seat = seat, .done = done};
    memset(t->owner, owner, sizeof t->owner);
    check(b->ask(b->self, t), "memory");
}

/* What chance brings before it is somebody's turn. */
static int first_seat(const rz_game *game, const rz_setup *setup, rz_state *state) {
    static const uint8_t seed[RZ_SEED];
    rz_dealer dealer;
    rz_actors actors;
    rz_dealer_init(&dealer, seed);
    game->init(setup, state, NULL);
    while ((actors = game->to_act(setup, rz_state_public(state))) & RZ_CHANCE_BIT)
        game->apply(setup, state, RZ_CHANCE, rz_dealer_draw(&dealer, game, setup, state), NULL);
    check(actors == 1 || actors == 2, "one of the two begins");
    return actors == 2;
}

int main(void) {
    static rz_setup setup;
    static rz_state state;
    const rz_game *game = rz_games[0];
    rz_problem problem = {0};
    uv_loop_t loop;
    check(rz_setup_init(game, 2, &setup, &problem) && rz_setup_complete(game, &setup, &problem),
          "a setup");
    int seat = first_seat(game, &setup, &state);
    uv_loop_init(&loop);
    bot_pool *b = bot_pool_new(&loop, 1);
    check(b, "a thread");
    bot_runner runner = bot_pool_runner(b);
    pthread_mutex_lock(&gate);
    ask(&runner, &setup, &state, seat, '0');
    for (int i = 0; i < MANY; i++)
        ask(&runner, &setup, &state, seat, 'A');
    for (int i = 0; i < FEW; i++)
        ask(&runner, &setup, &state, seat, 'B');
    check(runner.busy(runner.self) == ALL, "all are asked");
    pthread_mutex_unlock(&gate);
    while (n_done < ALL)
        uv_run(&loop, UV_RUN_ONCE);
    check(runner.busy(runner.self) == 0, "all have answered");
    const char *last_b = strrchr(order, 'B');
    check(last_b && last_b - order <= 2 * FEW + 1, "who has little to ask waits for much");
    bot_pool_stop(b);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return 0;
}
