/* What is opened and what is refused, and with which words: opening URL. The store is emptied. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "common.h"

static const char *url;
static char why[512];

static void refused(const char *which, store_result expected, const char *word) {
    store_result result = STORE_OK;
    why[0] = '\0';
    store *s = store_open(which, why, sizeof why, &result);
    CHECK(!s && result == expected, "%s: result %d, %s", which, (int)result, why);
    CHECK(strstr(why, word) && !strchr(why, '\n'), "“%s” without “%s”", why, word);
}

static void make_store(void) {
    empty_store(url);
    store *s = open_or_end(url);
    make_tables(s, 'o', 5, STORE_RUNNING);
    for (uint32_t i = 0; i < 40; i++) {
        EXPECT(s, append_some(s, table_called('o', (int)i % 5).id, i / 5 * 8, 8), STORE_OK);
    }
    store_close(s);
}

static void test_urls(void) {
    refused("", STORE_BROKEN, "sqlite:FILE");
    refused("mysql://x", STORE_BROKEN, "mysql://x");
    refused("sqlite:", STORE_BROKEN, "needs the name");
    refused("sqlite:/there/is/no/such", STORE_BROKEN, "/there/is/no/such can not be opened");
    refused("sqlite:/usr", STORE_BROKEN, "can not be opened");
    refused("sqlite:/sys/razzia", STORE_READ_ONLY, "can not be opened"); /* by nobody */
    refused("postgresql://x@/x?host=/there/is/none", STORE_DOWN, "PostgreSQL: ");
    refused("postgresql://%%", STORE_DOWN, "PostgreSQL: ");
}

/* Takes away what version 5 has brought. */
static void undo_version_5(bool in_file) {
    static const char *const tables[] = {"turns",    "waiting", "devices",   "links",
                                         "results",  "reports", "uncounted", "acts",
                                         "channels", "notices", "secrets"};
    static const char *const indices[] = {"seats_open", "tables_over", "people_mark",
                                          "people_skeleton", "people_owner"};
    static const char *const columns[] = {
        "seats DROP COLUMN over",   "people DROP COLUMN mark",  "people DROP COLUMN skeleton",
        "people DROP COLUMN since", "people DROP COLUMN shows", "people DROP COLUMN owner",
        "people DROP COLUMN muted", "people DROP COLUMN banned"};
    const char *prefix = in_file ? "" : "razzia.";
    char sql[200];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "DROP TABLE %s%s", prefix, tables[i]);
        do_sql(url, sql);
    }
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        snprintf(sql, sizeof sql, "DROP INDEX %s%s", prefix, indices[i]);
        do_sql(url, sql);
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        snprintf(sql, sizeof sql, "ALTER TABLE %s%s", prefix, columns[i]);
        do_sql(url, sql);
    }
}

/* Version 1 had no people. */
static void test_older(bool in_file) {
    make_store();
    undo_version_5(in_file);
    do_sql(
        url,
        in_file
            ? "DROP TABLE homes; DROP TABLE processes; DROP TABLE marks; DROP TABLE chat;"
              "DROP TABLE people; PRAGMA user_version = 1"
            : "DROP TABLE razzia.homes, razzia.processes, razzia.marks, razzia.chat, razzia.people;"
              "UPDATE razzia.schema_version SET version = 1");
    for (int i = 0; i < 2; i++) {
        store *s = open_or_end(url);
        char name[STORE_NAME];
        static const uint8_t person[STORE_HASH] = {1};
        store_chat chat = {.person = {1}, .text = rz_slice_of("there")};
        CHECK(count_lines(s, table_called('o', 0).id) == 64, "lines");
        EXPECT(s, store_name(s, person, name), i ? STORE_OK : STORE_MISSING);
        EXPECT(s, store_set_name(s, person, "Änne", "", 1), STORE_OK);
        EXPECT(s, store_add_chat(s, table_called('o', 0).id, &chat), STORE_OK);
        CHECK(chat.number == i + 1, "message %d", (int)chat.number);
        store_close(s);
    }
}

static bool take_id(void *context, const store_table *table) {
    memcpy(context, table->id, sizeof table->id);
    return true;
}

/* Until version 3 the process that people are connected to was found in the infos alone. */
static void test_version_3(bool in_file) {
    char id[STORE_TABLE_ID + 1] = "";
    char sql[1024];
    make_store();
    store *s = open_or_end(url);
    EXPECT(s, store_touch_process(s, "00000000000000a1"), STORE_OK);
    EXPECT(s, store_touch_process(s, "00000000000000a2"), STORE_OK);
    store_close(s);
    undo_version_5(in_file);
    const char *prefix = in_file ? "" : "razzia.";
    snprintf(sql, sizeof sql,
             "DROP TABLE %shomes; UPDATE %stables SET info = "
             "'{\"seats\":[{\"home\":\"0000000000000000\"},{\"home\":\"00000000000000a1\"}]}'"
             " WHERE id = '%s'; %s",
             prefix, prefix, table_called('o', 2).id,
             in_file ? "PRAGMA user_version = 3" : "UPDATE razzia.schema_version SET version = 3");
    do_sql(url, sql);
    s = open_or_end(url);
    EXPECT(s, store_tables_of_process(s, "00000000000000a2", 9, take_id, id), STORE_OK);
    CHECK(!*id, "%s", id);
    EXPECT(s, store_tables_of_process(s, "00000000000000a1", 9, take_id, id), STORE_OK);
    CHECK(strcmp(id, table_called('o', 2).id) == 0, "“%s”", id);
    store_close(s);
}

static void test_newer(bool in_file) {
    make_store();
    do_sql(url,
           in_file ? "PRAGMA user_version = 77" : "UPDATE razzia.schema_version SET version = 77");
    refused(url, STORE_NEWER, "newer Razzia (version 77");
}

static void test_foreign_schema(void) {
    empty_store(url);
    do_sql(url, "CREATE SCHEMA razzia; CREATE TABLE razzia.things (a int)");
    refused(url, STORE_BROKEN, "no store of Razzia");
    empty_store(url);
}

static void test_read_only_database(void) {
    make_store();
    do_sql(url, "ALTER ROLE razzia SET default_transaction_read_only = on");
    store *s = open_or_end(url);
    EXPECT(s, append_one(s, table_called('o', 0).id, 64), STORE_READ_ONLY);
    CHECK(strstr(store_why(s), "read-only"), "%s", store_why(s));
    CHECK(count_lines(s, table_called('o', 0).id) == 64, "lines");
    store_close(s);
    do_sql(url, "BEGIN READ WRITE; ALTER ROLE razzia RESET default_transaction_read_only; COMMIT");
}

/* ---- Files that are none -------------------------------------------------------------------- */

typedef struct content {
    char *at;
    size_t size;
} content;

static content read_all(const char *file) {
    FILE *f = fopen(file, "rb");
    CHECK(f, "%s", file);
    content c = {malloc(1 << 20), 0};
    c.size = fread(c.at, 1, 1 << 20, f);
    fclose(f);
    return c;
}

static void write_all(const char *file, const char *at, size_t size) {
    empty_store(url);
    FILE *f = fopen(file, "wb");
    CHECK(f && fwrite(at, 1, size, f) == size && fclose(f) == 0, "%s", file);
}

static void test_foreign_files(const char *file) {
    char text[5000];
    memset(text, 'x', sizeof text);
    write_all(file, text, sizeof text);
    refused(url, STORE_BROKEN, "no store of Razzia");
    CHECK(strstr(why, file), "%s", why);
    content after = read_all(file);
    CHECK(after.size == sizeof text && memcmp(after.at, text, after.size) == 0, "was written to");
    free(after.at);
    empty_store(url);
    do_sql(url, "CREATE TABLE things (a)");
    refused(url, STORE_BROKEN, "is a database, but no store of Razzia");
}

static bool read_any_table(void *context, const store_table *table) {
    (void)context;
    return strlen(table->id) <= STORE_TABLE_ID && table->n_people >= 0;
}

static bool read_any_line(void *context, const store_line *line) {
    *(size_t *)context += line->text.length;
    return true;
}

/* Whatever the bytes are: answers or a refusal, and nothing that ends the program. */
static bool use_damaged(void) {
    store_result result = STORE_OK;
    store *s = store_open(url, why, sizeof why, &result);
    bool sound = s;
    size_t length = 0;
    for (int i = 0; s && i < 5; i++) {
        char id[STORE_TABLE_ID + 1];
        memcpy(id, table_called('o', i).id, sizeof id);
        sound = store_table_of(s, id, read_any_table, NULL) == STORE_OK && sound;
        sound = store_lines(s, id, 0, INT32_MAX, read_any_line, &length) == STORE_OK && sound;
        sound = append_one(s, id, 64) == STORE_OK && sound;
        sound = store_due(s, 0, INT64_MAX, 10, read_any_table, NULL) == STORE_OK && sound;
    }
    store_close(s);
    return sound;
}

static void test_damaged(const char *file) {
    make_store();
    content good = read_all(file);
    char *bad = malloc(good.size);
    unsigned random = 1;
    int sound = 0;
    for (int i = 0; i < 60; i++) {
        memcpy(bad, good.at, good.size);
        for (int k = 0; k < 200; k++) {
            random = random * 1103515245 + 12345;
            size_t at = (size_t)(random >> 4) % good.size;
            bad[at < 100 ? at + 100 : at] = (char)(random >> 20);
        }
        write_all(file, bad, i < 50 ? good.size : good.size * (size_t)(i - 49) / 11);
        sound += use_damaged();
    }
    CHECK(sound < 30, "%d of 60 damaged files were taken for good ones", sound);
    memset(good.at, 0, 16);
    write_all(file, good.at, good.size);
    refused(url, STORE_BROKEN, "is damaged, or no store of Razzia");
    free(bad);
    free(good.at);
}

static void test_private(const char *file) {
    make_store();
    store *s = open_or_end(url);
    EXPECT(s, append_one(s, table_called('o', 0).id, 64), STORE_OK);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[4096];
        struct stat status;
        snprintf(name, sizeof name, "%s%s", file, ends[i]);
        CHECK(stat(name, &status) == 0 && (status.st_mode & 077) == 0, "%s can be read", name);
    }
    store_close(s);
}

static off_t size_of(const char *file, const char *end) {
    char name[4096];
    struct stat status;
    snprintf(name, sizeof name, "%s%s", file, end);
    CHECK(stat(name, &status) == 0, "%s", name);
    return status.st_size;
}

/* What lies in the log comes into the file while the store is used, and the log begins anew. */
static void test_log(const char *file) {
    enum { TABLES = 100, COMMITS = 400, ALL = TABLES * COMMITS * 20, MOST = 60 << 20 };
    empty_store(url);
    store *s = open_or_end(url);
    make_tables(s, 'l', TABLES, STORE_RUNNING);
    for (uint32_t n = 0; n < COMMITS; n++) {
        EXPECT(s, store_begin(s), STORE_OK);
        for (int i = 0; i < TABLES; i++) {
            EXPECT(s, append_one(s, table_called('l', i).id, n), STORE_OK);
        }
        EXPECT(s, store_commit(s), STORE_OK);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); /* the thread must have a turn */
    }
    CHECK(size_of(file, "") > ALL, "the file has %ld bytes", (long)size_of(file, ""));
    CHECK(size_of(file, "-wal") < MOST, "the log has %ld bytes", (long)size_of(file, "-wal"));
    store_close(s);
}

/* A file is one server's at a time. */
static void test_claim(void) {
    make_store();
    store *s = open_or_end(url), *other = open_or_end(url);
    CHECK(store_claim(s, why, sizeof why), "%s", why);
    CHECK(!store_claim(other, why, sizeof why) && strstr(why, "another server uses"), "%s", why);
    store_close(other);
    store_close(s);
    other = open_or_end(url);
    CHECK(store_claim(other, why, sizeof why), "%s", why);
    store_close(other);
}

/* What would be written to a file that is no longer there is refused, also if another one is. */
static void test_replaced(const char *file) {
    const store_table table = table_called('o', 0);
    const char *id = table.id;
    char moved[4096];
    snprintf(moved, sizeof moved, "%s.moved", file);
    make_store();
    store *s = open_or_end(url);
    EXPECT(s, append_one(s, id, 64), STORE_OK);
    CHECK(rename(file, moved) == 0, "%s", moved);
    EXPECT(s, append_one(s, id, 65), STORE_DOWN);
    FILE *another = fopen(file, "wb");
    CHECK(another && fclose(another) == 0, "%s", file);
    EXPECT(s, append_one(s, id, 65), STORE_DOWN);
    CHECK(rename(moved, file) == 0, "%s", moved);
    EXPECT(s, append_one(s, id, 65), STORE_OK);
    store_close(s);
}

int main(int n, char **arguments) {
    CHECK(n == 2, "opening URL");
    url = arguments[1];
    const char *file = strncmp(url, "sqlite:", 7) == 0 ? url + 7 : NULL;
    test_older(file);
    test_version_3(file);
    test_newer(file);
    if (file) {
        test_urls();
        test_foreign_files(file);
        test_damaged(file);
        test_private(file);
        test_log(file);
        test_claim();
        test_replaced(file);
    } else {
        test_foreign_schema();
        test_read_only_database();
    }
    empty_store(url);
    printf("%s: what is right was opened, and what is wrong refused\n", url);
    return 0;
}
