#include "serve/limits.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"

void bucket_init(bucket *b, double burst, int64_t now) {
    *b = (bucket){burst, now};
}

bool bucket_take(bucket *b, double per_second, double burst, int64_t now) {
    if (now > b->at) /* clocks are set back now and then */
        b->left += (double)(now - b->at) / 1000 * per_second;
    b->at = now;
    if (b->left > burst)
        b->left = burst;
    if (b->left < 1)
        return false;
    b->left -= 1;
    return true;
}

static unsigned place(const uint8_t key[32]) {
    return (key[0] | (unsigned)key[1] << 8) % ACCOUNT_BUCKETS;
}

account *limits_account(account **list, const uint8_t key[32], int64_t now) {
    account **first = &list[place(key)];
    for (account *a = *first; a; a = a->next)
        if (!memcmp(a->key, key, sizeof a->key)) {
            a->used = now;
            return a;
        }
    account *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    memcpy(a->key, key, sizeof a->key);
    bucket_init(&a->tables, 1e9, now); /* the first take cuts it to its burst */
    a->used = now;
    a->next = *first;
    return *first = a;
}

static void sweep(account **list, int64_t before) {
    for (int i = 0; i < ACCOUNT_BUCKETS; i++)
        for (account **at = &list[i]; *at;) {
            account *a = *at;
            if (a->sockets > 0 || a->used >= before) {
                at = &a->next;
            } else {
                *at = a->next;
                free(a);
            }
        }
}

void limits_sweep(limits *l, int64_t now) {
    enum { HOUR = 3600000 };
    sweep(l->keys, INT64_MAX); /* of a key only open sockets count */
    sweep(l->addresses, now - HOUR);
}

/* Who has one address of IPv6 has 2^64 of them: their first half is what counts. */
void limits_address(const char *address, uint8_t key[32]) {
    enum { HALF = 8 };
    struct in6_addr six;
    bool is_six = inet_pton(AF_INET6, address, &six) == 1 && !IN6_IS_ADDR_V4MAPPED(&six);
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, is_six ? (const void *)&six : address, is_six ? HALF : strlen(address));
    rz_sha256_end(&hash, key);
}

void limits_free(limits *l) {
    for (int i = 0; i < ACCOUNT_BUCKETS; i++)
        for (account *a = l->keys[i], *b = l->addresses[i], *next; a || b;) {
            if (a)
                next = a->next, free(a), a = next;
            if (b)
                next = b->next, free(b), b = next;
        }
}
