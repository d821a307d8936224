/* Who was removed from a table sees, does and says no more there than a spectator; and the maker's
 * powers do not end.
 *
 *   removed sqlite:FILE
 */
#include <string.h>

#include "serve/tables.h"
#include "steps.h"

/* Three at a table of bars: the maker, a guest, a bot. Everybody watches; the game has begun. */
typedef struct scene {
    simulation m;
    simulated_client maker, guest;
    char id[STORE_TABLE_ID + 1], remove[64]; /* the field that names the guest */
} scene;

static void gather(scene *s, const char *url, uint64_t seed) {
    start(&s->m, url, seed);
    greet_as(&s->m, &s->maker, SIMULATION_LOOPBACK, 1);
    greet_as(&s->m, &s->guest, SIMULATION_LOOPBACK, 2);
    make_table(&s->m, &s->maker,
               ",\"game\":\"bars\",\"seats\":3,\"options\":{\"first\":2},"
               "\"bots\":[null,null,\"casual\"]",
               s->id);
    ask_table(&s->m, &s->guest, "sit", s->id, ",\"seat\":1,\"nonce\":" NONCE);
    snprintf(s->remove, sizeof s->remove, ",\"who\":\"%s\"", s->guest.session->who);
}

static void begin(scene *s) {
    ask_table(&s->m, &s->maker, "watch", s->id, "");
    ask_table(&s->m, &s->guest, "watch", s->id, "");
    ask_table(&s->m, &s->maker, "start", s->id, "");
    for (int i = 0; i < 20; i++) /* the croupier, a bot, lays the money */
        simulation_advance(&s->m, 100);
}

static void leave(scene *s) {
    simulation_disconnect(&s->m, &s->maker);
    simulation_disconnect(&s->m, &s->guest);
    stop(&s->m);
}

static const char *const bars[] = {"colibri", "cotton", "havana", "jungle", "lincoln", "jazz"};

/* Asks for every card whether the bot has played it, by sending it as an old line. */
static void no_card_is_told(scene *s, uint32_t number) {
    char more[160];
    for (size_t b = 0; b < sizeof bars / sizeof *bars; b++)
        for (int card = 0; card < 12; card++) {
            snprintf(more, sizeof more,
                     ",\"number\":%u,\"line\":{\"by\":1,\"do\":\"play\",\"card\":\"%s.%c%d\"}",
                     number, bars[b], card < 6 ? 'g' : 'r', card % 6 + 1);
            ask_table(&s->m, &s->guest, "act", s->id, more);
            check(!strstr(s->guest.text, "\"re\":2,\"ok\""), "a card is told", s->guest.text);
            check(was_refused(&s->guest, "removed"), "who was removed gets an answer",
                  s->guest.text);
        }
}

static void old_lines_tell_nothing(const char *url) {
    scene s;
    gather(&s, url, 1);
    begin(&s);
    table *t = tables_find(s.m.server, s.id);
    check(t->position.asked >> 1 & 1, "the guest is not asked for a card", s.guest.text);
    uint32_t number = t->position.number;
    ask_table(&s.m, &s.maker, "remove", s.id, s.remove);
    check(strstr(s.maker.text, "{\"by\":1,\"do\":\"leave\",\"why\":\"timeout\"}"),
          "a removal is recorded as something else", s.maker.text);
    simulation_advance(&s.m, 2000);
    check(!(t->position.asked >> 1 & 1), "the bot has not played", s.maker.text);
    no_card_is_told(&s, number);
    leave(&s);
}

static void nothing_is_said_or_made(const char *url) {
    scene s;
    gather(&s, url, 2);
    begin(&s);
    ask_table(&s.m, &s.maker, "remove", s.id, s.remove);
    ask_table(&s.m, &s.guest, "chat", s.id, ",\"text\":\"but\"");
    check(was_refused(&s.guest, "removed"), "who was removed chats", s.guest.text);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(strstr(s.maker.text, "\"status\":\"abandoned\""), "it does not end", s.maker.text);
    ask_table(&s.m, &s.guest, "rematch", s.id, ",\"nonce\":" NONCE);
    check(was_refused(&s.guest, "removed"), "who was removed makes a rematch", s.guest.text);
    ask_table(&s.m, &s.maker, "rematch", s.id, ",\"nonce\":" NONCE);
    const char *made = strstr(s.maker.text, "\"table\":\"");
    check(made != NULL, "no rematch", s.maker.text);
    memcpy(s.id, made + strlen("\"table\":\""), STORE_TABLE_ID);
    ask_table(&s.m, &s.guest, "rematch", s.id, ",\"nonce\":" NONCE);
    check(was_refused(&s.guest, "removed"), "who was removed is led on", s.guest.text);
    ask_table(&s.m, &s.guest, "sit", s.id, ",\"seat\":1,\"nonce\":" NONCE);
    check(was_refused(&s.guest, "removed"), "who was removed sits again", s.guest.text);
    leave(&s);
}

static bool sees_cards(const simulated_client *c) {
    return strstr(c->text, "\"seat\":1,\"card\":\"") ||
           strstr(c->text, "{\"by\":1,\"do\":\"play\",\"card\":\"");
}

/* Two processes: the guest watches at the second, which hears of the removal together with lines
 * that were written since. */
static void another_process_shows_no_more(const char *url) {
    scene s;
    simulation second;
    simulated_client there;
    gather(&s, url, 3);
    join(&second, &s.m, 4);
    begin(&s);
    greet_as(&second, &there, SIMULATION_LOOPBACK, 2);
    ask_table(&second, &there, "watch", s.id, "");
    simulation_advance(&second, 100);
    check(sees_cards(&there), "a player does not see the own hand", there.text);
    ask_table(&s.m, &s.maker, "remove", s.id, s.remove);
    simulation_advance(&s.m, 2000); /* a bot plays for them */
    there.length = 0;
    tables_mark_stale(second.server, s.id);
    simulation_advance(&second, 100);
    check(strstr(there.text, "\"do\":\"leave\""), "nothing was heard", there.text);
    check(!sees_cards(&there), "lines of the old view", there.text);
    simulation_disconnect(&second, &there);
    stop(&second);
    leave(&s);
}

/* The second process has not heard of the removal when the guest asks it for lines. */
static void a_late_process_shows_no_more(const char *url) {
    scene s;
    simulation second;
    simulated_client there;
    gather(&s, url, 5);
    join(&second, &s.m, 6);
    begin(&s);
    greet_as(&second, &there, SIMULATION_LOOPBACK, 2);
    ask_table(&second, &there, "watch", s.id, "");
    simulation_advance(&second, 100);
    ask_table(&s.m, &s.maker, "remove", s.id, s.remove);
    simulation_advance(&s.m, 2000);
    char from[32]; /* the last line that is known there, so that it is read anew */
    snprintf(from, sizeof from, ",\"from\":%u",
             tables_find(second.server, s.id)->position.number - 1);
    ask_table(&second, &there, "watch", s.id, from);
    simulation_advance(&second, 100);
    check(!strstr(there.text, "{\"by\":1,\"do\":\"play\""), "lines of the old view", there.text);
    simulation_disconnect(&second, &there);
    stop(&second);
    leave(&s);
}

/* A bot plays for the guest when they are removed, so that no line says so; and the second process,
 * which has not heard of it, is the one where that bot moves. */
static void a_late_process_writes_no_more(const char *url) {
    scene s;
    simulation second;
    simulated_client there;
    gather(&s, url, 10);
    join(&second, &s.m, 11);
    begin(&s);
    greet_as(&second, &there, SIMULATION_LOOPBACK, 2);
    ask_table(&second, &there, "watch", s.id, "");
    ask_table(&s.m, &s.guest, "leave", s.id, "");
    tables_mark_stale(second.server, s.id);
    simulation_settle(&second);
    ask_table(&s.m, &s.maker, "remove", s.id, s.remove);
    check(!strstr(s.maker.text, "\"lines\""), "a line says so", s.maker.text);
    there.length = 0;
    simulation_advance(&second, 5000); /* its clock is behind */
    check(strstr(there.text, "{\"by\":1,\"do\":\"play\""), "the bot has not played", there.text);
    check(!sees_cards(&there), "a line of the old view", there.text);
    simulation_disconnect(&second, &there);
    stop(&second);
    leave(&s);
}

/* One throwaway key after the other sits down, or chats, and is shown the door. */
static void powers_do_not_end(const char *url) {
    enum { KEYS = 3 * LOBBY_LISTED };
    scene s;
    simulated_client c;
    char who[64];
    gather(&s, url, 7);
    for (int i = 0; i < KEYS; i++) {
        greet_as(&s.m, &c, SIMULATION_LOOPBACK, 100 + i);
        snprintf(who, sizeof who, ",\"who\":\"%s\"", c.session->who);
        ask_table(&s.m, &c, "sit", s.id, ",\"seat\":2,\"nonce\":" NONCE);
        ask_table(&s.m, &s.maker, "remove", s.id, who);
        check(strstr(s.maker.text, "\"ok\":true") != NULL, "not removed", s.maker.text);
        ask_table(&s.m, &c, "sit", s.id, ",\"seat\":2,\"nonce\":" NONCE);
        check(was_refused(&c, "removed"), "sits again", c.text);
        ask_table(&s.m, &s.maker, "mute", s.id, who);
        check(strstr(s.maker.text, "\"ok\":true") != NULL, "not muted", s.maker.text);
        simulation_disconnect(&s.m, &c);
        s.m.now += 1000;
    }
    leave(&s);
}

/* Who sits is never the one who gives way to newer marks. */
static void who_sits_stays_muted(const char *url) {
    scene s;
    char who[64];
    gather(&s, url, 8);
    ask_table(&s.m, &s.maker, "mute", s.id, s.remove);
    for (int i = 0; i < 2 * LOBBY_LISTED; i++) {
        snprintf(who, sizeof who, ",\"who\":\"%012x\"", (unsigned)i);
        ask_table(&s.m, &s.maker, "mute", s.id, who);
        s.m.now += 1000;
    }
    ask_table(&s.m, &s.guest, "chat", s.id, ",\"text\":\"again\"");
    check(was_refused(&s.guest, "chat"), "who sits is muted no longer", s.guest.text);
    ask_table(&s.m, &s.maker, "unmute", s.id, s.remove);
    ask_table(&s.m, &s.guest, "chat", s.id, ",\"text\":\"again\"");
    check(strstr(s.guest.text, "\"ok\":true") != NULL, "muted for ever", s.guest.text);
    leave(&s);
}

/* With one word nobody is heard but those who sit. */
static void strangers_are_muted_at_once(const char *url) {
    scene s;
    simulated_client stranger;
    gather(&s, url, 9);
    greet_as(&s.m, &stranger, SIMULATION_LOOPBACK, 3);
    ask_table(&s.m, &s.guest, "mute", s.id, ",\"who\":null");
    check(was_refused(&s.guest, "maker"), "somebody else mutes", s.guest.text);
    ask_table(&s.m, &s.maker, "watch", s.id, "");
    ask_table(&s.m, &s.maker, "mute", s.id, "");
    check(was_refused(&s.maker, "request"), "nobody in particular is muted", s.maker.text);
    ask_table(&s.m, &s.maker, "mute", s.id, ",\"who\":null");
    check(strstr(s.maker.text, "\"quiet\":true") != NULL, "it is not told", s.maker.text);
    ask_table(&s.m, &stranger, "chat", s.id, ",\"text\":\"hello\"");
    check(was_refused(&stranger, "chat"), "a stranger is heard", stranger.text);
    ask_table(&s.m, &s.guest, "chat", s.id, ",\"text\":\"hello\"");
    check(strstr(s.guest.text, "\"ok\":true") != NULL, "who sits is not heard", s.guest.text);
    ask_table(&s.m, &s.maker, "unmute", s.id, ",\"who\":null");
    ask_table(&s.m, &stranger, "chat", s.id, ",\"text\":\"hello\"");
    check(strstr(stranger.text, "\"ok\":true") != NULL, "not heard again", stranger.text);
    simulation_disconnect(&s.m, &stranger);
    leave(&s);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    old_lines_tell_nothing(argv[1]);
    nothing_is_said_or_made(argv[1]);
    another_process_shows_no_more(argv[1]);
    a_late_process_shows_no_more(argv[1]);
    a_late_process_writes_no_more(argv[1]);
    powers_do_not_end(argv[1]);
    who_sits_stays_muted(argv[1]);
    strangers_are_muted_at_once(argv[1]);
    return 0;
}
