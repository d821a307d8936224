/* What people agree on, and whom they must ask; in a simulated world.
 *
 *   agreed sqlite:FILE
 */
#include <string.h>

#include "serve/tables.h"
#include "steps.h"

#define MINUTE 60000
#define HOUR   (60 * MINUTE)
#define DAY    (24 * INT64_C(3600000))

/* Two people, of whom the guest is to act. */
typedef struct scene {
    simulation m;
    simulated_client maker, guest;
    char id[STORE_TABLE_ID + 1];
} scene;

static void sit_down_with(scene *s, const char *url, uint64_t seed, const char *clock) {
    char more[160];
    snprintf(more, sizeof more, ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":1}%s",
             clock);
    start(&s->m, url, seed);
    greet_as(&s->m, &s->maker, SIMULATION_LOOPBACK, 1);
    greet_as(&s->m, &s->guest, SIMULATION_LOOPBACK, 2);
    make_table(&s->m, &s->maker, more, s->id);
    ask_table(&s->m, &s->guest, "sit", s->id, ",\"nonce\":" NONCE);
    ask_table(&s->m, &s->maker, "watch", s->id, "");
    ask_table(&s->m, &s->guest, "watch", s->id, "");
    ask_table(&s->m, &s->maker, "start", s->id, "");
}

static void sit_down(scene *s, const char *url, uint64_t seed) {
    sit_down_with(s, url, seed, "");
}

static void stand_up(scene *s) {
    simulation_disconnect(&s->m, &s->maker);
    if (s->guest.session)
        simulation_disconnect(&s->m, &s->guest);
    stop(&s->m);
}

/* Time passes, and who is connected stays so. */
static void wait(scene *s, int64_t ms) {
    s->maker.length = 0;
    s->m.now += ms;
    session_note_life(s->maker.session);
    if (s->guest.session)
        session_note_life(s->guest.session);
    simulation_advance(&s->m, 1000);
}

static bool is_running(const scene *s) {
    return tables_find(s->m.server, s->id)->lobby.status == STORE_RUNNING;
}

static bool is_paused(const scene *s) {
    return tables_find(s->m.server, s->id)->lobby.paused != 0;
}

/* A bot plays for the guest after two minutes, but that is no consent. */
static void the_absent_are_asked(const char *url) {
    scene s;
    sit_down(&s, url, 1);
    simulation_disconnect(&s.m, &s.guest);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(is_running(&s), "ended without who has just left", s.maker.text);
    wait(&s, 3 * MINUTE);
    check(tables_find(s.m.server, s.id)->position.away >> 1 & 1, "no bot came", s.maker.text);
    ask_table(&s.m, &s.maker, "pause", s.id, "");
    check(!strstr(s.maker.text, "\"paused\":true"), "paused without the absent", s.maker.text);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(is_running(&s), "ended without the absent", s.maker.text);
    wait(&s, 58 * MINUTE);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(!is_running(&s), "who is gone for an hour is still waited for", s.maker.text);
    stand_up(&s);
}

/* Where a move has days, people are rarely there at the same time. */
static void days_are_waited_for(const char *url) {
    scene s;
    sit_down_with(&s, url, 7, ",\"clock\":{\"days\":2}");
    simulation_disconnect(&s.m, &s.guest);
    wait(&s, 47 * HOUR);
    ask_table(&s.m, &s.maker, "pause", s.id, "");
    check(!is_paused(&s), "paused without who has two days", s.maker.text);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(is_running(&s), "ended without who has two days", s.maker.text);
    wait(&s, HOUR);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(!is_running(&s), "who is gone for two days is still waited for", s.maker.text);
    stand_up(&s);
}

/* What both have paused, one does not end or resume alone the same evening. */
static void a_pause_is_kept(const char *url) {
    scene s;
    sit_down(&s, url, 8);
    ask_table(&s.m, &s.maker, "pause", s.id, "");
    ask_table(&s.m, &s.guest, "pause", s.id, "");
    check(is_paused(&s), "not paused by both", s.guest.text);
    simulation_disconnect(&s.m, &s.guest);
    wait(&s, 7 * DAY - HOUR);
    ask_table(&s.m, &s.maker, "resume", s.id, "");
    check(is_paused(&s), "resumed by one", s.maker.text);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(is_running(&s), "ended by one", s.maker.text);
    wait(&s, HOUR);
    ask_table(&s.m, &s.maker, "resume", s.id, "");
    check(!is_paused(&s), "who is gone for a week is still waited for", s.maker.text);
    stand_up(&s);
}

/* Who was absent when one paused alone is not needed to go on. */
static void who_pauses_alone_resumes_alone(const char *url) {
    scene s;
    sit_down(&s, url, 9);
    simulation_disconnect(&s.m, &s.guest);
    wait(&s, 61 * MINUTE);
    ask_table(&s.m, &s.maker, "pause", s.id, "");
    check(is_paused(&s), "who is gone for an hour is still waited for", s.maker.text);
    wait(&s, MINUTE);
    ask_table(&s.m, &s.maker, "resume", s.id, "");
    check(!is_paused(&s), "not resumed by who has paused", s.maker.text);
    stand_up(&s);
}

/* Who was too slow, and is there again, can agree without playing. */
static void who_is_back_agrees(const char *url) {
    scene s;
    sit_down(&s, url, 2);
    simulation_disconnect(&s.m, &s.guest);
    wait(&s, 3 * MINUTE);
    greet_as(&s.m, &s.guest, SIMULATION_LOOPBACK, 2);
    ask_table(&s.m, &s.guest, "watch", s.id, "");
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(is_running(&s), "ended against the will of who looks on", s.maker.text);
    ask_table(&s.m, &s.guest, "end", s.id, "");
    check(!is_running(&s), "not ended by both", s.guest.text);
    stand_up(&s);
}

static void wishes_lapse(const char *url) {
    scene s;
    sit_down(&s, url, 3);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(strstr(s.maker.text, "\"end\":[0]") != NULL, "a wish is not told", s.maker.text);
    wait(&s, 9 * MINUTE);
    check(!s.maker.length || !strstr(s.maker.text, "\"end\":[]"), "lapsed too soon", s.maker.text);
    wait(&s, MINUTE);
    check(s.maker.length && strstr(s.maker.text, "\"end\":[]"), "it does not lapse", s.maker.text);
    ask_table(&s.m, &s.guest, "end", s.id, "");
    check(is_running(&s), "ended by an old wish", s.guest.text);
    ask_table(&s.m, &s.maker, "end", s.id, "");
    check(!is_running(&s), "not ended by both", s.maker.text);
    stand_up(&s);
}

/* A process that has not heard of the last who sat down, of the start, or of a line, looks again
 * before it refuses anything. */
static void refusals_are_not_out_of_date(const char *url) {
    scene s;
    simulation second;
    simulated_client guest;
    start(&s.m, url, 4);
    greet_as(&s.m, &s.maker, SIMULATION_LOOPBACK, 1);
    join(&second, &s.m, 5);
    greet_as(&second, &guest, SIMULATION_LOOPBACK, 2);
    make_table(&s.m, &s.maker, ",\"game\":\"mice\",\"seats\":2,\"options\":{\"first\":1}", s.id);
    ask_table(&s.m, &s.maker, "watch", s.id, "");
    ask_table(&second, &guest, "sit", s.id, ",\"nonce\":" NONCE);
    ask_table(&s.m, &s.maker, "start", s.id, "");
    check(strstr(s.maker.text, "\"re\":2,\"ok\":true") != NULL, "no start", s.maker.text);
    char more[80];
    snprintf(more, sizeof more, ",\"number\":%u,\"line\":{\"by\":1,\"do\":\"roll\"}",
             tables_find(s.m.server, s.id)->position.number);
    ask_table(&second, &guest, "act", s.id, more);
    check(strstr(guest.text, "\"re\":2,\"ok\":true") != NULL, "no move", guest.text);
    ask_table(&second, &guest, "start", s.id, "");
    check(was_refused(&guest, "started"), "a refusal is never said", guest.text);
    simulation_disconnect(&second, &guest);
    stop(&second);
    simulation_disconnect(&s.m, &s.maker);
    stop(&s.m);
}

/* A hello that fails, or comes twice, counts no socket. */
static void failed_hellos_count_nothing(const char *url) {
    simulation m;
    simulated_client c;
    start(&m, url, 6);
    simulation_connect(&m, &c);
    m.down = true;
    for (int i = 0; i < 2 * m.options.sockets_per_key; i++) {
        ask(&m, &c,
            "{\"id\":1,\"do\":\"hello\",\"protocol\":1,"
            "\"key\":\"00000000000000000000000000000001\",\"name\":\"Anna\"}");
        check(was_refused(&c, "store"), "the store is not down", c.text);
        m.now += 1000;
    }
    m.down = false;
    simulation_disconnect(&m, &c);
    greet_as(&m, &c, SIMULATION_LOOPBACK, 1);
    check(c.session->key->sockets == 1, "sockets that are not there count", c.text);
    simulation_disconnect(&m, &c);
    stop(&m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    the_absent_are_asked(argv[1]);
    days_are_waited_for(argv[1]);
    a_pause_is_kept(argv[1]);
    who_pauses_alone_resumes_alone(argv[1]);
    who_is_back_agrees(argv[1]);
    wishes_lapse(argv[1]);
    refusals_are_not_out_of_date(argv[1]);
    failed_hellos_count_nothing(argv[1]);
    return 0;
}
