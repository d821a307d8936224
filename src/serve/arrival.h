/* Connections before they have said what they want, and how many of all kinds an address has.
 *
 * They wait here and not in the library of the sockets until their request is there: it keeps its
 * timers in a list that it walks through for each, and a crowd that says nothing, or a letter now
 * and then, would have it walk all day. */
#ifndef SERVE_ARRIVAL_H
#define SERVE_ARRIVAL_H

#include "serve/frontend.h"

/* Takes a connection that was accepted, and closes it if there are too many. */
void arrival_take(frontend *f, int fd);

/* What is said of those that the library was given: it has it, the request is there, it is gone. */
void arrival_adopted(struct lws *wsi);
void arrival_finish(struct lws *wsi);
void arrival_keep(struct lws *wsi); /* it was answered, and waits for another one */
void arrival_end(struct lws *wsi);

/* Now and then: who has not asked for anything in time is cut off. */
void arrivals_check(frontend *f, int64_t now);

/* All that wait are closed: the loop ends. */
void arrivals_close(frontend *f);

#endif
