/* What a club lives by, where time passes: codes that end, devices, people who are forgotten or
 * renamed, reports, games of long ago, and two processes on one store.
 *
 *   club sqlite:FILE
 */
#include <string.h>

#include "serve/hello.h"
#include "serve/tables.h"
#include "steps.h"
#include "store/club.h"
#include "store/notices.h"
#include "store/order.h"

#define AT_HOME    "203.0.113.5"
#define MINUTES(n) (60000 * (n))
#define DAY        INT64_C(86400000)

static void hello_with(simulation *m, simulated_client *c, int person, const char *code) {
    char text[256];
    simulation_connect_from(m, c, AT_HOME);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%032x\",\"join\":\"%s\"}",
             (unsigned)person + 1000, code);
    ask(m, c, text);
}

static void codes_end(const char *url) {
    simulation m;
    simulated_client anna, phone;
    char id[STORE_TABLE_ID + 1], code[40];
    start(&m, url, 5);
    greet_as(&m, &anna, AT_HOME, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&m, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    m.now += MINUTES(11);
    server_follow_clock(m.server);
    hello_with(&m, &phone, 1, code);
    check(was_refused(&phone, "code"), "a code was good after ten minutes", phone.text);
    simulation_disconnect(&m, &phone);
    ask(&m, &anna, "{\"id\":3,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    m.now += MINUTES(9);
    hello_with(&m, &phone, 1, code);
    check(has(&phone, anna.session->who), "a code was not good after nine minutes", phone.text);
    simulation_disconnect(&m, &phone);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

#define SUBSCRIBE                                                                                  \
    "{\"id\":5,\"do\":\"subscribe\",\"endpoint\":\"https://push.example/1\",\"p256dh\":"           \
    "\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\"," \
    "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"language\":\"it\"}"
#define MAIL "{\"id\":5,\"do\":\"mail\",\"address\":\"thief@home.example\",\"language\":\"de\"}"

/* It sends pushes and mails. */
static void let_tell(simulation *m) {
    strcpy(m->server->push_key, "key");
    m->options.mail_server = "smtp://mail.example";
}

/* A process that has not heard yet that a device was removed does nothing for it that would last.
 */
static void a_late_process_links_nothing(const char *url) {
    static const char *const asks[] = {
        "{\"id\":5,\"do\":\"link\"}",
        "{\"id\":5,\"do\":\"words\",\"key\":\"000102030405060708090a0b0c0d0e0f\"}",
        "{\"id\":5,\"do\":\"unlink\",\"device\":\"%s\"}",
        SUBSCRIBE,
        MAIL,
        "{\"id\":5,\"do\":\"forget\"}"};
    simulation one, two;
    simulated_client anna, stolen;
    char id[STORE_TABLE_ID + 1], code[40], text[512];
    start(&one, url, 8);
    join(&two, &one, 9);
    let_tell(&two);
    greet_as(&one, &anna, AT_HOME, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&one, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    hello_with(&two, &stolen, 1, code);
    take(&stolen, "device", code, sizeof code);
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"unlink\",\"device\":\"%s\"}", code);
    ask(&one, &anna, text);
    check(has(&anna, "\"ok\":true"), "it can not be removed", anna.text);
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        snprintf(text, sizeof text, asks[i], anna.session->who);
        ask(&two, &stolen, text);
        check(was_refused(&stolen, "device"), "a removed device was heard", stolen.text);
    }
    ask(&one, &anna, "{\"id\":6,\"do\":\"devices\"}");
    check(has(&anna, "\"words\":false") && how_often(&anna, "\"since\"") == 1, "it left something",
          anna.text);
    ask(&one, &anna, "{\"id\":7,\"do\":\"contacts\"}");
    check(has(&anna, "\"contacts\":[]"), "it is told of turns", anna.text);
    simulation_disconnect(&two, &stolen);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

static bool count_channel(void *context, const store_channel *c) {
    (void)c;
    ++*(int *)context;
    return true;
}

/* The same where somebody was forgotten: what their other device asks for then would be left. */
static void a_late_process_keeps_nothing(const char *url) {
    static const char *const asks[] = {"{\"id\":5,\"do\":\"link\"}", SUBSCRIBE, MAIL};
    simulation one, two;
    simulated_client anna, phone;
    char id[STORE_TABLE_ID + 1], code[40];
    int left = 0;
    start(&one, url, 15);
    join(&two, &one, 16);
    let_tell(&two);
    greet_as(&one, &anna, AT_HOME, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&one, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    hello_with(&two, &phone, 1, code);
    ask(&one, &anna, "{\"id\":3,\"do\":\"forget\"}");
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        ask(&two, &phone, asks[i]);
        check(was_refused(&phone, "device"), "who was forgotten was heard", phone.text);
    }
    check(store_channels_of(one.store, phone.session->person, count_channel, &left) == STORE_OK &&
              left == 0,
          "an address is left of who was forgotten", "");
    simulation_disconnect(&two, &phone);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

/* A day later it is noted that a device was there; twenty are enough. */
static void devices_are_few(const char *url) {
    enum { MOST = 20 };
    simulation m;
    simulated_client anna, device;
    char id[STORE_TABLE_ID + 1], code[40];
    start(&m, url, 23);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    for (int i = 0; i < MOST; i++) {
        ask(&m, &anna, "{\"id\":2,\"do\":\"link\"}");
        take(&anna, "code", code, sizeof code);
        hello_with(&m, &device, i, code);
        check(i == MOST - 1 ? was_refused(&device, "limit") : has(&device, anna.session->who),
              "there are too many devices, or too few", device.text);
        simulation_disconnect(&m, &device);
        simulation_advance(&m, 1000);
    }
    m.now += 2 * DAY;
    server_follow_clock(m.server);
    greet_as(&m, &device, AT_HOME, 1000);
    check(has(&device, anna.session->who), "the device is not known", device.text);
    ask(&m, &device, "{\"id\":2,\"do\":\"devices\"}");
    snprintf(code, sizeof code, "\"seen\":%lld", (long long)(m.now / DAY * DAY));
    check(how_often(&device, code) == 1, "it was not seen", device.text);
    simulation_disconnect(&m, &device);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who removes the very device that asks is told that it was done, then sent away. */
static void who_unlinks_itself_is_answered(const char *url) {
    simulation m;
    simulated_client anna, phone;
    char id[STORE_TABLE_ID + 1], code[40], text[128];
    start(&m, url, 30);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask(&m, &anna, "{\"id\":2,\"do\":\"link\"}");
    take(&anna, "code", code, sizeof code);
    hello_with(&m, &phone, 1, code);
    take(&phone, "device", code, sizeof code);
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"unlink\",\"device\":\"%s\"}", code);
    ask(&m, &phone, text);
    check(has(&phone, "\"re\":3,\"ok\":true") && has(&phone, "{\"bye\":\"device\"}"),
          "it is not said that it was done", phone.text);
    simulation_disconnect(&m, &phone);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who was forgotten in another process is told so here, as soon as this one hears of it. */
static void who_was_forgotten_is_told(const char *url) {
    simulation one, two;
    simulated_client anna, here;
    char id[STORE_TABLE_ID + 1];
    start(&one, url, 24);
    join(&two, &one, 25);
    greet_as(&one, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&one, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    greet_as(&two, &here, SIMULATION_LOOPBACK, 1);
    ask(&one, &anna, "{\"id\":2,\"do\":\"forget\"}");
    check(has(&anna, "\"ok\":true"), "nobody is forgotten", anna.text);
    forget_text(&here);
    hello_check(two.server, "");
    simulation_settle(&two);
    check(!here.closed, "everybody is sent away", here.text);
    hello_check(two.server, here.session->who);
    simulation_settle(&two);
    check(has(&here, "{\"bye\":\"forgotten\"}"), "who was forgotten is not told", here.text);
    simulation_disconnect(&two, &here);
    simulation_disconnect(&one, &anna);
    stop(&two);
    stop(&one);
}

/* An owner renames somebody at whose table something is being written. */
static void a_new_name_stays(const char *url) {
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1], act[128], asked[256];
    start(&m, url, 31);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    check(store_set_owner(m.store, anna.session->person, true) == STORE_OK, "no owner", "");
    anna.session->owner = true;
    ask_table(&m, &anna, "watch", id, "");
    snprintf(act, sizeof act,
             "{\"id\":5,\"do\":\"admin\",\"act\":\"rename\",\"who\":\"%s\",\"name\":\"Zita\"}",
             anna.session->who);
    snprintf(asked, sizeof asked,
             "{\"id\":6,\"do\":\"bot\",\"table\":\"%s\",\"seat\":1,\"level\":\"novice\"}", id);
    forget_text(&anna);
    simulation_post(&m, &anna, rz_slice_of(act));
    simulation_post(&m, &anna, rz_slice_of(asked));
    simulation_settle(&m);
    check(has(&anna, "\"novice\"") && has(&anna, "\"name\":\"Zita\"") && !has(&anna, "guest"),
          "the old name is back", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* What an owner reads is text: every character of control would be six bytes of an answer. */
static void reports_are_text(const char *url) {
    static const char *const texts[] = {"\\u0001x", "\\u0007", " \\n "};
    simulation m;
    simulated_client anna;
    char text[256];
    start(&m, url, 32);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(text, sizeof text,
                 "{\"id\":5,\"do\":\"report\",\"who\":\"0123456789ab\",\"text\":\"%s\"}", texts[i]);
        ask(&m, &anna, text);
        check(was_refused(&anna, "request"), "it can be reported", text);
    }
    simulation_disconnect(&m, &anna);
    stop(&m);
}

static void fill(char *text, int characters) {
    for (int i = 0; i < characters; i++)
        memcpy(text + 4 * i, "\xf0\x9f\x90\xad", 4);
    text[4 * characters] = '\0';
}

/* A page of the longest reports, by people with the longest names, about the longest messages. */
static void the_longest_reports_can_be_read(const char *url) {
    enum { PAGE = 50, NAME = 40, TEXT = 400, CHAT = 500 };
    simulation m;
    simulated_client anna;
    char name[STORE_NAME];
    store_report report = {.at = INT64_MAX, .number = INT32_MAX};
    start(&m, url, 33);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 1);
    fill(name, NAME);
    fill(report.text, TEXT);
    fill(report.said, CHAT);
    memset(report.id, 'x', STORE_TABLE_ID);
    memcpy(report.reporter, anna.session->person, STORE_HASH);
    memcpy(report.person, anna.session->person, STORE_HASH);
    check(store_set_name(m.store, report.person, name, "", 0) == STORE_OK, "no name", "");
    for (int i = 0; i <= PAGE; i++)
        check(store_add_report(m.store, &report) == STORE_OK, "no report", "");
    check(store_set_owner(m.store, report.person, true) == STORE_OK, "no owner", "");
    anna.session->owner = true;
    check(is_done(&m, &anna, "{\"id\":5,\"do\":\"admin\",\"act\":\"reports\"}"), "no page",
          anna.text);
    check(how_often(&anna, "{\"report\":") == PAGE && has(&anna, "],\"more\":true}"),
          "the page is cut off", anna.text + (anna.length > 200 ? anna.length - 200 : 0));
    simulation_disconnect(&m, &anna);
    stop(&m);
}

static bool note_line(void *context, const store_line *line) {
    (void)line;
    *(bool *)context = true;
    return false;
}

/* Most of it at once. */
static void pass(simulation *m, int64_t ms) {
    m->now += ms - MINUTES(1);
    simulation_advance(m, MINUTES(1));
}

static bool has_lines(simulation *m, const char *id) {
    bool any = false;
    check(store_lines(m->store, id, 0, 1, note_line, &any) == STORE_OK, "no lines", "");
    return any;
}

/* Where the house says so they are deleted, and what people have won stays counted. */
static void old_games_go(const char *url) {
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 10);
    m.options.record_days = 3;
    m.options.bot_ms = 0;
    sit_with_bots(&m, &anna, "null", id);
    ask_table(&m, &anna, "leave", id, "");
    for (int i = 0; i < 600 && !has(&anna, "\"status\":\"finished\""); i++)
        simulation_advance(&m, 1000);
    check(has(&anna, "\"status\":\"finished\""), "the game does not end", "");
    simulation_disconnect(&m, &anna);
    pass(&m, 2 * DAY);
    check(has_lines(&m, id), "it is deleted too early", id);
    pass(&m, 2 * DAY);
    check(!has_lines(&m, id), "it is not deleted", id);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 0);
    ask_table(&m, &anna, "watch", id, "");
    check(was_refused(&anna, "table"), "it can be looked at", anna.text);
    ask(&m, &anna, "{\"id\":5,\"do\":\"person\",\"who\":null}");
    check(has(&anna, "\"games\":1") && has(&anna, "\"finished\":[]"), "it counts no longer",
          anna.text);
    ask(&m, &anna, "{\"id\":5,\"do\":\"export\"}");
    check(has(&anna, "{\"played\":") && has(&anna, id), "the file does not have it", anna.text);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

/* Who still looks at a game that is deleted looks at nothing: it is not read again and again. */
static void a_game_that_went_is_not_looked_for(const char *url) {
    enum { TURNS = 100 };
    simulation m;
    simulated_client anna;
    char id[STORE_TABLE_ID + 1];
    start(&m, url, 17);
    greet_as(&m, &anna, SIMULATION_LOOPBACK, 0);
    make_table(&m, &anna, ",\"game\":\"loot\",\"seats\":2", id);
    ask_table(&m, &anna, "watch", id, "");
    ask_table(&m, &anna, "stand", id, "");
    check(has(&anna, "\"status\":\"abandoned\""), "it is not over", anna.text);
    check(store_delete_table(m.store, id) == STORE_OK, "it can not be deleted", id);
    int before = m.n_read;
    tables_mark_stale(m.server, id);
    for (int i = 0; i < TURNS; i++)
        simulation_turn(&m);
    check(m.n_read <= before + 2, "it is read without end", id);
    ask_table(&m, &anna, "chat", id, ",\"text\":\"Is anybody there?\"");
    check(was_refused(&anna, "table"), "it is still there", anna.text);
    simulation_advance(&m, MINUTES(2));
    check(m.server->metrics.tables == 0 && m.server->metrics.watches == 0, "it stays in memory",
          id);
    simulation_disconnect(&m, &anna);
    stop(&m);
}

int main(int n, char **arguments) {
    if (n != 2)
        return 2;
    codes_end(arguments[1]);
    a_late_process_links_nothing(arguments[1]);
    a_late_process_keeps_nothing(arguments[1]);
    devices_are_few(arguments[1]);
    who_unlinks_itself_is_answered(arguments[1]);
    who_was_forgotten_is_told(arguments[1]);
    a_new_name_stays(arguments[1]);
    reports_are_text(arguments[1]);
    the_longest_reports_can_be_read(arguments[1]);
    old_games_go(arguments[1]);
    a_game_that_went_is_not_looked_for(arguments[1]);
    return 0;
}
