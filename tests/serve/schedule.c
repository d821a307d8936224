/* The agenda against a list that is looked through: times are said, changed and taken back at
 * random, and what is due comes in order. */
#include "serve/schedule.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENTRIES = 300, STEPS = 200000, TIMES = 500 };

static void check(bool ok, const char *what) {
    if (ok)
        return;
    fprintf(stderr, "agenda: %s\n", what);
    exit(1);
}

static unsigned roll(unsigned sides) {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % sides;
}

static int64_t earliest(const schedule_entry *entries) {
    int64_t at = INT64_MAX;
    for (int i = 0; i < ENTRIES; i++)
        if (entries[i].place && entries[i].at < at)
            at = entries[i].at;
    return at;
}

int main(void) {
    static schedule_entry entries[ENTRIES];
    schedule a = {0};
    check(!schedule_due(&a, INT64_MAX), "an empty one has nothing");
    for (int i = 1; i <= ENTRIES; i++)
        check(schedule_reserve(&a, i), "there is memory");
    for (int i = 0; i < STEPS; i++) {
        schedule_entry *e = &entries[roll(ENTRIES)];
        schedule_set(&a, e, roll(4) ? (int64_t)roll(TIMES) : INT64_MAX);
        check((e->place > 0) == (e->at != INT64_MAX), "what has no time is not in it");
        int64_t first = earliest(entries);
        const schedule_entry *due = schedule_due(&a, first);
        check(first == INT64_MAX ? !due : due && due->at == first, "the earliest comes first");
        check(!schedule_due(&a, first - 1), "nothing comes early");
    }
    int64_t last = 0;
    for (schedule_entry *e; (e = schedule_due(&a, TIMES));) {
        check(e->at >= last, "one after another");
        last = e->at;
        schedule_set(&a, e, INT64_MAX);
    }
    check(a.n == 0, "all were taken out");
    schedule_free(&a);
    return 0;
}
