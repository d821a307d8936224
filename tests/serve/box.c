/* The server in a box: the real server, one or two processes of it on one store, in a world where
 * everything goes wrong that can: processes die at any point, the power is cut in the middle of a
 * write, writes come in another order or in part, the disk fills up and fails, memory runs out,
 * clocks are set, notifications are lost, readers read nothing, strangers send whatever they like.
 * All of it comes from one seed. Honest players sit at two tables meanwhile, and hold the server to
 * its promises:
 *
 *   - what was acknowledged is there, once, where it was said to be; what was shown stays
 * (player.c);
 *   - everybody was told the same history, and nothing of it that their view does not have;
 *   - what waits for a reader is bounded, and an honest move has its answer after a bounded number
 *     of turns of the loop, whatever strangers do;
 *   - when the trouble is over everybody knows everything, and the games go on.
 *
 *   box run FIRST COUNT         seeds, one after the other
 *   box again SEED [STEPS]      one of them, or only these of its steps (“3,17,40”)
 *
 * A seed that fails is made smaller: steps are left out as long as it fails without them. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../store/disk.h"
#include "memory.h"
#include "player.h"
#include "serve/tables.h"

enum {
    STEPS = 200,
    PROCESSES = 2,
    TABLES = 2,
    AT_A_TABLE = 3, /* two who play, and one who looks on */
    PLAYERS = TABLES * AT_A_TABLE,
    STRANGERS = 2,
    LINES_MAX = 20000,
    SECONDS_MAX = 20 /* of one seed: then it hangs */
};

typedef struct step {
    uint32_t kind, who, a, b;
} step;

static struct {
    uint64_t seed, random;
    int64_t now, set_by;
    store *store;
    int n_processes;
    simulation process[PROCESSES];
    bool lives[PROCESSES];
    player players[PLAYERS];
    char tables[TABLES][STORE_TABLE_ID + 1];
    player strangers[STRANGERS];
    bool in_trouble; /* the disk fails now: answers may be late */
    uint64_t digest; /* of all that was sent */
} box;

/* What the seeds have seen; the parent prints it. */
static struct figures {
    uint64_t seed, acknowledged, lines, crashes, cuts, frames, removed, over, refused;
    uint64_t turns_max, bytes_max; /* until an honest move was answered, and with the answer */
} * seen;

static char url[100]; /* on a disk in memory; of the file there is nothing but its name */

static uint32_t draw(uint32_t below) {
    uint64_t x = box.random += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ (x >> 31)) >> 32) % below;
}

/* ---- Processes ------------------------------------------------------------------------------- */

static void open_store(void) {
    char why[512] = "";
    store_result result;
    box.store = store_open(url, why, sizeof why, &result);
    check(box.store != NULL, "the store does not open", why);
}

static void begin_process(int i) {
    simulation *m = &box.process[i];
    memory_fail(0, 0); /* what can not begin is begun again */
    simulation_begin(m, box.store, box.now, box.seed * 1000 + draw(1000), box.n_processes > 1);
    m->server->log = fopen("/dev/null", "w");
    m->set_by = box.set_by;
    box.lives[i] = true;
}

static void settle_all(void) {
    for (int i = 0; i < box.n_processes; i++)
        if (box.lives[i])
            simulation_settle(&box.process[i]);
}

static void crash_process(int i) {
    if (!box.lives[i])
        return;
    for (int p = 0; p < PLAYERS; p++)
        if (box.players[p].at == &box.process[i]) {
            player_read(&box.players[p]); /* what had left before */
            player_is_cut_off(&box.players[p]);
        }
    for (int p = 0; p < STRANGERS; p++)
        if (box.strangers[p].at == &box.process[i])
            player_is_cut_off(&box.strangers[p]);
    FILE *log = box.process[i].server->log;
    seen->crashes++;
    simulation_crash(&box.process[i]);
    fclose(log);
    box.lives[i] = false;
}

static void tell_others(int but) {
    for (int i = 0; i < box.n_processes; i++)
        if (i != but && box.lives[i])
            tables_mark_stale(box.process[i].server, "");
}

/* ---- The record ------------------------------------------------------------------------------ */

static struct {
    int n;
    char *lines[LINES_MAX];
} record;

static bool take_line(void *context, const store_line *line) {
    (void)context;
    check((int)line->number == record.n && record.n < LINES_MAX, "a line is missing in the store",
          "");
    record.lines[record.n++] = strndup(line->text.at, line->text.length);
    return true;
}

static void read_record(int t) {
    for (int i = 0; i < record.n; i++)
        free(record.lines[i]);
    record.n = 0;
    store_result result = store_lines(box.store, box.tables[t], 0, LINES_MAX, take_line, NULL);
    check(result == STORE_OK || result == STORE_MISSING, "a record can not be read",
          store_why(box.store));
}

/* Everybody's lines and promises against what is in the store. */
static void compare_all(bool is_last) {
    for (int t = 0; t < TABLES; t++) {
        read_record(t);
        if (is_last) {
            seen->lines += (uint64_t)record.n;
            seen->over += strstr(record.lines[record.n - 1], "{\"fair\":{") != NULL;
        }
        for (int p = 0; p < PLAYERS; p++)
            if (p / AT_A_TABLE == t)
                player_compare(&box.players[p], record.lines, record.n);
    }
}

/* ---- What is looked at after every step ------------------------------------------------------ */

static void add_to_digest(const player *p) {
    for (size_t i = 0; i < p->link.length; i++)
        box.digest = (box.digest ^ (uint8_t)p->link.text[i]) * 0x100000001b3u;
}

static void look_at(player *p, bool reads) {
    enum { SLACK = 1 << 17 };
    if (!p->at)
        return;
    const session *s = p->link.session;
    check(s->out_bytes <= (size_t)p->at->options.queue_bytes + SLACK, "it piles up for a reader",
          "");
    add_to_digest(p);
    if (reads)
        player_read(p);
    else
        p->link.length = 0;
    if (p->link.closed)
        player_disconnect(p);
}

static void look_at_all(void) {
    for (int i = 0; i < PLAYERS; i++)
        look_at(&box.players[i], true);
    for (int i = 0; i < STRANGERS; i++)
        look_at(&box.strangers[i], false);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static player *player_of(const step *s) {
    return &box.players[s->who % PLAYERS];
}

static void come(player *p, uint32_t which) {
    int i = (int)(which % (uint32_t)box.n_processes);
    if (!p->at && box.lives[i] && player_connect(p, &box.process[i]))
        simulation_settle(&box.process[i]);
}

static void connect_somebody(const step *s) {
    come(player_of(s), s->a);
}

static void disconnect_somebody(const step *s) {
    player *p = player_of(s);
    if (!p->at)
        return;
    player_read(p);
    player_disconnect(p);
}

static void pass_time(const step *s) {
    static const int64_t usual[] = {20, 100, 400, 1000, 1000, 3000, 8000, 70000};
    int64_t ms = usual[s->a % 8];
    box.now += ms;
    for (int i = 0; i < box.n_processes; i++) {
        simulation *m = &box.process[i];
        if (!box.lives[i])
            continue;
        if (ms > 10000) /* most of it at once */
            m->now = box.now - 200;
        simulation_advance(m, box.now - m->now);
    }
}

static void note_most(uint64_t *most, uint64_t now) {
    *most = now > *most ? now : *most;
}

/* What an honest client does within one turn of the loop; it is answered a few turns later. */
static void act(const step *s) {
    enum { TURNS = 12, BYTES = 1 << 14 };
    player *p = player_of(s);
    if (!p->at || p->link.blocked)
        return;
    if (player_is_away(p)) {
        player_ask(p, "return", "");
    } else if (player_act_now(p, s->a)) {
        simulation *m = p->at;
        int before = m->rounds;
        while (p->pending_id >= 0 && m->rounds - before < TURNS) {
            simulation_turn(m);
            note_most(&seen->bytes_max, p->link.length);
            look_at(p, true);
            if (!p->at)
                return;
        }
        check(seen->bytes_max < BYTES, "much comes with an answer", "");
        note_most(&seen->turns_max, (uint64_t)(m->rounds - before));
        check(p->link.unread || p->pending_id < 0, "a move waits long for its answer",
              p->acts[p->n_acts - 1].text);
    }
}

static void act_and_wait(const step *s) {
    act(s);
    settle_all();
}

/* Everybody acts at once, the processes one after the other. */
static void act_all(const step *s) {
    for (int i = 0; i < PLAYERS; i++)
        if (box.players[i].at && !box.players[i].link.blocked)
            player_act_now(&box.players[i], s->a + (uint32_t)i);
    settle_all();
}

static void leave_or_return(const step *s) {
    player *p = player_of(s);
    if (p->at)
        player_ask(p, s->a % 3 ? "return" : "leave", "");
    settle_all();
}

static void wish(const step *s) {
    static const char *const wishes[] = {"pause", "resume", "resume", "resume", "end"};
    player *p = player_of(s);
    if (p->at && (s->a % 5 < 4 || s->b % 8 == 0))
        player_ask(p, wishes[s->a % 5], "");
    settle_all();
}

static void chat(const step *s) {
    player *p = player_of(s);
    if (p->at)
        player_ask(p, "chat", ",\"text\":\"Good evening\"");
    settle_all();
}

/* The maker removes the other one, seldom. */
static void remove_somebody(const step *s) {
    player *maker = &box.players[s->who % TABLES * AT_A_TABLE], *other = maker + 1;
    char more[64];
    if (s->a % 4 || !maker->at || !other->at)
        return;
    snprintf(more, sizeof more, ",\"who\":\"%s\"", other->link.session->who);
    other->removed_at = INT32_MAX - 1; /* perhaps */
    look_at_all();
    player_ask(maker, "remove", more);
    simulation_settle(maker->at);
    char ok[32];
    snprintf(ok, sizeof ok, "{\"re\":%d,\"ok\":true", maker->id);
    bool done = maker->link.text && strstr(maker->link.text, ok) != NULL;
    look_at_all();
    if (done && maker->at && maker->at == other->at)
        other->removed_at = other->n, seen->removed++;
}

static void block_or_read(const step *s) {
    player *p = player_of(s);
    p->link.blocked = p->at && s->a % 2;
    settle_all();
}

static void lose_process(const step *s) {
    int i = (int)(s->a % (uint32_t)box.n_processes);
    crash_process(i);
    compare_all(false);
    if (s->b % 4)
        begin_process(i);
}

static void restart_all(void) {
    for (int i = 0; i < box.n_processes; i++)
        if (!box.lives[i])
            begin_process(i);
}

static void end_trouble(void) {
    disk_limit(SIZE_MAX);
    disk_fail(0);
    memory_fail(0, 0);
    box.in_trouble = false;
    for (int i = 0; i < box.n_processes; i++)
        box.process[i].down = box.process[i].full = box.process[i].deaf = false;
}

/* Somewhere in what everybody does at once: it is never known how far the disk has come. */
static void cut_power(const step *s) {
    seen->cuts++;
    disk_cut_after(s->b % 60);
    act_all(s);
    if (s->a % 2)
        pass_time(&(step){.a = s->a / 2 % 5});
    for (int i = 0; i < box.n_processes; i++)
        crash_process(i);
    end_trouble();
    store_close(box.store);
    disk_reboot();
    open_store();
    compare_all(false);
    restart_all();
}

static void set_clock(const step *s) {
    static const int64_t by[] = {-3600000, -60000, -1000, 1000, 60000, 3600000};
    box.set_by += by[s->a % 6];
    for (int i = 0; i < box.n_processes; i++)
        if (box.lives[i] && (s->b % 2 || i == 0)) /* clocks of two machines may differ */
            box.process[i].set_by = box.set_by;
}

static void begin_trouble(const step *s) {
    box.in_trouble = true;
    simulation *m = &box.process[s->b % (uint32_t)box.n_processes];
    bool *refusals[] = {&m->down, &m->full, &m->deaf};
    if (s->a % 6 == 0)
        disk_limit(disk_used() + s->b % 50000);
    else if (s->a % 6 == 1)
        disk_fail(1 + s->b % 20);
    else if (s->a % 6 == 2)
        memory_fail(2 + s->b % 60, s->b);
    else
        *refusals[s->a % 6 - 3] = true;
}

static void change_trouble(const step *s) {
    if (box.in_trouble)
        end_trouble();
    else
        begin_trouble(s);
}

static void notify(const step *s) {
    if (s->a % 3) /* else it is lost */
        tell_others((int)(s->b % (uint32_t)box.n_processes));
    settle_all();
}

/* ---- Strangers ------------------------------------------------------------------------------- */

#define NO_ONE "\"00000000000000000000000000000000000000000000000000000000000000ff\""

/* %s is a table, %u a number. */
static const char *const nonsense[] = {
    "{\"id\":1,\"do\":\"watch\",\"table\":\"%s\",\"from\":%u}",
    "{\"id\":2,\"do\":\"act\",\"table\":\"%s\",\"number\":%u,\"line\":{\"by\":0,\"do\":\"call\"}}",
    "{\"id\":2,\"do\":\"act\",\"table\":\"%s\",\"number\":%u,\"line\":{\"by\":1,\"do\":\"roll\"}}",
    "{\"id\":3,\"do\":\"sit\",\"table\":\"%s\",\"seat\":%u,\"nonce\":" NO_ONE "}",
    "{\"id\":4,\"do\":\"remove\",\"table\":\"%s\",\"who\":\"%012u\"}",
    "{\"id\":5,\"do\":\"start\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":6,\"do\":\"end\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":7,\"do\":\"pause\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":8,\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%u\"}",
    "{\"id\":9,\"do\":\"rematch\",\"table\":\"%s\",\"x\":%u,\"nonce\":" NO_ONE "}",
    "{\"id\":10,\"do\":\"leave\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":11,\"do\":\"return\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":12,\"do\":\"mute\",\"table\":\"%s\",\"who\":\"%012u\"}",
    "{\"id\":13,\"do\":\"unwatch\",\"table\":\"%s\",\"x\":%u}",
    "{\"id\":14,\"do\":\"make\",\"x\":\"%s\",\"game\":\"loot\",\"seats\":%u,\"nonce\":" NO_ONE "}",
    "{\"id\":15,\"do\":\"tables\",\"x\":\"%s\",\"page\":%u}",
    "{\"id\":16,\"do\":\"name\",\"x\":\"%s\",\"name\":\"Nobody %u\"}",
    "{\"id\":17,\"do\":\"forget\",\"x\":\"%s%u\"}",
    "{\"id\":18,\"do\":\"%s\",\"table\":%u}",
    "[[[[[[[[[[%s%u",
    "{\"id\":19,\"do\":\"watch\",\"table\":\"%.21s\\u%04u\"}",
};

enum { KINDS_OF_NONSENSE = sizeof nonsense / sizeof *nonsense };

/* A few frames, or a flood of one kind; honest moves follow in the same turn of the loop. */
static void disturb(const step *s) {
    player *h = &box.strangers[s->who % STRANGERS];
    char text[512];
    if (!h->at)
        come(h, s->a);
    int n = s->b % 8 == 0 ? 60 : 1 + (int)(s->b % 5);
    for (int i = 0; i < n && h->at && !h->link.closed; i++) {
        uint32_t number = s->b % 16 == 0 ? UINT32_MAX : (s->b >> 5) % 100;
        uint32_t kind = n == 60 ? s->a : s->a + (uint32_t)i * 7;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text, sizeof text, nonsense[kind % KINDS_OF_NONSENSE],
                 box.tables[s->who / 2 % TABLES], number);
#pragma GCC diagnostic pop
        seen->frames++;
        simulation_post(h->at, &h->link, rz_slice_of(text));
    }
    if (h->at)
        h->link.blocked = s->a % 5 == 0;
    act_and_wait(&(step){.who = s->who + 1, .a = s->a});
}

/* ---- One seed -------------------------------------------------------------------------------- */

static const struct {
    void (*take)(const step *s);
    uint32_t often;
    const char *name;
} kinds[] = {
    {act_and_wait, 40, "act_and_wait"},
    {act_all, 8, "act_all"},
    {pass_time, 20, "pass_time"},
    {connect_somebody, 30, "connect_somebody"},
    {disconnect_somebody, 4, "disconnect_somebody"},
    {disturb, 12, "disturb"},
    {notify, 8, "notify"},
    {leave_or_return, 3, "leave_or_return"},
    {chat, 2, "chat"},
    {block_or_read, 4, "block_or_read"},
    {lose_process, 2, "lose_process"},
    {cut_power, 3, "cut_power"},
    {set_clock, 2, "set_clock"},
    {change_trouble, 3, "change_trouble"},
    {wish, 2, "wish"},
    {remove_somebody, 1, "remove_somebody"},
};

static int kind_of(uint32_t word) {
    uint32_t sum = 0;
    size_t at = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        sum += kinds[i].often;
    word %= sum;
    while (word >= kinds[at].often)
        word -= kinds[at++].often;
    return (int)at;
}

/* Before any trouble: two tables with two people and perhaps bots, who all have begun. */
static void gather(void) {
    static const char *const games[] = {"loot", "bars", "mice"};
    static const char *const clocks[] = {"null", "{\"move\":20,\"bank\":30}", "{\"days\":1}"};
    for (int t = 0; t < TABLES; t++) {
        uint32_t game = draw(3);
        bool bot = game == 1 || draw(2);
        char more[256];
        simulated_client c;
        greet_as(&box.process[0], &c, SIMULATION_LOOPBACK, t * AT_A_TABLE + 1);
        snprintf(more, sizeof more,
                 ",\"game\":\"%s\",\"seats\":%d,\"clock\":%s,\"bots\":[null,null%s]", games[game],
                 bot ? 3 : 2, clocks[draw(3)], bot ? ",\"random\"" : "");
        make_table(&box.process[0], &c, more, box.tables[t]);
        simulation_disconnect(&box.process[0], &c);
        for (int i = 0; i < AT_A_TABLE; i++) {
            player *p = &box.players[t * AT_A_TABLE + i];
            player_init(p, t * AT_A_TABLE + i + 1, i < 2 ? i : RZ_SPECTATOR, box.tables[t],
                        SIMULATION_LOOPBACK);
            player_connect(p, &box.process[0]);
        }
        player_ask(&box.players[t * AT_A_TABLE + 1], "sit", ",\"seat\":1,\"nonce\":" NONCE);
        settle_all();
        player_ask(&box.players[t * AT_A_TABLE], "start", "");
        settle_all();
    }
    for (int i = 0; i < STRANGERS; i++)
        player_init(&box.strangers[i], 100 + i, RZ_SPECTATOR, box.tables[0], "203.0.113.9");
    look_at_all();
    for (int i = 0; i < PLAYERS; i++)
        check(box.players[i].n > 0, "the game has not begun", box.tables[i / AT_A_TABLE]);
}

static void begin(uint64_t seed) {
    enum { LATE_2026 = 1795000000 };
    memset(&box, 0, sizeof box);
    box.seed = box.random = seed;
    box.now = 1000 * (int64_t)LATE_2026;
    disk_install(seed);
    disk_format();
    open_store();
    box.n_processes = 1 + (int)draw(2);
    for (int i = 0; i < box.n_processes; i++)
        begin_process(i);
    gather();
}

static bool is_behind(void) {
    for (int t = 0; t < TABLES; t++) {
        read_record(t);
        for (int p = t * AT_A_TABLE; p < (t + 1) * AT_A_TABLE; p++)
            if (box.players[p].n != record.n)
                return true;
    }
    return false;
}

/* The trouble is over: all come back, and know what there is to know. */
static void recover(void) {
    enum { PATIENCE = 400 };
    end_trouble();
    restart_all();
    int i = 0;
    for (; i < PATIENCE && (i < 3 || is_behind()); i++) {
        for (int p = 0; p < PLAYERS; p++) {
            box.players[p].link.blocked = false;
            come(&box.players[p], (uint32_t)p);
        }
        tell_others(-1);
        pass_time(&(step){.a = i < 3 ? 3 : 0});
        look_at_all();
    }
    check(i < PATIENCE, "somebody never hears of everything", "");
}

/* Then whoever is asked can move, and is heard. */
static void play_on(void) {
    for (int p = 0; p < PLAYERS; p++) {
        player *who = &box.players[p];
        const table *t = who->at ? tables_find(who->at->server, who->table) : NULL;
        if (!t || t->lobby.paused || t->lobby.status != STORE_RUNNING ||
            who->removed_at < INT32_MAX)
            continue;
        player_ask(who, "return", "");
        settle_all();
        tell_others(-1);
        settle_all();
        look_at_all();
        int before = who->n_acts;
        if (who->at && player_act_now(who, 1)) {
            simulation_settle(who->at);
            look_at_all();
            check(who->pending < 0 || who->n_acts == before, "nobody hears who plays on",
                  who->acts[who->n_acts - 1].text);
        }
    }
}

static void end(void) {
    compare_all(true);
    for (int i = 0; i < box.n_processes; i++)
        crash_process(i);
    for (int i = 0; i < PLAYERS; i++) {
        seen->acknowledged += (uint64_t)player_acknowledged(&box.players[i]);
        player_free(&box.players[i]);
    }
    seen->refused = memory_failures();
    store_close(box.store);
    disk_format();
}

/* To see what happens: BOX_TRACE=1 box again SEED. */
static void tell_step(int i, const step *s) {
    fprintf(stderr, "%d: %s who %u a %u b %u; lines", i, kinds[kind_of(s->kind)].name, s->who, s->a,
            s->b);
    for (int p = 0; p < PLAYERS; p++)
        fprintf(stderr, " %d%s", box.players[p].n, box.players[p].at ? "" : "-");
    fprintf(stderr, "\n");
}

/* `left_out` is NULL, or says of each step whether it is. */
static uint64_t run_seed(uint64_t seed, const bool left_out[STEPS]) {
    step steps[STEPS];
    begin(seed);
    for (int i = 0; i < STEPS; i++)
        steps[i] = (step){draw(1u << 30), draw(1u << 30), draw(1u << 30), draw(1u << 30)};
    for (int i = 0; i < STEPS; i++) {
        if (left_out && left_out[i])
            continue;
        if (getenv("BOX_TRACE"))
            tell_step(i, &steps[i]);
        kinds[kind_of(steps[i].kind)].take(&steps[i]);
        look_at_all();
    }
    recover();
    compare_all(false);
    play_on();
    recover();
    uint64_t digest = box.digest;
    end();
    return digest;
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* Whether the seed fails, in a process of its own. */
static bool fails(uint64_t seed, const bool left_out[STEPS], bool quietly) {
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (quietly && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
            _exit(3);
        alarm(SECONDS_MAX);
        run_seed(seed, left_out);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Leaves out what it fails without: halves first, single steps at last. */
static void shrink(uint64_t seed, bool left_out[STEPS]) {
    for (int size = STEPS / 2; size > 0; size /= 2)
        for (int from = 0; from < STEPS; from += size) {
            bool fewer[STEPS], any = false;
            memcpy(fewer, left_out, sizeof fewer);
            for (int i = from; i < from + size && i < STEPS; i++) {
                any |= !fewer[i];
                fewer[i] = true;
            }
            if (any && fails(seed, fewer, true))
                memcpy(left_out, fewer, sizeof fewer);
        }
}

static int explain_failure(uint64_t seed) {
    bool left_out[STEPS] = {0};
    int n = 0;
    if (!fails(seed, NULL, true))
        fprintf(stderr, "seed %llu fails only after others\n", (unsigned long long)seed);
    shrink(seed, left_out);
    fails(seed, left_out, false);
    fprintf(stderr, "box again %llu ", (unsigned long long)seed);
    for (int i = 0; i < STEPS; i++)
        if (!left_out[i])
            fprintf(stderr, "%s%d", n++ ? "," : "", i);
    fprintf(stderr, "%s\n", n ? "" : "-");
    return 1;
}

static void tell_figures(void) {
    const struct {
        const char *name;
        uint64_t n;
    } figures[] = {{"moves acknowledged", seen->acknowledged},
                   {"lines", seen->lines},
                   {"games over", seen->over},
                   {"processes that died", seen->crashes},
                   {"power cuts", seen->cuts},
                   {"people removed", seen->removed},
                   {"frames of strangers", seen->frames},
                   {"times no memory was left", seen->refused},
                   {"turns until an answer, at most", seen->turns_max},
                   {"bytes with an answer, at most", seen->bytes_max}};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        printf("  %s: %llu\n", figures[i].name, (unsigned long long)figures[i].n);
}

/* A child runs the seeds, and its parent knows at which one it ended. */
static int run_seeds(uint64_t first, uint64_t count) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        for (seen->seed = first; seen->seed < first + count; seen->seed++) {
            alarm(SECONDS_MAX);
            run_seed(seen->seed, NULL);
        }
        exit(0); /* so that leaks are looked for */
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        printf("%llu seeds from %llu, every promise kept\n", (unsigned long long)count,
               (unsigned long long)first);
        tell_figures();
        return 0;
    }
    fprintf(stderr, "seed %llu fails\n", (unsigned long long)seen->seed);
    return explain_failure(seen->seed);
}

static int run_again(uint64_t seed, char *wanted) {
    bool left_out[STEPS];
    memset(left_out, wanted != NULL, sizeof left_out);
    for (char *word = wanted ? strtok(wanted, ",") : NULL; word; word = strtok(NULL, ","))
        if (strcmp(word, "-") != 0)
            left_out[atoi(word) % STEPS] = false;
    uint64_t one = run_seed(seed, left_out), other = run_seed(seed, left_out);
    check(one == other, "the same seed gives other bytes", "");
    printf("%016llx\n", (unsigned long long)one);
    return 0;
}

static int choose(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "run"))
        return run_seeds(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    if ((argc == 3 || argc == 4) && !strcmp(argv[1], "again"))
        return run_again(strtoull(argv[2], NULL, 10), argc == 4 ? argv[3] : NULL);
    fprintf(stderr, "usage: box run FIRST COUNT | box again SEED [STEPS]\n");
    return 2;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/razzia-box-XXXXXX";
    check(mkdtemp(folder) != NULL, "no folder", folder);
    snprintf(url, sizeof url, "sqlite:%s/store", folder);
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(seen != MAP_FAILED, "no memory", "");
    int status = choose(argc, argv);
    unlink(strchr(url, ':') + 1);
    rmdir(folder);
    return status;
}
