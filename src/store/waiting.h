/* Who waits for others to play with, and in which room. */
#ifndef STORE_WAITING_H
#define STORE_WAITING_H

#include "store/store.h"

enum { STORE_ROOM = 192, STORE_LEVEL = 24 };

/* Somebody who waits for others to play with. A person waits once. */
typedef struct store_waiter {
    uint8_t person[STORE_HASH];
    int64_t place;         /* in the order in which they came; set by store_wait */
    char room[STORE_ROOM]; /* text that the server alone understands */
    int64_t fill;          /* when bots take the free seats, or 0: never … */
    char level[STORE_LEVEL];
    uint8_t nonce[32];
    int64_t gone;                /* since when they have no socket, or 0 */
    char id[STORE_TABLE_ID + 1]; /* the table at which they were seated, or "" */
} store_waiter;

/* Until the end of the batch nobody else changes who waits: to be called before the rest of this
 * section writes, after people were written and before tables are. */
store_result store_lock_rooms(store *s);
/* Who waits in that room already keeps the place; who waits elsewhere leaves that. */
store_result store_wait(store *s, store_waiter *waiter, const char *process);
store_result store_unwait(store *s, const uint8_t person[STORE_HASH]);
store_result store_waiter_of(store *s, const uint8_t person[STORE_HASH], store_waiter *out);

typedef bool store_each_waiter(void *context, const store_waiter *waiter);
/* Those in a room who are there and have no table, in their order. */
store_result store_waiters(store *s, const char *room, int limit, store_each_waiter *each,
                           void *context);
store_result store_all_waiters(store *s, int limit, store_each_waiter *each, void *context);

typedef bool store_each_room(void *context, const char *room, int64_t waiting);
store_result store_rooms(store *s, int limit, store_each_room *each, void *context);
/* Rooms in which somebody has waited for long enough; `waiting` is not told. */
store_result store_rooms_to_fill(store *s, int64_t now, store_each_room *each, void *context);

store_result store_seat_waiter(store *s, const uint8_t person[STORE_HASH], const char *id,
                               int64_t at);
/* They have no socket any longer at that process; or it is no more itself. */
store_result store_leave_room(store *s, const uint8_t person[STORE_HASH], const char *process,
                              int64_t at);
store_result store_leave_rooms(store *s, const char *self, int64_t at);
/* Who has been gone since before then waits no longer. */
store_result store_drop_waiters(store *s, int64_t before);

#endif
