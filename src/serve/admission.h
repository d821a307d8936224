/* Whom the server lets in: by the name they call it, by the page they come from, and by how much
 * their address has already. */
#ifndef SERVE_ADMISSION_H
#define SERVE_ADMISSION_H

#include "serve/frontend.h"

#define FOREIGN_HOST  "This server is not known by that name; see the setting “hosts”.\n"
#define RETRY_SECONDS "5"
enum { TOO_MANY_REQUESTS = 429, UPGRADE_REQUIRED = 426 };

/* False: the request names another server. A page of that name, to which somebody has given the
 * address of this one, would ask like our own. */
bool admission_knows_host(struct lws *wsi);

/* Counts an answer to who asks; `counted` is where, for it to be uncounted there. Not NULL: there
 * are too many, in a sentence. */
const char *admission_count_reply(struct lws *wsi, account **counted);

/* A WebSocket is asked for. 0: it may be opened, and was counted; else the refusal was sent. */
int admission_refuse_upgrade(struct lws *wsi, const char *to);

#endif
