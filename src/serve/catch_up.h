/* What a session has missed of a table, from the store: lines and chat. What is written meanwhile
 * comes by the same way. */
#ifndef SERVE_CATCH_UP_H
#define SERVE_CATCH_UP_H

#include "serve/table_state.h"

/* Sends the lines from w->line on and the chat after w->chat, unless that is under way. */
void catch_up_start(watch *w);
void catch_up_chat(watch *w); /* the chat alone */

/* One message of a chat, as clients get it. */
void chat_write(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
                const char *text, rz_text *out);

#endif
