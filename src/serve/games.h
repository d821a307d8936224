/* One's own games: those that wait for one first, and what has happened at each. */
#ifndef SERVE_GAMES_H
#define SERVE_GAMES_H

#include "serve/message.h"
#include "serve/session.h"

void games_start(session *s, int32_t id, const message *m);

/* With every tick: who follows is told of changes. */
void games_check(server *sv, int64_t now);

/* Forgets who waits for an answer. */
void games_free(server *sv);

#endif
