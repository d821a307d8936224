/* Every statement of every function of a store fails once, and some of its allocations: refusals
 * URL. What a function has not done is not done at all, it says so, and the next time it does it:
 * as if nothing had been. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "common.h"
#include "failing.h"
#include "store/backend.h"
#include "store/notices.h"
#include "store/order.h"
#include "store/waiting.h"

static const uint8_t anna[STORE_HASH] = {0xaa, 1}, bert[STORE_HASH] = {0xbb, 2};
static const uint8_t seed[32] = {7};
#define ANNA    "aaaaaaaaaaaa"
#define PROCESS "0123456789abcdef"
#define TOKEN   "0123456789012345678901234567890a"

static const char *url;

/* ---- All functions --------------------------------------------------------------------------- */

static store_table a_table(char letter, int number) {
    store_table t = table_called(letter, number);
    t.n_people = 2;
    memcpy(t.people[0], anna, STORE_HASH);
    memcpy(t.people[1], bert, STORE_HASH);
    t.n_marks = 1;
    snprintf(t.marks[0], sizeof t.marks[0], ANNA);
    t.n_homes = 1;
    snprintf(t.homes[0], sizeof t.homes[0], PROCESS);
    t.due = 500;
    t.info = "{\"x\":\"" ANNA "\"}";
    t.info_size = strlen(t.info);
    return t;
}

static char table_id[STORE_TABLE_ID + 1], over_id[STORE_TABLE_ID + 1];
static char her_mark[STORE_MARK + 1];

static store_channel a_channel(channel_kind kind) {
    store_channel c = {.kind = kind, .language = "de", .made = 5};
    memcpy(c.person, anna, STORE_HASH);
    snprintf(c.address, sizeof c.address,
             kind == CHANNEL_MAIL ? "a@example.org" : "https://push/1");
    snprintf(c.token, sizeof c.token, kind == CHANNEL_MAIL ? TOKEN : "%032d", 7);
    return c;
}

static store_waiter a_waiter(void) {
    store_waiter w = {.room = "loot", .fill = 9, .level = "club"};
    memcpy(w.person, anna, STORE_HASH);
    return w;
}

/* How many rows were read is a result, too. */
static int rows;

#define EACH(name, type)                                                                           \
    static bool name(void *context, const type *row) {                                             \
        (void)context, (void)row;                                                                  \
        return ++rows < 100;                                                                       \
    }
EACH(each_table, store_table)
EACH(each_game, store_game)
EACH(each_line, store_line)
EACH(each_chat, store_chat)
EACH(each_channel, store_channel)
EACH(each_tally, store_tally)
EACH(each_device, store_device)
EACH(each_waiter, store_waiter)
EACH(each_person, store_person)
EACH(each_report, store_report)
EACH(each_act, store_act)

static bool each_played(void *context, const store_played *played, const store_table *table) {
    (void)context, (void)table;
    CHECK(strcmp(played->id, table_id) == 0, "%s", played->id);
    return ++rows < 100;
}

static bool each_room(void *context, const char *room, int64_t waiting) {
    (void)context, (void)room, (void)waiting;
    return ++rows < 100;
}

static bool each_said(void *context, const char *id, const store_chat *chat) {
    (void)context, (void)id, (void)chat;
    return ++rows < 100;
}

static bool keep_notice(void *context, const store_notice *notice) {
    *(store_notice *)context = *notice;
    rows++;
    return false;
}

static union {
    uint8_t bytes[STORE_HASH];
    int64_t number;
    char text[STORE_TEXT];
    bool flag;
    store_person person;
    store_device device;
    store_waiter waiter;
} out;

static store_result change(store *s, store_status status) {
    store_table t = a_table('t', 1);
    t.version = 2;
    t.status = status;
    return store_change(s, &t);
}

static store_result make(store *s) {
    store_table t = a_table('n', 1);
    return store_make(s, &t, seed);
}

static store_result finish(store *s) {
    rz_slice line = rz_slice_of("{\"over\":1}");
    return store_append(s, table_id, 1, 2, &line, 1, 77, INT64_MAX, STORE_FINISHED);
}

static store_result add_chat(store *s) {
    store_chat chat = {.at = 5, .person = {0xaa, 1}, .text = {"hello", 5}};
    return store_add_chat(s, table_id, &chat);
}

static store_result add_channel(store *s, channel_kind kind) {
    store_channel c = a_channel(kind);
    c.language[0] = 'f';
    return store_add_channel(s, &c);
}

static store_result add_played(store *s) {
    store_played p = {
        .person = {0xaa, 1}, .at = 7, .game = "loot", .players = 2, .scores = {"[1,2]", 5}};
    snprintf(p.id, sizeof p.id, "%s", table_id);
    return store_add_played(s, &p);
}

static store_result add_device(store *s) {
    store_device d = {.device = {9}, .person = {0xaa, 1}, .name = "new", .since = 4};
    return store_add_device(s, &d);
}

static store_result add_report(store *s) {
    store_report r = {
        .at = 5, .reporter = {0xbb, 2}, .person = {0xaa, 1}, .number = 1, .said = "x"};
    snprintf(r.id, sizeof r.id, "%s", table_id);
    return store_add_report(s, &r);
}

static store_result add_act(store *s) {
    store_act a = {.at = 5, .what = "ban", .mark = ANNA, .text = "why"};
    return store_add_act(s, &a);
}

static store_result wait(store *s) {
    store_waiter w = a_waiter();
    memcpy(w.person, bert, STORE_HASH);
    return store_wait(s, &w, PROCESS);
}

static store_notice due; /* the one that fill() has made */

static store_result take_notice(store *s) {
    return store_take_notice(s, &due, 9000, &out.flag);
}

static store_result keep_secret(store *s) {
    uint8_t value[32] = {1, 2, 3};
    return store_keep_secret(s, "another", value, sizeof value);
}

/* Every function, on what fill() has made. */
#define CALLS(X)                                                                                   \
    X(make(s))                                                                                     \
    X(change(s, STORE_RUNNING))                                                                    \
    X(change(s, STORE_ABANDONED))                                                                  \
    X(finish(s))                                                                                   \
    X(append_some(s, table_id, 2, 3))                                                              \
    X(store_seed(s, table_id, out.bytes))                                                          \
    X(store_table_of(s, table_id, each_table, NULL))                                               \
    X(store_listed(s, 9, each_table, NULL))                                                        \
    X(store_tables_of(s, anna, 0, 9, each_table, NULL))                                            \
    X(store_unfinished(s, 9, each_table, NULL))                                                    \
    X(store_due(s, 0, 9999, 9, each_table, NULL))                                                  \
    X(store_not_due(s, "", 9, each_table, NULL))                                                   \
    X(store_count(s, STORE_RUNNING, &out.number))                                                  \
    X(store_set_turn(s, table_id, 2, rz_slice_of("[0]")))                                          \
    X(store_games(s, anna, 9, each_game, NULL))                                                    \
    X(store_lately_over(s, anna, 9, 0, each_game, NULL))                                           \
    X(store_last_line(s, table_id, &out.number))                                                   \
    X(store_lines(s, table_id, 0, 9, each_line, NULL))                                             \
    X(add_chat(s))                                                                                 \
    X(store_last_chat(s, table_id, &out.number))                                                   \
    X(store_chats(s, table_id, 0, 9, each_chat, NULL))                                             \
    X(store_name(s, anna, out.text))                                                               \
    X(store_set_name(s, anna, "Änna", "anna", 9))                                                  \
    X(store_forget(s, anna, ANNA))                                                                 \
    X(store_touch_process(s, "fedcba9876543210"))                                                  \
    X(store_oldest_process(s, "", out.text, &out.number))                                          \
    X(store_delete_process(s, PROCESS))                                                            \
    X(store_tables_of_process(s, PROCESS, 9, each_table, NULL))                                    \
    X(add_played(s))                                                                               \
    X(store_played_by(s, anna, 0, 9, each_played, NULL))                                           \
    X(store_results_of(s, anna, 0, 9, each_played, NULL))                                          \
    X(store_tally_of(s, anna, each_tally, NULL))                                                   \
    X(store_uncounted(s, 0, 9, each_table, NULL))                                                  \
    X(store_set_counted(s, over_id))                                                               \
    X(store_over_before(s, 99999, 9, each_table, NULL))                                            \
    X(store_delete_table(s, over_id))                                                              \
    X(store_delete_table(s, "~9"))                                                                 \
    X(store_person_of(s, anna, &out.person))                                                       \
    X(store_person_of_mark(s, her_mark, &out.person))                                              \
    X(store_share_table(s, anna, bert, &out.flag))                                                 \
    X(store_count_games(s, anna, &out.number))                                                     \
    X(store_set_shows(s, anna, STORE_SHOWS_ALL))                                                   \
    X(store_fill_marks(s))                                                                         \
    X(store_device_of(s, bert, &out.device))                                                       \
    X(add_device(s))                                                                               \
    X(store_see_device(s, bert, "seen", 9))                                                        \
    X(store_remove_device(s, bert, anna))                                                          \
    X(store_drop_words(s, anna))                                                                   \
    X(store_devices(s, anna, each_device, NULL))                                                   \
    X(store_add_link(s, seed, STORE_LINK_INVITE, anna, 3, 99))                                     \
    X(store_add_link(s, anna, STORE_LINK_DEVICE, anna, 1, 99))                                     \
    X(store_drop_links(s, anna))                                                                   \
    X(store_drop_old_links(s, 100))                                                                \
    X(store_use_link(s, bert, STORE_LINK_INVITE, 5, out.bytes))                                    \
    X(wait(s))                                                                                     \
    X(store_unwait(s, anna))                                                                       \
    X(store_waiter_of(s, anna, &out.waiter))                                                       \
    X(store_waiters(s, "loot", 9, each_waiter, NULL))                                              \
    X(store_all_waiters(s, 9, each_waiter, NULL))                                                  \
    X(store_rooms(s, 9, each_room, NULL))                                                          \
    X(store_rooms_to_fill(s, 99, each_room, NULL))                                                 \
    X(store_seat_waiter(s, anna, table_id, 5))                                                     \
    X(store_leave_room(s, anna, PROCESS, 5))                                                       \
    X(store_leave_rooms(s, "fedcba9876543210", 5))                                                 \
    X(store_drop_waiters(s, 99))                                                                   \
    X(store_set_owner(s, anna, true))                                                              \
    X(store_set_muted(s, anna, 99))                                                                \
    X(store_set_banned(s, anna, 99))                                                               \
    X(store_find_people(s, "nn", 0, 9, each_person, NULL))                                         \
    X(store_set_skeleton(s, anna, "onno"))                                                         \
    X(store_is_imitation(s, bert, "Onna", "anna", &out.flag))                                      \
    X(store_chat_at(s, table_id, 1, out.bytes, (char[STORE_TEXT]){0}))                             \
    X(add_report(s))                                                                               \
    X(store_reports(s, true, 0, 9, each_report, NULL))                                             \
    X(store_reports_by(s, bert, 0, 9, each_report, NULL))                                          \
    X(store_end_report(s, 1))                                                                      \
    X(add_act(s))                                                                                  \
    X(store_acts(s, 0, 9, each_act, NULL))                                                         \
    X(store_acts_after(s, 0, 9, each_act, NULL))                                                   \
    X(store_acts_on(s, ANNA, 0, 9, each_act, NULL))                                                \
    X(store_marked(s, ANNA, 0, 9, each_table, NULL))                                               \
    X(store_said_by(s, anna, 0, 9, each_said, NULL))                                               \
    X(add_channel(s, CHANNEL_MAIL))                                                                \
    X(add_channel(s, CHANNEL_PUSH))                                                                \
    X(store_channels_of(s, anna, each_channel, NULL))                                              \
    X(store_channel_of_token(s, TOKEN, each_channel, NULL))                                        \
    X(store_set_channel(s, anna, due.channel.key, "es", true))                                     \
    X(store_drop_channel(s, anna, due.channel.key))                                                \
    X(store_drop_pushes(s, anna))                                                                  \
    X(store_drop_channels(s, anna))                                                                \
    X(store_confirm_channel(s, TOKEN))                                                             \
    X(store_drop_channel_of_token(s, TOKEN))                                                       \
    X(store_count_unconfirmed(s, "a@example.org", &out.number))                                    \
    X(store_drop_unconfirmed(s, 99))                                                               \
    X(store_rest_channel(s, due.channel.key, 99))                                                  \
    X(store_note_channel(s, due.channel.key, 2, 5, 9))                                             \
    X(store_add_notice(s, table_id, anna, 9, 99))                                                  \
    X(store_see_notice(s, table_id, anna))                                                         \
    X(store_rest_notice(s, table_id, anna))                                                        \
    X(store_end_notice(s, table_id, anna))                                                         \
    X(store_ask_channel(s, anna, "a@example.org", 9))                                              \
    X(store_due_notices(s, 99999, 9, keep_notice, &(store_notice){0}))                             \
    X(take_notice(s))                                                                              \
    X(store_move_notice(s, due.channel.key, due.table_key, due.at, 99))                            \
    X(store_delete_notice(s, due.channel.key, due.table_key, due.at))                              \
    X(keep_secret(s))

enum {
#define X(call) +1
    N_CALLS = CALLS(X)
#undef X
};

static const char *const names[] = {
#define X(call) #call,
    CALLS(X)
#undef X
};

static store_result call_number(store *s, int which) {
    int n = 0;
    rows = 0;
#define X(call)                                                                                    \
    if (n++ == which)                                                                              \
        return call;
    CALLS(X)
#undef X
    return STORE_BROKEN;
}

/* ---- What is there --------------------------------------------------------------------------- */

static void fill(store *s) {
    store_table over = a_table('o', 2);
    store_table running = a_table('t', 1);
    store_channel mail = a_channel(CHANNEL_MAIL), push = a_channel(CHANNEL_PUSH);
    store_device device = {.device = {0xbb, 2}, .person = {0xaa, 1}, .name = "old", .since = 3};
    store_device words = {.device = {5}, .person = {0xaa, 1}, .kind = STORE_DEVICE_WORDS};
    store_waiter waiter = a_waiter();
    memcpy(table_id, running.id, sizeof table_id);
    memcpy(over_id, over.id, sizeof over_id);
    store_mark(anna, her_mark);
    push.confirmed = true;
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, store_set_name(s, anna, "Anna", "anna", 1), STORE_OK);
    EXPECT(s, store_set_name(s, bert, "Bert", "bert", 1), STORE_OK);
    EXPECT(s, store_add_channel(s, &mail), STORE_OK);
    EXPECT(s, store_add_channel(s, &push), STORE_OK);
    EXPECT(s, store_make(s, &over, seed), STORE_OK);
    EXPECT(s, store_make(s, &running, seed), STORE_OK);
    EXPECT(s, append_some(s, table_id, 0, 2), STORE_OK);
    EXPECT(s, append_some(s, over_id, 0, 2), STORE_OK);
    EXPECT(s, store_add_notice(s, table_id, anna, 1, 50), STORE_OK);
    EXPECT(s, add_chat(s), STORE_OK);
    EXPECT(s, add_played(s), STORE_OK);
    EXPECT(s, store_add_device(s, &device), STORE_OK);
    EXPECT(s, store_add_device(s, &words), STORE_OK);
    EXPECT(s, store_add_link(s, bert, STORE_LINK_INVITE, anna, 2, 99), STORE_OK);
    EXPECT(s, store_wait(s, &waiter, PROCESS), STORE_OK);
    EXPECT(s, add_report(s), STORE_OK);
    EXPECT(s, add_act(s), STORE_OK);
    EXPECT(s, store_touch_process(s, PROCESS), STORE_OK);
    over.version = 2;
    over.status = STORE_FINISHED;
    EXPECT(s, store_change(s, &over), STORE_OK);
    EXPECT(s, store_commit(s), STORE_OK);
    EXPECT(s, store_due_notices(s, 99999, 9, keep_notice, &due), STORE_OK);
    CHECK(rows == 1 && due.channel.key, "no notice");
}

static uint64_t add_to_sum(uint64_t sum, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    CHECK(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    return statement;
}

static uint64_t sum_rows(sqlite3 *db, const char *table, uint64_t sum) {
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    sqlite3_stmt *statement = prepare(db, sql);
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const void *value = sqlite3_column_blob(statement, i);
            sum = add_to_sum(sum, value, (size_t)sqlite3_column_bytes(statement, i));
            sum = add_to_sum(sum, "|", 1);
        }
    sqlite3_finalize(statement);
    return add_to_sum(sum, table, strlen(table));
}

/* Of all rows of all tables. */
static uint64_t sum_store(void) {
    uint64_t sum = 0;
    sqlite3 *db;
    CHECK(sqlite3_open(url + strlen("sqlite:"), &db) == SQLITE_OK, "%s", url);
    sqlite3_stmt *tables = prepare(db, "SELECT name FROM sqlite_schema WHERE type = 'table'");
    while (sqlite3_step(tables) == SQLITE_ROW)
        sum = sum_rows(db, (const char *)sqlite3_column_text(tables, 0), sum);
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return sum;
}

static char *base; /* the file as fill() has left it */
static long base_size;

static void keep_base(void) {
    FILE *file = fopen(url + strlen("sqlite:"), "rb");
    CHECK(file && fseek(file, 0, SEEK_END) == 0 && (base_size = ftell(file)) > 0, "%s", url);
    rewind(file);
    base = malloc((size_t)base_size);
    CHECK(base && fread(base, 1, (size_t)base_size, file) == (size_t)base_size, "%s", url);
    fclose(file);
}

static store *open_base(void) {
    empty_store(url);
    FILE *file = fopen(url + strlen("sqlite:"), "wb");
    CHECK(file && fwrite(base, 1, (size_t)base_size, file) == (size_t)base_size, "%s", url);
    CHECK(fclose(file) == 0, "%s", url);
    store *s = open_or_end(url);
    failing_watch(s, STORE_FULL);
    return s;
}

/* ---------------------------------------------------------------------------------------------- */

static int refused;

/* A secret is written, then read: what fails after that leaves it there. */
enum { KEPT = 4 };

static void fail_at(int which, int k, store_result expected, uint64_t done, int expected_rows) {
    store *s = open_base();
    uint64_t before = sum_store();
    failing_at((uint64_t)k);
    store_result result = call_number(s, which);
    failing_at(0);
    CHECK(result == STORE_FULL, "%s: statement %d fails: %d", names[which], k, (int)result);
    bool kept = k == KEPT && strcmp(names[which], "keep_secret(s)") == 0;
    CHECK(sum_store() == (kept ? done : before), "%s: statement %d fails, and something is done",
          names[which], k);
    CHECK(!s->batch, "%s: statement %d fails, and a batch is open", names[which], k);
    result = call_number(s, which);
    CHECK(result == expected && rows == expected_rows, "%s, after statement %d failed: %d",
          names[which], k, (int)result);
    CHECK(sum_store() == done, "%s: something else than without a failure", names[which]);
    store_close(s);
    refused++;
}

static void try_call(int which) {
    store *s = open_base();
    store_result expected = call_number(s, which);
    int n = (int)failing_asked(), expected_rows = rows;
    CHECK(n > 0 && expected == STORE_OK, "%s: %d, %s", names[which], (int)expected, store_why(s));
    uint64_t done = sum_store();
    store_close(s);
    for (int k = 1; k <= n; k++)
        fail_at(which, k, expected, done, expected_rows);
}

/* What comes after a failure in a batch fails with it, and what came before is not kept. */
static void fail_in_batch(void) {
    store *s = open_base();
    uint64_t before = sum_store();
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, store_set_banned(s, anna, 98), STORE_OK);
    failing_at(1);
    EXPECT(s, store_set_muted(s, bert, 98), STORE_FULL);
    EXPECT(s, store_set_banned(s, bert, 98), STORE_FULL);
    EXPECT(s, store_commit(s), STORE_FULL);
    CHECK(sum_store() == before && !s->batch, "half a batch is there");
    EXPECT(s, store_set_banned(s, bert, 98), STORE_OK);
    store_close(s);
}

/* How many values of a column have the hash of Anna, as bytes or in hex, or her mark. */
static int count_in_column(sqlite3 *db, const char *table, const char *column) {
    char sql[1000];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM %s WHERE instr(hex(%s), 'AA010000000000000000') > 0"
             " OR instr(%s, 'aa010000000000000000') > 0 OR instr(%s, '" ANNA "') > 0",
             table, column, column, column);
    sqlite3_stmt *statement = prepare(db, sql);
    CHECK(sqlite3_step(statement) == SQLITE_ROW, "%s", sql);
    int n = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return n;
}

static int count_traces(void) {
    sqlite3 *db;
    int traces = 0;
    CHECK(sqlite3_open(url + strlen("sqlite:"), &db) == SQLITE_OK, "%s", url);
    sqlite3_stmt *columns = prepare(db, "SELECT t.name, c.name FROM sqlite_master t,"
                                        " pragma_table_info(t.name) c WHERE t.type = 'table'");
    while (sqlite3_step(columns) == SQLITE_ROW)
        traces += count_in_column(db, (const char *)sqlite3_column_text(columns, 0),
                                  (const char *)sqlite3_column_text(columns, 1));
    sqlite3_finalize(columns);
    sqlite3_close(db);
    return traces;
}

static void forget_anna(void) {
    store *s = open_base();
    CHECK(count_traces() > 0, "nothing to forget");
    EXPECT(s, store_forget(s, anna, ANNA), STORE_OK);
    CHECK(count_traces() == 0, "something of her is left");
    store_close(s);
}

/* ---- Memory of SQLite that runs out ---------------------------------------------------------- */

static sqlite3_mem_methods memory;
static int allocations, allocation_fails; /* the nth from now on; 0: none */

static bool is_refused(void) {
    return ++allocations == allocation_fails;
}

static void *allocate(int size) {
    return is_refused() ? NULL : memory.xMalloc(size);
}

static void *reallocate(void *old, int size) {
    return is_refused() ? NULL : memory.xRealloc(old, size);
}

/* Before SQLite is used. */
static void watch_memory(void) {
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory) == SQLITE_OK, "no methods");
    sqlite3_mem_methods failing_ones = memory;
    failing_ones.xMalloc = allocate;
    failing_ones.xRealloc = reallocate;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing_ones) == SQLITE_OK, "no methods");
}

static void fail_allocation(int n) {
    allocations = 0;
    allocation_fails = n;
}

/* The nth allocation of a call fails: it is done, or refused and nothing is. */
static bool call_without_memory(int which, int n, store_result expected, uint64_t done) {
    store *s = open_base();
    uint64_t before = sum_store();
    fail_allocation(n);
    store_result result = call_number(s, which);
    bool failed = allocations >= n;
    fail_allocation(0);
    bool kept = strcmp(names[which], "keep_secret(s)") == 0 && sum_store() == done;
    CHECK(result == STORE_DOWN || result == expected, "%s: %d", names[which], (int)result);
    CHECK(sum_store() == (result == expected || kept ? done : before), "%s: half done",
          names[which]);
    CHECK(!s->batch, "%s: a batch is open", names[which]);
    if (result != expected)
        CHECK(call_number(s, which) == expected && sum_store() == done, "%s: it is not done later",
              names[which]);
    store_close(s);
    refused += result != expected;
    return failed;
}

static void try_without_memory(int which) {
    store *s = open_base();
    store_result expected = call_number(s, which);
    uint64_t done = sum_store();
    store_close(s);
    for (int n = 1; call_without_memory(which, n, expected, done); n = n * 2 + 1)
        continue;
}

/* A store is opened, or not, and never half. */
static void open_without_memory(bool is_new) {
    for (int n = 1, failed = true; failed; n += n < 20 ? 1 : n / 3) {
        char why[512] = "";
        store_result result = STORE_OK;
        store_close(open_base());
        if (is_new)
            empty_store(url);
        fail_allocation(n);
        store *s = store_open(url, why, sizeof why, &result);
        failed = allocations >= n;
        fail_allocation(0);
        CHECK(s || (*why && result != STORE_OK), "allocation %d fails: no reason", n);
        store_close(s);
        s = open_or_end(url);
        EXPECT(s, is_new ? make(s) : store_count(s, STORE_RUNNING, &out.number), STORE_OK);
        store_close(s);
        refused += failed;
    }
}

/* ---- Damaged rows -----------------------------------------------------------------------------
 */

/* Hashes that are none: whoever reads them goes on with the others. */
static void read_damaged_rows(void) {
    store_close(open_base());
    do_sql(url, "UPDATE chat SET person = substr(person, 1, 31);"
                "UPDATE devices SET person = substr(person, 1, 31);"
                "UPDATE links SET person = substr(person, 1, 31);"
                "UPDATE reports SET person = substr(person, 1, 31);"
                "UPDATE waiting SET nonce = x'01';"
                "UPDATE tables SET people = people || 'x', status = 77 WHERE status = 1;"
                "UPDATE people SET person = substr(person, 1, 31), mark = ''");
    store *s = open_or_end(url);
    failing_watch(s, STORE_FULL);
    for (int i = 0; i < N_CALLS; i++) {
        store_result result = call_number(s, i);
        CHECK(result == STORE_OK || result == STORE_MISSING || result == STORE_TAKEN, "%s: %d, %s",
              names[i], (int)result, store_why(s));
    }
    store_close(s);
}

int main(int argc, char **argv) {
    CHECK(argc == 2 && strncmp(argv[1], "sqlite:", 7) == 0, "refusals sqlite:FILE");
    url = argv[1];
    watch_memory();
    empty_store(url);
    store *s = open_or_end(url);
    fill(s);
    store_close(s);
    keep_base();
    for (int i = 0; i < N_CALLS; i++)
        try_call(i);
    fail_in_batch();
    forget_anna();
    for (int i = 0; i < N_CALLS; i++)
        try_without_memory(i);
    open_without_memory(true);
    open_without_memory(false);
    read_damaged_rows();
    empty_store(url);
    free(base);
    printf("%d functions, %d statements and allocations that failed: nothing was done by halves\n",
           N_CALLS, refused);
    return 0;
}
