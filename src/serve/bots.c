#include "serve/bots.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256, OWNER_BUCKETS = 256 };

typedef struct line_up {
    thought *first, *last;
} line_up;

/* What waits of one owner. It is there as long as something waits. */
typedef struct owner {
    struct owner *next;    /* whose turn is after this one's */
    struct owner *similar; /* in the same bucket */
    line_up line;
} owner;

struct bots {
    pthread_t threads[THREADS_MAX];
    int n_threads;
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool ending;         /* … under the lock, as are … */
    owner *turn, *after; /* … the owners for whom something waits, in a row, */
    owner *found[OWNER_BUCKETS];
    line_up done; /* … and what has been thought */
    uv_async_t async;
    int thinking; /* of the loop alone */
};

static void add(line_up *l, thought *t) {
    t->next = NULL;
    if (l->first)
        l->last->next = t;
    else
        l->first = t;
    l->last = t;
}

static thought *take(line_up *l) {
    thought *t = l->first;
    if (t)
        l->first = t->next;
    return t;
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

static owner **find(bots *b, const thought *t) {
    owner **o = &b->found[t->owner[0] % OWNER_BUCKETS];
    while (*o && memcmp((*o)->line.first->owner, t->owner, BOTS_OWNER) != 0)
        o = &(*o)->similar;
    return o;
}

static void queue(bots *b, owner *o) {
    o->next = NULL;
    *(b->turn ? &b->after->next : &b->turn) = o;
    b->after = o;
}

/* False without memory. */
static bool wait_in_line(bots *b, thought *t) {
    owner **o = find(b, t);
    bool is_new = !*o;
    if (is_new && !(*o = calloc(1, sizeof **o)))
        return false;
    add(&(*o)->line, t);
    if (is_new)
        queue(b, *o);
    return true;
}

/* One of the owner whose turn it is, who then waits for all the others. */
static thought *take_turn(bots *b) {
    owner *o = b->turn;
    if (!o)
        return NULL;
    owner **place = find(b, o->line.first);
    thought *t = take(&o->line);
    b->turn = o->next;
    if (o->line.first) {
        queue(b, o);
    } else {
        *place = o->similar;
        free(o);
    }
    return t;
}

/* ---- Thinking -------------------------------------------------------------------------------- */

static thought *next_thought(bots *b) {
    pthread_mutex_lock(&b->lock);
    while (!b->turn && !b->ending)
        pthread_cond_wait(&b->more, &b->lock);
    thought *t = b->ending ? NULL : take_turn(b);
    pthread_mutex_unlock(&b->lock);
    return t;
}

static void *think(void *context) {
    bots *b = context;
    for (thought *t; (t = next_thought(b)) != NULL;) {
        t->action = rz_bot_move(&t->spec, rz_games[t->setup->common.game], t->setup, &t->state,
                                t->seat, t->seed, t->number);
        pthread_mutex_lock(&b->lock);
        add(&b->done, t);
        pthread_mutex_unlock(&b->lock);
        uv_async_send(&b->async);
    }
    return NULL;
}

static void come_back(bots *b) {
    pthread_mutex_lock(&b->lock);
    thought *list = b->done.first;
    b->done.first = NULL;
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

bool bots_ask(bots *b, thought *t) {
    pthread_mutex_lock(&b->lock);
    bool waits = wait_in_line(b, t);
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
    b->thinking += waits;
    return waits;
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
    for (thought *t; (t = take_turn(b));)
        free(t);
    pthread_cond_destroy(&b->more);
    pthread_mutex_destroy(&b->lock);
    uv_close((uv_handle_t *)&b->async, on_close);
}
