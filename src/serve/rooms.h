/* Waiting rooms: people who want the same game, with as many seats and the same clock, are seated
 * together as soon as they are enough, in the order in which they came. */
#ifndef SERVE_ROOMS_H
#define SERVE_ROOMS_H

#include "serve/message.h"
#include "serve/session.h"

void rooms_list(session *s, int32_t id, const message *m);
void rooms_wait(session *s, int32_t id, const message *m);
void rooms_unwait(session *s, int32_t id, const message *m);

/* The link of a session is gone: a place is kept for a while. */
void rooms_leave(session *s);

/* With every tick: bots come where somebody has waited for long enough, who is gone loses the
 * place, and who waits is told how many they are. */
void rooms_check(server *sv, int64_t now);

/* Other processes may have seated people who are connected here. */
void rooms_look_again(server *sv);

void rooms_free(server *sv);

#endif
