#include "load/wire.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MAX = 1 << 20, NARROW = 4096 };

static wire_place *place_of(wire *w) {
    return w->tcp.loop->data;
}

static void add_line(rz_text *out, const char *name, const char *value) {
    if (!value)
        return;
    rz_text_add(out, name);
    rz_text_add(out, ": ");
    rz_text_add(out, value);
    rz_text_add(out, "\r\n");
}

void wire_request(char *out, size_t size, const wire_headers *h) {
    rz_text text;
    rz_text_init(&text, out, size);
    rz_text_add(&text, "GET ");
    rz_text_add(&text, h->path);
    rz_text_add(&text, " HTTP/1.1\r\n");
    add_line(&text, "Host", h->host);
    if (!h->plain) {
        add_line(&text, "Upgrade", "websocket");
        add_line(&text, "Connection", "Upgrade");
        add_line(&text, "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        add_line(&text, "Sec-WebSocket-Version", h->version ? h->version : "13");
        add_line(&text, "Sec-WebSocket-Protocol", h->protocol);
    }
    add_line(&text, "Origin", h->origin);
    add_line(&text, "X-Forwarded-For", h->forwarded);
    rz_text_add(&text, h->more ? h->more : "");
    rz_text_add(&text, "\r\n");
}

/* ---- Sending --------------------------------------------------------------------------------- */

typedef struct rest {
    uv_write_t write;
    char bytes[];
} rest;

static void written(uv_write_t *write, int status) {
    (void)status;
    free(write);
}

void wire_raw(wire *w, const void *bytes, size_t length) {
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
    if (w->gone)
        return;
    int n = uv_try_write((uv_stream_t *)&w->tcp, &buffer, 1);
    size_t done = n > 0 ? (size_t)n : 0;
    rest *r = done < length ? malloc(sizeof *r + length - done) : NULL;
    if (!r)
        return;
    memcpy(r->bytes, (const char *)bytes + done, length - done);
    buffer = uv_buf_init(r->bytes, (unsigned)(length - done));
    if (uv_write(&r->write, (uv_stream_t *)&w->tcp, &buffer, 1, written) != 0)
        free(r);
}

void wire_frame(wire *w, wire_place *place, int flags, rz_slice payload) {
    enum { HEADER = 8, MASKED = 0x80, SHORT = 125, TWO_BYTES = 126, MOST = 65535 };
    unsigned char frame[HEADER + MOST];
    size_t n = payload.length <= MOST ? payload.length : MOST, at = 2;
    uint32_t mask = rz_rng_next(&place->rng);
    frame[0] = (unsigned char)flags;
    frame[1] = (unsigned char)(MASKED | (n <= SHORT ? n : TWO_BYTES));
    if (n > SHORT) {
        frame[at++] = (unsigned char)(n >> 8);
        frame[at++] = (unsigned char)n;
    }
    const unsigned char *key = memcpy(frame + at, &mask, 4);
    at += 4;
    for (size_t i = 0; i < n; i++)
        frame[at + i] = (unsigned char)payload.at[i] ^ key[i & 3];
    wire_raw(w, frame, at + n);
}

/* ---- Hearing --------------------------------------------------------------------------------- */

static void give_up(wire *w, const char *why) {
    if (w->gone)
        return;
    wire_close(w);
    if (w->role->closed)
        w->role->closed(w, why);
}

static void take_frame(wire *w, int opcode, rz_slice payload) {
    enum { TEXT = 1, CLOSE = 8, PING = 9 };
    char why[32];
    if (opcode == TEXT && w->role->received)
        w->role->received(w, payload);
    else if (opcode == PING)
        wire_frame(w, place_of(w), WIRE_PONG, payload);
    else if (opcode == CLOSE) {
        const unsigned char *code = (const unsigned char *)payload.at;
        snprintf(why, sizeof why, "closed %d", payload.length >= 2 ? code[0] << 8 | code[1] : 0);
        give_up(w, why);
    }
}

/* Up to and with the empty line; 0 if there is none. */
static size_t head_length(const char *at, size_t length) {
    for (size_t i = 4; i <= length; i++)
        if (!memcmp(at + i - 4, "\r\n\r\n", 4))
            return i;
    return 0;
}

/* How many bytes of what came were taken: the answer to the handshake, or one frame; 0: more must
 * come first. */
static size_t take_answer(wire *w, const char *at, size_t length) {
    enum { STATUS = 12, HEAD_MAX = 8192 };
    size_t head = head_length(at, length);
    if (length >= STATUS && memcmp(at, "HTTP/1.1 101", STATUS) != 0) {
        w->status = (int)strtol(at + STATUS - 3, NULL, 10);
        give_up(w, "refused");
    } else if (head > 0) {
        w->open = true;
        w->role->opened(w);
        return head;
    } else if (length > HEAD_MAX)
        give_up(w, "a handshake without an end");
    return 0;
}

static size_t take_one(wire *w, const char *at, size_t length) {
    const unsigned char *head = (const unsigned char *)at;
    if (!w->open)
        return take_answer(w, at, length);
    if (length < 2)
        return 0;
    size_t n = head[1] & 127, bytes = n == 126 ? 2 : n == 127 ? 8 : 0, begin = 2 + bytes;
    if (length < begin)
        return 0;
    for (size_t i = 0; bytes && i < bytes; i++)
        n = (i ? n << 8 : 0) | head[2 + i];
    if (n > FRAME_MAX) {
        give_up(w, "a frame too large");
        return 0;
    }
    if (length < begin + n)
        return 0;
    take_frame(w, head[0] & 15, (rz_slice){at + begin, n});
    return begin + n;
}

static size_t take_all(wire *w, const char *at, size_t length) {
    size_t done = 0, n = 1;
    while (!w->gone && n > 0 && done < length)
        done += n = take_one(w, at + done, length - done);
    return done;
}

/* What is complete is taken where it lies; only the rest is kept. */
static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    wire *w = stream->data;
    if (count < 0)
        give_up(w, count == UV_EOF ? "closed" : uv_strerror((int)count));
    if (count <= 0 || w->gone)
        return;
    size_t length = (size_t)count;
    const char *at = buffer->base;
    char *joined = NULL;
    if (w->in_length > 0) {
        if (!(joined = realloc(w->in, w->in_length + length))) {
            give_up(w, "no memory");
            return;
        }
        memcpy(joined + w->in_length, at, length);
        at = joined;
        length += w->in_length;
        w->in = NULL;
        w->in_length = 0;
    }
    size_t done = take_all(w, at, length);
    if (!w->gone && done < length && (w->in = malloc(length - done))) {
        memcpy(w->in, at + done, length - done);
        w->in_length = length - done;
    }
    free(joined);
}

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    wire_place *place = place_of((wire *)handle);
    (void)suggested;
    *buffer = uv_buf_init(place->in, sizeof place->in);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void on_connect(uv_connect_t *connect, int status) {
    wire *w = connect->data;
    if (w->gone)
        return;
    if (status != 0) {
        give_up(w, uv_strerror(status));
        return;
    }
    w->connected = true;
    uv_tcp_nodelay(&w->tcp, 1);
    if (!w->unread)
        uv_read_start((uv_stream_t *)&w->tcp, give_room, on_read);
    wire_raw(w, w->request, strlen(w->request));
}

bool wire_open(wire *w, wire_place *place, const struct sockaddr *from, const wire_role *role,
               const char *request) {
    place->loop->data = place;
    w->role = role;
    w->request = request;
    w->open = w->connected = false;
    w->status = 0;
    w->gone = true;
    if (uv_tcp_init_ex(place->loop, &w->tcp, place->address.ss_family) != 0)
        return false;
    w->gone = false;
    w->used = true;
    w->tcp.data = w->connect.data = w;
    if (w->narrow)
        uv_recv_buffer_size((uv_handle_t *)&w->tcp, &(int){NARROW});
    if ((!from || uv_tcp_bind(&w->tcp, from, 0) == 0) &&
        uv_tcp_connect(&w->connect, &w->tcp, (const struct sockaddr *)&place->address,
                       on_connect) == 0)
        return true;
    wire_close(w);
    return false;
}

void wire_deaf(wire *w) {
    if (!w->gone)
        uv_read_stop((uv_stream_t *)&w->tcp);
}

bool wire_is_cut(wire *w) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    uv_os_fd_t file;
    return w->gone || uv_fileno((uv_handle_t *)&w->tcp, &file) != 0 ||
           getsockopt(file, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
           info.tcpi_state == TCP_CLOSE || info.tcpi_state == TCP_CLOSE_WAIT;
}

static void closed(uv_handle_t *handle) {
    wire *w = handle->data;
    free(w->in);
    w->in = NULL;
    w->in_length = 0;
    w->used = false;
}

void wire_close(wire *w) {
    if (w->gone)
        return;
    w->gone = true;
    if (!w->resets || uv_tcp_close_reset(&w->tcp, closed) != 0)
        uv_close((uv_handle_t *)&w->tcp, closed);
}
