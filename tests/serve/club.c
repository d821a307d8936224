/* What a club lives by, where time passes: places in waiting rooms, codes that end, lists that
 * follow games, and two processes on one store.
 *
 *   club sqlite:FILE
 */
#include <stdlib.h>
#include <string.h>

#include "serve/games.h"
#include "serve/hello.h"
#include "serve/rooms.h"
#include "serve/tables.h"
#include "steps.h"
#include "store/club.h"
#include "store/notices.h"
#include "store/waiting.h"

#define AT_HOME "203.0.113.5"
#define WAIT                                                                                       \
    "{\"id\":7,\"do\":\"wait\",\"game\":\"loot\",\"seats\":2,\"clock\":null,\"nonce\":" NONCE
#define FILL       ",\"fill\":60,\"level\":\"novice\"}"
#define MINUTES(n) (60000 * (n))
#define DAY        INT64_C(86400000)

static bool has(const simulated_client *c, const char *part) {
    return c->text && strstr(c->text, part);
}

static void forget_text(simulated_client *c) {
    c->length = 0;
    if (c->text)
        *c->text = '\0';
}

/* The text of a field of the last answer. */
static void take(const simulated_client *c, const char *field, char *out, size_t size) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", field);
    const char *at = c->text ? strstr(c->text, key) : NULL;
    check(at, field, c->text);
    at += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* ---- Waiting rooms -----------------------------------------------------------------------------
 */

/* Bots come when the time has come and not before, and the game begins without a word. */
static void rooms_fill(const char *url) {
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 1);
    greet_as(&m, &anna, AT_HOME, 1);
    ask(&m, &anna, WAIT FILL);
    check(has(&anna, "\"place\":1"), "no place", anna.text);
    simulation_advance(&m, 58000);
    check(!has(&anna, "seated"), "bots came too early", anna.text);
    simulation_advance(&m, 4000);
    check(has(&anna, "\"seated\""), "no bots came", anna.text);
    take(&anna, "table", id, sizeof id);
    ask_table(&m, &anna, "watch", id, "");
    check(has(&anna, "\"status\":\"gathering\"") && has(&anna, "\"level\":\"novice\""), "no table",
          anna.text);
    simulation_advance(&m, 9000);
    check(has(&anna, "\"from\":0"), "it does not start by itself", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* A place is kept for 20 seconds, and nobody is seated who is not there. */
static void places_are_kept(const char *url) {
    simulation m;
    simulated_client anna, bert, cid;
    start(&m, url, 2);
    greet_as(&m, &anna, AT_HOME, 1);
    greet_as(&m, &bert, AT_HOME, 2);
    ask(&m, &anna, WAIT "}");
    simulation_disconnect(&m, &anna);
    ask(&m, &bert, WAIT "}");
    check(!has(&bert, "seated"), "seated with somebody who is gone", bert.text);
    simulation_advance(&m, 15000);
    greet_as(&m, &anna, AT_HOME, 1);
    ask(&m, &anna, WAIT "}");
    check(has(&anna, "\"place\":1") && has(&anna, "seated"), "the place was lost", anna.text);
    check(has(&bert, "seated"), "nobody told the other", bert.text);
    simulation_disconnect(&m, &anna);
    simulation_disconnect(&m, &bert);
    greet_as(&m, &anna, AT_HOME, 1);
    greet_as(&m, &cid, AT_HOME, 3);
    simulation_advance(&m, 60000);
    ask(&m, &anna, WAIT "}");
    simulation_disconnect(&m, &anna);
    simulation_advance(&m, 30000);
    ask(&m, &cid, WAIT "}");
    simulation_advance(&m, 2000);
    ask(&m, &cid, "{\"id\":8,\"do\":\"rooms\"}");
    check(has(&cid, "\"waiting\":1,\"place\":1"), "who left long ago still waits", cid.text);
    simulation_disconnect(&m, &cid);
    stop(&m);
}

/* Whether the answer to a request is that it was done. */
static bool is_done(simulation *m, simulated_client *c, const char *text) {
    forget_text(c);
    ask(m, c, text);
    return has(c, "\"ok\":true");
}

static const char UNWAIT[] = "{\"id\":8,\"do\":\"unwait\"}";

/* Who waits for bots makes a table, and an address has no more of them than by making: who meets
 * others shares one with them, and who goes has made none. */
static void rooms_make_no_more_tables(const char *url) {
    enum { HOURLY = 6, CROWD = 10 };
    simulation m;
    simulated_client crowd[CROWD];
    int n = 0;
    start(&m, url, 10);
    m.options.tables_per_hour = HOURLY;
    for (int i = 0; i < CROWD; i++) {
        greet_as(&m, &crowd[i], AT_HOME, i + 1);
        check(is_done(&m, &crowd[i], WAIT "}"), "who meets another pays alone", crowd[i].text);
    }
    simulation_advance(&m, 2000);
    for (int i = 0; i < CROWD; i++)
        n += is_done(&m, &crowd[i],
                     "{\"id\":7,\"do\":\"wait\",\"game\":\"mice\",\"seats\":5,\"clock\":null,"
                     "\"nonce\":" NONCE FILL);
    check(n == HOURLY - CROWD / 2, "an address has more tables by waiting", "");
    for (int i = 0; i < CROWD; i++)
        simulation_disconnect(&m, &crowd[i]);
    stop(&m);
}

static void who_goes_has_made_no_table(const char *url) {
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 11);
    m.options.tables_per_hour = 3;
    m.options.tables_per_key = 2;
    greet_as(&m, &anna, AT_HOME, 1);
    for (int i = 0; i < 9; i++) {
        check(is_done(&m, &anna, WAIT FILL), "who went has made a table", anna.text);
        check(is_done(&m, &anna, WAIT FILL), "who asks again has made a table", anna.text);
        check(is_done(&m, &anna, UNWAIT), "who waits can not go", anna.text);
        simulation_advance(&m, 1000);
    }
    for (int i = 0; i < 2; i++)
        make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    check(!is_done(&m, &anna, WAIT "}") && was_refused(&anna, "limit"),
          "a person has more tables by waiting", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

static bool count_waiter(void *context, const store_waiter *waiter) {
    (void)waiter;
    ++*(int *)context;
    return true;
}

static int waiters_in(simulation *m) {
    int n = 0;
    check(store_all_waiters(m->store, 100, count_waiter, &n) == STORE_OK, "no waiters", "");
    return n;
}

/* Who has as many tables as one may have has no more of them by rematches. */
static void rematches_make_no_more_tables(const char *url) {
    enum { MOST = 2, GAMES = 4 };
    simulation m;
    simulated_client anna;
    char ids[GAMES][STORE_TABLE_ID + 1];
    start(&m, url, 18);
    m.options.tables_per_key = MOST;
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    for (int i = 0; i < GAMES; i++) {
        make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2,\"bots\":[null,\"novice\"]", ids[i]);
        ask_table(&m, &anna, "start", ids[i], "");
        ask_table(&m, &anna, "end", ids[i], "");
        check(has(&anna, "\"ok\":true"), "it does not end", anna.text);
    }
    for (int i = 0; i < GAMES; i++) {
        ask_table(&m, &anna, "rematch", ids[i], ",\"nonce\":" NONCE);
        check(i < MOST ? has(&anna, "\"ok\":true") : was_refused(&anna, "limit"), "rematches",
              anna.text);
    }
    ask_table(&m, &anna, "watch", ids[MOST], "");
    check(has(&anna, "\"next\":null"), "what was refused has been written", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Nobody waits any more, and all the same nothing is left of those who did: neither of who was
 * seated, nor of who waited when the process died. */
static void nothing_is_left(const char *url) {
    simulation m;
    simulated_client anna, bert;
    start(&m, url, 8);
    greet_as(&m, &anna, AT_HOME, 1);
    greet_as(&m, &bert, AT_HOME, 2);
    ask(&m, &anna, WAIT "}");
    ask(&m, &bert, WAIT "}");
    ask(&m, &anna, "{\"id\":8,\"do\":\"rooms\"}");
    check(has(&anna, "\"seated\":"), "it is not said where one sits", anna.text);
    simulation_advance(&m, 50000);
    ask(&m, &anna, "{\"id\":8,\"do\":\"rooms\"}");
    check(!has(&anna, "\"seated\":") && waiters_in(&m) == 0, "it is said for ever", anna.text);
    ask(&m, &anna, WAIT "}");
    check(waiters_in(&m) == 1, "nobody waits", anna.text);
    FILE *log = m.server->log;
    int64_t now = m.now;
    simulation_crash(&m);
    fclose(log);
    restart(&m, url, 9);
    m.now = m.server->started = now;
    simulation_advance(&m, 50000);
    check(waiters_in(&m) == 0, "who waited when the process died waits for ever", "");
    stop(&m);
}

static int count(const simulated_client *c, const char *part) {
    int n = 0;
    for (const char *at = c->text; at && (at = strstr(at, part)); at++)
        n++;
    return n;
}

/* Two processes, and people at both: pairs are made across them, and each has one table. */
static void processes_share_rooms(const char *url) {
    enum { PEOPLE = 20 };
    simulation one, two;
    simulated_client people[PEOPLE];
    char ids[PEOPLE][STORE_TABLE_ID + 1];
    start(&one, url, 3);
    join(&two, &one, 4);
    for (int i = 0; i < PEOPLE; i++) {
        simulation *at = i % 3 ? &one : &two;
        greet_as(at, &people[i], AT_HOME, i + 1);
        requests_receive(people[i].session, rz_slice_of(WAIT "}"));
    }
    for (int i = 0; i < 5; i++) { /* neither is done before the other begins */
        simulation_settle(i % 2 ? &two : &one);
        simulation_advance(&one, 1000);
        simulation_advance(&two, 1000);
    }
    for (int i = 0; i < PEOPLE; i++) {
        check(count(&people[i], "\"seated\"") == 1, "not seated once", people[i].text);
        take(&people[i], "table", ids[i], sizeof ids[i]);
    }
    for (int i = 0; i < PEOPLE; i++) {
        int same = 0;
        for (int k = 0; k < PEOPLE; k++)
            same += !strcmp(ids[i], ids[k]);
        check(same == 2, "a table has not two people", ids[i]);
    }
    for (int i = 0; i < PEOPLE; i++)
        simulation_disconnect(i % 3 ? &one : &two, &people[i]);
    stop(&two);
    stop(&one);
}

/* A thousand who come at once, and a thousand for whom bots come at once: all sit before a second
 * has passed, with those who came next to them. */
static void a_thousand_are_seated(const char *url) {
    enum { PEOPLE = 1000, SEATS = 4 };
    static simulated_client people[PEOPLE];
    static char ids[PEOPLE][STORE_TABLE_ID + 1];
    static char clocks[PEOPLE * 8];
    simulation m;
    char text[400];
    start(&m, url, 12);
    m.options.clocks = clocks;
    rz_text all;
    rz_text_init(&all, clocks, sizeof clocks);
    rz_text_add(&all, "none");
    for (int i = 1; i <= PEOPLE; i++) {
        snprintf(text, sizeof text, ",%d+0", i);
        rz_text_add(&all, text);
    }
    for (int i = 0; i < PEOPLE; i++)
        greet_as(&m, &people[i], SIMULATION_LOOPBACK, i + 1);
    for (int i = 0; i < PEOPLE; i++)
        simulation_post(&m, &people[i],
                        rz_slice_of("{\"id\":7,\"do\":\"wait\",\"game\":\"loot\",\"seats\":4,"
                                    "\"clock\":null,\"nonce\":" NONCE "}"));
    simulation_settle(&m);
    for (int i = 0; i < PEOPLE; i++) {
        check(count(&people[i], "\"seated\"") == 1, "not seated at once", people[i].text);
        take(&people[i], "table", ids[i], sizeof ids[i]);
        check(!strcmp(ids[i], ids[i / SEATS * SEATS]), "not with who came next to them", ids[i]);
        check(i % SEATS || i == 0 || strcmp(ids[i], ids[i - 1]) != 0, "too many at a table",
              ids[i]);
    }
    for (int i = 0; i < PEOPLE;
         i++) { /* each in a room of their own, for all of which it is time */
        forget_text(&people[i]);
        snprintf(text, sizeof text,
                 "{\"id\":7,\"do\":\"wait\",\"game\":\"loot\",\"seats\":2,\"clock\":{\"move\":%d,"
                 "\"bank\":0},\"nonce\":" NONCE ",\"fill\":60,\"level\":\"novice\"}",
                 i + 1);
        simulation_post(&m, &people[i], rz_slice_of(text));
    }
    simulation_settle(&m);
    simulation_advance(&m, 61000);
    for (int i = 0; i < PEOPLE; i++)
        check(count(&people[i], "\"seated\"") == 1, "no bots came in time", people[i].text);
    for (int i = 0; i < PEOPLE; i++)
        simulation_disconnect(&m, &people[i]);
    stop(&m);
}

/* ---- Codes --------------------------------------------------------------------------------------
 */

static void hello_with(simulation *m, simulated_client *c, int person, const char *code) {
    char text[256];
    simulation_connect_from(m, c, AT_HOME);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\",\"join\":\"%s\"}",
             (unsigned)person + 1000, code);
    ask(m, c, text);
}

static void codes_end(const char *url) {
    simulation m;
    simulated_client anna, phone;
    char id[STORE_TABLE_ID + 1], code[40];
    start(&m, url, 5);
    greet_as(&m, &anna, AT_HOME, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&m, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    m.now += MINUTES(11);
    server_follow_clock(m.server);
    hello_with(&m, &phone, 1, code);
    check(was_refused(&phone, "code"), "a code was good after ten minutes", phone.text);
    simulation_disconnect(&m, &phone);
    ask(&m, &anna, "{\"id\":3,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    m.now += MINUTES(9);
    hello_with(&m, &phone, 1, code);
    check(has(&phone, anna.session->who), "a code was not good after nine minutes", phone.text);
    simulation_disconnect(&m, &phone);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

#define SUBSCRIBE                                                                                  \
    "{\"id\":5,\"do\":\"subscribe\",\"endpoint\":\"https://push.example/1\",\"p256dh\":"           \
    "\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\"," \
    "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"language\":\"it\"}"
#define MAIL "{\"id\":5,\"do\":\"mail\",\"address\":\"thief@home.example\",\"language\":\"de\"}"

/* It sends pushes and mails. */
static void let_tell(simulation *m) {
    strcpy(m->server->push_key, "key");
    m->options.mail_server = "smtp://mail.example";
}

/* A process that has not heard yet that a device was removed does nothing for it that would last.
 */
static void a_late_process_links_nothing(const char *url) {
    static const char *const asks[] = {
        "{\"id\":5,\"do\":\"link\"}",
        "{\"id\":5,\"do\":\"words\",\"key\":\"000102030405060708090a0b0c0d0e0f\"}",
        "{\"id\":5,\"do\":\"unlink\",\"device\":\"%s\"}",
        SUBSCRIBE,
        MAIL,
        "{\"id\":5,\"do\":\"forget\"}"};
    simulation one, two;
    simulated_client anna, stolen;
    char id[STORE_TABLE_ID + 1], code[40], text[512];
    start(&one, url, 8);
    join(&two, &one, 9);
    let_tell(&two);
    greet_as(&one, &anna, AT_HOME, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&one, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    hello_with(&two, &stolen, 1, code);
    take(&stolen, "device", code, sizeof code);
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"unlink\",\"device\":\"%s\"}", code);
    ask(&one, &anna, text);
    check(has(&anna, "\"ok\":true"), "it can not be removed", anna.text);
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        snprintf(text, sizeof text, asks[i], anna.session->who);
        ask(&two, &stolen, text);
        check(was_refused(&stolen, "device"), "a removed device was heard", stolen.text);
    }
    ask(&one, &anna, "{\"id\":6,\"do\":\"devices\"}");
    check(has(&anna, "\"words\":false") && count(&anna, "\"since\"") == 1, "it left something",
          anna.text);
    ask(&one, &anna, "{\"id\":7,\"do\":\"contacts\"}");
    check(has(&anna, "\"contacts\":[]"), "it is told of turns", anna.text);
    simulation_disconnect(&two, &stolen);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

static bool count_channel(void *context, const store_channel *c) {
    (void)c;
    ++*(int *)context;
    return true;
}

/* The same where somebody was forgotten: what their other device asks for then would be left. */
static void a_late_process_keeps_nothing(const char *url) {
    static const char *const asks[] = {"{\"id\":5,\"do\":\"link\"}", SUBSCRIBE, MAIL};
    simulation one, two;
    simulated_client anna, phone;
    char id[STORE_TABLE_ID + 1], code[40];
    int left = 0;
    start(&one, url, 15);
    join(&two, &one, 16);
    let_tell(&two);
    greet_as(&one, &anna, AT_HOME, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&one, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    hello_with(&two, &phone, 1, code);
    ask(&one, &anna, "{\"id\":3,\"do\":\"forget\"}");
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        ask(&two, &phone, asks[i]);
        check(was_refused(&phone, "device"), "who was forgotten was heard", phone.text);
    }
    check(store_channels_of(one.store, phone.session->person, count_channel, &left) == STORE_OK &&
              left == 0,
          "an address is left of who was forgotten", "");
    simulation_disconnect(&two, &phone);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

/* ---- Lists that follow
 * --------------------------------------------------------------------------- */

static const char FOLLOW[] = "{\"id\":4,\"do\":\"games\",\"follow\":true}";

/* However much happens, a list is told twice a second. */
static void pushes_are_few(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 6);
    m.options.bot_ms = 0;
    greet_as(&m, &player, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &home, SIMULATION_LOOPBACK, 1);
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    simulation_advance(&m, 1000);
    ask(&m, &home, FOLLOW);
    check(count(&home, id) == 1, "the table is not on the list", home.text);
    forget_text(&home);
    for (int i = 0; i < 50; i++) {
        ask_table(&m, &player, "bot", id,
                  i % 2 ? ",\"seat\":1,\"level\":null" : ",\"seat\":1,\"level\":\"novice\"");
        simulation_advance(&m, 40);
    }
    int pushes = count(&home, "{\"games\":");
    check(pushes >= 3 && pushes <= 6, "two pushes a second", home.text);
    forget_text(&home);
    simulation_advance(&m, 5000);
    check(count(&home, "{\"games\":") <= 1, "pushes without news", home.text);
    simulation_disconnect(&m, &player);
    simulation_disconnect(&m, &home);
    stop(&m);
}

/* What could not be read when it was to be told is told later. */
static void nothing_is_left_untold(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 11);
    greet_as(&m, &player, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &home, SIMULATION_LOOPBACK, 1);
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    simulation_advance(&m, 1000);
    ask(&m, &home, FOLLOW);
    ask_table(&m, &player, "bot", id, ",\"seat\":1,\"level\":\"novice\"");
    forget_text(&home);
    m.down = true;
    simulation_advance(&m, 2000);
    check(count(&home, "{\"games\":") == 0, "told of what was not read", home.text);
    m.down = false;
    simulation_advance(&m, 2000);
    check(count(&home, id) == 1, "it is never told", home.text);
    simulation_disconnect(&m, &player);
    simulation_disconnect(&m, &home);
    stop(&m);
}

/* What all who play see is not written down; a list that asks has the table write it, once. */
static void a_list_asks_the_table(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 7);
    greet_as(&m, &home, SIMULATION_LOOPBACK, 0);
    sit_with_bots(&m, &player, "{\"days\":2}", id);
    simulation_advance(&m, 20000); /* bots move until the person is asked */
    ask(&m, &home, "{\"id\":4,\"do\":\"games\"}");
    simulation_advance(&m, 1000);
    check(has(&home, "\"count\":1") && has(&home, "\"waits\":true"), "it is not their turn",
          home.text);
    int before = m.n_read;
    ask(&m, &home, "{\"id\":5,\"do\":\"games\"}");
    check(has(&home, "\"count\":1") && m.n_read <= before + 2, "the table was asked again",
          home.text);
    simulation_disconnect(&m, &player);
    simulation_disconnect(&m, &home);
    stop(&m);
}

/* ---- Games of long ago ------------------------------------------------------------------------
 */

static bool note_line(void *context, const store_line *line) {
    (void)line;
    *(bool *)context = true;
    return false;
}

/* Most of it at once. */
static void pass(simulation *m, int64_t ms) {
    m->now += ms - MINUTES(1);
    simulation_advance(m, MINUTES(1));
}

static bool has_lines(simulation *m, const char *id) {
    bool any = false;
    check(store_lines(m->store, id, 0, 1, note_line, &any) == STORE_OK, "no lines", "");
    return any;
}

/* Where the house says so they are deleted, and what people have won stays counted. */
static void old_games_go(const char *url) {
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 10);
    m.options.record_days = 3;
    m.options.bot_ms = 0;
    sit_with_bots(&m, &anna, "null", id);
    ask_table(&m, &anna, "leave", id, "");
    for (int i = 0; i < 600 && !has(&anna, "\"status\":\"finished\""); i++)
        simulation_advance(&m, 1000);
    check(has(&anna, "\"status\":\"finished\""), "the game does not end", "");
    simulation_disconnect(&m, &anna);
    pass(&m, 2 * DAY);
    check(has_lines(&m, id), "it is deleted too early", id);
    pass(&m, 2 * DAY);
    check(!has_lines(&m, id), "it is not deleted", id);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 0);
    ask_table(&m, &anna, "watch", id, "");
    check(was_refused(&anna, "table"), "it can be looked at", anna.text);
    ask(&m, &anna, "{\"id\":5,\"do\":\"person\",\"who\":null}");
    check(has(&anna, "\"games\":1") && has(&anna, "\"finished\":[]"), "it counts no longer",
          anna.text);
    ask(&m, &anna, "{\"id\":5,\"do\":\"export\"}");
    check(has(&anna, "{\"played\":") && has(&anna, id), "the file does not have it", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who still looks at a game that is deleted looks at nothing: it is not read again and again. */
static void a_game_that_went_is_not_looked_for(const char *url) {
    enum { TURNS = 100 };
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 17);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 0);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask_table(&m, &anna, "watch", id, "");
    ask_table(&m, &anna, "stand", id, "");
    check(has(&anna, "\"status\":\"abandoned\""), "it is not over", anna.text);
    check(store_delete_table(m.store, id) == STORE_OK, "it can not be deleted", id);
    int before = m.n_read;
    tables_mark_stale(m.server, id);
    for (int i = 0; i < TURNS; i++)
        simulation_turn(&m);
    check(m.n_read <= before + 2, "it is read without end", id);
    ask_table(&m, &anna, "chat", id, ",\"text\":\"Is anybody there?\"");
    check(was_refused(&anna, "table"), "it is still there", anna.text);
    simulation_advance(&m, MINUTES(2));
    check(m.server->metrics.tables == 0 && m.server->metrics.watches == 0, "it stays in memory",
          id);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Where tables are slow to say for whom they wait, the list waits for them. */
static void a_list_waits_for_its_tables(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 13);
    sit_with_bots(&m, &player, "{\"days\":2}", id);
    simulation_advance(&m, 20000);
    greet_as(&m, &home, SIMULATION_LOOPBACK, 0);
    forget_text(&home);
    simulation_post(&m, &home, rz_slice_of("{\"id\":4,\"do\":\"games\"}"));
    simulation_turn(&m); /* it was read, and its table is to write */
    int before = m.n_read;
    for (int i = 0; i < 50; i++) { /* the store is busy for a second */
        m.now += 20;
        server_follow_clock(m.server);
        games_check(m.server, server_now(m.server));
    }
    check(m.n_read == before, "it is read before there is something new", home.text);
    simulation_advance(&m, 100);
    check(has(&home, "\"count\":1"), "it did not wait long enough", home.text);
    simulation_disconnect(&m, &player);
    simulation_disconnect(&m, &home);
    stop(&m);
}

/* Who asks for a list and goes, while it waits for its tables: it counts for their address until it
 * has been read, and the account of that address is there as long. */
static void a_list_keeps_its_address(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 13);
    sit_with_bots(&m, &player, "{\"days\":2}", id);
    simulation_advance(&m, 20000);
    greet_as(&m, &home, AT_HOME, 0);
    simulation_post(&m, &home, rz_slice_of("{\"id\":4,\"do\":\"games\"}"));
    simulation_turn(&m); /* it was read, and its table is to write */
    check(home.session->address->lists_read == 1, "it is not counted while it waits", home.text);
    simulation_disconnect(&m, &home);
    m.now += MINUTES(1);
    server_follow_clock(m.server);
    limits_sweep(&m.server->limits, server_now(m.server));
    games_check(m.server, server_now(m.server));
    simulation_settle(&m);
    greet_as(&m, &home, AT_HOME, 0);
    check(home.session->address->lists_read == 0, "it is counted for ever", home.text);
    simulation_disconnect(&m, &home);
    simulation_disconnect(&m, &player);
    stop(&m);
}

/* Who waits with two sockets keeps the place as long as one of them is there, and is told on both
 * when they wait no longer. */
static void two_sockets_wait_as_one(const char *url) {
    simulation m;
    simulated_client anna, phone, bert;
    start(&m, url, 19);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &phone, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &bert, SIMULATION_LOOPBACK, 2);
    check(is_done(&m, &anna, WAIT FILL) && is_done(&m, &phone, WAIT FILL), "no place", phone.text);
    simulation_disconnect(&m, &phone);
    ask(&m, &bert, "{\"id\":8,\"do\":\"rooms\"}");
    check(has(&bert, "\"waiting\":1"), "a socket of two takes the place with it", bert.text);
    greet_as(&m, &phone, SIMULATION_LOOPBACK, 1);
    check(is_done(&m, &phone, WAIT FILL), "no place", phone.text);
    forget_text(&phone);
    check(is_done(&m, &anna, UNWAIT), "it does not end", anna.text);
    check(has(&phone, "{\"room\":null}"), "the other socket is not told", phone.text);
    ask(&m, &bert, "{\"id\":8,\"do\":\"rooms\"}");
    check(has(&bert, "\"rooms\":[]"), "who has gone waits", bert.text);
    check(is_done(&m, &anna, WAIT FILL), "no place", anna.text);
    check(store_unwait(m.store, anna.session->person) == STORE_OK, "the place stays", "");
    rooms_look_again(m.server);
    simulation_advance(&m, 2000);
    check(has(&anna, "{\"room\":null}"), "who waits no longer is not told", anna.text);
    check(is_done(&m, &anna, WAIT FILL), "no place", anna.text);
    simulation_disconnect(&m, &bert);
    simulation_disconnect(&m, &phone);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* A table that starts by itself does so as soon as everybody is there, and a quick rematch as soon
 * as it is full, too. */
static void who_is_ready_begins(const char *url) {
    enum { TWO = 2 };
    simulation m;
    simulated_client c[TWO];
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 20);
    for (int i = 0; i < TWO; i++) {
        greet_as(&m, &c[i], SIMULATION_LOOPBACK, i + 1);
        check(is_done(&m, &c[i], WAIT "}"), "no place", c[i].text);
    }
    take(&c[1], "table", id, sizeof id);
    for (int i = 0; i < TWO; i++)
        ask_table(&m, &c[i], "watch", id, "");
    check(has(&c[0], "\"starts\":"), "it does not start by itself", c[0].text);
    ask_table(&m, &c[0], "ready", id, "");
    check(was_refused(&c[0], "request"), "somebody is ready without a nonce", c[0].text);
    ask_table(&m, &c[0], "ready", id, ",\"nonce\":" NONCE);
    check(has(&c[0], "\"ok\":true") && !has(&c[0], "\"from\":0"), "it begins without one",
          c[0].text);
    ask_table(&m, &c[1], "ready", id, ",\"nonce\":" NONCE);
    check(has(&c[1], "\"from\":0"), "it does not begin", c[1].text);
    for (int i = 0; i < TWO; i++)
        ask_table(&m, &c[i], "end", id, "");
    ask_table(&m, &c[0], "rematch", id, ",\"quick\":true,\"nonce\":" NONCE);
    take(&c[0], "table", id, sizeof id);
    ask_table(&m, &c[0], "watch", id, "");
    ask_table(&m, &c[0], "ready", id, ",\"nonce\":" NONCE);
    check(!has(&c[0], "\"from\":0"), "it begins with a free seat", c[0].text);
    ask_table(&m, &c[1], "sit", id, ",\"nonce\":" NONCE);
    check(has(&c[0], "\"from\":0"), "it does not begin by itself", c[0].text);
    for (int i = 0; i < TWO; i++)
        simulation_disconnect(&m, &c[i]);
    stop(&m);
}

/* The game for which one is waited for soonest stands first, what is over last. */
static void lists_are_in_order(const char *url) {
    enum { GAMES = 5 };
    static const char *const clocks[GAMES] = {"{\"days\":3}", "{\"days\":1}", "null", "null",
                                              "{\"days\":2}"};
    simulation m;
    simulated_client anna, home;
    char ids[GAMES][STORE_TABLE_ID + 1];
    start(&m, url, 21);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    for (int i = 0; i < GAMES; i++) {
        char more[160];
        snprintf(more, sizeof more,
                 ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":0},\"clock\":%s,"
                 "\"bots\":[null,\"novice\"]",
                 clocks[i]);
        make_table(&m, &anna, more, ids[i]);
        ask_table(&m, &anna, "start", ids[i], "");
        m.now += 1000;
    }
    ask_table(&m, &anna, "pause", ids[2], "");
    ask_table(&m, &anna, "end", ids[3], "");
    greet_as(&m, &home, SIMULATION_LOOPBACK, 1);
    ask(&m, &home, "{\"id\":4,\"do\":\"games\"}");
    simulation_advance(&m, 1000);
    const int order[] = {1, 4, 0, 2};
    const char *at = home.text;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        at = strstr(at, ids[order[i]]);
        check(at, "the list is in another order", home.text);
    }
    simulation_disconnect(&m, &home);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who asks again and again waits, from elsewhere too. */
static void lists_are_limited(const char *url) {
    static const char *const lists[] = {
        "{\"id\":4,\"do\":\"games\"}",   "{\"id\":4,\"do\":\"rooms\"}",
        "{\"id\":4,\"do\":\"devices\"}", "{\"id\":4,\"do\":\"contacts\"}",
        "{\"id\":4,\"do\":\"person\"}",  "{\"id\":4,\"do\":\"export\"}",
        "{\"id\":4,\"do\":\"tables\"}"};
    simulation m;
    simulated_client anna;
    start(&m, url, 22);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        int done = 0;
        greet_as(&m, &anna, AT_HOME, 1);
        for (int k = 0; k < 20; k++)
            done += is_done(&m, &anna, lists[i]);
        check(done > 5 && done < 15 && was_refused(&anna, "limit"), "lists without end", lists[i]);
        simulation_disconnect(&m, &anna);
        simulation_advance(&m, 60000);
    }
    stop(&m);
}

/* ---- Devices ------------------------------------------------------------------------------------
 */

/* A day later it is noted that a device was there; twenty are enough. */
static void devices_are_few(const char *url) {
    enum { MOST = 20 };
    simulation m;
    simulated_client anna, device;
    char id[STORE_TABLE_ID + 1], code[40];
    start(&m, url, 23);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    for (int i = 0; i < MOST; i++) {
        ask(&m, &anna, "{\"id\":2,\"do\":\"link\"}");
        take(&anna, "code", code, sizeof code);
        hello_with(&m, &device, i, code);
        check(i == MOST - 1 ? was_refused(&device, "limit") : has(&device, anna.session->who),
              "there are too many devices, or too few", device.text);
        simulation_disconnect(&m, &device);
        simulation_advance(&m, 1000);
    }
    m.now += 2 * DAY;
    server_follow_clock(m.server);
    greet_as(&m, &device, AT_HOME, 1000);
    check(has(&device, anna.session->who), "the device is not known", device.text);
    ask(&m, &device, "{\"id\":2,\"do\":\"devices\"}");
    snprintf(code, sizeof code, "\"seen\":%lld", (long long)(m.now / DAY * DAY));
    check(count(&device, code) == 1, "it was not seen", device.text);
    simulation_disconnect(&m, &device);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who was forgotten in another process is told so here, as soon as this one hears of it. */
static void who_was_forgotten_is_told(const char *url) {
    simulation one, two;
    simulated_client anna, here;
    char id[STORE_TABLE_ID + 1];
    start(&one, url, 24);
    join(&two, &one, 25);
    greet_as(&one, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    greet_as(&two, &here, SIMULATION_LOOPBACK, 1);
    ask(&one, &anna, "{\"id\":2,\"do\":\"forget\"}");
    check(has(&anna, "\"ok\":true"), "nobody is forgotten", anna.text);
    forget_text(&here);
    hello_check(two.server, "");
    simulation_settle(&two);
    check(!here.closed, "everybody is sent away", here.text);
    hello_check(two.server, here.session->who);
    simulation_settle(&two);
    check(has(&here, "{\"bye\":\"forgotten\"}"), "who was forgotten is not told", here.text);
    simulation_disconnect(&two, &here);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

/* Several sockets follow the same list, and one of them goes. */
static void followers_come_and_go(const char *url) {
    enum { SOCKETS = 4 };
    simulation m;
    simulated_client player, home[SOCKETS];
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 26);
    greet_as(&m, &player, SIMULATION_LOOPBACK, 1);
    for (int i = 0; i < SOCKETS; i++) {
        greet_as(&m, &home[i], SIMULATION_LOOPBACK, i == SOCKETS - 1 ? 2 : 1);
        check(is_done(&m, &home[i], FOLLOW) && is_done(&m, &home[i], FOLLOW), "it does not follow",
              home[i].text);
        forget_text(&home[i]);
    }
    simulation_disconnect(&m, &home[2]);
    check(is_done(&m, &home[1], "{\"id\":4,\"do\":\"games\",\"follow\":false}"), "it follows",
          home[1].text);
    forget_text(&home[1]);
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    tables_mark_stale(m.server, "");
    simulation_advance(&m, 2000);
    check(has(&home[0], id) && !has(&home[1], id) && !has(&home[3], id),
          "who follows is not told, or who does not", home[0].text);
    simulation_disconnect(&m, &home[0]);
    simulation_disconnect(&m, &home[1]);
    simulation_disconnect(&m, &home[3]);
    simulation_disconnect(&m, &player);
    stop(&m);
}

int main(int n, char **arguments) {
    if (n != 2)
        return 2;
    rooms_fill(arguments[1]);
    places_are_kept(arguments[1]);
    rooms_make_no_more_tables(arguments[1]);
    who_goes_has_made_no_table(arguments[1]);
    rematches_make_no_more_tables(arguments[1]);
    nothing_is_left(arguments[1]);
    processes_share_rooms(arguments[1]);
    a_thousand_are_seated(arguments[1]);
    codes_end(arguments[1]);
    a_late_process_links_nothing(arguments[1]);
    a_late_process_keeps_nothing(arguments[1]);
    old_games_go(arguments[1]);
    pushes_are_few(arguments[1]);
    a_game_that_went_is_not_looked_for(arguments[1]);
    a_list_waits_for_its_tables(arguments[1]);
    a_list_keeps_its_address(arguments[1]);
    nothing_is_left_untold(arguments[1]);
    a_list_asks_the_table(arguments[1]);
    two_sockets_wait_as_one(arguments[1]);
    who_is_ready_begins(arguments[1]);
    lists_are_in_order(arguments[1]);
    lists_are_limited(arguments[1]);
    devices_are_few(arguments[1]);
    who_was_forgotten_is_told(arguments[1]);
    followers_come_and_go(arguments[1]);
    return 0;
}
