#include "serve/bot_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256, OWNER_BUCKETS = 256 };

typedef struct question_queue {
    bot_question *first, *last;
} question_queue;

/* What waits of one owner. It is there as long as something waits. */
typedef struct owner {
    struct owner *next;    /* whose turn is after this one's */
    struct owner *similar; /* in the same bucket */
    question_queue line;
} owner;

struct bot_pool {
    pthread_t threads[THREADS_MAX];
    int n_threads;
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool ending;         /* … under the lock, as are … */
    owner *turn, *after; /* … the owners for whom something waits, in a row, */
    owner *owners[OWNER_BUCKETS];
    question_queue done; /* … and what has been thought */
    uv_async_t async;
    int thinking; /* of the loop alone */
};

static void push(question_queue *l, bot_question *t) {
    t->next = NULL;
    if (l->first)
        l->last->next = t;
    else
        l->first = t;
    l->last = t;
}

static bot_question *pop(question_queue *l) {
    bot_question *t = l->first;
    if (t)
        l->first = t->next;
    return t;
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

static owner **find_owner(bot_pool *b, const bot_question *t) {
    owner **o = &b->owners[t->owner[0] % OWNER_BUCKETS];
    while (*o && memcmp((*o)->line.first->owner, t->owner, BOT_OWNER) != 0)
        o = &(*o)->similar;
    return o;
}

static void append_owner(bot_pool *b, owner *o) {
    o->next = NULL;
    *(b->turn ? &b->after->next : &b->turn) = o;
    b->after = o;
}

/* False without memory. */
static bool enqueue(bot_pool *b, bot_question *t) {
    owner **o = find_owner(b, t);
    bool is_new = !*o;
    if (is_new && !(*o = calloc(1, sizeof **o)))
        return false;
    push(&(*o)->line, t);
    if (is_new)
        append_owner(b, *o);
    return true;
}

/* One of the owner whose turn it is, who then waits for all the others. */
static bot_question *take_turn(bot_pool *b) {
    owner *o = b->turn;
    if (!o)
        return NULL;
    owner **place = find_owner(b, o->line.first);
    bot_question *t = pop(&o->line);
    b->turn = o->next;
    if (o->line.first) {
        append_owner(b, o);
    } else {
        *place = o->similar;
        free(o);
    }
    return t;
}

/* ---- Thinking -------------------------------------------------------------------------------- */

static bot_question *next_thought(bot_pool *b) {
    pthread_mutex_lock(&b->lock);
    while (!b->turn && !b->ending)
        pthread_cond_wait(&b->more, &b->lock);
    bot_question *t = b->ending ? NULL : take_turn(b);
    pthread_mutex_unlock(&b->lock);
    return t;
}

/* A table may outlive the net that its bots were chosen with; then they play as casual does. */
static rz_bot_spec who_plays(const bot_question *t) {
    rz_bot_spec casual = {.bot = &rz_casual_bot};
    return rz_bot_is_ready(t->spec.bot, rz_game_of(t->setup)) ? t->spec : casual;
}

static void *think(void *context) {
    bot_pool *b = context;
    for (bot_question *t; (t = next_thought(b)) != NULL;) {
        rz_bot_spec spec = who_plays(t);
        t->action = rz_bot_move(&spec, rz_game_of(t->setup), t->setup, &t->state, t->seat, t->seed,
                                t->number);
        pthread_mutex_lock(&b->lock);
        push(&b->done, t);
        pthread_mutex_unlock(&b->lock);
        uv_async_send(&b->async);
    }
    return NULL;
}

static void deliver(bot_pool *b) {
    pthread_mutex_lock(&b->lock);
    bot_question *list = b->done.first;
    b->done.first = NULL;
    pthread_mutex_unlock(&b->lock);
    for (bot_question *next; list; list = next) {
        next = list->next;
        b->thinking--;
        list->done(list);
    }
}

static void on_async(uv_async_t *async) {
    deliver(async->data);
}

static bool start_thread(bot_pool *b) {
    bool ok = pthread_create(&b->threads[b->n_threads], NULL, think, b) == 0;
    b->n_threads += ok;
    return ok;
}

bot_pool *bot_pool_new(uv_loop_t *loop, int threads) {
    bot_pool *b = calloc(1, sizeof *b);
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

static bool ask(void *self, bot_question *t) {
    bot_pool *b = self;
    pthread_mutex_lock(&b->lock);
    bool waits = enqueue(b, t);
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
    b->thinking += waits;
    return waits;
}

static int count_thinking(void *self) {
    return ((bot_pool *)self)->thinking;
}

bot_runner bot_pool_runner(bot_pool *b) {
    return (bot_runner){.self = b, .ask = ask, .busy = count_thinking};
}

static void on_close(uv_handle_t *handle) {
    free(handle->data);
}

void bot_pool_stop(bot_pool *b) {
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
    deliver(b);
    for (bot_question *t; (t = take_turn(b));)
        free(t);
    pthread_cond_destroy(&b->more);
    pthread_mutex_destroy(&b->lock);
    uv_close((uv_handle_t *)&b->async, on_close);
}
