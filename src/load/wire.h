/* A WebSocket of a client, as little as it takes: short frames, masked, on libuv. A library would
 * not send what the hostile have to send, and would cost more than the server that is measured. */
#ifndef LOAD_WIRE_H
#define LOAD_WIRE_H

#include <uv.h>

#include "core/rng.h"
#include "core/text.h"

typedef struct wire wire;

typedef struct wire_role {
    void (*opened)(wire *w);
    void (*received)(wire *w, rz_slice text);
    void (*closed)(wire *w, const char *why); /* by the other side; not for our own closing */
} wire_role;

struct wire {
    uv_tcp_t tcp;
    uv_connect_t connect;
    const wire_role *role;
    const char *request; /* the HTTP request that opens it; it must live until then */
    bool used;           /* until libuv has let go of it */
    bool connected;      /* … as TCP … */
    bool open, gone;     /* … as a WebSocket */
    bool resets;         /* closes at once, and leaves no port behind */
    bool unread;         /* not even the answer to the request is read */
    bool narrow;         /* has little room of its own for what is not read yet */
    int status;          /* of the HTTP answer, if that was no WebSocket */
    char *in;            /* what came of a frame that is not complete */
    size_t in_length;
};

enum { WIRE_READ = 65536 };

/* Where everybody connects to. */
typedef struct wire_place {
    uv_loop_t *loop;
    struct sockaddr_storage address;
    rz_rng rng;         /* for masks */
    char in[WIRE_READ]; /* libuv fills it, and has it taken at once */
} wire_place;

/* The request by which a WebSocket is asked for. What is NULL is left out, but for the version of
 * the protocol, which is then 13. */
typedef struct wire_headers {
    const char *path, *host, *protocol, *origin, *version;
    const char *forwarded; /* the address that a proxy would name */
    const char *more;      /* whole lines */
    bool plain;            /* a GET of something else */
} wire_headers;

void wire_request(char *out, size_t size, const wire_headers *headers);

/* The wire is the caller's, zeroed, and must live until the loop has run out. It comes from the
 * address `from`, or from any if that is NULL. */
bool wire_open(wire *w, wire_place *place, const struct sockaddr *from, const wire_role *role,
               const char *request);

/* A frame; `flags` is its first byte, as the protocol has it. */
enum { WIRE_TEXT = 0x81, WIRE_BINARY = 0x82, WIRE_PONG = 0x8a };
void wire_frame(wire *w, wire_place *place, int flags, rz_slice payload);
void wire_raw(wire *w, const void *bytes, size_t length);

void wire_deaf(wire *w);   /* reads no more … */
bool wire_is_cut(wire *w); /* … and can be asked whether the other side has closed */
void wire_close(wire *w);

#endif
