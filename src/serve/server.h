/* The process: one loop, the thread of the store, the threads of the bots, and what they share.
 * Everything here belongs to the loop's thread. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <libwebsockets.h>
#include <stdio.h>
#include <uv.h>

#include "serve/bot_pool.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/schedule.h"
#include "serve/serve.h"
#include "serve/store_thread.h"

typedef struct session session;
typedef struct table table;
typedef struct web web;

enum { TABLE_BUCKETS = 8192 };

/* Another process, what it said last of being there, and since when it has said nothing else. */
typedef struct suspect {
    char process[STORE_PROCESS + 1];
    int64_t at, since;
} suspect;

typedef struct server {
    const serve_options *options;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_prepare_t before_waiting;
    uv_check_t after_waiting;
    uv_signal_t signals[2];
    struct lws_context *lws;
    struct lws_vhost *vhost;
    store_thread *store_thread;
    bot_pool *bot_pool;
    web *web;
    table *tables[TABLE_BUCKETS];
    schedule schedule; /* when to look at which */
    session *sessions;
    session *dirty; /* those for whom something waits since this turn of the loop */
    limits limits;
    metrics metrics;
    uint64_t process; /* a random number: who we are among the processes on one store */
    bool shared;      /* there may be others … */
    suspect suspect;
    uint64_t dead; /* … and this one is no more, or 0 */
    bool closing;
    bool hurried;             /* … while a bot thinks */
    bool looking;             /* for tables that are due */
    store_result store_state; /* what it answered last */
    int64_t started, closing_since, looked;
    FILE *log;
} server;

int64_t server_now(void); /* milliseconds since 1970 */

/* One line in the log. */
void server_log(server *sv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a store that answers so does, in a few words. */
const char *server_store_words(store_result result);

/* A problem of the store, for the log and for /health. */
void server_store_problem(server *sv, store_result result);

#endif
