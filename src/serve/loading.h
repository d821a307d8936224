/* A table read from the store as a whole, or what has become of it since. */
#ifndef SERVE_LOADING_H
#define SERVE_LOADING_H

#include "serve/table_state.h"

typedef struct loading {
    job job;
    table *table;
    void (*done)(struct loading *l);
    rz_setup *setup; /* new, if the table had none */
    bool first;      /* it had none */
    lobby lobby;
    position position;
    position_reader reader;
    uint8_t seed[RZ_SEED];
    bool begun;       /* a part of it has been read */
    line_batch batch; /* the lines that are new to those who watch, if they are few … */
    bool many;        /* … or there are more of them than that */
    heads heads;      /* of pieces that are new */
    int64_t chat;     /* the last message that is there; not looked for the first time … */
    int64_t said;     /* … but here it always is */
    bool healed;      /* somebody was forgotten, and the lobby is to be written without them */
    bool damaged;
    bool outdated; /* lobby and lines do not belong together: it was changed between them */
    char why[160];
} loading;

/* To be submitted by its job; `done` follows. NULL without memory. */
loading *loading_new(table *t, void (*done)(loading *l));
void loading_free(loading *l);

#endif
