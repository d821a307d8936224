#include <stdio.h>
#include <string.h>

#include "load/attack.h"

static void send_nothing(attacker *a) {
    (void)a;
}

static void write_garbage(attacker *a, rz_text *out) {
    (void)a;
    rz_text_add(out, "\x16\x03\x01 garbage \xff\r\n\r\n\r\n\r\n");
}

static void write_half(attacker *a, rz_text *out) {
    (void)a;
    rz_text_add(out, "GET /ws HTTP/1.1\r\nHost: x\r\n");
}

static void send_no_object(attacker *a) {
    attack_send(a, "[[[[[[[[[{\"id\":1");
}

static void send_no_hello(attacker *a) {
    attack_send(a, "{\"id\":1,\"do\":\"tables\"}");
}

static void send_short_key(attacker *a) {
    attack_send(a, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"00\"}");
}

static void send_name(attacker *a, const char *name) {
    char memory[256];
    snprintf(memory, sizeof memory,
             "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%s\",\"name\":\"%s\"}", a->key,
             name);
    attack_send(a, memory);
}

static void send_blank_name(attacker *a) {
    send_name(a, "   ");
}

static void send_invisible_name(attacker *a) {
    send_name(a, "\xe2\x80\x8b\xe2\x81\xa0"); /* U+200B, U+2060 */
}

static void send_reversed_name(attacker *a) {
    send_name(a, "\xe2\x80\xae"
                 "annA"); /* U+202E */
}

static void send_unknown_verb(attacker *a) {
    attack_send(a, "{\"id\":1,\"do\":\"shutdown\"}");
}

static void guess_code(attacker *a) {
    char memory[256];
    snprintf(memory, sizeof memory,
             "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%s\",\"join\":\"%s\"}", a->key,
             "AAAAAAAAAAAAAAAAAAAAAA");
    attack_send(a, memory);
}

static void act_as_owner(attacker *a) {
    attack_send(a, "{\"id\":2,\"do\":\"admin\",\"act\":\"reports\"}");
}

static void remove_device_of_others(attacker *a) {
    attack_send(a, "{\"id\":2,\"do\":\"unlink\",\"device\":\"000000000000\"}");
}

static void wait_for_nonsense(attacker *a) {
    attack_send(a, "{\"id\":2,\"do\":\"wait\",\"game\":\"loot\",\"seats\":-1,\"clock\":null}");
}

static void send_binary(attacker *a) {
    attack_frame(a, WIRE_BINARY, rz_slice_of("\x01\x02"));
}

static void send_no_utf8(attacker *a) {
    attack_send(a, "\xff\xfe\xc0\x80");
}

static void send_large(attacker *a) {
    attack_send(a, attack_large_text(a));
}

static void send_huge_header(attacker *a) {
    static const unsigned char header[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff,
                                           0xff, 0xff, 0xff, 1,    2,    3,    4};
    wire_raw(&a->wire, header, sizeof header);
    wire_raw(&a->wire, attack_large_text(a), strlen(attack_large_text(a)));
}

static void send_reserved(attacker *a) {
    attack_frame(a, 0xf3, rz_slice_of("reserved"));
}

/* A client must mask what it sends; libwebsockets hears it either way. */
static void send_unmasked(attacker *a) {
    static const char frame[] = "\x81\x16{\"id\":1,\"do\":\"tables\"}";
    wire_raw(&a->wire, frame, sizeof frame - 1);
}

enum { TEXT_BEGINS = 0x01, GOES_ON = 0x00, ENDS = 0x80 };

static void send_fragments(attacker *a) {
    enum { PIECES = 100 };
    for (int i = 0; i < PIECES; i++)
        attack_frame(a, i ? GOES_ON : TEXT_BEGINS, (rz_slice){attack_large_text(a), 1000});
}

static void send_empty_fragments(attacker *a) {
    enum { PIECES = 10 };
    for (int i = 0; i < PIECES; i++)
        attack_frame(a, i ? GOES_ON : TEXT_BEGINS, (rz_slice){"", 0});
    attack_frame(a, ENDS, rz_slice_of("{\"id\":1,\"do\":\"tables\"}"));
}

static void send_flood(attacker *a) {
    for (int i = 0; i < ATTACK_FLOOD; i++)
        attack_send(a, "{\"id\":2,\"do\":\"ping\"}");
}

/* What somebody else said to the server, word for word. */
static void send_stolen(attacker *a) {
    const char *act = attack_stolen(a);
    attack_send(a, *act ? act : "{\"id\":2,\"do\":\"act\"}");
}

static void act_for_others(attacker *a) {
    attack_ask(a, "act", attack_victim(a), ",\"number\":3,\"line\":{\"by\":0,\"do\":\"raid\"}");
}

static void start_for_others(attacker *a) {
    attack_ask(a, "start", attack_victim(a), "");
}

static void end_for_others(attacker *a) {
    attack_ask(a, "end", attack_victim(a), "");
}

static void guess_link(attacker *a) {
    char id[] = "AAAAAAAAAAAAAAAAAAAAAA";
    for (int i = 0; i < 20; i++)
        id[i] = (char)('A' + attack_below(a, 26));
    attack_ask(a, "watch", id, "");
}

static void ask_for_files(attacker *a) {
    attack_ask(a, "watch", "../../../../etc/passwd", "");
}

/* Asks for much, and reads none of it. */
static void read_nothing(attacker *a) {
    wire_deaf(&a->wire);
    for (int i = 0; i < 50; i++)
        attack_ask(a, "watch", attack_victim(a), ",\"from\":0");
}

#define TWICE "Content-Length: 0\r\nContent-Length: 4\r\n"

/* clang-format off */
const attack tricks[] = {
    {.name = "garbage", .expected = CUT, .write_request = write_garbage},
    {.name = "half a handshake", .expected = CUT, .write_request = write_half},
    {.name = "silence", .expected = CUT, .play = send_nothing},
    {.name = "another path", .expected = REFUSED, .with = {.path = "/wss"}},
    {.name = "path traversal", .expected = REFUSED, .with = {.path = "/../../../../etc/passwd"}},
    {.name = "another origin", .expected = REFUSED, .with = {.origin = "http://evil.example"}},
    {.name = "another protocol", .expected = REFUSED, .with = {.protocol = "razzia.99"}},
    {.name = "another version", .expected = REFUSED, .with = {.version = "8"}},
    {.name = "another host", .expected = REFUSED, .local = true, .with = {.host = "evil.example", .origin = "http://evil.example"}},
    {.name = "two lengths", .expected = REFUSED, .with = {.path = "/health", .plain = true, .more = TWICE}},
    {.name = "no object", .expected = ERROR, .play = send_no_object},
    {.name = "no hello", .expected = ERROR, .play = send_no_hello},
    {.name = "a short key", .expected = ERROR, .play = send_short_key},
    {.name = "a blank name", .expected = ERROR, .play = send_blank_name},
    {.name = "an invisible name", .expected = ERROR, .play = send_invisible_name},
    {.name = "a reversed name", .expected = ERROR, .play = send_reversed_name},
    {.name = "an unknown request", .expected = ERROR, .hello = true, .play = send_unknown_verb},
    {.name = "a guessed code", .expected = ERROR, .play = guess_code},
    {.name = "an owner's act", .expected = ERROR, .hello = true, .play = act_as_owner},
    {.name = "another's device", .expected = ERROR, .hello = true, .play = remove_device_of_others},
    {.name = "waiting for nonsense", .expected = ERROR, .hello = true, .play = wait_for_nonsense},
    {.name = "a binary frame", .expected = CUT, .play = send_binary},
    {.name = "no UTF-8", .expected = CUT, .play = send_no_utf8},
    {.name = "a large frame", .expected = CUT, .play = send_large},
    {.name = "a header of 2^63 bytes", .expected = CUT, .play = send_huge_header},
    {.name = "reserved bits", .expected = CUT, .play = send_reserved},
    {.name = "an unmasked frame", .expected = ENDURED, .play = send_unmasked},
    {.name = "fragments without end", .expected = CUT, .play = send_fragments},
    {.name = "empty fragments", .expected = ERROR, .play = send_empty_fragments},
    {.name = "a flood", .expected = STEMMED, .hello = true, .play = send_flood},
    {.name = "a stolen message", .expected = ERROR, .hello = true, .play = send_stolen},
    {.name = "another's seat", .expected = ERROR, .hello = true, .play = act_for_others},
    {.name = "starting another's table", .expected = ERROR, .hello = true, .play = start_for_others},
    {.name = "ending another's table", .expected = ERROR, .hello = true, .play = end_for_others},
    {.name = "a guessed link", .expected = ERROR, .hello = true, .play = guess_link},
    {.name = "a file as a link", .expected = ERROR, .hello = true, .play = ask_for_files},
    {.name = "a deaf reader", .expected = ENDURED, .hello = true, .play = read_nothing},
};
/* clang-format on */

const int n_tricks = sizeof tricks / sizeof *tricks;
