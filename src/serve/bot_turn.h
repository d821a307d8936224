/* A bot's turn at a table. */
#ifndef SERVE_BOT_TURN_H
#define SERVE_BOT_TURN_H

#include "serve/bot_question.h"
#include "serve/table_state.h"

/* The question, which comes back with the answer. */
typedef struct bot_turn {
    bot_question question;
    table *table;
} bot_turn;

/* A seat whose bot is to be asked now, or -1. */
int bot_turn_seat(const table *t, int64_t now);

/* False without memory. `done` gets a bot_turn, and frees it. */
bool bot_turn_ask(table *t, int seat, void (*done)(bot_question *question));

#endif
