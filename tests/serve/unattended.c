/* Games that no person attends: after a while no bot moves, after a long while they are given up,
 * and whoever comes back finds them as they were. In a simulated world.
 *
 *   unattended sqlite:FILE
 */
#include <string.h>

#include "serve/lobby_row.h"
#include "serve/tables.h"
#include "steps.h"

#define MINUTE 60000
#define DAY    (1440 * INT64_C(60000))

typedef struct scene {
    simulation m;
    simulated_client c;
    char id[STORE_TABLE_ID + 1];
} scene;

/* A game with two bots that move once a minute. */
static void begin(scene *s, const char *url, uint64_t seed, const char *clock) {
    start(&s->m, url, seed);
    s->m.options.bot_ms = MINUTE;
    sit_with_bots(&s->m, &s->c, clock, s->id);
}

/* The same in a new process, after so long. */
static void restart_after(scene *s, const char *url, int64_t ms) {
    int64_t now = s->m.now + ms;
    stop(&s->m);
    restart(&s->m, url, 99);
    s->m.options.bot_ms = MINUTE;
    s->m.now = s->m.server->started = now;
}

/* The bots see every minute, and nobody else does. */
static void pass_minutes(scene *s, int minutes) {
    for (int i = 0; i < minutes; i++) {
        s->m.now += MINUTE - 2000;
        simulation_advance(&s->m, 2000);
    }
}

static bool read_lobby(void *context, const store_table *row) {
    rz_setup setup;
    return !lobby_read(row, context, &setup);
}

/* As the store has it. */
static lobby stored_lobby(const scene *s) {
    lobby l = {0};
    store_table_of(s->m.store, s->id, read_lobby, &l);
    return l;
}

static bool count_line(void *context, const store_line *line) {
    (void)line;
    ++*(int *)context;
    return true;
}

static int stored_lines(const scene *s) {
    int n = 0;
    store_lines(s->m.store, s->id, 0, 100000, count_line, &n);
    return n;
}

static void leave_table(scene *s) {
    ask_table(&s->m, &s->c, "leave", s->id, "");
    simulation_disconnect(&s->m, &s->c);
}

static void come_back(scene *s) {
    greet_as(&s->m, &s->c, SIMULATION_LOOPBACK, 0);
    ask_table(&s->m, &s->c, "watch", s->id, "");
}

/* Fifteen minutes after the last person it sleeps; who looks on is told. */
static void it_sleeps(const char *url) {
    scene s;
    simulated_client spectator;
    begin(&s, url, 1, "null");
    int before = stored_lines(&s);
    greet_as(&s.m, &spectator, SIMULATION_LOOPBACK, 5);
    ask_table(&s.m, &spectator, "watch", s.id, "");
    leave_table(&s);
    for (int i = 0; i < 14; i++) {
        session_note_life(spectator.session);
        pass_minutes(&s, 1);
    }
    check(!stored_lobby(&s).asleep && stored_lines(&s) > before + 5, "bots do not play", "");
    session_note_life(spectator.session);
    spectator.length = 0;
    pass_minutes(&s, 2);
    check(strstr(spectator.text, "\"asleep\":true") != NULL, "it is not told", spectator.text);
    simulation_disconnect(&s.m, &spectator);
    before = stored_lines(&s);
    pass_minutes(&s, 60);
    check(stored_lines(&s) == before, "bots play for nobody", "");
    stop(&s.m);
}

/* Before that bots take their time, and hurry again when somebody is back. */
static void there_is_no_hurry(const char *url) {
    scene s;
    begin(&s, url, 3, "null");
    s.m.options.bot_ms = 300;
    leave_table(&s);
    int before = stored_lines(&s);
    simulation_advance(&s.m, MINUTE);
    int alone = stored_lines(&s) - before;
    check(alone > 3 && alone < 40, "bots hurry for nobody", "");
    come_back(&s);
    before = stored_lines(&s);
    simulation_advance(&s.m, MINUTE / 2);
    check(stored_lines(&s) - before > 2 * alone, "bots keep people waiting", "");
    simulation_disconnect(&s.m, &s.c);
    stop(&s.m);
}

/* Coming back is enough; the page need not ask for anything. */
static void it_wakes(const char *url) {
    scene s;
    begin(&s, url, 2, "null");
    leave_table(&s);
    pass_minutes(&s, 40);
    int before = stored_lines(&s);
    come_back(&s);
    check(strstr(s.c.text, "\"asleep\":false") != NULL, "it does not wake", s.c.text);
    session_note_life(s.c.session);
    pass_minutes(&s, 1);
    check(stored_lines(&s) > before, "no bot plays on", s.c.text);
    leave_table(&s);
    pass_minutes(&s, 14);
    check(!stored_lobby(&s).asleep, "the second time it sleeps sooner", "");
    stop(&s.m);
}

static void it_is_given_up(const char *url) {
    scene s;
    begin(&s, url, 3, "null");
    leave_table(&s);
    pass_minutes(&s, 20);
    restart_after(&s, url, 7 * DAY - 30 * MINUTE);
    pass_minutes(&s, 5);
    check(stored_lobby(&s).status == STORE_RUNNING, "given up too early", "");
    pass_minutes(&s, 10);
    check(stored_lobby(&s).status == STORE_ABANDONED, "not given up", "");
    come_back(&s);
    check(strstr(s.c.text, "\"status\":\"abandoned\"") != NULL, "not told", s.c.text);
    simulation_disconnect(&s.m, &s.c);
    stop(&s.m);
}

/* Until the person is asked: the others move first, perhaps. */
static void wait_for_turn(scene *s) {
    const table *t = tables_find(s->m.server, s->id);
    for (int i = 0; i < 10 && !(t->position.asked & 1); i++) {
        session_note_life(s->c.session);
        pass_minutes(s, 1);
    }
    check(t->position.asked & 1, "the person is never asked", "");
}

/* The process dies while somebody sits there whom the game waits for: nothing is due, and yet the
 * next process finds that they are gone. */
static void a_restart_changes_nothing(const char *url) {
    scene s;
    begin(&s, url, 4, "null");
    wait_for_turn(&s);
    s.m.server->closing = true; /* nobody notes who leaves */
    simulation_disconnect(&s.m, &s.c);
    check(stored_lobby(&s).seats[0].home != 0, "the end of the process was noted", "");
    restart_after(&s, url, DAY);
    pass_minutes(&s, 14);
    check(!stored_lobby(&s).asleep, "it sleeps at once", "");
    pass_minutes(&s, 3);
    check(stored_lobby(&s).asleep != 0, "it does not sleep after a restart", "");
    stop(&s.m);
}

/* A process that starts looks for all that run, once, and nobody who writes waits for it. */
static void a_start_only_reads(const char *url) {
    simulation m;
    start(&m, url, 9);
    simulation_advance(&m, 1000);
    /* The others: what owners have done, and games of which no results were kept. */
    check(m.n_read == 3 && m.takeover.reviewed, "the look is not among what is read", "");
    simulation_advance(&m, 5000);
    check(m.n_read <= 3 + 3, "it looks again and again", ""); /* for acts of owners: every 2 s */
    stop(&m);
}

/* Games of days wait for people who are seldom there; so does what people have paused. */
static void some_are_exempt(const char *url) {
    scene s;
    begin(&s, url, 5, "{\"days\":3}");
    wait_for_turn(&s);
    simulation_disconnect(&s.m, &s.c);
    pass_minutes(&s, 20);
    check(!stored_lobby(&s).asleep, "a game of days sleeps", "");
    stop(&s.m);
    begin(&s, url, 6, "null");
    ask_table(&s.m, &s.c, "pause", s.id, "");
    simulation_disconnect(&s.m, &s.c);
    restart_after(&s, url, 20 * DAY);
    pass_minutes(&s, 2);
    lobby l = stored_lobby(&s);
    check(l.paused && !l.asleep && l.status == STORE_RUNNING, "a pause is not respected", "");
    stop(&s.m);
}

/* The person is at another process: the game goes on. When that dies, it sleeps. */
static void other_processes_count(const char *url) {
    scene s;
    simulation second;
    simulated_client there;
    begin(&s, url, 7, "null");
    join(&second, &s.m, 8);
    ask_table(&s.m, &s.c, "leave", s.id, "");
    greet_as(&second, &there, SIMULATION_LOOPBACK, 0);
    ask_table(&second, &there, "watch", s.id, "");
    simulation_disconnect(&s.m, &s.c);
    for (int i = 0; i < 20; i++) {
        second.now = s.m.now;
        session_note_life(there.session);
        simulation_advance(&second, 1000); /* says that it is there */
        pass_minutes(&s, 1);
    }
    check(!stored_lobby(&s).asleep, "it sleeps although somebody is there", "");
    second.server->closing = true;
    simulation_disconnect(&second, &there);
    stop(&second);
    simulation_advance(&s.m, 8000);
    check(!stored_lobby(&s).seats[0].home, "the other process is thought to live", "");
    pass_minutes(&s, 16);
    check(stored_lobby(&s).asleep != 0, "it does not sleep", "");
    stop(&s.m);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    it_sleeps(argv[1]);
    there_is_no_hurry(argv[1]);
    it_wakes(argv[1]);
    it_is_given_up(argv[1]);
    a_restart_changes_nothing(argv[1]);
    a_start_only_reads(argv[1]);
    some_are_exempt(argv[1]);
    other_processes_count(argv[1]);
    return 0;
}
