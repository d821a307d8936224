/* What an operation makes of a table: written to the store, and true when that is durable. */
#ifndef SERVE_TRANSACTION_H
#define SERVE_TRANSACTION_H

#include "serve/notice.h"
#include "serve/operation.h"
#include "serve/turn.h"

struct transaction {
    job job;
    table *table;
    operation *operation;
    lobby *lobby;     /* as it will be, or NULL */
    uint32_t version; /* of the lobby that it is based on, or of the new one */
    bool plays;       /* the position and the lines count */
    line_batch batch;
    int64_t at, due;
    store_status status;
    store_table row;
    char *info;
    char answer_memory[192];
    rz_text answer; /* what the session gets when it is durable; fields may be put */
    void *extra;    /* something more to write with it, or NULL */
    store_result (*extra_may)(void *extra, store *s, bool *may); /* before all else; or NULL */
    store_result (*extra_write)(void *extra, store *s);
    void (*extra_refuse)(void *extra); /* it may not: nothing was written, and this answers */
    void (*extra_free)(void *extra);
    notices *notices; /* people to be told that they are waited for, or NULL */
    void (*done)(transaction *x);
    bool refused;      /* by extra_may */
    bool notes_turn;   /* who is waited for is written, if nothing else is */
    uint32_t line;     /* … as of this one */
    size_t turn_size;  /* of the text below; 0: it is not written */
    position position; /* last: all before it begins as zero */
    char turn[TURN_BYTES];
};

/* To be filled in by a handler. NULL, and the operation is answered, without memory. */
transaction *transaction_new(table *t, operation *o);
transaction *transaction_with_lobby(table *t, operation *o); /* with a copy, to be changed */
void transaction_free(transaction *x);

/* COMMIT, for a handler: this is what is to be written. */
outcome transaction_commit(transaction *x);

/* Gives it to the store; `done` follows. False without memory. */
bool transaction_submit(transaction *x, void (*done)(transaction *x));

/* Frees those that were kept for later. */
void transactions_free(server *sv);

#endif
