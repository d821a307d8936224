/* Plain HTTP: the browser client, records, health and figures. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/server.h"

/* Reads the files of a folder, which are served as they are now. NULL and a reason if it can not
 * be read; without a folder (NULL) there is one page that says so. */
web *web_new(const char *folder, char *why, size_t size);
void web_free(web *w);

/* What lws calls for everything that is no WebSocket of ours. */
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);

#endif
