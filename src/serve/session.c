#include "serve/session.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"

static void init_ring(session *s) {
    s->out = s->few;
    s->out_room = SESSION_OUT;
    s->out_first = 0;
}

static void free_ring(session *s) {
    if (s->out != s->few)
        free(s->out);
}

session *session_retain(session *s) {
    s->refs++;
    return s;
}

void session_release(session *s) {
    if (--s->refs > 0)
        return;
    free_ring(s);
    free(s);
}

bool session_take_room(session *s, size_t bytes) {
    enum { NAME = 256 }; /* it is kept with the first thing that is stored of a person */
    if (s->local || server_take_room(s->server, s->address, bytes + (s->unkept ? NAME : 0)))
        return true;
    server_note_limit(s->server, LIMIT_STORED, s->address);
    return false;
}

bool session_take_change(session *s) {
    enum { OF_KEY = 30, OF_ADDRESS = 600 };
    int64_t now = server_now(s->server);
    return s->local || (s->key && account_take(s->key, &s->key->changes, 1, 0.2, OF_KEY, now) &&
                        account_take(s->address, &s->address->changes, 1, 5, OF_ADDRESS, now));
}

/* However long one takes, no more wait than an address may ask for at once. */
bool session_take_pushed_list(session *s) {
    enum { OF_ADDRESS = 120, A_SECOND = 20 };
    return s->local || (s->address->lists_read < OF_ADDRESS &&
                        account_take(s->address, &s->address->lists, 1, A_SECOND, OF_ADDRESS,
                                     server_now(s->server)));
}

bool session_take_list(session *s) {
    enum { COST = 10 }; /* as so many other requests of the same socket */
    const serve_options *options = s->server->options;
    return bucket_take(&s->lists, 1, (double)options->messages_per_second / COST,
                       1 + (double)options->messages_burst / COST, server_now(s->server)) &&
           session_take_pushed_list(s);
}

void session_begin_list(session *s) {
    s->address->lists_read++;
}

void session_end_list(session *s) {
    s->address->lists_read--;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Once: who sets the time again puts it off. */
static void cut(session *s) {
    if (!s->cut)
        s->transport->cut(s->link);
    s->cut = s->leaving = true;
}

static bool write_frames(session *s, unsigned char *frames, size_t length) {
    s->server->metrics.pushed_bytes += length;
    return s->transport->write(s->link, frames, length);
}

static bool make_room(session *s) {
    if (s->out_n < s->out_room)
        return true;
    uint16_t room = (uint16_t)(2 * s->out_room);
    packet **out = room <= 16384 ? malloc(room * sizeof *out) : NULL;
    if (!out)
        return false;
    for (int i = 0; i < s->out_n; i++)
        out[i] = s->out[(s->out_first + i) % s->out_room];
    free_ring(s);
    s->out = out;
    s->out_first = 0;
    s->out_room = room;
    return true;
}

/* A reader that is too slow for its table is dropped, and may come back. */
static void drop_slow(session *s) {
    s->server->metrics.closed_slow++;
    cut(s);
}

/* Where the sessions of one address read little of what waits for them, those go first that have
 * more than their part of it. */
static bool holds_too_much(const session *s, size_t more) {
    enum { OF_ADDRESS = 8 << 20, PART = 65536 };
    size_t own = s->out_bytes + more;
    return own > (size_t)s->server->options->queue_bytes ||
           (!s->local && own > PART && s->address->held + more > OF_ADDRESS);
}

/* What is sent waits for the end of this turn of the loop: an answer and what is pushed with it go
 * out together. What there was no memory for would be missed for ever: who has been cut off comes
 * back, and asks for what there is. */
void session_send(session *s, packet *p) {
    if (!s->link || s->leaving)
        return;
    if (!p) {
        cut(s);
        return;
    }
    if (holds_too_much(s, p->length) || !make_room(s)) {
        drop_slow(s);
        return;
    }
    s->out_bytes += p->length;
    s->address->held += p->length;
    s->server->metrics.pushes++;
    s->out[(s->out_first + s->out_n++) % s->out_room] = p;
    p->refs++;
    if (!s->dirty) {
        s->dirty = true;
        s->next_dirty = s->server->dirty;
        s->server->dirty = session_retain(s);
    }
}

static packet *take_first(session *s) {
    packet *p = s->out[s->out_first];
    s->out_first = (uint16_t)((s->out_first + 1) % s->out_room);
    s->out_n--;
    s->out_bytes -= p->length;
    s->address->held -= p->length;
    return p;
}

/* As many as fit into one go; a large one goes alone. */
static bool write_some(session *s) {
    enum { TOGETHER = 16384 };
    unsigned char memory[PACKET_HEADROOM + TOGETHER];
    size_t length = 0;
    packet *p = s->out[s->out_first];
    if (s->out_n == 1 || p->length > TOGETHER) {
        bool ok = write_frames(s, packet_frame(take_first(s)), p->length);
        packet_free(p);
        return ok;
    }
    while (s->out_n > 0 && length + s->out[s->out_first]->length <= TOGETHER) {
        p = take_first(s);
        memcpy(memory + PACKET_HEADROOM + length, packet_frame(p), p->length);
        length += p->length;
        packet_free(p);
    }
    return write_frames(s, memory + PACKET_HEADROOM, length);
}

/* False if the link is broken. Who waits for room is called in the next turn of the loop, so that
 * nobody keeps it busy who reads quickly. */
static bool write_all(session *s) {
    while (s->out_n > 0 && !s->transport->is_blocked(s->link))
        if (!write_some(s))
            return false;
    if (s->out_n > 0 || (s->wants_room && !s->leaving))
        s->transport->notify_writable(s->link);
    if (s->out_n == 0 && s->out_room > SESSION_OUT) {
        free_ring(s);
        init_ring(s);
    }
    return true;
}

/* Whether it is written to at once, as for a move and its line. Much of it, and to many sockets of
 * one address, goes out when the loop finds that there is room, between what others do. */
static bool is_first(session *s) {
    enum { LITTLE = 16384, SOCKETS = 16 };
    server *sv = s->server;
    return s->out_bytes <= LITTLE &&
           (s->local || portion_take(&s->address->writes_now, sv->flushes) < SOCKETS);
}

static bool flush(session *s) {
    if (is_first(s))
        return write_all(s);
    s->transport->notify_writable(s->link);
    return true;
}

void sessions_flush(server *sv) {
    sv->flushes++;
    while (sv->dirty) {
        session *s = sv->dirty;
        sv->dirty = s->next_dirty;
        s->dirty = false;
        if (s->link && !s->leaving && !flush(s))
            cut(s);
        session_release(s);
    }
}

void session_send_text(session *s, rz_slice text) {
    packet *p = packet_new(text);
    session_send(s, p);
    if (p)
        packet_free(p);
}

/* Who still sends while we close would get a reset instead of our words: a flood is let run dry.
 * False: the link is to be closed. */
static bool send_bye(session *s) {
    char memory[64];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "bye", s->bye);
    rz_put_close(&text, '}');
    packet *p = packet_new((rz_slice){memory, text.length});
    bool ok = p && write_frames(s, packet_frame(p), p->length);
    if (p)
        packet_free(p);
    if (ok && s->bye_status == CLOSE_POLICY_VIOLATION) {
        s->bye = NULL;
        s->transport->linger(s->link);
        return true;
    }
    s->transport->set_close_reason(s->link, s->bye_status, s->bye);
    return false;
}

bool session_on_writable(session *s) {
    if (s->wants_room && s->out_n == 0 && !s->leaving && !s->transport->is_blocked(s->link)) {
        s->wants_room = false;
        s->on_room(s);
    }
    if (!write_all(s))
        return false;
    return !s->bye || s->out_n > 0 || s->transport->is_blocked(s->link) || send_bye(s);
}

void session_bye(session *s, const char *code, uint16_t status) {
    if (!s->link || s->leaving)
        return;
    s->leaving = true;
    s->bye = code;
    s->bye_status = status;
    s->transport->notify_writable(s->link);
}

/* ---- Replies --------------------------------------------------------------------------------- */

void reply_open(rz_text *reply, char *memory, size_t size, int32_t id) {
    rz_text_init(reply, memory, size);
    rz_put_open(reply, NULL, '{');
    rz_put_int(reply, "re", id);
    rz_put_bool(reply, "ok", true);
}

void session_reply(session *s, rz_text *reply) {
    rz_put_close(reply, '}');
    session_send_text(s, (rz_slice){reply->at, reply->length});
}

void session_ok(session *s, int32_t id) {
    char memory[64];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, id);
    session_reply(s, &reply);
}

void session_error(session *s, int32_t id, protocol_error error, const char *rule,
                   const char *text) {
    char memory[2048];
    rz_text out;
    s->server->metrics.refused++;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_int(&out, "re", id);
    rz_put_open(&out, "error", '{');
    rz_put_string(&out, "code", protocol_error_code(error));
    if (rule)
        rz_put_string(&out, "rule", rule);
    rz_put_string(&out, "text", text);
    rz_text_add(&out, "}}");
    session_send_text(s, (rz_slice){memory, out.length});
}

/* ---- Resting ---------------------------------------------------------------------------------
 * Whoever plays says something now and then, and shall not wait for those who talk all the time. */

/* Whether one message more of this address is heard in this tick. */
static bool may_be_heard(session *s) {
    enum { PORTION = 24, ALL = 480, LITTLE = 3 };
    server *sv = s->server;
    int of_all = portion_take(&sv->messages_now, sv->ticks);
    return portion_take(&s->address->messages_now, sv->ticks) < (of_all < ALL ? PORTION : LITTLE);
}

void session_count_message(session *s) {
    if (!s->local && !may_be_heard(s))
        session_rest(s, 0);
}

static void append_resting(session *s) {
    server *sv = s->server;
    s->next_resting = NULL;
    *(sv->last_resting ? &sv->last_resting->next_resting : &sv->first_resting) = s;
    sv->last_resting = s;
}

void session_rest(session *s, int64_t ms) {
    int64_t until = server_now(s->server) + ms;
    if (!s->link || s->leaving)
        return;
    s->rest_until = s->resting && s->rest_until > until ? s->rest_until : until;
    if (s->resting)
        return;
    s->resting = true;
    s->transport->set_reading(s->link, false);
    append_resting(session_retain(s));
}

static void stop_resting(session *s) {
    s->resting = false;
    if (s->link)
        s->transport->set_reading(s->link, true);
    session_release(s);
}

void sessions_wake(server *sv, int64_t now) {
    session *s = sv->first_resting, *next;
    sv->first_resting = sv->last_resting = NULL;
    sv->ticks++;
    for (; s; s = next) {
        next = s->next_resting;
        if (s->link && (now < s->rest_until || !may_be_heard(s)))
            append_resting(s);
        else
            stop_resting(s);
    }
}

void sessions_free(server *sv) {
    for (session *s = sv->first_resting, *next; s; s = next) {
        next = s->next_resting;
        session_release(s);
    }
    sv->first_resting = sv->last_resting = NULL;
}

/* ---- Silence ---------------------------------------------------------------------------------
 * The library of the sockets can do this by timers, but keeps them in a list that it walks through
 * for each. */

static void ping(session *s) {
    packet *p = packet_ping();
    if (!p)
        return;
    session_send(s, p);
    packet_free(p);
    s->pinged = true;
}

void session_note_life(session *s) {
    if (s->leaving)
        return;
    s->received = server_now(s->server);
    s->pinged = false;
}

void sessions_check(server *sv, int64_t now) {
    enum { HELLO_MS = 15000 };
    int64_t most = 1000 * (int64_t)sv->options->idle_seconds;
    for (session *s = sv->sessions; s; s = s->next) {
        if (now - s->received > most)
            cut(s); /* also who is told to go, and does not read it */
        else if (s->leaving)
            continue;
        else if (!s->known && now - s->opened > HELLO_MS)
            session_bye(s, "idle", CLOSE_POLICY_VIOLATION);
        else if (!s->pinged && now - s->received > most / 3)
            ping(s);
    }
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void init_limits(session *s, int64_t now) {
    const serve_options *options = s->server->options;
    bucket_init(&s->rate, options->messages_burst, now);
    bucket_init(&s->lists, options->messages_burst, now); /* the first take cuts it */
}

static void link_session(server *sv, session *s) {
    s->next = sv->sessions;
    if (s->next)
        s->next->before = s;
    sv->sessions = s;
    sv->metrics.sockets++;
}

session *session_open(server *sv, const transport *over, void *link, const char *address,
                      bool local) {
    uint8_t key[32];
    int64_t now = server_now(sv);
    limits_address(address, key);
    account *a = limits_account(sv->limits.addresses, key, now);
    session *s = a ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    a->sockets++;
    s->server = sv;
    s->transport = over;
    s->link = link;
    s->refs = 1;
    s->address = a;
    s->share = server_share_of(sv, key);
    s->local = local;
    s->opened = s->received = now;
    init_ring(s);
    init_limits(s, now);
    link_session(sv, s);
    return s;
}

bool session_take_key(session *s, const uint8_t person[STORE_HASH]) {
    server *sv = s->server;
    account *a = limits_account(sv->limits.keys, person, server_now(sv));
    session_drop_key(s);
    if (!a || a->sockets >= sv->options->sockets_per_key)
        return false;
    s->key = a;
    a->sockets++;
    return true;
}

void session_drop_key(session *s) {
    if (s->key)
        s->key->sockets--;
    s->key = NULL;
}

void session_close(session *s) {
    server *sv = s->server;
    s->link = NULL;
    s->leaving = true;
    *(s->before ? &s->before->next : &sv->sessions) = s->next;
    if (s->next)
        s->next->before = s->before;
    while (s->out_n > 0)
        packet_free(take_first(s));
    s->address->sockets--;
    session_drop_key(s);
    sv->metrics.sockets--;
    session_release(s);
}
