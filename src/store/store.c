#include "store/query.h"

#include <stdio.h>
#include <string.h>

#include "core/json_write.h"
#include "core/sha256.h"
#include "store/club.h"
#include "store/waiting.h"

/* ---- Opening, batches ----------------------------------------------------------------------- */

static store *open_with(const store_backend *backend, const char *url, bool reader, char *why,
                        size_t size, store_result *result) {
    store *s = backend->open(url, reader, why, size, result);
    if (s) {
        s->backend = backend;
    }
    return s;
}

static store *open_any(const char *url, bool reader, char *why, size_t size, store_result *result) {
    static const struct {
        const char *begins;
        const store_backend *backend;
    } kinds[] = {{"sqlite:", &store_sqlite},
                 {"postgresql://", &store_postgres},
                 {"postgres://", &store_postgres}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(url, kinds[i].begins, strlen(kinds[i].begins)) == 0) {
            return open_with(kinds[i].backend, url, reader, why, size, result);
        }
    }
    snprintf(why, size, "a store is sqlite:FILE or postgresql://…, not “%s”", url);
    *result = STORE_BROKEN;
    return NULL;
}

store *store_open(const char *url, char *why, size_t size, store_result *result) {
    store *s = open_any(url, false, why, size, result);
    if (s) {
        store_fill_marks(s); /* what fails now is done at the next start */
    }
    return s;
}

store *store_open_reader(const char *url, char *why, size_t size, store_result *result) {
    return open_any(url, true, why, size, result);
}

bool store_claim(store *s, char *why, size_t size) {
    return !s->backend->claim || s->backend->claim(s, why, size);
}

void store_close(store *s) {
    if (s) {
        store_rollback(s);
        s->backend->close(s);
    }
}

const char *store_why(const store *s) {
    return s->why;
}

store_result store_begin(store *s) {
    s->spoiled = s->backend->begin(s);
    s->batch = s->spoiled == STORE_OK;
    return s->spoiled;
}

store_result store_commit(store *s) {
    store_result result = s->spoiled;
    if (s->batch && result == STORE_OK) {
        result = s->backend->commit(s);
        s->batch = false;
    }
    store_rollback(s);
    return result;
}

void store_rollback(store *s) {
    if (s->batch) {
        s->backend->rollback(s);
    }
    s->batch = false;
    s->spoiled = STORE_OK;
}

/* ---- Tables --------------------------------------------------------------------------------- */

enum { PEOPLE_HEX = 2 * STORE_HASH * STORE_PEOPLE + 1 };

static const uint8_t nobody[STORE_HASH];

static void write_people(const store_table *table, rz_text *hex, char memory[PEOPLE_HEX]) {
    rz_text_init(hex, memory, PEOPLE_HEX);
    rz_text_hex(hex, table->people[0], (size_t)table->n_people * STORE_HASH);
}

static store_result write_seats(store *s, const store_table *table) {
    store_result result = STORE_OK;
    for (int i = 0; i < table->n_people && result == STORE_OK; i++) {
        sql_value p[] = {text(table->id), hash(table->people[i])};
        if (memcmp(table->people[i], nobody, STORE_HASH) != 0) {
            result = RUN(s, SQL_SEAT, p);
        }
    }
    return result;
}

static store_result write_marks(store *s, const store_table *table) {
    sql_value p[] = {text(table->id), text("")};
    store_result result = s->backend->run(s, SQL_CLEAR_MARKS, p, 1, NULL, NULL, NULL);
    for (int i = 0; i < table->n_marks && result == STORE_OK; i++) {
        p[1] = text(table->marks[i]);
        result = RUN(s, SQL_MARK, p);
    }
    return result;
}

static store_result write_homes(store *s, const store_table *table) {
    store_result result = STORE_OK;
    for (int i = 0; i < table->n_homes && result == STORE_OK; i++) {
        sql_value p[] = {text(table->id), text(table->homes[i])};
        result = RUN(s, SQL_HOME, p);
    }
    return result;
}

static bool stops(int64_t due, store_status status) {
    return due == INT64_MAX || status == STORE_FINISHED || status == STORE_ABANDONED;
}

static store_result write_clock(store *s, const char *id, int64_t due, store_status status) {
    sql_value p[] = {text(id), number(due)};
    bool stop = stops(due, status);
    return s->backend->run(s, stop ? SQL_STOP_CLOCK : SQL_SET_CLOCK, p, stop ? 1 : 2, NULL, NULL,
                           NULL);
}

static store_result make(store *s, const store_table *table, const uint8_t seed[32]) {
    char memory[PEOPLE_HEX];
    rz_text people;
    write_people(table, &people, memory);
    sql_value p[] = {text(table->id),       number(table->status),
                     number(table->listed), number(table->changed),
                     text(memory),          slice((rz_slice){table->info, table->info_size})};
    sql_value with_seed[] = {text(table->id), hash(seed)};
    bool changed;
    store_result result = run_changing(s, SQL_MAKE, p, COUNT(p), &changed);
    if (result != STORE_OK || !changed) {
        return result != STORE_OK ? result : STORE_TAKEN;
    }
    result = RUN(s, SQL_MAKE_SEED, with_seed);
    result = result ? result : write_seats(s, table);
    result = result ? result : write_marks(s, table);
    result = result ? result : write_homes(s, table);
    result = result ? result : write_clock(s, table->id, table->due, table->status);
    return result ? result : notify(s, table->id);
}

store_result store_make(store *s, const store_table *table, const uint8_t seed[32]) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, make(s, table, seed));
}

typedef struct seed_reader {
    uint8_t *seed;
    bool any;
} seed_reader;

static bool read_seed(void *context, const sql_value *columns) {
    seed_reader *reader = context;
    reader->any = columns[0].text.length == STORE_HASH;
    if (reader->any) {
        memcpy(reader->seed, columns[0].text.at, STORE_HASH);
    }
    return false;
}

store_result store_seed(store *s, const char *id, uint8_t seed[32]) {
    sql_value p[] = {text(id)};
    seed_reader reader = {seed, false};
    store_result result = s->backend->run(s, SQL_SEED, p, 1, read_seed, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

/* All that lies apart from the row of a table that was changed. */
static store_result write_parts(store *s, const store_table *table) {
    sql_value p[] = {text(table->id)};
    store_result result = RUN(s, SQL_CLEAR_SEATS, p);
    result = result ? result : write_seats(s, table);
    result = result ? result : write_marks(s, table);
    result = result ? result : RUN(s, SQL_CLEAR_HOMES, p);
    result = result ? result : write_homes(s, table);
    result = result ? result : write_clock(s, table->id, table->due, table->status);
    if (result == STORE_OK && table->status >= STORE_FINISHED) {
        result = RUN(s, SQL_STOP_TURN, p);
        result = result ? result : RUN(s, SQL_CLEAR_NOTICES, p);
    }
    return result ? result : notify(s, table->id);
}

static store_result change(store *s, const store_table *table) {
    char memory[PEOPLE_HEX];
    rz_text people;
    write_people(table, &people, memory);
    sql_value p[] = {text(table->id),
                     number(table->version),
                     number(table->status),
                     number(table->listed),
                     number(table->changed),
                     text(memory),
                     slice((rz_slice){table->info, table->info_size})};
    bool changed;
    store_result result = run_changing(s, SQL_CHANGE, p, COUNT(p), &changed);
    if (result == STORE_OK && changed) {
        return write_parts(s, table);
    }
    numbers version = {.n = 1};
    result = result ? result : run_numbers(s, SQL_VERSION, text(table->id), &version);
    return result ? result : STORE_TAKEN;
}

store_result store_change(store *s, const store_table *table) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, change(s, table));
}

static store_result read_tables(store *s, sql_statement statement, const sql_value *p, int n,
                                table_reader *reader) {
    return s->backend->run(s, statement, p, n, read_table, reader, NULL);
}

store_result store_table_of(store *s, const char *id, store_each_table *each, void *context) {
    sql_value p[] = {text(id)};
    table_reader reader = {each, context, false};
    store_result result = read_tables(s, SQL_TABLE_OF, p, 1, &reader);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_listed(store *s, int limit, store_each_table *each, void *context) {
    sql_value p[] = {number(limit)};
    return read_tables(s, SQL_LISTED, p, 1, &(table_reader){each, context, false});
}

store_result store_tables_of(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_table *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return read_tables(s, SQL_TABLES_OF, p, COUNT(p), &(table_reader){each, context, false});
}

store_result store_due(store *s, int64_t from, int64_t now, int limit, store_each_table *each,
                       void *context) {
    sql_value p[] = {number(now), number(limit), number(from)};
    return read_tables(s, SQL_DUE, p, COUNT(p), &(table_reader){each, context, false});
}

store_result store_not_due(store *s, const char *after, int limit, store_each_table *each,
                           void *context) {
    sql_value p[] = {text(after), number(limit)};
    return read_tables(s, SQL_NOT_DUE, p, 2, &(table_reader){each, context, false});
}

store_result store_unfinished(store *s, int limit, store_each_table *each, void *context) {
    sql_value p[] = {number(limit)};
    return read_tables(s, SQL_UNFINISHED, p, COUNT(p), &(table_reader){each, context, false});
}

/* ---- Turns ----------------------------------------------------------------------------------- */

store_result store_set_turn(store *s, const char *id, uint32_t line, rz_slice waits) {
    sql_value p[] = {text(id), number(line), slice(waits)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_SET_TURN, p));
}

typedef struct game_reader {
    store_each_game *each;
    void *context;
} game_reader;

/* The columns of GAME beside those of TABLE. */
enum { GAME_TURN = SQL_TABLE_COLUMNS, GAME_WAITS, GAME_NUMBER, GAME_CHAT };

static bool read_game(void *context, const sql_value *columns) {
    game_reader *reader = context;
    store_game game = {.table = table_of_row(columns),
                       .turn = columns[GAME_TURN].number,
                       .waits = columns[GAME_WAITS].text,
                       .number = columns[GAME_NUMBER].number,
                       .chat = columns[GAME_CHAT].number};
    return reader->each(reader->context, &game);
}

store_result store_games(store *s, const uint8_t person[STORE_HASH], int limit,
                         store_each_game *each, void *context) {
    sql_value p[] = {hash(person), number(limit)};
    return s->backend->run(s, SQL_GAMES, p, COUNT(p), read_game, &(game_reader){each, context},
                           NULL);
}

store_result store_lately_over(store *s, const uint8_t person[STORE_HASH], int limit, int64_t after,
                               store_each_game *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(after)};
    return s->backend->run(s, SQL_UNSEEN, p, COUNT(p), read_game, &(game_reader){each, context},
                           NULL);
}

store_result store_count(store *s, store_status status, int64_t *count) {
    numbers row = {.n = 1};
    store_result result = run_numbers(s, SQL_COUNT, number(status), &row);
    *count = row.at[0];
    return result;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The columns of LAST. */
enum { LAST_KEY, LAST_VERSION, LAST_STATUS, LAST_DUE, LAST_NUMBER, LAST_COLUMNS };

/* Whoever writes line `first` has won: the lines after it can not be there, for nobody writes a
 * line without seeing the one before. */
static store_result append_lines(store *s, int64_t key, uint32_t first, const rz_slice *lines,
                                 int n, int64_t at) {
    store_result result = STORE_OK;
    for (int i = 0; i < n && result == STORE_OK; i++) {
        sql_value p[] = {number(key), number((int64_t)first + i), number(at), slice(lines[i])};
        bool changed = true;
        result =
            i == 0 ? run_changing(s, SQL_APPEND, p, COUNT(p), &changed) : RUN(s, SQL_APPEND, p);
        if (result == STORE_OK && !changed) {
            return STORE_TAKEN;
        }
    }
    return result;
}

static store_result move_clock(store *s, const char *id, const numbers *last, int64_t due,
                               store_status status) {
    sql_value p[] = {number(last->at[LAST_KEY]), number(due)};
    if (due == last->at[LAST_DUE]) {
        return STORE_OK;
    }
    bool runs = last->at[LAST_DUE] != INT64_MAX && !stops(due, status);
    return runs ? RUN(s, SQL_MOVE_CLOCK, p) : write_clock(s, id, due, status);
}

/* Nobody is waited for at a table that is over, and it is nobody's game any longer. */
static store_result end_waits(store *s, const char *id) {
    sql_value p[] = {text(id)};
    store_result result = RUN(s, SQL_STOP_TURN, p);
    result = result ? result : RUN(s, SQL_CLEAR_NOTICES, p);
    return result ? result : RUN(s, SQL_END_SEATS, p);
}

static store_result append(store *s, const char *id, uint32_t version, uint32_t first,
                           const rz_slice *lines, int n, int64_t at, int64_t due,
                           store_status status) {
    numbers last = {.n = LAST_COLUMNS};
    store_result result =
        run_numbers(s, s->backend->notifies ? SQL_LOCK_LAST : SQL_LAST, text(id), &last);
    if (result != STORE_OK || first != last.at[LAST_NUMBER] + 1) {
        return result ? result : first <= last.at[LAST_NUMBER] ? STORE_TAKEN : STORE_MISSING;
    }
    if (last.at[LAST_STATUS] >= STORE_FINISHED || last.at[LAST_VERSION] != version) {
        return STORE_TAKEN;
    }
    result = append_lines(s, last.at[LAST_KEY], first, lines, n, at);
    result = result ? result : move_clock(s, id, &last, due, status);
    if (result == STORE_OK && (int64_t)status != last.at[LAST_STATUS]) {
        sql_value p[] = {text(id), number(status), number(at)};
        result = RUN(s, SQL_SET_STATUS, p);
        result = result || status < STORE_FINISHED ? result : end_waits(s, id);
    }
    return result ? result : notify(s, id);
}

store_result store_append(store *s, const char *id, uint32_t version, uint32_t first,
                          const rz_slice *lines, int n, int64_t at, int64_t due,
                          store_status status) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result
                  : end_write(s, alone, append(s, id, version, first, lines, n, at, due, status));
}

store_result store_last_line(store *s, const char *id, int64_t *number_of_it) {
    numbers last = {.n = LAST_COLUMNS};
    store_result result = run_numbers(s, SQL_LAST, text(id), &last);
    *number_of_it = result ? -1 : last.at[LAST_NUMBER];
    return result;
}

typedef struct line_reader {
    store_each_line *each;
    void *context;
} line_reader;

static bool read_line(void *context, const sql_value *columns) {
    line_reader *reader = context;
    store_line line = {(uint32_t)columns[0].number, columns[1].number, columns[2].text};
    return reader->each(reader->context, &line);
}

store_result store_lines(store *s, const char *id, uint32_t from, int limit, store_each_line *each,
                         void *context) {
    sql_value p[] = {text(id), number(from), number(limit)};
    return s->backend->run(s, SQL_LINES, p, 3, read_line, &(line_reader){each, context}, NULL);
}

/* ---- Chat, people --------------------------------------------------------------------------- */

static store_result drop_old_chats(store *s, int64_t key, int64_t last) {
    sql_value p[] = {number(key), number(last - STORE_CHATS)};
    if (last <= STORE_CHATS)
        return STORE_OK;
    return s->backend->run(s, SQL_DROP_CHATS, p, COUNT(p), NULL, NULL, NULL);
}

/* Another process may take the same number; then the next one is tried. */
static store_result add_chat(store *s, const char *id, store_chat *chat) {
    bool changed = false;
    while (!changed) {
        numbers row = {.n = 2};
        store_result result = run_numbers(s, SQL_LAST_CHAT, text(id), &row);
        chat->number = row.at[1] + 1;
        sql_value p[] = {number(row.at[0]), number(chat->number), number(chat->at),
                         hash(chat->person), slice(chat->text)};
        result = result ? result : run_changing(s, SQL_ADD_CHAT, p, COUNT(p), &changed);
        result = result ? result : drop_old_chats(s, row.at[0], chat->number);
        if (result != STORE_OK) {
            return result;
        }
    }
    return notify(s, id);
}

store_result store_add_chat(store *s, const char *id, store_chat *chat) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, add_chat(s, id, chat));
}

store_result store_last_chat(store *s, const char *id, int64_t *last) {
    numbers row = {.n = 2};
    store_result result = run_numbers(s, SQL_LAST_CHAT, text(id), &row);
    *last = row.at[1];
    return result;
}

typedef struct chat_reader {
    store_each_chat *each;
    void *context;
} chat_reader;

static bool read_chat(void *context, const sql_value *columns) {
    chat_reader *reader = context;
    store_chat chat = {.number = columns[0].number, .at = columns[1].number};
    if (columns[2].text.length == STORE_HASH) {
        memcpy(chat.person, columns[2].text.at, STORE_HASH);
    }
    chat.text = columns[3].text;
    return reader->each(reader->context, &chat);
}

store_result store_chats(store *s, const char *id, int64_t from, int limit, store_each_chat *each,
                         void *context) {
    sql_value p[] = {text(id), number(from), number(limit)};
    return s->backend->run(s, SQL_CHATS, p, 3, read_chat, &(chat_reader){each, context}, NULL);
}

void store_mark(const uint8_t person[STORE_HASH], char mark[STORE_MARK + 1]) {
    uint8_t digest[STORE_HASH];
    rz_sha256 sha;
    rz_text hex;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, person, STORE_HASH);
    rz_sha256_end(&sha, digest);
    rz_text_init(&hex, mark, STORE_MARK + 1);
    rz_text_hex(&hex, digest, STORE_MARK / 2);
}

static bool read_name(void *context, const sql_value *columns) {
    snprintf(context, STORE_NAME, "%.*s", (int)columns[0].text.length, columns[0].text.at);
    return false;
}

store_result store_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]) {
    sql_value p[] = {hash(person)};
    name[0] = '\0';
    store_result result = s->backend->run(s, SQL_NAME, p, 1, read_name, name, NULL);
    return result == STORE_OK && !name[0] ? STORE_MISSING : result;
}

store_result store_set_name(store *s, const uint8_t person[STORE_HASH], const char *name,
                            const char *skeleton, int64_t at) {
    char mark[STORE_MARK + 1];
    store_mark(person, mark);
    sql_value p[] = {hash(person), text(name), number(at), text(mark), text(skeleton)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_SET_NAME, p));
}

/* In the order of every batch: people, waiting rooms, tables; what comes from a game that ends just
 * now is there when its table was waited for. */
static store_result forget(store *s, const uint8_t person[STORE_HASH], const char *mark) {
    char hex[2 * STORE_HASH + 1], zeroes[2 * STORE_HASH + 1], quoted[STORE_MARK + 3];
    rz_text writer;
    rz_text_init(&writer, hex, sizeof hex);
    rz_text_hex(&writer, person, STORE_HASH);
    rz_text_init(&writer, zeroes, sizeof zeroes);
    rz_text_hex(&writer, nobody, STORE_HASH);
    rz_text_init(&writer, quoted, sizeof quoted);
    rz_put_string(&writer, NULL, mark);
    sql_value p[] = {hash(person), text(mark), text(hex), text(zeroes), text(quoted), text("\"\"")};
    static const struct {
        sql_statement statement;
        int first, parameters;
        bool notifies;
    } steps[] = {{SQL_FORGET_NAME, 0, 1, false},    {SQL_FORGET_DEVICES, 0, 1, false},
                 {SQL_FORGET_LINKS, 0, 1, false},   {SQL_FORGET_CHANNELS, 0, 1, false},
                 {SQL_FORGET_REPORTS, 0, 1, false}, {SQL_FORGET_ACTS, 1, 1, false},
                 {SQL_FORGET_OWNER, 1, 1, false},   {SQL_LOCK_ROOMS, 0, 0, true},
                 {SQL_UNWAIT, 0, 1, false},         {SQL_NOTIFY_TABLES_OF, 0, 2, true},
                 {SQL_FORGET_TABLES, 0, 6, false},  {SQL_FORGET_SEATS, 0, 1, false},
                 {SQL_FORGET_MARKS, 1, 1, false},   {SQL_FORGET_CHATS, 0, 1, false},
                 {SQL_FORGET_PLAYED, 0, 1, false}};
    store_result result = STORE_OK;
    for (int i = 0; i < COUNT(steps) && result == STORE_OK; i++) {
        if (!steps[i].notifies || s->backend->notifies) {
            result = s->backend->run(s, steps[i].statement, p + steps[i].first, steps[i].parameters,
                                     NULL, NULL, NULL);
        }
    }
    return result;
}

store_result store_forget(store *s, const uint8_t person[STORE_HASH], const char *mark) {
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : store_lock_people(s);
    result = result ? result : store_lock_rooms(s); /* nobody is being seated meanwhile */
    return end_write(s, alone, result ? result : forget(s, person, mark));
}

/* ---- Other processes ------------------------------------------------------------------------ */

int store_socket(const store *s) {
    return s->backend->socket(s);
}

store_result store_poll_changes(store *s, void (*each)(void *context, const char *id),
                                void *context) {
    return s->backend->poll_changes(s, each, context);
}

store_result store_touch_process(store *s, const char *process) {
    sql_value p[] = {text(process)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_TOUCH_PROCESS, p));
}

static store_result delete_process(store *s, const char *process) {
    sql_value p[] = {text(process)};
    store_result result = RUN(s, SQL_DELETE_PROCESS, p);
    return result ? result : RUN(s, SQL_DELETE_HOMES, p);
}

store_result store_delete_process(store *s, const char *process) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, delete_process(s, process));
}

typedef struct process_reader {
    char *process;
    int64_t *at;
} process_reader;

static bool read_process(void *context, const sql_value *columns) {
    process_reader *reader = context;
    snprintf(reader->process, STORE_PROCESS + 1, "%.*s", (int)columns[0].text.length,
             columns[0].text.at);
    *reader->at = columns[1].number;
    return false;
}

store_result store_oldest_process(store *s, const char *self, char process[STORE_PROCESS + 1],
                                  int64_t *at) {
    sql_value p[] = {text(self)};
    process_reader reader = {process, at};
    process[0] = '\0';
    store_result result = s->backend->run(s, SQL_OLDEST_PROCESS, p, 1, read_process, &reader, NULL);
    return result == STORE_OK && !process[0] ? STORE_MISSING : result;
}

store_result store_tables_of_process(store *s, const char *process, int limit,
                                     store_each_table *each, void *context) {
    sql_value p[] = {text(process), number(limit)};
    return read_tables(s, SQL_TABLES_OF_PROCESS, p, 2, &(table_reader){each, context, false});
}
