/* SHA-256 (FIPS 180-4). */
#ifndef RZ_SHA256_H
#define RZ_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "core/api.h"

RZ_PUBLIC_BEGIN

enum { RZ_SHA256_SIZE = 32 };

typedef struct rz_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes taken in so far */
    uint8_t block[64];
} rz_sha256;

void rz_sha256_init(rz_sha256 *hash);
void rz_sha256_add(rz_sha256 *hash, const void *data, size_t size);
void rz_sha256_end(rz_sha256 *hash, uint8_t out[RZ_SHA256_SIZE]);

RZ_PUBLIC_END

#endif
