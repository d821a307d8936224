/* Who has how much: by key and by address, and how fast. */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* So many at once, and so many a second after that. */
typedef struct bucket {
    double left;
    int64_t at;
} bucket;

void bucket_init(bucket *b, double burst, int64_t now);

/* True if there was one left to take. */
bool bucket_take(bucket *b, double per_second, double burst, int64_t now);

/* What one key or one address has. */
typedef struct account {
    struct account *next;
    uint8_t key[32];
    int sockets;
    bucket tables; /* made */
    int64_t used;
} account;

enum { ACCOUNT_BUCKETS = 4096 };

typedef struct limits {
    account *keys[ACCOUNT_BUCKETS], *addresses[ACCOUNT_BUCKETS];
} limits;

/* The account of a key of 32 bytes; made if there is none, NULL without memory. */
account *limits_account(account **list, const uint8_t key[32], int64_t now);

/* Forgets keys without sockets, and addresses that nobody has used for an hour. */
void limits_sweep(limits *l, int64_t now);

/* An address (of IPv6: its network) as a key: its SHA-256, so that none is kept. */
void limits_address(const char *address, uint8_t key[32]);

void limits_free(limits *l);

#endif
