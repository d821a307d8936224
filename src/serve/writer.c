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
    bool asleep; /* somebody must write to `wake` */
    bool ending; /* … these under the lock, and */
    line_up in;  /* what is to be done */
    line_up out; /* what was done */
    news *told;  /* what others did */
    char why[WRITER_WHY];
    uint64_t batches, jobs;
    uint64_t begun; /* when the last batch was, ns; of the thread alone, as is */
    bool crowded;   /* … whether several wrote in it */
    uv_async_t async;
    int waiting; /* of the loop alone */
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
    w->begun = uv_hrtime();
    w->crowded = written && written->next;
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
    uint64_t count;
    poll(fds, fds[1].fd >= 0 ? 2 : 1, -1);
    if (fds[0].revents)
        (void)!read(w->wake, &count, sizeof count);
}

/* Where many write, more of them share a sync if batches keep a distance. Who is alone does not
 * wait. */
static void keep_distance(const writer *w) {
    enum { DISTANCE_NS = 5000000 };
    uint64_t since = uv_hrtime() - w->begun;
    if (w->crowded && since < DISTANCE_NS)
        nanosleep(&(struct timespec){.tv_nsec = (long)(DISTANCE_NS - since)}, NULL);
}

static void *run(void *context) {
    writer *w = context;
    for (bool ending = false; !ending;) {
        keep_distance(w);
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
            uv_async_send(&w->async);
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

static void on_async(uv_async_t *async) {
    come_back(async->data);
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
    pthread_mutex_init(&w->lock, NULL);
    uv_async_init(loop, &w->async, on_async);
    w->async.data = w;
    if (w->wake >= 0 && pthread_create(&w->thread, NULL, run, w) == 0)
        return w;
    return NULL; /* the process ends */
}

static void call(writer *w, bool asleep) {
    uint64_t one = 1;
    if (asleep)
        (void)!write(w->wake, &one, sizeof one);
}

void writer_add(writer *w, job *j) {
    w->waiting++;
    pthread_mutex_lock(&w->lock);
    add(&w->in, j);
    bool asleep = w->asleep;
    w->asleep = false;
    pthread_mutex_unlock(&w->lock);
    call(w, asleep);
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

static void on_close(uv_handle_t *handle) {
    free(handle->data);
}

void writer_stop(writer *w) {
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_mutex_unlock(&w->lock);
    call(w, true);
    pthread_join(w->thread, NULL);
    come_back(w);
    store_close(w->store);
    close(w->wake);
    pthread_mutex_destroy(&w->lock);
    uv_close((uv_handle_t *)&w->async, on_close);
}
