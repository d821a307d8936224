/* A table in memory: a cache of its record and of what lies beside it. It is opened by replay and
 * dropped when nobody looks and nothing is due soon.
 *
 * What happens at a table happens one after another: operations wait in a line, and the next one
 * begins when the write of the one before has become durable, or failed. */
#ifndef SERVE_TABLE_H
#define SERVE_TABLE_H

#include "serve/socket.h"

/* A client that looks at a table. */
struct watch {
    watch *next;            /* at the table */
    watch *next_of_session; /* of the client */
    table *table;
    session *session; /* NULL: it has ended, and is freed when its reading comes back */
    int viewer;       /* a seat, or RZ_SPECTATOR */
    uint32_t line;    /* the next one it needs */
    int64_t chat;     /* the last message it has */
    bool reading;     /* what is behind is on its way from the store; nothing is pushed meanwhile */
    bool restart;     /* … and is not what is wanted by now */
};

typedef struct operation operation;

/* True: done, and the answer given. False: a change is under way, which owns the operation. */
typedef bool handler(table *t, operation *o);

struct operation {
    operation *next;
    handler *run;
    session *session; /* who asked, or NULL: the clock, a bot */
    int32_t id;
    uint8_t person[STORE_HASH];
    int tries;
    int seat; /* for the clock and for bots */
    uint32_t number;
    rz_action action;
    int64_t began; /* microseconds: to measure */
    message message;
    char text[]; /* the request */
};

struct table {
    schedule_entry look; /* when it is looked at next; first, for one is found by the other */
    table *next;
    char id[STORE_TABLE_ID + 1];
    watch *watches;
    int64_t due;
    operation *first, *last;
    bool known;    /* it has been read from the store */
    bool stale;    /* … and must be read again */
    bool busy;     /* a change or a reading is under way */
    bool thinking; /* a bot is */
    bool dirty;    /* the lobby is to be pushed when it is looked at */
    int pins;      /* what refers to it from other threads */
    server *server;
    rz_setup *setup;
    lobby lobby;
    position position;
    uint8_t seed[RZ_SEED]; /* the server's */
    int64_t chat;          /* the last message known here */
    int64_t idle;          /* since when nobody looks */
    int64_t retry_at;      /* not before this it is read once more, after a failure */
};

/* What an operation makes of a table: written, and when that is durable, true. */
typedef struct transaction {
    job job;
    table *table;
    operation *operation;
    lobby *lobby; /* as it will be, or NULL */
    bool plays;   /* the next two count */
    position position;
    line_batch line_batch;
    int64_t at, due;
    store_status status;
    store_table row;
    char *info;
    char answer[160];
    void *extra; /* something more to write with it, or NULL */
    store_result (*extra_write)(void *extra, store *s);
    void (*extra_free)(void *extra);
} transaction;

/* The table of that id, read from the store if it is not there; NULL without memory. */
table *table_get(server *sv, const char *id);
table *table_find(server *sv, const char *id);

/* Puts an operation in the line. `m` may be NULL. False without memory. */
bool table_submit(table *t, handler *run, session *c, int32_t id, const message *m);
operation *table_enqueue(table *t,
                         handler *run); /* the same for what nobody asked for; may be NULL */

/* Answers. */
bool operation_ok(operation *o, const char *fields);
bool operation_fail(operation *o, const char *code, const char *text);
bool operation_refuse(operation *o, const rz_game *game, const char *code,
                      const rz_problem *problem);
void operation_free(operation *o);

/* A change to be filled in and committed. NULL, and answered, without memory. */
transaction *transaction_new(table *t, operation *o);
transaction *transaction_with_lobby(table *t,
                                    operation *o); /* with a copy of the lobby, to be changed */
bool transaction_commit(transaction *c);           /* false, for op_run */
void transaction_free(transaction *c);

/* Begins to look, ends it. */
bool table_watch(table *t, operation *o);
void table_unwatch(watch *w);

/* Pushes. */
void table_broadcast_lobby(table *t, watch *only);
void table_broadcast(table *t, packet *p);

/* Goes on with what waits. */
void table_run(table *t);

/* Another process has changed it; "": or any. */
void table_changed_elsewhere(server *sv, const char *id);

/* Every so often: what is due, what has changed, what can be dropped. */
void tables_tick(server *sv, int64_t now);
void tables_free(server *sv);

/* True if nothing is under way anywhere. */
bool tables_quiet(server *sv);

/* Something is to happen then. */
void table_due(table *t, int64_t due);

/* The lobby is to be pushed soon. */
void table_push_soon(table *t);

bool table_is_bot(const table *t, int seat);

#endif
