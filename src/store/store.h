/* Where tables live: an append-only list of lines for each, and a little beside it.
 *
 * Functions block, and one thread at a time uses a store: the server has a thread for it. What is
 * written between store_begin and store_commit becomes durable together, so that many moves share
 * one sync; nobody may be told of a write before its commit has returned STORE_OK.
 *
 * (table, number) is the key of a line. Two processes on one store can both try to write line n;
 * one gets STORE_TAKEN, reads on, and tries again. No lock is held between calls.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

enum {
    STORE_TABLE_ID = 22, /* characters: 128 bits in base64url */
    STORE_HASH = 32,     /* bytes: of a person's key */
    STORE_NAME = 161,    /* bytes, with the zero */
    STORE_PEOPLE = 8,    /* at one table */
    STORE_MARK = 12,     /* characters of a person's public mark */
    STORE_MARKS = 64,    /* of people at one table */
    STORE_CHATS = 200,   /* messages that are kept of one table */
    STORE_PROCESS = 16   /* characters by which a process is known */
};

typedef enum store_result {
    STORE_OK,
    STORE_TAKEN,     /* somebody else wrote this number or version first */
    STORE_MISSING,   /* there is no such thing */
    STORE_DOWN,      /* the database can not be reached now; later it may */
    STORE_FULL,      /* no room on the disk */
    STORE_READ_ONLY, /* it can be read and not written */
    STORE_NEWER,     /* made by a newer Razzia */
    STORE_BROKEN     /* damaged, or no store at all */
} store_result;

typedef struct store store;

/* "sqlite:FILE" or "postgresql://…". NULL on failure, and then `why` has one sentence. An older
 * schema is brought up to date. */
store *store_open(const char *url, char *why, size_t size, store_result *result);
void store_close(store *s);

/* A second way into a store that is open, for a thread that only reads: what was committed before a
 * call is seen by it. Writes through it fail. */
store *store_open_reader(const char *url, char *why, size_t size, store_result *result);

/* For one server alone, where several can not share it: false if another has it, and `why` says so.
 * It is free again when the process ends, in whatever way. */
bool store_claim(store *s, char *why, size_t size);

/* A sentence about the last failure, for the log. */
const char *store_why(const store *s);

/* Several writes that are durable together. A write that answers STORE_TAKEN or STORE_MISSING has
 * written nothing and spoils nothing; any other failure spoils the batch: the writes after it and
 * the commit answer the same, and nothing of it is there. A commit that did not answer STORE_OK has
 * ended the batch as store_rollback does. (After STORE_DOWN nobody knows whether the commit was
 * heard: writing the same lines again answers STORE_TAKEN if it was.) Batches write tables in
 * ascending order of their ids, or two processes could wait for each other. Writes outside of a
 * batch are a batch of their own. */
store_result store_begin(store *s);
store_result store_commit(store *s);
void store_rollback(store *s);

/* ---- Tables --------------------------------------------------------------------------------- */

typedef enum store_status {
    STORE_GATHERING,
    STORE_RUNNING,
    STORE_FINISHED,
    STORE_ABANDONED,
    STORE_DAMAGED /* only read: the store has something else there */
} store_status;

/* A table beside its record. `info` is JSON that the server alone understands: game, options,
 * seats, clocks. It names nobody, but says at which place of `people` they are. */
typedef struct store_table {
    char id[STORE_TABLE_ID + 1];
    uint32_t version; /* grows with every change */
    store_status status;
    bool listed;     /* among the open tables */
    int64_t changed; /* time of the last change, milliseconds since 1970 */
    int64_t due;     /* when something is to happen without a person: a bot's move, a clock
                        that runs out; INT64_MAX if nothing is, as at every table that is over */
    const char *info;
    size_t info_size;
    int n_people; /* who sits at it, to find one's tables; zeroes: somebody who was forgotten */
    uint8_t people[STORE_PEOPLE][STORE_HASH];
    int n_marks; /* public marks that `info` has as strings, to find and blank them; not read */
    char marks[STORE_MARKS][STORE_MARK + 1];
    int n_homes; /* processes that people of it are connected to, to find its tables; not read */
    char homes[STORE_PEOPLE][STORE_PROCESS + 1];
} store_table;

/* A new table, version 1, with the seed that its chance comes from. The seed lies apart.
 * STORE_TAKEN if there is one with this id. */
store_result store_make(store *s, const store_table *table, const uint8_t seed[32]);
store_result store_seed(store *s, const char *id, uint8_t seed[32]);

/* Replaces all but the id if the version in the store is table->version - 1, else STORE_TAKEN. The
 * status of a table that is over stays. */
store_result store_change(store *s, const store_table *table);

/* What is called for every row, and may not use the store itself; the row and what it points to is
 * gone after the call. False: no more. */
typedef bool store_each_table(void *context, const store_table *table);

store_result store_table_of(store *s, const char *id, store_each_table *each, void *context);
/* The last changed first. */
store_result store_listed(store *s, int limit, store_each_table *each, void *context);
/* Those that are over last; among each, the last changed first. The first `skip` are left out. */
store_result store_tables_of(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_table *each, void *context);
/* Tables that are not over. */
store_result store_unfinished(store *s, int limit, store_each_table *each, void *context);
/* Tables that are not over and due from `from` to `now`, the longest overdue first. */
store_result store_due(store *s, int64_t from, int64_t now, int limit, store_each_table *each,
                       void *context);
/* Running tables at which nothing is due, in the order of their ids, from the one after `after`. */
store_result store_not_due(store *s, const char *after, int limit, store_each_table *each,
                           void *context);
store_result store_count(store *s, store_status status, int64_t *count);

/* ---- Turns ---------------------------------------------------------------------------------- */

/* Who is waited for at a table that is not over, as of the record's line `line`: `waits` is JSON
 * that the server alone understands. It is no more once the table is over. */
store_result store_set_turn(store *s, const char *id, uint32_t line, rz_slice waits);

/* A table of somebody, and what has happened there. */
typedef struct store_game {
    store_table table;
    int64_t turn; /* the line as of which `waits` is true, or -1: nobody has said it … */
    rz_slice waits;
    int64_t number; /* … and how many lines there are */
    int64_t chat;   /* the last message, or 0 */
} store_game;

typedef bool store_each_game(void *context, const store_game *game);
/* Those that are not over, the last changed first. */
store_result store_games(store *s, const uint8_t person[STORE_HASH], int limit,
                         store_each_game *each, void *context);
/* Those that were over after `after`, the last first. */
store_result store_lately_over(store *s, const uint8_t person[STORE_HASH], int limit, int64_t after,
                               store_each_game *each, void *context);

/* ---- Lines ---------------------------------------------------------------------------------- */

typedef struct store_line {
    uint32_t number;
    int64_t at;    /* when it was written, milliseconds since 1970 */
    rz_slice text; /* UTF-8 without NUL */
} store_line;

/* Appends lines `first`, `first` + 1, … of a table, all or none: a move and what follows from it.
 * STORE_TAKEN if line `first` is there already, the table is over, or its version is not `version`,
 * the one that the writer knows: until the commit no other process can change it. STORE_MISSING if
 * the line before is not there. `due` and `status` of the table are set with the lines (its version
 * is not), and if the status is another than before, `changed` is set to `at`, and it is listed no
 * more. */
store_result store_append(store *s, const char *id, uint32_t version, uint32_t first,
                          const rz_slice *lines, int n, int64_t at, int64_t due,
                          store_status status);

store_result store_last_line(store *s, const char *id, int64_t *number); /* -1: there is none */

typedef bool store_each_line(void *context, const store_line *line);
/* The first `limit` lines from number `from` on. */
store_result store_lines(store *s, const char *id, uint32_t from, int limit, store_each_line *each,
                         void *context);

/* ---- Chat, people --------------------------------------------------------------------------- */

typedef struct store_chat {
    int64_t number; /* from 1, in order, per table; set by store_add_chat */
    int64_t at;
    uint8_t person[STORE_HASH];
    rz_slice text;
} store_chat;

/* Only the last STORE_CHATS of a table are kept. STORE_MISSING if there is no such table. */
store_result store_add_chat(store *s, const char *id, store_chat *chat);
store_result store_last_chat(store *s, const char *id, int64_t *last); /* its number, or 0 */
typedef bool store_each_chat(void *context, const store_chat *chat);
/* The first `limit` messages from number `from` on. What the forgotten said is left out. */
store_result store_chats(store *s, const char *id, int64_t from, int limit, store_each_chat *each,
                         void *context);

/* The public mark of a person. */
void store_mark(const uint8_t person[STORE_HASH], char mark[STORE_MARK + 1]);

store_result store_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]);
/* With what the name looks like: the same for names that could be taken for each other. */
store_result store_set_name(store *s, const uint8_t person[STORE_HASH], const char *name,
                            const char *skeleton, int64_t at);

/* Deletes all that is known of a person: the name, what was said, whose tables were theirs, and
 * their mark, which becomes an empty string. Records stay, without anything that leads to the
 * person; their tables get a new version. In a batch it is the first write. */
store_result store_forget(store *s, const uint8_t person[STORE_HASH], const char *mark);

/* ---- Other processes ------------------------------------------------------------------------ */

/* Something that becomes readable when another process has written, or -1 (SQLite has one process).
 * store_poll_changes then says which tables. NULL instead of an id: somebody may have written
 * anything, for the database was out of reach; this comes once at the beginning, too. While the
 * database is down nothing becomes readable: it is reached again by the next call of any function.
 */
int store_socket(const store *s);
store_result store_poll_changes(store *s, void (*each)(void *context, const char *id),
                                void *context);

/* This process is there: to be called now and then. */
store_result store_touch_process(store *s, const char *process);

/* Which other one was touched the longest ago, and a number that changes when it is touched again;
 * STORE_MISSING if there is none. */
store_result store_oldest_process(store *s, const char *self, char process[STORE_PROCESS + 1],
                                  int64_t *at);

/* The process is forgotten, and that people were connected to it. */
store_result store_delete_process(store *s, const char *process);

/* Tables that are not over and that name this process among their homes. */
store_result store_tables_of_process(store *s, const char *process, int limit,
                                     store_each_table *each, void *context);

#endif
