#include "serve/server.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "serve/clock.h"
#include "serve/http.h"
#include "serve/seats.h"
#include "serve/table.h"

enum { TICK_MS = 20, LOOK_MS = 1000, SWEEP_MS = 60000, DRAIN_MS = 2500, FILES_SPARE = 64 };

int64_t server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void server_log(server *sv, const char *format, ...) {
    char when[32];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    fprintf(sv->log, "%s ", when);
    va_start(args, format);
    vfprintf(sv->log, format, args);
    va_end(args);
    fputc('\n', sv->log);
    fflush(sv->log);
}

const char *server_store_words(store_result result) {
    static const char *const what[] = {
        [STORE_OK] = "it works",
        [STORE_TAKEN] = "somebody else was first",
        [STORE_MISSING] = "something is missing",
        [STORE_DOWN] = "it can not be reached",
        [STORE_FULL] = "there is no room on the disk",
        [STORE_READ_ONLY] = "it can not be written",
        [STORE_NEWER] = "a newer Razzia made it",
        [STORE_BROKEN] = "it is damaged",
    };
    return what[result];
}

void server_store_problem(server *sv, store_result result) {
    sv->metrics.store_failures++;
    if (sv->store_state != result) {
        char why[STORE_REASON];
        store_thread_reason(sv->store_thread, why);
        server_log(sv, "the store does not work: %s (%s)", server_store_words(result), why);
    }
    sv->store_state = result;
}

/* ---- Tables that nobody here looks at ---------------------------------------------------------
 */

enum { DUE_MAX = 256 };

typedef struct due_job {
    job job;
    server *server;
    int64_t now, due;
    suspect suspect;
    uint64_t dead; /* a process that is no more; then these are tables at which it had people */
    int n;
    char ids[DUE_MAX][STORE_TABLE_ID + 1];
} due_job;

static bool take_due(void *context, const store_table *row) {
    due_job *d = context;
    memcpy(d->ids[d->n++], row->id, sizeof row->id);
    return d->n < DUE_MAX;
}

/* Processes tell each other that they are there, and their clocks need not agree: who has said
 * nothing new for a while is no more. */
static store_result look_for_dead(due_job *d, store *s) {
    enum { SILENT_MS = 5000 };
    suspect now = {.since = d->now}, *old = &d->suspect;
    char self[STORE_PROCESS + 1];
    snprintf(self, sizeof self, "%016llx", (unsigned long long)d->server->process);
    store_result result = store_alive(s, self);
    result = result ? result : store_quietest(s, self, now.process, &now.at);
    if (strcmp(now.process, old->process) != 0 || now.at != old->at)
        *old = now;
    else if (result == STORE_OK && d->now - old->since > SILENT_MS)
        d->dead = strtoull(now.process, NULL, 16);
    return result == STORE_MISSING ? STORE_OK : result;
}

/* Its people are gone. When all its tables know that, it is forgotten. */
static store_result look_for_left(due_job *d, store *s) {
    char home[64];
    snprintf(home, sizeof home, "\"home\":\"%s\"", d->suspect.process);
    store_result result = store_mentioning(s, home, DUE_MAX, take_due, d);
    return result || d->n ? result : store_bury(s, d->suspect.process);
}

static store_result look_for_due(job *j, store *s) {
    due_job *d = (due_job *)j;
    store_result result = d->server->shared ? look_for_dead(d, s) : STORE_OK;
    result = result ? result : store_due(s, d->due, DUE_MAX, take_due, d);
    if ((result == STORE_OK || result == STORE_MISSING) && d->n == 0 && d->dead)
        return look_for_left(d, s);
    d->dead = 0;
    return result;
}

static bool nothing(table *t, operation *o) {
    (void)t, (void)o;
    return true;
}

/* Opening a table that is due is enough: what is due then happens. */
static void found_due(job *j) {
    due_job *d = (due_job *)j;
    server *sv = d->server;
    sv->looking = false;
    /* What can be read again can be written again, unless writing was the problem. */
    if (j->result == STORE_OK && sv->store_state == STORE_DOWN)
        sv->store_state = STORE_OK;
    else if (j->result != STORE_OK && j->result != STORE_MISSING)
        server_store_problem(sv, j->result);
    sv->dead = d->dead;
    sv->suspect = d->suspect;
    for (int i = 0; i < d->n && j->result == STORE_OK && !sv->closing; i++) {
        table *t = table_get(sv, d->ids[i]);
        if (!t || t->busy || t->first || t->thinking)
            continue;
        if (t->known && t->due > server_now())
            t->stale = true; /* others know something that we do not */
        if (table_enqueue(t, d->dead ? clock_note : nothing))
            table_run(t);
    }
    free(d);
}

static void look(server *sv, int64_t now) {
    due_job *d = sv->looking || sv->closing ? NULL : calloc(1, sizeof *d);
    if (!d)
        return;
    d->server = sv;
    d->now = now;
    d->suspect = sv->suspect;
    /* The process that has a table open has the first try; the first look is for all. */
    d->due = sv->looked ? now - sv->options->takeover_ms : now;
    d->job = (job){.run = look_for_due, .done = found_due};
    sv->looking = true;
    sv->looked = now;
    store_thread_add(sv->store_thread, &d->job);
}

/* ---- Stopping -------------------------------------------------------------------------------- */

static void close_everything(server *sv) {
    uv_close((uv_handle_t *)&sv->timer, NULL);
    uv_close((uv_handle_t *)&sv->before_waiting, NULL);
    uv_close((uv_handle_t *)&sv->after_waiting, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&sv->signals[i], NULL);
    lws_context_destroy(sv->lws);
    sv->hurried = bot_pool_busy(sv->bot_pool) > 0;
    bot_pool_stop(sv->bot_pool);
    store_thread_stop(sv->store_thread);
}

/* Moves in flight are finished, then everybody is told, then the sockets close. */
static void go_on_closing(server *sv, int64_t now) {
    bool late = now - sv->closing_since > DRAIN_MS;
    if (!late && !tables_quiet(sv))
        return;
    for (session *c = sv->sessions; c; c = c->next)
        session_bye(c, "restart", LWS_CLOSE_STATUS_GOINGAWAY);
    if (!sv->sessions || now - sv->closing_since > DRAIN_MS + 1000)
        close_everything(sv);
}

static void on_signal(uv_signal_t *signal, int number) {
    server *sv = signal->data;
    if (sv->closing)
        return;
    server_log(sv, "stopping: %s", number == SIGTERM ? "SIGTERM" : "SIGINT");
    sv->closing = true;
    sv->closing_since = server_now();
}

static void on_tick(uv_timer_t *timer) {
    server *sv = timer->data;
    static int64_t heard, swept;
    int64_t now = server_now();
    if (now < sv->looked) /* the clock was set back */
        sv->looked = heard = swept = now;
    if (sv->closing) {
        go_on_closing(sv, now);
        return;
    }
    tables_tick(sv, now);
    if (now - sv->looked >= LOOK_MS)
        look(sv, now);
    if (now - heard >= LOOK_MS && now - heard >= 1000 * (int64_t)sv->options->idle_seconds / 30) {
        sessions_check(sv, now);
        heard = now;
    }
    if (now - swept >= SWEEP_MS) {
        limits_sweep(&sv->limits, now);
        swept = now;
    }
}

static void on_news(void *context, const char *id) {
    table_changed_elsewhere(context, id);
}

/* ---- Starting -------------------------------------------------------------------------------- */

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = http_callback,
     .per_session_data_size = sizeof(void *),
     .tx_packet_size = 1 << 16},
    {.name = "razzia.1",
     .callback = socket_callback,
     .per_session_data_size = sizeof(void *),
     .rx_buffer_size = 1024,
     .tx_packet_size = 1 << 20},
    {0},
};

/* A name becomes an address. False if it is none of this machine: the library would wait for it to
 * become one, and say nothing. */
static bool find_address(char *address, size_t size) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    bool found = !*address;
    if (!found && getaddrinfo(address, NULL, &hints, &list) != 0)
        return false;
    for (struct addrinfo *a = list; a && !found; a = a->ai_next) {
        int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        found = fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0 &&
                getnameinfo(a->ai_addr, a->ai_addrlen, address, (socklen_t)size, NULL, 0,
                            NI_NUMERICHOST) == 0;
        if (fd >= 0)
            close(fd);
    }
    if (list)
        freeaddrinfo(list);
    return found;
}

static bool can_read(const char *file, char *why, size_t size) {
    bool ok = !file || access(file, R_OK) == 0;
    if (!ok)
        snprintf(why, size, "can not read %.200s: %s", file, strerror(errno));
    return ok;
}

static bool start_lws(server *sv, struct lws_context_creation_info *info) {
    void *loops[] = {&sv->loop};
    info->alpn = "http/1.1"; /* our frames know no other */
    info->options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                    LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN;
    if (sv->options->tls_cert)
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info->foreign_loops = loops;
    info->pt_serv_buf_size = 4096;
    info->pcontext = &sv->lws;
    info->user = sv;
    info->gid = info->uid = -1;
    info->timeout_secs = 15;
    info->keepalive_timeout = 15;
    sv->lws = lws_create_context(info);
    return sv->lws != NULL;
}

static bool start_listening(server *sv, struct lws_context_creation_info *info,
                            const char *address) {
    static const lws_retry_bo_t idle = {0}; /* clients_look sees to that */
    info->iface = *address ? address : NULL;
    info->protocols = protocols;
    info->retry_and_idle_policy = &idle;
    if (*address && !strchr(address, ':'))
        info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    info->ssl_cert_filepath = sv->options->tls_cert;
    info->ssl_private_key_filepath = sv->options->tls_key;
    sv->vhost = lws_create_vhost(sv->lws, info);
    return sv->vhost && lws_get_vhost_listen_port(sv->vhost) > 0;
}

static bool open_port(server *sv, char *why, size_t size) {
    static char address[256]; /* the library keeps it */
    const serve_options *options = sv->options;
    struct lws_context_creation_info info = {0};
    if (!can_read(options->tls_cert, why, size) || !can_read(options->tls_key, why, size))
        return false;
    if (!serve_listen(options->listen, address, sizeof address, &info.port) ||
        !find_address(address, sizeof address))
        snprintf(why, size, "can not listen on %.100s: the address is not of this machine",
                 options->listen);
    else if (!start_lws(sv, &info))
        snprintf(why, size, "libwebsockets does not start; is its plug-in for libuv installed?");
    else if (!start_listening(sv, &info, address))
        snprintf(why, size,
                 "can not listen on %.100s: the port is taken, or not for everybody to use%s",
                 options->listen, options->tls_cert ? ", or certificate and key do not fit" : "");
    else
        return true;
    return false;
}

/* As many files as the system allows; what that means is said. */
static int raise_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 0;
    files.rlim_cur = files.rlim_max;
    if (files.rlim_cur > 1000000)
        files.rlim_cur = 1000000;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    return (int)files.rlim_cur;
}

static int threads(const serve_options *options) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return options->bot_threads ? options->bot_threads : cores > 2 ? (int)cores - 1 : 1;
}

static void before_waiting(uv_prepare_t *handle) {
    server *sv = handle->data;
    sessions_flush(sv);
    store_thread_turn(sv->store_thread);
    store_thread_rest(sv->store_thread);
}

static void after_waiting(uv_check_t *handle) {
    server *sv = handle->data;
    sessions_flush(sv);
    store_thread_turn(sv->store_thread);
}

static void start_handles(server *sv) {
    static const int numbers[2] = {SIGTERM, SIGINT};
    signal(SIGXFSZ, SIG_IGN); /* a store that may not grow is full, which can be said */
    uv_prepare_init(&sv->loop, &sv->before_waiting);
    uv_check_init(&sv->loop, &sv->after_waiting);
    sv->before_waiting.data = sv->after_waiting.data = sv;
    uv_prepare_start(&sv->before_waiting, before_waiting);
    uv_check_start(&sv->after_waiting, after_waiting);
    uv_timer_init(&sv->loop, &sv->timer);
    sv->timer.data = sv;
    uv_timer_start(&sv->timer, on_tick, 0, TICK_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&sv->loop, &sv->signals[i]);
        sv->signals[i].data = sv;
        uv_signal_start(&sv->signals[i], on_signal, numbers[i]);
    }
}

static bool start(server *sv, char *why, size_t size) {
    const serve_options *options = sv->options;
    store_result result;
    sv->log = options->log ? fopen(options->log, "a") : stderr;
    if (!sv->log) {
        snprintf(why, size, "can not write %.200s: %s", options->log, strerror(errno));
        return false;
    }
    if (!(sv->web = web_new(options->web, why, size)))
        return false;
    store *s = store_open(options->store, why, size, &result);
    if (!s)
        return false;
    sv->shared = !strncmp(options->store, "postgres", 8);
    lws_set_log_level(0, NULL);
    uv_loop_init(&sv->loop);
    sv->started = server_now();
    randombytes_buf(&sv->process, sizeof sv->process);
    sv->store_thread = store_thread_new(&sv->loop, s, on_news, sv);
    sv->bot_pool = bot_pool_new(&sv->loop, threads(options));
    if (!sv->store_thread || !sv->bot_pool) {
        snprintf(why, size, "there are no threads to be had");
        return false;
    }
    return open_port(sv, why, size);
}

int serve_run(const serve_options *options, void (*complain)(const char *sentence)) {
    static server sv;
    char why[512] = "";
    int files = raise_files();
    sv.options = options;
    if (sodium_init() < 0 || !start(&sv, why, sizeof why)) {
        complain(why);
        return 1;
    }
    start_handles(&sv);
    server_log(&sv,
               "razzia " RZ_VERSION " listens on %s, port %d; store %s; %d files may be open, "
               "which is enough for about %d sockets",
               options->listen, lws_get_vhost_listen_port(sv.vhost),
               strncmp(options->store, "postgres", 8) ? options->store : "PostgreSQL", files,
               files - FILES_SPARE);
    uv_run(&sv.loop, UV_RUN_DEFAULT);
    server_log(&sv, "stopped");
    if (sv.hurried)
        _exit(0); /* a bot still thinks, with what would be freed now */
    uv_loop_close(&sv.loop);
    tables_free(&sv);
    limits_free(&sv.limits);
    web_free(sv.web);
    if (options->log)
        fclose(sv.log);
    return 0;
}
