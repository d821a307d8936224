/* What all storeys share: the options, the world outside, and all tables and sessions there are.
 * Everything here belongs to the thread of the loop. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <stdio.h>

#include "serve/job.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/schedule.h"
#include "serve/serve.h"
#include "serve/world.h"

typedef struct session session;
typedef struct table table;
typedef struct transaction transaction;

enum { TABLE_BUCKETS = 8192, SPARE_TRANSACTIONS = 32 };

typedef struct server {
    const serve_options *options;
    const world *world;
    table *tables[TABLE_BUCKETS];
    schedule schedule; /* when which table is checked */
    session *sessions;
    session *dirty; /* those for whom something waits since this turn of the loop */
    limits limits;
    metrics metrics;
    uint64_t process; /* a random number: who we are among the processes on one store */
    bool shared;      /* there may be others … */
    uint64_t dead;    /* … and this one is no more, or 0 */
    bool closing;
    store_result store_state; /* what it answered last */
    int64_t started;
    FILE *log;
    /* A few are kept: they are too large for what malloc has at hand, and come with every move. */
    transaction *spare[SPARE_TRANSACTIONS];
    int n_spare;
} server;

/* All but the options and the world is empty. NULL without memory. `shared`: other processes may
 * write to the same store. */
server *server_new(const serve_options *options, const world *outside, bool shared, FILE *log);

int64_t server_now(const server *sv); /* milliseconds since 1970 */
uint64_t server_monotonic_us(const server *sv);

void server_submit(server *sv, job *j);

/* What the store knows a process by. */
void process_name(uint64_t process, char name[STORE_PROCESS + 1]);

/* One line in the log. */
void server_log(server *sv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a store that answers so does, in a few words. */
const char *server_describe_store(store_result result);

/* Notes a problem of the store, for the log and for /health. */
void server_note_store_problem(server *sv, store_result result);

#endif
