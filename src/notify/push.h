/* What a push says: the game, a sentence, and where the table is. */
#ifndef NOTIFY_PUSH_H
#define NOTIFY_PUSH_H

#include "core/text.h"

enum { PUSH_BYTES = 512, PUSH_TOPIC = 33 };

/* {"title","text","game","table"}. False if it does not fit. */
bool push_write(rz_text *out, const char *language, const char *title, const char *game,
                const char *table);

/* The same for the same table, and nobody can tell which that is. */
void push_write_topic(const char *table, char topic[PUSH_TOPIC]);

#endif
