/* A session: one client, who it is, and what waits to be sent to it. How frames leave is the
 * transport's matter. */
#ifndef SERVE_SESSION_H
#define SERVE_SESSION_H

#include "serve/errors.h"
#include "serve/lobby.h"
#include "serve/packet.h"
#include "serve/server.h"

typedef struct watch watch;
typedef struct follow follow;

enum { SESSION_OUT = 4 }; /* packets that wait without memory of their own */

/* Why a session is closed, in the numbers of WebSocket. */
enum { CLOSE_NORMAL = 1000, CLOSE_GOING_AWAY = 1001, CLOSE_POLICY_VIOLATION = 1008 };

struct session {
    /* What every push needs lies together. */
    server *server;
    const transport *transport;
    void *link;    /* NULL once it is closed */
    int refs;      /* the transport's, and those of requests under way */
    bool known;    /* hello was answered */
    bool greeting; /* … or is being looked up */
    bool leaving;  /* nothing more is received: it is being closed … */
    bool cut;      /* … without another word */
    bool pinged;   /* it was asked for a sign of life */
    bool dirty;    /* among those that are sent to at the end of the turn */
    uint16_t out_first, out_n, out_room;
    packet **out;     /* a ring of what waits … */
    size_t out_bytes; /* … and how much that is */
    session *next_dirty;
    packet *few[SESSION_OUT];
    int64_t received; /* when it last gave a sign of life */

    session *next, *before;
    bucket rate, lists;
    size_t queued; /* bytes of requests that wait at tables */
    int floods;    /* requests that came too fast, less those in time */
    watch *watches;
    int n_watches;
    follow *follow;           /* of changes of its games, or NULL */
    struct room_visit *visit; /* it waits for others to play with, or NULL */
    account *address, *key;
    uint32_t share;  /* of what is read for clients: that of the address */
    bool reading;    /* something that one of its watches has missed comes from the store */
    bool wants_room; /* … there is more, when all that waits has been sent … */
    bool stalled;    /* … or when its address may have more; then it is in a queue … */
    session *next_stalled;
    int64_t retry_at;            /* … in which nothing is tried before this, after a failure */
    void (*on_room)(session *s); /* then this is called */
    bool resting;                /* nothing is read from it … */
    int64_t rest_until;          /* … until then */
    session *next_resting;
    bool local; /* from this machine itself */
    int64_t opened;
    uint8_t person[STORE_HASH], device[STORE_HASH];
    bool owner;    /* of the club */
    int64_t since; /* when something was stored of this person first, or 0 */
    int64_t muted; /* everywhere, until then; 0: not */
    char who[WHO + 1];
    char name[STORE_NAME];
    bool unkept;     /* … which is not in the store, as nothing of this person is */
    const char *bye; /* said when all else has been sent */
    uint16_t bye_status;
};

/* From an address, of which an account is kept. NULL without memory. */
session *session_open(server *sv, const transport *over, void *link, const char *address,
                      bool local);

/* It counts for a person (or a key of which it is not yet known whose it is), and for nobody
 * before. False: there are too many of them already. */
bool session_take_key(session *s, const uint8_t person[STORE_HASH]);

/* It does not count for its key any longer. */
void session_drop_key(session *s);

/* Whether so many bytes may be stored for this person, beside moves. Prices are about twice what is
 * written: pages of a database are never full, and indices come with each row. */
bool session_take_room(session *s, size_t bytes);

/* Whether this person may once more change what everybody at a table is told, or make a table be
 * read again: nobody does that all the time. */
bool session_take_change(session *s);

/* Whether this person may once more ask for a list: the store has much to do for it. And whether
 * one more may be pushed to them. */
bool session_take_list(session *s);
bool session_take_pushed_list(session *s);

/* A list is read for this session from now on, or was. */
void session_begin_list(session *s);
void session_end_list(session *s);

/* The link is gone. Its watches must have ended. */
void session_close(session *s);

session *session_retain(session *s);
void session_release(session *s);

/* Sends what is shared, or a text of its own: with the end of this turn of the loop. */
void session_send(session *s, packet *p);
void session_send_text(session *s, rz_slice text);

void sessions_flush(server *sv);

/* There is room to write again. False: the transport closes the link. */
bool session_on_writable(session *s);

/* {"re":ID,"ok":true: then its fields are put, and session_reply closes it and sends it. */
void reply_open(rz_text *reply, char *memory, size_t size, int32_t id);
void session_reply(session *s, rz_text *reply);

void session_ok(session *s, int32_t id); /* a reply without fields */
void session_error(session *s, int32_t id, protocol_error error, const char *rule,
                   const char *text);

/* Says why, and closes. */
void session_bye(session *s, const char *code, uint16_t status);

/* It gave a sign of life. */
void session_note_life(session *s);

/* Something has been received. If its address has said much in this tick already, what else comes
 * waits for the next: those who say little go first. */
void session_count_message(session *s);

/* Nothing is read from it for so long. */
void session_rest(session *s, int64_t ms);

/* With every tick: some are read again, of each address a few. */
void sessions_wake(server *sv, int64_t now);

void sessions_free(server *sv);

/* Now and then: who has been silent is asked for a sign of life, and at last cut off. */
void sessions_check(server *sv, int64_t now);

#endif
