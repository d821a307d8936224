#include "batch/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

struct worker {
    rz_pool *pool;
    int part;
};

struct rz_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    rz_pool_work *work;
    void *context;
    uint64_t round; /* of work; a worker that has done an older one has something to do */
    int threads, started, busy;
    bool stop;
    pid_t process;
    pthread_t *ids;
    struct worker *workers;
};

static void *serve(void *argument) {
    const struct worker *me = argument;
    rz_pool *pool = me->pool;
    uint64_t done = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->stop && pool->round == done)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->stop)
            break;
        done = pool->round;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->context, me->part, pool->threads);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool start_threads(rz_pool *pool) {
    for (int i = 0; i < pool->threads - 1; i++) {
        pool->workers[i] = (struct worker){pool, i + 1};
        if (pthread_create(&pool->ids[i], NULL, serve, &pool->workers[i]) != 0)
            return false;
        pool->started++;
    }
    return true;
}

rz_pool *rz_pool_new(int threads) {
    rz_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    pool->threads = threads;
    pool->process = getpid();
    pool->ids = calloc((size_t)threads, sizeof *pool->ids);
    pool->workers = calloc((size_t)threads, sizeof *pool->workers);
    if (!pool->ids || !pool->workers || !start_threads(pool)) {
        rz_pool_free(pool);
        return NULL;
    }
    return pool;
}

void rz_pool_free(rz_pool *pool) {
    if (!pool)
        return;
    if (!rz_pool_is_lost(pool)) {
        pthread_mutex_lock(&pool->lock);
        pool->stop = true;
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
        for (int i = 0; i < pool->started; i++)
            pthread_join(pool->ids[i], NULL);
    }
    free(pool->ids);
    free(pool->workers);
    free(pool);
}

void rz_pool_run(rz_pool *pool, rz_pool_work *work, void *context) {
    if (pool->threads > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->work = work;
        pool->context = context;
        pool->busy = pool->threads - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
    }
    work(context, 0, pool->threads);
    if (pool->threads > 1) {
        pthread_mutex_lock(&pool->lock);
        while (pool->busy > 0)
            pthread_cond_wait(&pool->end, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
    }
}

int rz_pool_is_lost(const rz_pool *pool) {
    return pool->threads > 1 && pool->process != getpid();
}
