/* Random numbers for dealers, bots and samples. The rules themselves never draw any.
 *
 * A generator is one of two kinds: a ChaCha20 stream, which anybody can verify, or a small fast
 * one for bulk work. Both give the same kinds of numbers through the same two functions.
 */
#ifndef RZ_RNG_H
#define RZ_RNG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/api.h"
#include "core/chacha.h"

RZ_PUBLIC_BEGIN

typedef struct rz_rng {
    uint64_t fast;    /* state of the fast generator */
    bool is_fast;     /* which of the two this is */
    uint8_t used;     /* words of the block already given out */
    uint16_t unused;  /* no padding */
    uint32_t counter; /* number of the next block */
    uint8_t key[RZ_CHACHA_KEY];
    uint8_t nonce[RZ_CHACHA_NONCE];
    uint32_t block[16];
} rz_rng;

/* The stream of `key` and `nonce`, from its beginning. */
void rz_rng_stream(rz_rng *rng, const uint8_t key[RZ_CHACHA_KEY],
                   const uint8_t nonce[RZ_CHACHA_NONCE]);

/* The fast generator (SplitMix64 without its last xor, which would change one of our 32 bits), for
 * work that nobody needs to verify. */
void rz_rng_fast(rz_rng *rng, uint64_t seed);

/* The next 32 bits of a ChaCha20 stream; use rz_rng_next. */
uint32_t rz_rng_stream_next(rz_rng *rng);

/* 32 random bits. */
static inline uint32_t rz_rng_next(rz_rng *rng) {
    if (!rng->is_fast)
        return rz_rng_stream_next(rng);
    uint64_t z = (rng->fast += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}

/* A number below `n` (at least 1), each equally likely: multiply, and reject the few products
 * that would make some numbers likelier (Lemire 2019). */
static inline uint32_t rz_rng_below(rz_rng *rng, uint32_t n) {
    uint64_t product = (uint64_t)rz_rng_next(rng) * n;
    if ((uint32_t)product < n) {
        uint32_t reject = (uint32_t)-n % n;
        while ((uint32_t)product < reject)
            product = (uint64_t)rz_rng_next(rng) * n;
    }
    return (uint32_t)(product >> 32);
}

RZ_PUBLIC_END

#endif
