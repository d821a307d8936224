#include "steps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void check(bool ok, const char *what, const char *text) {
    if (ok)
        return;
    fprintf(stderr, "simulated: %s\n%s\n", what, text);
    exit(1);
}

bool was_refused(const simulated_client *c, const char *code) {
    char text[64];
    snprintf(text, sizeof text, "\"error\":{\"code\":\"%s\"", code);
    return strstr(c->text, text) != NULL;
}

bool has(const simulated_client *c, const char *part) {
    return c->length > 0 && strstr(c->text, part);
}

int how_often(const simulated_client *c, const char *part) {
    int n = 0;
    for (const char *at = c->length > 0 ? c->text : NULL; at && (at = strstr(at, part)); at++)
        n++;
    return n;
}

void forget_text(simulated_client *c) {
    c->length = 0;
    if (c->text)
        *c->text = '\0';
}

void take(const simulated_client *c, const char *field, char *out, size_t size) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", field);
    const char *at = c->length > 0 ? strstr(c->text, key) : NULL;
    check(at, field, c->text);
    at += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

void ask(simulation *m, simulated_client *c, const char *text) {
    c->length = 0;
    simulation_send(m, c, rz_slice_of(text));
}

bool is_done(simulation *m, simulated_client *c, const char *text) {
    forget_text(c);
    ask(m, c, text);
    return has(c, "\"ok\":true");
}

void ask_table(simulation *m, simulated_client *c, const char *verb, const char *id,
               const char *more) {
    char text[1024];
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"%s\",\"table\":\"%s\"%s}", verb, id, more);
    ask(m, c, text);
}

void restart(simulation *m, const char *url, uint64_t seed) {
    simulation_start(m, url, seed);
    m->server->log = fopen("/dev/null", "w");
}

void start(simulation *m, const char *url, uint64_t seed) {
    unlink(strchr(url, ':') + 1);
    restart(m, url, seed);
}

void join(simulation *m, simulation *other, uint64_t seed) {
    simulation_join(m, other, seed);
    m->server->log = fopen("/dev/null", "w");
}

void stop(simulation *m) {
    FILE *log = m->server->log; /* what is under way may still say something */
    simulation_stop(m);
    fclose(log);
}

void greet_as(simulation *m, simulated_client *c, const char *address, int person) {
    char text[128];
    simulation_connect_from(m, c, address);
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\"}",
             (unsigned)person);
    ask(m, c, text);
    check(strstr(c->text, "\"re\":1,\"ok\":true,\"who\":"), "no hello", c->text);
}

void make_table(simulation *m, simulated_client *c, const char *more, char id[STORE_TABLE_ID + 1]) {
    char text[4096];
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"make\",\"nonce\":" NONCE "%s}", more);
    ask(m, c, text);
    const char *made = strstr(c->text, "\"table\":\"");
    check(made, "no table", c->text);
    memcpy(id, made + strlen("\"table\":\""), STORE_TABLE_ID);
    id[STORE_TABLE_ID] = '\0';
}

void sit_with_bots(simulation *m, simulated_client *c, const char *clock,
                   char id[STORE_TABLE_ID + 1]) {
    char more[256];
    greet_as(m, c, SIMULATION_LOOPBACK, 0);
    snprintf(more, sizeof more,
             ",\"game\":\"loot\",\"seats\":3,\"clock\":%s,\"bots\":[null,\"casual\",\"casual\"]",
             clock);
    make_table(m, c, more, id);
    ask_table(m, c, "watch", id, "");
    ask_table(m, c, "start", id, "");
    check(strstr(c->text, "\"lines\":[{\"record\":1"), "no game", c->text);
}
