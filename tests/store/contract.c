/* What store.h promises, of any store: contract URL. The store is emptied first. */
#include <ctype.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "store/club.h"

static const char *url;
static const uint8_t anna[STORE_HASH] = {0xaa, 1}, bert[STORE_HASH] = {0xbb, 2};

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct seen {
    int n, stop_after;
    char ids[100][STORE_TABLE_ID + 1];
    store_table last;
    char info[200];
} seen;

static bool see(void *context, const store_table *table) {
    seen *s = context;
    CHECK(s->n < 100, "%d", s->n);
    memcpy(s->ids[s->n++], table->id, sizeof table->id);
    s->last = *table;
    snprintf(s->info, sizeof s->info, "%.*s", (int)table->info_size, table->info);
    return s->n != s->stop_after;
}

static seen look(store *s, const char *id) {
    seen found = {0};
    EXPECT(s, store_table_of(s, id, see, &found), STORE_OK);
    CHECK(found.n == 1, "%d", found.n);
    return found;
}

static void test_tables(store *s) {
    static const uint8_t seed[32] = {7, 0, 9}, other[32] = {8};
    uint8_t read[32];
    store_table table = table_called('t', 1);
    table.status = STORE_GATHERING;
    table.due = 12345;
    table.info = "{\"name\":\"Köbi’s\"}";
    table.info_size = strlen(table.info);
    table.n_people = 2;
    memcpy(table.people[0], anna, STORE_HASH);
    memcpy(table.people[1], bert, STORE_HASH);
    EXPECT(s, store_table_of(s, table.id, see, &(seen){0}), STORE_MISSING);
    EXPECT(s, store_seed(s, table.id, read), STORE_MISSING);
    EXPECT(s, store_change(s, &table), STORE_MISSING);
    EXPECT(s, store_make(s, &table, seed), STORE_OK);
    EXPECT(s, store_make(s, &table, other), STORE_TAKEN);
    EXPECT(s, store_seed(s, table.id, read), STORE_OK);
    CHECK(memcmp(read, seed, 32) == 0, "another seed");

    seen found = look(s, table.id);
    CHECK(strcmp(found.info, table.info) == 0, "%s", found.info);
    CHECK(strcmp(found.last.id, table.id) == 0 && found.last.version == 1 && !found.last.listed &&
              found.last.status == STORE_GATHERING && found.last.changed == table.changed &&
              found.last.due == 12345 && found.last.n_people == 2 &&
              memcmp(found.last.people, table.people, sizeof table.people) == 0,
          "another table");

    table.version = 1;
    EXPECT(s, store_change(s, &table), STORE_TAKEN);
    table.version = 3;
    EXPECT(s, store_change(s, &table), STORE_TAKEN);
    table.version = 2;
    table.status = STORE_RUNNING;
    table.listed = true;
    table.due = INT64_MAX;
    table.info = "";
    table.info_size = 0;
    table.n_people = 1;
    EXPECT(s, store_change(s, &table), STORE_OK);
    EXPECT(s, store_change(s, &table), STORE_TAKEN);
    found = look(s, table.id);
    CHECK(found.last.version == 2 && found.last.listed && found.last.due == INT64_MAX &&
              found.last.n_people == 1 && found.last.info_size == 0,
          "not changed");
    seen none = {0};
    EXPECT(s, store_tables_of(s, bert, 0, 10, see, &none), STORE_OK);
    CHECK(none.n == 0, "%d", none.n);
}

static void expect_order(const seen *found, char letter, int n, const int *numbers) {
    CHECK(found->n == n, "%d", found->n);
    for (int i = 0; i < n; i++) {
        store_table table = table_called(letter, numbers[i]);
        CHECK(strcmp(found->ids[i], table.id) == 0, "%d is %s", i, found->ids[i]);
    }
}

static void test_lists(store *s) {
    static const uint8_t seed[32];
    static const store_status status[] = {STORE_GATHERING, STORE_RUNNING,   STORE_FINISHED,
                                          STORE_RUNNING,   STORE_ABANDONED, STORE_RUNNING};
    for (int i = 0; i < 6; i++) {
        store_table table = table_called('l', i);
        table.status = status[i];
        table.listed = i % 2 == 0;
        table.due = 1000 - i;
        table.n_people = 2; /* twice the same, and found once */
        memcpy(table.people[0], anna, STORE_HASH);
        memcpy(table.people[1], anna, STORE_HASH);
        EXPECT(s, store_make(s, &table, seed), STORE_OK);
    }
    seen listed = {0}, first = {.stop_after = 2}, mine = {0}, some = {0}, rest = {0}, due = {0},
         early = {0}, later = {0};
    EXPECT(s, store_listed(s, 10, see, &listed), STORE_OK);
    expect_order(&listed, 'l', 3, (int[]){4, 2, 0});
    EXPECT(s, store_listed(s, 10, see, &first), STORE_OK);
    expect_order(&first, 'l', 2, (int[]){4, 2});
    EXPECT(s, store_tables_of(s, anna, 0, 10, see, &mine), STORE_OK);
    expect_order(&mine, 'l', 6, (int[]){5, 3, 1, 0, 4, 2});
    EXPECT(s, store_tables_of(s, anna, 0, 3, see, &some), STORE_OK);
    expect_order(&some, 'l', 3, (int[]){5, 3, 1});
    EXPECT(s, store_tables_of(s, anna, 4, 10, see, &rest), STORE_OK);
    expect_order(&rest, 'l', 2, (int[]){4, 2});
    EXPECT(s, store_due(s, 0, 2000, 10, see, &due), STORE_OK);
    expect_order(&due, 'l', 4, (int[]){5, 3, 1, 0});
    EXPECT(s, store_due(s, 0, 997, 10, see, &early), STORE_OK);
    expect_order(&early, 'l', 2, (int[]){5, 3});
    EXPECT(s, store_due(s, 997, 2000, 10, see, &later), STORE_OK);
    expect_order(&later, 'l', 3, (int[]){3, 1, 0});
    CHECK(look(s, table_called('l', 2).id).last.due == INT64_MAX, "what is over is not due");
    static const int counts[] = {1, 3, 1, 1};
    for (int i = 0; i < 4; i++) {
        int64_t count;
        EXPECT(s, store_count(s, (store_status)i, &count), STORE_OK);
        CHECK(count == counts[i], "%d: %d", i, (int)count);
    }
}

/* ---- Lines ---------------------------------------------------------------------------------- */

typedef struct reading {
    uint32_t first, n, most;
    int64_t at;
} reading;

static bool read_some(void *context, const store_line *line) {
    reading *r = context;
    r->first = r->n == 0 ? line->number : r->first;
    r->at = line->at;
    return ++r->n != r->most;
}

static void test_lines(store *s) {
    make_tables(s, 'a', 2, STORE_GATHERING);
    const char *id = (store_table[]) {
        table_called('a', 0)
        } -> id;
    EXPECT(s, append_one(s, "nowhere", 0), STORE_MISSING);
    EXPECT(s, append_one(s, id, 1), STORE_MISSING);
    EXPECT(s, append_some(s, id, 0, 3), STORE_OK);
    EXPECT(s, append_some(s, id, 0, 8), STORE_TAKEN);
    EXPECT(s, append_some(s, id, 2, 8), STORE_TAKEN);
    EXPECT(s, append_one(s, id, 4), STORE_MISSING);
    EXPECT(s, append_one(s, id, 3), STORE_OK);
    CHECK(count_lines(s, id) == 4, "%u", count_lines(s, id));
    seen found = look(s, id);
    CHECK(found.last.due == 300 && found.last.status == STORE_RUNNING && found.last.version == 1,
          "the clock");

    reading all = {0}, late = {0}, two = {.most = 2}, none = {0};
    EXPECT(s, store_lines(s, id, 0, 100, read_some, &all), STORE_OK);
    CHECK(all.n == 4 && all.at == 30, "%u", all.n);
    EXPECT(s, store_lines(s, id, 2, 100, read_some, &late), STORE_OK);
    CHECK(late.n == 2 && late.first == 2, "%u", late.n);
    EXPECT(s, store_lines(s, id, 1, 100, read_some, &two), STORE_OK);
    CHECK(two.n == 2 && two.first == 1, "%u", two.n);
    EXPECT(s, store_lines(s, id, 4, 100, read_some, &none), STORE_OK);
    EXPECT(s, store_lines(s, "nowhere", 0, 100, read_some, &none), STORE_OK);
    CHECK(none.n == 0, "%u", none.n);

    char last[256];
    rz_slice end = {last, text_of_line(last, sizeof last, id, 4)};
    EXPECT(s, store_append(s, id, 1, 4, &end, 1, 777, 888, STORE_FINISHED), STORE_OK);
    found = look(s, id);
    CHECK(found.last.status == STORE_FINISHED && found.last.changed == 777 &&
              found.last.due == INT64_MAX,
          "not over");

    /* Somebody who has not heard of the end changes the table: it stays over. */
    store_table table = found.last;
    table.version = 2;
    table.status = STORE_RUNNING;
    table.due = 999;
    table.info = "{}";
    table.info_size = 2;
    EXPECT(s, store_change(s, &table), STORE_OK);
    table.version = 3;
    table.status = STORE_ABANDONED;
    EXPECT(s, store_change(s, &table), STORE_OK);
    EXPECT(s, append_to_version(s, id, 3, 5, 1), STORE_TAKEN);
    found = look(s, id);
    CHECK(found.last.status == STORE_FINISHED && found.last.due == INT64_MAX &&
              count_lines(s, id) == 5,
          "it was over");
}

static bool take_going(void *context, const store_table *table) {
    memcpy(context, table->id, sizeof table->id);
    return false;
}

/* Nobody finds it from the first moment on; so many lines go at a time that nobody's move waits. */
static void test_deleting(store *s) {
    enum { LINES = 2 * STORE_LINES_AT_ONCE + 1 };
    char going[STORE_TABLE_ID + 1] = "";
    make_tables(s, 'd', 2, STORE_RUNNING);
    const store_table table = table_called('d', 0), other = table_called('d', 1);
    EXPECT(s, store_begin(s), STORE_OK);
    for (uint32_t i = 0; i < LINES; i++)
        EXPECT(s, append_one(s, table.id, i), STORE_OK);
    EXPECT(s, store_commit(s), STORE_OK);
    EXPECT(s, append_some(s, other.id, 0, 3), STORE_OK);
    EXPECT(s, store_append(s, table.id, 1, LINES, NULL, 0, 5, INT64_MAX, STORE_FINISHED), STORE_OK);
    EXPECT(s, store_delete_table(s, table.id), STORE_OK);
    EXPECT(s, store_table_of(s, table.id, take_going, going), STORE_MISSING);
    CHECK(count_lines(s, table.id) == 0, "its lines are found");
    bool file = strncmp(url, "sqlite:", 7) == 0; /* said by who has not heard of it */
    do_sql(url, file ? "INSERT INTO chat (key, number, at, text) SELECT key, 1, 1, 'x' FROM tables"
                     : "INSERT INTO razzia.chat (key, number, at, text) SELECT key, 1, 1, 'x'"
                       " FROM razzia.tables");
    for (int left = LINES; left > 0; left -= STORE_LINES_AT_ONCE) {
        EXPECT(s, store_over_before(s, 6, 9, take_going, going), STORE_OK);
        int64_t last;
        EXPECT(s, store_last_line(s, going, &last), STORE_OK);
        CHECK(going[0] == STORE_GOING && last == LINES - 1, "%s", going);
        EXPECT(s, store_delete_table(s, going), STORE_OK);
    }
    going[0] = '\0';
    EXPECT(s, store_over_before(s, 6, 9, take_going, going), STORE_OK);
    CHECK(!going[0] && count_lines(s, other.id) == 3, "%s", going);
}

static void test_batches(store *s) {
    make_tables(s, 'b', 3, STORE_RUNNING);
    store_table t[3] = {table_called('b', 0), table_called('b', 1), table_called('b', 2)};
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, append_one(s, t[0].id, 0), STORE_OK);
    EXPECT(s, append_one(s, t[0].id, 0), STORE_TAKEN);
    EXPECT(s, append_one(s, t[1].id, 5), STORE_MISSING);
    EXPECT(s, append_some(s, t[1].id, 0, 2), STORE_OK);
    EXPECT(s, append_one(s, t[1].id, 2), STORE_OK);
    CHECK(count_lines(s, t[1].id) == 3, "a batch sees its own writes");
    EXPECT(s, store_commit(s), STORE_OK);
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, append_one(s, t[0].id, 1), STORE_OK);
    EXPECT(s, append_one(s, t[2].id, 0), STORE_OK);
    store_rollback(s);
    store_rollback(s);
    CHECK(count_lines(s, t[0].id) == 1 && count_lines(s, t[1].id) == 3 &&
              count_lines(s, t[2].id) == 0,
          "not as it was committed");
    EXPECT(s, append_one(s, t[0].id, 1), STORE_OK);
}

/* ---- Chat, people --------------------------------------------------------------------------- */

typedef struct heard {
    int n;
    int64_t last;
    char text[100];
} heard;

static bool hear(void *context, const store_chat *chat) {
    heard *h = context;
    CHECK(chat->number > h->last, "out of order");
    h->n++;
    h->last = chat->number;
    snprintf(h->text + strlen(h->text), sizeof h->text - strlen(h->text), "%c:%.*s ",
             chat->person[0] == 0xaa ? 'A' : 'B', (int)chat->text.length, chat->text.at);
    return true;
}

static int64_t say(store *s, const char *id, const uint8_t *person, const char *text) {
    store_chat chat = {.at = 5, .text = rz_slice_of(text)};
    memcpy(chat.person, person, STORE_HASH);
    EXPECT(s, store_add_chat(s, id, &chat), STORE_OK);
    return chat.number;
}

static void expect_chat(store *s, const char *id, int64_t from, int limit, const char *expected) {
    heard h = {0};
    EXPECT(s, store_chats(s, id, from, limit, hear, &h), STORE_OK);
    CHECK(strcmp(h.text, expected) == 0, "“%s”", h.text);
}

static void test_people(store *s) {
    static const uint8_t seed[32];
    store_table table = table_called('p', 1), other = table_called('p', 2);
    table.n_people = 3;
    memcpy(table.people[0], bert, STORE_HASH);
    memcpy(table.people[2], anna, STORE_HASH);
    EXPECT(s, store_make(s, &table, seed), STORE_OK);
    EXPECT(s, store_make(s, &other, seed), STORE_OK);
    EXPECT(s, append_one(s, table.id, 0), STORE_OK);
    EXPECT(s, store_add_chat(s, "nowhere", &(store_chat){.text = {"x", 1}}), STORE_MISSING);
    CHECK(say(s, table.id, anna, "hé") == 1 && say(s, table.id, bert, "") == 2 &&
              say(s, other.id, bert, "there") == 1 && say(s, table.id, anna, "bye") == 3,
          "the numbers of messages");
    expect_chat(s, table.id, 0, 10, "A:hé B: A:bye ");
    expect_chat(s, table.id, 2, 1, "B: ");
    int64_t last;
    EXPECT(s, store_last_chat(s, "nowhere", &last), STORE_MISSING);
    EXPECT(s, store_last_chat(s, table.id, &last), STORE_OK);
    CHECK(last == 3, "%d", (int)last);

    char name[STORE_NAME];
    EXPECT(s, store_name(s, anna, name), STORE_MISSING);
    EXPECT(s, store_set_name(s, anna, "Anna", "anna", 1), STORE_OK);
    EXPECT(s, store_set_name(s, anna, "Änna", "anna", 2), STORE_OK);
    EXPECT(s, store_set_name(s, bert, "Bert", "bert", 3), STORE_OK);
    EXPECT(s, store_name(s, anna, name), STORE_OK);
    CHECK(strcmp(name, "Änna") == 0, "%s", name);

    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    EXPECT(s, store_name(s, anna, name), STORE_MISSING);
    EXPECT(s, store_name(s, bert, name), STORE_OK);
    expect_chat(s, table.id, 0, 10, "B: ");
    CHECK(say(s, table.id, bert, "again") == 4, "a number was given twice");
    for (int i = 0; i <= STORE_CHATS; i++)
        say(s, other.id, bert, "");
    heard kept = {0};
    EXPECT(s, store_chats(s, other.id, 0, 1000, hear, &kept), STORE_OK);
    CHECK(kept.n == STORE_CHATS && kept.last == STORE_CHATS + 2, "%d messages are kept", kept.n);
    seen hers = {0}, his = {0};
    int64_t games[2];
    EXPECT(s, store_count_games(s, anna, &games[0]), STORE_OK);
    EXPECT(s, store_count_games(s, bert, &games[1]), STORE_OK);
    CHECK(games[0] == 0 && games[1] == 1, "%d, %d games", (int)games[0], (int)games[1]);
    EXPECT(s, store_tables_of(s, anna, 0, 9, see, &hers), STORE_OK);
    EXPECT(s, store_tables_of(s, bert, 0, 9, see, &his), STORE_OK);
    CHECK(hers.n == 0 && his.n == 1 && his.last.n_people == 3 && his.last.version == 2,
          "forgotten");
    static const uint8_t nobody[STORE_HASH];
    CHECK(memcmp(his.last.people[0], bert, STORE_HASH) == 0 &&
              memcmp(his.last.people[2], nobody, STORE_HASH) == 0,
          "the places");
    CHECK(count_lines(s, table.id) == 1, "records stay");
    table.version = 2;
    EXPECT(s, store_change(s, &table), STORE_TAKEN);
}

static bool count_person(void *context, const store_person *person) {
    (void)person;
    ++*(int *)context;
    return true;
}

/* Each letter finds the names that have it, and no letter stands for another. */
static void test_finding(store *s) {
    static const char *const names[] = {"half of 100%", "snake_case", "hey!", "plain", "!_%"};
    enum { NAMES = sizeof names / sizeof *names };
    for (int i = 0; i < NAMES; i++) {
        const uint8_t person[STORE_HASH] = {(uint8_t)(i + 1)};
        EXPECT(s, store_set_name(s, person, names[i], names[i], 1), STORE_OK);
    }
    for (char letter = ' '; letter <= '~'; letter++) {
        const char part[] = {letter, '\0'};
        int found = 0, expected = 0;
        for (int i = 0; i < NAMES; i++)
            expected += strchr(names[i], tolower(letter)) != NULL;
        EXPECT(s, store_find_people(s, part, 0, NAMES, count_person, &found), STORE_OK);
        CHECK(found == expected, "“%s” is found %d times", part, found);
    }
}

static bool copy_info(void *context, const store_table *table) {
    snprintf(context, 100, "%u %.*s", table->version, (int)table->info_size, table->info);
    return true;
}

static void expect_info(store *s, const char *id, const char *expected) {
    char found[100];
    EXPECT(s, store_table_of(s, id, copy_info, found), STORE_OK);
    CHECK(strcmp(found, expected) == 0, "%s", found);
}

static void set_info(store *s, store_table *table, const char *info) {
    table->version++;
    table->info = info;
    table->info_size = strlen(info);
    EXPECT(s, store_change(s, table), STORE_OK);
}

/* A mark is blanked in the tables that have it, and in no other. */
static void test_marks(store *s) {
    make_tables(s, 'm', 3, STORE_GATHERING);
    store_table t[3] = {table_called('m', 0), table_called('m', 1), table_called('m', 2)};
    for (int i = 0; i < 2; i++) {
        t[i].n_marks = 2;
        strcpy(t[i].marks[0], "bbbbbbbbbbbb");
        strcpy(t[i].marks[1], "aaaaaaaaaaaa");
        set_info(s, &t[i], "[\"aaaaaaaaaaaa\",\"bbbbbbbbbbbb\",\"xaaaaaaaaaaaa\"]");
    }
    set_info(s, &t[2], "[\"aaaaaaaaaaaa\"]"); /* it does not say so */
    t[1].n_marks = 0;
    set_info(s, &t[1], "[\"aaaaaaaaaaaa\"]"); /* it says so no longer */
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    expect_info(s, t[0].id, "3 [\"\",\"bbbbbbbbbbbb\",\"xaaaaaaaaaaaa\"]");
    expect_info(s, t[1].id, "3 [\"aaaaaaaaaaaa\"]");
    expect_info(s, t[2].id, "2 [\"aaaaaaaaaaaa\"]");
}

/* Who has not been heard of is found, with what was left behind. */
static void test_processes(store *s) {
    char process[STORE_PROCESS + 1];
    int64_t before, at;
    seen left = {0};
    EXPECT(s, store_oldest_process(s, "", process, &at), STORE_MISSING);
    EXPECT(s, store_touch_process(s, "0123456789abcdef"), STORE_OK);
    EXPECT(s, store_oldest_process(s, "", process, &before), STORE_OK);
    EXPECT(s, store_touch_process(s, "fedcba9876543210"), STORE_OK);
    EXPECT(s, store_touch_process(s, "0123456789abcdef"), STORE_OK);
    EXPECT(s, store_oldest_process(s, "fedcba9876543210", process, &at), STORE_OK);
    CHECK(strcmp(process, "0123456789abcdef") == 0 && at > before, "%s", process);
    EXPECT(s, store_oldest_process(s, "", process, &at), STORE_OK);
    CHECK(strcmp(process, "fedcba9876543210") == 0, "%s", process);
    make_tables(s, 'q', 3, STORE_GATHERING);
    store_table t[3] = {table_called('q', 0), table_called('q', 1), table_called('q', 2)};
    t[2].status = STORE_ABANDONED;
    for (int i = 0; i < 3; i++) {
        t[i].n_homes = 2;
        memcpy(t[i].homes[0], "0123456789abcdef", sizeof t[i].homes[0]);
        memcpy(t[i].homes[1], i ? "fedcba9876543210" : "0123456789abcdef", sizeof t[i].homes[1]);
        set_info(s, &t[i], "{\"home\":\"fedcba9876543210\"}"); /* is not looked at */
    }
    EXPECT(s, store_tables_of_process(s, "fedcba9876543210", 9, see, &left), STORE_OK);
    CHECK(left.n == 1 && strcmp(left.last.id, t[1].id) == 0, "%d", left.n);
    t[1].n_homes = 1;
    set_info(s, &t[1], "{}");
    left = (seen){0};
    EXPECT(s, store_tables_of_process(s, "fedcba9876543210", 9, see, &left), STORE_OK);
    CHECK(left.n == 0, "a home that was left is still found");
    EXPECT(s, store_tables_of_process(s, "0123456789abcdef", 9, see, &left), STORE_OK);
    CHECK(left.n == 2, "%d", left.n);
    EXPECT(s, store_delete_process(s, "fedcba9876543210"), STORE_OK);
    EXPECT(s, store_oldest_process(s, "0123456789abcdef", process, &at), STORE_MISSING);
    EXPECT(s, store_delete_process(s, "0123456789abcdef"), STORE_OK);
    left = (seen){0};
    EXPECT(s, store_tables_of_process(s, "0123456789abcdef", 9, see, &left), STORE_OK);
    CHECK(left.n == 0, "homes of a process that is forgotten");
}

/* ---- Two stores on one database ------------------------------------------------------------- */

static void test_races(store *s) {
    store *other = open_or_end(url);
    make_tables(s, 'r', 2, STORE_RUNNING);
    store_table t[2] = {table_called('r', 0), table_called('r', 1)};
    for (uint32_t i = 0; i < 50; i++) {
        store *winner = i % 2 ? s : other, *loser = i % 2 ? other : s;
        EXPECT(winner, append_one(winner, t[0].id, i), STORE_OK);
        EXPECT(loser, append_some(loser, t[0].id, i, 3), STORE_TAKEN);
    }
    t[0].version = 2;
    EXPECT(other, store_change(other, &t[0]), STORE_OK);
    EXPECT(s, store_change(s, &t[0]), STORE_TAKEN);
    static const uint8_t seed[32];
    EXPECT(other, store_make(other, &t[1], seed), STORE_TAKEN);
    CHECK(count_lines(s, t[0].id) == 50 && count_lines(other, t[0].id) == 50, "lines");
    CHECK(say(s, t[1].id, anna, "a") == 1 && say(other, t[1].id, bert, "b") == 2, "messages");
    store_close(other);
}

/* Somebody else who changes a table. */
typedef struct change {
    store_table table;
    int before_commit; /* so many milliseconds pass */
    pthread_t thread;
    atomic_bool done;
} change;

static void *run_change(void *context) {
    change *c = context;
    store *s = open_or_end(url);
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, store_change(s, &c->table), STORE_OK);
    usleep((useconds_t)c->before_commit * 1000);
    EXPECT(s, store_commit(s), STORE_OK);
    c->done = true;
    store_close(s);
    return NULL;
}

static void begin_change(change *c, uint32_t version, int before_commit) {
    c->table.version = version;
    c->before_commit = before_commit;
    c->done = false;
    CHECK(pthread_create(&c->thread, NULL, run_change, c) == 0, "no thread");
}

/* Who writes lines knows the table as it is, until the commit. */
static void test_versions(store *s) {
    enum { LONG = 600, SHORT = 300 };
    change elsewhere = {.table = table_called('v', 0)};
    store_table *t = &elsewhere.table;
    make_tables(s, 'v', 1, STORE_RUNNING);
    EXPECT(s, append_to_version(s, t->id, 2, 0, 1), STORE_TAKEN);
    EXPECT(s, append_to_version(s, t->id, 1, 0, 1), STORE_OK);
    EXPECT(s, store_begin(s), STORE_OK);
    t->version = 2;
    EXPECT(s, store_change(s, t), STORE_OK);
    EXPECT(s, append_to_version(s, t->id, 1, 1, 1), STORE_TAKEN);
    EXPECT(s, append_to_version(s, t->id, 2, 1, 1), STORE_OK);
    EXPECT(s, store_commit(s), STORE_OK);

    begin_change(&elsewhere, 3, LONG); /* while it is changed one waits, and knows too little */
    usleep(SHORT * 1000);
    EXPECT(s, append_to_version(s, t->id, 2, 2, 1), STORE_TAKEN);
    pthread_join(elsewhere.thread, NULL);

    EXPECT(s, store_begin(s), STORE_OK); /* it can not be changed before the lines are there */
    EXPECT(s, append_to_version(s, t->id, 3, 2, 1), STORE_OK);
    begin_change(&elsewhere, 4, 0);
    usleep(SHORT * 1000);
    CHECK(!elsewhere.done, "changed while another writes lines");
    EXPECT(s, store_commit(s), STORE_OK);
    pthread_join(elsewhere.thread, NULL);
    CHECK(count_lines(s, t->id) == 3, "%u", count_lines(s, t->id));
}

/* ---- Many at once --------------------------------------------------------------------------- */

enum { CROWD = 3, CROWD_TABLES = 4, CROWD_LINES = 60 };

static unsigned draw(unsigned *seed, unsigned below) {
    *seed = *seed * 1103515245 + 12345;
    return (*seed >> 16) % below;
}

/* One of several processes that write the same tables: whoever is too late reads on. Answers how
 * many lines it has written. */
static int write_in_crowd(unsigned seed) {
    store *s = open_or_end(url);
    int written = 0;
    for (uint32_t least = 0; least < CROWD_LINES;) {
        uint32_t have[CROWD_TABLES];
        least = CROWD_LINES;
        for (int i = 0; i < CROWD_TABLES; i++) {
            have[i] = count_lines(s, table_called('c', i).id);
            least = have[i] < least ? have[i] : least;
        }
        EXPECT(s, store_begin(s), STORE_OK);
        for (int i = 0; i < CROWD_TABLES; i++) {
            store_table table = table_called('c', i);
            int n = 1 + (int)draw(&seed, 3);
            bool appends = draw(&seed, 2);
            store_result result = appends ? append_some(s, table.id, have[i], n) : STORE_OK;
            CHECK(result == STORE_OK || result == STORE_TAKEN, "%d: %s", (int)result, store_why(s));
            written += appends && result == STORE_OK ? n : 0;
        }
        EXPECT(s, store_commit(s), STORE_OK);
    }
    store_close(s);
    return written;
}

static void test_crowd(store *s) {
    make_tables(s, 'c', CROWD_TABLES, STORE_RUNNING);
    pid_t children[CROWD];
    int written = 0, there = 0, ends[2];
    CHECK(pipe(ends) == 0, "no pipe");
    fflush(NULL);
    for (unsigned i = 0; i < CROWD; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            int n = write_in_crowd(i);
            _exit(write(ends[1], &n, sizeof n) != sizeof n);
        }
    }
    for (int i = 0; i < CROWD; i++) {
        int status;
        CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0, "process %d", i);
        int n;
        CHECK(read(ends[0], &n, sizeof n) == sizeof n, "process %d", i);
        written += n;
    }
    for (int i = 0; i < CROWD_TABLES; i++) {
        int n = (int)count_lines(s, table_called('c', i).id);
        CHECK(n >= CROWD_LINES, "table %d", i);
        there += n;
    }
    CHECK(written == there, "%d lines were written, and %d are there", written, there);
    close(ends[0]);
    close(ends[1]);
}

/* ---- News ----------------------------------------------------------------------------------- */

typedef struct told {
    int n, all;
    char ids[20][STORE_TABLE_ID + 1];
} told;

static void be_told(void *context, const char *id) {
    told *t = context;
    t->all += !id;
    if (id) {
        CHECK(t->n < 20, "too much news");
        snprintf(t->ids[t->n++], sizeof t->ids[0], "%s", id);
    }
}

static told wait_for_news(store *s, int ms) {
    told t = {0};
    struct pollfd p = {.fd = store_socket(s), .events = POLLIN};
    while (poll(&p, 1, t.n + t.all ? 100 : ms) == 1) {
        EXPECT(s, store_poll_changes(s, be_told, &t), STORE_OK);
    }
    return t;
}

static void expect_news(store *s, const char *id) {
    told t = wait_for_news(s, 5000);
    CHECK(t.all == 0 && t.n == 1 && strcmp(t.ids[0], id) == 0, "%d: %s", t.n, t.ids[0]);
}

static void test_no_news(store *s) {
    told none = {0};
    EXPECT(s, store_poll_changes(s, be_told, &none), STORE_OK);
    CHECK(none.n == 0 && none.all == 0, "news from nobody");
}

static void test_news(store *s) {
    if (store_socket(s) < 0) {
        test_no_news(s);
        return;
    }
    store *other = open_or_end(url);
    told t = wait_for_news(other, 5000);
    CHECK(t.all == 1 && t.n == 0, "%d, %d: the beginning", t.all, t.n);
    make_tables(s, 'n', 3, STORE_RUNNING);
    t = wait_for_news(other, 5000);
    CHECK(t.all == 0 && t.n == 3, "%d, %d: three tables", t.all, t.n);
    store_table table = table_called('n', 1);
    EXPECT(other, append_one(other, table.id, 0), STORE_OK);
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, append_one(s, table.id, 1), STORE_OK);
    store_rollback(s);
    t = wait_for_news(other, 300);
    CHECK(t.n == 0, "%s: one's own, or not written", t.ids[0]);
    EXPECT(s, store_begin(s), STORE_OK);
    EXPECT(s, append_one(s, table.id, 1), STORE_OK);
    EXPECT(s, append_one(s, table.id, 2), STORE_OK);
    EXPECT(s, store_commit(s), STORE_OK);
    expect_news(other, table.id);
    table.version = 2;
    table.n_people = 1;
    memcpy(table.people[0], anna, STORE_HASH);
    EXPECT(s, store_change(s, &table), STORE_OK);
    expect_news(other, table.id);
    say(s, table.id, anna, "news");
    expect_news(other, table.id);
    EXPECT(s, store_forget(s, anna, "aaaaaaaaaaaa"), STORE_OK);
    expect_news(other, table.id);
    EXPECT(s, store_note_person(s, "bbbbbbbbbbbb"), STORE_OK);
    expect_news(other, "@bbbbbbbbbbbb");
    store_close(other);
}

int main(int n, char **arguments) {
    CHECK(n == 2, "contract URL");
    url = arguments[1];
    void (*const tests[])(store *) = {test_tables,  test_lists,    test_lines, test_deleting,
                                      test_batches, test_people,   test_marks, test_processes,
                                      test_races,   test_versions, test_crowd, test_news,
                                      test_finding};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        empty_store(url);
        store *s = open_or_end(url);
        tests[i](s);
        store_close(s);
    }
    store_close(NULL);
    empty_store(url);
    printf("%s: as promised\n", url);
    return 0;
}
