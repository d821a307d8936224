/* A bot's turn at a table. */
#ifndef SERVE_BOT_TURN_H
#define SERVE_BOT_TURN_H

#include "serve/bot_question.h"
#include "serve/table_state.h"

/* The question, which comes back with the answer. */
struct bot_turn {
    bot_question question;
    table *table;
    uint64_t asked, shown; /* microseconds: when it was asked, and when the answer may be seen */
};

/* A seat whose bot is to be asked now, or -1. */
int bot_turn_seat(const table *t, int64_t now);

/* False without memory. `done` gets a bot_turn, and frees it. */
bool bot_turn_ask(table *t, int seat, void (*done)(bot_question *question));

/* The answer has come: the table keeps it until it may be seen. */
void bot_turn_hold(bot_turn *turn);

/* Milliseconds until the answer that is kept may be seen; 0 if it may now, or if there is none. */
int64_t bot_turn_wait(const table *t);

#endif
