#include "serve/beginning.h"

#include <string.h>

#include "serve/levels.h"
#include "serve/lobby_public.h"
#include "serve/transaction.h"

/* The record begins: its first line, and what follows from it until somebody is asked. */
void beginning_start(transaction *x) {
    char memory[RZ_LINE_MAX];
    table *t = x->table;
    rz_header header;
    rz_text first;
    lobby_header(x->lobby, t->setup, false, &header);
    rz_text_init(&first, memory, sizeof memory);
    rz_write_setup(&header, t->setup, &first);
    position_init(&x->position, &header, t->setup, &x->lobby->clock, t->seed, x->at);
    line_batch_add_setup(&x->batch, (rz_slice){memory, first.length}, x->position.head);
    position_begin(&x->position, t->setup, x->at, &x->batch);
    x->status = STORE_RUNNING;
    x->plays = true;
}

/* Whoever has stood up meanwhile is played by the bot for those who are away. */
static void fill_with_bots(transaction *x) {
    const char *level = x->table->server->options->away_level;
    char name[LOBBY_LEVEL] = "casual";
    rz_bot_spec spec;
    if (strlen(level) < sizeof name && level_read(table_game(x->table), level, &spec))
        memcpy(name, level, strlen(level) + 1);
    for (int s = 0; s < rz_seats(x->table->setup); s++)
        if (!x->lobby->seats[s].person && !x->lobby->seats[s].level[0])
            lobby_put_bot(x->lobby, s, name);
}

void beginning_if_ready(transaction *x) {
    if (!lobby_may_start(x->lobby, x->table->setup, x->at))
        return;
    fill_with_bots(x);
    beginning_start(x);
}

outcome beginning_due(table *t, operation *o) {
    if (!lobby_may_start(&t->lobby, t->setup, server_now(t->server)))
        return ANSWERED;
    transaction *x = transaction_with_lobby(t, o);
    if (!x)
        return ANSWERED;
    beginning_if_ready(x);
    return transaction_commit(x);
}
