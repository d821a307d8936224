/* New tables: as a request says, or the same once more after a game. */
#ifndef SERVE_MAKING_H
#define SERVE_MAKING_H

#include "serve/operation.h"

/* Makes a table for a session; the answer follows. */
void making_start(session *s, int32_t id, const message *m);

handler making_rematch;

#endif
