/* What the server needs from outside, in a few small interfaces. The process (serve.c) gives it the
 * clock of the machine, the thread of the store, the pool of bots and sockets; a test gives it a
 * world of its own, in which time passes when the test says so. `self` is handed to each call. */
#ifndef SERVE_WORLD_H
#define SERVE_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job;          /* job.h */
struct bot_question; /* bot_question.h */
struct letter;       /* notify/notify.h */

enum { STORE_REASON = 512 };

typedef struct time_source {
    void *self;
    int64_t (*now_ms)(void *self);        /* since 1970; may be set, also back */
    uint64_t (*monotonic_us)(void *self); /* to measure with */
} time_source;

/* Ids of tables and seeds of games are made of it. */
typedef struct random_source {
    void *self;
    void (*fill)(void *self, void *bytes, size_t size);
} random_source;

/* Runs jobs where the store is, and calls job->done on the loop when they are durable. There are
 * two of them: what clients want to read does not get into the way of what is written. */
typedef struct job_runner {
    void *self;
    void (*submit)(void *self, struct job *job);
    int (*waiting)(void *self);                            /* jobs that are not done */
    void (*reason)(void *self, char reason[STORE_REASON]); /* of the last failure, for the log */
    void (*counts)(void *self, uint64_t *batches, uint64_t *jobs);
} job_runner;

/* Lets bots think, and calls question->done on the loop with the answer. */
typedef struct bot_runner {
    void *self;
    bool (*ask)(void *self, struct bot_question *question); /* false without memory */
    int (*busy)(void *self);                                /* questions without an answer */
} bot_runner;

/* Sends letters, and calls letter->done on the loop when their fate is known. */
typedef struct post_runner {
    void *self;                                      /* NULL: none are sent */
    bool (*send)(void *self, struct letter *letter); /* false: too many are on their way */
} post_runner;

typedef struct world {
    time_source time;
    random_source random;
    job_runner store;
    job_runner reads;
    bot_runner bots;
    post_runner post;
} world;

/* How frames go out to one session; `link` is what the transport knows it by. */
typedef struct transport {
    bool (*write)(void *link, unsigned char *frames, size_t length); /* false: it is broken */
    bool (*is_blocked)(void *link);           /* what was written has not left yet */
    void (*notify_writable)(void *link);      /* calls session_on_writable when there is room */
    void (*set_reading)(void *link, bool on); /* false: what comes waits outside */
    void (*cut)(void *link);                  /* closes it soon, without another word */
    void (*linger)(void *link);               /* closes it in a second */
    void (*set_close_reason)(void *link, uint16_t status, const char *reason);
} transport;

#endif
