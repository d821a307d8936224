/* Who has how much: by key and by address, and how fast. */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/address.h"

/* What can be limited, and the words of it in the log and in the metrics. */
#define LIMITS(X)                                                                                  \
    X(MESSAGES, "messages")                 /* of one socket */                                    \
    X(ADDRESS_MESSAGES, "address-messages") /* of all sockets of one address */                    \
    X(MESSAGE_BYTES, "message-bytes")                                                              \
    X(LISTS, "lists")                                                                              \
    X(QUEUED, "queued") /* requests that wait at tables */                                         \
    X(HELLOS, "hellos") /* that failed */                                                          \
    X(PIECES, "pieces") /* of records */                                                           \
    X(MOVES, "moves")                                                                              \
    X(KEY_SOCKETS, "key-sockets")                                                                  \
    X(SOCKETS, "sockets") /* open at a time */                                                     \
    X(HANDSHAKES, "handshakes")                                                                    \
    X(ORIGIN, "origin") /* of another page, by another name, or to another path */                 \
    X(HTTP, "http")                                                                                \
    X(REPLIES, "replies")         /* on their way at a time */                                     \
    X(CONNECTIONS, "connections") /* of all kinds */                                               \
    X(UNFINISHED, "unfinished")   /* without a request */                                          \
    X(FILES, "files")             /* of which some are kept for other things */                    \
    X(KEY_TABLES, "key-tables")                                                                    \
    X(TABLES, "tables")                                                                            \
    X(NAMES, "names")                                                                              \
    X(CHANGES, "changes")                                                                          \
    X(REPORTS, "reports")                                                                          \
    X(MAILS, "mails") /* that ask whether an address is right */                                   \
    X(TOLD, "told")   /* messages to one person */                                                 \
    X(CHAT, "chat")                                                                                \
    X(STORED, "stored") /* bytes, beside moves */

typedef enum limit_kind {
#define X(name, word) LIMIT_##name,
    LIMITS(X)
#undef X
        LIMIT_KINDS
} limit_kind;

/* So many at once, and so many a second after that. */
typedef struct bucket {
    double left;
    int64_t at;
} bucket;

void bucket_init(bucket *b, double burst, int64_t now);

/* Takes `price` of it, or all that it can hold if that is less. False: there is less in it. */
bool bucket_take(bucket *b, double price, double per_second, double burst, int64_t now);

/* How much there was in one tick of the loop. */
typedef struct portion {
    uint64_t tick;
    int n;
} portion;

/* How much there was before in this tick; it is one more now. */
int portion_take(portion *p, uint64_t tick);

/* What one key or one address has. It outlives the sockets: who connects again finds the buckets as
 * they were left. */
typedef struct account {
    struct account *next;
    uint8_t key[32];
    int sockets, replies, connections, unfinished; /* open */
    int lists_read;                                /* … and lists that are being read now */
    size_t held;                                   /* bytes that wait to be sent to them */
    struct reply *waiting, *last_waiting;          /* downloads, for their next part, in turn … */
    int reading;                                   /* … and parts that are being read now */
    bucket tables;                                 /* made */
    bucket pieces;                                 /* of records that were sent … */
    portion pieces_now;                            /* … without waiting for those of others */
    bucket lists;                                  /* of tables */
    bucket names;                                  /* changed */
    bucket reports;                                /* of messages and people */
    bucket moves;                                  /* of people */
    bucket changes;                                /* of who sits where, plays, or wishes what */
    bucket mails, told;   /* to confirm addresses; to people who are not there */
    bucket chat, outside; /* messages at tables where one sits, and at others */
    bucket own, stored;   /* bytes of the store: a share of its own, and what it has of all */
    portion writes_now;   /* to its sockets, at once */
    bucket messages;      /* of all kinds … */
    portion messages_now; /* … and since the last tick */
    bucket handshakes;    /* sockets opened */
    bucket hellos;        /* that failed */
    bucket http;          /* plain requests */
    int64_t full_at;      /* when all buckets are full again */
} account;

/* The same of one of its buckets. */
bool account_take(account *a, bucket *b, double price, double per_second, double burst,
                  int64_t now);

enum { ACCOUNT_BUCKETS = 4096 };

typedef struct limits {
    account *keys[ACCOUNT_BUCKETS], *addresses[ACCOUNT_BUCKETS];
} limits;

/* The account of a key of 32 bytes; made if there is none, NULL without memory. */
account *limits_account(account **list, const uint8_t key[32], int64_t now);

/* Forgets whom nothing would be withheld from: no socket is open, and all buckets are full. */
void limits_sweep(limits *l, int64_t now);

/* An address (of IPv6: its network) as a key: its SHA-256, so that none is kept. */
void limits_key(const ip_address *a, uint8_t key[32]);
void limits_address(const char *address, uint8_t key[32]);

void limits_free(limits *l);

#endif
