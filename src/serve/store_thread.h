/* The thread that owns the store: jobs go there from the loop, and come back when they are done. */
#ifndef SERVE_STORE_THREAD_H
#define SERVE_STORE_THREAD_H

#include <uv.h>

#include "serve/job.h"
#include "serve/world.h"

typedef struct store_thread store_thread;

/* `changed` is called on the loop for tables that other processes have changed; "": perhaps any.
 * NULL: there are no threads to be had. */
store_thread *store_thread_new(uv_loop_t *loop, store *s,
                               void (*changed)(void *context, const char *id), void *context);

/* What the storeys above use of it. */
job_runner store_thread_runner(store_thread *w);

/* Calls what waits for jobs that are done; the loop does that by itself, but not in the middle of a
 * long turn. */
void store_thread_deliver(store_thread *w);

/* With every turn of the loop, before and after it waits: what was added goes to the thread. Where
 * many write, batches keep a distance, so that more of them share a sync. */
void store_thread_turn(store_thread *w);

/* Before the loop waits. Where many write it rests until the next batch is due or one has come
 * back, and then receives what all have sent meanwhile at once. Who is alone does not wait. */
void store_thread_rest(const store_thread *w);

/* Ends the thread when all is done that was given; what came back is passed on. Then the handles
 * close with the next turn of the loop, and the memory is free. Closes the store. */
void store_thread_stop(store_thread *w);

#endif
