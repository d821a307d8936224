#include "load/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 60000, GANG = 24, PATIENCE = 20, HOLD = 5, REQUEST = 1024 };

typedef struct attacker attacker;

/* What a trick is, and what the server has to answer. */
typedef enum outcome {
    REFUSED, /* there is no WebSocket for them */
    CUT,     /* the socket is closed */
    ERROR,   /* an error is answered */
    ENDURED  /* nothing in particular; they go by themselves */
} outcome;

typedef struct trick {
    const char *name;
    outcome expected;
    const char *path, *protocol, *origin; /* NULL: as everybody has them */
    const char *request;                  /* sent as it is, instead of a handshake */
    bool hello;                           /* they introduce themselves first */
    void (*play)(attacker *a);
} trick;

struct attacker {
    wire wire;
    crowd *crowd;
    const trick *trick;
    char request[REQUEST];
    bool greeted;
    uint64_t began; /* ns */
};

struct hostile {
    crowd *crowd;
    size_t next; /* trick */
    char large[LARGE + 1];
    attacker gang[GANG];
};

/* ---- Tricks ---------------------------------------------------------------------------------- */

static void send_text(attacker *a, const char *text) {
    wire_frame(&a->wire, &a->crowd->place, WIRE_TEXT, rz_slice_of(text));
}

static const char *large_text(const attacker *a) {
    return a->crowd->attackers->large;
}

static void send_nothing(attacker *a) {
    (void)a;
}

static void send_no_object(attacker *a) {
    send_text(a, "[[[[[[[[[{\"id\":1");
}

static void send_no_hello(attacker *a) {
    send_text(a, "{\"id\":1,\"do\":\"tables\"}");
}

static void send_short_key(attacker *a) {
    send_text(a, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"00\"}");
}

static void send_unknown_verb(attacker *a) {
    send_text(a, "{\"id\":1,\"do\":\"shutdown\"}");
}

static void send_binary(attacker *a) {
    wire_frame(&a->wire, &a->crowd->place, WIRE_BINARY, rz_slice_of("\x01\x02"));
}

static void send_no_utf8(attacker *a) {
    send_text(a, "\xff\xfe\xc0\x80");
}

static void send_large(attacker *a) {
    send_text(a, large_text(a));
}

static void send_huge_header(attacker *a) {
    static const unsigned char header[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff,
                                           0xff, 0xff, 0xff, 1,    2,    3,    4};
    wire_raw(&a->wire, header, sizeof header);
    wire_raw(&a->wire, large_text(a), strlen(large_text(a)));
}

static void send_reserved(attacker *a) {
    wire_frame(&a->wire, &a->crowd->place, 0xf3, rz_slice_of("reserved"));
}

static void send_fragments(attacker *a) {
    enum { TEXT_BEGINS = 0x01, GOES_ON = 0x00, PIECES = 100 };
    for (int i = 0; i < PIECES; i++)
        wire_frame(&a->wire, &a->crowd->place, i ? GOES_ON : TEXT_BEGINS,
                   (rz_slice){large_text(a), 1000});
}

static void send_flood(attacker *a) {
    enum { MESSAGES = 5000 };
    for (int i = 0; i < MESSAGES; i++)
        send_text(a, "{\"id\":2,\"do\":\"ping\"}");
}

static const room *victim(attacker *a) {
    const crowd *c = a->crowd;
    return c->rooms[rz_rng_below(&a->crowd->rng, (uint32_t)c->options->tables)];
}

/* What somebody else said to the server, word for word. */
static void send_stolen(attacker *a) {
    const room *r = victim(a);
    send_text(a, *r->act ? r->act : "{\"id\":2,\"do\":\"act\"}");
}

static void ask_about(attacker *a, const char *verb, const char *table, const char *more) {
    char memory[512];
    snprintf(memory, sizeof memory, "{\"id\":2,\"do\":\"%s\",\"table\":\"%s\"%s}", verb, table,
             more);
    send_text(a, memory);
}

static void act_for_others(attacker *a) {
    ask_about(a, "act", victim(a)->id, ",\"number\":3,\"line\":{\"by\":0,\"do\":\"raid\"}");
}

static void start_for_others(attacker *a) {
    ask_about(a, "start", victim(a)->id, "");
}

static void end_for_others(attacker *a) {
    ask_about(a, "end", victim(a)->id, "");
}

static void guess_link(attacker *a) {
    char id[] = "AAAAAAAAAAAAAAAAAAAAAA";
    for (int i = 0; i < 20; i++)
        id[i] = (char)('A' + rz_rng_below(&a->crowd->rng, 26));
    ask_about(a, "watch", id, "");
}

static void ask_for_files(attacker *a) {
    ask_about(a, "watch", "../../../../etc/passwd", "");
}

/* Asks for much, and reads none of it. */
static void read_nothing(attacker *a) {
    wire_deaf(&a->wire);
    for (int i = 0; i < 50; i++)
        ask_about(a, "watch", victim(a)->id, ",\"from\":0");
}

static const trick tricks[] = {
    {.name = "garbage", .expected = CUT, .request = "\x16\x03\x01 garbage \xff\r\n\r\n\r\n\r\n"},
    {.name = "half a handshake", .expected = CUT, .request = "GET /ws HTTP/1.1\r\nHost: x\r\n"},
    {.name = "silence", .expected = CUT, .play = send_nothing},
    {.name = "another path", .expected = REFUSED, .path = "/wss"},
    {.name = "path traversal", .expected = REFUSED, .path = "/../../../../etc/passwd"},
    {.name = "another origin", .expected = REFUSED, .origin = "http://evil.example"},
    {.name = "another protocol", .expected = REFUSED, .protocol = "razzia.99"},
    {.name = "no object", .expected = ERROR, .play = send_no_object},
    {.name = "no hello", .expected = ERROR, .play = send_no_hello},
    {.name = "a short key", .expected = ERROR, .play = send_short_key},
    {.name = "an unknown request", .expected = ERROR, .hello = true, .play = send_unknown_verb},
    {.name = "a binary frame", .expected = CUT, .play = send_binary},
    {.name = "no UTF-8", .expected = CUT, .play = send_no_utf8},
    {.name = "a large frame", .expected = CUT, .play = send_large},
    {.name = "a header of 2^63 bytes", .expected = CUT, .play = send_huge_header},
    {.name = "reserved bits", .expected = CUT, .play = send_reserved},
    {.name = "fragments without end", .expected = CUT, .play = send_fragments},
    {.name = "a flood", .expected = CUT, .hello = true, .play = send_flood},
    {.name = "a stolen message", .expected = ERROR, .hello = true, .play = send_stolen},
    {.name = "another's seat", .expected = ERROR, .hello = true, .play = act_for_others},
    {.name = "starting another's table",
     .expected = ERROR,
     .hello = true,
     .play = start_for_others},
    {.name = "ending another's table", .expected = ERROR, .hello = true, .play = end_for_others},
    {.name = "a guessed link", .expected = ERROR, .hello = true, .play = guess_link},
    {.name = "a file as a link", .expected = ERROR, .hello = true, .play = ask_for_files},
    {.name = "a deaf reader", .expected = ENDURED, .hello = true, .play = read_nothing},
};

/* ---- Attacks --------------------------------------------------------------------------------- */

static void finish(attacker *a, bool held, const char *instead) {
    load_result *result = a->crowd->result;
    result->attacks++;
    result->held += held;
    if (!held && !*result->breach)
        snprintf(result->breach, sizeof result->breach, "%s: %s", a->trick->name, instead);
    a->trick = NULL;
    wire_close(&a->wire);
}

static void opened(wire *w) {
    attacker *a = (attacker *)w;
    char memory[128];
    if (a->trick->expected == REFUSED) {
        finish(a, false, "it was let in");
    } else if (a->trick->hello) {
        snprintf(memory, sizeof memory,
                 "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%08x%08x%08x%08x\"}",
                 rz_rng_next(&a->crowd->rng), rz_rng_next(&a->crowd->rng),
                 rz_rng_next(&a->crowd->rng), rz_rng_next(&a->crowd->rng));
        send_text(a, memory);
    } else if (a->trick->play) {
        a->trick->play(a);
    }
}

static void received(wire *w, rz_slice text) {
    attacker *a = (attacker *)w;
    char code[32];
    int id;
    if (!a->trick || !read_answer(text, &id, code, sizeof code))
        return;
    if (a->trick->hello && !a->greeted) {
        a->greeted = true;
        if (*code)
            finish(a, false, code);
        else
            a->trick->play(a);
    } else if (a->trick->expected == ERROR) {
        finish(a, *code, "it was done");
    }
}

static void closed_by_server(wire *w, const char *why) {
    attacker *a = (attacker *)w;
    if (!a->trick)
        return;
    outcome expected = a->trick->expected;
    finish(a, expected != ERROR && (expected != REFUSED || !w->open), why);
}

static const wire_role role = {opened, received, closed_by_server};

static void begin(attacker *a, const trick *t) {
    crowd *c = a->crowd;
    a->trick = t;
    a->greeted = false;
    a->began = uv_hrtime();
    if (t->request)
        snprintf(a->request, sizeof a->request, "%s", t->request);
    else
        wire_request(a->request, sizeof a->request, c->host, t->path ? t->path : c->path,
                     t->protocol ? t->protocol : "razzia.1", t->origin);
    if (!wire_open(&a->wire, &c->place, &role, a->request))
        a->trick = NULL;
}

hostile *hostile_new(crowd *c) {
    hostile *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->crowd = c;
    memset(h->large, 'x', LARGE);
    return h;
}

void hostile_check(hostile *h) {
    uint64_t now = uv_hrtime();
    for (int i = 0; i < GANG; i++) {
        attacker *a = &h->gang[i];
        uint64_t seconds = (now - a->began) / 1000000000;
        if (a->trick && seconds >= (a->trick->expected == ENDURED ? HOLD : PATIENCE))
            finish(a, a->trick->expected == ENDURED, "nothing happened");
        if (a->trick || a->wire.used)
            continue;
        a->crowd = h->crowd;
        begin(a, &tricks[h->next++ % (sizeof tricks / sizeof *tricks)]);
    }
}

void hostile_close(hostile *h) {
    for (int i = 0; i < GANG; i++) {
        h->crowd->result->open += h->gang[i].trick != NULL;
        h->gang[i].trick = NULL;
        if (h->gang[i].wire.used)
            wire_close(&h->gang[i].wire);
    }
}

void hostile_free(hostile *h) {
    free(h);
}
