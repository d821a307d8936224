/* What is read from the store: a table as a whole, and what a client has missed of one. */
#ifndef SERVE_READING_H
#define SERVE_READING_H

#include "serve/table.h"

/* A table, or what has become of it since. */
typedef struct loading {
    job job;
    table *table;
    void (*done)(struct loading *l);
    rz_setup *setup; /* new, if the table had none */
    bool first;      /* it had none */
    lobby lobby;
    position position;
    uint8_t seed[RZ_SEED];
    line_batch line_batch; /* the lines that are new */
    int64_t chat;          /* the last message that is there; not looked for the first time */
    bool healed;           /* somebody was forgotten, and the lobby is to be written without them */
    bool damaged;
    char why[160];
} loading;

loading *loading_new(table *t, void (*done)(loading *l));
void loading_free(loading *l);

/* The lines from w->line on and the chat after w->chat are sent to the client; what is written
 * meanwhile comes by the same way. */
void reading_begin(watch *w);
void reading_chat(watch *w); /* only if it is not reading already */

/* What people are called, on the thread of the store. */
void reading_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]);
void reading_names(store *s, lobby *l);

/* One message of a chat, as clients get it. */
void chat_tell(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
               const char *text, rz_text *out);

#endif
