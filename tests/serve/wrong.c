/* What is wrong is refused, whether it is a setting, a row of the store or a request, and for the
 * right reason.
 *
 *   wrong sqlite:FILE
 */
#include <stdlib.h>
#include <string.h>

#include "serve/address.h"
#include "serve/history.h"
#include "serve/house.h"
#include "serve/lobby_row.h"
#include "serve/tables.h"
#include "serve/turn.h"
#include "steps.h"
#include "store/order.h"

/* ---- Settings -------------------------------------------------------------------------------- */

/* The lines of a file; what is said of it, or NULL. */
static void settings_are_checked(void) {
    static const struct {
        const char *lines[4], *why;
    } cases[] = {
        {{"bot-ms = 5", " # nothing", "", "\tclub=open \r\n"}, NULL},
        {{"bot-ms = 60001"}, "from 0 to 60000"},
        {{"bot-ms = -1"}, "from 0 to 60000"},
        {{"bot-ms = 99999999999999999999"}, "from 0 to 60000"},
        {{"bot-ms = 5x"}, "not “5x”"},
        {{"bot-ms ="}, "not “”"},
        {{"moon = full"}, "there is nothing called “moon”"},
        {{"bot-ms"}, "a line is NAME = VALUE"},
        {{"listen = here"}, "not “here”"},
        {{"listen = 127.0.0.1:65536"}, "not “127.0.0.1:65536”"},
        {{"listen = 127.0.0.1:"}, "not “127.0.0.1:”"},
        {{"listen = [::1]:0"}, NULL},
        {{"listen = 80x"}, "not “80x”"},
        {{"listen = 80"}, NULL},
        {{"away-level = genius"}, "no bot: “genius”"},
        {{"metrics-from = moon"}, "loopback or all, not “moon”"},
        {{"metrics-from = all"}, NULL},
        {{"proxies = 10.0.0.1, fe80::1 loopback"}, NULL},
        {{"proxies = none"}, NULL},
        {{"proxies = 10.0.0"}, "not “10.0.0”"},
        {{"club = secret"}, "club is open, invitation or closed"},
        {{"help = never"}, "help is choose, yes or no"},
        {{"make = nobody"}, "make is all, members or owners"},
        {{"games = loot , chess"}, "no game “chess”"},
        {{"clocks = 30+300 , 3d"}, NULL},
        {{"clocks = 30"}, "“30” is no clock"},
        {{"clocks = 30+300+1"}, "“30+300+1” is no clock"},
        {{"clocks = 0+0"}, "“0+0” is no clock"},
        {{"clocks = 0+9"}, NULL},
        {{"clocks = 3601+1"}, "“3601+1” is no clock"},
        {{"clocks = 3+86401"}, "“3+86401” is no clock"},
        {{"clocks = 0d"}, "“0d” is no clock"},
        {{"clocks = 31d"}, "“31d” is no clock"},
        {{"clocks = d"}, "“d” is no clock"},
        {{"url = https://club.example"}, NULL},
        {{"url = http://club.example"}, NULL},
        {{"url = https://club.example/"}, "without a “/” at its end"},
        {{"url = ftp://club.example"}, "the address of the club"},
        {{"url = https://club .example"}, "the address of the club"},
        {{"push-contact = anna"}, "begins with mailto: or https://"},
        {{"push-contact = mailto:anna@club.example"}, NULL},
        {{"push-contact = https://club.example"}, NULL},
        {{"mail-tls = perhaps"}, "mail-tls is yes or no"},
        {{"mail-tls = no"}, NULL},
        {{"mail-server = mail.example"}, "mail-server is smtps://HOST or smtp://HOST:PORT"},
        {{"mail-server = smtp://mail.example"}, "mail-server needs mail-from"},
        {{"mail-server = smtp://mail.example", "mail-from = nobody"},
         "mail-server needs mail-from"},
        {{"mail-server = smtps://mail.example", "mail-from = a@b.example"},
         "mail-server needs url"},
        {{"mail-server = smtps://mail.example", "mail-from = a@b.example",
          "url = https://b.example"},
         NULL},
        {{"mail-user = anna"}, "belong together"},
        {{"mail-password-file = /x"}, "belong together"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static serve_options kept[sizeof cases / sizeof *cases]; /* words are never given back */
        char why[400] = "";
        bool ok = true;
        serve_defaults(&kept[i]);
        for (int k = 0; k < 4 && ok && cases[i].lines[k]; k++)
            ok = serve_configure(&kept[i], cases[i].lines[k], why, sizeof why);
        ok = ok && serve_check(&kept[i], why, sizeof why);
        check(ok == !cases[i].why, cases[i].lines[0], why);
        check(ok || strstr(why, cases[i].why), cases[i].lines[0], why);
    }
}

static void long_lines_are_refused(void) {
    static char line[5000];
    serve_options options;
    char why[400] = "";
    serve_defaults(&options);
    snprintf(line, sizeof line, "log = %04500d", 0);
    check(!serve_configure(&options, line, why, sizeof why) && strstr(why, "too long"), "taken",
          why);
}

/* Who is new makes no tables where members do, and nobody does where owners do. */
static void the_house_lets_make(void) {
    enum { DAY = 86400000 };
    serve_options options;
    serve_defaults(&options);
    options.make = "members";
    options.new_days = 1;
    check(!house_may_make(&options, false, 0, 9), "a stranger makes a table", "");
    check(!house_may_make(&options, false, 9, DAY), "who is new makes a table", "");
    check(house_may_make(&options, false, 9, 9 + DAY), "a member makes no table", "");
    options.make = "owners";
    check(!house_may_make(&options, false, 9, 9 + DAY), "a member makes a table", "");
    check(house_may_make(&options, true, 0, 9), "an owner makes no table", "");
}

static void addresses_are_read(void) {
    static const char *const wrong[] = {
        "",
        "1.2.3",
        "1.2.3.4.5",
        "[::1",
        "x",
        "1.2.3.4:5:6",
        "0000000000000000000000000000000000000000000000000000000000000000000001"};
    ip_address a;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check(!address_read(wrong[i], strlen(wrong[i]), &a), "an address", wrong[i]);
    check(address_read("[::1]:80", 8, &a) && address_is_loopback(&a), "no address", "[::1]:80");
    check(address_read("127.9.9.9:80", 12, &a) && address_is_loopback(&a), "no address", "127.9");
    check(address_read("128.0.0.1", 9, &a) && !address_is_loopback(&a), "it is this machine",
          "128");
    check(!address_is_listed(&a, "loopback, 1.2.3.4 nonsense"), "it is on no list", "");
    check(address_is_listed(&a, "1.2.3.4,128.0.0.1"), "it is on the list", "");
    address_forwarded("9.9.9.9, 1.2.3.4 , 127.0.0.1", "loopback 1.2.3.4", &a);
    check(address_is_listed(&a, "9.9.9.9"), "whom proxies name is not believed", "");
    address_forwarded(" , 127.0.0.1", "loopback", &a);
    check(!address_is_listed(&a, "loopback"), "an empty name is believed", "");
}

/* ---- Rows ------------------------------------------------------------------------------------ */

#define SETUP "\"setup\":{\"record\":1,\"game\":\"loot\",\"seats\":3,\"options\":{}}"

static bool is_read(const char *info) {
    rz_setup setup;
    lobby l;
    store_table row = {.info = info, .info_size = strlen(info), .n_people = 1};
    return lobby_read(&row, &l, &setup);
}

/* Whatever has changed a row, it is never half read. */
static void damaged_lobbies_are_refused(void) {
    static const char *const good[] = {
        "{" SETUP "}",
        "{" SETUP ",\"seats\":[{\"place\":0},{\"level\":\"novice\"},{}],\"maker\":-1,\"open\":1}",
        "{" SETUP ",\"pauses\":[[1,2],[3,4]],\"muted\":[\"000000000000\",\"\"]}",
        "{" SETUP ",\"pauses\":\"00000000000000010000000000000002\"}",
        "{" SETUP ",\"paused\":\"0000000000000001\",\"ready\":\"03\"}",
        "{" SETUP ",\"clock\":{\"days\":3},\"next\":\"\"}",
    };
    static const char *const bad[] = {
        "",
        "[]",
        "{" SETUP,
        "{" SETUP "} x",
        "{" SETUP ",\"moon\":1}",
        "{" SETUP ",1}",
        "{\"setup\":{\"record\":1,\"game\":\"chess\",\"seats\":3}}",
        "{\"setup\":{\"record\":1",
        "{\"setup\":nothing}",
        "{" SETUP ",\"clock\":[]}",
        "{" SETUP ",\"clock\":{\"days\":-1}}",
        "{" SETUP ",\"clock\":{\"weeks\":1}}",
        "{" SETUP ",\"clock\":{\"days\":\"1\"}}",
        "{" SETUP ",\"clock\":{\"days\":1",
        "{" SETUP ",\"maker\":-2}",
        "{" SETUP ",\"maker\":99}",
        "{" SETUP ",\"maker\":\"x\"}",
        "{" SETUP ",\"commit\":1}",
        "{" SETUP ",\"commit\":\"00\"}",
        "{" SETUP ",\"open\":\"x\"}",
        "{" SETUP ",\"next\":1}",
        "{" SETUP ",\"next\":\"0123456789012345678901234567890123456789\"}",
        "{" SETUP ",\"seats\":{}}",
        "{" SETUP ",\"seats\":[1]}",
        "{" SETUP ",\"seats\":[{1}]}",
        "{" SETUP ",\"seats\":[{\"place\":0]}",
        "{" SETUP ",\"seats\":[{\"place\":1}]}",
        "{" SETUP ",\"seats\":[{\"place\":-1}]}",
        "{" SETUP ",\"seats\":[{\"place\":\"x\"}]}",
        "{" SETUP ",\"seats\":[{\"moon\":1}]}",
        "{" SETUP ",\"seats\":[{\"level\":1}]}",
        "{" SETUP ",\"seats\":[{\"home\":1}]}",
        "{" SETUP ",\"seats\":[{\"home\":\"01\"}]}",
        "{" SETUP ",\"seats\":[{\"gone\":-1}]}",
        "{" SETUP ",\"seats\":[{\"gone\":\"x\"}]}",
        "{" SETUP ",\"seats\":[{\"gone\":\"f000000000000000\"}]}",
        "{" SETUP ",\"seats\":[{\"gone\":true}]}",
        "{" SETUP ",\"seats\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}",
        "{" SETUP ",\"muted\":{}}",
        "{" SETUP ",\"muted\":[1]}",
        "{" SETUP ",\"muted\":[\"0000000000000\"]}",
        "{" SETUP ",\"pauses\":{}}",
        "{" SETUP ",\"pauses\":[1]}",
        "{" SETUP ",\"pauses\":[[1]]}",
        "{" SETUP ",\"pauses\":[[1,2,3]]}",
        "{" SETUP ",\"pauses\":[[1,-2]]}",
        "{" SETUP ",\"pauses\":[[\"x\",2]]}",
        "{" SETUP ",\"pauses\":[[1,2}",
        "{" SETUP ",\"pauses\":\"0000\"}",
        "{" SETUP ",\"pauses\":\"x000000000000000\"}",
        "{" SETUP ",\"pauses\":\"f0000000000000000000000000000001\"}",
        "{" SETUP ",\"pauses\":\"0000000000000001f000000000000001\"}",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check(is_read(good[i]), "a lobby is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(!is_read(bad[i]), "a damaged lobby is read", bad[i]);
}

/* More than there is room for. */
static void long_lists_are_refused(void) {
    static char info[200000];
    rz_text out;
    for (int kind = 0; kind < 3; kind++) {
        rz_text_init(&out, info, sizeof info);
        rz_text_add(&out, "{" SETUP);
        rz_text_add(&out, kind == 0   ? ",\"muted\":["
                          : kind == 1 ? ",\"pauses\":["
                                      : ",\"pauses\":\"");
        for (int i = 0; i < 2000; i++) {
            rz_text_add(&out, i && kind < 2 ? "," : "");
            rz_text_add(&out, kind == 0   ? "\"000000000000\""
                              : kind == 1 ? "[1,2]"
                                          : "00000000000000010000000000000002");
        }
        rz_text_add(&out, kind < 2 ? "]}" : "\"}");
        check(!is_read(info), "a list without end is read", "");
    }
}

static void damaged_scores_are_refused(void) {
    static const char many[] = "[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]";
    static const char *const bad[] = {"",    "{}",      "[1]",       "[[1,2,3]]",
                                      "[[1", "[[1,0],", "[[\"x\"]]", many};
    int32_t scores[RZ_SEATS_MAX] = {0};
    bool won[RZ_SEATS_MAX] = {0};
    check(history_read_scores(rz_slice_of("[[7,0],[9,1]]"), scores, won) && scores[1] == 9 &&
              won[1],
          "scores are not read", "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(!history_read_scores(rz_slice_of(bad[i]), scores, won), "scores are read", bad[i]);
}

static void damaged_turns_are_refused(void) {
    static const char *const bad[] = {"",          "{}",          "[",        "[null",
                                      "[[1]]",     "[nu]",        "[[1,nu]]", "[1,2]",
                                      "[[1,2,3]]", "[[\"x\",1]]", "[null]"};
    int64_t since = 0, until = 0;
    check(turn_read(rz_slice_of("[null,[1,2]]"), 1, &since, &until) && since == 1 && until == 2,
          "a turn is not read", "");
    check(turn_read(rz_slice_of("[[1,null]]"), 0, &since, &until) && until == INT64_MAX,
          "a turn without end is not read", "");
    check(!turn_read(rz_slice_of("[[1,2]]"), 1, &since, &until), "nobody is waited for", "");
    check(!turn_read(rz_slice_of("[[1,2]]"), -1, &since, &until), "nobody is waited for", "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(!turn_read(rz_slice_of(bad[i]), 0, &since, &until), "a turn is read", bad[i]);
}

/* ---- Requests -------------------------------------------------------------------------------- */

enum { ANNA, BERT, CID, STRANGER, PEOPLE };

typedef struct scene {
    simulation m;
    simulated_client people[PEOPLE];
    char gathers[STORE_TABLE_ID + 1], runs[STORE_TABLE_ID + 1], over[STORE_TABLE_ID + 1];
} scene;

#define AT(table, verb, more) "{\"id\":9,\"do\":\"" verb "\",\"table\":\"$" table "\"" more "}"
#define DO(verb, more)        "{\"id\":9,\"do\":\"" verb "\"" more "}"
#define ACT(verb, more)       DO("admin", ",\"act\":\"" verb "\"" more)
#define SAID                  ",\"nonce\":" NONCE
#define ENDPOINT              ",\"endpoint\":\"https://push.example/1\""
#define AUTH                  ",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\""
#define P256DH                                                                                     \
    ",\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"                             \
    "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\""
#define ROOM   ",\"game\":\"loot\",\"seats\":2,\"clock\":null"
#define TABLE  ",\"game\":\"loot\",\"seats\":3"
#define SHORT  ",\"key\":\"00000000000000000000000000000009\""
#define NOBODY "\"ffffffffffff\""

/* $g, $r and $o are the tables, $b is Bert. */
typedef struct wrong_request {
    int who;
    const char *text, *code, *part;
} wrong_request;

static void fill_in(const scene *s, const char *form, char *out, size_t size) {
    rz_text text;
    rz_text_init(&text, out, size);
    for (; *form; form++) {
        char one[2] = {*form, '\0'};
        const char *part = one;
        if (*form == '$') {
            form++;
            part = *form == 'g'   ? s->gathers
                   : *form == 'r' ? s->runs
                   : *form == 'o' ? s->over
                                  : s->people[BERT].session->who;
        }
        rz_text_add(&text, part);
    }
}

static void ask_for(scene *s, int who, const char *form) {
    char text[2048];
    fill_in(s, form, text, sizeof text);
    s->m.now += 1000;
    ask(&s->m, &s->people[who], text);
}

static void done(scene *s, int who, const char *form) {
    ask_for(s, who, form);
    check(strstr(s->people[who].text, "{\"re\":9,\"ok\":true"), form, s->people[who].text);
}

static void begin(scene *s, const char *url) {
    start(&s->m, url, 1);
    s->m.options.sockets_per_key = 100;
    for (int i = 0; i < STRANGER; i++)
        greet_as(&s->m, &s->people[i], SIMULATION_LOOPBACK, i + 1);
    simulation_connect(&s->m, &s->people[STRANGER]);
    make_table(&s->m, &s->people[ANNA], TABLE, s->gathers);
    done(s, BERT, AT("g", "sit", ",\"seat\":1" SAID));
    make_table(&s->m, &s->people[ANNA], ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":1}",
               s->runs);
    done(s, BERT, AT("r", "sit", ",\"seat\":1" SAID));
    make_table(&s->m, &s->people[ANNA], ",\"game\":\"loot\",\"seats\":2,\"bots\":[null,\"novice\"]",
               s->over);
    done(s, ANNA, AT("r", "start", ""));
    done(s, ANNA, AT("o", "start", ""));
    done(s, ANNA, AT("o", "end", ""));
}

static void end(scene *s) {
    for (int i = 0; i < PEOPLE; i++)
        simulation_disconnect(&s->m, &s->people[i]);
    stop(&s->m);
}

static void are_refused(scene *s, const wrong_request *requests, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const wrong_request *r = &requests[i];
        ask_for(s, r->who, r->text);
        check(was_refused(&s->people[r->who], r->code), r->text, s->people[r->who].text);
        check(!r->part || strstr(s->people[r->who].text, r->part), r->text, s->people[r->who].text);
    }
}

#define ARE_REFUSED(s, requests) are_refused(s, requests, sizeof(requests) / sizeof *(requests))

static void wrong_words(const char *url) {
    static const wrong_request requests[] = {
        {ANNA, "{\"id\":9}", "request", "no such request"},
        {ANNA, "{\"id\":9,\"do\":5}", "request", "no such request"},
        {ANNA, "{\"id\":9,\"do\":\"\"}", "request", "no such request"},
        {ANNA, DO("moon", ""), "request", "no such request"},
        {ANNA, DO("hello", ",\"protocol\":1" SHORT), "request", "already"},
        {STRANGER, DO("ping", ""), "hello", NULL},
        {STRANGER, DO("hello", SHORT), "protocol", NULL},
        {STRANGER, DO("hello", ",\"protocol\":2" SHORT), "protocol", NULL},
        {STRANGER, DO("hello", ",\"protocol\":1,\"key\":\"x\""), "key", NULL},
        {STRANGER, DO("hello", ",\"protocol\":1,\"name\":5" SHORT), "name", NULL},
        {STRANGER, DO("hello", ",\"protocol\":1,\"device\":\"\"" SHORT), "name", "A device"},
        {STRANGER, DO("hello", ",\"protocol\":1,\"join\":\"x\"" SHORT), "code", "22 characters"},
        {STRANGER, DO("hello", ",\"protocol\":1,\"join\":5" SHORT), "code", "22 characters"},
        {STRANGER, DO("hello", ",\"protocol\":1,\"invite\":\"x\"" SHORT), "code", "An invitation"},
        {STRANGER, DO("hello", ",\"protocol\":1,\"invite\":5" SHORT), "code", "An invitation"},
        {STRANGER, DO("hello", ",\"protocol\":1,\"join\":\"0123456789012345678901\"" SHORT), "code",
         "never was one"},
        {STRANGER,
         DO("hello", ",\"protocol\":1,\"join\":\"000000000000000000000000000000ff\"" SHORT), "code",
         "never was one"},
        {ANNA, DO("watch", ""), "table", NULL},
        {ANNA, DO("watch", ",\"table\":\"x\""), "table", NULL},
        {ANNA, DO("watch", ",\"table\":\"0123456789012345678901\""), "table", NULL},
        {ANNA, DO("name", ""), "name", NULL},
        {ANNA, DO("name", ",\"name\":\" \""), "name", NULL},
        {ANNA, DO("games", ",\"follow\":1"), "request", "follow is"},
        {ANNA, DO("games", ",\"page\":-1"), "request", "A page"},
        {ANNA, DO("tables", ",\"page\":-1"), "request", NULL},
        {ANNA, DO("export", ",\"page\":-1"), "request", "A page"},
        {ANNA, DO("person", ",\"who\":\"x\""), "request", "12 hex digits"},
        {ANNA, DO("person", ",\"who\":5"), "request", "12 hex digits"},
        {ANNA, DO("person", ",\"page\":\"x\""), "request", "A page"},
        {ANNA, DO("person", ",\"who\":" NOBODY), "person", NULL},
        {ANNA, DO("show", ""), "request", NULL},
        {ANNA, DO("show", ",\"to\":\"moon\""), "request", NULL},
        {ANNA, DO("words", ",\"key\":\"x\""), "key", "32 hex digits"},
        {ANNA, DO("words", ",\"key\":\"00000000000000000000000000000002\""), "key", "somebody"},
        {ANNA, DO("unlink", ""), "request", "12 hex digits"},
        {ANNA, DO("unlink", ",\"device\":" NOBODY), "device", "no such device"},
        {ANNA, DO("unlink", ",\"device\":\"0\""), "device", "no such device"},
        {ANNA, DO("report", ""), "request", "report takes"},
        {ANNA, DO("report", ",\"who\":\"x\",\"text\":\"x\""), "request", "report takes"},
        {ANNA, DO("report", ",\"who\":\"$b\",\"text\":\" \""), "request", "report takes"},
        {ANNA, DO("report", ",\"who\":\"$b\",\"text\":\"x\",\"number\":1"), "request",
         "report takes"},
        {ANNA, AT("g", "report", ",\"who\":\"$b\",\"text\":\"x\",\"number\":0"), "request",
         "report takes"},
        {ANNA, DO("report", ",\"who\":\"$b\",\"text\":\"x\",\"table\":5"), "request",
         "report takes"},
        {ANNA, AT("g", "report", ",\"who\":\"$b\",\"text\":\"x\",\"number\":7"), "request",
         "no such message"},
        {ANNA, DO("report", ",\"who\":" NOBODY ",\"text\":\"x\""), "person", NULL},
        {ANNA, ACT("acts", ""), "owner", NULL},
    };
    scene s;
    begin(&s, url);
    ARE_REFUSED(&s, requests);
    end(&s);
}

static void wrong_contacts(const char *url) {
    static const wrong_request nothing_is_sent[] = {
        {ANNA, DO("subscribe", ENDPOINT P256DH AUTH ",\"language\":\"de\""), "request",
         "no pushes"},
        {ANNA, DO("mail", ",\"address\":\"a@b.example\",\"language\":\"de\""), "request",
         "no mails"},
    };
    static const wrong_request requests[] = {
        {ANNA, DO("subscribe", P256DH AUTH ",\"language\":\"de\""), "request", "endpoint is"},
        {ANNA, DO("subscribe", ",\"endpoint\":\"http://a.b/\"" P256DH AUTH), "request",
         "endpoint is"},
        {ANNA, DO("subscribe", ENDPOINT AUTH), "request", "p256dh and auth"},
        {ANNA, DO("subscribe", ENDPOINT P256DH), "request", "p256dh and auth"},
        {ANNA, DO("subscribe", ENDPOINT P256DH ",\"auth\":\"!\""), "request", "p256dh and auth"},
        {ANNA, DO("subscribe", ENDPOINT P256DH ",\"auth\":\"AAAA\""), "request", "p256dh and auth"},
        {ANNA, DO("subscribe", ENDPOINT ",\"p256dh\":5" AUTH), "request", "p256dh and auth"},
        {ANNA,
         DO("subscribe", ENDPOINT
            ",\"p256dh\":\"BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            "AAAAAAAAAAAAAAA\"" AUTH),
         "request", "p256dh and auth"},
        {ANNA, DO("subscribe", ENDPOINT P256DH AUTH), "request", "language is"},
        {ANNA, DO("subscribe", ENDPOINT P256DH AUTH ",\"language\":\"xx\""), "request",
         "language is"},
        {ANNA, DO("mail", ",\"language\":\"de\""), "request", "address is"},
        {ANNA, DO("mail", ",\"address\":\"nobody\",\"language\":\"de\""), "request", "address is"},
        {ANNA, DO("mail", ",\"address\":\"a@b.example\""), "request", "language is"},
        {ANNA, DO("mail", ",\"address\":\"a@b.example\",\"language\":\"de\",\"each\":1"), "request",
         "each true or false"},
        {ANNA, DO("prefer", ",\"language\":\"de\""), "request", "prefer takes"},
        {ANNA, DO("prefer", ",\"contact\":1"), "request", "prefer takes"},
        {ANNA, DO("prefer", ",\"contact\":1,\"language\":\"de\",\"each\":1"), "request",
         "prefer takes"},
        {ANNA, DO("prefer", ",\"contact\":7,\"language\":\"de\",\"each\":true"), "request",
         "no such contact"},
        {ANNA, DO("unsubscribe", ""), "request", "unsubscribe takes"},
        {ANNA, DO("unsubscribe", ",\"contact\":7"), "request", "no such contact"},
    };
    scene s;
    begin(&s, url);
    ARE_REFUSED(&s, nothing_is_sent);
    strcpy(s.m.server->push_key, "key");
    s.m.options.mail_server = "smtp://mail.example";
    ARE_REFUSED(&s, requests);
    end(&s);
}

static void wrong_tables(const char *url) {
    static const wrong_request requests[] = {
        {CID, DO("make", SAID), "request", "make takes"},
        {CID, DO("make", ",\"game\":\"loot\"" SAID), "request", "make takes"},
        {CID, DO("make", TABLE), "request", "make takes"},
        {CID, DO("make", TABLE SAID ",\"help\":1"), "request", "make takes"},
        {CID, DO("make", TABLE SAID ",\"clock\":{\"days\":1,\"move\":1}"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"clock\":{\"move\":3601,\"bank\":1}"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"clock\":{\"move\":1,\"bank\":86401}"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"clock\":{\"days\":31}"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"clock\":{}"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"clock\":5"), "clock", NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":5"), "level", NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":[\"novice\"]"), "level", NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":[null,5]"), "level", NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":[null,\"moon\"]"), "level", NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":[null,\"0123456789012345678901234567\"]"), "level",
         NULL},
        {CID, DO("make", TABLE SAID ",\"bots\":[null,null,null,null]"), "level", NULL},
        {CID, DO("make", TABLE SAID ",\"options\":[]"), "options", NULL},
        {CID, DO("make", ",\"game\":\"chess\",\"seats\":2" SAID), "options", NULL},
        {CID, DO("make", ",\"game\":\"loot\",\"seats\":99" SAID), "options", NULL},
        {CID, AT("g", "sit", SAID ",\"seat\":99"), "seat", NULL},
        {CID, AT("g", "sit", SAID ",\"seat\":\"x\""), "seat", NULL},
        {CID, AT("g", "sit", SAID ",\"seat\":1"), "seat", NULL},
        {CID, AT("g", "sit", ""), "request", NULL},
        {CID, AT("r", "sit", SAID), "started", NULL},
        {CID, AT("g", "start", ""), "maker", NULL},
        {ANNA, AT("g", "start", ""), "seat", "free seats"},
        {ANNA, AT("g", "start", ",\"nonce\":\"x\""), "request", "A nonce"},
        {ANNA, AT("g", "start", ",\"level\":\"moon\""), "level", NULL},
        {ANNA, AT("g", "start", ",\"level\":5"), "level", NULL},
        {ANNA, AT("r", "start", ""), "started", NULL},
        {CID, AT("g", "bot", ",\"seat\":2,\"level\":\"novice\""), "maker", NULL},
        {ANNA, AT("g", "bot", ",\"seat\":1,\"level\":\"novice\""), "seat", NULL},
        {ANNA, AT("g", "bot", ",\"seat\":9,\"level\":\"novice\""), "seat", NULL},
        {ANNA, AT("g", "bot", ",\"seat\":2,\"level\":\"moon\""), "level", NULL},
        {ANNA, AT("r", "bot", ",\"seat\":1,\"level\":\"novice\""), "started", NULL},
        {ANNA, AT("r", "stand", ""), "started", NULL},
        {ANNA, AT("g", "ready", SAID), "seat", "starts by itself"},
        {CID, AT("g", "ready", SAID), "seat", "starts by itself"},
        {ANNA, AT("r", "ready", SAID), "started", NULL},
        {CID, AT("g", "mute", ",\"who\":\"$b\""), "maker", NULL},
        {ANNA, AT("g", "mute", ",\"who\":\"x\""), "request", "12 hex digits"},
        {ANNA, AT("g", "mute", ",\"who\":5"), "request", "12 hex digits"},
        {CID, AT("g", "remove", ",\"who\":\"$b\""), "maker", NULL},
        {ANNA, AT("g", "remove", ",\"who\":" NOBODY), "seat", NULL},
        {ANNA, AT("g", "remove", ",\"who\":\"x\""), "request", "12 hex digits"},
        {ANNA, AT("o", "rematch", SAID ",\"quick\":5"), "request", "quick is"},
        {ANNA, AT("o", "rematch", ""), "request", "a nonce"},
        {CID, AT("o", "rematch", SAID), "seat", NULL},
        {ANNA, AT("g", "rematch", SAID), "not_started", NULL},
        {ANNA, AT("r", "rematch", SAID), "started", NULL},
        {BERT, AT("r", "act", ""), "request", NULL},
        {BERT, AT("r", "act", ",\"number\":-1,\"line\":{}"), "request", NULL},
        {BERT, AT("r", "act", ",\"number\":1"), "request", NULL},
        {CID, AT("r", "act", ",\"number\":1,\"line\":{\"by\":1,\"do\":\"roll\"}"), "seat", NULL},
        {ANNA, AT("r", "act", ",\"number\":1,\"line\":{\"by\":0,\"do\":\"roll\"}"), "late", NULL},
        {ANNA, AT("g", "act", ",\"number\":0,\"line\":{}"), "not_started", NULL},
        {ANNA, AT("o", "act", ",\"number\":9,\"line\":{}"), "illegal", NULL},
        {CID, AT("r", "pause", ""), "seat", NULL},
        {ANNA, AT("g", "pause", ""), "not_started", NULL},
        {ANNA, AT("g", "chat", ",\"text\":\"\""), "chat", NULL},
        {ANNA, AT("g", "chat", ",\"text\":5"), "chat", NULL},
    };
    static const struct {
        int who;
        const char *text;
    } nothing_to_do[] = {
        {CID, AT("g", "stand", "")},
        {ANNA, AT("g", "unmute", ",\"who\":\"$b\"")},
        {ANNA, AT("g", "unmute", ",\"who\":null")},
        {CID, AT("g", "unwatch", "")},
        {ANNA, AT("r", "remove", ",\"who\":\"$b\"")},
        {ANNA, AT("r", "remove", ",\"who\":\"$b\"")},
    };
    scene s;
    begin(&s, url);
    ARE_REFUSED(&s, requests);
    for (size_t i = 0; i < sizeof nothing_to_do / sizeof *nothing_to_do; i++)
        done(&s, nothing_to_do[i].who, nothing_to_do[i].text);
    end(&s);
}

static void wrong_rooms(const char *url) {
    static const wrong_request requests[] = {
        {CID, DO("wait", ",\"game\":\"loot\",\"seats\":2,\"clock\":5" SAID), "clock", NULL},
        {CID, DO("wait", ",\"game\":\"loot\",\"seats\":2,\"clock\":{\"move\":7,\"bank\":7}" SAID),
         "clock", NULL},
        {CID, DO("wait", ",\"game\":\"chess\",\"seats\":2" SAID), "options", NULL},
        {CID, DO("wait", ",\"seats\":2" SAID), "options", NULL},
        {CID, DO("wait", ",\"game\":\"loot\"" SAID), "options", NULL},
        {CID, DO("wait", ROOM), "request", NULL},
        {CID, DO("wait", ROOM SAID ",\"fill\":4,\"level\":\"novice\""), "level", NULL},
        {CID, DO("wait", ROOM SAID ",\"fill\":3601,\"level\":\"novice\""), "level", NULL},
        {CID, DO("wait", ROOM SAID ",\"fill\":60"), "level", NULL},
        {CID, DO("wait", ROOM SAID ",\"fill\":60,\"level\":\"moon\""), "level", NULL},
    };
    scene s;
    begin(&s, url);
    ARE_REFUSED(&s, requests);
    end(&s);
}

/* What an owner may ask for, and says wrongly. */
static void wrong_acts(const char *url) {
    static char long_text[1200];
    static const wrong_request requests[] = {
        {ANNA, ACT("moon", ""), "request", "admin takes"},
        {ANNA, DO("admin", ""), "request", "admin takes"},
        {ANNA, ACT("mute", ",\"who\":5"), "request", "admin takes"},
        {ANNA, ACT("end", ",\"table\":5"), "request", "admin takes"},
        {ANNA, ACT("rename", ",\"who\":\"$b\",\"name\":5"), "request", "admin takes"},
        {ANNA, ACT("mute", ",\"who\":\"$b\",\"text\":5"), "request", "admin takes"},
        {ANNA, ACT("mute", ",\"who\":\"$b\",\"days\":\"x\""), "request", "admin takes"},
        {ANNA, ACT("invite", ",\"uses\":-1"), "request", "admin takes"},
        {ANNA, ACT("done", ",\"report\":-1"), "request", "admin takes"},
        {ANNA, ACT("acts", ",\"page\":-1"), "request", "admin takes"},
        {ANNA, ACT("acts", ",\"page\":100001"), "request", "admin takes"},
        {ANNA, ACT("reports", ",\"all\":5"), "request", "admin takes"},
        {ANNA, ACT("mute", ",\"who\":\"$b\",\"days\":3651"), "request", "from 0 to 3650"},
        {ANNA, ACT("invite", ",\"uses\":1001"), "request", "from 1 to 1000"},
        {ANNA, ACT("mute", ",\"who\":" NOBODY), "person", NULL},
        {ANNA, ACT("owner", ",\"who\":\"$b\""), "owner", "on the machine"},
        {ANNA, ACT("rename", ",\"who\":\"$b\",\"name\":\" \""), "name", NULL},
        {ANNA, ACT("end", ",\"table\":\"0123456789012345678901\""), "table", NULL},
        {ANNA, ACT("end", ",\"table\":\"$o\""), "over", NULL},
        {ANNA, ACT("done", ",\"report\":7"), "request", NULL},
    };
    scene s;
    begin(&s, url);
    check(store_set_owner(s.m.store, s.people[ANNA].session->person, true) == STORE_OK, "owner",
          "");
    s.people[ANNA].session->owner = true;
    ARE_REFUSED(&s, requests);
    snprintf(long_text, sizeof long_text, ACT("mute", ",\"who\":\"$b\",\"text\":\"%0401d\""), 0);
    ARE_REFUSED(&s, ((wrong_request[]){{ANNA, long_text, "request", "admin takes"}}));
    check(store_set_owner(s.m.store, s.people[ANNA].session->person, false) == STORE_OK, "owner",
          "");
    ARE_REFUSED(&s, ((wrong_request[]){{ANNA, ACT("acts", ""), "owner", NULL}}));
    end(&s);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    settings_are_checked();
    long_lines_are_refused();
    the_house_lets_make();
    addresses_are_read();
    damaged_lobbies_are_refused();
    long_lists_are_refused();
    damaged_scores_are_refused();
    damaged_turns_are_refused();
    wrong_words(argv[1]);
    wrong_contacts(argv[1]);
    wrong_tables(argv[1]);
    wrong_rooms(argv[1]);
    wrong_acts(argv[1]);
    return 0;
}
