#include "serve/rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/follow.h"
#include "serve/house.h"
#include "serve/levels.h"
#include "serve/lobby_row.h"
#include "serve/making.h"
#include "serve/people.h"
#include "serve/table.h"
#include "serve/tables.h"
#include "store/club.h"

enum {
    LOOK_MS = 1000,   /* between two looks at all rooms */
    KEEP_MS = 20000,  /* a place is kept so long for somebody without a socket */
    START_MS = 8000,  /* people have so long to say that they are ready */
    SEATED_MOST = 64, /* tables that one job fills */
    WAITERS_MOST = 5000,
    ROOMS_MOST = 100,
    ROW = 1024, /* bytes of the store */
    REPLY = 1024
};

/* A session that waits. */
typedef struct room_visit {
    struct room_visit *next, **here;
    session *session;
    int64_t place, waiting; /* what it was told last */
} room_visit;

struct rooms {
    room_visit *first;
    bool looking;
    int64_t looked;
};

/* ---- Rooms as text ----------------------------------------------------------------------------
 */

/* "game":"loot","seats":3,"clock":null} */
static void write_room(rz_text *out, const char *game, int seats, const clock_rule *clock) {
    char memory[STORE_ROOM];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "game", game);
    rz_put_int(&text, "seats", seats);
    clock_rule_write(&text, "clock", clock);
    rz_put_close(&text, '}');
    rz_text_slice(out, (rz_slice){memory + 1, text.length - 1});
}

/* False: no table here can be like that. `from` is a request, or a room's text in brackets. */
static bool read_room(const message *from, rz_setup *setup, clock_rule *clock) {
    rz_header header;
    rz_problem problem = {0};
    message m = *from;
    m.field[FIELD_OPTIONS] = (rz_slice){0};
    return m.field[FIELD_GAME].at && m.field[FIELD_SEATS].at && making_read_clock(&m, clock) &&
           making_read_setup(&m, setup, &header, &problem) && !making_reason_against(setup);
}

/* ---- Seating, on the thread of the store ------------------------------------------------------
 */

/* Tables that were filled, and who sits there. */
typedef struct seated {
    int n;
    struct seated_table {
        char id[STORE_TABLE_ID + 1];
        int people;
        uint8_t person[RZ_SEATS_MAX][STORE_HASH];
    } tables[SEATED_MOST];
} seated;

typedef struct waiters {
    int n;
    store_waiter list[RZ_SEATS_MAX];
} waiters;

static bool take_waiter(void *context, const store_waiter *waiter) {
    waiters *w = context;
    w->list[w->n++] = *waiter;
    return w->n < RZ_SEATS_MAX;
}

/* The level of the first who has waited for long enough, or NULL. */
static const char *level_of(const waiters *w, int64_t now) {
    for (int i = 0; i < w->n; i++)
        if (w->list[i].fill && w->list[i].fill <= now)
            return w->list[i].level;
    return NULL;
}

static void seat_people(lobby *l, const waiters *w, int seats, const char *level, int64_t now) {
    for (int s = 0; s < seats; s++) {
        if (s >= w->n) {
            char name[LOBBY_LEVEL];
            snprintf(name, sizeof name, "%s", level);
            lobby_put_bot(l, s, name);
            continue;
        }
        l->seats[s] = (lobby_seat){.person = true, .gone = now};
        memcpy(l->seats[s].hash, w->list[s].person, STORE_HASH);
        memcpy(l->seats[s].nonce, w->list[s].nonce, RZ_SEED);
    }
}

static store_result make_table(server *sv, store *s, const lobby *l, const rz_setup *setup,
                               const char *id, const uint8_t seed[RZ_SEED]) {
    char memory[LOBBY_BYTES];
    rz_text info;
    store_table row;
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(l, setup, &info);
    lobby_row(id, l, (rz_slice){memory, info.length}, l->starts, sv->shared, &row);
    return store_make(s, &row, seed);
}

static store_result note_seated(store *s, struct seated_table *t, const waiters *w, int64_t now) {
    store_result result = STORE_OK;
    for (int i = 0; i < w->n && result == STORE_OK; i++) {
        char who[WHO + 1];
        mark_of(w->list[i].person, who);
        memcpy(t->person[t->people++], w->list[i].person, STORE_HASH);
        result = store_seat_waiter(s, w->list[i].person, t->id, now);
        result = result ? result : store_note_person(s, who);
    }
    return result;
}

static store_result fill_table(server *sv, store *s, const waiters *w, const rz_setup *setup,
                               const clock_rule *clock, const char *level, int64_t now,
                               seated *out) {
    uint8_t seed[RZ_SEED];
    struct seated_table *t = &out->tables[out->n++];
    lobby l = {.version = 1,
               .changed = now,
               .help = house_helps(sv->options, true),
               .self = true,
               .starts = now + START_MS,
               .clock.rule = *clock};
    *t = (struct seated_table){0};
    seat_people(&l, w, rz_seats(setup), level, now);
    making_draw_seed(sv, t->id, seed, l.commit);
    store_result result = make_table(sv, s, &l, setup, t->id, seed);
    return result ? result : note_seated(s, t, w, now);
}

/* As many tables as there are people for. */
static store_result fill_room(server *sv, store *s, const char *room, int64_t now, seated *out) {
    char memory[STORE_ROOM + 2];
    rz_setup setup;
    clock_rule clock = {0};
    message m;
    int length = snprintf(memory, sizeof memory, "{%s", room);
    if (!message_read((rz_slice){memory, (size_t)length}, &m) || !read_room(&m, &setup, &clock))
        return STORE_OK; /* of an older server, which offered it */
    while (out->n < SEATED_MOST) {
        waiters w = {0};
        store_result result = store_waiters(s, room, rz_seats(&setup), take_waiter, &w);
        const char *level = level_of(&w, now);
        if (result != STORE_OK || w.n == 0 || (w.n < rz_seats(&setup) && !level))
            return result;
        result = fill_table(sv, s, &w, &setup, &clock, level, now, out);
        if (result != STORE_OK)
            return result;
    }
    return STORE_OK;
}

/* ---- What people are told ----------------------------------------------------------------------
 */

static void end_visit(session *s) {
    room_visit *v = s->visit;
    if (!v)
        return;
    *v->here = v->next;
    if (v->next)
        v->next->here = v->here;
    free(v);
    s->visit = NULL;
}

static bool begin_visit(session *s) {
    server *sv = s->server;
    if (s->visit)
        return true;
    if (!sv->rooms && !(sv->rooms = calloc(1, sizeof *sv->rooms)))
        return false;
    room_visit *v = calloc(1, sizeof *v);
    if (!v)
        return false;
    v->session = s;
    v->here = &sv->rooms->first;
    v->next = *v->here;
    if (v->next)
        v->next->here = &v->next;
    *v->here = s->visit = v;
    return true;
}

static void tell_seated(session *s, const char *id) {
    char memory[128];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_open(&out, "seated", '{');
    rz_put_string(&out, "table", id);
    rz_text_add(&out, "}}");
    end_visit(s);
    session_send_text(s, (rz_slice){memory, out.length});
}

/* Opening it is enough: what is due there happens then. */
static outcome open_only(table *t, operation *o) {
    (void)t, (void)o;
    return ANSWERED;
}

static void tell_all_seated(server *sv, const seated *done) {
    for (int i = 0; i < done->n; i++) {
        const struct seated_table *t = &done->tables[i];
        for (int k = 0; k < t->people; k++)
            follows_note_person(sv, t->person[k]);
        table *opened = tables_open(sv, t->id);
        if (opened && table_enqueue(opened, open_only))
            table_run(opened);
    }
    for (room_visit *v = sv->rooms ? sv->rooms->first : NULL, *next; v; v = next) {
        next = v->next;
        for (int i = 0; i < done->n; i++)
            for (int k = 0; k < done->tables[i].people; k++)
                if (v && !memcmp(v->session->person, done->tables[i].person[k], STORE_HASH)) {
                    tell_seated(v->session, done->tables[i].id);
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
        result = fill_room(l->server, s, l->rooms[i], l->now, &l->done);
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
    end_visit(s);
    session_send_text(s, (rz_slice){memory, out.length});
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
            tell_seated(v->session, w->id);
        else if (w)
            tell_room(v, w);
        else if (l->n < WAITERS_MOST)
            tell_nothing(v->session);
    }
}

static void looked_at_rooms(job *j) {
    look *l = (look *)j;
    l->server->rooms->looking = false;
    if (j->result == STORE_OK) {
        tell_all_seated(l->server, &l->done);
        tell_visitors(l);
    }
    free(l->waiters);
    free(l);
}

static void submit_rooms_job(server *sv, job *j) {
    strcpy(j->table, "!"); /* after people, before tables: see store_lock_rooms */
    server_submit(sv, j);
}

void rooms_look_again(server *sv) {
    if (sv->rooms)
        sv->rooms->looked = 0;
}

void rooms_check(server *sv, int64_t now) {
    rooms *r = sv->rooms;
    if (!r || !r->first || r->looking || (now - r->looked < LOOK_MS && now >= r->looked))
        return;
    look *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->server = sv;
    l->now = now;
    process_name(sv->process, l->process);
    l->job = (job){.writes = true, .run = look_at_rooms, .done = looked_at_rooms};
    r->looking = true;
    r->looked = now;
    submit_rooms_job(sv, &l->job);
}

void rooms_free(server *sv) {
    while (sv->rooms && sv->rooms->first)
        end_visit(sv->rooms->first->session);
    free(sv->rooms);
}

/* ---- Who loses the socket -----------------------------------------------------------------------
 */

typedef struct leaving {
    job job;
    int64_t now;
    uint8_t person[STORE_HASH];
    char process[STORE_PROCESS + 1];
} leaving;

static store_result leave_room(job *j, store *s) {
    leaving *l = (leaving *)j;
    store_result result = store_lock_rooms(s);
    return result ? result : store_leave_room(s, l->person, l->process, l->now);
}

static void left_room(job *j) {
    free(j);
}

/* Unless another socket of theirs waits here. */
static void leave_place(server *sv, const uint8_t person[STORE_HASH]) {
    for (room_visit *v = sv->rooms ? sv->rooms->first : NULL; v; v = v->next)
        if (!memcmp(v->session->person, person, STORE_HASH))
            return;
    leaving *l = sv->closing ? NULL : calloc(1, sizeof *l);
    if (!l)
        return;
    l->now = server_now(sv);
    memcpy(l->person, person, STORE_HASH);
    process_name(sv->process, l->process);
    l->job = (job){.writes = true, .run = leave_room, .done = left_room};
    submit_rooms_job(sv, &l->job);
}

void rooms_leave(session *s) {
    bool waited = s->visit != NULL;
    end_visit(s);
    if (waited)
        leave_place(s->server, s->person);
}

/* ---- Requests: wait ----------------------------------------------------------------------------
 */

typedef struct waiting {
    store_waiter waiter;
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
    store_result result = store_lock_rooms(s);
    result = result ? result : store_wait(s, &w->waiter, w->process);
    result = result ? result : store_waiter_of(s, j->person, &kept);
    result = result ? result : put_own_room(j, s, &kept);
    return result ? result : fill_room(j->session->server, s, w->waiter.room, j->now, &w->done);
}

static void waits(club_job *j) {
    const waiting *w = j->arguments;
    session *s = j->session;
    bool visits = s->link && begin_visit(s);
    session_reply(s, &j->reply);
    j->replied = true;
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
    if (!house_has_clock(s->server->options, &clock))
        return ERROR_CLOCK;
    if (!read_room(m, &setup, &clock) ||
        !house_has_game(s->server->options, rz_game_of(&setup)->name))
        return ERROR_OPTIONS;
    if (!message_hex(m, FIELD_NONCE, w->nonce, sizeof w->nonce))
        return ERROR_REQUEST;
    if (!read_fill(m, &setup, w, server_now(s->server)))
        return ERROR_LEVEL;
    memcpy(w->person, s->person, STORE_HASH);
    rz_text_init(&room, w->room, sizeof w->room);
    write_room(&room, rz_game_of(&setup)->name, rz_seats(&setup), &clock);
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
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, begin_waiting, REPLY, sizeof(waiting))
                      : NULL;
    if (!j)
        return;
    waiting *w = j->arguments;
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
    end_visit(j->session);
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
