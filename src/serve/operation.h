/* Something to be done at a table: what a session asked for, or what the server does by itself. */
#ifndef SERVE_OPERATION_H
#define SERVE_OPERATION_H

#include "serve/message.h"
#include "serve/table_state.h"

/* What a handler made of an operation. */
typedef enum outcome {
    ANSWERED, /* it is done */
    COMMIT    /* its transaction is to be written; then it is answered */
} outcome;

typedef outcome handler(table *t, operation *o);

struct operation {
    operation *next;
    handler *handle;
    session *session; /* who asked, or NULL: the clock, a bot */
    int32_t id;
    uint8_t person[STORE_HASH];
    int tries;
    unsigned reads;   /* how often the table had been read when it came */
    bool may_doubt;   /* another process may have changed the table since then … */
    bool is_doubtful; /* … and it would be refused if not: the table is read first */
    int seat;         /* for the clock and for bots */
    uint32_t number;
    rz_action action;
    uint64_t began; /* microseconds: to measure */
    transaction *transaction;
    message message;
    size_t size; /* of the request, in the session's account */
    char text[]; /* the request */
};

/* With a copy of the message, which may be NULL. NULL without memory. */
operation *operation_new(handler *handle, const message *m);
void operation_free(operation *o);

/* Answers; each returns ANSWERED. */
outcome operation_ok(operation *o);
outcome operation_ok_int(operation *o, const char *key, int64_t value);
outcome operation_ok_string(operation *o, const char *key, const char *value);
outcome operation_fail(operation *o, protocol_error error, const char *text);
outcome operation_fail_memory(operation *o);
outcome operation_refuse(operation *o, const rz_game *game, const rz_problem *problem);

/* True, and it is answered, if the maker has removed who asks. */
bool operation_is_removed(const table *t, operation *o);

/* A rule forbids what a session asked for. */
void session_refuse(session *s, int32_t id, const rz_game *game, protocol_error error,
                    const rz_problem *problem);

#endif
