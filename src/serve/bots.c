#include "serve/bots.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 256 };

struct bots {
    pthread_t threads[THREADS_MAX];
    int n_threads;
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool ending;           /* … under the lock, as are … */
    thought *first, *last; /* … what waits and … */
    thought *done;         /* … what has been thought */
    uv_async_t async;
    int thinking; /* of the loop alone */
};

static thought *next_thought(bots *b) {
    pthread_mutex_lock(&b->lock);
    while (!b->first && !b->ending)
        pthread_cond_wait(&b->more, &b->lock);
    thought *t = b->ending ? NULL : b->first;
    if (t)
        b->first = t->next;
    pthread_mutex_unlock(&b->lock);
    return t;
}

static void *think(void *context) {
    bots *b = context;
    for (thought *t; (t = next_thought(b)) != NULL;) {
        t->action = rz_bot_move(&t->spec, rz_games[t->setup->common.game], t->setup, &t->state,
                                t->seat, t->seed, t->number);
        pthread_mutex_lock(&b->lock);
        t->next = b->done;
        b->done = t;
        pthread_mutex_unlock(&b->lock);
        uv_async_send(&b->async);
    }
    return NULL;
}

static void come_back(bots *b) {
    pthread_mutex_lock(&b->lock);
    thought *list = b->done;
    b->done = NULL;
    pthread_mutex_unlock(&b->lock);
    for (thought *next; list; list = next) {
        next = list->next;
        b->thinking--;
        list->done(list);
    }
}

static void on_async(uv_async_t *async) {
    come_back(async->data);
}

static bool start_thread(bots *b) {
    bool ok = pthread_create(&b->threads[b->n_threads], NULL, think, b) == 0;
    b->n_threads += ok;
    return ok;
}

bots *bots_new(uv_loop_t *loop, int threads) {
    bots *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->more, NULL);
    uv_async_init(loop, &b->async, on_async);
    b->async.data = b;
    while (b->n_threads < threads && b->n_threads < THREADS_MAX)
        if (!start_thread(b))
            break;
    return b->n_threads > 0 ? b : NULL; /* without any the process ends */
}

void bots_ask(bots *b, thought *t) {
    b->thinking++;
    t->next = NULL;
    pthread_mutex_lock(&b->lock);
    if (b->first)
        b->last->next = t;
    else
        b->first = t;
    b->last = t;
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
}

int bots_thinking(const bots *b) {
    return b->thinking;
}

static void on_close(uv_handle_t *handle) {
    free(handle->data);
}

void bots_stop(bots *b) {
    pthread_mutex_lock(&b->lock);
    b->ending = true;
    pthread_cond_broadcast(&b->more);
    pthread_mutex_unlock(&b->lock);
    if (b->thinking > 0) { /* the process ends, and does not wait for a deep thought */
        uv_close((uv_handle_t *)&b->async, NULL);
        return;
    }
    for (int i = 0; i < b->n_threads; i++)
        pthread_join(b->threads[i], NULL);
    come_back(b);
    for (thought *next; b->first; b->first = next) {
        next = b->first->next;
        free(b->first);
    }
    pthread_cond_destroy(&b->more);
    pthread_mutex_destroy(&b->lock);
    uv_close((uv_handle_t *)&b->async, on_close);
}
