/* Answers to plain requests: headers, and a body that leaves as the reader takes it. */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include "serve/frontend.h"

/* A body of which the length is not known in advance ends with a chunk of no bytes, or, to who does
 * not know chunks, with the connection. */
typedef enum reply_parts { PARTS_NONE, PARTS_CHUNKED, PARTS_UNTIL_CLOSED } reply_parts;

/* An answer on its way. It belongs to its connection, or to a job once that has closed. */
typedef struct reply {
    frontend *frontend;
    server *server;
    struct lws *wsi;             /* NULL: closed */
    struct reply *next, *before; /* all that are on their way */
    account *address;            /* counted there; NULL: not yet */
    int64_t began, moved;        /* when it came, and when something was last taken of it */
    bool head;                   /* only the headers are asked for */
    bool form;                   /* the page has one, which comes back here */
    char posted[64];             /* the path that is posted to, as long as its body comes … */
    size_t body_left;            /* … of which so much may */
    bool waiting;                /* a job will fill it in */
    unsigned status;
    const char *type, *coding, *etag, *cache;
    char disposition[64];
    const unsigned char *body;
    unsigned char *owned; /* freed with it */
    size_t size, sent;
    reply_parts parts;
    int (*more)(struct reply *r); /* fetches the next part; NULL: there is none */
    void *source;                 /* … from there; freed with it */
    struct reply *next_waiting;   /* for a part */
} reply;

/* NULL without memory. */
reply *reply_new(struct lws *wsi);
void reply_free(reply *r);

/* The connection is gone: the reply with it, or when its job is done. */
void reply_orphan(reply *r);

/* These return what a callback of the library returns: not 0 closes the connection. */
int reply_send_headers(reply *r); /* as they are set, and then the body */
int reply_send_body(reply *r);    /* the next of it, when there is room */
int reply_send_text(reply *r, unsigned status, const char *text);

/* Now and then: who takes nothing of an answer, or takes forever, is cut off. */
void replies_check(frontend *f, int64_t now);

/* Refuses a request before it has become one: a status, a sentence, one header more (NULL: none).
 */
int reply_refuse(struct lws *wsi, unsigned status, const char *text, const char *name,
                 const char *value);

#endif
