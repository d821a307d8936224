/* When something is to happen at a table without a person. */
#ifndef SERVE_DEADLINE_H
#define SERVE_DEADLINE_H

#include "serve/lobby.h"
#include "serve/server.h"

/* The next such time; INT64_MAX if nothing is to happen. */
int64_t deadline_of(const server *sv, const lobby *l, const position *p, int64_t now);

/* True if the person in this seat is asked, and has been waited for long enough. */
bool deadline_passed(const server *sv, const lobby *l, const position *p, int seat, int64_t now);

/* True if a bot is asked in this seat, and has waited nearly as long as bots do. */
bool deadline_of_bot_passed(const server *sv, const lobby *l, const position *p, int seat,
                            int64_t now);

/* A bot's answer is shown so many milliseconds after the question, or a multiple of that: how long
 * it has thought would tell something about what it thinks. */
int64_t deadline_bot_step(const server *sv);

/* When a wish that not everybody shares is forgotten; INT64_MAX if there is none. */
int64_t deadline_of_wish(const lobby *l, lobby_wish wish);

/* When somebody without a socket at the table is no longer waited for in what people agree on;
 * INT64_MAX of who has one. */
int64_t deadline_of_say(const lobby *l, int seat);

/* When a game that no person attends falls asleep, or is given up; INT64_MAX if it never does. */
int64_t deadline_of_absence(const server *sv, const lobby *l);

#endif
