/* The few functions of mathematics that bots need where there is no C library. */
#ifndef RZ_MATHS_H
#define RZ_MATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/mem.h"

static inline float rz_float_of(uint32_t bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline uint32_t rz_bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline bool rz_is_number(float x) {
    return (rz_bits_of(x) & 0x7f800000u) != 0x7f800000u; /* neither infinite nor NaN */
}

/* e to the x, to within 3e-7 of it; 0 below −87 and for what is no number, as of 88 above that. */
static inline float rz_exp(float x) {
    if (!(x > -87.0f))
        return 0;
    x = x < 88.0f ? x : 88.0f;
    /* A whole power of two goes into the exponent, the rest is at most half of log 2. */
    float halves = x * 1.44269504f;
    int whole = (int)(halves + (halves < 0 ? -0.5f : 0.5f));
    float rest = x - (float)whole * 0.693359375f + (float)whole * 2.12194440e-4f;
    float sum = 1.0f / 720;
    sum = sum * rest + 1.0f / 120;
    sum = sum * rest + 1.0f / 24;
    sum = sum * rest + 1.0f / 6;
    sum = sum * rest + 0.5f;
    sum = sum * rest * rest + rest + 1.0f;
    return sum * rz_float_of((uint32_t)(whole + 127) << 23);
}

/* The natural logarithm of a positive number that is not tiny (1e-37 or more), to within 2e-7 or,
 * where that is more, 2e-7 of it. */
static inline float rz_log(float x) {
    uint32_t bits = rz_bits_of(x), above = bits - 0x3f3504f3u; /* the root of a half */
    int whole = (int)above >> 23;
    float m = rz_float_of((above & 0x7fffffu) + 0x3f3504f3u), s = (m - 1) / (m + 1), q = s * s;
    float sum = 2 * s + s * q * (2.0f / 3 + q * (2.0f / 5 + q * (2.0f / 7 + q * (2.0f / 9))));
    return (float)whole * 0.693359375f + (sum - (float)whole * 2.12194440e-4f);
}

/* The square root of a number from 1e-30 to 1e30, or of 0, to within 3e-7 of it: steps of Newton's
 * towards one over the root, which need no division. */
static inline float rz_sqrt(float x) {
    float y = rz_float_of(0x5f3759dfu - (rz_bits_of(x) >> 1));
    for (int i = 0; i < 3; i++)
        y = y * (1.5f - 0.5f * x * y * y);
    return x * y;
}

#endif
