/* The process: one loop, the thread of the store, the threads of the bots, sockets and signals. */
#include "serve/serve.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "ai/bot.h"
#include "notify/vapid.h"
#include "serve/address.h"
#include "serve/arrival.h"
#include "serve/bot_pool.h"
#include "serve/catch_up.h"
#include "serve/cleaning.h"
#include "serve/counting.h"
#include "serve/courier.h"
#include "serve/follow.h"
#include "serve/games.h"
#include "serve/hello.h"
#include "serve/house.h"
#include "serve/http.h"
#include "serve/listener.h"
#include "serve/listing.h"
#include "serve/order.h"
#include "serve/post.h"
#include "serve/reader.h"
#include "serve/reply.h"
#include "serve/restored.h"
#include "serve/rooms.h"
#include "serve/session.h"
#include "serve/socket.h"
#include "serve/store_thread.h"
#include "serve/tables.h"
#include "serve/takeover.h"
#include "store/notices.h"

enum {
    TICK_MS = 20,
    IDLE_MS = 1000,
    SWEEP_MS = 60000,
    DRAIN_MS = 2500,
    FILES_SPARE = 64,
    STOP_SECONDS = 8
};

typedef struct process {
    const serve_options *options;
    frontend frontend; /* the server, and the files of the browser client */
    world world;
    takeover takeover;
    courier courier;
    post *post;         /* or NULL: nothing is sent */
    p256_key key;       /* by which push services know us */
    char password[256]; /* of the mail server */
    uv_loop_t loop;
    uv_timer_t timer;
    uv_prepare_t before_waiting;
    uv_check_t after_waiting;
    uv_signal_t signals[2];
    struct lws_context *lws;
    listener listener;
    char address[256]; /* that is listened on; the library keeps it */
    store_thread *store_thread;
    reader *reader;
    bot_pool *bot_pool;
    bool hurried; /* stopped while a bot thinks */
    int64_t closing_since, idle_checked, swept;
} process;

bool serve_check(const serve_options *options, char *why, size_t size) {
    char address[256];
    int port;
    rz_bot_spec away;
    if (!serve_listen(options->listen, address, sizeof address, &port))
        snprintf(why, size, "--listen takes ADDRESS:PORT, not “%.100s”", options->listen);
    else if (!rz_bot_read(rz_slice_of(options->away_level), &away))
        snprintf(why, size, "away-level is no bot: “%.40s”", options->away_level);
    else if (strcmp(options->metrics_from, "loopback") != 0 &&
             strcmp(options->metrics_from, "all") != 0)
        snprintf(why, size, "metrics-from is loopback or all, not “%.40s”", options->metrics_from);
    else if (!address_list_ok(options->proxies))
        snprintf(why, size, "proxies are addresses, loopback or none, not “%.100s”",
                 options->proxies);
    else
        return house_check(options, why, size) && post_check(options, why, size);
    return false;
}

/* ---- The world ------------------------------------------------------------------------------- */

static int64_t now_ms(void *self) {
    struct timespec now;
    (void)self;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static uint64_t monotonic_us(void *self) {
    (void)self;
    return uv_hrtime() / 1000;
}

static void fill_random(void *self, void *bytes, size_t size) {
    (void)self;
    randombytes_buf(bytes, size);
}

/* ---- Stopping -------------------------------------------------------------------------------- */

static void close_everything(process *p) {
    p->frontend.turn = NULL; /* the library still says that sockets are closed */
    listener_close(&p->listener);
    arrivals_close(&p->frontend);
    uv_close((uv_handle_t *)&p->timer, NULL);
    uv_close((uv_handle_t *)&p->before_waiting, NULL);
    uv_close((uv_handle_t *)&p->after_waiting, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&p->signals[i], NULL);
    lws_context_destroy(p->lws);
    p->hurried = p->world.bots.busy(p->world.bots.self) > 0;
    bot_pool_stop(p->bot_pool);
    if (p->post)
        post_stop(p->post);
    reader_stop(p->reader);
    store_thread_stop(p->store_thread);
}

/* Moves in flight are finished, then everybody is told, then the sockets close. */
static void go_on_closing(process *p, int64_t now) {
    server *sv = p->frontend.server;
    bool late = now - p->closing_since > DRAIN_MS;
    if (!late && !tables_are_quiet(sv))
        return;
    for (session *s = sv->sessions; s; s = s->next)
        session_bye(s, "restart", CLOSE_GOING_AWAY);
    if (!sv->sessions || now - p->closing_since > DRAIN_MS + 1000)
        close_everything(p);
}

/* Whatever keeps the process from ending, it ends: without memory a thread may wait for ever. What
 * was acknowledged is kept, and who was not answered asks again. */
static void end_now(int number) {
    static const char words[] = "the server did not stop in time, and was ended\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1);
    (void)n, (void)number;
    _exit(1);
}

static void on_signal(uv_signal_t *signal, int number) {
    process *p = signal->data;
    server *sv = p->frontend.server;
    if (sv->closing)
        return;
    server_log(sv, "stopping: %s", number == SIGTERM ? "SIGTERM" : "SIGINT");
    sv->closing = true;
    alarm(STOP_SECONDS);
    p->closing_since = server_now(sv);
}

/* ---- Now and then ---------------------------------------------------------------------------- */

static void check_silence(process *p, int64_t now) {
    sessions_check(p->frontend.server, now);
    replies_check(&p->frontend, now);
}

static void on_tick(uv_timer_t *timer) {
    process *p = timer->data;
    server *sv = p->frontend.server;
    server_follow_clock(sv);
    int64_t now = server_now(sv), idle_ms = 1000 * (int64_t)sv->options->idle_seconds / 30;
    if (sv->closing) {
        go_on_closing(p, now);
        return;
    }
    sessions_wake(sv, now);
    arrivals_check(&p->frontend, now);
    listener_check(&p->listener);
    tables_check(sv, now);
    catch_up_check(sv, now);
    takeover_check(&p->takeover, now);
    games_check(sv, now);
    rooms_check(sv, now);
    counting_check(sv, now);
    order_check(sv, now);
    cleaning_check(sv, now);
    courier_check(&p->courier, now);
    if (server_is_time(&p->idle_checked, idle_ms > IDLE_MS ? idle_ms : IDLE_MS, now))
        check_silence(p, now);
    if (server_is_time(&p->swept, SWEEP_MS, now))
        limits_sweep(&sv->limits, now);
}

static void end_turn(process *p) {
    sessions_flush(p->frontend.server);
    store_thread_turn(p->store_thread);
}

static void before_waiting(uv_prepare_t *handle) {
    process *p = handle->data;
    end_turn(p);
    store_thread_rest(p->store_thread);
    p->frontend.turned = server_monotonic_us(p->frontend.server);
}

static void after_waiting(uv_check_t *handle) {
    end_turn(handle->data);
}

/* In the middle of a long turn. */
static void turn_early(frontend *f) {
    process *p = f->process;
    store_thread_deliver(p->store_thread);
    end_turn(p);
}

static void on_change(void *context, const char *id) {
    server *sv = ((process *)context)->frontend.server;
    bool of_person = *id == '@';
    if (!of_person) {
        tables_mark_stale(sv, id);
        follows_note_id(sv, id);
    }
    if (of_person || !*id)
        hello_check(sv, id + of_person);
    if (of_person || !*id)
        rooms_look_again(sv);
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

static bool start_lws(process *p, struct lws_context_creation_info *info) {
    void *loops[] = {&p->loop};
    info->alpn = "http/1.1"; /* our frames know no other */
    info->options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                    LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN;
    if (p->options->tls_cert)
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info->foreign_loops = loops;
    info->pt_serv_buf_size = 4096;
    info->pcontext = &p->lws;
    info->user = &p->frontend;
    info->gid = info->uid = -1;
    info->timeout_secs = 15;
    info->keepalive_timeout = 15;
    p->lws = lws_create_context(info);
    return p->lws != NULL;
}

static bool start_listening(process *p, struct lws_context_creation_info *info) {
    static const lws_retry_bo_t idle = {0}; /* sessions_check sees to that */
    info->protocols = protocols;
    info->retry_and_idle_policy = &idle;
    info->ssl_cert_filepath = p->options->tls_cert;
    info->ssl_private_key_filepath = p->options->tls_key;
    int port = info->port;
    info->port = CONTEXT_PORT_NO_LISTEN_SERVER;
    p->frontend.vhost = lws_create_vhost(p->lws, info);
    return p->frontend.vhost && listener_open(&p->listener, &p->frontend, p->address, port);
}

static bool open_port(process *p, char *why, size_t size) {
    const serve_options *options = p->options;
    struct lws_context_creation_info info = {0};
    if (!can_read(options->tls_cert, why, size) || !can_read(options->tls_key, why, size))
        return false;
    if (!serve_listen(options->listen, p->address, sizeof p->address, &info.port) ||
        !find_address(p->address, sizeof p->address))
        snprintf(why, size, "can not listen on %.100s: the address is not of this machine",
                 options->listen);
    else if (!start_lws(p, &info))
        snprintf(why, size, "libwebsockets does not start; is its plug-in for libuv installed?");
    else if (!start_listening(p, &info))
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

static void start_handles(process *p) {
    static const int numbers[2] = {SIGTERM, SIGINT};
    signal(SIGALRM, end_now);
    uv_prepare_init(&p->loop, &p->before_waiting);
    uv_check_init(&p->loop, &p->after_waiting);
    p->before_waiting.data = p->after_waiting.data = p;
    uv_prepare_start(&p->before_waiting, before_waiting);
    uv_check_start(&p->after_waiting, after_waiting);
    uv_timer_init(&p->loop, &p->timer);
    p->timer.data = p;
    uv_timer_start(&p->timer, on_tick, 0, TICK_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&p->loop, &p->signals[i]);
        p->signals[i].data = p;
        uv_signal_start(&p->signals[i], on_signal, numbers[i]);
    }
}

/* Made at the first start, and kept with the store: subscriptions of browsers are bound to it. */
static bool find_key(process *p, store *s, char *why, size_t size) {
    store_result result = p256_make(&p->key) ? STORE_OK : STORE_BROKEN;
    result = result ? result : store_keep_secret(s, "push", (uint8_t *)&p->key, sizeof p->key);
    if (result != STORE_OK)
        snprintf(why, size, "the key for pushes can not be kept: %.300s", store_why(s));
    return result == STORE_OK;
}

static bool read_password(process *p, char *why, size_t size) {
    const char *name = p->options->mail_password_file;
    FILE *file = name ? fopen(name, "r") : NULL;
    bool ok = !name || (file && fgets(p->password, sizeof p->password, file));
    p->password[strcspn(p->password, "\r\n")] = '\0';
    if (!ok)
        snprintf(why, size, "can not read mail-password-file %.200s", name);
    if (file)
        fclose(file);
    return ok;
}

static bool start_post(process *p, char *why, size_t size) {
    const serve_options *o = p->options;
    const char *contact = o->push_contact ? o->push_contact : o->url ? o->url : "";
    if (!o->push && !o->mail_server)
        return true;
    p->post =
        post_new(&p->loop, &(sender_options){.key = p->key,
                                             .contact = contact,
                                             .push_to = o->push_to,
                                             .mail_server = o->mail_server,
                                             .mail_from = o->mail_from,
                                             .mail_user = o->mail_user,
                                             .mail_password = o->mail_user ? p->password : NULL,
                                             .mail_plain = !strcmp(o->mail_tls, "no"),
                                             .ca_file = o->ca_file,
                                             .seconds = o->send_seconds});
    if (!p->post)
        snprintf(why, size, "there are no threads to be had");
    return p->post;
}

/* The store, what wakes the loop, and the server on them. */
static bool start_server(process *p, FILE *log, store *s, store *reads, char *why, size_t size) {
    bool shared = store_socket(s) >= 0;
    p->store_thread = store_thread_new(&p->loop, s, on_change, p);
    p->reader = reader_new(&p->loop, reads);
    p->bot_pool = bot_pool_new(&p->loop, threads(p->options));
    if (!p->store_thread || !p->reader || !p->bot_pool) {
        snprintf(why, size, "there are no threads to be had");
        return false;
    }
    if (!start_post(p, why, size))
        return false;
    p->world = (world){.time = {NULL, now_ms, monotonic_us},
                       .random = {NULL, fill_random},
                       .store = store_thread_runner(p->store_thread),
                       .reads = reader_runner(p->reader),
                       .bots = bot_pool_runner(p->bot_pool)};
    if (p->post)
        p->world.post = post_runner_of(p->post);
    p->courier.server = p->takeover.server = p->frontend.server =
        server_new(p->options, &p->world, shared, log);
    if (!p->frontend.server)
        snprintf(why, size, "there is not enough memory");
    else if (p->options->push)
        vapid_write_key(&p->key, p->frontend.server->push_key);
    return p->frontend.server;
}

static bool give_up_restored(store *s, FILE *log, char *why, size_t size) {
    int count;
    store_result result = restored_give_up(s, now_ms(NULL), &count);
    if (result != STORE_OK) {
        snprintf(why, size, "the tables of the copy can not be given up: %.300s", store_why(s));
        return false;
    }
    fprintf(log, "the store was restored: %d tables were given up\n", count);
    return true;
}

static bool start(process *p, char *why, size_t size) {
    const serve_options *options = p->options;
    store_result result;
    FILE *log = options->log ? fopen(options->log, "a") : stderr;
    if (!log) {
        snprintf(why, size, "can not write %.200s: %s", options->log, strerror(errno));
        return false;
    }
    if (!(p->frontend.web = web_new(options->web, why, size)))
        return false;
    store *s = store_open(options->store, why, size, &result);
    bool claimed = s && store_claim(s, why, size);
    store *reads = claimed ? store_open_reader(options->store, why, size, &result) : NULL;
    if (!reads || !read_password(p, why, size) || !find_key(p, s, why, size) ||
        (options->restored && !give_up_restored(s, log, why, size))) {
        store_close(reads);
        store_close(s);
        return false;
    }
    lws_set_log_level(0, NULL);
    gethostname(p->frontend.host, sizeof p->frontend.host - 1);
    uv_loop_init(&p->loop);
    p->frontend.loop = &p->loop;
    p->frontend.process = p;
    p->frontend.turn = turn_early;
    return start_server(p, log, s, reads, why, size) && open_port(p, why, size);
}

static void log_start(const process *p, int files) {
    const serve_options *options = p->options;
    server_log(p->frontend.server,
               "razzia " RZ_VERSION " listens on %s, port %d; store %s; %d files may be open, "
               "which is enough for about %d sockets",
               options->listen, p->listener.port,
               p->frontend.server->shared ? "PostgreSQL" : options->store, files,
               p->frontend.connections_most);
}

static void free_process(process *p) {
    server *sv = p->frontend.server;
    lws_context_destroy(p->lws); /* the first call ended its part of the loop, this frees it */
    uv_loop_close(&p->loop);
    tables_free(sv);
    listing_free(sv);
    games_free(sv);
    rooms_free(sv);
    sessions_free(sv);
    limits_free(&sv->limits);
    web_free(p->frontend.web);
    if (p->options->log)
        fclose(sv->log);
    free(sv);
    free(p);
}

/* What there is before the first thread. */
static void free_unstarted(process *p) {
    if (p->frontend.web)
        web_free(p->frontend.web);
    free(p);
}

int serve_run(const serve_options *options, void (*complain)(const char *sentence)) {
    char why[512] = "";
    int files = raise_files();
    process *p = calloc(1, sizeof *p);
    if (!p) {
        complain("there is not enough memory");
        return 1;
    }
    signal(SIGXFSZ, SIG_IGN); /* a store that may not grow is full, which can be said */
    p->options = options;
    p->frontend.connections_most = files - (files < 2 * FILES_SPARE ? files / 2 : FILES_SPARE);
    if (sodium_init() < 0 || !start(p, why, sizeof why)) {
        complain(why);
        if (!p->store_thread)
            free_unstarted(p);
        return 1; /* the process ends, and its threads with it, if there are any */
    }
    start_handles(p);
    log_start(p, files);
    uv_run(&p->loop, UV_RUN_DEFAULT);
    server_log(p->frontend.server, "stopped");
    if (p->hurried)
        _exit(0); /* a bot still thinks, with what would be freed now */
    free_process(p);
    return 0;
}
