/* The list of tables: those one can sit at, and one's own. */
#ifndef SERVE_LISTING_H
#define SERVE_LISTING_H

#include "serve/message.h"
#include "serve/session.h"

void listing_start(session *s, int32_t id, const message *m);

/* Forgets what was kept of the list. */
void listing_free(server *sv);

#endif
