/* The server in a simulated world: what depends on time happens at its time, and the same seed
 * gives the same bytes.
 *
 *   simulated sqlite:FILE
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/tables.h"
#include "simulation.h"

#define NONCE "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\""
#define KEY   "\"00112233445566778899aabbccddeeff\""

static void check(bool ok, const char *what, const char *text) {
    if (ok)
        return;
    fprintf(stderr, "simulated: %s\n%s\n", what, text);
    exit(1);
}

static void ask(simulation *m, simulated_client *c, const char *text) {
    c->length = 0;
    simulation_send(m, c, rz_slice_of(text));
}

/* A request about a table. */
static void ask_table(simulation *m, simulated_client *c, const char *verb, const char *id,
                      const char *more) {
    char text[256];
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"%s\",\"table\":\"%s\"%s}", verb, id, more);
    ask(m, c, text);
}

static void start(simulation *m, const char *url, uint64_t seed) {
    unlink(strchr(url, ':') + 1);
    simulation_start(m, url, seed);
    m->server->log = fopen("/dev/null", "w");
}

static void stop(simulation *m) {
    fclose(m->server->log);
    simulation_stop(m);
}

/* Somebody who sits at a table with two bots; its id. The game has begun. */
static void sit_with_bots(simulation *m, simulated_client *c, const char *clock, char *id) {
    char text[512];
    simulation_connect(m, c);
    ask(m, c, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":" KEY "}");
    check(strstr(c->text, "\"re\":1,\"ok\":true,\"who\":"), "no hello", c->text);
    snprintf(text, sizeof text,
             "{\"id\":2,\"do\":\"make\",\"game\":\"loot\",\"seats\":3,\"nonce\":" NONCE
             ",\"clock\":%s,\"bots\":[null,\"casual\",\"casual\"]}",
             clock);
    ask(m, c, text);
    const char *made = strstr(c->text, "\"table\":\"");
    check(made, "no table", c->text);
    memcpy(id, made + strlen("\"table\":\""), STORE_TABLE_ID);
    id[STORE_TABLE_ID] = '\0';
    ask_table(m, c, "watch", id, "");
    ask_table(m, c, "start", id, "");
    check(strstr(c->text, "\"lines\":[{\"record\":1"), "no game", c->text);
}

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
    simulation_connect(&m, &c);
    ask(&m, &c, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":" KEY "}");
    ask(&m, &c, "{\"id\":2,\"do\":\"tables\"}");
    check(strstr(c.text, "\"here\":false"), "still thought to be there", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    same_seed_same_bytes(argv[1]);
    time_runs_out(argv[1]);
    silence_ends(argv[1]);
    return 0;
}
