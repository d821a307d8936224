#include "common.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void wrong(const char *file, int line, const char *condition, const char *form, ...) {
    fprintf(stderr, "%s:%d: %s: ", file, line, condition);
    va_list more;
    va_start(more, form);
    vfprintf(stderr, form, more);
    va_end(more);
    fputc('\n', stderr);
    exit(1);
}

store *open_or_end(const char *url) {
    char why[512] = "";
    store_result result = STORE_OK;
    store *s = store_open(url, why, sizeof why, &result);
    CHECK(s, "%s: %s", url, why);
    return s;
}

static const char *file_of(const char *url) {
    return strncmp(url, "sqlite:", 7) == 0 ? url + 7 : NULL;
}

static void do_in_file(const char *file, const char *sql) {
    sqlite3 *db;
    CHECK(sqlite3_open(file, &db) == SQLITE_OK, "%s", file);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void do_in_postgres(const char *url, const char *sql) {
    PGconn *connection = PQconnectdb(url);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    CHECK(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
          PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

void do_sql(const char *url, const char *sql) {
    if (file_of(url)) {
        do_in_file(file_of(url), sql);
    } else {
        do_in_postgres(url, sql);
    }
}

void empty_store(const char *url) {
    const char *file = file_of(url);
    if (!file) {
        do_sql(url, "SET client_min_messages = error; DROP SCHEMA IF EXISTS razzia CASCADE");
        return;
    }
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s", file, ends[i]);
        unlink(name);
    }
}

store_table table_called(char letter, int number) {
    store_table table = {.version = 1,
                         .status = STORE_RUNNING,
                         .changed = 1000 + number,
                         .due = INT64_MAX,
                         .info = "{}",
                         .info_size = 2};
    snprintf(table.id, sizeof table.id, "%c%021d", letter, number);
    return table;
}

void make_tables(store *s, char letter, int n, store_status status) {
    static const uint8_t seed[32] = {1, 2, 3};
    EXPECT(s, store_begin(s), STORE_OK);
    for (int i = 0; i < n; i++) {
        store_table table = table_called(letter, i);
        table.status = status;
        EXPECT(s, store_make(s, &table, seed), STORE_OK);
    }
    EXPECT(s, store_commit(s), STORE_OK);
}

size_t text_of_line(char *out, size_t size, const char *id, uint32_t number) {
    int length = (int)(number * 37 % 150);
    return (size_t)snprintf(out, size, "{\"%s\":%u,\"ä%.*s\":1}", id, number, length,
                            "a long line, of the length that lines of games have, which are not "
                            "all alike, some being short and others much longer than one would "
                            "like them to be, as here");
}

enum { MOST_LINES = 8, LINE = 256 };

store_result append_to_version(store *s, const char *id, uint32_t version, uint32_t first, int n) {
    char texts[MOST_LINES][LINE];
    rz_slice lines[MOST_LINES];
    CHECK(n <= MOST_LINES, "%d", n);
    for (int i = 0; i < n; i++) {
        size_t length = text_of_line(texts[i], sizeof texts[i], id, first + (uint32_t)i);
        lines[i] = (rz_slice){texts[i], length};
    }
    return store_append(s, id, version, first, lines, n, (int64_t)first * 10, (int64_t)first * 100,
                        STORE_RUNNING);
}

store_result append_some(store *s, const char *id, uint32_t first, int n) {
    return append_to_version(s, id, 1, first, n);
}

store_result append_one(store *s, const char *id, uint32_t number) {
    return append_some(s, id, number, 1);
}

typedef struct counting {
    const char *id;
    uint32_t next;
} counting;

static bool count_line(void *context, const store_line *line) {
    counting *c = context;
    char text[LINE];
    size_t length = text_of_line(text, sizeof text, c->id, c->next);
    CHECK(line->number == c->next, "line %u of %s is %u", c->next, c->id, line->number);
    CHECK(line->text.length == length && memcmp(line->text.at, text, length) == 0, "line %u of %s",
          c->next, c->id);
    c->next++;
    return true;
}

uint32_t count_lines(store *s, const char *id) {
    counting c = {id, 0};
    EXPECT(s, store_lines(s, id, 0, INT32_MAX, count_line, &c), STORE_OK);
    return c.next;
}
