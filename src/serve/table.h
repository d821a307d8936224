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
    watch *next;     /* at the table */
    watch *next_own; /* of the client */
    table *table;
    client *client; /* NULL: it has ended, and is freed when its reading comes back */
    int viewer;     /* a seat, or RZ_SPECTATOR */
    uint32_t line;  /* the next one it needs */
    int64_t chat;   /* the last message it has */
    bool reading;   /* what is behind is on its way from the store; nothing is pushed meanwhile */
    bool anew;      /* … and is not what is wanted by now */
};

typedef struct op op;

/* True: done, and the answer given. False: a change is under way, which owns the operation. */
typedef bool op_run(table *t, op *o);

struct op {
    op *next;
    op_run *run;
    client *client; /* who asked, or NULL: the clock, a bot */
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
    agenda_entry look; /* when it is looked at next; first, for one is found by the other */
    table *next;
    char id[STORE_TABLE_ID + 1];
    watch *watches;
    int64_t due;
    op *first, *last;
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
    int64_t again;         /* not before this it is read once more, after a failure */
};

/* What an operation makes of a table: written, and when that is durable, true. */
typedef struct change {
    job job;
    table *table;
    op *op;
    lobby *lobby; /* as it will be, or NULL */
    bool plays;   /* the next two count */
    position position;
    story story;
    int64_t at, due;
    store_status status;
    store_table row;
    char *info;
    char answer[160];
    void *also; /* something more to write with it, or NULL */
    store_result (*also_run)(void *also, store *s);
    void (*also_free)(void *also);
} change;

/* The table of that id, read from the store if it is not there; NULL without memory. */
table *table_get(server *sv, const char *id);
table *table_find(server *sv, const char *id);

/* Puts an operation in the line. `m` may be NULL. False without memory. */
bool table_do(table *t, op_run *run, client *c, int32_t id, const message *m);
op *table_op(table *t, op_run *run); /* the same for what nobody asked for; may be NULL */

/* Answers. */
bool op_ok(op *o, const char *fields);
bool op_fail(op *o, const char *code, const char *text);
bool op_refuse(op *o, const rz_game *game, const char *code, const rz_problem *problem);
void op_free(op *o);

/* A change to be filled in and committed. NULL, and answered, without memory. */
change *change_new(table *t, op *o);
change *change_lobby(table *t, op *o); /* with a copy of the lobby, to be changed */
bool change_commit(change *c);         /* false, for op_run */
void change_free(change *c);

/* Begins to look, ends it. */
bool table_watch(table *t, op *o);
void table_unwatch(watch *w);

/* Pushes. */
void table_push_lobby(table *t, watch *only);
void table_push(table *t, packet *p);

/* Goes on with what waits. */
void table_pump(table *t);

/* Another process has changed it; "": or any. */
void table_news(server *sv, const char *id);

/* Every so often: what is due, what has changed, what can be dropped. */
void tables_tick(server *sv, int64_t now);
void tables_free(server *sv);

/* True if nothing is under way anywhere. */
bool tables_quiet(server *sv);

/* Something is to happen then. */
void table_due(table *t, int64_t due);

/* The lobby is to be pushed soon. */
void table_soon(table *t);

bool table_is_bot(const table *t, int seat);

#endif
