/* Tables that are due and that nobody here watches, and those that a dead process has left: a look
 * into the store now and then. */
#ifndef SERVE_TAKEOVER_H
#define SERVE_TAKEOVER_H

#include "serve/server.h"

/* Another process, what it said last of being there, and since when it has said nothing else. */
typedef struct suspect {
    char process[STORE_PROCESS + 1];
    int64_t at, since;
} suspect;

typedef struct takeover {
    server *server;
    suspect suspect;
    bool looking; /* a look is under way */
    int64_t looked;
    int64_t from;  /* what was due before this was looked at; 0: a new round begins */
    bool reviewed; /* all tables that a process before us has left without anything due … */
    char review[STORE_TABLE_ID + 1]; /* … or those up to this one */
} takeover;

/* Looks, if it is time to. */
void takeover_check(takeover *t, int64_t now);

#endif
