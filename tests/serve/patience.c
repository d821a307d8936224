/* What the server takes from one person at a time, in a simulated world: requests that wait, coming
 * and going, names, moves.
 *
 *   patience sqlite:FILE
 */
#include <sqlite3.h>
#include <string.h>

#include "serve/tables.h"
#include "steps.h"

#define LOOT    ",\"game\":\"loot\",\"seats\":3"
#define AT_HOME "203.0.113.5"

/* Sends requests while the store does not answer; how many of them were taken. */
static int pile_up(simulation *m, simulated_client *c, const char *id, int times) {
    static char text[9000];
    c->length = 0;
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"watch\",\"table\":\"%s\",\"x\":\"%08000d\"}",
             id, 0);
    for (int i = 0; i < times; i++)
        requests_receive(c->session, rz_slice_of(text));
    sessions_flush(m->server);
    int refused = 0;
    for (const char *at = c->text; (at = strstr(at, "\"code\":\"limit\"")); at++)
        refused++;
    return times - refused;
}

/* A table that is read from the store keeps waiting requests in memory: not more than a little. */
static void what_waits_is_bounded(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 1);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    simulation_disconnect(&m, &c);
    stop(&m);
    restart(&m, url, 2);
    greet_as(&m, &c, AT_HOME, 1);
    int taken = pile_up(&m, &c, id, 20);
    check(taken >= 2 && taken <= 4, "all that is sent waits", c.text);
    check(m.server->limited[LIMIT_QUEUED].n == (uint64_t)(20 - taken), "the limit is not told", "");
    simulation_settle(&m);
    check(strstr(c.text, "\"re\":3,\"ok\":true"), "what waited was not answered", c.text);
    check(c.session->queued == 0, "what was answered counts still", "");
    ask_table(&m, &c, "watch", id, "");
    check(strstr(c.text, "\"re\":2,\"ok\":true"), "afterwards nothing is taken", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* Each arrival of somebody who sits is written and told to all. */
static void coming_and_going_is_limited(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    int came = 0;
    start(&m, url, 3);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, LOOT, id);
    for (int i = 0; i < 100; i++) {
        ask_table(&m, &c, "watch", id, "");
        came += !was_refused(&c, "limit");
        ask_table(&m, &c, "unwatch", id, "");
        m.now += 200;
    }
    check(came >= 30 && came <= 36, "who sits comes and goes without end", c.text);
    simulation_advance(&m, 60000);
    ask_table(&m, &c, "watch", id, "");
    check(!was_refused(&c, "limit"), "a minute later one may not come back", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* Who only looks on changes nothing, and comes as often as messages are taken. */
static void looking_on_is_not_limited(const char *url) {
    simulation m;
    simulated_client maker, c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 4);
    greet_as(&m, &maker, AT_HOME, 1);
    make_table(&m, &maker, LOOT, id);
    greet_as(&m, &c, "198.51.100.7", 2);
    for (int i = 0; i < 100; i++) {
        ask_table(&m, &c, "watch", id, "");
        check(!was_refused(&c, "limit"), "a spectator is limited", c.text);
        ask_table(&m, &c, "unwatch", id, "");
        m.now += 200;
    }
    simulation_disconnect(&m, &c);
    simulation_disconnect(&m, &maker);
    stop(&m);
}

static void hello_as(simulation *m, simulated_client *c, int name) {
    char text[160];
    simulation_connect_from(m, c, AT_HOME);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"name\":\"Anna %d\",\"key\":\"%032x\"}",
             name, 1);
    ask(m, c, text);
}

/* A name that is said with hello counts as one that is changed; who changes it too often keeps it,
 * and gets in all the same. */
static void names_said_with_hello_count(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1], kept[STORE_NAME];
    start(&m, url, 5);
    hello_as(&m, &c, 0);
    make_table(&m, &c, LOOT, id); /* now the person is stored */
    simulation_disconnect(&m, &c);
    for (int i = 1; i <= 100; i++) {
        hello_as(&m, &c, i);
        check(strstr(c.text, "\"re\":1,\"ok\":true"), "no hello", c.text);
        memcpy(kept, c.session->name, sizeof kept);
        simulation_disconnect(&m, &c);
    }
    check(!strcmp(kept, "Anna 59"), "hello changes names without end", kept);
    stop(&m);
}

/* Forgetting looks through everything: it has the limit of names. */
static void forgetting_is_limited(const char *url) {
    simulation m;
    simulated_client c;
    int forgotten = 0;
    start(&m, url, 6);
    for (int i = 0; i < 200; i++) {
        greet_as(&m, &c, AT_HOME, i + 1);
        ask(&m, &c, "{\"id\":2,\"do\":\"forget\"}");
        forgotten += !was_refused(&c, "limit");
        simulation_disconnect(&m, &c);
    }
    check(forgotten >= 115 && forgotten <= 125, "an address forgets without end", c.text);
    stop(&m);
}

/* What costs more than an address has for itself comes from what all share. */
static void large_things_are_paid_for(const char *url) {
    enum { LARGE = 12000 };
    simulation m;
    simulated_client c;
    int stored = 0;
    start(&m, url, 7);
    greet_as(&m, &c, AT_HOME, 1);
    double before = m.server->stored.left;
    for (int i = 0; i < 100; i++)
        stored += session_take_room(c.session, LARGE);
    check(m.server->stored.left < before, "nothing comes from what all share", "");
    check(stored <= 30, "large things are too cheap", "");
    simulation_disconnect(&m, &c);
    stop(&m);
}

static void change_store(const char *url, const char *sql) {
    sqlite3 *db;
    check(sqlite3_open(strchr(url, ':') + 1, &db) == SQLITE_OK, "no store", url);
    sqlite3_busy_timeout(db, 10000);
    check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* So many copies of the only table there is; their ids are numbers. */
static void copy_table(const char *url, int times) {
    char sql[1024];
    snprintf(
        sql, sizeof sql,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
        " INSERT INTO tables (id, version, status, listed, changed, people, info)"
        " SELECT printf('%%022d', i), version, status, 0, changed, people, info FROM n, tables;"
        "INSERT INTO seeds (key, seed) SELECT key, (SELECT seed FROM seeds LIMIT 1) FROM tables"
        " WHERE key NOT IN (SELECT key FROM seeds)",
        times);
    change_store(url, sql);
}

/* Whoever asks for all tables of a store, one after the other, does not fill the memory with them.
 */
static void few_tables_are_kept(const char *url) {
    enum { MORE = TABLE_BUCKETS + 300 };
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 5);
    m.options.messages_per_second = m.options.messages_burst = 1000000;
    greet_as(&m, &c, SIMULATION_LOOPBACK, 1);
    make_table(&m, &c, ",\"game\":\"loot\",\"seats\":2", id);
    copy_table(url, MORE);
    for (int i = 1; i <= MORE; i++) {
        snprintf(id, sizeof id, "%022d", i);
        ask_table(&m, &c, "act", id, ",\"number\":0,\"line\":{}");
    }
    check(was_refused(&c, "not_started"), "it was not read", c.text);
    simulation_advance(&m, 3000);
    check(m.server->metrics.tables <= TABLE_BUCKETS, "all tables are in memory", "");
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* Where nothing more may be stored for an address, or changed by a person, each request says so,
 * and nothing is done. */
static void are_limited(simulation *m, simulated_client *c, const char *const *requests, size_t n,
                        const char *id) {
    for (size_t i = 0; i < n; i++) {
        char text[512];
        snprintf(text, sizeof text, "{\"id\":2,\"do\":%s,\"nonce\":" NONCE ",\"table\":\"%s\"}",
                 requests[i], id);
        ask(m, c, text);
        check(was_refused(c, "limit"), requests[i], c->text);
    }
}

#define ARE_LIMITED(m, c, requests, id)                                                            \
    are_limited(m, c, requests, sizeof(requests) / sizeof *(requests), id)
#define MAKE "\"make\",\"game\":\"loot\",\"seats\":2"

static void nothing_more_is_stored(const char *url) {
    static const char *const stored[] = {
        MAKE,
        "\"rematch\"",
        "\"wait\",\"game\":\"loot\",\"seats\":2",
        "\"unwait\"",
        "\"link\"",
        "\"words\"",
        "\"unlink\",\"device\":\"000000000000\"",
        "\"show\",\"to\":\"all\"",
        "\"report\",\"who\":\"000000000000\",\"text\":\"x\"",
        "\"unsubscribe\",\"contact\":1",
        "\"prefer\",\"contact\":1,\"language\":\"de\",\"each\":true",
        "\"mail\",\"address\":\"a@b.example\",\"language\":\"de\"",
    };
    static const char *const changed[] = {
        "\"link\"",
        "\"words\"",
        "\"wait\",\"game\":\"loot\",\"seats\":2",
        "\"unsubscribe\",\"contact\":1",
        "\"mail\",\"address\":\"a@b.example\",\"language\":\"de\"",
    };
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 8);
    m.options.messages_per_second = m.options.messages_burst = 1000;
    m.options.messages_per_address = 1000;
    m.options.mail_server = "smtp://mail.example";
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c, ",\"game\":\"loot\",\"seats\":2,\"bots\":[null,\"novice\"]", id);
    ask_table(&m, &c, "start", id, "");
    ask_table(&m, &c, "end", id, "");
    while (session_take_room(c.session, 100))
        continue;
    ARE_LIMITED(&m, &c, stored, id);
    simulation_advance(&m, 600000);
    while (session_take_change(c.session))
        continue;
    session_note_life(c.session);
    ARE_LIMITED(&m, &c, changed, id);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* Moves have a room of their own; when that is used up they cost what all else costs. */
static void moves_are_paid_for_at_last(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 9);
    greet_as(&m, &c, AT_HOME, 1);
    make_table(&m, &c,
               ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":0},"
               "\"bots\":[null,\"novice\"]",
               id);
    ask_table(&m, &c, "start", id, "");
    int64_t now = server_now(m.server);
    while (account_take(c.session->address, &c.session->address->moves, 1, 30, 1800, now))
        continue;
    while (session_take_room(c.session, 100))
        continue;
    char more[100];
    table *t = tables_find(m.server, id);
    uint32_t number = t->position.number;
    snprintf(more, sizeof more, ",\"number\":%u,\"line\":{\"by\":0,\"do\":\"roll\"}", number);
    ask_table(&m, &c, "act", id, more);
    check(was_refused(&c, "limit") && t->position.number == number, "moves are free", c.text);
    check(m.server->limited[LIMIT_MOVES].n == 1, "the limit is not told", "");
    m.now += 60000;
    server_follow_clock(m.server);
    ask_table(&m, &c, "act", id, more);
    check(strstr(c.text, "\"re\":2,\"ok\":true"), "a minute later one may not move", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    what_waits_is_bounded(argv[1]);
    coming_and_going_is_limited(argv[1]);
    looking_on_is_not_limited(argv[1]);
    names_said_with_hello_count(argv[1]);
    forgetting_is_limited(argv[1]);
    large_things_are_paid_for(argv[1]);
    few_tables_are_kept(argv[1]);
    nothing_more_is_stored(argv[1]);
    moves_are_paid_for_at_last(argv[1]);
    return 0;
}
