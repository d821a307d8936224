#include "serve/reader.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool ending;   /* these under the lock: */
    job_shares in; /* what is to be read */
    job_queue out; /* what was read */
    uint64_t jobs;
    char why[STORE_REASON];
    uv_async_t back; /* something was read */
    int waiting;     /* of the loop alone */
};

/* ---- On its thread --------------------------------------------------------------------------- */

static job *next_job(reader *r) {
    job *j = NULL;
    pthread_mutex_lock(&r->lock);
    while (!r->ending && !(j = job_shares_pop(&r->in)))
        pthread_cond_wait(&r->wake, &r->lock);
    pthread_mutex_unlock(&r->lock);
    return j;
}

/* A part that was done goes to the end of the line of its share. */
static void put_back(reader *r, job *j) {
    pthread_mutex_lock(&r->lock);
    if (j->more) {
        job_shares_push(&r->in, j);
    } else {
        job_queue_push(&r->out, j);
        r->jobs++;
    }
    snprintf(r->why, sizeof r->why, "%s", store_why(r->store));
    pthread_mutex_unlock(&r->lock);
}

static void *run(void *context) {
    reader *r = context;
    for (job *j; (j = next_job(r));) {
        j->more = false;
        j->result = j->run(j, r->store);
        bool done = !j->more;
        put_back(r, j);
        if (done)
            uv_async_send(&r->back);
    }
    return NULL;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static void deliver(reader *r) {
    pthread_mutex_lock(&r->lock);
    job *list = job_queue_pop_all(&r->out);
    pthread_mutex_unlock(&r->lock);
    for (job *next; list; list = next) {
        next = list->next;
        r->waiting--;
        list->done(list);
    }
}

static void on_back(uv_async_t *back) {
    deliver(back->data);
}

reader *reader_new(uv_loop_t *loop, store *s) {
    reader *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->store = s;
    r->back.data = r;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->wake, NULL);
    if (uv_async_init(loop, &r->back, on_back) == 0 &&
        pthread_create(&r->thread, NULL, run, r) == 0)
        return r;
    return NULL; /* the process ends */
}

static void submit(void *self, job *j) {
    reader *r = self;
    r->waiting++;
    pthread_mutex_lock(&r->lock);
    job_shares_push(&r->in, j);
    pthread_cond_signal(&r->wake);
    pthread_mutex_unlock(&r->lock);
}

static int count_waiting(void *self) {
    return ((reader *)self)->waiting;
}

static void read_reason(void *self, char reason[STORE_REASON]) {
    reader *r = self;
    pthread_mutex_lock(&r->lock);
    memcpy(reason, r->why, sizeof r->why);
    pthread_mutex_unlock(&r->lock);
}

/* Each job is a batch of its own. */
static void read_counts(void *self, uint64_t *batches, uint64_t *jobs) {
    reader *r = self;
    pthread_mutex_lock(&r->lock);
    *batches = *jobs = r->jobs;
    pthread_mutex_unlock(&r->lock);
}

job_runner reader_runner(reader *r) {
    return (job_runner){.self = r,
                        .submit = submit,
                        .waiting = count_waiting,
                        .reason = read_reason,
                        .counts = read_counts};
}

static void closed(uv_handle_t *handle) {
    free(handle->data);
}

void reader_stop(reader *r) {
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_signal(&r->wake);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->thread, NULL);
    for (job *j; (j = job_shares_pop(&r->in));) {
        j->result = STORE_DOWN;
        job_queue_push(&r->out, j);
    }
    deliver(r);
    store_close(r->store);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->wake);
    uv_close((uv_handle_t *)&r->back, closed);
}
