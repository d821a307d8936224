/* What the loop does for one address before it does something for another, in a simulated world.
 *
 *   shares sqlite:FILE
 */
#include <stdlib.h>
#include <string.h>

#include "steps.h"

#define AT_HOME "203.0.113.5"
#define ABROAD  "198.51.100.7"

enum { CROWD = 100, PORTION = 24, AT_ONCE = 16 };

static void come(simulation *m, simulated_client *crowd, const char *address) {
    for (int i = 0; i < CROWD; i++)
        greet_as(m, &crowd[i], address, 10 + i);
    simulation_advance(m, 2000);
}

static void go(simulation *m, simulated_client *crowd) {
    for (int i = 0; i < CROWD; i++)
        simulation_disconnect(m, &crowd[i]);
}

static int count_unread(const simulated_client *crowd) {
    int n = 0;
    for (int i = 0; i < CROWD; i++)
        n += crowd[i].unread;
    return n;
}

/* All of them, before the next tick. */
static void ping_all(simulation *m, simulated_client *crowd) {
    for (int i = 0; i < CROWD; i++)
        if (!crowd[i].unread)
            ask(m, &crowd[i], "{\"id\":2,\"do\":\"ping\"}");
}

/* In a tick an address is heard so often; who says little is read while the others wait. */
static void crowd_is_heard_in_portions(const char *url) {
    simulation m;
    simulated_client crowd[CROWD], honest;
    start(&m, url, 1);
    come(&m, crowd, ABROAD);
    greet_as(&m, &honest, AT_HOME, 1);
    check(count_unread(crowd) == 0, "all are read to begin with", "");
    ping_all(&m, crowd);
    check(count_unread(crowd) == CROWD - PORTION, "who comes after the portion is not read", "");
    check(strstr(crowd[CROWD - 1].text, "\"ok\":true"), "what was heard is answered",
          crowd[CROWD - 1].text);
    ask(&m, &honest, "{\"id\":2,\"do\":\"ping\"}");
    check(!honest.unread, "another address is read", "");
    simulation_advance(&m, 20);
    check(count_unread(crowd) == CROWD - 2 * PORTION, "a tick later as many more are read", "");
    simulation_advance(&m, 200);
    check(count_unread(crowd) == 0, "soon all are read again", "");
    simulation_disconnect(&m, &honest);
    go(&m, crowd);
    stop(&m);
}

/* An address that is over its limit: each of its sockets is read once a second. */
static void crowd_that_talks_rests(const char *url) {
    simulation m;
    simulated_client crowd[CROWD], honest;
    start(&m, url, 2);
    come(&m, crowd, ABROAD);
    greet_as(&m, &honest, AT_HOME, 1);
    for (int i = 0; i < 200; i++) {
        ping_all(&m, crowd);
        simulation_advance(&m, 20);
    }
    uint64_t before = m.server->metrics.requests;
    for (int i = 0; i < 50; i++) {
        ping_all(&m, crowd);
        simulation_advance(&m, 20);
    }
    uint64_t heard = m.server->metrics.requests - before;
    check(heard <= 2 * CROWD + 120, "a second costs no more than two messages a socket", "");
    check(heard >= 120, "an address is heard as often as it may", "");
    ask(&m, &honest, "{\"id\":2,\"do\":\"ping\"}");
    check(strstr(honest.text, "\"ok\":true") && !honest.unread, "others are heard", honest.text);
    simulation_disconnect(&m, &honest);
    go(&m, crowd);
    stop(&m);
}

static int count_written(const simulated_client *crowd) {
    int n = 0;
    for (int i = 0; i < CROWD; i++)
        n += crowd[i].length > 0;
    return n;
}

/* What goes to many sockets of an address does not leave before what goes to another. */
static void crowd_is_written_to_in_portions(const char *url) {
    simulation m;
    simulated_client crowd[CROWD], honest;
    start(&m, url, 3);
    come(&m, crowd, ABROAD);
    greet_as(&m, &honest, AT_HOME, 1);
    honest.length = 0;
    session_send_text(honest.session, rz_slice_of("{}"));
    for (int i = 0; i < CROWD; i++) {
        crowd[i].length = 0;
        session_send_text(crowd[i].session, rz_slice_of("{}"));
    }
    sessions_flush(m.server);
    check(honest.length > 0, "another address is written to at once", "");
    check(count_written(crowd) == AT_ONCE, "of a crowd, a few are", "");
    simulation_settle(&m);
    check(count_written(crowd) == CROWD, "the others when the loop has come to them", "");
    simulation_disconnect(&m, &honest);
    go(&m, crowd);
    stop(&m);
}

/* Much goes out by itself, however few sockets it is for. */
static void much_waits_for_the_loop(const char *url) {
    enum { MUCH = 20000 };
    static char text[MUCH];
    simulation m;
    simulated_client reader;
    start(&m, url, 4);
    greet_as(&m, &reader, ABROAD, 1);
    reader.length = 0;
    memset(text, 'x', sizeof text);
    session_send_text(reader.session, (rz_slice){text, sizeof text});
    sessions_flush(m.server);
    check(reader.length == 0, "much is not written with what is little", "");
    simulation_settle(&m);
    check(reader.length > MUCH, "… but when there is room", "");
    simulation_disconnect(&m, &reader);
    stop(&m);
}

/* The list of open tables is read once a second for all, and not for each. */
static void list_is_shared(const char *url) {
    static const char LIST[] = "{\"id\":3,\"do\":\"tables\"}";
    simulation m;
    simulated_client maker, others[2];
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 7);
    greet_as(&m, &maker, AT_HOME, 1);
    for (int i = 0; i < 2; i++)
        greet_as(&m, &others[i], ABROAD, 2 + i);
    ask(&m, &others[0], LIST);
    make_table(&m, &maker, ",\"game\":\"loot\",\"seats\":2,\"open\":true", id);
    ask(&m, &others[1], LIST);
    check(!strstr(others[1].text, id), "the list is read for each who asks", others[1].text);
    simulation_advance(&m, 1000);
    ask(&m, &others[0], LIST);
    check(strstr(others[0].text, id), "the list stays old", others[0].text);
    simulation_disconnect(&m, &maker);
    for (int i = 0; i < 2; i++)
        simulation_disconnect(&m, &others[i]);
    stop(&m);
}

/* While the store is slow, an address has not more lists on their way than it may ask for at once.
 */
static void crowd_has_few_lists_on_their_way(const char *url) {
    enum { MOST = 120 };
    simulation m;
    simulated_client crowd[CROWD], honest;
    start(&m, url, 5);
    come(&m, crowd, ABROAD);
    greet_as(&m, &honest, AT_HOME, 1);
    for (int minute = 0; minute < 5; minute++) {
        m.now += 60000;
        for (int i = 0; i < CROWD; i++)
            requests_receive(crowd[i].session,
                             rz_slice_of("{\"id\":2,\"do\":\"person\",\"who\":null}"));
    }
    check(m.n_waiting == MOST, "lists pile up", "");
    requests_receive(honest.session, rz_slice_of("{\"id\":2,\"do\":\"games\"}"));
    check(m.n_waiting == MOST + 1, "another address waits for them", "");
    simulation_settle(&m);
    check(crowd[0].session->address->lists_read == 0, "what was read counts still", "");
    simulation_disconnect(&m, &honest);
    go(&m, crowd);
    stop(&m);
}

/* However many sockets of an address follow a list, it has no more of them than it might ask for.
 */
static void crowd_is_told_in_portions(const char *url) {
    enum { SECONDS = 20, A_SECOND = 20, BURST = 120 };
    simulation m;
    simulated_client crowd[CROWD], player;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 6);
    m.options.sockets_per_key = CROWD + 1;
    greet_as(&m, &player, SIMULATION_LOOPBACK, 1);
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    for (int i = 0; i < CROWD; i++) {
        greet_as(&m, &crowd[i], ABROAD, 1);
        simulation_advance(&m, 100);
        ask(&m, &crowd[i], "{\"id\":4,\"do\":\"games\",\"follow\":true}");
        check(strstr(crowd[i].text, "\"count\":"), "one can not follow", crowd[i].text);
    }
    int before = m.n_read;
    for (int i = 0; i < 2 * SECONDS; i++) {
        ask_table(&m, &player, "bot", id,
                  i % 2 ? ",\"seat\":1,\"level\":null" : ",\"seat\":1,\"level\":\"novice\"");
        simulation_advance(&m, 500);
    }
    int told = m.n_read - before;
    check(told <= BURST + SECONDS * A_SECOND + SECONDS, "an address is told without end", "");
    simulation_advance(&m, 10000);
    for (int i = 0; i < CROWD; i++) /* later, but all of them */
        check(strstr(crowd[i].text, "{\"games\":"), "somebody is never told", crowd[i].text);
    simulation_disconnect(&m, &player);
    go(&m, crowd);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 1;
    crowd_is_heard_in_portions(argv[1]);
    crowd_that_talks_rests(argv[1]);
    crowd_is_written_to_in_portions(argv[1]);
    much_waits_for_the_loop(argv[1]);
    list_is_shared(argv[1]);
    crowd_has_few_lists_on_their_way(argv[1]);
    crowd_is_told_in_portions(argv[1]);
    return 0;
}
