/* Messages to people who are not there: Web Push (RFC 8030, 8291, 8292) and mail (SMTP).
 *
 * What is here knows no table and no store: a letter goes in, and what became of it comes back.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   sender
 *   transfer
 *   vapid webpush
 *   endpoint mail p256 page push
 *   texts
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NOTIFY_ENDPOINT = 1024, /* bytes of the address of a browser's push service */
    NOTIFY_MAIL = 254,      /* of an address of mail (RFC 5321) */
    NOTIFY_LANGUAGE = 2,    /* letters */
    NOTIFY_WHY = 160
};

/* What became of a letter. */
typedef enum letter_fate {
    LETTER_SENT,
    LETTER_GONE,   /* nobody is there any longer, and never will be */
    LETTER_FAILED, /* later it may go: when is in `wait_s`, or for the sender to choose */
    LETTER_LATE    /* too many were before it: nothing was tried */
} letter_fate;

typedef enum letter_kind { LETTER_PUSH, LETTER_MAIL } letter_kind;

typedef struct letter {
    struct letter *next;
    void (*done)(struct letter *l); /* for who takes it back */
    letter_kind kind;
    const char *to;        /* the endpoint, or the address */
    const uint8_t *target; /* of a push: 65 bytes of a public key, and 16 that both sides know */
    const char *topic;     /* of a push: one that waits at the service gives way to a later one of
                              the same topic. At most 32 characters of base64url */
    int ttl_s;             /* of a push: how long the service keeps it */
    int patience_s;        /* it is not begun later than this */
    int64_t given_ms;      /* set by the sender */
    const char *text;      /* of a push, to be encrypted; of a mail, with its headers */
    size_t size;
    /* What became of it. */
    letter_fate fate;
    int wait_s; /* as the other side asked for, or 0 */
    char why[NOTIFY_WHY];
} letter;

#endif
