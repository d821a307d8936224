#include "core/chacha.h"

static uint32_t load(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t rotate(uint32_t x, int by) {
    return x << by | x >> (32 - by);
}

static void quarter(uint32_t s[16], int a, int b, int c, int d) {
    s[a] += s[b], s[d] = rotate(s[d] ^ s[a], 16);
    s[c] += s[d], s[b] = rotate(s[b] ^ s[c], 12);
    s[a] += s[b], s[d] = rotate(s[d] ^ s[a], 8);
    s[c] += s[d], s[b] = rotate(s[b] ^ s[c], 7);
}

void rz_chacha_block(const uint8_t key[RZ_CHACHA_KEY], uint32_t counter,
                     const uint8_t nonce[RZ_CHACHA_NONCE], uint32_t out[16]) {
    uint32_t first[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        first[4 + i] = load(key + 4 * i);
    first[12] = counter;
    for (int i = 0; i < 3; i++)
        first[13 + i] = load(nonce + 4 * i);

    for (int i = 0; i < 16; i++)
        out[i] = first[i];
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(out, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter(out, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        out[i] += first[i];
}
