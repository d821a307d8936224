#include "serve/schedule.h"

#include <stdlib.h>

bool schedule_reserve(schedule *a, int entries) {
    if (entries <= a->room)
        return true;
    int room = 2 * entries;
    schedule_entry **heap = realloc(a->heap, (size_t)(room + 1) * sizeof *heap);
    if (!heap)
        return false;
    a->heap = heap;
    a->room = room;
    return true;
}

static void set(schedule *a, int place, schedule_entry *e) {
    a->heap[place] = e;
    e->place = place;
}

/* Finds the place of `e`, which may be anywhere at or below, or above, the hole. */
static void settle(schedule *a, int hole, schedule_entry *e) {
    for (; hole > 1 && a->heap[hole / 2]->at > e->at; hole /= 2)
        set(a, hole, a->heap[hole / 2]);
    for (int child; (child = 2 * hole) <= a->n; hole = child) {
        if (child < a->n && a->heap[child + 1]->at < a->heap[child]->at)
            child++;
        if (a->heap[child]->at >= e->at)
            break;
        set(a, hole, a->heap[child]);
    }
    set(a, hole, e);
}

static void take_out(schedule *a, schedule_entry *e) {
    schedule_entry *last = a->heap[a->n--];
    if (last != e)
        settle(a, e->place, last);
    e->place = 0;
}

void schedule_set(schedule *a, schedule_entry *e, int64_t at) {
    e->at = at;
    if (at == INT64_MAX && e->place)
        take_out(a, e);
    else if (at != INT64_MAX)
        settle(a, e->place ? e->place : ++a->n, e);
}

schedule_entry *schedule_due(const schedule *a, int64_t now) {
    return a->n > 0 && a->heap[1]->at <= now ? a->heap[1] : NULL;
}

void schedule_free(schedule *a) {
    free(a->heap);
    *a = (schedule){0};
}
