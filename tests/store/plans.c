/* No statement reads a whole table to find a few rows: plans URL. The store is emptied. Databases
 * are asked how they would do it, PostgreSQL with the word that it shall not if there is an index.
 */
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "store/backend.h"

/* These are about all rows, of tables with a row for each process or for each who waits. */
static const sql_statement about_all[] = {SQL_TOUCH_PROCESS, SQL_OLDEST_PROCESS, SQL_UNCOUNTED,
                                          SQL_ALL_WAITERS,   SQL_ROOMS,          SQL_LEAVE_ROOMS,
                                          SQL_DROP_WAITERS,  SQL_FIND_PEOPLE,    SQL_REPORTS};

static bool is_about_all(int statement) {
    for (size_t i = 0; i < sizeof about_all / sizeof *about_all; i++) {
        if ((int)about_all[i] == statement) {
            return true;
        }
    }
    return false;
}

static int count_parameters(const char *sql) {
    int most = 0;
    for (const char *at = sql; (at = strchr(at, '$')); at++) {
        int number = atoi(at + 1);
        most = number > most ? number : most;
    }
    return most;
}

/* ---- SQLite ---------------------------------------------------------------------------------- */

typedef struct plan {
    char *scan;      /* 200 bytes: a step that reads a whole table */
    char parts[200]; /* names of what was found by steps before: |page| */
} plan;

static const char *begins(const char *step, const char *with) {
    size_t n = strlen(with);
    return strncmp(step, with, n) == 0 ? step + n : NULL;
}

/* All of what a part of the statement has found is read, but that is no table. */
static bool is_part(const plan *p, const char *name) {
    char sought[64];
    snprintf(sought, sizeof sought, "|%s|", name);
    return strstr(p->parts, sought);
}

static int read_step(void *context, int columns, char **values, char **names) {
    (void)names;
    plan *p = context;
    const char *step = values[columns - 1], *part = begins(step, "CO-ROUTINE ");
    part = part ? part : begins(step, "MATERIALIZE ");
    if (part) {
        size_t n = strlen(p->parts);
        snprintf(p->parts + n, sizeof p->parts - n, "|%s|", part);
    }
    const char *name = begins(step, "SCAN ");
    if (name && !strstr(step, " USING ") && strcmp(step, "SCAN CONSTANT ROW") != 0 &&
        !strstr(step, "SCAN (subquery") && !strstr(step, "SCAN excluded") && !is_part(p, name)) {
        snprintf(p->scan, 200, "%s", step);
    }
    return 0;
}

static void explain_in_file(const char *file, const char *statement, char scan[200]) {
    sqlite3 *db;
    char sql[2048] = "EXPLAIN QUERY PLAN ";
    size_t n = strlen(sql);
    for (; *statement; statement++) {
        sql[n++] = *statement == '$' ? '?' : *statement;
    }
    CHECK(sqlite3_open(file, &db) == SQLITE_OK, "%s", file);
    plan p = {.scan = scan};
    CHECK(sqlite3_exec(db, sql, read_step, &p, NULL) == SQLITE_OK, "%s: %s", sql,
          sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* ---- PostgreSQL ------------------------------------------------------------------------------ */

static PGresult *ask(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    CHECK(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
          PQerrorMessage(connection));
    return result;
}

static void explain_in_postgres(PGconn *connection, const char *statement, char scan[200]) {
    char sql[4096];
    snprintf(sql, sizeof sql, "PREPARE asked AS %s", statement);
    PQclear(ask(connection, sql));
    size_t n = (size_t)snprintf(sql, sizeof sql, "EXPLAIN EXECUTE asked");
    int parameters = count_parameters(statement);
    for (int i = 0; i < parameters; i++) {
        n += (size_t)snprintf(sql + n, sizeof sql - n, "%sNULL%s", i ? "," : "(",
                              i == parameters - 1 ? ")" : "");
    }
    PGresult *result = ask(connection, sql);
    for (int row = 0; row < PQntuples(result); row++) {
        const char *step = PQgetvalue(result, row, 0);
        if (strstr(step, "Seq Scan on")) {
            snprintf(scan, 200, "%s", step);
        }
    }
    PQclear(result);
    PQclear(ask(connection, "DEALLOCATE asked"));
}

/* ---------------------------------------------------------------------------------------------- */

int main(int n, char **arguments) {
    CHECK(n == 2, "plans URL");
    const char *url = arguments[1];
    const char *file = strncmp(url, "sqlite:", 7) == 0 ? url + 7 : NULL;
    empty_store(url);
    store *s = open_or_end(url);
    PGconn *connection = file ? NULL : PQconnectdb(url);
    if (connection) {
        PQclear(ask(connection, "SET search_path = razzia; SET enable_seqscan = off;"
                                "SET plan_cache_mode = force_generic_plan"));
    }
    int wrong_ones = 0;
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        char scan[200] = "";
        if (is_about_all(i) || (file && strstr(sql_texts[i], "pg_"))) {
            continue;
        }
        if (file && strstr(sql_texts[i], "FOR ")) {
            continue; /* locks of rows, which SQLite has none of */
        }
        if (file) {
            explain_in_file(file, sql_texts[i], scan);
        } else {
            explain_in_postgres(connection, sql_texts[i], scan);
        }
        if (*scan) {
            printf("%s\n    %s\n", scan, sql_texts[i]);
            wrong_ones++;
        }
    }
    PQfinish(connection);
    store_close(s);
    empty_store(url);
    CHECK(wrong_ones == 0, "%d statements read whole tables", wrong_ones);
    printf("%d statements, none of which reads a whole table\n", SQL_STATEMENTS);
    return 0;
}
