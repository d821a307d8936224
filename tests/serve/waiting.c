/* Waiting rooms, where time passes: places are kept, people are seated, bots come, and games begin
 * by themselves.
 *
 *   waiting sqlite:FILE
 */
#include <string.h>

#include "serve/rooms.h"
#include "steps.h"
#include "store/waiting.h"

#define AT_HOME "203.0.113.5"
#define WAIT                                                                                       \
    "{\"id\":7,\"do\":\"wait\",\"game\":\"loot\",\"seats\":2,\"clock\":null,\"nonce\":" NONCE
#define FILL ",\"fill\":60,\"level\":\"novice\"}"

static const char UNWAIT[] = "{\"id\":8,\"do\":\"unwait\"}";

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
        check(how_often(&people[i], "\"seated\"") == 1, "not seated once", people[i].text);
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
        check(how_often(&people[i], "\"seated\"") == 1, "not seated at once", people[i].text);
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
        check(how_often(&people[i], "\"seated\"") == 1, "no bots came in time", people[i].text);
    for (int i = 0; i < PEOPLE; i++)
        simulation_disconnect(&m, &people[i]);
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

/* Who asks to wait just before another socket of theirs is lost waits all the same. */
static void a_wait_on_its_way_stays(const char *url) {
    simulation m;
    simulated_client anna, phone, bert;
    start(&m, url, 27);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &phone, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &bert, SIMULATION_LOOPBACK, 2);
    check(is_done(&m, &anna, WAIT "}"), "no place", anna.text);
    simulation_post(&m, &phone, rz_slice_of(WAIT "}"));
    simulation_disconnect(&m, &anna);
    simulation_settle(&m);
    check(is_done(&m, &bert, WAIT "}") && has(&phone, "seated"), "who waits is not seated",
          bert.text);
    simulation_disconnect(&m, &bert);
    simulation_disconnect(&m, &phone);
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

/* Whoever stands up before it begins is played by a bot, also where somebody's readiness begins it
 * at that very moment. */
static void bots_take_seats_that_are_left(const char *url) {
    simulation m;
    simulated_client anna, bert;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 28);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    greet_as(&m, &bert, SIMULATION_LOOPBACK, 2);
    check(is_done(&m, &anna, WAIT "}") && is_done(&m, &bert, WAIT "}"), "no place", bert.text);
    take(&bert, "table", id, sizeof id);
    ask_table(&m, &bert, "watch", id, "");
    ask_table(&m, &anna, "stand", id, "");
    check(has(&anna, "\"ok\":true"), "nobody may stand up", anna.text);
    m.now += 9000;
    server_follow_clock(m.server);
    ask_table(&m, &bert, "ready", id, ",\"nonce\":" NONCE);
    check(has(&bert, "\"from\":0"), "it does not begin", bert.text);
    ask_table(&m, &bert, "watch", id, "");
    check(has(&bert, "\"level\":\""), "a seat has nobody", bert.text);
    simulation_disconnect(&m, &bert);
    simulation_disconnect(&m, &anna);
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
    two_sockets_wait_as_one(arguments[1]);
    a_wait_on_its_way_stays(arguments[1]);
    who_is_ready_begins(arguments[1]);
    bots_take_seats_that_are_left(arguments[1]);
    return 0;
}
