/* How long a store takes: bench URL [FINISHED] [RUNNING] [APPENDS]. The store must be new or made
 * by this program. Prints microseconds an append, by the clock and of the processor, in batches of
 * several sizes, and how long a store with so many tables takes until its first answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common.h"

enum { LINES_OF_FINISHED = 20 };

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double cpu_us(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void fill(store *s, int finished, int running) {
    static const uint8_t seed[32] = {1};
    static char info[800];
    memset(info, ' ', sizeof info);
    for (int i = 0; i < finished + running; i++) {
        if (i % 1000 == 0) {
            EXPECT(s, i ? store_commit(s) : STORE_OK, STORE_OK);
            EXPECT(s, store_begin(s), STORE_OK);
        }
        store_table t = table_called(i < finished ? 'f' : 'r', i < finished ? i : i - finished);
        t.info = info;
        t.info_size = sizeof info;
        t.listed = i % 50 == 0 && i >= finished;
        t.n_people = 1;
        memcpy(t.people[0], &(int){i % 1000 + 1}, sizeof(int));
        EXPECT(s, store_make(s, &t, seed), STORE_OK);
        for (uint32_t k = 0; i < finished && k < LINES_OF_FINISHED; k += 5) {
            EXPECT(s, append_some(s, t.id, k, 5), STORE_OK);
        }
        t.version = 2;
        t.status = STORE_FINISHED;
        EXPECT(s, i < finished ? store_change(s, &t) : STORE_OK, STORE_OK);
    }
    EXPECT(s, store_commit(s), STORE_OK);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Every table in turn, as if all were played at the same pace. */
static void measure(store *s, int batch, int appends, int running, uint32_t *next) {
    static int table;
    int n = (appends + batch - 1) / batch;
    double *took = calloc((size_t)n, sizeof *took);
    CHECK(took, "no memory");
    double clock = now_us(), cpu = cpu_us();
    for (int i = 0; i < n; i++) {
        double before = now_us();
        EXPECT(s, store_begin(s), STORE_OK);
        for (int k = 0; k < batch; k++) {
            table = (table + 1) % running;
            EXPECT(s, append_one(s, table_called('r', table).id, next[table]++), STORE_OK);
        }
        EXPECT(s, store_commit(s), STORE_OK);
        took[i] = now_us() - before;
    }
    clock = (now_us() - clock) / (n * batch);
    cpu = (cpu_us() - cpu) / (n * batch);
    qsort(took, (size_t)n, sizeof *took, by_size);
    printf("batches of %2d: %6.1f us an append, %5.1f us of the processor; a batch takes %.1f ms, "
           "one in a hundred %.1f, the longest %.1f\n",
           batch, clock, cpu, took[n / 2] / 1000, took[n * 99 / 100] / 1000, took[n - 1] / 1000);
    free(took);
}

static bool ignore(void *context, const store_table *table) {
    (void)table;
    ++*(int *)context;
    return true;
}

static store *measure_start(const char *url) {
    double before = now_us();
    store *s = open_or_end(url);
    int64_t counts[4];
    int listed = 0, mine = 0, due = 0;
    for (int i = 0; i < 4; i++) {
        EXPECT(s, store_count(s, (store_status)i, &counts[i]), STORE_OK);
    }
    EXPECT(s, store_listed(s, 100, ignore, &listed), STORE_OK);
    EXPECT(s, store_tables_of(s, (uint8_t[STORE_HASH]){5}, 0, 100, ignore, &mine), STORE_OK);
    EXPECT(s, store_due(s, 0, INT64_MAX - 1, 5000, ignore, &due), STORE_OK);
    printf("%d finished, %d running: first answers after %.1f ms (%d listed, %d of one person, "
           "%d due)\n",
           (int)counts[STORE_FINISHED], (int)counts[STORE_RUNNING], (now_us() - before) / 1000,
           listed, mine, due);
    return s;
}

int main(int n, char **arguments) {
    CHECK(n >= 2, "bench URL [FINISHED] [RUNNING] [APPENDS]");
    int finished = n > 2 ? atoi(arguments[2]) : 0, running = n > 3 ? atoi(arguments[3]) : 2000;
    int appends = n > 4 ? atoi(arguments[4]) : 20000;
    store *s = open_or_end(arguments[1]);
    int64_t there;
    EXPECT(s, store_count(s, STORE_RUNNING, &there), STORE_OK);
    uint32_t *next = calloc((size_t)running, sizeof *next);
    CHECK(next, "no memory");
    if (there == 0) {
        double before = now_us();
        fill(s, finished, running);
        printf("filled in %.1f s\n", (now_us() - before) / 1e6);
    }
    for (int i = 0; i < running; i++) {
        next[i] = count_lines(s, table_called('r', i).id);
    }
    static const int batches[] = {1, 8, 64};
    for (int i = 0; i < 3; i++) {
        measure(s, batches[i], appends / (i == 0 ? 10 : i == 1 ? 2 : 1), running, next);
    }
    store_close(s);
    store_close(measure_start(arguments[1]));
    free(next);
    return 0;
}
