#include "serve/bot_turn.h"

#include <stdlib.h>
#include <string.h>

#include "serve/deadline.h"
#include "serve/levels.h"

int bot_turn_seat(const table *t, int64_t now) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (deadline_of_bot_passed(t->server, &t->lobby, &t->position, s, now))
            return s;
    return -1;
}

/* The bot of a seat, or the one for people who are away; where that can not play, one that can
 * play everything. */
static rz_bot_spec spec_of(const table *t, int seat) {
    const char *level = t->lobby.seats[seat].level;
    rz_bot_spec spec;
    if (!level_read(table_game(t), *level ? level : t->server->options->away_level, &spec))
        spec = (rz_bot_spec){.bot = &rz_casual_bot};
    return spec;
}

bool bot_turn_ask(table *t, int seat, void (*done)(bot_question *question)) {
    const bot_runner *bots = &t->server->world->bots;
    bot_turn *turn = malloc(sizeof *turn);
    if (!turn)
        return false;
    memset(turn, 0, sizeof *turn);
    turn->table = t;
    turn->asked = server_monotonic_us(t->server);
    turn->question = (bot_question){.spec = spec_of(t, seat),
                                    .setup = t->setup,
                                    .state = t->position.state,
                                    .seat = seat,
                                    .number = t->position.number,
                                    .done = done};
    memcpy(turn->question.seed, t->position.dealer.seed, RZ_SEED);
    if (t->lobby.maker >= 0)
        memcpy(turn->question.owner, t->lobby.seats[t->lobby.maker].hash, BOT_OWNER);
    if (bots->ask(bots->self, &turn->question))
        return true;
    free(turn);
    return false;
}

void bot_turn_hold(bot_turn *turn) {
    table *t = turn->table;
    uint64_t now = server_monotonic_us(t->server);
    uint64_t step = 1000 * (uint64_t)deadline_bot_step(t->server);
    turn->shown = step ? turn->asked + ((now - turn->asked) / step + 1) * step : now;
    t->held = turn;
}

int64_t bot_turn_wait(const table *t) {
    uint64_t now = server_monotonic_us(t->server);
    return t->held && t->held->shown > now ? (int64_t)((t->held->shown - now + 999) / 1000) : 0;
}
