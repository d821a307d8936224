/* The server in a simulated world: what depends on time happens at its time, and the same seed
 * gives the same bytes.
 *
 *   simulated sqlite:FILE
 */
#include <stdlib.h>
#include <string.h>

#include "serve/tables.h"
#include "steps.h"

/* The person leaves, bots play to the end: all that was pushed, to be freed. */
static char *play_out(const char *url, uint64_t seed) {
    enum { MOST = 400 };
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, seed);
    sit_with_bots(&m, &c, "null", id);
    ask_table(&m, &c, "leave", id, "");
    for (int i = 0; i < MOST && !strstr(c.text, "{\"fair\":{\"seed\":"); i++)
        simulation_advance(&m, 1000);
    check(strstr(c.text, "{\"fair\":{\"seed\":"), "the game does not end", c.text);
    char *text = strdup(c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
    return text;
}

static void same_seed_same_bytes(const char *url) {
    char *one = play_out(url, 1), *other = play_out(url, 1), *third = play_out(url, 2);
    check(!strcmp(one, other), "the same seed gives other bytes", other);
    check(strcmp(one, third) != 0, "another seed gives the same bytes", third);
    free(one);
    free(other);
    free(third);
}

static bool has_left(const simulated_client *c) {
    return strstr(c->text, "{\"by\":0,\"do\":\"leave\",\"why\":\"timeout\"}");
}

/* Until the person is asked: the others move first, perhaps. */
static void wait_for_turn(simulation *m, const char *id) {
    const table *t = tables_find(m->server, id);
    for (int i = 0; i < 100 && !(t->position.asked & 1); i++)
        simulation_advance(m, 100);
    check(t->position.asked & 1, "the person is never asked", "");
}

/* Ten seconds a move and twenty in the bank; after the start of a server everybody has half a
 * minute. */
static void time_runs_out(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 3);
    simulation_advance(&m, 60000);
    sit_with_bots(&m, &c, "{\"move\":10,\"bank\":20}", id);
    wait_for_turn(&m, id);
    session_note_life(c.session);
    simulation_advance(&m, 29500);
    check(!has_left(&c), "a bot came too early", c.text);
    simulation_advance(&m, 600);
    check(has_left(&c), "no bot came", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* The clock of the machine is set while somebody thinks: the time to think is what it was. */
static void clock_is_set(const char *url, int64_t by) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 3);
    simulation_advance(&m, 60000);
    sit_with_bots(&m, &c, "{\"move\":10,\"bank\":20}", id);
    wait_for_turn(&m, id);
    m.set_by = by;
    session_note_life(c.session);
    simulation_advance(&m, 28500);
    check(!has_left(&c), "a bot came too early after the clock was set", c.text);
    simulation_advance(&m, 7000);
    check(has_left(&c), "no bot came after the clock was set", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* It never goes back, and agrees with the clock of the machine in the end. */
static void clock_is_followed(const char *url, int64_t by, int64_t most_ms) {
    enum { A_MINUTE = 60000 };
    simulation m;
    start(&m, url, 3);
    m.set_by = by;
    int64_t last = server_now(m.server), began = m.now;
    while (m.now - began < most_ms && server_now(m.server) != m.now + m.set_by) {
        simulation_advance(&m, A_MINUTE);
        int64_t passed = server_now(m.server) - last;
        check(passed > A_MINUTE / 2 && passed < 2 * A_MINUTE, "the clock jumps", "");
        last = server_now(m.server);
    }
    check(last == m.now + m.set_by, "the clock does not follow", "");
    for (int i = 0; i < 60; i++) { /* as the machine's own is led by others: half a part in 1000 */
        m.set_by += i % 2 ? 30 : -30;
        simulation_advance(&m, A_MINUTE);
        check(server_now(m.server) == m.now + m.set_by, "the clock drifts", "");
    }
    stop(&m);
}

/* Who is silent is asked for a sign of life, and then cut off; the table hears of it. */
static void silence_ends(const char *url) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 4);
    sit_with_bots(&m, &c, "null", id);
    simulation_advance(&m, 89000);
    check(!c.closed, "closed too early", c.text);
    simulation_advance(&m, 2000);
    check(c.closed, "not closed", c.text);
    simulation_disconnect(&m, &c);
    greet_as(&m, &c, SIMULATION_LOOPBACK, 1);
    ask_table(&m, &c, "watch", id, "");
    check(strstr(c.text, "\"here\":false"), "still thought to be there", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

enum { TIMES = 40 };

static bool take_time(void *context, const store_line *line) {
    int64_t *times = context;
    times[line->number] = line->at;
    return line->number < TIMES - 1;
}

/* When the first lines of a game were written whose bots think so long. */
static void time_lines(const char *url, int64_t think_ms, int64_t times[TIMES]) {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
    memset(times, 0, TIMES * sizeof *times);
    start(&m, url, 5);
    m.think_ms = think_ms;
    sit_with_bots(&m, &c, "null", id);
    ask_table(&m, &c, "leave", id, "");
    simulation_advance(&m, 20000);
    store_lines(m.store, id, 0, TIMES, take_time, times);
    simulation_disconnect(&m, &c);
    stop(&m);
}

/* How long a bot thinks may depend on what it thinks: nobody sees it. */
static void the_wait_tells_nothing(const char *url) {
    int64_t quick[TIMES], slow[TIMES];
    time_lines(url, 0, quick);
    check(quick[TIMES - 1] > 0, "bots do not play", "");
    for (int think = 20; think < 100; think += 20) {
        time_lines(url, think, slow);
        check(!memcmp(quick, slow, sizeof quick), "the wait tells how long a bot has thought", "");
    }
}

/* The disk is full while people come and go and act: the server does not try without end. */
static void a_full_disk_is_no_work(const char *url) {
    enum { TURNS = 40 };
    simulation m;
    simulated_client c, other;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 6);
    sit_with_bots(&m, &c, "null", id);
    greet_as(&m, &other, SIMULATION_LOOPBACK, 1);
    m.full = true;
    simulation_disconnect(&m, &c);
    int before = m.rounds;
    for (int i = 0; i < 3; i++)
        simulation_post(&m, &other, rz_slice_of("{\"id\":2,\"do\":\"tables\"}"));
    greet_as(&m, &c, SIMULATION_LOOPBACK, 0);
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"id\":3,\"do\":\"leave\",\"table\":\"%s\"}", id);
        simulation_post(&m, &c, rz_slice_of(text));
    }
    simulation_disconnect(&m, &c);
    check(m.rounds - before < TURNS, "it tries without end", "");
    m.full = false;
    simulation_disconnect(&m, &other);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    same_seed_same_bytes(argv[1]);
    time_runs_out(argv[1]);
    clock_is_set(argv[1], -3600000);
    clock_is_set(argv[1], 3600000);
    clock_is_followed(argv[1], -600000, 5400000);
    clock_is_followed(argv[1], 60000, 2400000);
    silence_ends(argv[1]);
    the_wait_tells_nothing(argv[1]);
    a_full_disk_is_no_work(argv[1]);
    return 0;
}
