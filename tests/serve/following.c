/* Lists of one's games, where time passes: they follow what happens, wait for tables, and end.
 *
 *   following sqlite:FILE
 */
#include <string.h>

#include "serve/follow.h"
#include "serve/games.h"
#include "serve/tables.h"
#include "steps.h"

#define AT_HOME    "203.0.113.5"
#define MINUTES(n) (60000 * (n))

static const char FOLLOW[] = "{\"id\":4,\"do\":\"games\",\"follow\":true}";

/* One who plays, and the same person at home, where the list is shown. */
static void begin(simulation *m, const char *url, uint64_t seed, simulated_client *player,
                  simulated_client *home) {
    start(m, url, seed);
    greet_as(m, player, SIMULATION_LOOPBACK, 1);
    greet_as(m, home, SIMULATION_LOOPBACK, 1);
}

static void end(simulation *m, simulated_client *player, simulated_client *home) {
    simulation_disconnect(m, player);
    simulation_disconnect(m, home);
    stop(m);
}

/* However much happens, a list is told twice a second. */
static void pushes_are_few(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    begin(&m, url, 6, &player, &home);
    m.options.bot_ms = 0;
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    simulation_advance(&m, 1000);
    ask(&m, &home, FOLLOW);
    check(how_often(&home, id) == 1, "the table is not on the list", home.text);
    forget_text(&home);
    for (int i = 0; i < 50; i++) {
        ask_table(&m, &player, "bot", id,
                  i % 2 ? ",\"seat\":1,\"level\":null" : ",\"seat\":1,\"level\":\"novice\"");
        simulation_advance(&m, 40);
    }
    int pushes = how_often(&home, "{\"games\":");
    check(pushes >= 3 && pushes <= 6, "two pushes a second", home.text);
    forget_text(&home);
    simulation_advance(&m, 5000);
    check(how_often(&home, "{\"games\":") <= 1, "pushes without news", home.text);
    end(&m, &player, &home);
}

/* What could not be read when it was to be told is told later. */
static void nothing_is_left_untold(const char *url) {
    simulation m;
    simulated_client player, home;
    char id[STORE_TABLE_ID + 1];
    begin(&m, url, 11, &player, &home);
    make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", id);
    simulation_advance(&m, 1000);
    ask(&m, &home, FOLLOW);
    ask_table(&m, &player, "bot", id, ",\"seat\":1,\"level\":\"novice\"");
    forget_text(&home);
    m.down = true;
    simulation_advance(&m, 2000);
    check(how_often(&home, "{\"games\":") == 0, "told of what was not read", home.text);
    m.down = false;
    simulation_advance(&m, 2000);
    check(how_often(&home, id) == 1, "it is never told", home.text);
    end(&m, &player, &home);
}

/* More games than one push tells have changed: the next ones tell the others. */
static void all_changes_are_told(const char *url) {
    enum { GAMES = 60 };
    simulation m;
    simulated_client player, home;
    char ids[GAMES][STORE_TABLE_ID + 1];
    begin(&m, url, 29, &player, &home);
    m.options.tables_per_key = GAMES;
    for (int i = 0; i < GAMES; i++) {
        make_table(&m, &player, ",\"game\":\"loot\",\"seats\":2", ids[i]);
        simulation_advance(&m, 1000);
    }
    check(is_done(&m, &home, FOLLOW), "it does not follow", home.text);
    forget_text(&home);
    follows_note_id(m.server, ""); /* what the store had to say was not heard for a while */
    simulation_advance(&m, 5000);
    for (int i = 0; i < GAMES; i++)
        check(has(&home, ids[i]), "it is never told", ids[i]);
    int pushes = how_often(&home, "{\"games\":");
    simulation_advance(&m, 5000);
    check(how_often(&home, "{\"games\":") <= pushes + 1, "pushes without news", "");
    end(&m, &player, &home);
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
    end(&m, &player, &home);
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
    end(&m, &player, &home);
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
    pushes_are_few(arguments[1]);
    nothing_is_left_untold(arguments[1]);
    all_changes_are_told(arguments[1]);
    a_list_asks_the_table(arguments[1]);
    a_list_waits_for_its_tables(arguments[1]);
    a_list_keeps_its_address(arguments[1]);
    lists_are_in_order(arguments[1]);
    lists_are_limited(arguments[1]);
    followers_come_and_go(arguments[1]);
    return 0;
}
