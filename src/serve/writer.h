/* The thread that owns the store. Whatever waits is done together: all writes in one batch, which
 * is one sync, then the reads. What was done comes back to the loop. */
#ifndef SERVE_WRITER_H
#define SERVE_WRITER_H

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

typedef struct writer writer;

/* `news` is told on the loop of tables that other processes have changed; "": perhaps any. */
writer *writer_new(uv_loop_t *loop, store *s, void (*news)(void *context, const char *id),
                   void *context);
void writer_add(writer *w, job *j);

/* With every turn of the loop, before and after it waits: what was added goes to the thread. Where
 * many write, batches keep a distance, so that more of them share a sync. */
void writer_turn(writer *w);

/* Before the loop waits. Where many write it rests until the next batch is due or one has come
 * back, and then hears all who have said something meanwhile at once. Who is alone does not wait.
 */
void writer_rest(const writer *w);

/* Jobs given and not yet come back. */
int writer_waiting(const writer *w);

/* Batches and jobs so far, for the figures. */
void writer_figures(const writer *w, uint64_t *batches, uint64_t *jobs);

/* What the store said of its last failure, for the log. */
enum { WRITER_WHY = 512 };
void writer_why(writer *w, char why[WRITER_WHY]);

/* Ends the thread when all is done that was given; what came back is passed on. Then the handles
 * close with the next turn of the loop, and the writer is free. Closes the store. */
void writer_stop(writer *w);

#endif
