/* A table in memory: a cache of its record and of what lies beside it; and who watches it. table.c
 * says how it lives; what is here is data alone. */
#ifndef SERVE_TABLE_STATE_H
#define SERVE_TABLE_STATE_H

#include "serve/session.h"

typedef struct operation operation;

/* A session that watches a table. */
struct watch {
    watch *next;            /* at the table */
    watch *next_of_session; /* of the session */
    table *table;
    session *session; /* NULL: it has ended, and is freed when its lines come back */
    int viewer;       /* a seat, or RZ_SPECTATOR */
    uint32_t line;    /* the next one it needs */
    int64_t chat;     /* the last message it has */
    bool catching_up; /* what it has missed is on its way from the store; nothing is pushed
                         meanwhile */
    bool restart;     /* … and is not what is wanted by now */
};

struct table {
    schedule_entry check; /* when it is checked next; first, for one is found by the other */
    table *next;
    char id[STORE_TABLE_ID + 1];
    watch *watches;
    int64_t due;             /* when something is to happen without a person */
    operation *first, *last; /* what waits */
    bool known;              /* it has been read from the store */
    bool stale;              /* … and must be read again */
    bool busy;               /* a transaction or a loading is under way */
    bool thinking;           /* a bot is */
    bool dirty;              /* the lobby is to be pushed when it is checked */
    int pins;                /* what refers to it from other threads */
    server *server;
    rz_setup *setup;
    lobby lobby;
    position position;
    uint8_t seed[RZ_SEED]; /* the server's */
    int64_t chat;          /* the last message known here */
    int64_t idle;          /* since when nobody watches */
    int64_t retry_at;      /* not before this it is read once more, after a failure */
};

static inline const rz_game *table_game(const table *t) {
    return rz_game_of(t->setup);
}

static inline bool table_is_bot(const table *t, int seat) {
    return lobby_is_bot(&t->lobby, &t->position, seat);
}

#endif
