#include "serve/arrival.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A browser that is let in asks within a moment. If too many come that do not, the oldest make
 * room. */
enum { UNFINISHED_MS = 5000, UNFINISHED_MOST = 1000, UNFINISHED_PER_ADDRESS = 100 };

/* What waits for more to be received; the loop frees it after the arrival. */
typedef struct waiting {
    uv_poll_t poll;
    arrival *arrival;
} waiting;

struct arrival {
    arrival_facts facts; /* first */
    frontend *frontend;
    int fd;
    waiting *waiting; /* NULL: the library has it */
    account *address; /* NULL: of a proxy, or without limits */
    int64_t at;
    bool unfinished;
    bool kept;              /* it has been answered, and may ask again */
    arrival *next, *before; /* of those that are unfinished, the oldest first */
};

static void unlink_arrival(frontend *f, arrival *a) {
    *(a->before ? &a->before->next : &f->oldest) = a->next;
    *(a->next ? &a->next->before : &f->newest) = a->before;
    a->next = a->before = NULL;
    a->unfinished = false;
    f->unfinished--;
    if (a->address && !a->kept)
        a->address->unfinished--;
}

static void link_arrival(frontend *f, arrival *a) {
    a->before = f->newest;
    *(f->newest ? &f->newest->next : &f->oldest) = a;
    f->newest = a;
    a->unfinished = true;
    f->unfinished++;
    if (a->address && !a->kept)
        a->address->unfinished++;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void free_waiting(uv_handle_t *handle) {
    free(handle);
}

/* The descriptor may be watched by others at once. */
static void stop_waiting(arrival *a) {
    uv_close((uv_handle_t *)&a->waiting->poll, free_waiting);
    a->waiting = NULL;
}

static void forget(arrival *a) {
    frontend *f = a->frontend;
    if (a->unfinished)
        unlink_arrival(f, a);
    if (a->address)
        a->address->connections--;
    f->connections--;
    free(a);
}

/* What the library has it finds closed. (Asked to close it by a timer, it would walk its list.) */
static void cut(arrival *a) {
    if (!a->waiting) {
        unlink_arrival(a->frontend, a);
        shutdown(a->fd, SHUT_RDWR);
        return;
    }
    stop_waiting(a);
    close(a->fd);
    forget(a);
}

static void set_least(int fd, int bytes) {
    setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

static void adopt(arrival *a, bool forwarded) {
    frontend *f = a->frontend;
    a->facts.forwarded = forwarded;
    stop_waiting(a);
    set_least(a->fd, 1);
    f->adopting = a;
    if (!lws_adopt_socket_vhost(f->vhost, a->fd) && f->adopting)
        forget(a);
    f->adopting = NULL;
}

/* All headers, or more of them than are read. */
static bool is_whole(const char *text, size_t n, size_t most) {
    for (size_t i = 1; i < n; i++)
        if (text[i] == '\n' &&
            (text[i - 1] == '\n' || (i > 1 && text[i - 1] == '\r' && text[i - 2] == '\n')))
            return true;
    return n == most;
}

/* Whether a line of it begins so, in whatever letters; of more than was seen nobody knows. */
static bool has_forwarded(const char *text, size_t n, size_t most) {
    static const char name[] = "\nx-forwarded-for";
    for (size_t i = 0; i + sizeof name - 1 <= n; i++)
        if (!strncasecmp(text + i, name, sizeof name - 1))
            return true;
    return n == most;
}

/* Looks at what has come, and leaves it there. Of TLS the library must read everything itself. */
static void on_readable(uv_poll_t *poll, int status, int events) {
    char seen[4096];
    arrival *a = ((waiting *)poll)->arrival;
    frontend_yield(a->frontend);
    ssize_t n = status < 0 ? 0 : recv(a->fd, seen, sizeof seen, MSG_PEEK | MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0)
        cut(a);
    else if (a->frontend->server->options->tls_cert || is_whole(seen, (size_t)n, sizeof seen))
        adopt(a, has_forwarded(seen, (size_t)n, sizeof seen));
    else if (events & UV_DISCONNECT) /* no more will come */
        cut(a);
    else
        set_least(a->fd, (int)n + 1);
}

static bool start_waiting(arrival *a) {
    waiting *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    if (uv_poll_init(a->frontend->loop, &w->poll, a->fd) != 0) {
        free(w);
        return false;
    }
    w->arrival = a;
    a->waiting = w;
    return uv_poll_start(&w->poll, UV_READABLE | UV_DISCONNECT, on_readable) == 0;
}

/* ---- Coming ---------------------------------------------------------------------------------- */

/* The account of a peer that is counted, or NULL. */
static account *account_of(frontend *f, int fd) {
    const serve_options *options = f->server->options;
    uint8_t key[32];
    ip_address from;
    if (!address_of_socket(fd, &from) || address_is_listed(&from, options->proxies) ||
        (address_is_loopback(&from) && !options->limit_loopback))
        return NULL;
    limits_key(&from, key);
    return limits_account(f->server->limits.addresses, key, server_now(f->server));
}

static bool is_welcome(frontend *f, const account *a) {
    if (f->connections >= f->connections_most)
        server_note_limit(f->server, LIMIT_FILES, a);
    else if (a && a->connections >= f->server->options->connections_per_address)
        server_note_limit(f->server, LIMIT_CONNECTIONS, a);
    else if (a && a->unfinished >= UNFINISHED_PER_ADDRESS)
        server_note_limit(f->server, LIMIT_UNFINISHED, a);
    else
        return true;
    return false;
}

static void make_room(frontend *f) {
    if (f->unfinished <= UNFINISHED_MOST)
        return;
    server_note_limit(f->server, LIMIT_UNFINISHED, f->oldest->address);
    cut(f->oldest);
}

void arrival_take(frontend *f, int fd) {
    account *address = account_of(f, fd);
    arrival *a = is_welcome(f, address) ? calloc(1, sizeof *a) : NULL;
    if (!a) {
        close(fd);
        return;
    }
    *a = (arrival){.frontend = f, .fd = fd, .address = address, .at = server_now(f->server)};
    if (address)
        address->connections++;
    f->connections++;
    link_arrival(f, a);
    if (start_waiting(a)) {
        make_room(f);
        return;
    }
    if (a->waiting)
        stop_waiting(a);
    close(fd);
    forget(a);
}

/* ---- What the library says ------------------------------------------------------------------- */

void arrival_adopted(struct lws *wsi) {
    frontend *f = frontend_of(wsi);
    lws_set_opaque_user_data(wsi, f->adopting);
    f->adopting = NULL;
}

void arrival_finish(struct lws *wsi) {
    arrival *a = lws_get_opaque_user_data(wsi);
    if (a && a->unfinished)
        unlink_arrival(a->frontend, a);
}

/* A page keeps several connections open for a while, and sixty people may open it at once: these do
 * not count against their address. */
void arrival_keep(struct lws *wsi) {
    arrival *a = lws_get_opaque_user_data(wsi);
    if (!a || a->unfinished)
        return;
    a->kept = true;
    a->at = server_now(a->frontend->server);
    link_arrival(a->frontend, a);
    make_room(a->frontend);
}

void arrival_end(struct lws *wsi) {
    arrival *a = lws_get_opaque_user_data(wsi);
    if (!a)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    forget(a);
}

/* ---- Going ----------------------------------------------------------------------------------- */

void arrivals_check(frontend *f, int64_t now) {
    while (f->oldest && now - f->oldest->at > UNFINISHED_MS)
        cut(f->oldest);
}

void arrivals_close(frontend *f) {
    while (f->oldest)
        cut(f->oldest);
}
