/* A table in memory: a cache of its record and of what lies beside it; and who watches it. table.c
 * says how it lives; what is here is data alone. */
#ifndef SERVE_TABLE_STATE_H
#define SERVE_TABLE_STATE_H

#include "serve/heads.h"
#include "serve/session.h"

typedef struct operation operation;
typedef struct bot_turn bot_turn;

/* A session that watches a table. */
struct watch {
    watch *next, **here;    /* at the table, and what points to this one */
    watch *next_of_session; /* of the session */
    table *table;
    session *session; /* NULL: it has ended, and is freed when its lines come back */
    int viewer;       /* a seat, or RZ_SPECTATOR */
    uint32_t line;    /* the next one it needs */
    int64_t chat;     /* the last message it has */
    bool catching_up; /* it is sent what it has missed; nothing is pushed meanwhile */
    bool wants_chat;  /* … of what was said, too */
    bool reading;     /* … and something of it is on its way from the store */
};

struct table {
    schedule_entry check; /* when it is checked next; first, for one is found by the other */
    table *next;
    char id[STORE_TABLE_ID + 1];
    uint64_t serial; /* no other table of this process ever had it */
    watch *watches;
    int viewers[RZ_SPECTATOR + 1]; /* how many of them see what each seat sees, or a spectator */
    int64_t due;                   /* when something is to happen without a person */
    operation *first, *last;       /* what waits */
    bool known;                    /* it has been read from the store */
    bool stale;                    /* … and must be read again */
    bool missed;                   /* … once more, for it has changed meanwhile */
    unsigned reads;                /* how often that has begun */
    bool busy;                     /* a transaction or a loading is under way */
    bool unnoted;                  /* for want of memory it was not written who is there */
    bool thinking;                 /* a bot is … */
    bot_turn *held;                /* … or has thought, and its answer is not shown yet */
    bool dirty;                    /* the lobby is to be pushed soon … */
    int64_t pushed;                /* … but not too often: when it was last */
    int pins;                      /* what refers to it from other threads */
    server *server;
    rz_setup *setup;
    lobby lobby;
    position position;
    heads heads;           /* of its record */
    uint8_t seed[RZ_SEED]; /* the server's */
    int64_t chat;          /* the last message known here … */
    int64_t said;          /* … and in the store, also if who said it was forgotten */
    bucket outside_chat;   /* messages by people without a seat */
    int64_t bots_wait;     /* not before this a bot is asked, where only bots play */
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
