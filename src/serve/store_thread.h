/* The thread that owns the store. Whatever waits is done together: all writes in one batch, which
 * is one sync, then the reads. What was done comes back to the loop. */
#ifndef SERVE_STORE_THREAD_H
#define SERVE_STORE_THREAD_H

#include <uv.h>

#include "store/store.h"

typedef struct job {
    struct job *next;
    char table[STORE_TABLE_ID + 1]; /* that is written: batches go by it */
    bool writes;
    store_result result;
    store_result (*run)(struct job *job, store *s); /* on the thread of the store */
    void (*done)(struct job *job);                  /* on the loop; owns the job */
} job;

typedef struct store_thread store_thread;

/* `news` is told on the loop of tables that other processes have changed; "": perhaps any. */
store_thread *store_thread_new(uv_loop_t *loop, store *s,
                               void (*news)(void *context, const char *id), void *context);
void store_thread_add(store_thread *w, job *j);

/* With every turn of the loop, before and after it waits: what was added goes to the thread. Where
 * many write, batches keep a distance, so that more of them share a sync. */
void store_thread_turn(store_thread *w);

/* Before the loop waits. Where many write it rests until the next batch is due or one has come
 * back, and then hears all who have said something meanwhile at once. Who is alone does not wait.
 */
void store_thread_rest(const store_thread *w);

/* Jobs given and not yet come back. */
int store_thread_waiting(const store_thread *w);

/* Batches and jobs so far, for the figures. */
void store_thread_counts(const store_thread *w, uint64_t *batches, uint64_t *jobs);

/* What the store said of its last failure, for the log. */
enum { STORE_REASON = 512 };
void store_thread_reason(store_thread *w, char why[STORE_REASON]);

/* Ends the thread when all is done that was given; what came back is passed on. Then the handles
 * close with the next turn of the loop, and the writer is free. Closes the store. */
void store_thread_stop(store_thread *w);

#endif
