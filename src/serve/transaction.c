#include "serve/transaction.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "serve/deadline.h"
#include "serve/history.h"
#include "serve/lobby_row.h"
#include "serve/turn.h"
#include "store/club.h"

transaction *transaction_new(table *t, operation *o) {
    server *sv = t->server;
    transaction *x = sv->n_spare > 0 ? sv->spare[--sv->n_spare] : malloc(sizeof *x);
    if (!x) {
        operation_fail_memory(o);
        return NULL;
    }
    memset(x, 0, offsetof(transaction, position));
    x->table = t;
    x->operation = o;
    x->version = t->lobby.version;
    x->position = t->position;
    x->status = t->lobby.status;
    x->at = server_now(sv);
    reply_open(&x->answer, x->answer_memory, sizeof x->answer_memory, o->id);
    return x;
}

transaction *transaction_with_lobby(table *t, operation *o) {
    transaction *x = transaction_new(t, o);
    if (x && !(x->lobby = malloc(sizeof *x->lobby))) {
        operation_fail_memory(o);
        transaction_free(x);
        return NULL;
    }
    if (x) {
        *x->lobby = t->lobby;
        x->version = ++x->lobby->version;
        x->lobby->changed = x->at;
    }
    return x;
}

void transaction_free(transaction *x) {
    server *sv = x->table->server;
    line_batch_free(&x->batch);
    free(x->lobby);
    free(x->info);
    free(x->notices);
    if (x->extra)
        x->extra_free(x->extra);
    if (sv->n_spare < SPARE_TRANSACTIONS)
        sv->spare[sv->n_spare++] = x;
    else
        free(x);
}

void transactions_free(server *sv) {
    while (sv->n_spare > 0)
        free(sv->spare[--sv->n_spare]);
}

outcome transaction_commit(transaction *x) {
    x->operation->transaction = x;
    return COMMIT;
}

/* ---- On the thread of the store -------------------------------------------------------------- */

static store_result append_lines(transaction *x, store *s) {
    rz_slice *lines = malloc((size_t)x->batch.n * sizeof *lines);
    if (!lines)
        return STORE_FULL;
    for (int i = 0; i < x->batch.n; i++)
        lines[i] = line_batch_text(&x->batch, i);
    store_result result = store_append(s, x->table->id, x->version, x->batch.first, lines,
                                       x->batch.n, x->at, x->due, x->status);
    free(lines);
    return result;
}

static store_result note_person(store *s, const lobby_seat *seat) {
    char who[WHO + 1];
    mark_of(seat->hash, who);
    return seat->person ? store_note_person(s, who) : STORE_OK;
}

/* Who has come or gone has another list of games: in other processes, too. */
static store_result note_people(const transaction *x, store *s) {
    const lobby_seat *before = x->table->lobby.seats, *after = x->lobby->seats;
    store_result result = STORE_OK;
    for (int i = 0; i < RZ_SEATS_MAX && result == STORE_OK; i++) {
        if (before[i].person == after[i].person &&
            !memcmp(before[i].hash, after[i].hash, STORE_HASH))
            continue;
        result = note_person(s, &before[i]);
        result = result ? result : note_person(s, &after[i]);
    }
    return result;
}

/* A game that begins changes both; then the version decides, and nobody else can have written its
 * first line. */
static store_result write_all(transaction *x, store *s) {
    store_result result = x->lobby ? store_change(s, &x->row) : STORE_OK;
    if (result == STORE_OK && x->lobby && x->table->server->shared)
        result = note_people(x, s);
    if (result == STORE_OK && x->plays)
        result = append_lines(x, s);
    if (result == STORE_OK && x->turn_size > 0)
        result = store_set_turn(s, x->table->id, x->line, (rz_slice){x->turn, x->turn_size});
    if (result == STORE_OK && x->plays && x->status == STORE_FINISHED)
        result = history_write(s, x->table->id, x->lobby ? x->lobby : &x->table->lobby,
                               x->table->setup, &x->position, x->at);
    if (result == STORE_OK && x->notices)
        result = notices_write(x->notices, s, x->table->id);
    if (result == STORE_OK && x->extra)
        result = x->extra_write(x->extra, s);
    return result;
}

static store_result write_transaction(job *j, store *s) {
    transaction *x = (transaction *)j;
    bool may = true;
    store_result result = x->extra_may ? x->extra_may(x->extra, s, &may) : STORE_OK;
    x->refused = result == STORE_OK && !may;
    return result != STORE_OK || x->refused ? result : write_all(x, s);
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static void written(job *j) {
    transaction *x = (transaction *)j;
    x->done(x);
}

/* The lobby as the row of its table. False without memory. */
static bool write_row(transaction *x) {
    char memory[LOBBY_BYTES];
    rz_text info;
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(x->lobby, x->table->setup, &info);
    if (!(x->info = malloc(info.length)))
        return false;
    memcpy(x->info, memory, info.length);
    lobby_row(x->table->id, x->lobby, (rz_slice){x->info, info.length}, x->due,
              x->table->server->shared, &x->row);
    return true;
}

/* Who is at the table sees that it is their turn. For others it is written, so that they find it
 * in their list; while only those play who are there, moves cost nothing for it. */
static void write_turn(transaction *x) {
    const table *t = x->table;
    const lobby *l = x->lobby ? x->lobby : &t->lobby;
    rz_text out;
    if (x->status > STORE_RUNNING ||
        !(x->lobby || x->notes_turn ||
          turn_is_for_absent(l, turn_seats(l, t->setup, &x->position))))
        return;
    rz_text_init(&out, x->turn, sizeof x->turn);
    turn_write(&out, l, t->setup, &x->position, x->at);
    x->turn_size = out.length;
    x->line = x->position.number;
}

bool transaction_submit(transaction *x, void (*done)(transaction *x)) {
    table *t = x->table;
    if (x->lobby)
        x->lobby->status = x->status;
    x->due = x->status > STORE_RUNNING
                 ? INT64_MAX
                 : deadline_of(t->server, x->lobby ? x->lobby : &t->lobby, &x->position, x->at);
    if (x->batch.failed || (x->lobby && !write_row(x)))
        return false;
    write_turn(x);
    x->notices = notices_new(t, x->lobby ? x->lobby : &t->lobby, &x->position, x->status, x->at);
    x->batch.first = t->position.number;
    x->done = done;
    x->job = (job){.writes = true, .run = write_transaction, .done = written};
    memcpy(x->job.table, t->id, sizeof t->id);
    server_submit(t->server, &x->job);
    return true;
}
