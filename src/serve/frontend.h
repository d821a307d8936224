/* What callbacks of libwebsockets find as the user of their context. */
#ifndef SERVE_FRONTEND_H
#define SERVE_FRONTEND_H

#include <libwebsockets.h>

#include "serve/server.h"
#include "serve/web.h"

typedef struct frontend {
    server *server;
    web *web;
} frontend;

static inline frontend *frontend_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

/* The address of the other side; true if it is this machine itself. */
bool peer_address(struct lws *wsi, char *address, size_t size);

#endif
