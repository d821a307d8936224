#include "serve/writer.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* A list that keeps its order. */
typedef struct line_up {
    job *first, **last;
} line_up;

typedef struct news {
    struct news *next;
    char id[STORE_TABLE_ID + 1];
} news;

struct writer {
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    int wake;    /* an eventfd: the thread waits for it and for the store's socket */
    int back;    /* the same for the loop: something was done */
    bool asleep; /* somebody must write to `wake` */
    bool ending; /* … these under the lock, and */
    line_up in;  /* what is to be done */
    line_up out; /* what was done */
    news *told;  /* what others did */
    char why[WRITER_WHY];
    uint64_t batches, jobs;
    /* Of the loop alone: */
    uv_poll_t poll;
    uv_idle_t idle; /* while it is crowded */
    line_up given;  /* what is not yet handed over … */
    int n_writes;   /* … and how many of it write */
    uint64_t begun; /* when something was handed over last, ns … */
    int crowded;    /* batches to come that are expected to be shared; 0: none */
    int waiting;
    void (*news)(void *context, const char *id);
    void *context;
};

static void add(line_up *l, job *j) {
    j->next = NULL;
    *(l->first ? l->last : &l->first) = j;
    l->last = &j->next;
}

static job *take_all(line_up *l) {
    job *first = l->first;
    l->first = NULL;
    return first;
}

static void add_all(line_up *l, line_up *more) {
    if (!more->first)
        return;
    *(l->first ? l->last : &l->first) = more->first;
    l->last = more->last;
    more->first = NULL;
}

static void ring(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

static void hush(int bell) {
    uint64_t count;
    (void)!read(bell, &count, sizeof count);
}

/* ---- On the thread of the store -------------------------------------------------------------- */

/* A stable merge sort by table: two processes that lock rows in one order can not wait for each
 * other in a ring. */
static job *sorted(job *list) {
    if (!list || !list->next)
        return list;
    job *slow = list, *fast = list->next;
    while (fast && fast->next)
        slow = slow->next, fast = fast->next->next;
    job *right = slow->next;
    slow->next = NULL;
    job *left = sorted(list), *merged = NULL, **end = &merged;
    right = sorted(right);
    while (left && right) {
        job **lower = strcmp(left->table, right->table) <= 0 ? &left : &right;
        *end = *lower;
        end = &(*lower)->next;
        *lower = (*lower)->next;
    }
    *end = left ? left : right;
    return merged;
}

static bool harmless(store_result result) {
    return result == STORE_OK || result == STORE_TAKEN || result == STORE_MISSING;
}

/* All writes become durable together, or none does. */
static void write_all(store *s, job *list) {
    store_result result = store_begin(s);
    for (job *j = list; j && result == STORE_OK; j = j->next) {
        j->result = j->run(j, s);
        if (!harmless(j->result))
            result = j->result;
    }
    if (result == STORE_OK)
        result = store_commit(s);
    else
        store_rollback(s);
    for (job *j = list; j && result != STORE_OK; j = j->next)
        j->result = result;
}

static void tell(void *context, const char *id) {
    writer *w = context;
    news *n = malloc(sizeof *n);
    if (!n)
        return;
    snprintf(n->id, sizeof n->id, "%s", id ? id : "");
    pthread_mutex_lock(&w->lock);
    n->next = w->told;
    w->told = n;
    pthread_mutex_unlock(&w->lock);
}

static void do_all(writer *w, job *list) {
    line_up writes = {0}, reads = {0};
    uint64_t jobs = 0;
    for (job *next; list; list = next, jobs++) {
        next = list->next;
        add(list->writes ? &writes : &reads, list);
    }
    job *written = sorted(take_all(&writes));
    if (written)
        write_all(w->store, written);
    for (job *j = reads.first; j; j = j->next)
        j->result = j->run(j, w->store);
    pthread_mutex_lock(&w->lock);
    snprintf(w->why, sizeof w->why, "%s", store_why(w->store));
    w->batches++;
    w->jobs += jobs;
    for (job *next; written; written = next)
        next = written->next, add(&w->out, written);
    for (job *j = take_all(&reads), *next; j; j = next)
        next = j->next, add(&w->out, j);
    pthread_mutex_unlock(&w->lock);
}

static void sleep_until_called(writer *w) {
    struct pollfd fds[2] = {{.fd = w->wake, .events = POLLIN},
                            {.fd = store_socket(w->store), .events = POLLIN}};
    poll(fds, fds[1].fd >= 0 ? 2 : 1, -1);
    if (fds[0].revents)
        hush(w->wake);
}

static void *run(void *context) {
    writer *w = context;
    for (bool ending = false; !ending;) {
        pthread_mutex_lock(&w->lock);
        job *list = take_all(&w->in);
        ending = w->ending && !list;
        w->asleep = !list;
        pthread_mutex_unlock(&w->lock);
        if (list)
            do_all(w, list);
        else if (!ending)
            sleep_until_called(w);
        if (store_socket(w->store) >= 0)
            store_news(w->store, tell, w);
        if (list || store_socket(w->store) >= 0)
            ring(w->back);
    }
    return NULL;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static void come_back(writer *w) {
    pthread_mutex_lock(&w->lock);
    job *list = take_all(&w->out);
    news *told = w->told;
    w->told = NULL;
    pthread_mutex_unlock(&w->lock);
    for (job *next; list; list = next) {
        next = list->next;
        w->waiting--;
        list->done(list);
    }
    for (news *next; told; told = next) {
        next = told->next;
        w->news(w->context, told->id);
        free(told);
    }
}

static void on_back(uv_poll_t *poll, int status, int events) {
    writer *w = poll->data;
    (void)status, (void)events;
    hush(w->back);
    come_back(w);
}

writer *writer_new(uv_loop_t *loop, store *s, void (*tell_news)(void *context, const char *id),
                   void *context) {
    writer *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->store = s;
    w->news = tell_news;
    w->context = context;
    w->wake = eventfd(0, EFD_CLOEXEC);
    w->back = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&w->lock, NULL);
    uv_idle_init(loop, &w->idle);
    w->poll.data = w->idle.data = w;
    if (w->wake >= 0 && w->back >= 0 && uv_poll_init(loop, &w->poll, w->back) == 0 &&
        uv_poll_start(&w->poll, UV_READABLE, on_back) == 0 &&
        pthread_create(&w->thread, NULL, run, w) == 0)
        return w;
    return NULL; /* the process ends */
}

void writer_add(writer *w, job *j) {
    w->waiting++;
    w->n_writes += j->writes;
    add(&w->given, j);
}

/* The loop does not wait in the system while it rests by itself. */
static void no_wait(uv_idle_t *idle) {
    (void)idle;
}

/* Several wrote at once: that is expected again for a while. */
static void look_round(writer *w) {
    enum { PATIENCE = 8 };
    w->crowded = w->n_writes > 1 ? PATIENCE : w->crowded > 0 ? w->crowded - 1 : 0;
    w->n_writes = 0;
    if (w->crowded)
        uv_idle_start(&w->idle, no_wait);
    else
        uv_idle_stop(&w->idle);
}

static void hand_over(writer *w) {
    w->begun = uv_hrtime();
    look_round(w);
    pthread_mutex_lock(&w->lock);
    bool call = w->asleep && w->given.first;
    w->asleep = w->asleep && !call;
    add_all(&w->in, &w->given);
    pthread_mutex_unlock(&w->lock);
    if (call)
        ring(w->wake);
}

/* Nanoseconds until the next batch may begin. */
static uint64_t to_wait(const writer *w) {
    enum { DISTANCE_NS = 8000000 };
    uint64_t since = uv_hrtime() - w->begun;
    return w->crowded && since < DISTANCE_NS ? DISTANCE_NS - since : 0;
}

void writer_turn(writer *w) {
    if ((w->crowded || w->given.first) && to_wait(w) == 0)
        hand_over(w);
}

void writer_rest(const writer *w) {
    enum { MS = 1000000 };
    struct pollfd back = {.fd = w->back, .events = POLLIN};
    if (w->crowded)
        poll(&back, 1, (int)((to_wait(w) + MS - 1) / MS));
}

int writer_waiting(const writer *w) {
    return w->waiting;
}

void writer_figures(const writer *w, uint64_t *batches, uint64_t *jobs) {
    pthread_mutex_t *lock = (pthread_mutex_t *)&w->lock;
    pthread_mutex_lock(lock);
    *batches = w->batches;
    *jobs = w->jobs;
    pthread_mutex_unlock(lock);
}

void writer_why(writer *w, char why[WRITER_WHY]) {
    pthread_mutex_lock(&w->lock);
    memcpy(why, w->why, sizeof w->why);
    pthread_mutex_unlock(&w->lock);
}

static void both_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void one_closed(uv_handle_t *handle) {
    writer *w = handle->data;
    uv_close((uv_handle_t *)&w->idle, both_closed);
}

void writer_stop(writer *w) {
    hand_over(w);
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_mutex_unlock(&w->lock);
    ring(w->wake);
    pthread_join(w->thread, NULL);
    come_back(w);
    store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    uv_close((uv_handle_t *)&w->poll, one_closed);
    close(w->wake);
    close(w->back);
}
