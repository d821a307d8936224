/* Every allocation of the server and every statement of its store fails once, in whatever is asked
 * of it and in what it does by itself: refusals. Whoever is refused is told so, and nothing was
 * done; who is not told is cut off. The next time it is done, and everybody has seen everything.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "../store/disk.h"
#include "../store/failing.h"
#include "memory.h"
#include "notify/notify.h"
#include "serve/courier.h"
#include "serve/restored.h"
#include "serve/tables.h"
#include "serve/watch.h"
#include "steps.h"
#include "store/club.h"
#include "store/notices.h"
#include "store/order.h"

#define URL   "sqlite:/refusals"
#define HELLO "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\"}"
#define HOUR  INT64_C(3600000)
#define DAY   (24 * INT64_C(3600000))
#define BROWSER                                                                                    \
    "\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-"                                                 \
    "JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\","                                  \
    "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\""

/* ---- What fails ------------------------------------------------------------------------------ */

typedef enum fault { MEMORY, STATEMENT } fault;

static void fail_at(fault kind, uint64_t n) {
    memory_fail_at(kind == MEMORY ? n : 0);
    failing_at(kind == STATEMENT ? n : 0);
}

static uint64_t asked_of(fault kind) {
    return kind == MEMORY ? memory_asked() : failing_asked();
}

/* ---- Three people, three tables, and a stranger ------------------------------------------------
 */

enum { ANNA, BERT, CID, PEOPLE, STRANGER = PEOPLE, ALL };

typedef struct scene {
    simulation m;
    courier courier;
    simulated_client people[ALL]; /* a stranger has not said hello */
    char gathers[STORE_TABLE_ID + 1], runs[STORE_TABLE_ID + 1], over[STORE_TABLE_ID + 1];
    char code[40], device[40];
    uint32_t first; /* move of the game that runs */
    int sent;       /* letters */
} scene;

static bool send_letter(void *self, letter *l) {
    ((scene *)self)->sent++;
    l->fate = LETTER_SENT;
    l->done(l);
    return true;
}

static void done(scene *s, int who, const char *text) {
    ask(&s->m, &s->people[who], text);
    check(has(&s->people[who], "\"ok\":true"), text, s->people[who].text);
}

static void done_at(scene *s, int who, const char *verb, const char *id, const char *more) {
    ask_table(&s->m, &s->people[who], verb, id, more);
    check(has(&s->people[who], "\"ok\":true"), verb, s->people[who].text);
}

static void watch_all(scene *s, int who) {
    done_at(s, who, "watch", s->gathers, "");
    done_at(s, who, "watch", s->runs, "");
}

static void come(scene *s, int who) {
    greet_as(&s->m, &s->people[who], SIMULATION_LOOPBACK, who + 1);
}

static void offer(scene *s) {
    simulation *m = &s->m;
    m->world.post = (post_runner){s, send_letter};
    s->courier = (courier){.server = m->server};
    strcpy(m->server->push_key, "key");
    m->options.mail_server = "smtp://mail.example";
    m->options.mail_from = "razzia@club.example";
    m->options.url = "https://club.example";
    m->options.sockets_per_key = 100;
    m->options.record_days = 30;
    m->options.bot_ms = 0;
}

static void seat_people(scene *s) {
    make_table(&s->m, &s->people[ANNA], ",\"game\":\"loot\",\"seats\":3,\"open\":true", s->gathers);
    done_at(s, BERT, "sit", s->gathers, ",\"seat\":1,\"nonce\":" NONCE);
    done_at(s, BERT, "chat", s->gathers, ",\"text\":\"Good evening\"");
    make_table(&s->m, &s->people[ANNA], ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":1}",
               s->runs);
    done_at(s, BERT, "sit", s->runs, ",\"seat\":1,\"nonce\":" NONCE);
    make_table(&s->m, &s->people[ANNA], ",\"game\":\"loot\",\"seats\":2,\"bots\":[null,\"novice\"]",
               s->over);
    for (int i = 0; i < PEOPLE; i++)
        watch_all(s, i);
    done_at(s, ANNA, "start", s->runs, "");
    s->first = tables_find(s->m.server, s->runs)->position.number;
    done_at(s, ANNA, "start", s->over, "");
    done_at(s, ANNA, "end", s->over, "");
}

static const char subscribes[] = "{\"id\":3,\"do\":\"subscribe\",\"endpoint\":"
                                 "\"https://push.example/1\",\"language\":\"it\"," BROWSER "}";

static void begin_scene(scene *s) {
    *s = (scene){.sent = 0};
    disk_format();
    restart(&s->m, URL, 1);
    failing_watch(s->m.store, STORE_DOWN);
    offer(s);
    for (int i = 0; i < PEOPLE; i++)
        come(s, i);
    simulation_connect(&s->m, &s->people[STRANGER]);
    seat_people(s);
    check(store_set_owner(s->m.store, s->people[ANNA].session->person, true) == STORE_OK, "owner",
          "");
    s->people[ANNA].session->owner = true;
    done(s, ANNA, subscribes);
    done(s, ANNA, "{\"id\":2,\"do\":\"link\"}");
    take(&s->people[ANNA], "code", s->code, sizeof s->code);
}

static void end_scene(scene *s) {
    for (int i = 0; i < ALL; i++)
        simulation_disconnect(&s->m, &s->people[i]);
    s->m.server->closing = true; /* no bot plays on */
    stop(&s->m);
}

/* ---- What must be true afterwards -------------------------------------------------------------
 */

/* Who was cut off comes back, unless they were shut out, and asks for what they have missed. */
static void come_back(scene *s) {
    for (int i = 0; i < PEOPLE; i++) {
        simulated_client *c = &s->people[i];
        char hello[128];
        if (!c->closed)
            continue;
        simulation_disconnect(&s->m, c);
        simulation_connect(&s->m, c);
        snprintf(hello, sizeof hello, HELLO, i + 1);
        ask(&s->m, c, hello);
        if (c->session->known)
            watch_all(s, i);
        else
            check(was_refused(c, "banned") || was_refused(c, "device"), "no hello", c->text);
    }
}

static void see_everything(scene *s) {
    for (int i = 0; i < PEOPLE; i++)
        for (const watch *w = s->people[i].session->watches; w; w = w->next_of_session) {
            int64_t last;
            check(store_last_line(s->m.store, w->table->id, &last) == STORE_OK, "no table", "");
            check(w->table->position.number == (uint32_t)(last + 1), "a line was missed", "");
            check(w->line == w->table->position.number, "a line was not shown", "");
            check(w->chat == w->table->chat && !w->catching_up, "a message was not shown", "");
        }
}

/* ---- What is asked ----------------------------------------------------------------------------
 */

/* $g, $r and $o are the tables, $n the next line of the one that runs, $f its first move,
 * $b Bert, $c a code, $d the stranger's device. */
typedef struct request {
    int who;
    const char *text;
    int before_who; /* somebody asks this before, if there is such a text */
    const char *before;
    bool is_limited; /* soon it is refused for another reason */
} request;

#define AT(table, verb, more) "{\"id\":9,\"do\":\"" verb "\",\"table\":\"$" table "\"" more "}"
#define DO(verb, more)        "{\"id\":9,\"do\":\"" verb "\"" more "}"
#define ACT(verb, more)       DO("admin", ",\"act\":\"" verb "\"" more)
#define SAY(key, more)                                                                             \
    DO("hello", ",\"protocol\":1,\"key\":\"0000000000000000000000000000000" key "\"" more)
#define ROOM   ",\"game\":\"loot\",\"seats\":2,\"clock\":null,\"nonce\":" NONCE
#define FILL   ",\"fill\":60,\"level\":\"novice\""
#define REPORT DO("report", ",\"who\":\"$b\",\"table\":\"$g\",\"number\":1,\"text\":\"no\"")

static const request requests[] = {
    {BERT, AT("r", "act", ",\"number\":$n,\"line\":{\"by\":1,\"do\":\"roll\"}"), 0, NULL, false},
    {BERT, AT("r", "act", ",\"number\":$f,\"line\":{\"by\":1,\"do\":\"roll\"}"), BERT,
     AT("r", "act", ",\"number\":$n,\"line\":{\"by\":1,\"do\":\"roll\"}"), false},
    {BERT, AT("r", "leave", ""), 0, NULL, false},
    {BERT, AT("r", "return", ""), BERT, AT("r", "leave", ""), false},
    {BERT, AT("r", "pause", ""), 0, NULL, false},
    {BERT, AT("r", "pause", ""), ANNA, AT("r", "pause", ""), false},
    {BERT, AT("r", "end", ""), ANNA, AT("r", "end", ""), false},
    {CID, AT("r", "unwatch", ""), 0, NULL, false},
    {CID, AT("r", "watch", ",\"from\":0"), CID, AT("r", "unwatch", ""), false},
    {ANNA, AT("r", "remove", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, AT("g", "bot", ",\"seat\":2,\"level\":\"novice\""), 0, NULL, false},
    {BERT, AT("g", "chat", ",\"text\":\"Hello\""), 0, NULL, false},
    {ANNA, AT("g", "mute", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, AT("g", "mute", ",\"who\":null"), 0, NULL, false},
    {ANNA, AT("g", "unmute", ",\"who\":\"$b\""), ANNA, AT("g", "mute", ",\"who\":\"$b\""), false},
    {ANNA, AT("g", "remove", ",\"who\":\"$b\""), 0, NULL, false},
    {CID, AT("g", "sit", ",\"seat\":2,\"nonce\":" NONCE), 0, NULL, false},
    {BERT, AT("g", "stand", ""), 0, NULL, false},
    {ANNA, AT("g", "start", ",\"level\":\"novice\""), 0, NULL, false},
    {ANNA, AT("o", "rematch", ",\"nonce\":" NONCE), 0, NULL, false},
    {CID, DO("make", ",\"game\":\"loot\",\"seats\":3,\"nonce\":" NONCE), 0, NULL, false},
    {CID, DO("name", ",\"name\":\"Cid\""), 0, NULL, false},
    {BERT, DO("name", ",\"name\":\"Bert\""), 0, NULL, false},
    {BERT, DO("forget", ""), 0, NULL, false},
    {BERT, DO("ping", ""), 0, NULL, false},
    {STRANGER, SAY("4", ""), 0, NULL, false},
    {STRANGER, SAY("4", ",\"name\":\"Dora\",\"device\":\"phone\""), 0, NULL, false},
    {STRANGER, SAY("1", ",\"name\":\"Annabel\",\"device\":\"phone\""), 0, NULL, false},
    {STRANGER, SAY("4", ",\"join\":\"$c\""), 0, NULL, false},
    {STRANGER, SAY("4", ",\"join\":\"00000000000000000000000000000001\""), 0, NULL, false},
    {CID, DO("tables", ""), 0, NULL, false},
    {ANNA, DO("tables", ",\"page\":0"), 0, NULL, false},
    {ANNA, DO("games", ""), 0, NULL, false},
    {BERT, DO("games", ",\"follow\":true"), 0, NULL, false},
    {ANNA, DO("export", ""), 0, NULL, false},
    {BERT, DO("export", ",\"page\":1"), 0, NULL, false},
    {ANNA, DO("person", ",\"who\":null"), 0, NULL, false},
    {ANNA, DO("person", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, DO("show", ",\"to\":\"all\""), 0, NULL, false},
    {ANNA, DO("devices", ""), 0, NULL, false},
    {ANNA, DO("link", ""), 0, NULL, false},
    {ANNA, DO("words", ",\"key\":\"000102030405060708090a0b0c0d0e0f\""), 0, NULL, false},
    {ANNA, DO("words", ",\"key\":null"), ANNA,
     DO("words", ",\"key\":\"000102030405060708090a0b0c0d0e0f\""), false},
    {ANNA, DO("unlink", ",\"device\":\"$d\""), STRANGER, SAY("4", ",\"join\":\"$c\""), false},
    {ANNA, DO("devices", ""), STRANGER, SAY("4", ",\"join\":\"$c\""), false},
    {ANNA, DO("contacts", ""), 0, NULL, false},
    {BERT, DO("subscribe", ",\"endpoint\":\"https://push.example/2\",\"language\":\"de\"," BROWSER),
     0, NULL, false},
    {BERT, DO("mail", ",\"address\":\"bert@home.example\",\"language\":\"de\",\"each\":false"), 0,
     NULL, true},
    {ANNA, DO("prefer", ",\"contact\":1,\"language\":\"es\",\"each\":true"), 0, NULL, false},
    {ANNA, DO("unsubscribe", ",\"contact\":1"), 0, NULL, false},
    {CID, DO("rooms", ""), 0, NULL, false},
    {BERT, DO("rooms", ""), BERT, DO("wait", ROOM), false},
    {CID, DO("wait", ROOM FILL), 0, NULL, false},
    {CID, DO("wait", ROOM), BERT, DO("wait", ROOM), false},
    {BERT, DO("unwait", ""), BERT, DO("wait", ROOM), false},
    {CID, REPORT, 0, NULL, true},
    {ANNA, ACT("acts", ""), ANNA, ACT("unmute", ",\"who\":\"$b\""), false},
    {ANNA, ACT("reports", ",\"all\":true"), CID, REPORT, false},
    {ANNA, ACT("done", ",\"report\":1"), CID, REPORT, false},
    {ANNA, ACT("find", ",\"name\":\"a\""), 0, NULL, false},
    {ANNA, ACT("find", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, ACT("invite", ",\"uses\":3,\"days\":3"), 0, NULL, false},
    {ANNA, ACT("mute", ",\"who\":\"$b\",\"days\":1,\"text\":\"why\""), 0, NULL, false},
    {ANNA, ACT("ban", ",\"who\":\"$b\",\"days\":0"), 0, NULL, false},
    {ANNA, ACT("unban", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, ACT("rename", ",\"who\":\"$b\",\"name\":\"Berta\""), 0, NULL, false},
    {ANNA, ACT("reset", ",\"who\":\"$b\""), 0, NULL, false},
    {ANNA, ACT("end", ",\"table\":\"$r\""), 0, NULL, false},
};

static void fill_in(const scene *s, const char *form, char *out, size_t size) {
    rz_text text;
    rz_text_init(&text, out, size);
    for (; *form; form++) {
        char one[2] = {*form, '\0'}, number[16], device[WHO + 1];
        if (*form != '$') {
            rz_text_add(&text, one);
            continue;
        }
        const table *t = tables_find(s->m.server, s->runs);
        form++;
        snprintf(number, sizeof number, "%u", *form == 'n' && t ? t->position.number : s->first);
        switch (*form) {
        case 'g':
            rz_text_add(&text, s->gathers);
            break;
        case 'r':
            rz_text_add(&text, s->runs);
            break;
        case 'o':
            rz_text_add(&text, s->over);
            break;
        case 'n':
        case 'f':
            rz_text_add(&text, number);
            break;
        case 'b':
            rz_text_add(&text, s->people[BERT].session->who);
            break;
        case 'd':
            mark_of(s->people[STRANGER].session->device, device);
            rz_text_add(&text, device);
            break;
        default:
            rz_text_add(&text, s->code);
        }
    }
}

static void begin_with(scene *s, const request *r) {
    char text[1024];
    begin_scene(s);
    if (!r->before)
        return;
    fill_in(s, r->before, text, sizeof text);
    done(s, r->before_who, text);
}

/* ---- What is kept ------------------------------------------------------------------------------
 */

static uint64_t sum_rows(sqlite3 *db, const char *name, uint64_t sum) {
    char sql[200];
    sqlite3_stmt *rows = NULL;
    snprintf(sql, sizeof sql, "SELECT * FROM %s", name);
    check(sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK, "no rows", sql);
    while (sqlite3_step(rows) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            const uint8_t *value = sqlite3_column_blob(rows, i);
            for (int b = sqlite3_column_bytes(rows, i); b > 0; b--)
                sum = (sum ^ *value++) * 0x100000001b3u;
            sum = (sum ^ '|') * 0x100000001b3u;
        }
    sqlite3_finalize(rows);
    return sum;
}

/* Of all rows, but the names: that of who asks for something is kept before it is done. */
static uint64_t sum_store(void) {
    uint64_t sum = 0;
    sqlite3 *db;
    sqlite3_stmt *tables = NULL;
    check(sqlite3_open(strchr(URL, ':') + 1, &db) == SQLITE_OK, "no store", URL);
    check(sqlite3_prepare_v2(db,
                             "SELECT name FROM sqlite_schema WHERE type = 'table'"
                             " AND name NOT IN ('people', 'processes')",
                             -1, &tables, NULL) == SQLITE_OK,
          "no tables", sqlite3_errmsg(db));
    while (sqlite3_step(tables) == SQLITE_ROW)
        sum = sum_rows(db, (const char *)sqlite3_column_text(tables, 0), sum);
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return sum;
}

/* ---- Requests that fail ------------------------------------------------------------------------
 */

static struct { int refused, done, cut; } seen;

/* True if it was refused, and so nothing was done. */
static bool was_refused_wholly(scene *s, const request *r, uint64_t before) {
    simulated_client *c = &s->people[r->who];
    if (!has(c, "{\"re\":9,\"error\":{")) {
        check(c->closed || has(c, "{\"re\":9,\"ok\":true"), "there is no answer", r->text);
        c->closed ? seen.cut++ : seen.done++;
        return false;
    }
    check(was_refused(c, "limit") || was_refused(c, "store"), r->text, c->text);
    check(!has(c, "\"re\":9,\"ok\":true"), "there are two answers", c->text);
    check(sum_store() == before, "it was refused, and something was done", r->text);
    seen.refused++;
    return !c->closed;
}

/* The time in which a table that could not be read or written is left alone. */
static void settle_down(scene *s) {
    s->m.now += 1000;
    simulation_advance(&s->m, 20);
    come_back(s);
    simulation_advance(&s->m, 20);
    see_everything(s);
}

/* The first time that nothing fails it is done: as if it had not been asked for before. */
static void try_request(const request *r, fault kind) {
    bool is_fresh = false, failed = true;
    scene s;
    for (uint64_t n = 1; failed; n++) {
        char text[1024];
        if (!is_fresh)
            begin_with(&s, r);
        fill_in(&s, r->text, text, sizeof text);
        uint64_t before = sum_store();
        fail_at(kind, n);
        ask(&s.m, &s.people[r->who], text);
        failed = asked_of(kind) >= n;
        fail_at(kind, 0);
        check(failed || has(&s.people[r->who], "{\"re\":9,\"ok\":true"), text,
              s.people[r->who].text);
        is_fresh = failed && was_refused_wholly(&s, r, before) && !r->is_limited;
        settle_down(&s);
        if (!is_fresh)
            end_scene(&s);
    }
}

/* ---- What the server does by itself ------------------------------------------------------------
 */

/* One pass of all that is looked at now and then, that much later. */
static void look_after(scene *s, int64_t ms) {
    s->m.now += ms - 20;
    for (int i = 0; i < PEOPLE; i++)
        session_note_life(s->people[i].session);
    simulation_advance(&s->m, 20);
    courier_check(&s->courier, server_now(s->m.server));
    simulation_settle(&s->m);
}

static void ask_for(scene *s, int who, const char *form) {
    char text[1024];
    fill_in(s, form, text, sizeof text);
    ask(&s->m, &s->people[who], text);
}

/* Two who wait for each other. */
static void wait_alone(scene *s) {
    done(s, BERT, DO("wait", ROOM));
}

static void wait_together(scene *s) {
    ask_for(s, CID, DO("wait", ROOM));
    look_after(s, 2000);
}

/* Whether they sit somewhere by waiting; who does not know of it waits on, or again. */
static bool is_seated(scene *s, int who, const char *wait) {
    for (int i = 0; i < 4; i++) {
        ask_for(s, who, DO("rooms", ""));
        if (has(&s->people[who], "\"seated\":"))
            return true;
        ask_for(s, who, wait);
        look_after(s, 6000);
    }
    return false;
}

static void both_are_seated(scene *s) {
    for (int i = 0; i < PEOPLE; i++)
        check(!has(&s->people[i], "{\"room\":null}"), "who waits is told that they do not", "");
    check(is_seated(s, CID, DO("wait", ROOM)) && is_seated(s, BERT, DO("wait", ROOM)),
          "who waits is not seated", s->people[BERT].text);
}

static void wait_for_bots(scene *s) {
    done(s, CID, DO("wait", ROOM ",\"fill\":5,\"level\":\"novice\""));
}

static void let_bots_come(scene *s) {
    look_after(s, 6000);
}

static void game_begins(scene *s) {
    char id[STORE_TABLE_ID + 1];
    check(is_seated(s, CID, DO("wait", ROOM ",\"fill\":5,\"level\":\"novice\"")), "no bots come",
          s->people[CID].text);
    ask_for(s, CID, DO("rooms", ""));
    take(&s->people[CID], "seated", id, sizeof id);
    look_after(s, 9000);
    look_after(s, 1000);
    ask_table(&s->m, &s->people[CID], "watch", id, "");
    check(has(&s->people[CID], "\"from\":0"), "it does not begin", s->people[CID].text);
}

/* Somebody who is waited for goes. */
static void subscribe_and_go(scene *s) {
    done(s, BERT,
         DO("subscribe", ",\"endpoint\":\"https://push.example/2\",\"language\":\"de\"," BROWSER));
    make_table(&s->m, &s->people[ANNA],
               ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":1},\"clock\":{\"days\":9}",
               s->runs);
    done_at(s, BERT, "sit", s->runs, ",\"seat\":1,\"nonce\":" NONCE);
    done_at(s, BERT, "watch", s->runs, "");
    done_at(s, ANNA, "start", s->runs, "");
    simulation_disconnect(&s->m, &s->people[BERT]);
    simulation_connect(&s->m, &s->people[BERT]);
    look_after(s, 1000);
}

static void let_tell(scene *s) {
    look_after(s, 60000);
    look_after(s, 1000);
}

static void is_told(scene *s) {
    for (int i = 0; i < 10 && s->sent == 0; i++)
        look_after(s, 60000);
    check(s->sent > 0, "who is waited for is not told", "");
}

static void play_with_a_clock(scene *s) {
    look_after(s, 60000); /* those of a start */
    s->m.think_ms = 500;
    make_table(&s->m, &s->people[ANNA],
               ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":0},\"clock\":{\"move\":5,"
               "\"bank\":0},\"bots\":[null,\"novice\"]",
               s->runs);
    done_at(s, ANNA, "watch", s->runs, "");
    done_at(s, ANNA, "start", s->runs, "");
}

static void let_time_run_out(scene *s) {
    look_after(s, 6000);
    look_after(s, 100);
}

static void a_bot_plays(scene *s) {
    for (int i = 0; i < 5; i++)
        look_after(s, 1000);
    const table *t = tables_find(s->m.server, s->runs);
    check(t->position.away & 1 && t->position.number > s->first + 1, "no bot plays", "");
}

/* A server that has only just started, of which everybody wants everything. */
static void start_again(scene *s) {
    int64_t now = s->m.now;
    end_scene(s);
    restart(&s->m, URL, 2);
    s->m.now = s->m.server->started = now;
    failing_watch(s->m.store, STORE_DOWN);
    offer(s);
    for (int i = 0; i < ALL; i++)
        simulation_connect(&s->m, &s->people[i]);
}

static void ask_for_everything(scene *s) {
    for (int i = 0; i < PEOPLE; i++) {
        char hello[128];
        snprintf(hello, sizeof hello, HELLO, i + 1);
        if (!s->people[i].closed)
            ask(&s->m, &s->people[i], hello);
        ask_for(s, i, AT("g", "watch", ""));
        ask_for(s, i, AT("r", "watch", ",\"from\":0"));
    }
    look_after(s, 600);
}

static void everything_is_there(scene *s) {
    for (int i = 0; i < PEOPLE; i++) {
        if (!s->people[i].session->known) {
            simulation_disconnect(&s->m, &s->people[i]);
            come(s, i);
        }
        watch_all(s, i);
    }
}

/* What is long over goes. */
static void let_a_month_pass(scene *s) {
    look_after(s, 31 * DAY);
    look_after(s, 1000);
}

static void old_game_is_gone(scene *s) {
    for (int i = 0; i < 3; i++)
        look_after(s, HOUR);
    ask_table(&s->m, &s->people[ANNA], "watch", s->over, "");
    check(was_refused(&s->people[ANNA], "table"), "what is over stays", s->people[ANNA].text);
}

static void go(scene *s) {
    simulated_client *b = &s->people[BERT];
    simulation_disconnect(&s->m, b);
    while (!simulation_try_connect(&s->m, b, SIMULATION_LOOPBACK))
        continue;
    look_after(s, 1000);
}

static void they_are_gone(scene *s) {
    look_after(s, 1000);
    look_after(s, 1000);
    for (int i = 0; i < 2; i++) {
        const table *t = tables_find(s->m.server, i ? s->gathers : s->runs);
        check(!t->lobby.seats[1].home, "who has gone is thought to be there", "");
    }
    ask_for(s, ANNA, DO("rooms", ""));
    check(!has(&s->people[ANNA], "\"waiting\":1"), "who has gone waits", s->people[ANNA].text);
}

/* Another process on the same store. */
static simulation other;

static void sit_elsewhere(scene *s) {
    simulated_client *b = &s->people[BERT];
    s->m.server->shared = true;
    simulation_disconnect(&s->m, b);
    join(&other, &s->m, 3);
    simulation_advance(&other, 1000);
    greet_as(&other, b, SIMULATION_LOOPBACK, BERT + 1);
    ask_table(&other, b, "watch", s->runs, "");
    FILE *log = other.server->log;
    simulation_crash(&other);
    fclose(log);
    simulation_connect(&s->m, b);
    look_after(s, 2000);
}

static void let_others_die(scene *s) {
    look_after(s, 2000);
    look_after(s, 6000);
    look_after(s, 1100);
}

static void the_dead_are_gone(scene *s) {
    for (int i = 0; i < 10; i++)
        look_after(s, 2000);
    const table *t = tables_find(s->m.server, s->runs);
    check(!t->lobby.seats[1].home, "the people of the dead are thought to be there", "");
}

/* An owner acts in another process. */
static void act_elsewhere(scene *s) {
    char text[128];
    simulated_client owner;
    done(s, BERT, DO("games", ",\"follow\":true"));
    look_after(s, 3000);
    join(&other, &s->m, 3);
    greet_as(&other, &owner, SIMULATION_LOOPBACK, ANNA + 1);
    fill_in(s, ACT("mute", ",\"who\":\"$b\",\"days\":1"), text, sizeof text);
    ask(&other, &owner, text);
    fill_in(s, ACT("rename", ",\"who\":\"$b\",\"name\":\"Berta\""), text, sizeof text);
    ask(&other, &owner, text);
    check(has(&owner, "\"ok\":true"), "it can not be done", owner.text);
    simulation_disconnect(&other, &owner);
    stop(&other);
}

static void hear_of_it(scene *s) {
    look_after(s, 2100);
    look_after(s, 600);
}

static void it_was_heard(scene *s) {
    look_after(s, 2100);
    look_after(s, 600);
    const session *b = s->people[BERT].session;
    check(b->muted > 0 && !strcmp(b->name, "Berta"), "nobody has heard of it", b->name);
}

typedef struct chore {
    void (*prepare)(scene *s), (*act)(scene *s), (*expect)(scene *s);
} chore;

static const chore chores[] = {{wait_alone, wait_together, both_are_seated},
                               {wait_for_bots, let_bots_come, game_begins},
                               {subscribe_and_go, let_tell, is_told},
                               {play_with_a_clock, let_time_run_out, a_bot_plays},
                               {start_again, ask_for_everything, everything_is_there},
                               {wait_alone, let_a_month_pass, old_game_is_gone},
                               {wait_alone, go, they_are_gone},
                               {sit_elsewhere, let_others_die, the_dead_are_gone},
                               {act_elsewhere, hear_of_it, it_was_heard}};

/* Of what is long and does much the same again and again, one in so many after the first. */
enum { FIRST = 25, STEP = 3 };

/* Whatever fails once is made good. */
static int try_chore(const chore *c, fault kind) {
    bool failed = true;
    scene s;
    int tries = 0;
    for (uint64_t n = 1; failed; n += n < FIRST ? 1 : STEP) {
        begin_scene(&s);
        c->prepare(&s);
        fail_at(kind, n);
        c->act(&s);
        failed = asked_of(kind) >= n;
        fail_at(kind, 0);
        come_back(&s);
        c->expect(&s);
        settle_down(&s);
        end_scene(&s);
        tries++;
    }
    return tries;
}

/* The tables of a copy are given up together, or not. */
static void try_restored(void) {
    bool failed = true;
    scene s;
    begin_scene(&s);
    for (uint64_t n = 1; failed; n++) {
        int count = 0;
        uint64_t before = sum_store();
        fail_at(STATEMENT, n);
        store_result result = restored_give_up(s.m.store, s.m.now, &count);
        failed = failing_asked() >= n;
        fail_at(STATEMENT, 0);
        check(result == (failed ? STORE_DOWN : STORE_OK), "it is not said", "");
        check(sum_store() == before ? count == 0 : count == 2, "half of a copy is given up", "");
    }
    end_scene(&s);
}

int main(void) {
    int chores_done = 0;
    disk_install(1);
    for (size_t i = 0; i < sizeof chores / sizeof *chores; i++) {
        int a = try_chore(&chores[i], MEMORY);
        int b = try_chore(&chores[i], STATEMENT);
        if (getenv("VERBOSE"))
            fprintf(stderr, "chore %d: %d %d\n", (int)i, a, b);
        chores_done += a + b;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (getenv("VERBOSE"))
            fprintf(stderr, "%s\n", requests[i].text);
        try_request(&requests[i], MEMORY);
        try_request(&requests[i], STATEMENT);
    }
    try_restored();
    printf("%d refused, %d done all the same, %d cut off, %d made good\n", seen.refused, seen.done,
           seen.cut, chores_done);
    return 0;
}
