/* What a database gives to store.c, which alone knows what a table, a line or a person is.
 *
 * The SQL is the same for all of them. Its parameters are $1, $2, … and their kinds never change
 * from one call of a statement to the next. */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/store.h"

typedef enum sql_statement {
    SQL_COUNT,
    SQL_MAKE,
    SQL_CHANGE,
    SQL_VERSION,
    SQL_SEAT,
    SQL_CLEAR_SEATS,
    SQL_MARK,
    SQL_CLEAR_MARKS,
    SQL_MAKE_SEED,
    SQL_SEED,
    SQL_TABLE_OF,
    SQL_LISTED,
    SQL_TABLES_OF,
    SQL_DUE,
    SQL_NOT_DUE,
    SQL_UNFINISHED,
    SQL_LAST,
    SQL_LOCK_LAST,
    SQL_APPEND,
    SQL_LINES,
    SQL_SET_CLOCK,
    SQL_MOVE_CLOCK,
    SQL_STOP_CLOCK,
    SQL_ADD_NOTICES,
    SQL_SEE_NOTICES,
    SQL_DROP_UNTOLD_NOTICES,
    SQL_REST_NOTICES,
    SQL_END_NOTICES,
    SQL_CLEAR_NOTICES,
    SQL_ASK_CHANNEL,
    SQL_DUE_NOTICES,
    SQL_MOVE_NOTICE,
    SQL_TAKE_NOTICE,
    SQL_TAKE_UNLOCKED_NOTICE,
    SQL_DELETE_NOTICE,
    SQL_ADD_CHANNEL,
    SQL_CHANNELS_OF,
    SQL_CHANNEL_OF_TOKEN,
    SQL_SET_CHANNEL,
    SQL_CONFIRM_CHANNEL,
    SQL_NOTE_CHANNEL,
    SQL_REST_CHANNEL,
    SQL_DROP_CHANNEL,
    SQL_DROP_CHANNEL_OF_TOKEN,
    SQL_DROP_OTHERS_PUSHES,
    SQL_DROP_OTHER_MAILS,
    SQL_DROP_OLD_PUSHES,
    SQL_COUNT_UNCONFIRMED,
    SQL_DROP_UNCONFIRMED,
    SQL_FORGET_CHANNELS,
    SQL_DROP_PUSHES,
    SQL_KEEP_SECRET,
    SQL_SECRET,
    SQL_SET_STATUS,
    SQL_LAST_CHAT,
    SQL_ADD_CHAT,
    SQL_DROP_CHATS,
    SQL_CHATS,
    SQL_NAME,
    SQL_SET_NAME,
    SQL_FORGET_NAME,
    SQL_FORGET_CHATS,
    SQL_FORGET_TABLES,
    SQL_FORGET_SEATS,
    SQL_FORGET_MARKS,
    SQL_NOTIFY,
    SQL_NOTIFY_TABLES_OF,
    SQL_TOUCH_PROCESS,
    SQL_OLDEST_PROCESS,
    SQL_DELETE_PROCESS,
    SQL_HOME,
    SQL_CLEAR_HOMES,
    SQL_DELETE_HOMES,
    SQL_TABLES_OF_PROCESS,
    SQL_SET_TURN,
    SQL_STOP_TURN,
    SQL_END_SEATS,
    SQL_GAMES,
    SQL_UNSEEN,
    SQL_ADD_PLAYED,
    SQL_PLAYED_BY,
    SQL_RESULTS_OF,
    SQL_MARKED,
    SQL_TALLY,
    SQL_FORGET_PLAYED,
    SQL_UNCOUNTED,
    SQL_PERSON,
    SQL_PERSON_OF_MARK,
    SQL_SET_SHOWS,
    SQL_UNMARKED,
    SQL_SET_MARK,
    SQL_DEVICE,
    SQL_DEVICES,
    SQL_ADD_DEVICE,
    SQL_SEE_DEVICE,
    SQL_REMOVE_DEVICE,
    SQL_DROP_OLD_DEVICES,
    SQL_DROP_WORDS,
    SQL_FORGET_DEVICES,
    SQL_ADD_LINK,
    SQL_USE_LINK,
    SQL_LINK,
    SQL_DROP_LINKS,
    SQL_DROP_OLD_LINKS,
    SQL_FORGET_LINKS,
    SQL_SAID_BY,
    SQL_OVER_BEFORE,
    SQL_DELETE_LINES,
    SQL_DELETE_CHAT,
    SQL_DELETE_SEED,
    SQL_DELETE_UNCOUNTED,
    SQL_LOSE_TABLE,
    SQL_DELETE_TABLE,
    SQL_SHARE,
    SQL_SET_OWNER,
    SQL_SET_MUTED,
    SQL_SET_BANNED,
    SQL_FIND_PEOPLE,
    SQL_SET_SKELETON,
    SQL_IMITATED,
    SQL_CHAT_AT,
    SQL_ADD_REPORT,
    SQL_REPORTS,
    SQL_END_REPORT,
    SQL_REPORTS_BY,
    SQL_FORGET_REPORTS,
    SQL_ADD_ACT,
    SQL_ACTS,
    SQL_ACTS_AFTER,
    SQL_ACTS_ON,
    SQL_FORGET_ACTS,
    SQL_FORGET_OWNER,
    SQL_COUNT_GAMES,
    SQL_LOCK_PEOPLE,
    SQL_LOCK_ROOMS,
    SQL_LAST_PLACE,
    SQL_WAIT,
    SQL_UNWAIT,
    SQL_WAITER,
    SQL_WAITERS,
    SQL_ALL_WAITERS,
    SQL_ROOMS,
    SQL_SEAT_WAITER,
    SQL_LEAVE_ROOM,
    SQL_LEAVE_ROOMS,
    SQL_DROP_WAITERS,
    SQL_FILL_ROOMS,
    SQL_SET_COUNTED,
    SQL_STATEMENTS
} sql_statement;

extern const char *const sql_texts[SQL_STATEMENTS];

enum { SQL_PARAMETERS = 10, SQL_COLUMNS = 16 };

typedef enum sql_kind { SQL_NUMBER, SQL_TEXT, SQL_BYTES } sql_kind;

typedef struct sql_value {
    sql_kind kind;
    int64_t number;
    rz_slice text; /* of texts and bytes; `at` is NULL for SQL's NULL */
} sql_value;

/* What is called for every row. False: no more. */
typedef bool sql_each(void *context, const sql_value *columns);

typedef struct store_backend {
    /* A reader neither brings the schema up to date nor listens. */
    store *(*open)(const char *url, bool reader, char *why, size_t size, store_result *result);
    void (*close)(store *s);
    bool (*claim)(store *s, char *why, size_t size); /* as store_claim; NULL: any number can */

    /* A write that nobody waits for (`each` and `changed` are NULL) may fail as late as at the
     * commit. `changed` is the number of rows that were written. */
    store_result (*run)(store *s, sql_statement statement, const sql_value *parameters, int n,
                        sql_each *each, void *context, int64_t *changed);
    store_result (*begin)(store *s);
    store_result (*commit)(store *s); /* what is not STORE_OK is rolled back */
    void (*rollback)(store *s);

    /* Other processes write, too, and are told of writes: SQL_NOTIFY works, and a row that was read
     * has to be locked to stay as it is. */
    bool notifies;
    int (*socket)(const store *s);
    store_result (*poll_changes)(store *s, void (*each)(void *context, const char *id),
                                 void *context);
} store_backend;

extern const store_backend store_sqlite, store_postgres;

/* The beginning of what each of them has. */
struct store {
    const store_backend *backend;
    bool batch;           /* between begin and commit */
    store_result spoiled; /* by which failure; STORE_OK: not */
    char why[512];
};

/* ---- Schema --------------------------------------------------------------------------------- */

/* Step n makes version n + 1 out of version n. A step that was released is never changed; a new one
 * is added. What differs: how a key that counts itself is declared, and one that is never given
 * away again, what bytes are called, and how a table is told to lie in the order of its key.
 *
 * The time of a clock lies apart from its table because it changes with every line: there a page of
 * the disk holds hundreds of them. `people` has the hashes one after the other in hex; `seats` is
 * the way back from a person to the tables, `homes` that from a process to the tables at which it
 * has people (until version 3 their infos were searched for it). */
#define STORE_SCHEMA(KEY, COUNTED, BYTES, ORDERED)                                                 \
    {                                                                                              \
        "CREATE TABLE tables (key " KEY ", id TEXT NOT NULL UNIQUE, version BIGINT NOT NULL,"      \
        " status BIGINT NOT NULL, listed BIGINT NOT NULL, changed BIGINT NOT NULL,"                \
        " people TEXT NOT NULL, info TEXT NOT NULL);"                                              \
        "CREATE INDEX tables_listed ON tables (changed) WHERE listed = 1;"                         \
        "CREATE INDEX tables_status ON tables (status);"                                           \
        "CREATE TABLE lines (key BIGINT NOT NULL REFERENCES tables, number BIGINT NOT NULL,"       \
        " at BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (key, number))" ORDERED ";"          \
        "CREATE TABLE clocks (key BIGINT PRIMARY KEY REFERENCES tables, due BIGINT NOT "           \
        "NULL)" ORDERED ";"                                                                        \
        "CREATE INDEX clocks_due ON clocks (due);"                                                 \
        "CREATE TABLE seeds (key BIGINT PRIMARY KEY REFERENCES tables, seed " BYTES                \
        " NOT NULL)" ORDERED ";"                                                                   \
        "CREATE TABLE seats (person " BYTES " NOT NULL, key BIGINT NOT NULL REFERENCES tables,"    \
        " PRIMARY KEY (person, key))" ORDERED ";"                                                  \
        "CREATE INDEX seats_key ON seats (key);",                                                  \
                                                                                                   \
            "CREATE TABLE people (person " BYTES " PRIMARY KEY, name TEXT NOT NULL,"               \
            " at BIGINT NOT NULL)" ORDERED ";"                                                     \
            "CREATE TABLE chat (key BIGINT NOT NULL REFERENCES tables, number BIGINT NOT NULL,"    \
            " at BIGINT NOT NULL, person " BYTES                                                   \
            ", text TEXT NOT NULL, PRIMARY KEY (key, number))" ORDERED ";"                         \
            "CREATE INDEX chat_person ON chat (person);",                                          \
                                                                                                   \
            "CREATE TABLE marks (mark TEXT NOT NULL, key BIGINT NOT NULL REFERENCES tables,"       \
            " PRIMARY KEY (mark, key))" ORDERED ";"                                                \
            "CREATE INDEX marks_key ON marks (key);"                                               \
            "CREATE TABLE processes (process TEXT PRIMARY KEY, at BIGINT NOT NULL)" ORDERED ";",   \
                                                                                                   \
            "CREATE TABLE homes (process TEXT NOT NULL, key BIGINT NOT NULL REFERENCES tables,"    \
            " PRIMARY KEY (process, key))" ORDERED ";"                                             \
            "CREATE INDEX homes_key ON homes (key);"                                               \
            "INSERT INTO homes (process, key) SELECT p.process, t.key FROM processes p, tables t"  \
            " WHERE t.status < 2 AND t.info LIKE '%\"home\":\"' || p.process || '\"%';",           \
                                                                                                   \
            "ALTER TABLE seats ADD COLUMN over BIGINT NOT NULL DEFAULT 0;"                         \
            "UPDATE seats SET over = 1 WHERE key IN (SELECT key FROM tables WHERE status >= 2);"   \
            "CREATE INDEX seats_open ON seats (person) WHERE over = 0;"                            \
            "CREATE INDEX tables_over ON tables (changed) WHERE status >= 2;"                      \
            "CREATE TABLE channels (key " COUNTED ", person " BYTES                                \
            " NOT NULL, kind BIGINT NOT NULL,"                                                     \
            " address TEXT NOT NULL, target " BYTES " NOT NULL, token TEXT NOT NULL UNIQUE,"       \
            " language TEXT NOT NULL, digest BIGINT NOT NULL, confirmed BIGINT NOT NULL,"          \
            " made BIGINT NOT NULL, next BIGINT NOT NULL, fails BIGINT NOT NULL,"                  \
            " failing BIGINT NOT NULL, UNIQUE (person, kind, address));"                           \
            "CREATE INDEX channels_address ON channels (address);"                                 \
            "CREATE INDEX channels_made ON channels (made) WHERE confirmed = 0;"                   \
            "CREATE TABLE notices (key BIGINT NOT NULL, channel BIGINT NOT NULL,"                  \
            " number BIGINT NOT NULL, at BIGINT NOT NULL, tries BIGINT NOT NULL,"                  \
            " PRIMARY KEY (key, channel))" ORDERED ";"                                             \
            "CREATE INDEX notices_at ON notices (at) WHERE at < 9223372036854775807;"              \
            "CREATE TABLE secrets (name TEXT PRIMARY KEY, value " BYTES " NOT NULL)" ORDERED ";"   \
            "ALTER TABLE people ADD COLUMN mark TEXT NOT NULL DEFAULT '';"                         \
            "ALTER TABLE people ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"                     \
            "ALTER TABLE people ADD COLUMN since BIGINT NOT NULL DEFAULT 0;"                       \
            "ALTER TABLE people ADD COLUMN shows BIGINT NOT NULL DEFAULT 1;"                       \
            "ALTER TABLE people ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;"                       \
            "ALTER TABLE people ADD COLUMN muted BIGINT NOT NULL DEFAULT 0;"                       \
            "ALTER TABLE people ADD COLUMN banned BIGINT NOT NULL DEFAULT 0;"                      \
            "UPDATE people SET since = at;"                                                        \
            "CREATE INDEX people_mark ON people (mark);"                                           \
            "CREATE INDEX people_skeleton ON people (skeleton);"                                   \
            "CREATE INDEX people_owner ON people (owner) WHERE owner > 0;"                         \
            "CREATE TABLE devices (device " BYTES " PRIMARY KEY, person " BYTES " NOT NULL,"       \
            " kind BIGINT NOT NULL, name TEXT NOT NULL, since BIGINT NOT NULL,"                    \
            " seen BIGINT NOT NULL)" ORDERED ";"                                                   \
            "CREATE INDEX devices_person ON devices (person);"                                     \
            "CREATE TABLE links (code " BYTES " PRIMARY KEY, kind BIGINT NOT NULL,"                \
            " person " BYTES " NOT NULL, uses BIGINT NOT NULL, until BIGINT NOT NULL)" ORDERED ";" \
            "CREATE INDEX links_person ON links (person);"                                         \
            "CREATE INDEX links_until ON links (until);"                                           \
            "CREATE TABLE turns (key BIGINT PRIMARY KEY REFERENCES tables, number BIGINT NOT "     \
            "NULL,"                                                                                \
            " waits TEXT NOT NULL)" ORDERED ";"                                                    \
            "CREATE TABLE waiting (person " BYTES " PRIMARY KEY, place BIGINT NOT NULL,"           \
            " room TEXT NOT NULL, fill BIGINT NOT NULL, level TEXT NOT NULL,"                      \
            " nonce " BYTES " NOT NULL, process TEXT NOT NULL, gone BIGINT NOT NULL,"              \
            " id TEXT NOT NULL)" ORDERED ";"                                                       \
            "CREATE INDEX waiting_room ON waiting (room, place);"                                  \
            "CREATE INDEX waiting_fill ON waiting (fill);"                                         \
            "CREATE TABLE results (person " BYTES " NOT NULL, id TEXT NOT NULL,"                   \
            " at BIGINT NOT NULL, game TEXT NOT NULL, players BIGINT NOT NULL,"                    \
            " won BIGINT NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (person, id))" ORDERED ";"    \
            "CREATE INDEX results_at ON results (person, at);"                                     \
            "CREATE TABLE uncounted (key BIGINT PRIMARY KEY REFERENCES tables)" ORDERED ";"        \
            "INSERT INTO uncounted (key) SELECT key FROM tables WHERE status = 2;"                 \
            "CREATE TABLE reports (report " COUNTED ", at BIGINT NOT NULL, reporter " BYTES        \
            " NOT NULL, person " BYTES " NOT NULL, id TEXT NOT NULL, number BIGINT NOT NULL,"      \
            " said TEXT NOT NULL, text TEXT NOT NULL, done BIGINT NOT NULL);"                      \
            "CREATE INDEX reports_open ON reports (report) WHERE done = 0;"                        \
            "CREATE INDEX reports_person ON reports (person);"                                     \
            "CREATE INDEX reports_reporter ON reports (reporter);"                                 \
            "CREATE TABLE acts (act " COUNTED ", at BIGINT NOT NULL, owner TEXT NOT NULL,"         \
            " what TEXT NOT NULL, mark TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL);"      \
            "CREATE INDEX acts_mark ON acts (mark);"                                               \
            "CREATE INDEX acts_owner ON acts (owner);",                                            \
    }

enum { STORE_SCHEMA_VERSION = 5 };

#endif
