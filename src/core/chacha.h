/* The ChaCha20 block function of RFC 8439. */
#ifndef RZ_CHACHA_H
#define RZ_CHACHA_H

#include <stdint.h>

#include "core/api.h"

RZ_PUBLIC_BEGIN

enum { RZ_CHACHA_KEY = 32, RZ_CHACHA_NONCE = 12 };

/* One block of the key stream, as sixteen words: word i is bytes 4i to 4i+3, low byte first. */
void rz_chacha_block(const uint8_t key[RZ_CHACHA_KEY], uint32_t counter,
                     const uint8_t nonce[RZ_CHACHA_NONCE], uint32_t out[16]);

RZ_PUBLIC_END

#endif
