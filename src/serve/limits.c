#include "serve/limits.h"

#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"

void bucket_init(bucket *b, double burst, int64_t now) {
    *b = (bucket){burst, now};
}

bool bucket_take(bucket *b, double price, double per_second, double burst, int64_t now) {
    price = price < burst ? price : burst;
    if (now > b->at) /* clocks are set back now and then */
        b->left += (double)(now - b->at) / 1000 * per_second;
    b->at = now;
    if (b->left > burst)
        b->left = burst;
    if (b->left < price)
        return false;
    b->left -= price;
    return true;
}

int portion_take(portion *p, uint64_t tick) {
    if (p->tick != tick)
        *p = (portion){.tick = tick};
    return p->n++;
}

bool account_take(account *a, bucket *b, double price, double per_second, double burst,
                  int64_t now) {
    bool taken = bucket_take(b, price, per_second, burst, now);
    int64_t full_at = now + (int64_t)((burst - b->left) / per_second * 1000) + 1;
    if (full_at > a->full_at)
        a->full_at = full_at;
    return taken;
}

static unsigned place(const uint8_t key[32]) {
    return (key[0] | (unsigned)key[1] << 8) % ACCOUNT_BUCKETS;
}

account *limits_account(account **list, const uint8_t key[32], int64_t now) {
    account **first = &list[place(key)];
    for (account *a = *first; a; a = a->next)
        if (!memcmp(a->key, key, sizeof a->key))
            return a;
    account *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    memcpy(a->key, key, sizeof a->key);
    bucket *buckets[] = {&a->tables,  &a->pieces,  &a->lists,    &a->names,      &a->changes,
                         &a->chat,    &a->outside, &a->messages, &a->handshakes, &a->hellos,
                         &a->reports, &a->http,    &a->own,      &a->stored,     &a->moves,
                         &a->mails,   &a->told};
    for (size_t i = 0; i < sizeof buckets / sizeof *buckets; i++)
        bucket_init(buckets[i], 1e9, now); /* the first take cuts each to its burst */
    a->next = *first;
    return *first = a;
}

static void sweep(account **list, int64_t now) {
    for (int i = 0; i < ACCOUNT_BUCKETS; i++)
        for (account **at = &list[i]; *at;) {
            account *a = *at;
            bool open = a->sockets > 0 || a->replies > 0 || a->connections > 0 || a->lists_read > 0;
            if (open || a->full_at > now) {
                at = &a->next;
            } else {
                *at = a->next;
                free(a);
            }
        }
}

void limits_sweep(limits *l, int64_t now) {
    sweep(l->keys, now);
    sweep(l->addresses, now);
}

void limits_key(const ip_address *a, uint8_t key[32]) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, a->bytes, (size_t)address_prefix(a));
    rz_sha256_end(&hash, key);
}

void limits_address(const char *text, uint8_t key[32]) {
    ip_address a;
    address_read(text, strlen(text), &a);
    limits_key(&a, key);
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
