/* Small things about bits that the compilers would otherwise call a library for. */
#ifndef RZ_BITS_H
#define RZ_BITS_H

#include <stdint.h>

/* How many of the low 16 bits are set. */
static inline int rz_bits_count(unsigned bits) {
    bits = bits - (bits >> 1 & 0x5555u);
    bits = (bits & 0x3333u) + (bits >> 2 & 0x3333u);
    bits = (bits + (bits >> 4)) & 0x0f0fu;
    return (int)((bits + (bits >> 8)) & 0x1fu);
}

/* The first set bit after `from`, round a circle of `size` (at most 8); one is set. */
static inline int rz_bits_next(unsigned bits, int size, int from) {
    int next = from + 1 + __builtin_ctz((bits | bits << size) >> (from + 1));
    return next < size ? next : next - size;
}

#endif
