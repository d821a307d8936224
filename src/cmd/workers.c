/* Threads that do pieces of work; one thread collects what they did, in order. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/study.h"

typedef struct pool {
    const cmd_work *work;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int next, collected;
    bool *done;
    bool stop, failed;
} pool;

/* Nobody runs far ahead of the one who collects, or all results would lie in memory. */
static bool is_too_far(const pool *p) {
    return p->next - p->collected >= 4 * p->work->jobs;
}

static void *run_worker(void *argument) {
    pool *p = argument;
    pthread_mutex_lock(&p->lock);
    while (!p->stop && p->next < p->work->n) {
        if (is_too_far(p)) {
            pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        int mine = p->next++;
        pthread_mutex_unlock(&p->lock);
        bool ok = p->work->run(p->work->context, mine);
        pthread_mutex_lock(&p->lock);
        p->done[mine] = true;
        p->failed |= !ok;
        p->stop |= !ok;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool collect(pool *p) {
    bool ok = true;
    pthread_mutex_lock(&p->lock);
    while (ok && p->collected < p->work->n && !p->failed) {
        if (!p->done[p->collected]) {
            pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        ok = p->work->collect(p->work->context, p->collected);
        pthread_mutex_lock(&p->lock);
        p->collected++;
        pthread_cond_broadcast(&p->changed);
    }
    ok = ok && !p->failed;
    p->stop = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return ok;
}

bool cmd_do_work(const cmd_work *work) {
    enum { THREADS_MAX = 64 };
    pthread_t threads[THREADS_MAX];
    int started = 0, jobs = work->jobs < work->n ? work->jobs : work->n;
    pool p = {.work = work, .done = calloc((size_t)work->n + 1, sizeof(bool))};
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    jobs = jobs < THREADS_MAX ? jobs : THREADS_MAX;
    while (p.done && started < jobs && pthread_create(&threads[started], NULL, run_worker, &p) == 0)
        started++;
    bool ok = (started > 0 && collect(&p)) || work->n == 0;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    free(p.done);
    return ok;
}

bool cmd_read_jobs(const cmd_args *args, int *jobs) {
    long number, cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool ok = cmd_read_number(args, OPT_JOBS, 1, 64,
                              cores < 1    ? 1
                              : cores > 64 ? 64
                                           : cores,
                              &number);
    *jobs = (int)number;
    return ok;
}
