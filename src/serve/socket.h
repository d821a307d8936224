/* A client: one WebSocket, what waits to be sent to it, and who it is. */
#ifndef SERVE_SOCKET_H
#define SERVE_SOCKET_H

#include "serve/lobby.h"
#include "serve/message.h"
#include "serve/server.h"

typedef struct watch watch;

enum { SESSION_OUT = 4 }; /* packets that wait without memory of their own */

struct session {
    /* What every push needs lies together. */
    server *server;
    struct lws *wsi; /* NULL once it is closed */
    int refs;        /* the socket itself, and requests under way */
    bool known;      /* hello was heard */
    bool greeting;   /* … and is being looked up */
    bool leaving;    /* nothing more is heard: it is being closed … */
    bool killed;     /* … without another word */
    bool pinged;     /* it was asked for a sign of life … */
    bool dirty;      /* among those that are sent to at the end of the turn */
    uint16_t out_first, out_n, out_room;
    packet **out;     /* a ring of what waits … */
    size_t out_bytes; /* … and how much that is */
    session *next_dirty;
    packet *few[SESSION_OUT];
    int64_t heard; /* when it last gave a sign of life */

    session *next, *before;
    bucket rate, chat, lists;
    int floods; /* refusals in a row */
    watch *watches;
    int n_watches;
    account *address, *key;
    bool local; /* from this machine itself */
    int64_t opened;
    char *in; /* a request that comes in pieces */
    size_t in_length, in_room;
    uint8_t person[STORE_HASH];
    char who[WHO + 1];
    char name[STORE_NAME];
    bool unkept;     /* … which is not in the store, as nothing of this person is */
    const char *bye; /* said when all else has been sent */
    uint16_t bye_status;
};

/* The ring that every client begins with. */
void session_init_ring(session *c);

session *session_retain(session *c);
void session_release(session *c);

/* Sends what is shared, or a text of its own: with the end of this turn of the loop. */
void session_send(session *c, packet *p);
void session_send_text(session *c, rz_slice text);

void sessions_flush(server *sv);

/* {"re":ID,"ok":true FIELDS}: `fields` begins with a comma, or is empty. */
void session_ok(session *c, int32_t id, const char *fields);
void session_error(session *c, int32_t id, const char *code, const char *rule, const char *text);

/* Says why, and closes. */
void session_bye(session *c, const char *code, uint16_t status);

/* The address of the other side; true if it is this machine itself. */
bool socket_address(struct lws *wsi, char *address, size_t size);

/* Now and then: who has been silent is asked for a sign of life, and at last cut off. */
void sessions_check(server *sv, int64_t now);

/* What lws calls for every WebSocket. */
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);

#endif
