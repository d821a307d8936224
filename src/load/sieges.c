#include <stdio.h>
#include <string.h>

#include "load/attack.h"

/* ---- Reading much ---------------------------------------------------------------------------- */

static void watch_all(attacker *a) {
    attack_ask(a, "watch", attack_target(a), ",\"from\":0");
}

/* From a line that nobody has asked for: nothing that is kept for others helps here. */
static void watch_part(attacker *a) {
    char from[32];
    snprintf(from, sizeof from, ",\"from\":%u", attack_below(a, 20000));
    attack_ask(a, "watch", attack_target(a), from);
}

static void write_record_request(attacker *a, rz_text *out) {
    char path[ROOM_ID + 16];
    snprintf(path, sizeof path, "/record/%s", attack_target(a));
    wire_headers headers = {
        .path = path, .host = attack_host(a), .forwarded = attack_forwarded(a), .plain = true};
    wire_request(out->at, out->size, &headers);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void put_column(rz_text *out, bool secure) {
    enum { CELLS = 8 };
    rz_text_add(out, secure ? "{\"shelf\":\"secure\",\"cells\":["
                            : "{\"shelf\":{\"sausages\":9},\"cells\":[");
    for (int i = 0; i < CELLS; i++) {
        rz_text_add(out, i ? "," : "");
        rz_text_add(out, secure && i == CELLS - 1 ? "{\"ask\":0,\"linked\":true,\"pays\":9}"
                                                  : "{\"ask\":0,\"linked\":false,\"pays\":9}");
    }
    rz_text_add(out, "]}");
}

/* The largest board that the rules allow. */
static void put_board(rz_text *out) {
    enum { COLUMNS = 12 };
    rz_text_add(out, "{\"columns\":[");
    for (int c = 0; c < COLUMNS; c++) {
        rz_text_add(out, c ? "," : "");
        put_column(out, c == 0);
    }
    rz_text_add(out, "],\"cat\":{\"grey\":3,\"red\":8}}");
}

static void make_table(attacker *a, bool open, bool large) {
    char memory[8192], nonce[2 * RZ_SEED + 1];
    rz_text text;
    attack_nonce(a, nonce);
    rz_text_init(&text, memory, sizeof memory);
    rz_text_add(&text, "{\"id\":3,\"do\":\"make\",\"game\":\"mice\",\"seats\":4,\"nonce\":\"");
    rz_text_add(&text, nonce);
    rz_text_add(&text, open ? "\",\"open\":true" : "\",\"open\":false");
    if (large) {
        rz_text_add(&text, ",\"options\":{\"board\":");
        put_board(&text);
        rz_text_char(&text, '}');
    }
    rz_text_char(&text, '}');
    attack_send(a, memory);
}

static void list_tables(attacker *a) {
    enum { MAKERS = 50 };
    if (a->index < MAKERS && a->step == 0) {
        a->step++;
        make_table(a, true, true);
    }
    attack_send(a, "{\"id\":2,\"do\":\"tables\"}");
}

/* Each has a game, and follows its list; then all that one may ask about oneself, in turn. */
static void list_own(attacker *a) {
    static const char *const asks[] = {
        "{\"id\":2,\"do\":\"games\",\"follow\":true}",
        "{\"id\":2,\"do\":\"person\",\"who\":null}",
        "{\"id\":2,\"do\":\"export\"}",
        "{\"id\":2,\"do\":\"devices\"}",
        "{\"id\":2,\"do\":\"person\",\"page\":100000}",
        "{\"id\":2,\"do\":\"rooms\"}",
        "{\"id\":2,\"do\":\"contacts\"}",
    };
    if (a->step == 0)
        make_table(a, false, false);
    attack_send(a, asks[a->step++ % (int)(sizeof asks / sizeof *asks)]);
}

/* What a club lives by, as often as it is heard: rooms with bots, codes, words, how one is told. */
static void live_in_club(attacker *a) {
    static const char *const asks[] = {
        "{\"id\":2,\"do\":\"unwait\"}",
        "{\"id\":2,\"do\":\"link\"}",
        "{\"id\":2,\"do\":\"show\",\"to\":\"all\"}",
        "{\"id\":2,\"do\":\"words\",\"key\":null}",
        "{\"id\":2,\"do\":\"subscribe\",\"endpoint\":\"https://push.example/x\",\"p256dh\":"
        "\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
        "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\","
        "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"language\":\"en\"}",
    };
    enum { ASKS = sizeof asks / sizeof *asks };
    char nonce[2 * RZ_SEED + 1], wait[256];
    int step = a->step++ % (ASKS + 1);
    if (step < ASKS) {
        attack_send(a, asks[step]);
        return;
    }
    attack_nonce(a, nonce);
    snprintf(
        wait, sizeof wait,
        "{\"id\":2,\"do\":\"wait\",\"game\":\"loot\",\"seats\":5,\"clock\":null,\"nonce\":\"%s\","
        "\"fill\":5,\"level\":\"novice\"}",
        nonce);
    attack_send(a, wait);
}

/* make, start, leave: bots play on, and nobody looks. */
static void make_game(attacker *a) {
    a->step = 0;
    make_table(a, false, false);
}

static void start_or_leave(attacker *a, const answer *r) {
    if (r->error || a->step > 1)
        return;
    if (*r->table)
        memcpy(a->table, r->table, sizeof a->table);
    if (a->step++ == 0)
        attack_ask(a, "start", a->table, ",\"level\":\"greedy\"");
    else
        attack_ask(a, "leave", a->table, "");
}

/* ---- Talking much ---------------------------------------------------------------------------- */

static void chat_at(attacker *a, const char *table) {
    enum { LETTERS = 380 };
    char more[LETTERS + 32];
    snprintf(more, sizeof more, ",\"text\":\"%.*s\"", LETTERS, attack_large_text(a));
    attack_ask(a, "chat", table, more);
}

static void chat_anywhere(attacker *a) {
    chat_at(a, attack_victim(a));
}

static void chat_at_own(attacker *a) {
    if (*a->table)
        chat_at(a, a->table);
    else if (a->step++ == 0)
        make_table(a, false, false);
}

static void note_table(attacker *a, const answer *r) {
    if (*r->table)
        memcpy(a->table, r->table, sizeof a->table);
}

static void act_late(attacker *a) {
    attack_ask(a, "act", attack_victim(a), ",\"number\":1,\"line\":{\"by\":0,\"do\":\"draw\"}");
}

static void fail_hello(attacker *a) {
    char memory[128];
    snprintf(memory, sizeof memory, "{\"id\":2,\"do\":\"hello\",\"protocol\":99,\"key\":\"%s\"}",
             a->key);
    attack_send(a, memory);
}

/* ---- Sockets alone --------------------------------------------------------------------------- */

static void write_nothing(attacker *a, rz_text *out) {
    (void)a;
    (void)out;
}

static void write_beginning(attacker *a, rz_text *out) {
    (void)a;
    rz_text_add(out, "GET /ws HTTP/1.1\r\nHost: x\r\nX-");
}

static void send_letter(attacker *a) {
    wire_raw(&a->wire, "a", 1);
}

static void send_nothing(attacker *a) {
    (void)a;
}

/* An address may have 200 sockets and ask 20 times a second on each, as settings are if nothing is
 * said. */
enum { SOCKETS = 190, MOST = 4000, HALF_OPEN = 10000, LORIS = 5000, RECORDS = 2000 };

/* clang-format off */
const attack sieges[] = {
    {.name = "watch", .expected = ENDURED, .hello = true, .play = watch_all,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "watch-deaf", .expected = ENDURED, .hello = true, .deaf = true, .play = watch_all,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "watch-part", .expected = ENDURED, .hello = true, .play = watch_part,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "record", .expected = ENDURED, .deaf = true, .write_request = write_record_request,
     .each = RECORDS, .all = RECORDS},
    {.name = "tables", .expected = ENDURED, .hello = true, .play = list_tables,
     .each = SOCKETS, .all = MOST, .every_ms = 500, .times = 1},
    {.name = "tables-deaf", .expected = ENDURED, .hello = true, .deaf = true, .play = list_tables,
     .each = SOCKETS, .all = MOST, .every_ms = 500, .times = 1},
    {.name = "lists", .expected = ENDURED, .hello = true, .play = list_own,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "club", .expected = ENDURED, .hello = true, .play = live_in_club,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "games", .expected = ENDURED, .hello = true, .play = make_game, .answered = start_or_leave,
     .each = 20, .all = 400, .every_ms = 1000, .times = 1, .turns = 10},
    {.name = "chat", .expected = ENDURED, .hello = true, .play = chat_anywhere,
     .each = 100, .all = 2000, .every_ms = 100, .times = 10, .turns = 4},
    {.name = "chat-seated", .expected = ENDURED, .hello = true, .play = chat_at_own, .answered = note_table,
     .each = 100, .all = 2000, .every_ms = 100, .times = 10, .turns = 4},
    {.name = "act", .expected = ERROR, .hello = true, .play = act_late,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "hello", .expected = ERROR, .same_key = true, .play = fail_hello,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .times = 2},
    {.name = "handshake", .expected = ENDURED, .play = send_nothing,
     .each = SOCKETS, .all = MOST, .every_ms = 100, .turns = 1},
    {.name = "half-open", .expected = ENDURED, .write_request = write_nothing,
     .each = HALF_OPEN, .all = HALF_OPEN},
    {.name = "loris", .expected = ENDURED, .write_request = write_beginning, .play = send_letter,
     .each = LORIS, .all = LORIS, .every_ms = 1000, .times = 1},
};
/* clang-format on */

const int n_sieges = sizeof sieges / sizeof *sieges;
