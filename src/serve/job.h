/* Work on the store. Whatever waits is done together: all writes in one batch, which is one sync,
 * then the reads. */
#ifndef SERVE_JOB_H
#define SERVE_JOB_H

#include "store/store.h"

typedef struct job {
    struct job *next;
    char table[STORE_TABLE_ID + 1]; /* that is written: batches go by it */
    uint32_t share; /* of a read: those of one share do not get into the way of others */
    bool writes;
    bool more; /* set by `run`: it has done a part, and is to be run again */
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
job *job_queue_pop(job_queue *q);                       /* the first, or NULL */
job *job_queue_pop_all(job_queue *q);                   /* the list, by `next` */

/* A list for each share. They take turns, so that who asks for much waits for it alone. */
enum { JOB_SHARES = 1024 };

typedef struct job_shares {
    job_queue queues[JOB_SHARES];
    unsigned turn; /* whose it was */
    int n;
} job_shares;

void job_shares_push(job_shares *s, job *j);
job *job_shares_pop(job_shares *s); /* the first of the next share that has any, or NULL */

/* Runs a list of jobs and gives them back, in the order in which they were done. */
job *jobs_run(store *s, job *list);

#endif
