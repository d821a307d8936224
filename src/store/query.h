/* How the files of this folder ask a database: values, statements, and writes that are a batch of
 * their own where no other is open. */
#ifndef STORE_QUERY_H
#define STORE_QUERY_H

#include <stdio.h>
#include <string.h>

#include "store/backend.h"

static inline bool spoils(store_result result) {
    return result != STORE_OK && result != STORE_TAKEN && result != STORE_MISSING;
}

/* A write is between these two; *alone says whether it is a batch of its own. */
static inline store_result begin_write(store *s, bool *alone) {
    *alone = !s->batch;
    return *alone ? store_begin(s) : s->spoiled;
}

static inline store_result end_write(store *s, bool alone, store_result result) {
    if (spoils(result)) {
        s->spoiled = result;
    }
    if (!alone) {
        return result;
    }
    if (result == STORE_OK) {
        return store_commit(s);
    }
    store_rollback(s);
    return result;
}

/* ---- Values --------------------------------------------------------------------------------- */

static inline sql_value number(int64_t n) {
    return (sql_value){.kind = SQL_NUMBER, .number = n};
}

static inline sql_value slice(rz_slice text) {
    return (sql_value){.kind = SQL_TEXT, .text = {text.at ? text.at : "", text.length}};
}

static inline sql_value text(const char *string) {
    return slice(rz_slice_of(string));
}

static inline sql_value hash(const uint8_t bytes[STORE_HASH]) {
    return (sql_value){.kind = SQL_BYTES, .text = {(const char *)bytes, STORE_HASH}};
}

#define COUNT(array)         ((int)(sizeof(array) / sizeof *(array)))
#define RUN(s, statement, p) (s)->backend->run(s, statement, p, COUNT(p), NULL, NULL, NULL)

static inline store_result run_changing(store *s, sql_statement statement, const sql_value *p,
                                        int n, bool *changed) {
    int64_t rows = 0;
    store_result result = s->backend->run(s, statement, p, n, NULL, NULL, &rows);
    *changed = rows > 0;
    return result;
}

/* One row of numbers; STORE_MISSING if there is none. */
typedef struct numbers {
    int n;
    bool any;
    int64_t at[SQL_COLUMNS];
} numbers;

static inline bool read_numbers(void *context, const sql_value *columns) {
    numbers *row = context;
    row->any = true;
    for (int i = 0; i < row->n; i++) {
        row->at[i] = columns[i].number;
    }
    return false;
}

static inline store_result run_numbers(store *s, sql_statement statement, sql_value parameter,
                                       numbers *row) {
    store_result result = s->backend->run(s, statement, &parameter, 1, read_numbers, row, NULL);
    return result == STORE_OK && !row->any ? STORE_MISSING : result;
}

/* A write of one statement. */
static inline store_result write_one(store *s, sql_statement statement, const sql_value *p, int n) {
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : s->backend->run(s, statement, p, n, NULL, NULL, NULL);
    return end_write(s, alone, result);
}

/* The same; STORE_MISSING if there was nothing to write to. */
static inline store_result write_row(store *s, sql_statement statement, const sql_value *p, int n) {
    bool alone, changed = true;
    store_result result = begin_write(s, &alone);
    result = result ? result : run_changing(s, statement, p, n, &changed);
    result = end_write(s, alone, result);
    return result == STORE_OK && !changed ? STORE_MISSING : result;
}

/* For the rest of the batch. A file has one writer in any case. */
static inline store_result run_lock(store *s, sql_statement statement) {
    return s->backend->notifies ? s->backend->run(s, statement, NULL, 0, NULL, NULL, NULL)
                                : STORE_OK;
}

#define WRITE(s, statement, p)     write_one(s, statement, p, COUNT(p))
#define WRITE_ROW(s, statement, p) write_row(s, statement, p, COUNT(p))

static inline void copy_text(char *out, size_t size, const sql_value *column) {
    snprintf(out, size, "%.*s", (int)column->text.length, column->text.at);
}

static inline store_result notify(store *s, const char *id) {
    sql_value p[] = {text(id)};
    return s->backend->notifies ? RUN(s, SQL_NOTIFY, p) : STORE_OK;
}

/* ---- Tables --------------------------------------------------------------------------------- */

enum { SQL_TABLE_COLUMNS = 8 };

typedef struct table_reader {
    store_each_table *each;
    void *context;
    bool any;
} table_reader;

static inline store_status status_of(int64_t number) {
    bool known = number >= STORE_GATHERING && number <= STORE_ABANDONED;
    return known ? (store_status)number : STORE_DAMAGED;
}

static inline store_table table_of_row(const sql_value *columns) {
    store_table table = {.version = (uint32_t)columns[1].number,
                         .status = status_of(columns[2].number),
                         .listed = columns[3].number != 0,
                         .changed = columns[4].number,
                         .info = columns[6].text.at,
                         .info_size = columns[6].text.length,
                         .due = columns[7].number};
    snprintf(table.id, sizeof table.id, "%.*s", (int)columns[0].text.length, columns[0].text.at);
    rz_slice hex = columns[5].text;
    size_t people = hex.length / (2 * STORE_HASH);
    if (people <= STORE_PEOPLE && rz_hex_read(hex, table.people[0], people * STORE_HASH)) {
        table.n_people = (int)people;
    }
    return table;
}

static inline bool read_table(void *context, const sql_value *columns) {
    table_reader *reader = context;
    store_table table = table_of_row(columns);
    reader->any = true;
    return reader->each(reader->context, &table);
}

#endif
