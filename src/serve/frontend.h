/* What callbacks of libwebsockets find as the user of their context. */
#ifndef SERVE_FRONTEND_H
#define SERVE_FRONTEND_H

#include <libwebsockets.h>
#include <uv.h>

#include "serve/address.h"
#include "serve/server.h"
#include "serve/web.h"

typedef struct arrival arrival; /* arrival.c */

/* What an arrival begins with, for whoever has its connection. */
typedef struct arrival_facts {
    bool forwarded; /* its first request had the header of a proxy. The library does not see it if
                       the header before has a name that begins like one it knows (“X-F: a”) */
} arrival_facts;

typedef struct frontend {
    server *server;
    web *web;
    struct reply *replies; /* all that are on their way */
    uv_loop_t *loop;
    struct lws_vhost *vhost;
    arrival *adopting;                 /* that the library is given now */
    arrival *oldest, *newest;          /* connections without a request … */
    int unfinished;                    /* … and how many they are */
    int connections, connections_most; /* of all kinds */
    char host[256];                    /* the name of this machine */
    struct process *process;           /* serve.c */
    void (*turn)(struct frontend *f);  /* sends what waits, and asks the store; NULL: at the end */
    unsigned events;                   /* so far */
    uint64_t turned;                   /* when that was, µs */
} frontend;

static inline frontend *frontend_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

/* After each event: if this turn of the loop has lasted for a while, moves do not wait for the rest
 * of it. */
void frontend_yield(frontend *f);

/* Who is on the other side: as far as is known, the person's own address, not that of a proxy. */
typedef struct peer {
    ip_address address;
    bool local;  /* this machine itself */
    bool exempt; /* … which has no limits by address */
} peer;

/* Once the headers are there, since a proxy says in one of them whom it speaks for. */
void peer_read(struct lws *wsi, peer *p);

/* Its account, or NULL without memory. */
account *peer_account(struct lws *wsi, const peer *p);

#endif
