/* Encryption of a message for one browser: RFC 8291, in the coding of RFC 8188 (aes128gcm). */
#ifndef NOTIFY_WEBPUSH_H
#define NOTIFY_WEBPUSH_H

#include "notify/p256.h"

enum {
    WEBPUSH_AUTH = 16,
    WEBPUSH_TARGET = P256_PUBLIC + WEBPUSH_AUTH, /* bytes: a browser's key, and what both know */
    WEBPUSH_SALT = 16,
    WEBPUSH_HEAD = WEBPUSH_SALT + 4 + 1 + P256_PUBLIC,
    WEBPUSH_MORE = WEBPUSH_HEAD + 1 + 16, /* that a body has beside its text and padding */
    WEBPUSH_MAX = 4096                    /* bytes of a body that every service takes */
};

/* Encrypts a text, padded with `padding` zeros: the length of the body is all that the service sees
 * of it. `sender` is a key made for this one message, `salt` random. The body has size + padding +
 * WEBPUSH_MORE bytes, at most WEBPUSH_MAX. */
bool webpush_encrypt(const uint8_t target[WEBPUSH_TARGET], const p256_key *sender,
                     const uint8_t salt[WEBPUSH_SALT], const void *text, size_t size,
                     size_t padding, uint8_t *body);

#endif
