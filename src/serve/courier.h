/* Tells people who are not there that it is their turn: looks for what is due, has it sent, and
 * notes what became of it. */
#ifndef SERVE_COURIER_H
#define SERVE_COURIER_H

#include "serve/server.h"

typedef struct courier {
    server *server;
    bool looking;
    int on_way; /* letters */
    int64_t looked;
    bucket logs; /* lines about what was not sent */
} courier;

/* With every tick. */
void courier_check(courier *c, int64_t now);

#endif
