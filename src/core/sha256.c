#include "core/sha256.h"

#include <stdbool.h>

#include "core/mem.h"

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* ---- By the processor ------------------------------------------------------------------------
 * Servers hash every line, and the instructions that many processors have for it take a fraction of
 * the time. Only gcc is asked for them: Debian's clang does not know how to test for the feature.
 * Builds without optimization count which lines are tested, and use the plain code alone. */

#if defined(__x86_64__) && defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>

#define SHA __attribute__((target("sha,sse4.1")))

/* The words of the state lie in the order that the instructions ask for. */
typedef struct halves {
    __m128i abef, cdgh;
} halves;

SHA static halves load_state(const uint32_t state[8]) {
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    return (halves){_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xf0)};
}

SHA static void save_state(uint32_t state[8], halves h) {
    __m128i feba = _mm_shuffle_epi32(h.abef, 0x1b), dchg = _mm_shuffle_epi32(h.cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* Four rounds at a time; w has the last sixteen words. */
SHA static halves do_rounds(halves h, __m128i w[4]) {
    for (int i = 0; i < 16; i++) {
        __m128i last = w[(i + 3) % 4];
        __m128i sum =
            _mm_add_epi32(w[i % 4], _mm_loadu_si128((const __m128i *)(round_constants + 4 * i)));
        h.cdgh = _mm_sha256rnds2_epu32(h.cdgh, h.abef, sum);
        h.abef = _mm_sha256rnds2_epu32(h.abef, h.cdgh, _mm_shuffle_epi32(sum, 0x0e));
        __m128i next = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
        w[i % 4] = _mm_sha256msg2_epu32(next, last);
    }
    return h;
}

SHA static void compress_by_processor(uint32_t state[8], const uint8_t block[64]) {
    const __m128i high_first = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i w[4];
    for (int i = 0; i < 4; i++)
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * i)), high_first);
    halves before = load_state(state), after = do_rounds(before, w);
    after.abef = _mm_add_epi32(after.abef, before.abef);
    after.cdgh = _mm_add_epi32(after.cdgh, before.cdgh);
    save_state(state, after);
}

static bool has_instructions(void) {
    return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
}
#else
#define compress_by_processor compress_anywhere
static bool has_instructions(void) {
    return false;
}
#endif

/* ---- Anywhere -------------------------------------------------------------------------------- */

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void load_words(uint32_t w[64], const uint8_t block[64]) {
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | (uint32_t)block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

static void compress_anywhere(uint32_t state[8], const uint8_t block[64]) {
    uint32_t w[64];
    load_words(w, block);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        uint32_t t1 = h + s1 + (g ^ (e & (f ^ g))) + round_constants[i] + w[i];
        uint32_t t2 = s0 + ((a & b) | (c & (a | b)));
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static void compress(uint32_t state[8], const uint8_t block[64]) {
    (has_instructions() ? compress_by_processor : compress_anywhere)(state, block);
}

/* ---- The hash -------------------------------------------------------------------------------- */

void rz_sha256_init(rz_sha256 *hash) {
    *hash = (rz_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                  0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void rz_sha256_add(rz_sha256 *hash, const void *data, size_t size) {
    const uint8_t *from = data;
    while (size > 0) {
        size_t filled = hash->length % 64, room = 64 - filled;
        size_t n = size < room ? size : room;
        memcpy(hash->block + filled, from, n);
        hash->length += n, from += n, size -= n;
        if (filled + n == 64)
            compress(hash->state, hash->block);
    }
}

static void save_word(uint8_t at[4], uint32_t word) {
    at[0] = (uint8_t)(word >> 24), at[1] = (uint8_t)(word >> 16);
    at[2] = (uint8_t)(word >> 8), at[3] = (uint8_t)word;
}

void rz_sha256_end(rz_sha256 *hash, uint8_t out[RZ_SHA256_SIZE]) {
    enum { LENGTH_AT = 56 };
    size_t filled = hash->length % 64;
    hash->block[filled++] = 0x80;
    if (filled > LENGTH_AT) {
        memset(hash->block + filled, 0, 64 - filled);
        compress(hash->state, hash->block);
        filled = 0;
    }
    memset(hash->block + filled, 0, LENGTH_AT - filled);
    save_word(hash->block + LENGTH_AT, (uint32_t)(hash->length >> 29));
    save_word(hash->block + LENGTH_AT + 4, (uint32_t)(hash->length << 3));
    compress(hash->state, hash->block);
    for (int i = 0; i < 8; i++)
        save_word(out + 4 * i, hash->state[i]);
}
