/* What is left of a store when the disk does its worst: faults WHAT POINTS [SEED].
 *   power   the power is cut at random points
 *   full    the disk is full, and has room again, at random points
 *   errors  writes and syncs fail at random points
 * At every point: what was committed is there, in order and once; of a batch that was not, all or
 * nothing. “lies” is the power on a disk that does not sync: there something must get lost, or this
 * program sees nothing. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "disk.h"

enum { TABLES = 6, HEAVY = 30000 };

static char url[600];
static char heavy[HEAVY];

/* What a store is known to have. */
typedef struct known {
    uint32_t lines[TABLES], versions[TABLES];
    int64_t messages[TABLES];
} known;

static known safe, under_way; /* committed; if the commit that was not answered is there, too */
static struct { int commits, refused, doubtful, losses; } seen;

/* ---- What is there -------------------------------------------------------------------------- */

static bool read_version(void *context, const store_table *table) {
    *(uint32_t *)context = table->version;
    return true;
}

static bool count_message(void *context, const store_chat *chat) {
    int64_t *n = context;
    CHECK(chat->number == *n + 1, "message %d after %d", (int)chat->number, (int)*n);
    *n = chat->number;
    return true;
}

/* False if it can not be read. */
static bool read_known(store *s, known *k) {
    memset(k, 0, sizeof *k);
    for (int i = 0; i < TABLES; i++) {
        store_table t = table_called('t', i);
        if (store_table_of(s, t.id, read_version, &k->versions[i]) != STORE_OK) {
            return false;
        }
        k->lines[i] = count_lines(s, t.id);
        EXPECT(s, store_chats(s, t.id, 0, 1000000, count_message, &k->messages[i]), STORE_OK);
    }
    return true;
}

/* False if something was lost. */
static bool all_there(store *s) {
    known now;
    if (!read_known(s, &now)) {
        return false;
    }
    bool old = memcmp(&now, &safe, sizeof now) == 0;
    bool new = memcmp(&now, &under_way, sizeof now) == 0;
    seen.doubtful += new && !old;
    safe = under_way = now;
    return old || new;
}

/* SQLite's own word that the file is sound. */
static void check_file(void) {
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_open(url + strlen("sqlite:"), &db);
    code = code ? code : sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL);
    CHECK(code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW, "%s", sqlite3_errmsg(db));
    const char *answer = (const char *)sqlite3_column_text(statement, 0);
    CHECK(answer && strcmp(answer, "ok") == 0, "%s", answer);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* ---- Work ----------------------------------------------------------------------------------- */

/* One thing more in a batch; `k` is what there is if it succeeds. */
static store_result write_something(store *s, known *k) {
    int i = (int)disk_random(TABLES);
    store_table t = table_called('t', i);
    uint64_t what = disk_random(10);
    if (what < 7) {
        int n = 1 + (int)disk_random(4);
        k->lines[i] += (uint32_t)n;
        return append_to_version(s, t.id, k->versions[i], k->lines[i] - (uint32_t)n, n);
    }
    if (what < 8) {
        k->messages[i]++;
        return store_add_chat(s, t.id, &(store_chat){.person = {1}, .text = rz_slice_of("hello")});
    }
    t.version = ++k->versions[i];
    t.info = heavy;
    t.info_size = disk_random(HEAVY);
    return store_change(s, &t);
}

/* A batch of everything, until something fails. */
static store_result work(store *s) {
    under_way = safe;
    store_result result = store_begin(s);
    for (uint64_t n = disk_random(8) + 1; n > 0 && result == STORE_OK; n--) {
        result = write_something(s, &under_way);
    }
    if (result == STORE_OK) {
        result = store_commit(s);
        seen.commits += result == STORE_OK;
        safe = result == STORE_OK ? under_way : safe;
        return result;
    }
    under_way = safe; /* it was never asked to commit */
    store_rollback(s);
    return result;
}

static store *open_now(store_result *result) {
    char why[512] = "";
    store *s = store_open(url, why, sizeof why, result);
    CHECK(s || *why, "no reason given");
    return s;
}

static void start_anew(void) {
    disk_format();
    memset(&safe, 0, sizeof safe);
    store *s = open_or_end(url);
    make_tables(s, 't', TABLES, STORE_RUNNING);
    CHECK(read_known(s, &safe), "not made");
    under_way = safe;
    store_close(s);
}

/* ---- Power ---------------------------------------------------------------------------------- */

/* From one cut to the next. The store is closed and opened in between, now and then. */
static void work_until_cut(void) {
    store_result result;
    while (!disk_is_dead()) {
        store *s = open_now(&result);
        CHECK(s || disk_is_dead(), "result %d", (int)result);
        for (uint64_t n = disk_random(disk_random(8) ? 40 : 4000); s && n > 0 && !disk_is_dead();
             n--) {
            result = work(s);
            CHECK(result == STORE_OK || disk_is_dead(), "%s", store_why(s));
        }
        store_close(s);
    }
}

static void power(int points) {
    for (int i = 0; i < points; i++) {
        if (i % 40 == 0) {
            start_anew();
        }
        static const uint64_t often[] = {60, 60, 60, 600}; /* and seldom: once around the log */
        disk_cut_after((int64_t)disk_random(i % 50 == 49 ? 40000 : often[i % 4]));
        work_until_cut();
        disk_reboot();
        if (disk_random(4) == 0) {
            check_file();
        }
        store *s = open_or_end(url);
        if (!all_there(s)) {
            seen.losses++;
            i += 39 - i % 40;
        }
        store_close(s);
    }
}

/* The very first opening, which makes the schema: after it, a store or none, but no half one. */
static void power_at_birth(int points) {
    for (int i = 0; i < points; i++) {
        store_result result;
        disk_format();
        disk_cut_after((int64_t)disk_random(60));
        store_close(open_now(&result));
        disk_reboot();
        store *s = open_or_end(url);
        make_tables(s, 't', 1, STORE_RUNNING);
        store_close(s);
        check_file();
    }
}

/* Only the first loss is looked for: such a file may be damaged in any way. */
static void lies(int points) {
    disk_lie(true);
    for (int i = 0; i < points && seen.losses == 0; i++) {
        start_anew();
        disk_cut_after(100);
        work_until_cut();
        disk_reboot();
        store_result result;
        store *s = open_now(&result);
        known now;
        seen.losses += !s || !read_known(s, &now) || memcmp(&now, &safe, sizeof now) != 0;
        store_close(s);
    }
    disk_lie(false);
    CHECK(seen.losses > 0, "nothing was lost without syncs");
}

/* ---- Full, failing, read-only --------------------------------------------------------------- */

typedef void trouble(void);

static void fill_up(void) {
    disk_limit(disk_used() + disk_random(200000));
}

static void fail_often(void) {
    disk_fail(1 + (uint32_t)disk_random(40));
}

static void trouble_over(void) {
    disk_limit(SIZE_MAX);
    disk_fail(0);
}

/* Through trouble and out of it again, the store open all the while or reopened. */
static void troubles(int points, trouble *begin, store_result expected) {
    store *s = NULL;
    store_result result = STORE_OK;
    for (int i = 0; i < points; i++) {
        if (i % 40 == 0) {
            store_close(s);
            start_anew();
            s = open_or_end(url);
        }
        begin();
        for (int n = 0; n < 20; n++) {
            result = s ? work(s) : STORE_OK;
            CHECK(result == STORE_OK || result == expected, "%d: %s", (int)result, store_why(s));
            seen.refused += result != STORE_OK;
            if (!s || disk_random(30) == 0) {
                store_close(s);
                s = open_now(&result);
                CHECK(s || result == expected, "%d", (int)result);
            }
        }
        trouble_over();
        s = s ? s : open_or_end(url);
        under_way = safe; /* it said that it did not commit, and nothing else happened since */
        CHECK(all_there(s), "lost");
        EXPECT(s, work(s), STORE_OK);
        if (disk_random(10) == 0) {
            store_close(s);
            check_file();
            s = open_or_end(url);
        }
    }
    store_close(s);
}

/* The disk becomes one that can only be read, and is whole again later. */
static void read_only(void) {
    start_anew();
    store *s = open_or_end(url);
    EXPECT(s, work(s), STORE_OK);
    disk_read_only(true);
    EXPECT(s, work(s), STORE_READ_ONLY);
    under_way = safe;
    CHECK(strstr(store_why(s), "can not be written"), "%s", store_why(s));
    EXPECT(s, append_one(s, table_called('t', 0).id, safe.lines[0]), STORE_READ_ONLY);
    CHECK(all_there(s), "not to be read");
    disk_read_only(false);
    EXPECT(s, work(s), STORE_OK);
    CHECK(all_there(s), "lost");
    store_close(s);
    disk_read_only(true);
    store_result result;
    CHECK(!open_now(&result) && result == STORE_READ_ONLY, "%d", (int)result);
    disk_read_only(false);
}

int main(int n, char **arguments) {
    CHECK(n >= 3, "faults power|full|errors|lies POINTS [SEED]");
    const char *what = arguments[1];
    int points = atoi(arguments[2]);
    /* A name that nobody else uses: the store looks for its folder, and makes an empty file. */
    char folder[] = "/tmp/razzia-faults-XXXXXX";
    CHECK(mkdtemp(folder), "no folder");
    snprintf(url, sizeof url, "sqlite:%s/store", folder);
    disk_install(n > 3 ? strtoull(arguments[3], NULL, 10) : 1);
    memset(heavy, 'x', sizeof heavy);
    if (strcmp(what, "power") == 0) {
        power_at_birth(points / 10);
        power(points);
        CHECK(seen.losses == 0, "lost something %d times", seen.losses);
        CHECK(points < 1000 || (seen.doubtful > 0 && disk_rewinds() > 0),
              "never cut between a commit and its answer, or never around the log");
    } else if (strcmp(what, "full") == 0) {
        troubles(points, fill_up, STORE_FULL);
        read_only();
    } else if (strcmp(what, "errors") == 0) {
        troubles(points, fail_often, STORE_DOWN);
    } else {
        lies(points);
    }
    disk_format();
    unlink(url + strlen("sqlite:"));
    rmdir(folder);
    printf("%s: %d points, %d batches committed, %d refused, %d committed and not answered, "
           "%d times around the log, %d losses\n",
           what, points, seen.commits, seen.refused, seen.doubtful, disk_rewinds(), seen.losses);
    return 0;
}
