/* Work on the store. Whatever waits is done together: all writes in one batch, which is one sync,
 * then the reads. */
#ifndef SERVE_JOB_H
#define SERVE_JOB_H

#include "store/store.h"

typedef struct job {
    struct job *next;
    char table[STORE_TABLE_ID + 1]; /* that is written: batches go by it */
    bool writes;
    store_result result;
    store_result (*run)(struct job *job, store *s); /* on the thread of the store */
    void (*done)(struct job *job);                  /* on the loop; owns the job */
} job;

/* A list that keeps its order. */
typedef struct job_queue {
    job *first, **last;
} job_queue;

void job_queue_push(job_queue *q, job *j);
void job_queue_push_all(job_queue *q, job_queue *more); /* which is empty then */
job *job_queue_pop_all(job_queue *q);                   /* the list, by `next` */

/* Runs a list of jobs and gives them back, in the order in which they were done. */
job *jobs_run(store *s, job *list);

#endif
