/* What people may do to a server and to each other, in a simulated world.
 *
 *   people sqlite:FILE
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "serve/tables.h"
#include "serve/watch.h"
#include "steps.h"

#define LOOT    ",\"game\":\"loot\",\"seats\":3"
#define AT_HOME "203.0.113.5"
#define ABROAD  "198.51.100.7"

/* ---- Chat ------------------------------------------------------------------------------------ */

/* How many of so many messages are heard. */
static int chat(simulation *m, simulated_client *c, const char *id, int times) {
    int heard = 0;
    for (int i = 0; i < times; i++) {
        ask_table(m, c, "chat", id, ",\"text\":\"hello\"");
        heard += !was_refused(c, "limit");
        m->now += 10;
    }
    return heard;
}

static int chat_once_as(simulation *m, const char *address, int person, const char *id, int times) {
    simulated_client c;
    greet_as(m, &c, address, person);
    int heard = chat(m, &c, id, times);
    simulation_disconnect(m, &c);
    limits_sweep(&m->server->limits, m->now);
    return heard;
}

static void chat_is_limited_by_key(const char *url) {
    simulation m;
    simulated_client maker;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 1);
    greet_as(&m, &maker, AT_HOME, 1);
    make_table(&m, &maker, LOOT, id);
    check(chat(&m, &maker, id, 40) == 30, "who sits may say 30 things a minute", maker.text);
    check(chat_once_as(&m, ABROAD, 2, id, 10) == 6, "a stranger may say a fifth of it", "");
    check(chat_once_as(&m, ABROAD, 2, id, 10) == 0, "who connects again may say more", "");
    check(chat_once_as(&m, "192.0.2.1", 2, id, 10) == 0, "elsewhere one may say more", "");
    simulation_advance(&m, 60000);
    check(chat_once_as(&m, ABROAD, 2, id, 10) == 6, "a minute later one may not", "");
    simulation_disconnect(&m, &maker);
    stop(&m);
}

/* New keys cost nothing, addresses do. Where strangers come from many of them, the table has a
 * limit of its own. */
static void chat_is_limited_by_address(const char *url) {
    simulation m;
    simulated_client maker;
    char id[2][STORE_TABLE_ID + 1], address[16];
    int heard = 0;
    start(&m, url, 2);
    greet_as(&m, &maker, AT_HOME, 1);
    make_table(&m, &maker, LOOT, id[0]);
    make_table(&m, &maker, LOOT, id[1]);
    for (int person = 2; person < 40; person++)
        heard += chat_once_as(&m, ABROAD, person, id[person % 2], 6);
    check(heard >= 48 && heard <= 50, "an address has no limit for strangers", "");
    for (int person = 40; person < 60; person++) {
        snprintf(address, sizeof address, "192.0.2.%d", person);
        heard += chat_once_as(&m, address, person, id[0], 6);
    }
    check(heard >= 54 && heard <= 65, "a table has no limit for strangers", "");
    check(chat(&m, &maker, id[0], 30) == 30, "strangers stop those who sit", maker.text);
    simulation_disconnect(&m, &maker);
    stop(&m);
}

static bool count_message(void *context, const store_chat *message) {
    (void)message;
    ++*(int *)context;
    return true;
}

static void chat_that_is_kept_is_bounded(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    int kept = 0;
    start(&m, url, 3);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    ask_table(&m, &c, "watch", id, "");
    for (int i = 0; i < 9; i++) {
        check(chat(&m, &c, id, 29) == 29, "a message was refused", c.text);
        simulation_advance(&m, 59000);
    }
    ask_table(&m, &c, "chat", id, ",\"text\":\"the last\"");
    check(strstr(c.text, "{\"number\":262,") != NULL, "numbers do not go on", c.text);
    check(store_chats(m.store, id, 0, 1000, count_message, &kept) == STORE_OK, "no chat", "");
    check(kept == STORE_CHATS, "old messages are kept", "");
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* A long one counts for several. */
static void long_messages_count_more(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1], more[512];
    int heard = 0;
    start(&m, url, 4);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    snprintf(more, sizeof more, ",\"text\":\"%0350d\"", 0);
    for (int i = 0; i < 30; i++) {
        ask_table(&m, &c, "chat", id, more);
        heard += !was_refused(&c, "limit");
    }
    check(heard == 7, "a long message is as cheap as a short one", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* What looks like nothing is not said; what has something to see among it is. */
static void chat_can_be_seen(const char *url) {
    static const struct {
        const char *text;
        bool ok;
    } cases[] = {
        {"", false},
        {"   ", false},
        {"\\n \\n", false},
        {"\\u00a0\\u2003\\u3000", false},                      /* blanks */
        {"\\u200b\\u2060\\ufeff", false},                      /* zero-width */
        {"\\u202e\\u202c\\u200f\\u2066\\u2069", false},        /* marks of direction */
        {"\\u200d\\u200c\\ufe0f", false},                      /* joiners, selectors */
        {"\\u3164\\u2800\\u115f\\u00ad", false},               /* fillers */
        {"\\udb40\\udc41\\udb40\\udd00\\ud834\\udd59", false}, /* tags, a note without a head */
        {"\\u202e \\u200b!", true},
        {"\\u0645\\u06cc\\u200c\\u062e\\u0648\\u0627", true}, /* Persian, with a non-joiner */
        {"\\ud83d\\udc4d\\ud83c\\udffd", true},
        {".", true},
    };
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1], more[128];
    start(&m, url, 5);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(more, sizeof more, ",\"text\":\"%s\"", cases[i].text);
        ask_table(&m, &c, "chat", id, more);
        check(was_refused(&c, "chat") != cases[i].ok, cases[i].text, c.text);
        simulation_advance(&m, 5000);
    }
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* ---- Tables that nobody could finish --------------------------------------------------------- */

#define CELL(ask, linked)    "{\"ask\":" #ask ",\"linked\":" #linked ",\"pays\":1}"
#define COLUMN(shelf, cells) "{\"shelf\":" shelf ",\"cells\":[" cells "]}"
#define BOARD(columns)                                                                             \
    ",\"game\":\"mice\",\"seats\":2,\"options\":{\"board\":{\"columns\":[" columns                 \
    "],\"cat\":{\"grey\":2,\"red\":4}}}"
#define SAUSAGES COLUMN("{\"sausages\":3}", CELL(0, false) "," CELL(0, false))
#define ANNA     COLUMN("\"anna\"", CELL(0, false) "," CELL(0, false))
#define STUCK    COLUMN("\"secure\"", CELL(0, false) "," CELL(1, false) "," CELL(2, true))
#define GOOD     COLUMN("\"secure\"", CELL(0, false) "," CELL(1, false) "," CELL(0, true))

static void setups_without_end_are_refused(const char *url) {
    static const struct {
        const char *setup, *why; /* NULL: it is made */
    } cases[] = {
        {",\"game\":\"mice\",\"seats\":2,\"options\":{\"turns\":1000}", NULL},
        {",\"game\":\"mice\",\"seats\":2,\"options\":{\"turns\":1001}", "1000 turns"},
        {",\"game\":\"mice\",\"seats\":2,\"options\":{\"turns\":100000}", "1000 turns"},
        {BOARD(GOOD "," SAUSAGES), NULL},
        {BOARD(STUCK "," SAUSAGES), "secure shelf"},
        {BOARD(STUCK "," SAUSAGES "," GOOD), NULL},
        {BOARD(STUCK "," SAUSAGES "," ANNA), NULL}, /* she pushes dice to the top */
    };
    simulation m;
    simulated_client c;
    char text[4096];
    start(&m, url, 5);
    greet_as(&m, &c, AT_HOME, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "{\"id\":2,\"do\":\"make\",\"nonce\":" NONCE "%s}",
                 cases[i].setup);
        ask(&m, &c, text);
        check(was_refused(&c, "options") == (cases[i].why != NULL), cases[i].setup, c.text);
        check(!cases[i].why || strstr(c.text, cases[i].why), "it is not said why", c.text);
        check(cases[i].why || strstr(c.text, "\"commit\""), "no table", c.text);
    }
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* ---- A damaged row ----------------------------------------------------------------------------
 */

static void change_store(const char *url, const char *sql) {
    sqlite3 *db;
    check(sqlite3_open(strchr(url, ':') + 1, &db) == SQLITE_OK, "no store", url);
    check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(db), sql);
    sqlite3_close(db);
}

/* A status that there is none of, also one that is a good one in 32 bits. */
static void a_status_of_no_meaning_is_refused(const char *url) {
    static const int64_t wrong[] = {-1, 4, 4294967297};
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1], sql[80];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        start(&m, url, 6);
        greet_as(&m, &c, AT_HOME, 1);
        make_table(&m, &c, LOOT, id);
        simulation_disconnect(&m, &c);
        stop(&m);
        snprintf(sql, sizeof sql, "UPDATE tables SET status = %lld", (long long)wrong[i]);
        change_store(url, sql);
        restart(&m, url, 7);
        greet_as(&m, &c, AT_HOME, 1);
        ask_table(&m, &c, "watch", id, "");
        check(was_refused(&c, "store"), "a table without a status is shown", c.text);
        ask(&m, &c, "{\"id\":2,\"do\":\"tables\"}");
        check(strstr(c.text, "\"mine\":[]") != NULL, "… or listed", c.text);
        simulation_disconnect(&m, &c);
        stop(&m);
    }
}

/* A record that does not follow is no game: it is neither shown nor played on, and when it is whole
 * again it is both. */
static void a_damaged_record_is_not_played_on(const char *url) {
    static const char *const damages[] = {"UPDATE lines SET text = 'x' WHERE number = 1",
                                          "UPDATE lines SET text = '{' WHERE number = 0",
                                          "DELETE FROM lines WHERE number = 1"};
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        start(&m, url, 7);
        sit_with_bots(&m, &c, "null", id);
        simulation_advance(&m, 3000);
        simulation_disconnect(&m, &c);
        stop(&m);
        change_store(url, "CREATE TABLE kept AS SELECT * FROM lines");
        change_store(url, damages[i]);
        restart(&m, url, 8);
        greet_as(&m, &c, SIMULATION_LOOPBACK, 0);
        ask_table(&m, &c, "watch", id, "");
        check(was_refused(&c, "store"), "a damaged record is shown", c.text);
        ask_table(&m, &c, "leave", id, "");
        check(was_refused(&c, "store"), "a damaged record is played on", c.text);
        change_store(url, "INSERT OR REPLACE INTO lines SELECT * FROM kept");
        m.now += 1000;
        ask_table(&m, &c, "watch", id, "");
        check(strstr(c.text, "\"from\":0"), "a whole record is not shown", c.text);
        simulation_disconnect(&m, &c);
        stop(&m);
    }
}

/* The same while the table is in memory: who comes late waits for what they have missed. */
static void a_damaged_piece_is_not_shown(const char *url) {
    static const char *const damages[] = {
        "UPDATE lines SET text = 'x' WHERE number = 1",
        "UPDATE lines SET text = '{\"fair\":{\"seed\":\"x\"}}' WHERE number = 1",
        "UPDATE lines SET text = '{' WHERE number = 0", "DELETE FROM lines"};
    simulation m;
    simulated_client c, late;
    char id[STORE_TABLE_ID + 1];
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        start(&m, url, 7);
        sit_with_bots(&m, &c, "null", id);
        simulation_advance(&m, 3000);
        greet_as(&m, &late, SIMULATION_LOOPBACK, 9);
        change_store(url, "CREATE TABLE kept AS SELECT * FROM lines");
        change_store(url, damages[i]);
        ask_table(&m, &late, "watch", id, "");
        simulation_advance(&m, 1000);
        check(!strstr(late.text, "\"number\":1") && !strstr(late.text, "\"from\":1"),
              "what is damaged is shown", late.text);
        change_store(url, "INSERT OR REPLACE INTO lines SELECT * FROM kept");
        session_note_life(late.session);
        simulation_advance(&m, 2000);
        const watch *w = late.session->watches;
        check(w->line == w->table->position.number && !w->catching_up, "it is never shown",
              late.text);
        simulation_disconnect(&m, &late);
        simulation_disconnect(&m, &c);
        stop(&m);
    }
}

static void check_page(simulation *m, simulated_client *c, int page, int tables, bool more) {
    char text[80];
    int n = 0;
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"tables\",\"page\":%d}", page);
    m->now += 5000;
    ask(m, c, text);
    for (const char *at = strstr(c->text, "\"mine\":"); at && (at = strstr(at, "\"table\":")); at++)
        n++;
    check(n == tables, "another number of tables is listed", c->text);
    snprintf(text, sizeof text, "\"mine\":%s}", more ? "true" : "false");
    check(strstr(c->text, text) != NULL, "it is not told whether there are more", c->text);
}

/* One's own tables after a page in which one can not be read are found all the same, and once. */
static void a_damaged_row_hides_no_others(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 9);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    simulation_disconnect(&m, &c);
    stop(&m);
    change_store(
        url,
        "WITH RECURSIVE n (n) AS (SELECT 10 UNION SELECT n + 1 FROM n WHERE n < 61)"
        " INSERT INTO tables (id, version, status, listed, changed, people, info)"
        " SELECT 'copy' || n, version, status, 0, changed, people, info"
        " FROM tables, n;"
        "INSERT OR IGNORE INTO seats (person, key) SELECT s.person, t.key FROM seats s, tables t;"
        "UPDATE tables SET status = -1 WHERE id = 'copy60'");
    restart(&m, url, 10);
    greet_as(&m, &c, AT_HOME, 1);
    check_page(&m, &c, 0, 49, true);
    check_page(&m, &c, 1, 3, false);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* Many tables are overdue and stay so, as they can not be read; one that came due later is found.
 */
static void what_is_overdue_hides_nothing(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 13);
    sit_with_bots(&m, &c, "{\"move\":1,\"bank\":0}", id);
    simulation_disconnect(&m, &c);
    stop(&m);
    change_store(url,
                 "WITH RECURSIVE n (n) AS (SELECT 1000 UNION SELECT n + 1 FROM n WHERE n < 1599)"
                 " INSERT INTO tables (id, version, status, listed, changed, people, info)"
                 " SELECT 'damaged00000000000' || n, 1, 1, 0, 0, '', '{' FROM n;"
                 "INSERT INTO clocks SELECT key, key FROM tables WHERE info = '{'");
    restart(&m, url, 14);
    m.now += 60000;
    simulation_advance(&m, 10000);
    check(tables_find(m.server, id) != NULL, "a table is due, and nobody opens it", "");
    stop(&m);
}

/* ---- What is stored -------------------------------------------------------------------------- */

static off_t size_of_store(const char *url) {
    struct stat status;
    check(stat(strchr(url, ':') + 1, &status) == 0, "no store", url);
    return status.st_size;
}

#define CELLS CELL(0, false) "," CELL(0, false) "," CELL(0, false) "," CELL(0, false)

/* Somebody nobody knows does all that is stored, as often as a message is heard. */
static void flood(simulation *m, const char *address, int person, char id[STORE_TABLE_ID + 1]) {
    static const char board[] =
        BOARD(COLUMN("\"secure\"", CELLS "," CELL(0, true)) "," SAUSAGES "," SAUSAGES "," SAUSAGES
                                                            "," SAUSAGES "," SAUSAGES "," SAUSAGES
                                                            "," SAUSAGES "," SAUSAGES "," SAUSAGES);
    simulated_client c;
    char text[2048];
    greet_as(m, &c, address, person);
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"make\",\"nonce\":" NONCE "%s}",
             person % 2 ? board : ",\"game\":\"bars\",\"seats\":8");
    ask(m, &c, text);
    char made[STORE_TABLE_ID + 1] = "";
    const char *at = strstr(c.text, "\"table\":\"");
    if (at)
        memcpy(made, at + strlen("\"table\":\""), STORE_TABLE_ID);
    ask_table(m, &c, "sit", id, ",\"seat\":null,\"nonce\":" NONCE);
    if (*made)
        memcpy(id, made, sizeof made);
    ask_table(m, &c, "start", id, ",\"level\":\"casual\"");
    ask_table(m, &c, "leave", id, "");
    snprintf(text, sizeof text, ",\"text\":\"%0350d\"", 0);
    for (int i = 0; i < 4; i++)
        ask_table(m, &c, "chat", id, text);
    for (int i = 0; i < 4; i++)
        ask_table(m, &c, i % 2 ? "leave" : "return", id, "");
    simulation_disconnect(m, &c);
}

/* From twenty addresses at once, for a minute. Bots go on with what was started and left. */
static void a_flood_is_not_stored(const char *url) {
    enum { ADDRESSES = 20, SECONDS = 60, A_MINUTE = 1000000 };
    simulation m;
    char id[ADDRESSES][STORE_TABLE_ID + 1] = {{0}}, address[16];
    start(&m, url, 11);
    for (int second = 0; second < SECONDS; second++) {
        for (int i = 0; i < ADDRESSES; i++) {
            snprintf(address, sizeof address, "192.0.2.%d", i + 1);
            flood(&m, address, 1000 * (i + 1) + second, id[i]);
        }
        simulation_advance(&m, 1000);
    }
    check(m.server->limited[LIMIT_STORED].n > 0, "nobody was limited", "");
    check(m.server->metrics.bot_moves > 0, "no bot has moved", "");
    stop(&m);
    char size[64];
    snprintf(size, sizeof size, "%ld bytes", (long)size_of_store(url));
    check(size_of_store(url) < SECONDS / 60 * A_MINUTE, "a flood fills the disk", size);
}

/* A club behind one address begins its evening: sixty people at thirty tables. A flood from
 * elsewhere does not stop who comes alone. */
static void a_club_is_stored(const char *url) {
    enum { PEOPLE = 60 };
    static simulated_client c[PEOPLE];
    simulation m;
    char id[STORE_TABLE_ID + 1] = "";
    start(&m, url, 12);
    for (int i = 0; i < PEOPLE; i++) {
        greet_as(&m, &c[i], AT_HOME, i + 1);
        if (i % 2 == 0)
            make_table(&m, &c[i], LOOT, id);
        else
            ask_table(&m, &c[i], "sit", id, ",\"seat\":1,\"nonce\":" NONCE);
        ask_table(&m, &c[i], "watch", id, "");
        ask_table(&m, &c[i], "chat", id, ",\"text\":\"Good evening, and good luck to everybody!\"");
        if (i % 2 == 1)
            ask_table(&m, &c[i - 1], "start", id, ",\"level\":\"casual\"");
    }
    check(m.server->metrics.limited == 0, "a club is limited", c[PEOPLE - 1].text);
    for (int i = 0; i < 20; i++)
        flood(&m, "192.0.2.1", 1000 + i, id);
    simulated_client alone;
    greet_as(&m, &alone, ABROAD, 100);
    make_table(&m, &alone, LOOT, id);
    ask_table(&m, &alone, "start", id, ",\"level\":\"casual\"");
    check(strstr(alone.text, "\"re\":2,\"ok\":true"), "who comes alone is limited", alone.text);
    simulation_disconnect(&m, &alone);
    for (int i = 0; i < PEOPLE; i++)
        simulation_disconnect(&m, &c[i]);
    stop(&m);
}

/* ---- Names ------------------------------------------------------------------------------------
 */

static void rename_to(simulation *m, simulated_client *c, const char *name) {
    char text[256];
    m->now += 1000;
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"name\",\"name\":\"%s\"}", name);
    ask(m, c, text);
}

static void names_can_be_read(const char *url) {
    static const char *const bad[] = {
        "",
        " ",
        "\\u00a0\\u3000",
        "\\u200b",
        "An\\u200bna",
        "\\u200eAnna",
        "Anna\\u200f",
        "\\u202eannA",
        "A\\u2066nna",
        "A\\u2060nna",
        "\\ufeffAnna",
        "An\\u00adna",
        "An\\u034fna",
        "An\\u061cna",
        "\\u115f",
        "\\u1160",
        "\\u3164",
        "\\uffa0",
        "An\\u200dna",
        "An\\u200cna",
        "王\\u200d王",
        "王\\u200c王",
        "Ан\\u200dна",
        "ქა\\u200dრი",
        "กา\\u200dน",
        "علی\\u200dرضا",
        "👩\\u200c👧",
        "王\\u200d👧",
        "👩\\u200d",
        "\\u0301Anna",
        "Anna \\u0301",
        "\\ufe0f",
        "Anna\\ufe0f",
        "王\\ufe00",
        "Anna\\u0085",
        "\\u2800",
        "\\udb40\\udc41\\udb40\\udc42",
    };
    static const struct {
        const char *said, *kept;
    } good[] = {
        {"Anna", "Anna"},
        {"  Anna Maria \\u00a0", "Anna Maria"},
        {"Žofie O'Neil-Ünal", "Žofie O'Neil-Ünal"},
        {"e\\u0301milie", "e\\u0301milie"},
        {"王小明", "王小明"},
        {"علی\\u200cرضا", "علی\\u200cرضا"}, /* Persian needs it */
        {"श्री", "श्री"},
        {"ශ්\\u200dරී", "ශ්\\u200dරී"},
        {"মুশফিকুর র\\u200d্যাব", "মুশফিকুর র\\u200d্যাব"},
        {"മോഹന്\\u200d", "മോഹന്\\u200d"},
        {"🏳\\ufe0f\\u200d🌈", "🏳\\ufe0f\\u200d🌈"},
        {"🤷🏽\\u200d♀\\ufe0f", "🤷🏽\\u200d♀\\ufe0f"},
        {"👩\\u200d👧 ❤\\ufe0f", "👩\\u200d👧 ❤\\ufe0f"},
        {"1\\ufe0f\\u20e3", "1\\ufe0f\\u20e3"},
    };
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 8);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rename_to(&m, &c, bad[i]);
        check(was_refused(&c, "name"), bad[i], c.text);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char kept[STORE_NAME];
        rename_to(&m, &c, good[i].kept);
        check(strstr(c.text, "\"ok\":true") != NULL, good[i].kept, c.text);
        memcpy(kept, c.session->name, sizeof kept);
        rename_to(&m, &c, good[i].said);
        check(!strcmp(c.session->name, kept), good[i].said, c.session->name);
    }
    simulation_disconnect(&m, &c);
    simulation_connect(&m, &c);
    ask(&m, &c,
        "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"name\":\"\\u200b\","
        "\"key\":\"00000000000000000000000000000001\"}");
    check(was_refused(&c, "name"), "hello takes any name", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    chat_is_limited_by_key(argv[1]);
    chat_is_limited_by_address(argv[1]);
    chat_that_is_kept_is_bounded(argv[1]);
    long_messages_count_more(argv[1]);
    chat_can_be_seen(argv[1]);
    setups_without_end_are_refused(argv[1]);
    a_status_of_no_meaning_is_refused(argv[1]);
    a_damaged_row_hides_no_others(argv[1]);
    a_damaged_record_is_not_played_on(argv[1]);
    a_damaged_piece_is_not_shown(argv[1]);
    what_is_overdue_hides_nothing(argv[1]);
    a_flood_is_not_stored(argv[1]);
    a_club_is_stored(argv[1]);
    names_can_be_read(argv[1]);
    return 0;
}
