#include "serve/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/arrival.h"

static void set_option(int fd, int level, int name, int value) {
    setsockopt(fd, level, name, &value, sizeof value);
}

static bool set_flags(int fd) {
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

/* ---- Accepting ------------------------------------------------------------------------------- */

/* A few at a time, so that nobody who plays waits for a crowd at the door. Without files the port
 * rests, or the loop would be told again and again that somebody is there. */
static void on_connection(uv_poll_t *poll, int status, int events) {
    enum { AT_ONCE = 32 };
    listener *l = (listener *)poll;
    (void)status, (void)events;
    for (int i = 0; i < AT_ONCE; i++) {
        int fd = accept(l->fd, NULL, NULL);
        if (fd < 0 && (errno == ECONNABORTED || errno == EINTR))
            continue;
        if (fd < 0) {
            l->resting = errno != EAGAIN && uv_poll_stop(&l->poll) == 0;
            return;
        }
        set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
        if (set_flags(fd))
            arrival_take(l->frontend, fd);
        else
            close(fd);
    }
}

void listener_check(listener *l) {
    if (l->resting)
        l->resting = uv_poll_start(&l->poll, UV_READABLE, on_connection) != 0;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static int open_one(const struct addrinfo *a) {
    int fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (a->ai_family == AF_INET6)
        set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0); /* all addresses are those of IPv4, too */
    if (set_flags(fd) && bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Of several addresses the one of IPv6 is tried first, as it stands for all. */
static int open_any(const struct addrinfo *list) {
    static const int families[] = {AF_INET6, AF_INET};
    int fd = -1;
    for (int i = 0; i < 2; i++)
        for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next)
            if (a->ai_family == families[i])
                fd = open_one(a);
    return fd;
}

static int port_of(int fd) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } own = {0};
    socklen_t size = sizeof own;
    if (getsockname(fd, &own.any, &size) != 0)
        return 0;
    return ntohs(own.any.sa_family == AF_INET6 ? own.six.sin6_port : own.four.sin_port);
}

bool listener_open(listener *l, frontend *f, const char *address, int port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICHOST};
    struct addrinfo *list = NULL;
    char digits[16];
    snprintf(digits, sizeof digits, "%d", port);
    if (getaddrinfo(*address ? address : NULL, digits, &hints, &list) != 0)
        return false;
    l->frontend = f;
    l->fd = open_any(list);
    freeaddrinfo(list);
    if (l->fd < 0)
        return false;
    l->port = port_of(l->fd);
    return uv_poll_init(f->loop, &l->poll, l->fd) == 0 &&
           uv_poll_start(&l->poll, UV_READABLE, on_connection) == 0;
}

void listener_close(listener *l) {
    uv_close((uv_handle_t *)&l->poll, NULL);
    close(l->fd);
}
