/* One waiting room: its text in the store, and how those who wait there come to sit. */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "serve/clock_rule.h"
#include "serve/message.h"
#include "serve/server.h"
#include "store/waiting.h"

enum { SEATED_MOST = 64 /* tables that one job fills */ };

/* Tables that were filled, and who sits there. */
typedef struct seated {
    int n;
    struct seated_table {
        char id[STORE_TABLE_ID + 1];
        int people;
        uint8_t person[RZ_SEATS_MAX][STORE_HASH];
    } tables[SEATED_MOST];
} seated;

/* "game":"loot","seats":3,"clock":null} */
void room_write(rz_text *out, const char *game, int seats, const clock_rule *clock);

/* False: no table here can be like that. `from` is a request, or a room's text in brackets. */
bool room_read(const message *from, rz_setup *setup, clock_rule *clock);

/* On the thread of the store, after store_lock_rooms: makes as many tables as there are people for,
 * the first who came first; with bots, where somebody has waited for long enough. */
store_result room_fill(server *sv, store *s, const char *room, int64_t now, seated *out);

#endif
