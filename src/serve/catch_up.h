/* What a session has missed of a table: pieces of its record and chat, from the store or from those
 * that others were sent. The next piece goes out when the one before has left, so that nothing
 * piles up for who does not read, and each address has a share. What is written meanwhile comes by
 * the same way. */
#ifndef SERVE_CATCH_UP_H
#define SERVE_CATCH_UP_H

#include "serve/table_state.h"

/* Sends the lines from w->line on and the chat after w->chat, unless that is under way. */
void catch_up_start(watch *w);

/* The same for all who watch a table and have not all of its lines. */
void catch_up_all(table *t);

/* Every tick: those go on whose address was over its share. */
void catch_up_check(server *sv, int64_t now);

/* Nobody waits any longer. */
void catch_up_free(server *sv);

/* One message of a chat, as clients get it. */
void chat_write(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
                const char *text, rz_text *out);

#endif
