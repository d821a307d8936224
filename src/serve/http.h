/* Plain HTTP: the browser client, records, health and figures. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/frontend.h"

/* What libwebsockets calls for everything that is no WebSocket of ours. */
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);

#endif
