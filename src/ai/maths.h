/* The little of libm that playing needs: the same on every machine, and there without one. */
#ifndef RZ_MATHS_H
#define RZ_MATHS_H

#include <stdint.h>

/* e to the x, to seven digits; beyond what a float can hold, the ends of its range. */
static inline float rz_exp(float x) {
    union {
        uint32_t bits;
        float number;
    } power;
    x = x > 88 ? 88 : x > -87 ? x : -87; /* what is no number becomes the least */
    int whole = (int)(x * 1.44269504f + (x < 0 ? -0.5f : 0.5f));
    float r = x - (float)whole * 0.693359375f + (float)whole * 2.12194440e-4f;
    power.bits = (uint32_t)(whole + 127) << 23;
    float sum = 1 + r * (1 + r * (1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r / 120))));
    return power.number * sum;
}

#endif
