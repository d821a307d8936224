/* When something is to happen at a table without a person. */
#ifndef SERVE_DEADLINE_H
#define SERVE_DEADLINE_H

#include "serve/lobby.h"
#include "serve/server.h"

/* The next such time; INT64_MAX if nothing is to happen. */
int64_t deadline_of(const server *sv, const lobby *l, const position *p, int64_t now);

/* True if the person in this seat is asked, and has been waited for long enough. */
bool deadline_passed(const server *sv, const lobby *l, const position *p, int seat, int64_t now);

/* True if a bot is asked in this seat, and has waited as long as bots do. */
bool deadline_of_bot_passed(const server *sv, const lobby *l, const position *p, int seat,
                            int64_t now);

#endif
