/* Every call of the library of PostgreSQL that may fail does so once, as it does without memory or
 * when a connection breaks: lame URL. What was committed is there, what was not is there wholly or
 * not at all, a reason is given, and afterwards the store works again. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"

/* What the sources of the store say instead of the names without “lame_” (meson.build). */
PGconn *lame_PQconnectdbParams(const char *const *words, const char *const *values, int expand);
PGresult *lame_PQexec(PGconn *connection, const char *sql);
int lame_PQenterPipelineMode(PGconn *connection);
int lame_PQsendQuery(PGconn *connection, const char *sql);
int lame_PQpipelineSync(PGconn *connection);
int lame_PQsendFlushRequest(PGconn *connection);
int lame_PQsendPrepare(PGconn *connection, const char *name, const char *sql, int n,
                       const Oid *types);
int lame_PQsendQueryPrepared(PGconn *connection, const char *name, int n, const char *const *values,
                             const int *lengths, const int *formats, int format);
int lame_PQsendQueryParams(PGconn *connection, const char *sql, int n, const Oid *types,
                           const char *const *values, const int *lengths, const int *formats,
                           int format);
int lame_PQconsumeInput(PGconn *connection);
void *lame_calloc(size_t n, size_t size);
char *lame_strdup(const char *text);

static int calls, fails_at; /* since it was set; 0: never */

static bool is_refused(void) {
    return ++calls == fails_at;
}

static void fail_at(int n) {
    calls = 0;
    fails_at = n;
}

PGconn *lame_PQconnectdbParams(const char *const *words, const char *const *values, int expand) {
    return is_refused() ? NULL : PQconnectdbParams(words, values, expand);
}

PGresult *lame_PQexec(PGconn *connection, const char *sql) {
    return is_refused() ? NULL : PQexec(connection, sql);
}

int lame_PQenterPipelineMode(PGconn *connection) {
    return is_refused() ? 0 : PQenterPipelineMode(connection);
}

int lame_PQsendQuery(PGconn *connection, const char *sql) {
    return is_refused() ? 0 : PQsendQuery(connection, sql);
}

int lame_PQpipelineSync(PGconn *connection) {
    return is_refused() ? 0 : PQpipelineSync(connection);
}

int lame_PQsendFlushRequest(PGconn *connection) {
    return is_refused() ? 0 : PQsendFlushRequest(connection);
}

int lame_PQsendPrepare(PGconn *connection, const char *name, const char *sql, int n,
                       const Oid *types) {
    return is_refused() ? 0 : PQsendPrepare(connection, name, sql, n, types);
}

int lame_PQsendQueryPrepared(PGconn *connection, const char *name, int n, const char *const *values,
                             const int *lengths, const int *formats, int format) {
    return is_refused()
               ? 0
               : PQsendQueryPrepared(connection, name, n, values, lengths, formats, format);
}

int lame_PQsendQueryParams(PGconn *connection, const char *sql, int n, const Oid *types,
                           const char *const *values, const int *lengths, const int *formats,
                           int format) {
    return is_refused()
               ? 0
               : PQsendQueryParams(connection, sql, n, types, values, lengths, formats, format);
}

int lame_PQconsumeInput(PGconn *connection) {
    return is_refused() ? 0 : PQconsumeInput(connection);
}

void *lame_calloc(size_t n, size_t size) {
    return is_refused() ? NULL : calloc(n, size);
}

char *lame_strdup(const char *text) {
    return is_refused() ? NULL : strdup(text);
}

/* ---------------------------------------------------------------------------------------------- */

static const char *url;
static uint32_t lines[2]; /* that two tables are known to have */
static int refused;

static store *open_lame(void) {
    char why[512] = "";
    store_result result = STORE_OK;
    store *s = store_open(url, why, sizeof why, &result);
    CHECK(s || (result == STORE_DOWN && *why), "%d: no reason", (int)result);
    return s;
}

static store_result write_batch(store *s) {
    static const uint8_t person[STORE_HASH] = {1};
    store_chat chat = {.person = {1}, .text = rz_slice_of("hello")};
    store_result result = store_begin(s);
    result = result ? result : store_set_name(s, person, "Anna", "anna", 1);
    for (int i = 0; i < 2 && result == STORE_OK; i++)
        result = append_some(s, table_called('l', i).id, lines[i], 3);
    result = result ? result : store_add_chat(s, table_called('l', 0).id, &chat);
    if (result == STORE_OK)
        return store_commit(s);
    store_rollback(s);
    return result;
}

static void look(void *context, const char *id) {
    (void)id;
    ++*(int *)context;
}

static store_result read_all(store *s) {
    char name[STORE_NAME];
    static const uint8_t person[STORE_HASH] = {1};
    int64_t n;
    int news = 0;
    store_result result = store_count(s, STORE_RUNNING, &n);
    store_result named = result ? result : store_name(s, person, name);
    result = named == STORE_MISSING ? STORE_OK : named;
    return result ? result : store_poll_changes(s, look, &news);
}

/* All of the batch, or nothing. */
static void compare(store *s, bool is_done) {
    uint32_t now[2];
    for (int i = 0; i < 2; i++)
        now[i] = count_lines(s, table_called('l', i).id);
    CHECK(now[0] - lines[0] == now[1] - lines[1], "half a batch");
    CHECK(now[0] == lines[0] + 3 || (!is_done && now[0] == lines[0]), "lost");
    memcpy(lines, now, sizeof lines);
}

static void note(store *s, store_result result) {
    CHECK(result == STORE_OK || result == STORE_DOWN, "%d: %s", (int)result, store_why(s));
    CHECK(result == STORE_OK || *store_why(s), "no reason");
    refused += result != STORE_OK;
}

/* Whether a call has failed. */
static bool go_through(int n) {
    fail_at(n);
    store *s = open_lame();
    if (s) {
        store_result written = write_batch(s), read = read_all(s);
        bool failed = calls >= n;
        fail_at(0);
        note(s, written);
        note(s, read);
        if (n % 5) { /* else the same one goes on, as soon as it tries again */
            store_close(s);
            s = open_or_end(url);
        }
        for (int i = 0; i < 100 && store_begin(s) != STORE_OK; i++)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        store_rollback(s);
        compare(s, written == STORE_OK);
        EXPECT(s, write_batch(s), STORE_OK);
        compare(s, true);
        EXPECT(s, read_all(s), STORE_OK);
        store_close(s);
        return failed;
    }
    fail_at(0);
    refused++;
    s = open_or_end(url);
    compare(s, false);
    store_close(s);
    return true;
}

/* The first opening, which makes the schema. */
static bool make_schema(int n) {
    empty_store(url);
    fail_at(n);
    store *s = open_lame();
    bool failed = calls >= n;
    fail_at(0);
    store_close(s);
    s = open_or_end(url);
    make_tables(s, 'l', 2, STORE_RUNNING);
    store_close(s);
    return failed;
}

int main(int n, char **arguments) {
    CHECK(n == 2, "lame URL");
    url = arguments[1];
    int k = 1;
    while (make_schema(k))
        k++;
    int opened = k;
    for (k = 1; go_through(k);)
        k++;
    printf("%d calls that failed when it was made, %d afterwards; %d refused\n", opened, k,
           refused);
    return 0;
}
