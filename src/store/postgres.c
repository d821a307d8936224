/* The store of several processes: PostgreSQL.
 *
 * Statements go through a pipeline: a write that nobody waits for is sent and answered together
 * with a later one, at the latest with the commit. A second connection does nothing but listen, so
 * that it becomes readable when there is news, and at no other time. */
#include <endian.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "store/backend.h"

#define COUNTED "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
static const char *const schema[STORE_SCHEMA_VERSION] = STORE_SCHEMA(COUNTED, COUNTED, "BYTEA", "");

enum {
    MOST_QUEUED = 64, /* answers that are waited for, at most: they must fit into a socket */
    RETRY_MS = 200    /* between two attempts to reach a database that is down */
};

/* The numbers of types, which never change. */
static const Oid type_of[] = {[SQL_NUMBER] = 20, [SQL_TEXT] = 25, [SQL_BYTES] = 17};

typedef struct postgres_store {
    store base;
    char *url;
    PGconn *work, *listening; /* NULL or broken: to be made anew */
    int poll;                 /* readable when `listening` is, whichever connection that is */
    int queued;               /* statements whose results were not read yet */
    int64_t tried_at;         /* when it was last tried to connect */
    bool reader;
    bool prepared[SQL_STATEMENTS];
} postgres_store;

/* ---- Failures ------------------------------------------------------------------------------- */

static store_result result_of(const char *state) {
    static const struct {
        const char *begins;
        store_result result;
    } states[] = {
        {"53100", STORE_FULL},      /* disk full */
        {"53", STORE_DOWN},         /* too many connections, no memory */
        {"08", STORE_DOWN},         /* connection */
        {"57", STORE_DOWN},         /* shut down, starting up, canceled */
        {"40", STORE_DOWN},         /* deadlock */
        {"55P03", STORE_DOWN},      /* somebody else has locked it for too long */
        {"25006", STORE_READ_ONLY}, /* a standby, or told to be */
        {"42501", STORE_READ_ONLY}, /* no right to */
    };
    for (size_t i = 0; state && i < sizeof states / sizeof *states; i++) {
        if (strncmp(state, states[i].begins, strlen(states[i].begins)) == 0) {
            return states[i].result;
        }
    }
    return state ? STORE_BROKEN : STORE_DOWN;
}

static store_result failed(postgres_store *s, const PGconn *connection, const PGresult *result) {
    const char *message = result ? PQresultErrorMessage(result) : "";
    message = *message ? message : PQerrorMessage(connection);
    snprintf(s->base.why, sizeof s->base.why, "PostgreSQL: %.*s", (int)strcspn(message, "\n"),
             *message ? message : "the connection was lost");
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    return PQstatus(connection) == CONNECTION_OK ? result_of(state) : STORE_DOWN;
}

/* ---- Connecting ----------------------------------------------------------------------------- */

/* What matters of it comes as a result, too. */
static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

/* What the URL says comes after, and is stronger. */
static PGconn *connect_to(const char *url) {
    static const char *const words[] = {"application_name", "connect_timeout", "tcp_user_timeout",
                                        "client_encoding",  "dbname",          NULL};
    const char *const values[] = {"razzia", "3", "10000", "UTF8", url, NULL};
    PGconn *connection = PQconnectdbParams(words, values, 1);
    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection;
}

static store_result execute(postgres_store *s, const char *sql) {
    PGresult *result = PQexec(s->work, sql);
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    store_result answer = good ? STORE_OK : failed(s, s->work, result);
    PQclear(result);
    return answer;
}

static store_result query_number(postgres_store *s, const char *sql, long long *answer) {
    PGresult *result = PQexec(s->work, sql);
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    *answer = good ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    store_result r = good ? STORE_OK : failed(s, s->work, result);
    PQclear(result);
    return r;
}

/* Which version of the schema is there: 0 for none. */
static store_result read_version(postgres_store *s, long long *version) {
    long long schemas, tables;
    *version = 0;
    store_result result =
        query_number(s, "SELECT count(*) FROM pg_namespace WHERE nspname = 'razzia'", &schemas);
    result = result
                 ? result
                 : query_number(s, "SELECT (to_regclass('razzia.schema_version') IS NOT NULL)::int",
                                &tables);
    if (result != STORE_OK || !schemas) {
        return result;
    }
    if (!tables) {
        snprintf(s->base.why, sizeof s->base.why,
                 "PostgreSQL: this database has a schema “razzia” that is no store of Razzia");
        return STORE_BROKEN;
    }
    result = query_number(s, "SELECT version FROM razzia.schema_version", version);
    if (result == STORE_OK && *version > STORE_SCHEMA_VERSION) {
        snprintf(s->base.why, sizeof s->base.why,
                 "PostgreSQL: the store was made by a newer Razzia (version %lld of the store, "
                 "this one knows %d)",
                 *version, STORE_SCHEMA_VERSION);
        return STORE_NEWER;
    }
    return result;
}

/* Looks again once it has the lock: several processes may start at once. */
static store_result migrate(postgres_store *s) {
    long long version = 0;
    store_result result = execute(s, "BEGIN; SELECT pg_advisory_xact_lock(1383748468)");
    result = result ? result : read_version(s, &version);
    if (result == STORE_OK && version == 0) {
        result = execute(s, "CREATE SCHEMA razzia; CREATE TABLE schema_version (version BIGINT);"
                            "INSERT INTO schema_version VALUES (0)");
    }
    for (long long i = version; i < STORE_SCHEMA_VERSION && result == STORE_OK; i++) {
        result = execute(s, schema[i]);
    }
    char mark[100];
    snprintf(mark, sizeof mark, "UPDATE schema_version SET version = %d; COMMIT",
             STORE_SCHEMA_VERSION);
    result = result ? result : execute(s, mark);
    if (result != STORE_OK && PQtransactionStatus(s->work) != PQTRANS_IDLE) {
        PQclear(PQexec(s->work, "ROLLBACK"));
    }
    return result;
}

static store_result connect_work(postgres_store *s) {
    PQfinish(s->work);
    memset(s->prepared, 0, sizeof s->prepared);
    s->queued = 0;
    s->work = connect_to(s->url);
    if (PQstatus(s->work) != CONNECTION_OK) {
        return failed(s, s->work, NULL);
    }
    long long version;
    store_result result = execute(
        s, "SET search_path = razzia; SET client_min_messages = error; SET lock_timeout = 5000;"
           "SET idle_in_transaction_session_timeout = 30000;"
           "SELECT set_config('synchronous_commit', 'on', false)"
           " WHERE current_setting('synchronous_commit') = 'off'");
    if (result == STORE_OK && s->reader) {
        result = execute(s, "SET default_transaction_read_only = on");
    }
    result = result ? result : read_version(s, &version);
    result = result == STORE_OK && version < STORE_SCHEMA_VERSION ? migrate(s) : result;
    if (result == STORE_OK && PQenterPipelineMode(s->work) != 1) {
        result = failed(s, s->work, NULL);
    }
    if (result != STORE_OK) {
        PQfinish(s->work);
        s->work = NULL;
    }
    return result;
}

/* The answer to LISTEN is left to be read: that makes the first news, that anything may have been
 * written before. */
static store_result connect_listening(postgres_store *s) {
    PQfinish(s->listening);
    s->listening = connect_to(s->url);
    if (PQstatus(s->listening) != CONNECTION_OK || !PQsendQuery(s->listening, "LISTEN razzia")) {
        return failed(s, s->listening, NULL);
    }
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(s->poll, EPOLL_CTL_ADD, PQsocket(s->listening), &event);
    return STORE_OK;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool alive(const PGconn *connection) {
    return connection && PQstatus(connection) == CONNECTION_OK;
}

/* Both connections, made anew where they were lost. A batch can not go on in another one. */
static store_result reach(postgres_store *s) {
    if (alive(s->work) && (alive(s->listening) || s->base.batch || s->reader)) {
        return STORE_OK;
    }
    int64_t now = now_ms();
    if (s->base.batch || now - s->tried_at < RETRY_MS) {
        return STORE_DOWN;
    }
    s->tried_at = now;
    store_result result = alive(s->work) ? STORE_OK : connect_work(s);
    bool heard = alive(s->listening) || s->reader;
    return result != STORE_OK || heard ? result : connect_listening(s);
}

/* ---- Statements ----------------------------------------------------------------------------- */

static void read_row(const PGresult *result, int row, sql_value *columns) {
    for (int i = 0; i < PQnfields(result); i++) {
        const char *at = PQgetvalue(result, row, i);
        columns[i] =
            (sql_value){.kind = SQL_BYTES, .text = {at, (size_t)PQgetlength(result, row, i)}};
        if (PQftype(result, i) == type_of[SQL_NUMBER] && columns[i].text.length == 8) {
            uint64_t number;
            memcpy(&number, at, sizeof number);
            columns[i] = (sql_value){SQL_NUMBER, (int64_t)be64toh(number), {"", 0}};
        }
    }
}

static void read_rows(const PGresult *result, sql_each *each, void *context) {
    sql_value columns[SQL_COLUMNS];
    for (int row = 0; row < PQntuples(result); row++) {
        read_row(result, row, columns);
        if (!each(context, columns)) {
            return;
        }
    }
}

/* One result of those queued; NULL and the reason if the connection is gone. */
static PGresult *next_result(postgres_store *s, store_result *why) {
    PGresult *result = PQgetResult(s->work);
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (*why == STORE_OK && !good) {
        *why = failed(s, s->work, result);
    }
    for (PGresult *end; result && (end = PQgetResult(s->work));) {
        PQclear(end);
    }
    return result;
}

/* Reads all results that are due; the rows and the count are those of the last. */
static store_result drain(postgres_store *s, sql_each *each, void *context, int64_t *changed) {
    store_result why = STORE_OK;
    for (; s->queued > 0 && alive(s->work); s->queued--) {
        PGresult *result = next_result(s, &why);
        if (why == STORE_OK && s->queued == 1 && each) {
            read_rows(result, each, context);
        }
        if (why == STORE_OK && s->queued == 1 && changed) {
            *changed = strtoll(PQcmdTuples(result), NULL, 10);
        }
        PQclear(result);
    }
    return why == STORE_OK && s->queued > 0 ? failed(s, s->work, NULL) : why;
}

/* What could not be asked, for want of memory: nobody knows what the other side has got of it, so
 * the connection is made anew. */
static store_result lose(postgres_store *s) {
    store_result result = failed(s, s->work, NULL);
    PQfinish(s->work);
    s->work = NULL;
    return result;
}

/* Ends what belongs together in the pipeline: without a batch, a statement or all that failed. */
static store_result synchronise(postgres_store *s, sql_each *each, void *context,
                                int64_t *changed) {
    if (!PQpipelineSync(s->work)) {
        return lose(s);
    }
    store_result result = drain(s, each, context, changed);
    if (alive(s->work)) {
        PQclear(PQgetResult(s->work)); /* PGRES_PIPELINE_SYNC */
    }
    return result;
}

static store_result wait_for(postgres_store *s, sql_each *each, void *context, int64_t *changed) {
    if (!s->base.batch) {
        return synchronise(s, each, context, changed);
    }
    return PQsendFlushRequest(s->work) ? drain(s, each, context, changed) : lose(s);
}

static const char *name_of(sql_statement number, char name[8]) {
    snprintf(name, 8, "s%d", (int)number);
    return name;
}

static store_result prepare(postgres_store *s, sql_statement number, const sql_value *parameters,
                            int n) {
    char name[8];
    Oid types[SQL_PARAMETERS];
    for (int i = 0; i < n; i++) {
        types[i] = type_of[parameters[i].kind];
    }
    if (!PQsendPrepare(s->work, name_of(number, name), sql_texts[number], n, types)) {
        return lose(s);
    }
    s->queued++;
    store_result result = wait_for(s, NULL, NULL, NULL);
    s->prepared[number] = result == STORE_OK;
    return result;
}

static store_result send_statement(postgres_store *s, sql_statement number,
                                   const sql_value *parameters, int n) {
    char name[8];
    uint64_t numbers[SQL_PARAMETERS];
    const char *values[SQL_PARAMETERS];
    int lengths[SQL_PARAMETERS], binary[SQL_PARAMETERS];
    for (int i = 0; i < n; i++) {
        bool is_number = parameters[i].kind == SQL_NUMBER;
        numbers[i] = htobe64((uint64_t)parameters[i].number);
        values[i] = is_number ? (const char *)&numbers[i] : parameters[i].text.at;
        lengths[i] = is_number ? (int)sizeof numbers[i] : (int)parameters[i].text.length;
        binary[i] = 1;
    }
    if (!PQsendQueryPrepared(s->work, name_of(number, name), n, values, lengths, binary, 1)) {
        return lose(s);
    }
    s->queued++;
    return STORE_OK;
}

static store_result run_once(store *base, sql_statement number, const sql_value *parameters, int n,
                             sql_each *each, void *context, int64_t *changed) {
    postgres_store *s = (postgres_store *)base;
    store_result result = reach(s);
    if (result == STORE_OK && !s->prepared[number]) {
        result = prepare(s, number, parameters, n);
    }
    result = result ? result : send_statement(s, number, parameters, n);
    bool later = base->batch && !each && !changed && s->queued < MOST_QUEUED;
    return result != STORE_OK || later ? result : wait_for(s, each, context, changed);
}

/* What only reads notices late that its connection was lost, and can ask again without harm: rows
 * are given out when all of them have come. */
static store_result run(store *base, sql_statement number, const sql_value *parameters, int n,
                        sql_each *each, void *context, int64_t *changed) {
    postgres_store *s = (postgres_store *)base;
    bool was_alive = alive(s->work);
    store_result result = run_once(base, number, parameters, n, each, context, changed);
    if (result == STORE_DOWN && s->reader && was_alive && !alive(s->work)) {
        s->tried_at = now_ms() - RETRY_MS;
        result = run_once(base, number, parameters, n, each, context, changed);
    }
    return result;
}

/* ---- Batches -------------------------------------------------------------------------------- */

static store_result send_plain(postgres_store *s, const char *sql) {
    if (!PQsendQueryParams(s->work, sql, 0, NULL, NULL, NULL, NULL, 1)) {
        return lose(s);
    }
    s->queued++;
    return STORE_OK;
}

static store_result begin(store *base) {
    postgres_store *s = (postgres_store *)base;
    store_result result = reach(s);
    return result ? result : send_plain(s, "BEGIN");
}

static void rollback(store *base) {
    postgres_store *s = (postgres_store *)base;
    if (!alive(s->work)) {
        return;
    }
    char why[sizeof base->why];
    memcpy(why, base->why, sizeof why);
    synchronise(s, NULL, NULL, NULL);
    if (alive(s->work) && PQtransactionStatus(s->work) != PQTRANS_IDLE &&
        send_plain(s, "ROLLBACK") == STORE_OK) {
        synchronise(s, NULL, NULL, NULL);
    }
    memcpy(base->why, why, sizeof why);
}

static store_result commit(store *base) {
    postgres_store *s = (postgres_store *)base;
    store_result result = alive(s->work) ? send_plain(s, "COMMIT") : STORE_DOWN;
    result = result ? result : synchronise(s, NULL, NULL, NULL);
    if (result != STORE_OK) {
        rollback(base);
    }
    return result;
}

/* ---- Opening, news -------------------------------------------------------------------------- */

static void close_postgres(store *base) {
    postgres_store *s = (postgres_store *)base;
    PQfinish(s->work);
    PQfinish(s->listening);
    close(s->poll);
    free(s->url);
    free(s);
}

static store *open_postgres(const char *url, bool reader, char *why, size_t size,
                            store_result *result) {
    postgres_store *s = calloc(1, sizeof *s);
    char *copy = strdup(url);
    if (!s || !copy) {
        snprintf(why, size, "no memory is left");
        *result = STORE_DOWN;
        free(s);
        free(copy);
        return NULL;
    }
    s->url = copy;
    s->reader = reader;
    s->poll = epoll_create1(EPOLL_CLOEXEC);
    s->tried_at = now_ms() - RETRY_MS;
    *result = reach(s);
    if (*result == STORE_OK) {
        return &s->base;
    }
    snprintf(why, size, "%s", s->base.why);
    close_postgres(&s->base);
    return NULL;
}

static int socket_of(const store *base) {
    return ((const postgres_store *)base)->poll;
}

/* False: the connection is gone. */
static bool read_answers(postgres_store *s, void (*each)(void *context, const char *id),
                         void *context) {
    PGconn *connection = s->listening;
    if (!PQconsumeInput(connection)) {
        return false;
    }
    for (PGresult *result; !PQisBusy(connection) && (result = PQgetResult(connection));) {
        bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        if (!good) {
            return false;
        }
        each(context, NULL);
    }
    return PQstatus(connection) == CONNECTION_OK;
}

static store_result poll_changes(store *base, void (*each)(void *context, const char *id),
                                 void *context) {
    postgres_store *s = (postgres_store *)base;
    store_result result = reach(s);
    if (result != STORE_OK) {
        return result;
    }
    if (!read_answers(s, each, context)) {
        failed(s, s->listening, NULL); /* that is why, if it can not be made anew at once */
        PQfinish(s->listening);
        s->listening = NULL;
        return reach(s);
    }
    for (PGnotify *n; (n = PQnotifies(s->listening)); PQfreemem(n)) {
        if (n->be_pid != PQbackendPID(s->work)) {
            each(context, n->extra);
        }
    }
    return STORE_OK;
}

const store_backend store_postgres = {
    .open = open_postgres,
    .close = close_postgres,
    .run = run,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .notifies = true,
    .socket = socket_of,
    .poll_changes = poll_changes,
};
