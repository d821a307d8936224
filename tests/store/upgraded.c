/* A store as version 4 left it is opened while the disk does its worst: upgraded DUMP.
 *
 * The power is cut after each of the first hundreds of operations, the disk is full at every size,
 * and writes fail now and then. Each time the store is the old one or the new one, and whole; and
 * in the end it is the new one, with all that was in the old one. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "disk.h"
#include "store/backend.h"

enum { OLD = 4, ANSWER = 200 };

static char url[600];
static char *dump;
static struct { int old, new; } seen;

static void read_dump(const char *file) {
    FILE *from = fopen(file, "rb");
    CHECK(from && fseek(from, 0, SEEK_END) == 0, "%s", file);
    long size = ftell(from);
    rewind(from);
    dump = calloc(1, (size_t)size + 1);
    CHECK(dump && fread(dump, 1, (size_t)size, from) == (size_t)size, "%s", file);
    fclose(from);
}

static sqlite3 *open_database(void) {
    sqlite3 *db;
    CHECK(sqlite3_open(url + strlen("sqlite:"), &db) == SQLITE_OK, "%s", url);
    return db;
}

/* As safe on the disk as a store is. */
static void start_anew(void) {
    static const char safe[] = "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL";
    disk_format();
    sqlite3 *db = open_database();
    CHECK(sqlite3_exec(db, safe, NULL, NULL, NULL) == SQLITE_OK &&
              sqlite3_exec(db, dump, NULL, NULL, NULL) == SQLITE_OK,
          "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void ask(sqlite3 *db, const char *sql, char answer[ANSWER]) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    CHECK(code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW, "%s: %s", sql,
          sqlite3_errmsg(db));
    snprintf(answer, ANSWER, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
}

static void expect(sqlite3 *db, const char *sql, const char *expected) {
    char answer[ANSWER];
    ask(db, sql, answer);
    CHECK(strcmp(answer, expected) == 0, "%s: %s, not %s", sql, answer, expected);
}

/* What both versions have; and of the new one what it has made of that. */
static int look_at_store(void) {
    char version[ANSWER];
    sqlite3 *db = open_database();
    ask(db, "PRAGMA user_version", version);
    expect(db, "PRAGMA integrity_check", "ok");
    expect(db, "SELECT count(*) || ' ' || sum(length(text)) FROM lines", "227 10007");
    expect(db,
           "SELECT (SELECT count(*) FROM tables) || ' ' || (SELECT count(*) FROM seats) || ' ' ||"
           " (SELECT count(*) FROM seeds) || ' ' || (SELECT count(*) FROM chat)",
           "3 5 3 1");
    expect(db, "SELECT group_concat(name, ' ') FROM (SELECT name FROM people ORDER BY name)",
           "Anna Bert");
    int number = atoi(version);
    if (number == STORE_SCHEMA_VERSION) {
        expect(db, "SELECT sum(over) FROM seats", "2");
        expect(db, "SELECT count(*) FROM uncounted", "1");
        expect(db, "SELECT count(*) FROM people WHERE since = at AND since > 0", "2");
    } else {
        CHECK(number == OLD, "version %d", number);
        expect(db,
               "SELECT count(*) FROM sqlite_schema WHERE name IN ('turns', 'acts', 'people_mark')",
               "0");
    }
    sqlite3_close(db);
    seen.old += number == OLD;
    seen.new += number == STORE_SCHEMA_VERSION;
    return number;
}

/* It is as it was, or as it shall be; the next start makes it that. */
static void finish(void) {
    look_at_store();
    store_close(open_or_end(url));
    CHECK(look_at_store() == STORE_SCHEMA_VERSION, "it is never brought up to date");
    sqlite3 *db = open_database();
    expect(db, "SELECT count(*) FROM people WHERE length(mark) = 12", "2");
    sqlite3_close(db);
}

static store_result open_badly(void) {
    char why[512] = "";
    store_result result = STORE_OK;
    store *s = store_open(url, why, sizeof why, &result);
    CHECK(s || *why, "no reason given");
    store_close(s);
    return s ? STORE_OK : result;
}

static void cut_everywhere(void) {
    enum { PATIENCE = 2000 };
    int cut = 0;
    for (bool dead = true; dead; cut++) {
        CHECK(cut < PATIENCE, "it never ends");
        start_anew();
        disk_cut_after(cut);
        open_badly();
        dead = disk_is_dead();
        disk_reboot();
        finish();
    }
    CHECK(cut > 20 && seen.old > 10 && seen.new > cut, "cut %d times: %d old, %d new", cut,
          seen.old, seen.new);
}

static void full_at_every_size(void) {
    enum { STEP = 1500, STEPS = 300 };
    int refused = 0;
    start_anew();
    size_t begin = disk_used();
    for (int i = 0; i < STEPS; i++) {
        start_anew();
        disk_limit(begin + (size_t)i * STEP);
        store_result result = open_badly();
        CHECK(result == STORE_OK || result == STORE_FULL, "%d", (int)result);
        refused += result == STORE_FULL;
        disk_limit(SIZE_MAX);
        finish();
    }
    CHECK(refused > 5 && refused < STEPS, "%d times full", refused);
}

static void failing(void) {
    for (int i = 0; i < 200; i++) {
        start_anew();
        disk_fail(1 + (uint32_t)(i % 40));
        store_result result = open_badly();
        CHECK(result == STORE_OK || result == STORE_DOWN, "%d", (int)result);
        disk_fail(0);
        finish();
    }
}

int main(int n, char **arguments) {
    char folder[] = "/tmp/razzia-upgraded-XXXXXX";
    CHECK(n == 2, "upgraded DUMP");
    CHECK(mkdtemp(folder), "no folder");
    snprintf(url, sizeof url, "sqlite:%s/store", folder);
    read_dump(arguments[1]);
    disk_install(1);
    cut_everywhere();
    full_at_every_size();
    failing();
    disk_format();
    unlink(url + strlen("sqlite:"));
    rmdir(folder);
    free(dump);
    printf("looked at %d times: %d old stores, %d new ones\n", seen.old + seen.new, seen.old,
           seen.new);
    return 0;
}
