/* Sessions over WebSockets. */
#ifndef SERVE_SOCKET_H
#define SERVE_SOCKET_H

#include "serve/frontend.h"

/* What libwebsockets calls for every WebSocket. */
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);

#endif
