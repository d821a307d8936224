#include "simulation.h"

#include <stdlib.h>
#include <string.h>

#include "serve/catch_up.h"
#include "serve/cleaning.h"
#include "serve/counting.h"
#include "serve/games.h"
#include "serve/listing.h"
#include "serve/order.h"
#include "serve/rooms.h"
#include "serve/tables.h"

/* ---- The world ------------------------------------------------------------------------------- */

static int64_t now_ms(void *self) {
    return ((simulation *)self)->now + ((simulation *)self)->set_by;
}

static uint64_t monotonic_us(void *self) {
    return (uint64_t)((simulation *)self)->now * 1000;
}

static void fill_random(void *self, void *bytes, size_t size) {
    simulation *m = self;
    for (size_t i = 0; i < size; i++) {
        m->random = m->random * 6364136223846793005u + 1442695040888963407u;
        ((uint8_t *)bytes)[i] = (uint8_t)(m->random >> 56);
    }
}

static void submit(void *self, job *j) {
    simulation *m = self;
    job_queue_push(&m->waiting, j);
    m->n_waiting++;
}

static void submit_read(void *self, job *j) {
    ((simulation *)self)->n_read++;
    submit(self, j);
}

static int count_waiting(void *self) {
    return ((simulation *)self)->n_waiting;
}

static void read_reason(void *self, char reason[STORE_REASON]) {
    snprintf(reason, STORE_REASON, "%s", store_why(((simulation *)self)->store));
}

static void read_counts(void *self, uint64_t *batches, uint64_t *jobs) {
    (void)self;
    *batches = *jobs = 0;
}

static bool ask(void *self, bot_question *q) {
    simulation *m = self;
    q->next = m->questions;
    m->questions = q;
    m->asked = m->now;
    return true;
}

static int count_questions(void *self) {
    int n = 0;
    for (const bot_question *q = ((simulation *)self)->questions; q; q = q->next)
        n++;
    return n;
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void add_text(simulated_client *c, const unsigned char *text, size_t length) {
    if (c->length + length + 2 > c->room) {
        c->room = 2 * (c->length + length + 2);
        c->text = realloc(c->text, c->room);
    }
    memcpy(c->text + c->length, text, length);
    c->length += length;
    c->text[c->length++] = '\n';
    c->text[c->length] = '\0';
}

/* The texts of whole frames, as packet.c writes them; not what asks for a sign of life. */
static void take_frame(simulated_client *c, const unsigned char **at) {
    enum { TWO_BYTES = 126, CONTROL = 8 };
    bool is_text = !((*at)[0] & CONTROL);
    size_t length = (*at)[1], header = 2;
    if (length >= TWO_BYTES) {
        size_t bytes = length == TWO_BYTES ? 2 : 8;
        length = 0;
        for (size_t i = 0; i < bytes; i++)
            length = length << 8 | (*at)[header++];
    }
    if (is_text)
        add_text(c, *at + header, length);
    *at += header + length;
}

static bool write_frames(void *link, unsigned char *frames, size_t length) {
    const unsigned char *at = frames;
    while (at < frames + length)
        take_frame(link, &at);
    return true;
}

static bool is_blocked(void *link) {
    return ((simulated_client *)link)->blocked;
}

static void notify_writable(void *link) {
    ((simulated_client *)link)->wanted = true;
}

/* As the loop does: those who want to write are called once, when they can. */
static void call_writable(simulation *m) {
    for (session *s = m->server->sessions, *next; s; s = next) {
        next = s->next;
        simulated_client *c = s->link;
        if (!c->wanted || c->blocked || c->closed)
            continue;
        c->wanted = false;
        c->closed |= !session_on_writable(s);
    }
}

static bool is_any_wanted(const simulation *m) {
    for (const session *s = m->server->sessions; s; s = s->next) {
        const simulated_client *c = s->link;
        if (c->wanted && !c->blocked && !c->closed)
            return true;
    }
    return false;
}

static void set_reading(void *link, bool on) {
    ((simulated_client *)link)->unread = !on;
}

static void close_link(void *link) {
    ((simulated_client *)link)->closed = true;
}

static void set_close_reason(void *link, uint16_t status, const char *reason) {
    (void)link, (void)status, (void)reason;
}

static const transport into_text = {.write = write_frames,
                                    .is_blocked = is_blocked,
                                    .notify_writable = notify_writable,
                                    .set_reading = set_reading,
                                    .cut = close_link,
                                    .linger = close_link,
                                    .set_close_reason = set_close_reason};

bool simulation_try_connect(simulation *m, simulated_client *c, const char *address) {
    *c = (simulated_client){0};
    c->session =
        session_open(m->server, &into_text, c, address, !strcmp(address, SIMULATION_LOOPBACK));
    return c->session;
}

void simulation_connect_from(simulation *m, simulated_client *c, const char *address) {
    if (!simulation_try_connect(m, c, address))
        abort();
}

void simulation_connect(simulation *m, simulated_client *c) {
    simulation_connect_from(m, c, SIMULATION_LOOPBACK);
}

void simulation_post(simulation *m, simulated_client *c, rz_slice text) {
    (void)m;
    session_note_life(c->session);
    requests_receive(c->session, text);
}

void simulation_send(simulation *m, simulated_client *c, rz_slice text) {
    simulation_post(m, c, text);
    simulation_settle(m);
}

void simulation_disconnect(simulation *m, simulated_client *c) {
    requests_disconnect(c->session);
    simulation_settle(m);
    free(c->text);
    *c = (simulated_client){0};
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Those that are run, and those that can not be. */
static job *split_jobs(const simulation *m, job *list, store_result refusal, job_queue *refused) {
    job_queue runs = {0};
    for (job *j = list, *next; j; j = next) {
        next = j->next;
        bool is_refused = m->down || (m->full && j->writes);
        j->result = is_refused ? refusal : STORE_OK;
        job_queue_push(is_refused ? refused : &runs, j);
    }
    return job_queue_pop_all(&runs);
}

static void run_jobs(simulation *m) {
    job_queue done = {0};
    job *list =
        split_jobs(m, job_queue_pop_all(&m->waiting), m->down ? STORE_DOWN : STORE_FULL, &done);
    for (job *j = list ? jobs_run(m->store, list) : NULL, *next; j; j = next) {
        next = j->next;
        j->result = m->deaf ? STORE_DOWN : j->result;
        job_queue_push(&done, j);
    }
    for (job *j; (j = job_queue_pop(&done));) {
        m->n_waiting--;
        j->done(j);
    }
}

static bool has_answer(const simulation *m) {
    return m->questions && m->now >= m->asked + m->think_ms;
}

static void answer_question(simulation *m) {
    bot_question *q = m->questions;
    m->questions = q->next;
    q->action = rz_bot_move(&q->spec, rz_game_of(q->setup), q->setup, &q->state, q->seat, q->seed,
                            q->number);
    q->done(q);
}

void simulation_turn(simulation *m) {
    run_jobs(m);
    if (has_answer(m))
        answer_question(m);
    sessions_flush(m->server);
    call_writable(m);
    m->rounds++;
}

void simulation_settle(simulation *m) {
    while (m->n_waiting > 0 || has_answer(m) || m->server->dirty || is_any_wanted(m))
        simulation_turn(m);
}

void simulation_advance(simulation *m, int64_t ms) {
    enum { TICK_MS = 20 };
    for (int64_t end = m->now + ms; m->now < end;) {
        m->now = m->now + TICK_MS < end ? m->now + TICK_MS : end;
        server_follow_clock(m->server);
        int64_t now = server_now(m->server);
        sessions_wake(m->server, now);
        tables_check(m->server, now);
        catch_up_check(m->server, now);
        takeover_check(&m->takeover, now);
        games_check(m->server, now);
        rooms_check(m->server, now);
        counting_check(m->server, now);
        order_check(m->server, now);
        cleaning_check(m->server, now);
        sessions_check(m->server, now);
        simulation_settle(m);
    }
    limits_sweep(&m->server->limits, server_now(m->server));
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void start_server(simulation *m, bool shared) {
    serve_defaults(&m->options);
    m->world = (world){.time = {m, now_ms, monotonic_us},
                       .random = {m, fill_random},
                       .store = {m, submit, count_waiting, read_reason, read_counts},
                       .reads = {m, submit_read, count_waiting, read_reason, read_counts},
                       .bots = {m, ask, count_questions}};
    m->takeover.server = m->server = server_new(&m->options, &m->world, shared, stderr);
    if (!m->server)
        exit(1);
}

void simulation_start(simulation *m, const char *url, uint64_t seed) {
    enum { LATE_2026 = 1795000000 };
    char why[200];
    store_result result;
    *m = (simulation){.now = 1000 * (int64_t)LATE_2026, .random = seed};
    m->store = store_open(url, why, sizeof why, &result);
    if (!m->store) {
        fprintf(stderr, "simulation: %s\n", why);
        exit(1);
    }
    start_server(m, false);
}

void simulation_begin(simulation *m, store *on, int64_t now, uint64_t seed, bool shared) {
    *m = (simulation){.now = now, .random = seed, .store = on, .joined = true};
    start_server(m, shared);
}

void simulation_join(simulation *m, simulation *other, uint64_t seed) {
    simulation_begin(m, other->store, other->now, seed, true);
    other->server->shared = true;
}

void simulation_crash(simulation *m) {
    m->down = true;
    for (session *s = m->server->sessions, *next; s; s = next) {
        next = s->next;
        simulation_disconnect(m, s->link);
    }
    simulation_stop(m);
}

void simulation_stop(simulation *m) {
    m->think_ms = 0; /* who still thinks is waited for */
    simulation_settle(m);
    tables_free(m->server);
    listing_free(m->server);
    games_free(m->server);
    rooms_free(m->server);
    sessions_free(m->server);
    limits_free(&m->server->limits);
    free(m->server);
    if (!m->joined)
        store_close(m->store);
}
