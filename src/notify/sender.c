#include "notify/sender.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { AT_ONCE = 32, PER_HOST = 4, PER_DOMAIN = 8, KEPT = 8, WAIT_MS = 60000 };

typedef struct letters {
    letter *first, **last;
} letters;

struct sender {
    sender_options options;
    void (*wake)(void *context);
    void *context;
    CURLM *multi;
    pthread_t thread;
    pthread_mutex_t lock;
    bool ending; /* this and these under the lock */
    letters in, out;
    int n;
    transfer *active[AT_ONCE]; /* of the thread alone */
    int n_active;
};

static void push(letters *list, letter *l) {
    l->next = NULL;
    *(list->first ? list->last : &list->first) = l;
    list->last = &l->next;
}

/* The one that `at` points to, which is in the list. */
static letter *take(letters *list, letter **at) {
    letter *l = *at;
    *at = l->next;
    if (!l->next)
        list->last = at;
    return l;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Where they go ---------------------------------------------------------------------------
 * Who has a name on the internet has any number of names below it. */

typedef struct place {
    const char *host, *domain; /* its last two parts */
    size_t host_size, domain_size;
} place;

/* All mails go to one server. */
static place place_of(const letter *l) {
    static const char scheme[] = "https://";
    bool push = l->kind == LETTER_PUSH && !strncmp(l->to, scheme, sizeof scheme - 1);
    const char *host = push ? l->to + sizeof scheme - 1 : "", *end = host + strcspn(host, "/:?#");
    const char *domain = end;
    for (int dots = 0; domain > host && dots < 2;)
        dots += *--domain == '.';
    domain += *domain == '.';
    return (place){host, domain, (size_t)(end - host), (size_t)(end - domain)};
}

static bool is_same(const char *a, size_t n, const char *b, size_t m) {
    return n == m && !strncasecmp(a, b, n);
}

static bool goes_to_host_of(const letter *one, const letter *l) {
    place a = place_of(one), b = place_of(l);
    return is_same(a.host, a.host_size, b.host, b.host_size);
}

static bool goes_to_domain_of(const letter *one, const letter *l) {
    place a = place_of(one), b = place_of(l);
    return is_same(a.domain, a.domain_size, b.domain, b.domain_size);
}

/* ---- On its thread --------------------------------------------------------------------------- */

static void give_back(sender *s, letter *l) {
    pthread_mutex_lock(&s->lock);
    push(&s->out, l);
    s->n--;
    pthread_mutex_unlock(&s->lock);
    s->wake(s->context);
}

static bool is_busy_there(const sender *s, const letter *l) {
    int of_host = 0, of_domain = 0;
    for (int i = 0; i < s->n_active; i++) {
        const letter *other = transfer_letter(s->active[i]);
        of_host += goes_to_host_of(other, l);
        of_domain += goes_to_domain_of(other, l);
    }
    return of_host >= PER_HOST || of_domain >= PER_DOMAIN;
}

/* The first that may go now: what waits for a host keeps only those back that go there, too. */
static letter *next_letter(sender *s) {
    pthread_mutex_lock(&s->lock);
    letter **at = &s->in.first;
    while (*at && s->n_active < AT_ONCE && is_busy_there(s, *at))
        at = &(*at)->next;
    letter *l = *at && s->n_active < AT_ONCE ? take(&s->in, at) : NULL;
    pthread_mutex_unlock(&s->lock);
    return l;
}

static transfer *begin_transfer(sender *s, letter *l) {
    if (now_ms() - l->given_ms <= 1000 * (int64_t)l->patience_s)
        return transfer_new(l, &s->options);
    l->fate = LETTER_LATE;
    return NULL;
}

static void begin_some(sender *s) {
    for (letter *l; (l = next_letter(s));) {
        transfer *t = begin_transfer(s, l);
        if (!t) {
            give_back(s, l);
            continue;
        }
        curl_multi_add_handle(s->multi, transfer_handle(t));
        s->active[s->n_active++] = t;
    }
}

static letter *end_transfer(sender *s, CURL *handle, CURLcode code) {
    transfer *t = transfer_of(handle);
    int i = 0;
    while (s->active[i] != t)
        i++;
    s->active[i] = s->active[--s->n_active];
    curl_multi_remove_handle(s->multi, handle);
    return transfer_end(t, code);
}

static void end_some(sender *s) {
    int left;
    for (CURLMsg *m; (m = curl_multi_info_read(s->multi, &left));)
        if (m->msg == CURLMSG_DONE)
            give_back(s, end_transfer(s, m->easy_handle, m->data.result));
}

static bool is_ending(sender *s) {
    pthread_mutex_lock(&s->lock);
    bool ending = s->ending;
    pthread_mutex_unlock(&s->lock);
    return ending;
}

static void *run(void *context) {
    sender *s = context;
    while (!is_ending(s)) {
        int running;
        curl_multi_perform(s->multi, &running);
        end_some(s);
        begin_some(s);
        curl_multi_poll(s->multi, NULL, 0, WAIT_MS, NULL);
    }
    return NULL;
}

/* ---- On the threads of others ---------------------------------------------------------------- */

/* Signals are for the threads of the program. */
static bool start_thread(sender *s) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&s->thread, NULL, run, s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

sender *sender_new(const sender_options *options, void (*wake)(void *context), void *context) {
    sender *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->options = *options;
    s->wake = wake;
    s->context = context;
    pthread_mutex_init(&s->lock, NULL);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == 0 && (s->multi = curl_multi_init())) {
        curl_multi_setopt(s->multi, CURLMOPT_MAXCONNECTS, (long)KEPT);
        if (start_thread(s))
            return s;
        curl_multi_cleanup(s->multi);
    }
    free(s);
    return NULL;
}

bool sender_send(sender *s, letter *l) {
    l->given_ms = now_ms();
    pthread_mutex_lock(&s->lock);
    bool ok = s->n < SENDER_MAX;
    if (ok) {
        push(&s->in, l);
        s->n++;
    }
    pthread_mutex_unlock(&s->lock);
    if (ok)
        curl_multi_wakeup(s->multi);
    return ok;
}

letter *sender_take(sender *s) {
    pthread_mutex_lock(&s->lock);
    letter *list = s->out.first;
    s->out.first = NULL;
    pthread_mutex_unlock(&s->lock);
    return list;
}

letter *sender_stop(sender *s) {
    pthread_mutex_lock(&s->lock);
    s->ending = true;
    pthread_mutex_unlock(&s->lock);
    curl_multi_wakeup(s->multi);
    pthread_join(s->thread, NULL);
    while (s->n_active > 0)
        push(&s->out, end_transfer(s, transfer_handle(s->active[0]), CURLE_ABORTED_BY_CALLBACK));
    while (s->in.first) {
        letter *l = take(&s->in, &s->in.first);
        l->fate = LETTER_LATE;
        push(&s->out, l);
    }
    letter *list = s->out.first;
    curl_multi_cleanup(s->multi);
    curl_global_cleanup();
    pthread_mutex_destroy(&s->lock);
    free(s);
    return list;
}
