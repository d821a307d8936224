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
    bool open, gone;
    char *in; /* what came of a frame that is not complete */
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

/* The request by which a WebSocket is asked for; NULL for headers that are left out. */
void wire_request(char *out, size_t size, const char *host, const char *path, const char *protocol,
                  const char *origin);

/* The wire is the caller's, zeroed, and must live until the loop has run out. */
bool wire_open(wire *w, wire_place *place, const wire_role *role, const char *request);

/* A frame; `flags` is its first byte, as the protocol has it. */
enum { WIRE_TEXT = 0x81, WIRE_BINARY = 0x82, WIRE_PONG = 0x8a };
void wire_frame(wire *w, wire_place *place, int flags, rz_slice payload);
void wire_raw(wire *w, const void *bytes, size_t length);

void wire_deaf(wire *w); /* reads no more */
void wire_close(wire *w);

#endif
