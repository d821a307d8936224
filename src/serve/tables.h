/* All tables in memory. One is opened by replay, and dropped when nobody watches it and nothing is
 * due soon. */
#ifndef SERVE_TABLES_H
#define SERVE_TABLES_H

#include "serve/table_state.h"

/* The table of that id, or NULL: it is not in memory, or (tables_open) there is no memory. One that
 * was opened is read when the first operation comes. */
table *tables_find(server *sv, const char *id);
table *tables_open(server *sv, const char *id);

/* Another process has changed it; "": or any. */
void tables_mark_stale(server *sv, const char *id);

/* Somebody has another name, or is forgotten. */
void tables_rename_person(server *sv, const uint8_t person[STORE_HASH], const char *name);
void tables_mark_person_stale(server *sv, const char *who); /* … which has to be read */
void tables_forget_person(server *sv, const uint8_t person[STORE_HASH], const char *who);

/* Every so often: what is due, what has changed, what can be dropped. */
void tables_check(server *sv, int64_t now);

/* True if nothing is under way anywhere. */
bool tables_are_quiet(const server *sv);

void tables_free(server *sv);

#endif
