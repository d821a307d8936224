/* Feeds bytes to the server as if they came from a socket: each line is a frame, heard by one of
 * three people. The words @0 to @3 stand for the ids of tables that exist: gathering, running with
 * a clock, running without, and one that was just made. What lies in a store is read from bytes,
 * too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/simulation.h"
#include "serve/tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PEOPLE = 3, TABLES = 4 };

static simulation sim;
static simulated_client people[PEOPLE];
static char tables[TABLES][STORE_TABLE_ID + 1];

static void check(bool ok, const char *what) {
    if (ok)
        return;
    fprintf(stderr, "requests.c: %s\n", what);
    abort();
}

/* What was sent to them is not kept. */
static void receive(int who, rz_slice text) {
    simulation_send(&sim, &people[who], text);
    for (int i = 0; i < PEOPLE; i++)
        people[i].length = 0;
}

static bool newest(void *context, const store_table *row) {
    memcpy(context, row->id, sizeof row->id);
    return false;
}

/* The table that the first person changed last. */
static void take_newest(char id[STORE_TABLE_ID + 1]) {
    *id = '\0';
    store_tables_of(sim.store, people[0].session->person, 0, 1, newest, id);
    check(*id, "no table was made");
}

static void ask(int who, const char *format, const char *id) {
    char text[512];
    snprintf(text, sizeof text, format, id);
    receive(who, rz_slice_of(text));
}

#define NONCE "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\""

static void make_tables(void) {
    static const char *const makes[TABLES] = {
        "{\"id\":1,\"do\":\"make\",\"game\":\"loot\",\"seats\":3,\"open\":true,\"nonce\":" NONCE
        "}",
        "{\"id\":1,\"do\":\"make\",\"game\":\"bars\",\"seats\":3,\"nonce\":" NONCE
        ",\"bots\":[null,null,\"random\"],\"clock\":{\"move\":60,\"bank\":60}}",
        "{\"id\":1,\"do\":\"make\",\"game\":\"mice\",\"seats\":2,\"nonce\":" NONCE "}",
        "{\"id\":1,\"do\":\"make\",\"game\":\"loot\",\"seats\":2,\"nonce\":" NONCE
        ",\"bots\":[null,\"random\"]}",
    };
    for (int i = 0; i < TABLES; i++) {
        receive(0, rz_slice_of(makes[i]));
        simulation_advance(&sim, 20); /* the next one is newer by its time */
        take_newest(tables[i]);
        ask(1, "{\"id\":2,\"do\":\"sit\",\"seat\":1,\"table\":\"%s\",\"nonce\":" NONCE "}",
            tables[i]);
        if (i > 0)
            ask(0, "{\"id\":3,\"do\":\"start\",\"table\":\"%s\"}", tables[i]);
    }
}

static void connect(int who) {
    char text[128];
    simulation_connect(&sim, &people[who]);
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\"}",
             who + 1);
    receive(who, rz_slice_of(text));
    check(people[who].session->known, "no hello");
}

static void start(void) {
    unlink("build-fuzz/requests.store");
    simulation_start(&sim, "sqlite:build-fuzz/requests.store", 1);
    sim.options.messages_per_second = sim.options.messages_burst = 1000000;
    sim.options.tables_per_key = sim.options.chat_per_minute = sim.options.tables_per_hour =
        1000000;
    sim.options.sockets_per_key = 1000000;
    for (int i = 0; i < PEOPLE; i++)
        connect(i);
    make_tables();
}

/* The frame with the ids put in. */
static size_t fill_in(const uint8_t *data, size_t size, char *out, size_t room) {
    size_t n = 0;
    for (size_t i = 0; i < size && n + STORE_TABLE_ID < room; i++)
        if (data[i] == '@' && i + 1 < size && data[i + 1] >= '0' && data[i + 1] < '0' + TABLES) {
            memcpy(out + n, tables[data[++i] - '0'], STORE_TABLE_ID);
            n += STORE_TABLE_ID;
        } else {
            out[n++] = (char)data[i];
        }
    return n;
}

static void read_as_lobby(const uint8_t *data, size_t size) {
    static lobby l;
    static rz_setup setup;
    store_table row = {.info = (const char *)data, .info_size = size, .n_people = 2};
    char memory[LOBBY_BYTES], retry_at[LOBBY_BYTES];
    rz_text out, second;
    if (!lobby_read(&row, &l, &setup) || !rz_seats(&setup))
        return;
    rz_text_init(&out, memory, sizeof memory);
    lobby_write(&l, &setup, &out);
    lobby_row(tables[0], &l, (rz_slice){memory, out.length}, 0, true, &row);
    check(lobby_read(&row, &l, &setup), "a lobby that was written can not be read");
    rz_text_init(&second, retry_at, sizeof retry_at);
    lobby_write(&l, &setup, &second);
    check(second.length == out.length && !memcmp(memory, retry_at, out.length),
          "a lobby is not what was written");
    rz_text_init(&out, memory, sizeof memory);
    lobby_write_public(&out, NULL, &l, &setup, NULL, 0, 0);
    check(out.length > 0 && !out.full, "a lobby does not fit");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char frame[1 << 15];
    if (!sim.server)
        start();
    read_as_lobby(data, size);
    for (int who = 0; size > 0; who = (who + 1) % PEOPLE) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t n = end ? (size_t)(end - data) : size;
        size_t length = fill_in(data, n, frame, sizeof frame);
        char *copy = malloc(length ? length : 1); /* so that reading beyond it is seen */
        memcpy(copy, frame, length);
        receive(who, (rz_slice){copy, length});
        free(copy);
        size -= end ? n + 1 : n;
        data += end ? n + 1 : n;
    }
    simulation_advance(&sim, 20);
    for (int i = 0; i < PEOPLE; i++)
        if (people[i].closed) { /* by a flood, a long silence or a wish to be forgotten */
            simulation_disconnect(&sim, &people[i]);
            connect(i);
        }
    return 0;
}
