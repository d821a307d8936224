/* The port: who connects to it waits among the arrivals. */
#ifndef SERVE_LISTENER_H
#define SERVE_LISTENER_H

#include "serve/frontend.h"

typedef struct listener {
    uv_poll_t poll;
    frontend *frontend;
    int fd, port; /* that it listens on */
    bool resting; /* until the next check: there are no files to be had */
} listener;

/* An address as find_address makes it, or "": all. False: the port can not be had. */
bool listener_open(listener *l, frontend *f, const char *address, int port);

/* Now and then: accepts again. */
void listener_check(listener *l);

void listener_close(listener *l);

#endif
