#include "serve/rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/follow.h"
#include "serve/house.h"
#include "serve/levels.h"
#include "serve/making.h"
#include "serve/people.h"
#include "serve/room.h"
#include "serve/table.h"
#include "serve/tables.h"
#include "store/club.h"

enum {
    LOOK_MS = 1000,  /* between two looks at all rooms */
    KEEP_MS = 20000, /* a place is kept so long for somebody without a socket */
    WAITERS_MOST = 5000,
    ROOMS_MOST = 100,
    ROW = 1024, /* bytes of the store */
    REPLY = 1024
};

/* A session that waits. It has taken a table from those that its address may make. */
typedef struct room_visit {
    struct room_visit *next, **here;
    session *session;
    int64_t place, waiting; /* what it was told last */
} room_visit;

struct rooms {
    room_visit *first;
    bool looking;
    bool unsure; /* somebody may have left, and it was not written */
    int64_t looked;
};

/* ---- What people are told ----------------------------------------------------------------------
 */

/* A table was made for so many people, or none (0): what it has not taken of it, it gives back. */
static void end_visit(session *s, int people) {
    room_visit *v = s->visit;
    if (!v)
        return;
    making_give_back(s, people > 0 ? 1 - 1.0 / people : 1);
    *v->here = v->next;
    if (v->next)
        v->next->here = v->here;
    free(v);
    s->visit = NULL;
}

/* NULL without memory. */
static rooms *rooms_of(server *sv) {
    if (!sv->rooms)
        sv->rooms = calloc(1, sizeof *sv->rooms);
    return sv->rooms;
}

static bool begin_visit(session *s) {
    rooms *r = rooms_of(s->server);
    if (s->visit)
        return true;
    room_visit *v = r ? calloc(1, sizeof *v) : NULL;
    if (!v)
        return false;
    v->session = s;
    v->here = &r->first;
    v->next = *v->here;
    if (v->next)
        v->next->here = &v->next;
    *v->here = s->visit = v;
    return true;
}

static void tell_seated(session *s, const char *id, int people) {
    char memory[128];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_open(&out, "seated", '{');
    rz_put_string(&out, "table", id);
    rz_text_add(&out, "}}");
    end_visit(s, people);
    session_send_text(s, (rz_slice){memory, out.length});
}

static void tell_all_seated(server *sv, const seated *done) {
    for (int i = 0; i < done->n; i++) {
        const struct seated_table *t = &done->tables[i];
        for (int k = 0; k < t->people; k++)
            follows_note_person(sv, t->person[k]);
        table *opened = tables_open(sv, t->id);
        if (opened && table_enqueue(opened, table_open_only))
            table_run(opened);
    }
    for (room_visit *v = sv->rooms ? sv->rooms->first : NULL, *next; v; v = next) {
        next = v->next;
        for (int i = 0; i < done->n; i++)
            for (int k = 0; k < done->tables[i].people; k++)
                if (v && !memcmp(v->session->person, done->tables[i].person[k], STORE_HASH)) {
                    tell_seated(v->session, done->tables[i].id, done->tables[i].people);
                    v = NULL;
                }
    }
}

/* {"game":…,"seats":…,"clock":…,"waiting":N,"place":N,"fill":MS,"level":…} */
static void put_room(rz_text *out, const store_waiter *w, int64_t waiting, int64_t place) {
    rz_put_open(out, "room", '{');
    rz_text_add(out, w->room);
    out->length--; /* its bracket */
    rz_put_int(out, "waiting", waiting);
    rz_put_int(out, "place", place);
    if (w->fill)
        rz_put_int(out, "fill", w->fill);
    else
        rz_put_null(out, "fill");
    if (w->fill)
        rz_put_string(out, "level", w->level);
    rz_put_close(out, '}');
}

/* ---- Who is there no longer ---------------------------------------------------------------------
 */

typedef struct leaving {
    job job;
    server *server;
    int64_t now;
    uint8_t person[STORE_HASH];
    char process[STORE_PROCESS + 1];
} leaving;

static store_result leave_room(job *j, store *s) {
    leaving *l = (leaving *)j;
    store_result result = store_lock_rooms(s);
    return result ? result : store_leave_room(s, l->person, l->process, l->now);
}

/* What could not be written is written after a look at all who wait. */
static void be_unsure(server *sv) {
    if (sv->rooms)
        sv->rooms->unsure = true;
}

static void submit_rooms_job(server *sv, job *j) {
    strcpy(j->table, "!"); /* after people, before tables: see store_lock_rooms */
    server_submit(sv, j);
}

static bool is_visiting(const server *sv, const uint8_t person[STORE_HASH]) {
    const room_visit *v = sv->rooms ? sv->rooms->first : NULL;
    while (v && memcmp(v->session->person, person, STORE_HASH) != 0)
        v = v->next;
    return v;
}

/* Where they were; and who has been seated stays seated. */
static store_result come_back(job *j, store *s) {
    leaving *l = (leaving *)j;
    store_waiter w;
    store_result result = store_lock_rooms(s);
    result = result ? result : store_waiter_of(s, l->person, &w);
    if (result != STORE_OK || !w.gone || w.id[0])
        return result;
    return store_wait(s, &w, l->process);
}

static void came_back(job *j) {
    free(j);
}

/* Another socket of theirs may have asked to wait before this one was lost, and waits now. */
static void left_room(job *j) {
    leaving *l = (leaving *)j;
    if (j->result != STORE_OK)
        be_unsure(l->server);
    if (j->result != STORE_OK || !is_visiting(l->server, l->person)) {
        free(l);
        return;
    }
    j->run = come_back;
    j->done = came_back;
    server_submit(l->server, j);
}

/* Unless another socket of theirs waits here. */
static void leave_place(server *sv, const uint8_t person[STORE_HASH]) {
    if (is_visiting(sv, person))
        return;
    leaving *l = sv->closing ? NULL : calloc(1, sizeof *l);
    if (!l) {
        be_unsure(sv);
        return;
    }
    l->server = sv;
    l->now = server_now(sv);
    memcpy(l->person, person, STORE_HASH);
    process_name(sv->process, l->process);
    l->job = (job){.writes = true, .run = leave_room, .done = left_room};
    submit_rooms_job(sv, &l->job);
}

/* ---- A look at all rooms -----------------------------------------------------------------------
 */

typedef struct look {
    job job;
    server *server;
    int64_t now;
    char process[STORE_PROCESS + 1];
    int n_rooms;
    char rooms[ROOMS_MOST][STORE_ROOM];
    seated done;
    int n, room;
    store_waiter *waiters;
    bool no_memory; /* for all of them */
} look;

static bool take_room(void *context, const char *room, int64_t waiting) {
    look *l = context;
    (void)waiting;
    snprintf(l->rooms[l->n_rooms++], STORE_ROOM, "%s", room);
    return l->n_rooms < ROOMS_MOST;
}

static bool take_any_waiter(void *context, const store_waiter *waiter) {
    look *l = context;
    if (l->n == l->room) {
        int room = l->room ? 2 * l->room : 64;
        store_waiter *more = realloc(l->waiters, (size_t)room * sizeof *more);
        l->no_memory = !more;
        if (!more)
            return false;
        l->waiters = more;
        l->room = room;
    }
    l->waiters[l->n++] = *waiter;
    return true;
}

static store_result look_at_rooms(job *j, store *s) {
    look *l = (look *)j;
    store_result result = store_lock_rooms(s);
    result = result ? result : store_leave_rooms(s, l->process, l->now);
    result = result ? result : store_drop_waiters(s, l->now - KEEP_MS);
    result = result ? result : store_rooms_to_fill(s, l->now, take_room, l);
    for (int i = 0; i < l->n_rooms && result == STORE_OK; i++)
        result = room_fill(l->server, s, l->rooms[i], l->now, &l->done);
    return result ? result : store_all_waiters(s, WAITERS_MOST, take_any_waiter, l);
}

static int compare_people(const void *left, const void *right) {
    return memcmp(((const store_waiter *)left)->person, ((const store_waiter *)right)->person,
                  STORE_HASH);
}

static bool is_there(const store_waiter *w) {
    return !w->id[0] && !w->gone;
}

/* Rows are sorted by room: `place` becomes the place in the line, and `gone` the number of all who
 * wait there. */
static void count_rooms(look *l) {
    for (int first = 0, end; first < l->n; first = end) {
        int64_t place = 0;
        for (end = first; end < l->n && !strcmp(l->waiters[end].room, l->waiters[first].room);
             end++)
            l->waiters[end].place = place += is_there(&l->waiters[end]);
        for (int i = first; i < end; i++)
            l->waiters[i].gone = place;
    }
}

static void tell_room(room_visit *v, const store_waiter *w) {
    char memory[REPLY];
    rz_text out;
    if (v->place == w->place && v->waiting == w->gone)
        return;
    v->place = w->place;
    v->waiting = w->gone;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    put_room(&out, w, w->gone, w->place);
    rz_put_close(&out, '}');
    session_send_text(v->session, (rz_slice){memory, out.length});
}

static void tell_nothing(session *s) {
    char memory[32];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_null(&out, "room");
    rz_put_close(&out, '}');
    end_visit(s, 0);
    session_send_text(s, (rz_slice){memory, out.length});
}

static int count_seated(const look *l, const char *id) {
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += !strcmp(l->waiters[i].id, id);
    return n;
}

static void tell_visitors(look *l) {
    count_rooms(l);
    if (l->n > 0)
        qsort(l->waiters, (size_t)l->n, sizeof *l->waiters, compare_people);
    for (room_visit *v = l->server->rooms->first, *next; v; v = next) {
        store_waiter key;
        next = v->next;
        memcpy(key.person, v->session->person, STORE_HASH);
        const store_waiter *w =
            l->n > 0 ? bsearch(&key, l->waiters, (size_t)l->n, sizeof key, compare_people) : NULL;
        if (w && w->id[0])
            tell_seated(v->session, w->id, count_seated(l, w->id));
        else if (w)
            tell_room(v, w);
        else if (l->n < WAITERS_MOST)
            tell_nothing(v->session);
    }
}

/* Rows of other processes stay as they are. */
static void leave_places(look *l) {
    for (int i = 0; i < l->n; i++)
        if (is_there(&l->waiters[i]))
            leave_place(l->server, l->waiters[i].person);
}

static void looked_at_rooms(job *j) {
    look *l = (look *)j;
    rooms *r = l->server->rooms;
    r->looking = false;
    if (l->n_rooms == ROOMS_MOST || l->done.n == SEATED_MOST)
        r->looked = 0; /* there may be more */
    if (j->result == STORE_OK)
        tell_all_seated(l->server, &l->done);
    if (j->result == STORE_OK && !l->no_memory) {
        bool unsure = r->unsure;
        r->unsure = false;
        if (unsure)
            leave_places(l);
        tell_visitors(l);
    }
    free(l->waiters);
    free(l);
}

void rooms_look_again(server *sv) {
    if (sv->rooms && sv->rooms->first)
        sv->rooms->looked = 0;
}

/* Where nobody waits, somebody may have waited: what is left of that goes, too. */
void rooms_check(server *sv, int64_t now) {
    rooms *r = rooms_of(sv);
    int64_t pause = r && (r->first || r->unsure) ? LOOK_MS : KEEP_MS;
    if (!r || r->looking || !server_is_time(&r->looked, pause, now))
        return;
    look *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->server = sv;
    l->now = now;
    process_name(sv->process, l->process);
    l->job = (job){.writes = true, .run = look_at_rooms, .done = looked_at_rooms};
    r->looking = true;
    submit_rooms_job(sv, &l->job);
}

void rooms_free(server *sv) {
    while (sv->rooms && sv->rooms->first)
        end_visit(sv->rooms->first->session, 0);
    free(sv->rooms);
}

/* ---- Who loses the socket -----------------------------------------------------------------------
 */

void rooms_leave(session *s) {
    bool waited = s->visit != NULL;
    end_visit(s, 0);
    if (waited)
        leave_place(s->server, s->person);
}

/* ---- Requests: wait ----------------------------------------------------------------------------
 */

typedef struct waiting {
    store_waiter waiter;
    bool paid; /* who waits already has done so */
    char process[STORE_PROCESS + 1];
    seated done;
} waiting;

static bool count_before(void *context, const store_waiter *w) {
    int64_t *counts = context; /* all; and those up to a place */
    counts[0]++;
    counts[1] += w->place <= counts[2];
    return true;
}

static store_result put_own_room(club_job *j, store *s, const store_waiter *w) {
    int64_t counts[3] = {0, 0, w->place};
    store_result result = store_waiters(s, w->room, WAITERS_MOST, count_before, counts);
    put_room(&j->reply, w, counts[0], counts[1]);
    return result;
}

static store_result begin_waiting(club_job *j, store *s) {
    waiting *w = j->arguments;
    store_waiter kept;
    int64_t games;
    store_result result = store_lock_rooms(s);
    result = result ? result : store_count_games(s, j->person, &games);
    if (result == STORE_OK && games >= j->session->server->options->tables_per_key)
        return club_job_refuse(j, ERROR_LIMIT, "You have too many tables already.");
    result = result ? result : store_wait(s, &w->waiter, w->process);
    result = result ? result : store_waiter_of(s, j->person, &kept);
    result = result ? result : put_own_room(j, s, &kept);
    return result ? result : room_fill(j->session->server, s, w->waiter.room, j->now, &w->done);
}

static void waits(club_job *j) {
    const waiting *w = j->arguments;
    session *s = j->session;
    bool had = s->visit, visits = s->link && begin_visit(s);
    if (visits && had == w->paid) /* something else came between the request and this */
        making_give_back(s, had ? 1 : -1);
    tell_all_seated(s->server, &w->done);
    if (!visits)
        leave_place(s->server, j->person);
}

static bool read_fill(const message *m, const rz_setup *setup, store_waiter *w, int64_t now) {
    int32_t seconds;
    rz_bot_spec spec;
    if (message_none(m, FIELD_FILL))
        return true;
    w->fill = message_int(m, FIELD_FILL, 5, 3600, &seconds) ? now + 1000 * (int64_t)seconds : 0;
    return w->fill && message_string(m, FIELD_LEVEL, w->level, sizeof w->level) &&
           level_read(rz_game_of(setup), w->level, &spec);
}

static protocol_error read_waiting(const message *m, session *s, store_waiter *w) {
    rz_setup setup;
    clock_rule clock = {0};
    rz_text room;
    if (!making_read_clock(m, &clock))
        return ERROR_CLOCK;
    if (!house_offers_clock(s->server->options, &clock)) /* or nobody would find all the rooms */
        return ERROR_CLOCK;
    if (!room_read(m, &setup, &clock) ||
        !house_has_game(s->server->options, rz_game_of(&setup)->name))
        return ERROR_OPTIONS;
    if (!message_hex(m, FIELD_NONCE, w->nonce, sizeof w->nonce))
        return ERROR_REQUEST;
    if (!read_fill(m, &setup, w, server_now(s->server)))
        return ERROR_LEVEL;
    memcpy(w->person, s->person, STORE_HASH);
    rz_text_init(&room, w->room, sizeof w->room);
    room_write(&room, rz_game_of(&setup)->name, rz_seats(&setup), &clock);
    return ERROR_NONE;
}

void rooms_wait(session *s, int32_t id, const message *m) {
    store_waiter waiter = {0};
    protocol_error wrong = read_waiting(m, s, &waiter);
    if (wrong != ERROR_NONE) {
        session_error(s, id, wrong, NULL,
                      "wait takes game, seats, clock, nonce, fill and level, each as the protocol "
                      "says.");
        return;
    }
    bool pays = !s->visit;
    if (pays && !making_may_make(s)) {
        session_error(s, id, ERROR_LIMIT, NULL, making_too_many);
        return;
    }
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, begin_waiting, REPLY, sizeof(waiting))
                      : NULL;
    if (!j)
        return;
    waiting *w = j->arguments;
    w->paid = pays;
    w->waiter = waiter;
    process_name(s->server->process, w->process);
    j->after = waits;
    people_keep_name(s);
    club_job_write_rooms(j);
}

/* ---- Requests: unwait, rooms --------------------------------------------------------------------
 */

static store_result end_waiting(club_job *j, store *s) {
    store_result result = store_lock_rooms(s);
    return result ? result : store_unwait(s, j->person);
}

/* On other sockets of the same person, too. */
static void waits_no_longer(club_job *j) {
    server *sv = j->session->server;
    end_visit(j->session, 0);
    for (room_visit *v = sv->rooms ? sv->rooms->first : NULL, *next; v; v = next) {
        next = v->next;
        if (!memcmp(v->session->person, j->person, STORE_HASH))
            tell_nothing(v->session);
    }
}

void rooms_unwait(session *s, int32_t id, const message *m) {
    (void)m;
    club_job *j =
        club_job_may_write(s, id, ROW) ? club_job_new(s, id, end_waiting, REPLY, 0) : NULL;
    if (!j)
        return;
    j->after = waits_no_longer;
    club_job_write_rooms(j);
}

static bool write_waiting_room(void *context, const char *room, int64_t waiting_there) {
    rz_text *out = context;
    rz_put_open(out, NULL, '{');
    rz_text_add(out, room);
    out->length--; /* its bracket */
    rz_put_int(out, "waiting", waiting_there);
    rz_put_close(out, '}');
    return true;
}

static store_result list_rooms(club_job *j, store *s) {
    store_waiter own;
    rz_put_open(&j->reply, "rooms", '[');
    store_result result = store_rooms(s, ROOMS_MOST, write_waiting_room, &j->reply);
    rz_put_close(&j->reply, ']');
    result = result ? result : store_waiter_of(s, j->person, &own);
    if (result == STORE_OK && !own.id[0] && (!own.gone || j->now - own.gone < KEEP_MS))
        return put_own_room(j, s, &own);
    rz_put_null(&j->reply, "room");
    if (result == STORE_OK && own.id[0])
        rz_put_string(&j->reply, "seated", own.id);
    return result;
}

void rooms_list(session *s, int32_t id, const message *m) {
    (void)m;
    club_job *j = club_job_may_list(s, id)
                      ? club_job_new(s, id, list_rooms, (ROOMS_MOST + 2) * (STORE_ROOM + 64), 0)
                      : NULL;
    if (j)
        club_job_read(j);
}
