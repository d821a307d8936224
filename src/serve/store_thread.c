#include "serve/store_thread.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

typedef struct change {
    struct change *next;
    char id[STORE_TABLE_ID + 1];
} change;

struct store_thread {
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    int wake;        /* an eventfd: the thread waits for it and for the store's socket */
    int back;        /* the same for the loop: something was done */
    bool asleep;     /* somebody must write to `wake` */
    bool ending;     /* … these under the lock, and */
    job_queue in;    /* what is to be done */
    job_queue out;   /* what was done */
    change *changes; /* what others did */
    char why[STORE_REASON];
    uint64_t batches, jobs;
    /* Of the loop alone: */
    uv_poll_t poll;
    uv_idle_t idle;  /* while it is crowded */
    job_queue given; /* what is not yet handed over … */
    int n_writes;    /* … and how many of it write */
    uint64_t begun;  /* when something was handed over last, ns … */
    int crowded;     /* batches to come that are expected to be shared; 0: none */
    int waiting;
    void (*changed)(void *context, const char *id);
    void *context;
};

static void signal_event(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

static void clear_event(int bell) {
    uint64_t count;
    (void)!read(bell, &count, sizeof count);
}

/* ---- On the thread of the store -------------------------------------------------------------- */

static void note_change(void *context, const char *id) {
    store_thread *w = context;
    change *n = malloc(sizeof *n);
    if (!n)
        return;
    snprintf(n->id, sizeof n->id, "%s", id ? id : "");
    pthread_mutex_lock(&w->lock);
    n->next = w->changes;
    w->changes = n;
    pthread_mutex_unlock(&w->lock);
}

static void run_jobs(store_thread *w, job *list) {
    job_queue done = {0};
    uint64_t jobs = 0;
    for (job *j = jobs_run(w->store, list), *next; j; j = next, jobs++) {
        next = j->next;
        job_queue_push(&done, j);
    }
    pthread_mutex_lock(&w->lock);
    snprintf(w->why, sizeof w->why, "%s", store_why(w->store));
    w->batches++;
    w->jobs += jobs;
    job_queue_push_all(&w->out, &done);
    pthread_mutex_unlock(&w->lock);
}

static void sleep_until_called(store_thread *w) {
    struct pollfd fds[2] = {{.fd = w->wake, .events = POLLIN},
                            {.fd = store_socket(w->store), .events = POLLIN}};
    poll(fds, fds[1].fd >= 0 ? 2 : 1, -1);
    if (fds[0].revents)
        clear_event(w->wake);
}

static void *run(void *context) {
    store_thread *w = context;
    for (bool ending = false; !ending;) {
        pthread_mutex_lock(&w->lock);
        job *list = job_queue_pop_all(&w->in);
        ending = w->ending && !list;
        w->asleep = !list;
        pthread_mutex_unlock(&w->lock);
        if (list)
            run_jobs(w, list);
        else if (!ending)
            sleep_until_called(w);
        if (store_socket(w->store) >= 0)
            store_poll_changes(w->store, note_change, w);
        if (list || store_socket(w->store) >= 0)
            signal_event(w->back);
    }
    return NULL;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

void store_thread_deliver(store_thread *w) {
    pthread_mutex_lock(&w->lock);
    job *list = job_queue_pop_all(&w->out);
    change *changes = w->changes;
    w->changes = NULL;
    pthread_mutex_unlock(&w->lock);
    for (job *next; list; list = next) {
        next = list->next;
        w->waiting--;
        list->done(list);
    }
    for (change *next; changes; changes = next) {
        next = changes->next;
        w->changed(w->context, changes->id);
        free(changes);
    }
}

static void on_back(uv_poll_t *poll, int status, int events) {
    store_thread *w = poll->data;
    (void)status, (void)events;
    clear_event(w->back);
    store_thread_deliver(w);
}

store_thread *store_thread_new(uv_loop_t *loop, store *s,
                               void (*changed)(void *context, const char *id), void *context) {
    store_thread *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->store = s;
    w->changed = changed;
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

static void submit(void *self, job *j) {
    store_thread *w = self;
    w->waiting++;
    w->n_writes += j->writes;
    job_queue_push(&w->given, j);
}

/* The loop does not wait in the system while it rests by itself. */
static void no_wait(uv_idle_t *idle) {
    (void)idle;
}

/* Several wrote at once: that is expected again for a while. */
static void update_crowded(store_thread *w) {
    enum { PATIENCE = 8 };
    w->crowded = w->n_writes > 1 ? PATIENCE : w->crowded > 0 ? w->crowded - 1 : 0;
    w->n_writes = 0;
    if (w->crowded)
        uv_idle_start(&w->idle, no_wait);
    else
        uv_idle_stop(&w->idle);
}

static void hand_jobs_over(store_thread *w) {
    w->begun = uv_hrtime();
    update_crowded(w);
    pthread_mutex_lock(&w->lock);
    bool call = w->asleep && w->given.first;
    w->asleep = w->asleep && !call;
    job_queue_push_all(&w->in, &w->given);
    pthread_mutex_unlock(&w->lock);
    if (call)
        signal_event(w->wake);
}

/* Nanoseconds until the next batch may begin. */
static uint64_t to_wait(const store_thread *w) {
    enum { DISTANCE_NS = 8000000 };
    uint64_t since = uv_hrtime() - w->begun;
    return w->crowded && since < DISTANCE_NS ? DISTANCE_NS - since : 0;
}

void store_thread_turn(store_thread *w) {
    if ((w->crowded || w->given.first) && to_wait(w) == 0)
        hand_jobs_over(w);
}

void store_thread_rest(const store_thread *w) {
    enum { MS = 1000000 };
    struct pollfd back = {.fd = w->back, .events = POLLIN};
    if (w->crowded)
        poll(&back, 1, (int)((to_wait(w) + MS - 1) / MS));
}

static int count_waiting(void *self) {
    return ((store_thread *)self)->waiting;
}

static void read_counts(void *self, uint64_t *batches, uint64_t *jobs) {
    store_thread *w = self;
    pthread_mutex_lock(&w->lock);
    *batches = w->batches;
    *jobs = w->jobs;
    pthread_mutex_unlock(&w->lock);
}

static void read_reason(void *self, char reason[STORE_REASON]) {
    store_thread *w = self;
    pthread_mutex_lock(&w->lock);
    memcpy(reason, w->why, sizeof w->why);
    pthread_mutex_unlock(&w->lock);
}

job_runner store_thread_runner(store_thread *w) {
    return (job_runner){.self = w,
                        .submit = submit,
                        .waiting = count_waiting,
                        .reason = read_reason,
                        .counts = read_counts};
}

static void both_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void one_closed(uv_handle_t *handle) {
    store_thread *w = handle->data;
    uv_close((uv_handle_t *)&w->idle, both_closed);
}

void store_thread_stop(store_thread *w) {
    hand_jobs_over(w);
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_mutex_unlock(&w->lock);
    signal_event(w->wake);
    pthread_join(w->thread, NULL);
    store_thread_deliver(w);
    store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    uv_close((uv_handle_t *)&w->poll, one_closed);
    close(w->wake);
    close(w->back);
}
