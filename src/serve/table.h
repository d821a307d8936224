/* How a table lives. What happens at it happens one after another: operations wait in a line, and
 * the next one begins when the transaction of the one before has become durable, or failed. Between
 * them the table does by itself what is due: it asks bots and ends the time of people. */
#ifndef SERVE_TABLE_H
#define SERVE_TABLE_H

#include "serve/operation.h"

/* Puts an operation in the line, and goes on. `m` may be NULL. False without memory. */
bool table_submit(table *t, handler *handle, session *s, int32_t id, const message *m);

/* Puts one in the line that nobody asked for, without going on; NULL without memory. */
operation *table_enqueue(table *t, handler *handle);

/* To be put in the line of a table that is to be opened: what is due there happens then. */
outcome table_open_only(table *t, operation *o);

/* Goes on with what waits. */
void table_run(table *t);

/* Has who came or went noted, if the lobby does not say so. */
void table_check_presence(table *t);

/* Another process may have changed it: it is read again. */
void table_mark_stale(table *t);

/* Somebody watches a table that has changed elsewhere, and it may be read now. */
bool table_is_behind(const table *t);

/* The lobby is to be pushed soon. */
void table_push_soon(table *t);

/* It is checked no later than then. */
void table_schedule_check(table *t, int64_t when);

#endif
