/* The store in one file: SQLite with a write-ahead log that is synced at every commit.
 *
 * From the log, pages have to be brought into the file now and then, which may take long. A thread
 * of its own does that, while commits go on; only the last few pages, after which the log can begin
 * anew, are brought over between two commits. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backend.h"

static const char *const schema[STORE_SCHEMA_VERSION] = STORE_SCHEMA(
    "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT", "BLOB", " WITHOUT ROWID");

enum {
    APPLICATION = 0x527a5374, /* "RzSt": what kind of file it is */
    BUSY_MS = 5000            /* a backup or another process may hold it for so long */
};

/* Sizes of the log, in pages. */
enum {
    LOG_CLEAN = 2000, /* so many are worth to be brought over */
    LOG_ROUND = 4000, /* now it is time to begin anew, */
    LOG_FEW = 16,     /* as soon as no more than one in so many is left, */
    LOG_MOST = 32000  /* and now it is done whatever it takes */
};

typedef struct cleaner {
    bool runs; /* there is a thread */
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t wake;
    bool busy, ends;
    int done; /* pages of this log that are in the file */
} cleaner;

/* Beside the statements of every store, what begins and ends a batch. */
enum { BEGIN = SQL_STATEMENTS, COMMIT, STATEMENTS };

/* What a name stood for when it was first looked at. */
typedef struct identity {
    bool known;
    dev_t device;
    ino_t inode;
} identity;

typedef struct sqlite_store {
    store base;
    sqlite3 *db;
    char *file, *log;
    identity file_was, log_was;
    int claim; /* an open file that holds a lock, or -1 */
    bool reader;
    cleaner cleaner;
    sqlite3_stmt *prepared[STATEMENTS];
} sqlite_store;

/* ---- Failures ------------------------------------------------------------------------------- */

/* SQLite often says no more than that writing failed; the system knows why. */
static store_result result_of(int code, int system) {
    if (code == SQLITE_IOERR_SHMSIZE || system == ENOSPC || system == EDQUOT || system == EFBIG) {
        return STORE_FULL;
    }
    if (system == EROFS || system == EACCES || system == EPERM) {
        return STORE_READ_ONLY;
    }
    if (system == ENOENT || system == ENOTDIR || system == EISDIR) {
        return (code & 0xff) == SQLITE_CANTOPEN ? STORE_BROKEN : STORE_DOWN;
    }
    switch (code & 0xff) {
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return STORE_READ_ONLY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_NOMEM:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return STORE_DOWN;
    default:
        return STORE_BROKEN;
    }
}

/* errno was 0 before. (SQLite keeps it by itself, but not when a commit fails.) */
static store_result failed(sqlite_store *s) {
    int code = sqlite3_extended_errcode(s->db), kind = code & 0xff;
    int system = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN ? errno : 0;
    store_result result = result_of(code, system);
    static const char *const sentences[] = {
        [STORE_DOWN] = "can not be used now",
        [STORE_FULL] = "can not grow: the disk is full",
        [STORE_READ_ONLY] = "can not be written",
        [STORE_BROKEN] = "is damaged, or no store of Razzia",
    };
    const char *sentence = kind == SQLITE_CANTOPEN ? "can not be opened" : sentences[result];
    snprintf(s->base.why, sizeof s->base.why, "%s %s (%s%s%s)", s->file, sentence,
             sqlite3_errmsg(s->db), system ? ": " : "", system ? strerror(system) : "");
    return result;
}

/* Whoever deletes a file that is open, or puts another in its place, takes with it all that is
 * written from then on, and nobody notices. */
static bool is_same(const char *name, identity *was) {
    struct stat now;
    bool there = stat(name, &now) == 0;
    if (!was->known && there) {
        *was = (identity){true, now.st_dev, now.st_ino};
    }
    return !was->known || (there && now.st_dev == was->device && now.st_ino == was->inode);
}

static store_result check_files(sqlite_store *s) {
    bool file = is_same(s->file, &s->file_was);
    if (file && is_same(s->log, &s->log_was)) {
        return STORE_OK;
    }
    snprintf(s->base.why, sizeof s->base.why,
             "%s was deleted, moved or replaced while it was in use: nothing is written any more "
             "until it is back, or the server is started again",
             file ? s->log : s->file);
    return STORE_DOWN;
}

/* ---- Statements ----------------------------------------------------------------------------- */

/* $1 is ?1 here: SQLite would take $1 for a name. */
static int prepare(sqlite_store *s, int statement) {
    char sql[2048];
    size_t i = 0;
    const char *from = statement == BEGIN    ? "BEGIN IMMEDIATE"
                       : statement == COMMIT ? "COMMIT"
                                             : sql_texts[statement];
    for (; *from && i < sizeof sql; from++) {
        sql[i++] = *from == '$' ? '?' : *from;
    }
    return sqlite3_prepare_v3(s->db, sql, (int)i, SQLITE_PREPARE_PERSISTENT,
                              &s->prepared[statement], NULL);
}

static int bind(sqlite3_stmt *statement, int i, const sql_value *value) {
    switch (value->kind) {
    case SQL_NUMBER:
        return sqlite3_bind_int64(statement, i, value->number);
    case SQL_TEXT:
        return sqlite3_bind_text64(statement, i, value->text.at, value->text.length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    default:
        return sqlite3_bind_blob64(statement, i, value->text.at, value->text.length, SQLITE_STATIC);
    }
}

static void read_row(sqlite3_stmt *statement, sql_value *columns) {
    int n = sqlite3_column_count(statement);
    for (int i = 0; i < n; i++) {
        if (sqlite3_column_type(statement, i) == SQLITE_INTEGER) {
            columns[i] = (sql_value){SQL_NUMBER, sqlite3_column_int64(statement, i), {"", 0}};
            continue;
        }
        const char *at = sqlite3_column_blob(statement, i);
        size_t size = (size_t)sqlite3_column_bytes(statement, i);
        columns[i] = (sql_value){.kind = SQL_BYTES, .text = {at ? at : "", size}};
    }
}

static store_result run(store *base, sql_statement number, const sql_value *parameters, int n,
                        sql_each *each, void *context, int64_t *changed) {
    sqlite_store *s = (sqlite_store *)base;
    if (!base->batch && check_files(s) != STORE_OK) {
        return STORE_DOWN;
    }
    if (!s->prepared[number] && prepare(s, (int)number) != SQLITE_OK) {
        return failed(s);
    }
    sqlite3_stmt *statement = s->prepared[number];
    for (int i = 0; i < n; i++) {
        if (bind(statement, i + 1, &parameters[i]) != SQLITE_OK) {
            return failed(s);
        }
    }
    sql_value columns[SQL_COLUMNS];
    int code;
    errno = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && each) {
        read_row(statement, columns);
        if (!each(context, columns)) {
            break;
        }
    }
    store_result result = code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : failed(s);
    if (changed) {
        *changed = sqlite3_changes64(s->db);
    }
    sqlite3_reset(statement);
    return result;
}

static store_result execute(sqlite_store *s, const char *sql) {
    errno = 0;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? STORE_OK : failed(s);
}

static store_result run_alone(sqlite_store *s, int statement) {
    errno = 0;
    if (!s->prepared[statement] && prepare(s, statement) != SQLITE_OK) {
        return failed(s);
    }
    bool done = sqlite3_step(s->prepared[statement]) == SQLITE_DONE;
    store_result result = done ? STORE_OK : failed(s);
    sqlite3_reset(s->prepared[statement]);
    return result;
}

static store_result begin(store *base) {
    return run_alone((sqlite_store *)base, BEGIN);
}

/* Some failures have ended the transaction already. */
static void rollback(store *base) {
    sqlite_store *s = (sqlite_store *)base;
    if (!sqlite3_get_autocommit(s->db)) {
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

static store_result commit(store *base) {
    sqlite_store *s = (sqlite_store *)base;
    store_result result = check_files(s);
    result = result ? result : run_alone(s, COMMIT);
    rollback(base);
    return result;
}

/* ---- The log -------------------------------------------------------------------------------- */

/* A database that has a log: SQLite finds out about that when it first reads. */
static int open_log(const char *file, sqlite3 **db) {
    int code = sqlite3_open_v2(file, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    return code ? code : sqlite3_exec(*db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

/* What fails here is tried again after a later commit. */
static void *clean(void *context) {
    sqlite_store *s = context;
    cleaner *c = &s->cleaner;
    sqlite3 *db = NULL;
    int code = open_log(s->file, &db);
    pthread_mutex_lock(&c->lock);
    while (code == SQLITE_OK && !c->ends) {
        if (!c->busy) {
            pthread_cond_wait(&c->wake, &c->lock);
            continue;
        }
        pthread_mutex_unlock(&c->lock);
        int pages = 0, done = 0;
        sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &done);
        pthread_mutex_lock(&c->lock);
        c->done = done > 0 ? done : c->done;
        c->busy = false;
    }
    c->busy = true; /* for ever, if there was no database */
    pthread_mutex_unlock(&c->lock);
    sqlite3_close(db);
    return NULL;
}

/* Signals are for the threads of the program. */
static bool start_cleaner(sqlite_store *s) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    s->cleaner.runs = pthread_create(&s->cleaner.thread, NULL, clean, s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return s->cleaner.runs;
}

static void stop_cleaner(sqlite_store *s) {
    cleaner *c = &s->cleaner;
    if (c->runs) {
        pthread_mutex_lock(&c->lock);
        c->ends = true;
        pthread_cond_signal(&c->wake);
        pthread_mutex_unlock(&c->lock);
        pthread_join(c->thread, NULL);
    }
}

static int after_commit(void *context, sqlite3 *db, const char *name, int pages) {
    sqlite_store *s = context;
    cleaner *c = &s->cleaner;
    pthread_mutex_lock(&c->lock);
    c->done = pages < c->done ? 0 : c->done; /* it has begun anew */
    int left = pages - c->done, few = pages / LOG_FEW;
    bool round = pages >= LOG_ROUND;
    bool now = pages >= LOG_MOST || (!c->busy && round && left < few);
    bool worth = left >= (round ? few : LOG_CLEAN); /* the rest is less after each time */
    if (!now && !c->busy && worth && (c->runs || start_cleaner(s))) {
        c->busy = true;
        pthread_cond_signal(&c->wake);
    }
    pthread_mutex_unlock(&c->lock);
    if (now) {
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
    return SQLITE_OK;
}

/* ---- Opening -------------------------------------------------------------------------------- */

static int read_first_number(void *context, int columns, char **values, char **names) {
    (void)columns;
    (void)names;
    *(int64_t *)context = values[0] ? strtoll(values[0], NULL, 10) : 0;
    return 0;
}

static store_result query_number(sqlite_store *s, const char *sql, int64_t *answer) {
    *answer = 0;
    errno = 0;
    int code = sqlite3_exec(s->db, sql, read_first_number, answer, NULL);
    return code == SQLITE_OK ? STORE_OK : failed(s);
}

/* Which version of the schema is there: 0 for a new file. */
static store_result read_version(sqlite_store *s, int64_t *version) {
    int64_t application, things;
    store_result result = query_number(s, "SELECT count(*) FROM sqlite_schema", &things);
    result = result ? result : query_number(s, "PRAGMA application_id", &application);
    result = result ? result : query_number(s, "PRAGMA user_version", version);
    if (result == STORE_OK && application != APPLICATION && (things || *version || application)) {
        snprintf(s->base.why, sizeof s->base.why, "%s is a database, but no store of Razzia",
                 s->file);
        return STORE_BROKEN;
    }
    if (result == STORE_OK && *version > STORE_SCHEMA_VERSION) {
        snprintf(s->base.why, sizeof s->base.why,
                 "%s was made by a newer Razzia (version %lld of the store, this one knows %d)",
                 s->file, (long long)*version, STORE_SCHEMA_VERSION);
        return STORE_NEWER;
    }
    return result;
}

/* Looks again once it has the lock: two processes may open an old file at once. */
static store_result migrate(sqlite_store *s) {
    int64_t version;
    store_result result = execute(s, "BEGIN IMMEDIATE");
    result = result ? result : read_version(s, &version);
    for (int64_t i = result ? STORE_SCHEMA_VERSION : version;
         i < STORE_SCHEMA_VERSION && result == STORE_OK; i++) {
        result = execute(s, schema[i]);
    }
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION, STORE_SCHEMA_VERSION);
    result = result ? result : execute(s, marks);
    result = result ? result : execute(s, "COMMIT");
    rollback(&s->base);
    return result;
}

/* EXTRA is FULL, and the journal that makes a new file one with a log is safely gone as well:
 * should it come back after a loss of power, it would take all with it. */
static store_result set_up(sqlite_store *s) {
    int64_t version;
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_extended_result_codes(s->db, 1);
    store_result result = read_version(s, &version);
    if (s->reader) {
        return result ? result : execute(s, "PRAGMA query_only = ON; PRAGMA cache_size = -8192");
    }
    result = result ? result
                    : execute(s, "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON;"
                                 "PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON;"
                                 "PRAGMA cache_size = -32768");
    sqlite3_wal_hook(s->db, after_commit, s);
    if (result == STORE_OK && !sqlite3_db_readonly(s->db, "main")) {
        result = execute(s, "PRAGMA journal_mode = WAL");
    }
    return result == STORE_OK && version < STORE_SCHEMA_VERSION ? migrate(s) : result;
}

static void close_sqlite(store *base) {
    sqlite_store *s = (sqlite_store *)base;
    stop_cleaner(s);
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(s->prepared[i]);
    }
    sqlite3_close(s->db);
    if (s->claim >= 0) {
        close(s->claim); /* not before: with it go the locks of SQLite */
    }
    pthread_mutex_destroy(&s->cleaner.lock);
    pthread_cond_destroy(&s->cleaner.wake);
    free(s->file);
    free(s->log);
    free(s);
}

/* SQLite has locks of another kind, so that backups are not kept from it. */
static bool claim(store *base, char *why, size_t size) {
    sqlite_store *s = (sqlite_store *)base;
    s->claim = open(s->file, O_RDWR | O_CLOEXEC);
    if (s->claim >= 0 && flock(s->claim, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    if (errno == EWOULDBLOCK) {
        snprintf(why, size, "another server uses %s; servers share a PostgreSQL, but not a file",
                 s->file);
    } else {
        snprintf(why, size, "%s can not be locked: %s", s->file, strerror(errno));
    }
    return false;
}

/* The seeds of games are in it: nobody else may read it, nor the log, which SQLite makes alike.
 * Answers why a new file can not be made, which SQLite would not tell; 0 if it can or is there. */
static int make_private(const char *file) {
    int fd = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0 || errno == EEXIST ? 0 : errno;
}

/* Why the file, or the log beside it, can not be written; 0 if both can, or it can not even be
 * read. SQLite would open it and fail later, or say that something is missing. */
static int read_only(const char *file) {
    char *folder = strdup(file);
    if (!folder || access(file, R_OK) != 0) {
        free(folder);
        return 0;
    }
    char *slash = strrchr(folder, '/');
    if (slash) {
        slash[1] = '\0';
    }
    bool both = access(file, W_OK) == 0 && access(slash ? folder : ".", W_OK) == 0;
    int refused = both ? 0 : errno;
    free(folder);
    return refused;
}

static store *open_sqlite(const char *url, bool reader, char *why, size_t size,
                          store_result *result) {
    const char *name = strchr(url, ':') + 1;
    sqlite_store *s = calloc(1, sizeof *s);
    char *file = strdup(name), *log = malloc(strlen(name) + sizeof "-wal");
    if (!s || !file || !log || !*name) {
        snprintf(why, size, *name ? "no memory is left" : "sqlite: needs the name of a file");
        *result = STORE_BROKEN;
        free(s);
        free(file);
        free(log);
        return NULL;
    }
    s->file = file;
    s->reader = reader;
    s->log = log;
    sprintf(log, "%s-wal", file);
    s->claim = -1;
    pthread_mutex_init(&s->cleaner.lock, NULL);
    pthread_cond_init(&s->cleaner.wake, NULL);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* nobody asks; it costs a lock at every malloc */
    int refused = make_private(file), unwritten = refused ? 0 : read_only(file);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    errno = 0;
    bool opened = sqlite3_open_v2(file, &s->db, flags, NULL) == SQLITE_OK;
    errno = refused ? refused : errno;
    *result = unwritten ? STORE_READ_ONLY : opened ? set_up(s) : failed(s);
    if (unwritten) {
        snprintf(s->base.why, sizeof s->base.why,
                 "%s can not be written, or its folder can not (%s)", file, strerror(unwritten));
    }
    if (*result == STORE_OK) {
        check_files(s);
        return &s->base;
    }
    snprintf(why, size, "%s", s->base.why);
    close_sqlite(&s->base);
    return NULL;
}

/* ---- Other processes: none ------------------------------------------------------------------ */

static int no_socket(const store *s) {
    (void)s;
    return -1;
}

static store_result no_changes(store *s, void (*each)(void *context, const char *id),
                               void *context) {
    (void)s;
    (void)each;
    (void)context;
    return STORE_OK;
}

const store_backend store_sqlite = {
    .open = open_sqlite,
    .close = close_sqlite,
    .claim = claim,
    .run = run,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .notifies = false,
    .socket = no_socket,
    .poll_changes = no_changes,
};
