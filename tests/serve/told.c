/* Who is told, how often, and when a browser that does not answer is given up. In a simulated
 * world, in which a day is short.
 *
 *   told sqlite:FILE
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "notify/notify.h"
#include "serve/courier.h"
#include "steps.h"
#include "store/notices.h"
#include "store/order.h"

#define MINUTE 60000
#define HOUR   (60 * INT64_C(60000))
#define DAY    (24 * HOUR)
#define BROWSER                                                                                    \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

typedef struct scene {
    simulation m;
    simulated_client c;
    courier courier;
    char id[STORE_TABLE_ID + 1];
    letter_fate fate; /* of all that is sent */
    int wait_s, sent;
    bool full;    /* no more are taken */
    letter *slow; /* the last of those that are on their way for a while, by `next` */
    bool is_slow;
    int64_t last; /* when the last was sent */
} scene;

/* All that are on their way meet their fate. */
static void arrive(scene *s) {
    for (letter *l = s->slow, *next; l; l = next) {
        next = l->next;
        l->fate = s->fate;
        l->wait_s = s->wait_s;
        l->done(l);
    }
    s->slow = NULL;
}

static bool send_letter(void *self, letter *l) {
    scene *s = self;
    if (s->full)
        return false;
    s->sent++;
    s->last = s->m.now;
    l->next = s->slow;
    s->slow = l;
    if (!s->is_slow)
        arrive(s);
    return true;
}

static void prepare(scene *s) {
    s->m.world.post = (post_runner){s, send_letter};
    strcpy(s->m.server->push_key, "key");
    s->courier = (courier){.server = s->m.server};
}

static void pass(scene *s, int64_t ms, int64_t step) {
    for (int64_t end = s->m.now + ms; s->m.now < end;) {
        s->m.now += step - 20;
        simulation_advance(&s->m, 20);
        courier_check(&s->courier, server_now(s->m.server));
        simulation_settle(&s->m);
    }
}

static void subscribe(scene *s) {
    ask(&s->m, &s->c,
        "{\"id\":3,\"do\":\"subscribe\",\"endpoint\":\"https://push.example/"
        "1\",\"p256dh\":\"" BROWSER "\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"language\":\"it\"}");
    check(strstr(s->c.text, "\"re\":3,\"ok\":true"), "no subscription", s->c.text);
}

/* A game of days with two bots; its person is waited for, and has gone. */
static void begin(scene *s, const char *url, letter_fate fate) {
    *s = (scene){.fate = fate};
    start(&s->m, url, 7);
    prepare(s);
    sit_with_bots(&s->m, &s->c, "{\"days\":9}", s->id);
    subscribe(s);
    simulation_disconnect(&s->m, &s->c);
    pass(s, 10000, 1000);
    check(s->sent == 0, "it is told at once", "");
}

static bool count(void *context, const store_channel *c) {
    (void)c;
    ++*(int *)context;
    return true;
}

static int channels(scene *s) {
    uint8_t person[STORE_HASH];
    int n = 0;
    greet_as(&s->m, &s->c, SIMULATION_LOOPBACK, 0);
    memcpy(person, s->c.session->person, STORE_HASH);
    simulation_disconnect(&s->m, &s->c);
    check(store_channels_of(s->m.store, person, count, &n) == STORE_OK, "channels", "");
    return n;
}

static void one_wait_is_told_once(const char *url) {
    scene s;
    begin(&s, url, LETTER_SENT);
    pass(&s, 60000, 1000);
    check(s.sent == 1, "who is waited for is not told", "");
    for (int i = 0; i < 5; i++) { /* comes, looks, and goes */
        greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
        ask_table(&s.m, &s.c, "watch", s.id, "");
        pass(&s, 5000, 1000);
        simulation_disconnect(&s.m, &s.c);
        pass(&s, HOUR, MINUTE);
    }
    pass(&s, 3 * DAY, HOUR);
    check(s.sent == 1 && channels(&s) == 1, "one wait is told more than once", "");
    pass(&s, 7 * DAY, HOUR); /* the clock runs out, a bot plays, the game ends */
    check(s.sent == 1, "something was told of a game in which nobody is waited for", "");
    stop(&s.m);
}

/* Whatever failing is there, it ends within a day, and others are not asked all the time. */
static void silence_ends_within_a_day(const char *url) {
    scene s;
    begin(&s, url, LETTER_FAILED);
    int64_t from = s.m.now;
    pass(&s, DAY + HOUR, 10000);
    check(s.sent >= 6 && s.sent <= 12 && s.last - from < DAY, "tried too seldom or too often", "");
    check(channels(&s) == 0, "who has not answered for a day is asked on", "");
    int before = s.sent;
    pass(&s, 3 * DAY, HOUR);
    check(s.sent == before, "what is dropped is told on", "");
    check(s.m.server->metrics.channels_dropped == 1, "it is not counted", "");
    stop(&s.m);
}

static void who_is_gone_is_dropped(const char *url) {
    scene s;
    begin(&s, url, LETTER_GONE);
    pass(&s, HOUR, MINUTE);
    check(s.sent == 1 && channels(&s) == 0, "who is gone stays", "");
    stop(&s.m);
}

/* A wait that was asked for is kept, and somebody who is well again is well. */
static void who_asks_for_time_gets_it(const char *url) {
    scene s;
    begin(&s, url, LETTER_FAILED);
    s.wait_s = 2 * 3600;
    pass(&s, 2 * HOUR - MINUTE, MINUTE);
    check(s.sent == 1, "it is not waited for as long as was asked", "");
    s.fate = LETTER_SENT;
    pass(&s, HOUR, MINUTE);
    check(s.sent == 2 && channels(&s) == 1, "it is not told afterwards", "");
    pass(&s, 2 * DAY, HOUR);
    check(s.sent == 2 && channels(&s) == 1, "it is told once more", "");
    stop(&s.m);
}

static bool take_token(void *context, const store_channel *c) {
    memcpy(context, c->token, sizeof c->token);
    return false;
}

/* Somebody who wants few mails has given an address, and has said yes there. */
static void begin_with_mail(scene *s, const char *url) {
    char token[STORE_TOKEN + 1];
    *s = (scene){.fate = LETTER_SENT};
    start(&s->m, url, 7);
    prepare(s);
    s->m.options.mail_server = "smtp://mail.example";
    s->m.options.mail_from = "razzia@club.example";
    s->m.options.url = "https://club.example";
    s->m.options.sockets_per_key = 100;
    greet_as(&s->m, &s->c, SIMULATION_LOOPBACK, 0);
    ask(&s->m, &s->c,
        "{\"id\":3,\"do\":\"mail\",\"address\":\"anna@home.example\",\"language\":\"de\",\"each\":"
        "false}");
    pass(s, 2000, 1000);
    check(s->sent == 1, "nobody was asked", s->c.text);
    check(store_channels_of(s->m.store, s->c.session->person, take_token, token) == STORE_OK &&
              store_confirm_channel(s->m.store, token) == STORE_OK,
          "no channel", "");
    simulation_disconnect(&s->m, &s->c);
    s->sent = 0;
}

/* However many games wait at once, and however often it fails: one mail, and the next one hours
 * later. Who wants one for each wait from then on does not wait for that. */
static void digests_come_one_at_a_time(const char *url) {
    enum { TABLES = 40 };
    scene s;
    simulated_client at[TABLES];
    char id[STORE_TABLE_ID + 1], prefer[200];
    begin_with_mail(&s, url);
    s.fate = LETTER_FAILED;
    s.is_slow = true;
    for (int i = 0; i < TABLES; i++) {
        sit_with_bots(&s.m, &at[i], "{\"days\":9}", id);
        simulation_advance(&s.m, 100);
    }
    for (int i = 0; i < TABLES; i++)
        simulation_disconnect(&s.m, &at[i]);
    pass(&s, MINUTE, 1000);
    s.is_slow = false;
    arrive(&s);
    check(s.sent == 1, "several mails are tried at once", "");
    s.fate = LETTER_SENT;
    pass(&s, 2 * HOUR, 10000);
    check(s.sent == 2, "a digest comes twice", "");
    pass(&s, 11 * HOUR, MINUTE);
    check(s.sent == 3, "the rest is not told", "");
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
    ask(&s.m, &s.c, "{\"id\":3,\"do\":\"contacts\"}");
    const char *key = strstr(s.c.text, "\"contact\":");
    check(key, "no contact", s.c.text);
    snprintf(prefer, sizeof prefer,
             "{\"id\":4,\"do\":\"prefer\",\"contact\":%d,\"language\":\"de\",\"each\":true}",
             atoi(key + strlen("\"contact\":")));
    ask(&s.m, &s.c, prefer);
    simulation_disconnect(&s.m, &s.c);
    sit_with_bots(&s.m, &s.c, "{\"days\":9}", id);
    simulation_disconnect(&s.m, &s.c);
    pass(&s, 2 * MINUTE, 1000);
    check(s.sent == 4, "who wants each waits for the time of a digest", "");
    stop(&s.m);
}

/* Where the queue is full, and where the process dies with a letter on its way. */
static void nothing_is_lost(const char *url) {
    scene s;
    begin(&s, url, LETTER_SENT);
    s.full = true;
    pass(&s, 10 * MINUTE, 1000);
    check(s.sent == 0, "it was sent", "");
    int64_t now = s.m.now;
    stop(&s.m);
    restart(&s.m, url, 8);
    s.m.now = s.m.server->started = now;
    s.full = false;
    prepare(&s);
    pass(&s, 10 * MINUTE, 1000);
    check(s.sent == 1, "what was taken by who is dead is lost, or told twice", "");
    stop(&s.m);
}

/* Who is back before the time is not told, and costs nothing. */
static void who_is_back_is_not_told(const char *url) {
    scene s;
    begin(&s, url, LETTER_SENT);
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
    ask_table(&s.m, &s.c, "watch", s.id, "");
    pass(&s, HOUR, MINUTE);
    check(s.sent == 0, "who is there is told", "");
    simulation_disconnect(&s.m, &s.c);
    stop(&s.m);
}

/* They could not come. */
static void who_is_shut_out_is_not_told(const char *url) {
    scene s = {.fate = LETTER_SENT};
    start(&s.m, url, 7);
    prepare(&s);
    sit_with_bots(&s.m, &s.c, "{\"days\":9}", s.id);
    subscribe(&s);
    check(store_set_banned(s.m.store, s.c.session->person, s.m.now + DAY) == STORE_OK, "a ban", "");
    simulation_disconnect(&s.m, &s.c);
    pass(&s, HOUR, MINUTE);
    check(s.sent == 0, "who is shut out is told", "");
    stop(&s.m);
}

/* A minute later all are told who are to be told. */
static void let_guest(scene *s, simulated_client *guest, const char *verb) {
    ask_table(&s->m, guest, verb, s->id, ",\"seat\":1,\"nonce\":" NONCE);
    check(strstr(guest->text, "\"ok\":true"), verb, guest->text);
    pass(s, MINUTE, 1000);
}

/* Whoever sits down at a table, stands up, and sits down again, rings at its maker's once. */
static void a_guest_rings_once(const char *url) {
    scene s = {.fate = LETTER_SENT};
    simulated_client guest;
    start(&s.m, url, 7);
    prepare(&s);
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
    greet_as(&s.m, &guest, SIMULATION_LOOPBACK, 1);
    make_table(&s.m, &s.c, ",\"game\":\"loot\",\"seats\":2", s.id);
    subscribe(&s);
    simulation_disconnect(&s.m, &s.c);
    for (int i = 0; i < 10; i++) {
        ask_table(&s.m, &guest, "sit", s.id, ",\"seat\":1,\"nonce\":" NONCE);
        pass(&s, 5000, 1000);
        let_guest(&s, &guest, "stand");
    }
    check(s.sent == 0, "who did not wait has rung", "");
    for (int i = 0; i < 10; i++) {
        let_guest(&s, &guest, "sit");
        check(s.sent == 1, "a guest rings again and again, or not at all", "");
        let_guest(&s, &guest, "stand");
    }
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0); /* the maker comes, and goes again */
    ask_table(&s.m, &s.c, "watch", s.id, "");
    simulation_disconnect(&s.m, &s.c);
    let_guest(&s, &guest, "sit");
    check(s.sent == 2, "who has come is not told of the next guest", "");
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0); /* sees the guest, and goes */
    ask_table(&s.m, &s.c, "watch", s.id, "");
    simulation_disconnect(&s.m, &s.c);
    pass(&s, HOUR, MINUTE);
    check(s.sent == 2, "who has seen it is told", "");
    let_guest(&s, &guest, "stand");
    let_guest(&s, &guest, "sit");
    check(s.sent == 3, "who has seen one guest is not told of the next", "");
    simulation_disconnect(&s.m, &guest);
    stop(&s.m);
}

/* Two processes look for the same: one of them tells it. */
static void one_of_two_tells(const char *url) {
    scene s, other = {.fate = LETTER_SENT};
    begin(&s, url, LETTER_SENT);
    join(&other.m, &s.m, 9);
    prepare(&other);
    for (int i = 0; i < 60; i++) {
        s.m.now += 1000, other.m.now += 1000;
        courier_check(&s.courier, server_now(s.m.server));
        courier_check(&other.courier, server_now(other.m.server));
        simulation_settle(&s.m);
        simulation_settle(&other.m);
    }
    check(s.sent + other.sent == 1, "two tell it, or none", "");
    stop(&other.m);
    stop(&s.m);
}

/* What is asked of a mailbox is asked of nothing else: a channel that is gone may leave its number
 * to the next one. */
static void a_browser_is_no_mailbox(const char *url) {
    scene s = {.fate = LETTER_SENT};
    start(&s.m, url, 7);
    prepare(&s);
    s.m.options.mail_server = "smtp://mail.example";
    s.m.options.mail_from = "club@mail.example";
    s.m.options.url = "https://club.example";
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
    ask(&s.m, &s.c, "{\"id\":3,\"do\":\"mail\",\"address\":\"a@b.example\",\"language\":\"de\"}");
    check(strstr(s.c.text, "\"contact\":1,"), "no contact", s.c.text);
    ask(&s.m, &s.c, "{\"id\":4,\"do\":\"unsubscribe\",\"contact\":1}");
    subscribe(&s);
    pass(&s, 60000, 1000);
    check(s.sent == 0, "a question was sent to a browser", "");
    simulation_disconnect(&s.m, &s.c);
    stop(&s.m);
}

/* Who looks how they are told asks the thread that reads, and not all the time. */
static void a_look_is_a_read(const char *url) {
    scene s = {.fate = LETTER_SENT};
    int refused = 0;
    start(&s.m, url, 8);
    prepare(&s);
    greet_as(&s.m, &s.c, "203.0.113.5", 0);
    int before = s.m.n_read;
    for (int i = 0; i < 20; i++) {
        ask(&s.m, &s.c, "{\"id\":3,\"do\":\"contacts\"}");
        refused += was_refused(&s.c, "limit");
    }
    check(refused > 5 && s.m.n_read == before + 20 - refused, "contacts are no list", s.c.text);
    simulation_disconnect(&s.m, &s.c);
    stop(&s.m);
}

/* What nobody has tried to send is sent later, and nobody is given up for it. */
static void what_was_late_is_sent(const char *url) {
    scene s;
    begin(&s, url, LETTER_LATE);
    s.is_slow = true;
    for (int i = 0; i < 10; i++) {
        pass(&s, MINUTE, 1000);
        arrive(&s);
    }
    s.is_slow = false;
    check(s.sent >= 2 && s.m.server->metrics.untold == 0, "it is not tried again", "");
    s.fate = LETTER_SENT;
    int before = s.sent;
    pass(&s, 10 * MINUTE, 1000);
    check(s.sent == before + 1 && channels(&s) == 1, "it is never told, or told twice", "");
    stop(&s.m);
}

/* A letter that fails because the process ends says nothing about where it goes. */
static void who_ends_gives_nobody_up(const char *url) {
    scene s;
    begin(&s, url, LETTER_FAILED);
    s.is_slow = true;
    pass(&s, MINUTE, 1000);
    s.m.server->closing = true;
    arrive(&s);
    simulation_settle(&s.m);
    check(s.sent == 1 && s.m.server->metrics.untold == 0, "the end of a process is noted", "");
    int64_t now = s.m.now;
    stop(&s.m);
    restart(&s.m, url, 8);
    s.m.now = s.m.server->started = now;
    s.is_slow = false;
    s.fate = LETTER_SENT;
    prepare(&s);
    pass(&s, 10 * MINUTE, 1000);
    check(s.sent == 2, "it is not told by the next process", "");
    stop(&s.m);
}

static void change_store(const char *url, const char *sql) {
    sqlite3 *db;
    check(sqlite3_open(strchr(url, ':') + 1, &db) == SQLITE_OK, "no store", url);
    sqlite3_busy_timeout(db, 10000);
    check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* Nobody is told of a table of which it can not be said what is played there. */
static void damaged_tables_are_not_told(const char *url) {
    static const char *const damaged[] = {
        "[",
        "{1",
        "{\"x\":}",
        "{\"x\":1}",
        "{\"setup\":5}",
        "{\"setup\":{}}",
        "{\"setup\":{1}}",
        "{\"setup\":{\"x\":}}",
        "{\"setup\":{\"x\":1,\"game\":5}}",
        "{\"setup\":{\"game\":\"chess\"}}",
    };
    char sql[200];
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        scene s;
        begin(&s, url, LETTER_SENT);
        snprintf(sql, sizeof sql, "UPDATE tables SET info = '%s'", damaged[i]);
        change_store(url, sql);
        pass(&s, MINUTE, 5000);
        check(s.sent == 0, "it is told of a damaged table", damaged[i]);
        check(channels(&s) == 1, "the channel is given up for it", damaged[i]);
        stop(&s.m);
    }
}

/* However many games somebody plays, the phone does not ring all day; nor is the log filled. */
static void phones_do_not_ring_all_day(const char *url) {
    enum { TABLES = 75 };
    static simulated_client at[TABLES];
    scene s = {.fate = LETTER_FAILED};
    char id[STORE_TABLE_ID + 1];
    start(&s.m, url, 7);
    prepare(&s);
    s.m.options.sockets_per_key = s.m.options.tables_per_key = 100;
    s.m.options.retry_seconds = 3600;
    greet_as(&s.m, &s.c, SIMULATION_LOOPBACK, 0);
    subscribe(&s);
    simulation_disconnect(&s.m, &s.c);
    for (int i = 0; i < TABLES; i++) {
        sit_with_bots(&s.m, &at[i], "{\"days\":9}", id);
        simulation_advance(&s.m, 100);
    }
    simulation_advance(&s.m, 5000);
    for (int i = 0; i < TABLES; i++)
        simulation_disconnect(&s.m, &at[i]);
    pass(&s, MINUTE, 1000);
    check(s.sent >= 55 && s.sent <= 65, "it rings too often, or too seldom", "");
    check(s.m.server->limited[LIMIT_TOLD].n > 0, "the limit is not told", "");
    stop(&s.m);
}

int main(int n, char **arguments) {
    if (n != 2)
        return 2;
    one_wait_is_told_once(arguments[1]);
    silence_ends_within_a_day(arguments[1]);
    who_is_gone_is_dropped(arguments[1]);
    who_asks_for_time_gets_it(arguments[1]);
    digests_come_one_at_a_time(arguments[1]);
    nothing_is_lost(arguments[1]);
    who_is_back_is_not_told(arguments[1]);
    who_is_shut_out_is_not_told(arguments[1]);
    one_of_two_tells(arguments[1]);
    a_guest_rings_once(arguments[1]);
    a_browser_is_no_mailbox(arguments[1]);
    a_look_is_a_read(arguments[1]);
    what_was_late_is_sent(arguments[1]);
    who_ends_gives_nobody_up(arguments[1]);
    damaged_tables_are_not_told(arguments[1]);
    phones_do_not_ring_all_day(arguments[1]);
    return 0;
}
