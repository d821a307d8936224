#include "serve/socket.h"

#include <stdlib.h>
#include <string.h>

#include "serve/requests.h"
#include "serve/table.h"

void session_init_ring(session *c) {
    c->out = c->few;
    c->out_room = SESSION_OUT;
    c->out_first = 0;
}

session *session_retain(session *c) {
    c->refs++;
    return c;
}

static void free_ring(session *c) {
    if (c->out != c->few)
        free(c->out);
}

void session_release(session *c) {
    if (--c->refs > 0)
        return;
    free(c->in);
    free_ring(c);
    free(c);
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Once: who sets the time anew puts it off. The library looks at its clocks after something has
 * been heard, and where all are silent it must be called. */
static void kill_later(session *c) {
    if (!c->killed) {
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        lws_cancel_service(c->server->lws);
    }
    c->killed = c->leaving = true;
}

/* Frames as they are: to the library, a WebSocket that is written “HTTP” is written raw. */
static bool write_frames(session *c, unsigned char *frames, size_t length) {
    c->server->metrics.pushed_bytes += length;
    return lws_write(c->wsi, frames, length, LWS_WRITE_HTTP) >= 0;
}

static bool make_room(session *c) {
    if (c->out_n < c->out_room)
        return true;
    uint16_t room = (uint16_t)(2 * c->out_room);
    packet **out = room <= 16384 ? malloc(room * sizeof *out) : NULL;
    if (!out)
        return false;
    for (int i = 0; i < c->out_n; i++)
        out[i] = c->out[(c->out_first + i) % c->out_room];
    free_ring(c);
    c->out = out;
    c->out_first = 0;
    c->out_room = room;
    return true;
}

/* A reader that is too slow for its table is dropped, and may come back. */
static void drop_slow(session *c) {
    c->server->metrics.closed_slow++;
    kill_later(c);
}

/* What is sent waits for the end of this turn of the loop: an answer and what is pushed with it go
 * out together. */
void session_send(session *c, packet *p) {
    if (!c->wsi || c->leaving || !p)
        return;
    c->out_bytes += p->length;
    if (c->out_bytes > (size_t)c->server->options->queue_bytes || !make_room(c)) {
        drop_slow(c);
        return;
    }
    c->server->metrics.pushes++;
    c->out[(c->out_first + c->out_n++) % c->out_room] = p;
    p->refs++;
    if (!c->dirty) {
        c->dirty = true;
        c->next_dirty = c->server->dirty;
        c->server->dirty = session_retain(c);
    }
}

static packet *take_first(session *c) {
    packet *p = c->out[c->out_first];
    c->out_first = (uint16_t)((c->out_first + 1) % c->out_room);
    c->out_n--;
    c->out_bytes -= p->length;
    return p;
}

/* As many as fit into one go; a large one goes alone. */
static bool write_some(session *c) {
    enum { TOGETHER = 16384 };
    static unsigned char memory[LWS_PRE + TOGETHER];
    size_t length = 0;
    packet *p = c->out[c->out_first];
    if (c->out_n == 1 || p->length > TOGETHER) {
        bool ok = write_frames(c, packet_frame(take_first(c)), p->length);
        packet_free(p);
        return ok;
    }
    while (c->out_n > 0 && length + c->out[c->out_first]->length <= TOGETHER) {
        p = take_first(c);
        memcpy(memory + LWS_PRE + length, packet_frame(p), p->length);
        length += p->length;
        packet_free(p);
    }
    return write_frames(c, memory + LWS_PRE, length);
}

/* False if the socket is broken. */
static bool write_all(session *c) {
    while (c->out_n > 0 && !lws_partial_buffered(c->wsi))
        if (!write_some(c))
            return false;
    if (c->out_n > 0)
        lws_callback_on_writable(c->wsi);
    else if (c->out_room > SESSION_OUT) {
        free_ring(c);
        session_init_ring(c);
    }
    return true;
}

void sessions_flush(server *sv) {
    while (sv->dirty) {
        session *c = sv->dirty;
        sv->dirty = c->next_dirty;
        c->dirty = false;
        if (c->wsi && !c->leaving && !write_all(c))
            kill_later(c);
        session_release(c);
    }
}

void session_send_text(session *c, rz_slice text) {
    packet *p = packet_new(text);
    session_send(c, p);
    if (p)
        packet_free(p);
}

/* Who still sends while we close would get a reset instead of our words: a flood is let run dry. */
static int say_bye(session *c) {
    enum { LINGER_SECONDS = 1 };
    char memory[64];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_add(&text, "{\"bye\":");
    rz_text_quoted(&text, c->bye);
    rz_text_char(&text, '}');
    packet *p = packet_new((rz_slice){memory, text.length});
    bool ok = p && write_frames(c, packet_frame(p), p->length);
    if (p)
        packet_free(p);
    if (ok && c->bye_status == LWS_CLOSE_STATUS_POLICY_VIOLATION) {
        c->bye = NULL;
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LINGER_SECONDS);
        return 0;
    }
    lws_close_reason(c->wsi, c->bye_status, (unsigned char *)memory + 8, text.length - 10);
    return -1; /* lws closes it */
}

static int send_more(session *c) {
    if (!write_all(c))
        return -1;
    return c->bye && c->out_n == 0 && !lws_partial_buffered(c->wsi) ? say_bye(c) : 0;
}

void session_bye(session *c, const char *code, uint16_t status) {
    if (!c->wsi || c->leaving)
        return;
    c->leaving = true;
    c->bye = code;
    c->bye_status = status;
    lws_callback_on_writable(c->wsi);
}

void session_ok(session *c, int32_t id, const char *fields) {
    char memory[1024];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_add(&text, "{\"re\":");
    rz_text_int(&text, id);
    rz_text_add(&text, ",\"ok\":true");
    rz_text_add(&text, fields);
    rz_text_char(&text, '}');
    session_send_text(c, (rz_slice){memory, text.length});
}

void session_error(session *c, int32_t id, const char *code, const char *rule, const char *text) {
    char memory[2048];
    rz_text out;
    c->server->metrics.refused++;
    rz_text_init(&out, memory, sizeof memory);
    rz_text_add(&out, "{\"re\":");
    rz_text_int(&out, id);
    rz_text_add(&out, ",\"error\":{\"code\":");
    rz_text_quoted(&out, code);
    if (rule) {
        rz_text_add(&out, ",\"rule\":");
        rz_text_quoted(&out, rule);
    }
    rz_text_add(&out, ",\"text\":");
    rz_text_quoted(&out, text);
    rz_text_add(&out, "}}");
    session_send_text(c, (rz_slice){memory, out.length});
}

/* ---- Hearing --------------------------------------------------------------------------------- */

/* A frame that comes in pieces is put together; what is too large closes the socket. */
static int gather(session *c, const char *in, size_t length) {
    size_t most = (size_t)c->server->options->message_bytes;
    if (c->in_length + length > most) {
        c->server->metrics.limited++;
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (c->in_length + length > c->in_room) {
        size_t room = 2 * (c->in_length + length);
        char *more = realloc(c->in, room);
        if (!more)
            return -1;
        c->in = more;
        c->in_room = room;
    }
    memcpy(c->in + c->in_length, in, length);
    c->in_length += length;
    return 0;
}

static void sign_of_life(session *c) {
    if (c->leaving)
        return;
    c->heard = server_now();
    c->pinged = false;
}

static int hear(session *c, const char *in, size_t length) {
    bool whole = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    if (c->leaving)
        return 0;
    sign_of_life(c);
    if (lws_frame_is_binary(c->wsi)) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (whole && c->in_length == 0) {
        request_receive(c, (rz_slice){in, length});
        return 0;
    }
    if (gather(c, in, length) != 0)
        return -1;
    if (whole) {
        request_receive(c, (rz_slice){c->in, c->in_length});
        free(c->in);
        c->in = NULL;
        c->in_length = c->in_room = 0;
    }
    return 0;
}

/* ---- Silence ---------------------------------------------------------------------------------
 * The library can do this by timers, but keeps them in a list that it walks through for each. */

static void ping(session *c) {
    packet *p = packet_ping();
    session_send(c, p);
    if (p)
        packet_free(p);
    c->pinged = true;
}

void sessions_check(server *sv, int64_t now) {
    enum { HELLO_MS = 15000 };
    int64_t most = 1000 * (int64_t)sv->options->idle_seconds;
    for (session *c = sv->sessions; c; c = c->next) {
        if (now - c->heard > most)
            kill_later(c); /* also who is told to go, and does not read it */
        else if (c->leaving)
            continue;
        else if (!c->known && now - c->opened > HELLO_MS)
            session_bye(c, "idle", LWS_CLOSE_STATUS_POLICY_VIOLATION);
        else if (!c->pinged && now - c->heard > most / 3)
            ping(c);
    }
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static bool is_loopback(const char *address) {
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1") ||
           !strncmp(address, "::ffff:127.", 11);
}

bool socket_address(struct lws *wsi, char *address, size_t size) {
    lws_get_peer_simple(wsi, address, size);
    if (!is_loopback(address))
        return false;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0)
        return true;
    /* A proxy on this machine says whom it speaks for; the last name is the one it saw itself. What
     * is longer than a header can be leaves nothing: all of those are one. */
    char forwarded[4096] = "";
    lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    const char *last = strrchr(forwarded, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : forwarded;
    snprintf(address, size, "%.60s", last);
    return false;
}

static bool origin_ok(server *sv, struct lws *wsi) {
    char origin[256], host[256];
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0; /* no browser */
    if (sv->options->origin && !strcmp(origin, sv->options->origin))
        return true;
    const char *name = strstr(origin, "://");
    return name && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           !strcasecmp(name + 3, host);
}

static int filter(struct lws *wsi) {
    server *sv = lws_context_user(lws_get_context(wsi));
    char path[8], address[64];
    uint8_t key[32];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws") != 0 ||
        !origin_ok(sv, wsi) || sv->closing) {
        sv->metrics.limited++;
        return 1;
    }
    bool local = socket_address(wsi, address, sizeof address);
    limits_address(address, key);
    account *a = limits_account(sv->limits.addresses, key, server_now());
    if (a && (local || a->sockets < sv->options->sockets_per_address))
        return 0;
    sv->metrics.limited++;
    return 1;
}

static int open_session(struct lws *wsi, session **slot) {
    server *sv = lws_context_user(lws_get_context(wsi));
    char address[64];
    uint8_t key[32];
    int64_t now = server_now();
    session *c = calloc(1, sizeof *c);
    if (!c)
        return -1;
    c->local = socket_address(wsi, address, sizeof address);
    limits_address(address, key);
    c->address = limits_account(sv->limits.addresses, key, now);
    if (!c->address) {
        free(c);
        return -1;
    }
    c->address->sockets++;
    c->server = sv;
    c->wsi = wsi;
    c->refs = 1;
    session_init_ring(c);
    c->opened = c->heard = now;
    bucket_init(&c->rate, sv->options->messages_burst, now);
    bucket_init(&c->chat, sv->options->chat_per_minute, now);
    bucket_init(&c->lists, sv->options->messages_burst, now); /* the first take cuts it */
    c->next = sv->sessions;
    if (c->next)
        c->next->before = c;
    sv->sessions = c;
    sv->metrics.sockets++;
    *slot = c;
    return 0;
}

static void close_session(session *c) {
    server *sv = c->server;
    c->wsi = NULL;
    c->leaving = true;
    while (c->watches)
        table_unwatch(c->watches);
    *(c->before ? &c->before->next : &sv->sessions) = c->next;
    if (c->next)
        c->next->before = c->before;
    c->address->sockets--;
    if (c->key)
        c->key->sockets--;
    while (c->out_n > 0)
        packet_free(take_first(c));
    sv->metrics.sockets--;
    session_release(c);
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    session **slot = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return slot ? open_session(wsi, slot) : -1;
    case LWS_CALLBACK_RECEIVE:
        return slot && *slot ? hear(*slot, in, length) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (slot && *slot)
            sign_of_life(*slot);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return slot && *slot ? send_more(*slot) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (slot && *slot)
            (*slot)->leaving = true;
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (slot && *slot) {
            close_session(*slot);
            *slot = NULL;
        }
        return 0;
    default:
        return 0;
    }
}
