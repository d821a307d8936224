/* When each table is to be looked at: a heap, the earliest first. A table lies in it at most once,
 * and knows where. */
#ifndef SERVE_SCHEDULE_H
#define SERVE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct schedule_entry {
    int64_t at;
    int place; /* in the heap, from 1; 0: not in it */
} schedule_entry;

typedef struct schedule {
    schedule_entry **heap;
    int n, room;
} schedule;

/* Makes room for so many; false without memory. */
bool schedule_reserve(schedule *a, int entries);

/* At that time, whatever was said before; INT64_MAX: not at all. There must be room. */
void schedule_set(schedule *a, schedule_entry *e, int64_t at);

/* The earliest, if it is not after `now`, else NULL. It stays. */
schedule_entry *schedule_due(const schedule *a, int64_t now);

void schedule_free(schedule *a);

#endif
