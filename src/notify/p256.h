/* Keys on the curve P-256: for what browsers and push services agree on. */
#ifndef NOTIFY_P256_H
#define NOTIFY_P256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { P256_PRIVATE = 32, P256_PUBLIC = 65, P256_SIGNATURE = 64 };

typedef struct p256_key {
    uint8_t private[P256_PRIVATE];
    uint8_t public[P256_PUBLIC]; /* 4, x, y */
} p256_key;

/* These are false if the library fails, or a key is none. */
bool p256_make(p256_key *key);
bool p256_is_public(const uint8_t public[P256_PUBLIC]);

/* What both sides compute, each of the own private and the other's public key. */
bool p256_agree(const p256_key *own, const uint8_t theirs[P256_PUBLIC],
                uint8_t secret[P256_PRIVATE]);

/* ES256: r and s, as JSON Web Tokens have them. */
bool p256_sign(const p256_key *key, const void *text, size_t size,
               uint8_t signature[P256_SIGNATURE]);
bool p256_verify(const uint8_t public[P256_PUBLIC], const void *text, size_t size,
                 const uint8_t signature[P256_SIGNATURE]);

#endif
