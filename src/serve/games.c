#include "serve/games.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/follow.h"
#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "serve/people.h"
#include "serve/presence.h"
#include "serve/table.h"
#include "serve/tables.h"
#include "serve/turn.h"

enum {
    PAGE = 50,         /* rows */
    MOST = 500,        /* games that one plays at a time */
    LATELY = 50,       /* games that were over lately, of which those are told … */
    DAYS = 7,          /* … that one has not looked at since */
    ROW_BYTES = 4608,  /* of the longest names */
    PUSH = -1,         /* instead of the number of a request */
    PATIENCE_MS = 5000 /* until tables have written who is waited for */
};

#define DAY_MS INT64_C(86400000)

/* A game as it was read. */
typedef struct game {
    store_table row;
    char *info;
    bool left;         /* it has changed, and is told with the next push */
    bool waits, stale; /* … which is not known: the game has gone on since that was written */
    int64_t until, number, chat;
} game;

typedef struct listing {
    job job;
    struct listing *next; /* of those that are read once more … */
    int64_t until;        /* … at the latest then, … */
    int n_asked;          /* … as soon as these tables have done what they were asked for */
    char asked[PAGE][STORE_TABLE_ID + 1];
    session *session;
    int32_t id, page;
    bool again;  /* it is the second try */
    bool failed; /* there was no memory for all of them */
    int64_t now;
    int n, room, count;
    game *games;
    int n_names;
    struct {
        uint8_t person[STORE_HASH];
        char name[STORE_NAME];
    } * names;
    int n_known; /* of who follows: the games that they know … */
    struct known {
        bool changed;
        char id[STORE_TABLE_ID + 1];
    } * known;
    packet *reply;
} listing;

/* Those that are read once more, in a while. */
struct game_lists {
    listing *first;
};

/* ---- Reading ----------------------------------------------------------------------------------
 */

static int place_of(const store_table *row, const uint8_t person[STORE_HASH]) {
    for (int i = 0; i < row->n_people; i++)
        if (!memcmp(row->people[i], person, STORE_HASH))
            return i;
    return -1;
}

/* Most people play few games at a time. */
static bool has_room(listing *l) {
    enum { FIRST = 8 };
    if (l->n < l->room)
        return true;
    int room = l->room ? 2 * l->room : FIRST;
    game *more = realloc(l->games, (size_t)room * sizeof *more);
    l->failed |= !more;
    if (!more)
        return false;
    l->games = more;
    l->room = room;
    return true;
}

static game *add_game(listing *l, const store_game *found) {
    char *info = malloc(found->table.info_size + 1);
    l->failed |= !info;
    if (!info || !has_room(l)) {
        free(info);
        return NULL;
    }
    game *g = &l->games[l->n++];
    *g = (game){.row = found->table,
                .info = info,
                .number = found->number,
                .chat = found->chat,
                .until = INT64_MAX};
    memcpy(info, found->table.info, found->table.info_size);
    g->row.info = info;
    return g;
}

static bool take_game(void *context, const store_game *found) {
    listing *l = context;
    int64_t since;
    game *g = add_game(l, found);
    if (!g)
        return false;
    g->stale = found->turn != found->number && found->table.status == STORE_RUNNING;
    g->waits = !g->stale &&
               turn_read(found->waits, place_of(&g->row, l->session->person), &since, &g->until);
    l->count += g->waits;
    return true;
}

/* Whether this person has not seen how it ended. */
static bool is_unseen(const store_game *found, const uint8_t person[STORE_HASH]) {
    lobby l;
    int seat = lobby_read(&found->table, &l, NULL) ? lobby_seat_of(&l, person) : -1;
    return seat >= 0 && !l.seats[seat].home && l.seats[seat].seen >= 0 &&
           l.seats[seat].seen < found->number;
}

static bool take_over(void *context, const store_game *found) {
    listing *l = context;
    return !is_unseen(found, l->session->person) || add_game(l, found);
}

/* Those that wait, by the time that is left; then those that go on, then what is over; of each the
 * last changed first. */
static int compare_games(const void *left, const void *right) {
    const game *a = left, *b = right;
    bool over_a = a->row.status > STORE_RUNNING, over_b = b->row.status > STORE_RUNNING;
    if (a->waits != b->waits)
        return a->waits ? -1 : 1;
    if (a->waits && a->until != b->until)
        return a->until < b->until ? -1 : 1;
    if (over_a != over_b)
        return over_a ? 1 : -1;
    return a->row.changed != b->row.changed ? (a->row.changed > b->row.changed ? -1 : 1)
                                            : strcmp(a->row.id, b->row.id);
}

static store_result read_games(listing *l, store *s) {
    if (!(l->names = malloc((size_t)PAGE * RZ_SEATS_MAX * sizeof *l->names)))
        return STORE_FULL;
    store_result result = store_games(s, l->session->person, MOST, take_game, l);
    if (result == STORE_OK)
        result =
            store_lately_over(s, l->session->person, LATELY, l->now - DAYS * DAY_MS, take_over, l);
    if (l->n > 0)
        qsort(l->games, (size_t)l->n, sizeof *l->games, compare_games);
    return l->failed ? STORE_FULL : result; /* what is missing is not gone */
}

static void free_games(listing *l) {
    for (int i = 0; i < l->n; i++)
        free(l->games[i].info);
    free(l->games);
    free(l->names);
    l->games = NULL;
    l->names = NULL;
    l->n = l->room = l->n_names = l->count = 0;
}

/* ---- Rows --------------------------------------------------------------------------------------
 */

/* Friends sit at many tables: each is asked for once. */
static void read_name(listing *l, store *s, lobby_seat *seat) {
    int i = 0;
    while (i < l->n_names && memcmp(l->names[i].person, seat->hash, STORE_HASH) != 0)
        i++;
    if (i == PAGE * RZ_SEATS_MAX) {
        people_read_name(s, seat->hash, seat->name);
        return;
    }
    if (i == l->n_names) {
        people_read_name(s, seat->hash, l->names[i].name);
        memcpy(l->names[i].person, seat->hash, STORE_HASH);
        l->n_names++;
    }
    memcpy(seat->name, l->names[i].name, STORE_NAME);
}

static int64_t missed(int64_t now, int64_t then, bool here) {
    return here || then < 0 || then > now ? 0 : now - then;
}

static void write_row(listing *l, store *s, const game *g, rz_text *out) {
    lobby full;
    rz_setup setup;
    if (!lobby_read(&g->row, &full, &setup))
        return;
    int seat = lobby_seat_of(&full, l->session->person);
    for (int i = 0; i < RZ_SEATS_MAX; i++)
        if (full.seats[i].person)
            read_name(l, s, &full.seats[i]);
    const lobby_seat *mine = &full.seats[seat < 0 ? 0 : seat];
    bool here = mine->home && full.status <= STORE_RUNNING;
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "table", g->row.id);
    lobby_write_brief(out, "lobby", &full, &setup);
    rz_put_int(out, "seat", seat);
    rz_put_bool(out, "waits", g->waits);
    if (g->until == INT64_MAX)
        rz_put_null(out, "until");
    else
        rz_put_int(out, "until", g->until);
    rz_put_int(out, "number", g->number);
    rz_put_int(out, "events", missed(g->number, mine->seen, here));
    rz_put_int(out, "messages", missed(g->chat, mine->heard, here));
    rz_put_close(out, '}');
}

static void write_page(listing *l, store *s, rz_text *out) {
    int first = l->page * PAGE;
    rz_put_int(out, "count", l->count);
    rz_put_open(out, "games", '[');
    for (int i = first; i < first + PAGE && i < l->n; i++)
        write_row(l, s, &l->games[i], out);
    rz_put_close(out, ']');
    rz_put_bool(out, "more", l->n > first + PAGE);
    rz_put_close(out, '}');
}

/* ---- What is pushed ----------------------------------------------------------------------------
 */

static const struct known *find_known(const listing *l, const char *id) {
    for (int i = 0; i < l->n_known; i++)
        if (!strcmp(l->known[i].id, id))
            return &l->known[i];
    return NULL;
}

static bool has_game(const listing *l, const char *id) {
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->games[i].row.id, id))
            return true;
    return false;
}

static void write_changes(listing *l, store *s, rz_text *out) {
    int n = 0;
    rz_put_open(out, NULL, '{');
    rz_put_open(out, "games", '{');
    rz_put_int(out, "count", l->count);
    rz_put_open(out, "rows", '[');
    for (int i = 0; i < l->n; i++) {
        const struct known *k = find_known(l, l->games[i].row.id);
        if (k && !k->changed)
            continue;
        l->games[i].left = n == PAGE;
        if (!l->games[i].left)
            write_row(l, s, &l->games[i], out), n++;
    }
    rz_put_close(out, ']');
    rz_put_open(out, "gone", '[');
    for (int i = 0; i < l->n_known; i++)
        if (!has_game(l, l->known[i].id))
            rz_put_string(out, NULL, l->known[i].id);
    rz_put_close(out, ']');
    rz_put_close(out, '}');
    rz_put_close(out, '}');
}

/* ---- The job -----------------------------------------------------------------------------------
 */

static store_result read_list(job *j, store *s) {
    enum { ROOM = (PAGE + 1) * ROW_BYTES + (MOST + LATELY) * (STORE_TABLE_ID + 3) };
    listing *l = (listing *)j;
    rz_text out;
    char *memory = malloc(ROOM);
    store_result result = memory ? read_games(l, s) : STORE_FULL;
    if (result == STORE_OK) {
        if (l->id == PUSH) {
            rz_text_init(&out, memory, ROOM);
            write_changes(l, s, &out);
        } else {
            reply_open(&out, memory, ROOM, l->id);
            write_page(l, s, &out);
        }
        l->reply = packet_new((rz_slice){memory, out.length});
    }
    free(memory);
    return result;
}

static void free_listing(listing *l) {
    free_games(l);
    free(l->known);
    if (l->reply)
        packet_free(l->reply);
    session_end_list(l->session);
    session_release(l->session);
    free(l);
}

/* From now on all that were read are known; there may have been more than one push can tell. */
static void note_known(listing *l) {
    char(*ids)[STORE_TABLE_ID + 1] = malloc((size_t)(l->n + 1) * sizeof *ids);
    for (int i = 0; i < l->n && ids; i++)
        memcpy(ids[i], l->games[i].row.id, sizeof *ids);
    if (ids)
        follow_set(l->session->follow, (const char(*)[STORE_TABLE_ID + 1]) ids, l->n);
    free(ids);
    for (int i = 0; i < l->n; i++)
        if (l->games[i].left)
            follow_note_game(l->session->follow, l->games[i].row.id);
}

static void send_list(job *j);

static void submit(listing *l) {
    l->job = (job){.run = read_list, .done = send_list};
    server_read(l->session->server, l->session->share, &l->job);
}

/* What only those play who are there is not written down: their tables are asked to, and the list
 * is read once more. */
static bool has_asked_tables(listing *l) {
    server *sv = l->session->server;
    if (l->again)
        return false;
    for (int i = 0; i < l->n && l->n_asked < PAGE; i++) {
        table *t = l->games[i].stale ? tables_open(sv, l->games[i].row.id) : NULL;
        if (!t || !table_enqueue(t, presence_note_turn))
            continue;
        memcpy(l->asked[l->n_asked++], t->id, sizeof t->id);
        table_run(t);
    }
    return l->n_asked > 0;
}

static bool is_any_busy(const listing *l) {
    for (int i = 0; i < l->n_asked; i++) {
        const table *t = tables_find(l->session->server, l->asked[i]);
        if (t && (t->busy || t->first))
            return true;
    }
    return false;
}

static bool read_again(listing *l) {
    server *sv = l->session->server;
    if (!sv->listings && !(sv->listings = calloc(1, sizeof *sv->listings)))
        return false;
    free_games(l);
    packet_free(l->reply);
    l->reply = NULL;
    l->again = true;
    l->until = server_now(sv) + PATIENCE_MS;
    l->next = sv->listings->first;
    sv->listings->first = l;
    return true;
}

static void send_list(job *j) {
    listing *l = (listing *)j;
    session *s = l->session;
    if (l->reply && s->link && has_asked_tables(l) && read_again(l))
        return;
    if (s->follow) {
        s->follow->reading = false;
        if (l->reply)
            note_known(l);
        else if (l->id == PUSH)
            follow_note_all(s->follow); /* what could not be read is told later */
    }
    if (l->reply)
        session_send(s, l->reply);
    else if (l->id != PUSH)
        session_error(s, l->id, ERROR_STORE, NULL, "The store can not be read now.");
    free_listing(l);
}

/* It is on its way until it is freed, also while it waits for its tables: its address has no more
 * of them than it may, and is kept for it when the session has gone. */
static listing *new_listing(session *s, int32_t id) {
    listing *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->session = session_retain(s);
    session_begin_list(s);
    l->id = id;
    l->now = server_now(s->server);
    return l;
}

/* ---- Who follows -------------------------------------------------------------------------------
 */

/* False: not now. */
static bool tell(follow *f) {
    listing *l = session_take_pushed_list(f->session) ? new_listing(f->session, PUSH) : NULL;
    if (!l)
        return false;
    l->known = calloc((size_t)f->n + 1, sizeof *l->known);
    for (int i = 0; i < f->n && l->known; i++) {
        l->known[l->n_known].changed = f->games[i].changed;
        memcpy(l->known[l->n_known++].id, f->games[i].id, sizeof f->games[i].id);
        f->games[i].changed = false;
    }
    f->reading = true;
    submit(l);
    return true;
}

void games_check(server *sv, int64_t now) {
    follows_check(sv, now, tell);
    for (listing **at = sv->listings ? &sv->listings->first : NULL; at && *at;) {
        listing *l = *at;
        if (is_any_busy(l) && l->until > now && l->until - now <= PATIENCE_MS) {
            at = &l->next;
            continue;
        }
        *at = l->next;
        submit(l);
    }
}

void games_free(server *sv) {
    while (sv->listings && sv->listings->first) {
        listing *l = sv->listings->first;
        sv->listings->first = l->next;
        free_listing(l);
    }
    free(sv->listings);
    follows_free(sv);
}

/* ---- The request -------------------------------------------------------------------------------
 */

/* False: it is answered. */
static bool set_follow(session *s, int32_t id, const message *m) {
    bool wanted;
    if (!message_flag(m, FIELD_FOLLOW, s->follow != NULL, &wanted)) {
        session_error(s, id, ERROR_REQUEST, NULL, "follow is true or false.");
        return false;
    }
    if (!wanted)
        follow_end(s);
    else if (!follow_start(s)) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return false;
    }
    return true;
}

void games_start(session *s, int32_t id, const message *m) {
    int32_t page;
    if (!club_job_page(s, id, m, &page) || !club_job_may_list(s, id) || !set_follow(s, id, m))
        return;
    listing *l = new_listing(s, id);
    if (!l) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return;
    }
    l->page = page;
    submit(l);
}
