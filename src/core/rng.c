#include "core/rng.h"

#include "core/mem.h"

void rz_rng_stream(rz_rng *rng, const uint8_t key[RZ_CHACHA_KEY],
                   const uint8_t nonce[RZ_CHACHA_NONCE]) {
    *rng = (rz_rng){.used = 16};
    memcpy(rng->key, key, RZ_CHACHA_KEY);
    memcpy(rng->nonce, nonce, RZ_CHACHA_NONCE);
}

void rz_rng_fast(rz_rng *rng, uint64_t seed) {
    *rng = (rz_rng){.fast = seed, .is_fast = true};
}

uint32_t rz_rng_stream_next(rz_rng *rng) {
    if (rng->used == 16) {
        rz_chacha_block(rng->key, rng->counter++, rng->nonce, rng->block);
        rng->used = 0;
    }
    return rng->block[rng->used++];
}
