#include "serve/socket.h"

#include <stdlib.h>
#include <string.h>

#include "serve/requests.h"

/* A WebSocket; what libwebsockets keeps for us is a pointer to it. */
typedef struct connection {
    struct lws *wsi;
    session *session;
    char *in; /* a request that comes in pieces */
    size_t in_length, in_room;
} connection;

/* ---- The transport --------------------------------------------------------------------------- */

_Static_assert((int)PACKET_HEADROOM >= (int)LWS_PRE, "libwebsockets writes before a frame");

/* Frames as they are: to the library, a WebSocket that is written “HTTP” is written raw. */
static bool write_frames(void *link, unsigned char *frames, size_t length) {
    return lws_write(((connection *)link)->wsi, frames, length, LWS_WRITE_HTTP) >= 0;
}

static bool is_blocked(void *link) {
    return lws_partial_buffered(((connection *)link)->wsi);
}

static void notify_writable(void *link) {
    lws_callback_on_writable(((connection *)link)->wsi);
}

static void set_reading(void *link, bool on) {
    lws_rx_flow_control(((connection *)link)->wsi, on);
}

/* The library looks at its clocks after something has been received, and where all are silent it
 * must be called. */
static void cut(void *link) {
    struct lws *wsi = ((connection *)link)->wsi;
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_cancel_service(lws_get_context(wsi));
}

static void linger(void *link) {
    enum { LINGER_SECONDS = 1 };
    lws_set_timeout(((connection *)link)->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LINGER_SECONDS);
}

static void set_close_reason(void *link, uint16_t status, const char *reason) {
    char copy[64];
    int n = snprintf(copy, sizeof copy, "%s", reason);
    lws_close_reason(((connection *)link)->wsi, (enum lws_close_status)status,
                     (unsigned char *)copy, (size_t)n);
}

static const transport websocket = {
    .write = write_frames,
    .is_blocked = is_blocked,
    .notify_writable = notify_writable,
    .set_reading = set_reading,
    .cut = cut,
    .linger = linger,
    .set_close_reason = set_close_reason,
};

/* ---- Receiving ------------------------------------------------------------------------------- */

/* A message that comes in pieces is put together; what is too large closes the socket. */
static int gather(connection *c, const char *in, size_t length) {
    server *sv = c->session->server;
    if (c->in_length + length > (size_t)sv->options->message_bytes) {
        server_note_limit(sv, LIMIT_MESSAGE_BYTES, c->session->address);
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
    if (length > 0) /* else there may be no memory to copy to */
        memcpy(c->in + c->in_length, in, length);
    c->in_length += length;
    return 0;
}

static void free_gathered(connection *c) {
    free(c->in);
    c->in = NULL;
    c->in_length = c->in_room = 0;
}

static int receive(connection *c, const char *in, size_t length) {
    bool whole = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    if (c->session->leaving)
        return 0;
    session_note_life(c->session);
    if (lws_frame_is_binary(c->wsi)) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (whole && c->in_length == 0) {
        requests_receive(c->session, (rz_slice){in, length});
        return 0;
    }
    session_count_message(c->session); /* empty pieces cost time, too */
    if (gather(c, in, length) != 0)
        return -1;
    if (whole) {
        requests_receive(c->session, (rz_slice){c->in, c->in_length});
        free_gathered(c);
    }
    return 0;
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static int open_connection(struct lws *wsi, connection **slot) {
    char text[ADDRESS_TEXT];
    peer p;
    connection *c = calloc(1, sizeof *c);
    if (!c)
        return -1;
    peer_read(wsi, &p);
    address_write(&p.address, text);
    c->wsi = wsi;
    c->session = session_open(frontend_of(wsi)->server, &websocket, c, text, p.exempt);
    if (!c->session) {
        free(c);
        return -1;
    }
    *slot = c;
    return 0;
}

static void close_connection(connection **slot) {
    connection *c = *slot;
    *slot = NULL;
    requests_disconnect(c->session);
    free(c->in);
    free(c);
}

/* What happens at a WebSocket that is open. */
static int on_event(connection **slot, enum lws_callback_reasons reason, void *in, size_t length) {
    connection *c = *slot;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        return receive(c, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        session_note_life(c->session);
        session_count_message(c->session);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return session_on_writable(c->session) ? 0 : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        c->session->leaving = true;
        return 0;
    case LWS_CALLBACK_CLOSED:
        close_connection(slot);
        return 0;
    default:
        return 0;
    }
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    connection **slot = user;
    if (reason == LWS_CALLBACK_ESTABLISHED)
        return slot ? open_connection(wsi, slot) : -1;
    if (slot && *slot) {
        int result = on_event(slot, reason, in, length);
        frontend_yield(frontend_of(wsi));
        return result;
    }
    return reason == LWS_CALLBACK_RECEIVE || reason == LWS_CALLBACK_SERVER_WRITEABLE ? -1 : 0;
}
