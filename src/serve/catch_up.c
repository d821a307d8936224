#include "serve/catch_up.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/people.h"

enum {
    CHAT_MAX = 200,       /* messages that one who comes is sent */
    LOW_WATER = 32768,    /* bytes that wait for a session before it gets no more pieces */
    HELD_BYTES = 4 << 20, /* the same for all sessions of an address */
    PIECES_A_SECOND = 250,
    PIECES_BURST = 2000, /* of an address */
    USUAL_BYTES = 16384, /* of a piece that has to be read */
    FRESH = 1,           /* in one tick, for an address that has hardly asked for any */
    READ_PRICE = 4,      /* pieces, for one that has to be read */
    RETRY_MS = 500
};

/* Whoever waits for what is read: its session and its watch stay until then. */
typedef struct missed_job {
    job job;
    watch *watch;
    session *session;
    packet *packet;
} missed_job;

static void begin_job(missed_job *m, watch *w, store_result (*run)(job *j, store *s),
                      void (*done)(job *j)) {
    table *t = w->table;
    m->watch = w;
    m->session = session_retain(w->session);
    m->job = (job){.run = run, .done = done};
    memcpy(m->job.table, t->id, sizeof t->id);
    t->pins++;
    w->reading = m->session->reading = true;
    server_read(t->server, m->session->share, &m->job);
}

/* False if nobody waits for it any longer. */
static bool end_job(missed_job *m) {
    watch *w = m->watch;
    w->table->pins--;
    w->reading = m->session->reading = false;
    if (w->session)
        return true;
    free(w);
    return false;
}

/* ---- A piece of a record --------------------------------------------------------------------- */

typedef struct piece_job {
    missed_job missed;
    const rz_setup *setup;
    int viewer;
    uint32_t from, to;
    uint32_t known; /* lines that the table has here: later ones are pushed with their lobby */
    bool has_head;
    uint8_t head[RZ_HEAD]; /* before the piece; then after it */
    rz_text out;
} piece_job;

/* Any line but the first. */
static bool read_line(const piece_job *p, rz_slice text, rz_event *event) {
    rz_problem problem = {0};
    uint8_t seed[RZ_SEED];
    if (rz_read_event(rz_game_of(p->setup), p->setup, text, event, &problem))
        return true;
    if (!rz_read_seal(text, seed, &problem))
        return false;
    rz_describe_seal(seed, event);
    return true;
}

static bool take_setup(piece_job *p, rz_slice text) {
    rz_header header;
    rz_setup setup;
    rz_problem problem;
    if (!rz_read_setup(rz_games, text, &header, &setup, &problem))
        return false;
    rz_chain_begin(p->head, &header, &setup);
    p->has_head = true;
    if (p->from == 0) {
        rz_put_key(&p->out, NULL);
        rz_text_slice(&p->out, text);
    }
    return true;
}

/* What does not fit comes with the next piece. */
static bool take_line(void *context, const store_line *line) {
    piece_job *p = context;
    rz_event event;
    bool fits = p->out.length + line->text.length + 256 <= p->out.size || p->to == p->from;
    if (line->number >= p->known || !fits)
        return false;
    if (line->number == 0) {
        if (!take_setup(p, line->text))
            return false;
    } else if (!read_line(p, line->text, &event)) {
        return false;
    } else {
        rz_chain_add(p->head, rz_game_of(p->setup), p->setup, &event);
        if (line->number >= p->from) {
            rz_put_key(&p->out, NULL);
            rz_write_seen(rz_game_of(p->setup), p->setup, p->viewer, &event, &p->out);
        }
    }
    if (line->number >= p->from)
        p->to = line->number + 1;
    return true;
}

/* From where the piece begins in which the line lies: only there the head is known. */
static store_result write_piece(piece_job *p, store *s) {
    const char *id = p->missed.job.table;
    rz_put_open(&p->out, NULL, '{');
    rz_put_string(&p->out, "table", id);
    rz_put_int(&p->out, "from", p->from);
    rz_put_open(&p->out, "lines", '[');
    store_result result =
        store_lines(s, id, p->from - p->from % PIECE_LINES, PIECE_LINES, take_line, p);
    if (result != STORE_OK || p->to == p->from)
        return result ? result : STORE_BROKEN;
    rz_put_close(&p->out, ']');
    if (p->has_head)
        rz_put_hex(&p->out, "head", p->head, RZ_HEAD);
    rz_put_close(&p->out, '}');
    p->missed.packet = packet_new((rz_slice){p->out.at, p->out.length});
    return p->missed.packet ? STORE_OK : STORE_FULL;
}

/* Memory is taken when its turn has come: many may wait for theirs. */
static store_result read_piece(job *j, store *s) {
    enum { ROOM = RZ_LINE_MAX + 32768 };
    piece_job *p = (piece_job *)j;
    char *memory = malloc(ROOM);
    if (!memory)
        return STORE_FULL;
    rz_text_init(&p->out, memory, ROOM);
    store_result result = write_piece(p, s);
    free(memory);
    return result;
}

static void send_piece(watch *w, uint32_t to, packet *p) {
    w->line = to;
    session_send(w->session, p);
}

static void go_on(session *s);

/* To the end of the queue of those who wait. */
static void stall(session *s) {
    server *sv = s->server;
    if (s->stalled)
        return;
    s->stalled = true;
    s->next_stalled = NULL;
    *(sv->last_stalled ? &sv->last_stalled->next_stalled : &sv->first_stalled) = session_retain(s);
    sv->last_stalled = s;
}

static void retry_later(session *s) {
    s->retry_at = server_now(s->server) + RETRY_MS;
    stall(s);
}

static void piece_read(job *j) {
    piece_job *p = (piece_job *)j;
    missed_job *m = &p->missed;
    session *s = m->session;
    watch *w = m->watch;
    table *t = w->table;
    server *sv = s->server;
    bool wanted = end_job(m);
    if (j->result == STORE_OK && p->from % PIECE_LINES == 0)
        pieces_add(&sv->pieces, (piece_key){t->serial, p->from, p->viewer}, p->to, m->packet);
    if (j->result != STORE_OK && wanted) {
        retry_later(s);
    } else if (wanted && w->line == p->from && w->viewer == p->viewer) {
        send_piece(w, p->to, m->packet); /* else it has sat down, or asked for something else */
    }
    if (m->packet)
        packet_free(m->packet);
    go_on(s);
    session_release(s);
    free(p);
}

static bool ask_piece(watch *w) {
    table *t = w->table;
    piece_job *p = malloc(sizeof *p);
    if (!p)
        return false;
    *p = (piece_job){.setup = t->setup, .viewer = w->viewer, .from = w->line, .to = w->line};
    p->known = t->position.number;
    const uint8_t *head = heads_before(&t->heads, w->line / PIECE_LINES);
    if ((p->has_head = head != NULL))
        memcpy(p->head, head, RZ_HEAD);
    begin_job(&p->missed, w, read_piece, piece_read);
    return true;
}

/* ---- Chat ------------------------------------------------------------------------------------ */

typedef struct said {
    int64_t number, at;
    uint8_t person[STORE_HASH];
    char name[STORE_NAME];
    char *text;
} said;

typedef struct chat_read_job {
    missed_job missed;
    int64_t asked, chat;
    said *said; /* CHAT_MAX of them, when its turn has come */
    int n_said;
    bool no_memory; /* for one of them */
} chat_read_job;

static bool take_chat(void *context, const store_chat *chat) {
    chat_read_job *r = context;
    said *s = &r->said[r->n_said];
    *s = (said){.number = chat->number, .at = chat->at};
    memcpy(s->person, chat->person, STORE_HASH);
    s->text = strndup(chat->text.at, chat->text.length);
    r->no_memory = !s->text;
    r->n_said += s->text != NULL;
    return s->text && r->n_said < CHAT_MAX;
}

void chat_write(int64_t number, int64_t at, const uint8_t person[STORE_HASH], const char *name,
                const char *text, rz_text *out) {
    char who[WHO + 1];
    mark_of(person, who);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "number", number);
    rz_put_int(out, "at", at);
    rz_put_string(out, "who", who);
    rz_put_string(out, "name", name);
    rz_put_string(out, "text", text);
    rz_put_close(out, '}');
}

/* Names are asked for when the messages have been read, once for each person. */
static void read_name(chat_read_job *r, int i, store *s) {
    int before = 0;
    while (memcmp(r->said[before].person, r->said[i].person, STORE_HASH) != 0)
        before++;
    if (before < i)
        memcpy(r->said[i].name, r->said[before].name, STORE_NAME);
    else
        people_read_name(s, r->said[i].person, r->said[i].name);
}

/* Without memory it is asked for again later. */
static store_result write_chat(chat_read_job *r, store *s) {
    enum { MESSAGE = 8192 };
    size_t room = MESSAGE * (size_t)(r->n_said + 1);
    char *memory = malloc(room);
    rz_text out;
    if (!memory)
        return STORE_FULL;
    rz_text_init(&out, memory, room);
    rz_put_open(&out, NULL, '{');
    rz_put_string(&out, "table", r->missed.job.table);
    rz_put_open(&out, "chat", '[');
    for (int i = 0; i < r->n_said; i++) {
        const said *one = &r->said[i];
        read_name(r, i, s);
        chat_write(one->number, one->at, one->person, one->name, one->text, &out);
    }
    rz_text_add(&out, "]}");
    r->missed.packet = packet_new((rz_slice){memory, out.length});
    free(memory);
    return r->missed.packet ? STORE_OK : STORE_FULL;
}

/* The last messages, and who has missed more does without. What was forgotten has a number and is
 * not told: afterwards everything up to the last is known. */
static store_result read_chat(job *j, store *s) {
    chat_read_job *r = (chat_read_job *)j;
    int64_t last;
    store_result result = store_last_chat(s, j->table, &last);
    if (result != STORE_OK)
        return result;
    if (!(r->said = malloc(CHAT_MAX * sizeof *r->said)))
        return STORE_FULL;
    if (last - r->chat > CHAT_MAX)
        r->chat = last - CHAT_MAX;
    if (r->chat < last)
        result = store_chats(s, j->table, r->chat + 1, CHAT_MAX, take_chat, r);
    r->chat = last;
    if (r->no_memory)
        return STORE_FULL;
    return r->n_said > 0 && result == STORE_OK ? write_chat(r, s) : result;
}

static void chat_was_read(job *j) {
    chat_read_job *r = (chat_read_job *)j;
    session *s = r->missed.session;
    watch *w = r->missed.watch;
    bool wanted = end_job(&r->missed);
    if (wanted && j->result != STORE_OK) {
        w->wants_chat = true;
        retry_later(s);
    } else if (wanted && w->chat == r->asked) {
        table *t = w->table;
        if (r->missed.packet)
            session_send(s, r->missed.packet);
        w->chat = r->chat;
        if (w->chat > t->chat)
            t->chat = w->chat;
        w->wants_chat = w->chat < t->chat;
    }
    if (r->missed.packet)
        packet_free(r->missed.packet);
    for (int i = 0; i < r->n_said; i++)
        free(r->said[i].text);
    free(r->said);
    go_on(s);
    session_release(s);
    free(r);
}

static bool ask_chat(watch *w) {
    chat_read_job *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->asked = r->chat = w->chat;
    w->wants_chat = false;
    begin_job(&r->missed, w, read_chat, chat_was_read);
    return true;
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

/* Whether its address may have one piece more: this one, or one that is to be read. Who has hardly
 * asked for any does not wait for those who have. */
static bool may_have_piece(session *s, const packet *known) {
    double price = known ? 1 : READ_PRICE;
    server *sv = s->server;
    account *a = s->address;
    int64_t now = server_now(sv);
    int bytes = known ? (int)known->length : USUAL_BYTES;
    if (s->local) /* it has no account, and does not wait for those whose own is empty */
        return (sv->local_bytes_left -= bytes) > -bytes;
    account_take(a, &a->pieces, 0, PIECES_A_SECOND, PIECES_BURST, now); /* fills it up */
    bool fresh = a->pieces.left > 0.98 * PIECES_BURST;
    if (sv->bytes_left <= 0 && !(fresh && portion_take(&a->pieces_now, sv->ticks) < FRESH))
        return false;
    if (a->held >= HELD_BYTES ||
        !account_take(a, &a->pieces, price, PIECES_A_SECOND, PIECES_BURST, now)) {
        server_note_limit(sv, LIMIT_PIECES, a);
        return false;
    }
    sv->bytes_left -= bytes;
    return true;
}

/* The next piece, from those that others were sent or from the store. */
static void send_lines(watch *w) {
    session *s = w->session;
    table *t = w->table;
    const piece *p = pieces_find(&s->server->pieces, (piece_key){t->serial, w->line, w->viewer},
                                 t->position.number);
    if (!may_have_piece(s, p ? p->packet : NULL) || (!p && !ask_piece(w))) {
        stall(s);
        return;
    }
    if (p)
        send_piece(w, p->to, p->packet);
}

static void send_chat(watch *w) {
    if (!may_have_piece(w->session, NULL) || !ask_chat(w))
        stall(w->session);
}

/* The first that has not got everything, which goes to the end of the list: they take turns. */
static watch *take_turn(session *s) {
    watch **at = &s->watches;
    while (*at && !(*at)->catching_up)
        at = &(*at)->next_of_session;
    watch *w = *at;
    if (!w)
        return NULL;
    *at = w->next_of_session;
    while (*at)
        at = &(*at)->next_of_session;
    *at = w;
    w->next_of_session = NULL;
    return w;
}

/* Sends what there is, and asks for what there is not, until it has to wait for something: a
 * session has one thing at a time on its way. */
static void go_on(session *s) {
    while (s->link && !s->leaving && !s->reading && !s->stalled) {
        if (s->out_bytes >= LOW_WATER) {
            s->wants_room = true;
            return;
        }
        watch *w = take_turn(s);
        if (!w)
            return;
        if (w->line < w->table->position.number)
            send_lines(w);
        else if (w->wants_chat || w->chat < w->table->chat)
            send_chat(w);
        else
            w->catching_up = false;
    }
}

void catch_up_start(watch *w) {
    session *s = w->session;
    w->catching_up = w->wants_chat = true;
    s->on_room = go_on;
    if (!s->wants_room)
        go_on(s);
}

void catch_up_all(table *t) {
    for (watch *w = t->watches, *next; w; w = next) {
        next = w->next;
        if (!w->catching_up && (w->line < t->position.number || w->chat < t->chat))
            catch_up_start(w);
    }
}

static session *take_stalled(server *sv) {
    session *s = sv->first_stalled;
    sv->first_stalled = s->next_stalled;
    if (!sv->first_stalled)
        sv->last_stalled = NULL;
    s->stalled = false;
    return s;
}

void catch_up_free(server *sv) {
    while (sv->first_stalled)
        session_release(take_stalled(sv));
}

/* Each once, in the order in which they wait, as long as there is something to be had. */
void catch_up_check(server *sv, int64_t now) {
    const session *last = sv->last_stalled;
    sv->bytes_left = sv->local_bytes_left = TICK_BYTES;
    for (bool done = !last; !done && sv->bytes_left > 0;) {
        session *s = take_stalled(sv);
        done = s == last;
        if (now < s->retry_at && s->link)
            stall(s);
        else
            go_on(s);
        session_release(s);
    }
}
