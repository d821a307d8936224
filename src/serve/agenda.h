/* When each table is to be looked at: a heap, the earliest first. A table lies in it at most once,
 * and knows where. */
#ifndef SERVE_AGENDA_H
#define SERVE_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct agenda_entry {
    int64_t at;
    int place; /* in the heap, from 1; 0: not in it */
} agenda_entry;

typedef struct agenda {
    agenda_entry **heap;
    int n, room;
} agenda;

/* Makes room for so many; false without memory. */
bool agenda_room(agenda *a, int entries);

/* At that time, whatever was said before; INT64_MAX: not at all. There must be room. */
void agenda_put(agenda *a, agenda_entry *e, int64_t at);

/* The earliest, if it is not after `now`, else NULL. It stays. */
agenda_entry *agenda_due(const agenda *a, int64_t now);

void agenda_free(agenda *a);

#endif
