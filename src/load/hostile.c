#include "load/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "load/attack.h"

enum {
    LARGE = 60000,
    GANG = 24,      /* who play tricks */
    PATIENCE = 20,  /* seconds until the answer to a trick is overdue */
    HOLD = 5,       /* … and until who is to be endured goes */
    HEARD_PART = 5, /* of a flood: as much may be heard */
    KNOCKS = 400,   /* sockets of one siege that are opened at a time */
    TICK_MS = 100,
    LOOK_MS = 1000, /* who reads nothing looks so often whether the other side has closed */
    KINDNESS = 10,  /* of the thread: those who attack have machines of their own, so here they
                       take the time that nobody else wants */
    SQUADS = LOAD_ATTACKS_MAX
};

/* Some who do the same: one siege, or all tricks in turn. */
typedef struct squad {
    const attack *attacks;
    int n_attacks, next;
    load_attack *tallies; /* one for each of the attacks */
    attacker *members;
    int n;
} squad;

/* A table that plays, and what was said there last. */
typedef struct sight {
    char id[ROOM_ID], act[ROOM_LINE];
} sight;

struct hostile {
    const crowd *crowd;
    const load_options *options;
    load_result *result;
    squad squads[SQUADS];
    int n_squads;
    uv_thread_t thread;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_async_t stop;
    wire_place place;
    rz_rng rng;
    uv_mutex_t lock;
    sight shown; /* under the lock … */
    sight seen;  /* … and as the attackers have it */
    char address[24];
    char large[LARGE + 1];
};

/* ---- For plays ------------------------------------------------------------------------------- */

void attack_frame(attacker *a, int flags, rz_slice payload) {
    wire_frame(&a->wire, &a->of->place, flags, payload);
}

void attack_send(attacker *a, const char *text) {
    attack_frame(a, WIRE_TEXT, rz_slice_of(text));
}

void attack_ask(attacker *a, const char *verb, const char *table, const char *more) {
    char memory[1024];
    snprintf(memory, sizeof memory, "{\"id\":2,\"do\":\"%s\",\"table\":\"%s\"%s}", verb, table,
             more);
    attack_send(a, memory);
}

uint32_t attack_below(attacker *a, uint32_t n) {
    return rz_rng_below(&a->of->rng, n);
}

static void write_hex(hostile *h, char *out, size_t words) {
    for (size_t i = 0; i < words; i++)
        snprintf(out + 8 * i, 9, "%08x", rz_rng_next(&h->rng));
}

void attack_nonce(attacker *a, char out[2 * RZ_SEED + 1]) {
    write_hex(a->of, out, 2 * RZ_SEED / 8);
}

const char *attack_victim(attacker *a) {
    return a->of->seen.id;
}

const char *attack_stolen(attacker *a) {
    return a->of->seen.act;
}

const char *attack_target(attacker *a) {
    return a->of->options->target ? a->of->options->target : attack_victim(a);
}

const char *attack_large_text(attacker *a) {
    return a->of->large;
}

const char *attack_host(attacker *a) {
    return a->of->crowd->host;
}

const char *attack_forwarded(attacker *a) {
    snprintf(a->of->address, sizeof a->of->address, "198.51.100.%d", a->address + 1);
    return a->of->address;
}

/* ---- What comes of it ------------------------------------------------------------------------ */

static void count_breach(attacker *a, const char *what) {
    load_result *result = a->of->result;
    if (result->breaches++ == 0)
        snprintf(result->breach, sizeof result->breach, "%s: %s", a->attack->name, what);
    a->tally->breaches++;
}

static void hang_up(attacker *a) {
    a->attack = NULL;
    wire_close(&a->wire);
}

static bool is_siege(const attacker *a) {
    return a->attack->each > 0;
}

/* A trick is over. */
static void finish(attacker *a, bool held, const char *instead) {
    a->tally->attempts++;
    a->tally->refused += held;
    if (!held)
        count_breach(a, instead);
    hang_up(a);
}

static void play(attacker *a) {
    const attack *t = a->attack;
    a->at = uv_hrtime();
    a->played++;
    if (!is_siege(a) && t->play)
        t->play(a);
    for (int i = 0; i < t->times && !a->wire.gone; i++) {
        a->tally->attempts++;
        t->play(a);
    }
}

static void say_hello(attacker *a) {
    char memory[128];
    snprintf(memory, sizeof memory, "{\"id\":1,\"do\":\"hello\",\"protocol\":1,\"key\":\"%s\"}",
             a->key);
    attack_send(a, memory);
}

static void opened(wire *w) {
    attacker *a = (attacker *)w;
    if (a->attack->expected == REFUSED)
        finish(a, false, "it was let in");
    else if (a->attack->hello)
        say_hello(a);
    else
        play(a);
}

static void copy_field(const char *text, const char *key, char *out, size_t size) {
    const char *at = strstr(text, key);
    if (at)
        snprintf(out, size, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
}

static bool read_answer(rz_slice text, answer *r) {
    static const char begin[] = "{\"re\":";
    char head[512];
    if (text.length < sizeof begin || memcmp(text.at, begin, sizeof begin - 1) != 0)
        return false;
    *r = (answer){0};
    snprintf(head, sizeof head, "%.*s", (int)text.length, text.at);
    r->error = strstr(head, "\"error\":{") != NULL;
    copy_field(head, "\"code\":\"", r->code, sizeof r->code);
    copy_field(head, "\"table\":\"", r->table, sizeof r->table);
    return true;
}

static void hear_greeting(attacker *a, const answer *r) {
    a->greeted = true;
    if (r->error && !is_siege(a)) {
        finish(a, !strcmp(r->code, "limit"), r->code); /* their address has asked too much */
    } else if (r->error) {
        a->tally->refused++;
        hang_up(a);
    } else {
        if (a->attack->deaf)
            wire_deaf(&a->wire);
        play(a);
    }
}

static void received(wire *w, rz_slice text) {
    attacker *a = (attacker *)w;
    answer r;
    if (!a->attack || !read_answer(text, &r))
        return;
    if (a->attack->hello && !a->greeted) {
        hear_greeting(a, &r);
    } else if (!is_siege(a)) {
        if (a->attack->expected == ERROR)
            finish(a, r.error, "it was done");
        a->heard++;
    } else {
        a->tally->refused += r.error;
        if (a->attack->expected == ERROR && !r.error)
            count_breach(a, "it was done");
        if (a->attack->answered)
            a->attack->answered(a, &r);
    }
}

static void closed_by_server(wire *w, const char *why) {
    enum { HTTP_ERRORS = 400 };
    attacker *a = (attacker *)w;
    if (!a->attack)
        return;
    outcome expected = a->attack->expected;
    bool let_in = w->open || (w->status > 0 && w->status < HTTP_ERRORS);
    if (!is_siege(a)) {
        finish(a, !let_in || (expected != ERROR && expected != REFUSED), why);
    } else {
        a->tally->refused++;
        hang_up(a);
    }
}

static const wire_role role = {opened, received, closed_by_server};

/* ---- Coming ---------------------------------------------------------------------------------- */

/* Each time somebody else comes, unless there is a table to come back to. */
static void choose_key(attacker *a) {
    if (a->attack->same_key)
        snprintf(a->key, sizeof a->key, "%032x", a->address + 1);
    else if (!*a->table || !*a->key)
        write_hex(a->of, a->key, ATTACK_KEY / 8);
}

static void write_request(attacker *a) {
    const crowd *c = a->of->crowd;
    wire_headers h = a->attack->with;
    rz_text out;
    rz_text_init(&out, a->request, sizeof a->request);
    if (a->attack->write_request) {
        a->attack->write_request(a, &out);
        return;
    }
    h.path = h.path ? h.path : c->path;
    h.host = h.host ? h.host : c->host;
    h.protocol = h.protocol ? h.protocol : "razzia.1";
    h.forwarded = a->attack->local ? NULL : attack_forwarded(a);
    wire_request(a->request, sizeof a->request, &h);
}

static void begin(attacker *a, const attack *t, load_attack *tally) {
    hostile *h = a->of;
    struct sockaddr_in from;
    char address[24];
    bool four = h->place.address.ss_family == AF_INET;
    a->attack = t;
    a->tally = tally;
    a->greeted = false;
    a->played = a->heard = 0;
    a->began = a->at = uv_hrtime();
    a->wire.resets = !t->hello;
    a->wire.narrow = t->deaf;
    a->wire.unread = t->deaf && !t->hello;
    choose_key(a);
    write_request(a);
    snprintf(address, sizeof address, "127.0.1.%d", a->address + 1);
    uv_ip4_addr(address, 0, &from);
    if (is_siege(a) && t->times == 0)
        tally->attempts++;
    if (!wire_open(&a->wire, &h->place, four ? (struct sockaddr *)&from : NULL, &role, a->request))
        a->attack = NULL;
}

/* ---- Going on -------------------------------------------------------------------------------- */

static bool is_ready(const attacker *a) {
    const attack *t = a->attack;
    return t->write_request ? a->wire.connected : t->hello ? a->greeted : a->wire.open;
}

static void check_trick(attacker *a, uint64_t now) {
    uint64_t seconds = (now - a->began) / 1000000000;
    outcome expected = a->attack->expected;
    /* Where many of an address say much, it is not read for a while, and so not cut off either. */
    bool stemmed = expected == STEMMED && a->heard < ATTACK_FLOOD / HEARD_PART;
    if (seconds >= (expected == ENDURED ? HOLD : PATIENCE))
        finish(a, expected == ENDURED || stemmed, "nothing happened");
}

static void check_siege(attacker *a, uint64_t now) {
    const attack *t = a->attack;
    int waited = (int)((now - a->at) / 1000000);
    if (!is_ready(a))
        return;
    if (t->deaf && waited >= (t->every_ms ? t->every_ms : LOOK_MS) && wire_is_cut(&a->wire)) {
        a->tally->refused++;
        hang_up(a);
    } else if (t->turns && a->played >= t->turns && waited >= t->every_ms) {
        hang_up(a);
    } else if (t->every_ms && waited >= t->every_ms) {
        play(a);
    }
}

static void check_squad(squad *s, uint64_t now) {
    int knocks = 0;
    for (int i = 0; i < s->n; i++) {
        attacker *a = &s->members[i];
        if (a->attack) {
            (is_siege(a) ? check_siege : check_trick)(a, now);
        } else if (!a->wire.used && knocks++ < KNOCKS) {
            int next = s->next++ % s->n_attacks;
            begin(a, &s->attacks[next], &s->tallies[next]);
        }
    }
}

static void on_tick(uv_timer_t *timer) {
    hostile *h = timer->data;
    uv_mutex_lock(&h->lock);
    h->seen = h->shown;
    uv_mutex_unlock(&h->lock);
    for (int i = 0; i < h->n_squads; i++)
        check_squad(&h->squads[i], uv_hrtime());
}

void hostile_show(hostile *h, const room *r) {
    uv_mutex_lock(&h->lock);
    memcpy(h->shown.id, r->id, sizeof h->shown.id);
    memcpy(h->shown.act, r->act, sizeof h->shown.act);
    uv_mutex_unlock(&h->lock);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void close_squad(squad *s) {
    for (int i = 0; i < s->n; i++) {
        attacker *a = &s->members[i];
        if (a->attack && a->wire.connected && !wire_is_cut(&a->wire))
            a->tally->open++;
        a->attack = NULL;
        a->wire.resets = true;
        if (a->wire.used)
            wire_close(&a->wire);
    }
}

static void on_stop(uv_async_t *stop) {
    hostile *h = stop->data;
    for (int i = 0; i < h->n_squads; i++)
        close_squad(&h->squads[i]);
    uv_close((uv_handle_t *)&h->timer, NULL);
    uv_close((uv_handle_t *)&h->stop, NULL);
}

static void run(void *context) {
    hostile *h = context;
    setpriority(PRIO_PROCESS, 0, KINDNESS); /* of this thread alone, where the system can do so */
    uv_timer_start(&h->timer, on_tick, 0, TICK_MS);
    uv_run(&h->loop, UV_RUN_DEFAULT);
}

bool hostile_start(hostile *h) {
    h->place.address = h->crowd->place.address;
    h->place.loop = &h->loop;
    if (uv_loop_init(&h->loop) != 0)
        return false;
    uv_timer_init(&h->loop, &h->timer);
    uv_async_init(&h->loop, &h->stop, on_stop);
    h->timer.data = h->stop.data = h;
    return uv_thread_create(&h->thread, run, h) == 0;
}

void hostile_stop(hostile *h) {
    uv_async_send(&h->stop);
    uv_thread_join(&h->thread);
    uv_loop_close(&h->loop);
}

/* "chat,watch" or "all". */
static bool is_selected(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == n && !strncmp(at, name, n))
            return true;
    return !strcmp(list, "all");
}

static bool add_squad(hostile *h, const attack *attacks, int n_attacks, int n) {
    load_result *result = h->result;
    squad *s = &h->squads[h->n_squads];
    *s = (squad){.attacks = attacks, .n_attacks = n_attacks, .n = n};
    s->members = calloc((size_t)n, sizeof *s->members);
    s->tallies = &result->hostile[result->n_hostile];
    if (!s->members)
        return false;
    for (int i = 0; i < n_attacks; i++)
        result->hostile[result->n_hostile++].name = attacks[i].name;
    for (int i = 0; i < n; i++) {
        s->members[i].of = h;
        s->members[i].index = i / h->options->addresses;
        s->members[i].address = i % h->options->addresses;
    }
    h->n_squads++;
    return true;
}

/* Sieges at the same time share the sockets that the addresses may have. */
static bool add_sieges(hostile *h) {
    const load_options *o = h->options;
    int selected = 0;
    bool ok = true;
    for (int i = 0; i < n_sieges; i++)
        selected += is_selected(o->attacks, sieges[i].name);
    for (int i = 0; ok && i < n_sieges; i++) {
        int n = sieges[i].each * o->addresses;
        n = (n < sieges[i].all ? n : sieges[i].all) / (selected ? selected : 1);
        if (is_selected(o->attacks, sieges[i].name))
            ok = add_squad(h, &sieges[i], 1, n > 0 ? n : 1);
    }
    return ok;
}

hostile *hostile_new(const crowd *c) {
    hostile *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->crowd = c;
    h->options = c->options;
    h->result = c->result;
    uv_mutex_init(&h->lock);
    rz_rng_fast(&h->rng, c->options->seed + 1);
    rz_rng_fast(&h->place.rng, c->options->seed + 2);
    memset(h->large, 'x', LARGE);
    bool ok =
        !is_selected(h->options->attacks, LOAD_TRICKS) || add_squad(h, tricks, n_tricks, GANG);
    if (ok && add_sieges(h))
        return h;
    hostile_free(h);
    return NULL;
}

int hostile_sockets(const hostile *h) {
    int n = 0;
    for (int i = 0; i < h->n_squads; i++)
        n += h->squads[i].n;
    return n;
}

void hostile_free(hostile *h) {
    for (int i = 0; h && i < h->n_squads; i++)
        free(h->squads[i].members);
    if (h)
        uv_mutex_destroy(&h->lock);
    free(h);
}

const char *load_attack_name(int i) {
    return i == 0 ? LOAD_TRICKS : i <= n_sieges ? sieges[i - 1].name : NULL;
}
