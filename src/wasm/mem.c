/* What the sources need of a C library, where there is none. The loops must not be taken for what
 * they are: the compiler would have them call themselves. */
#include "core/mem.h"

#include <stddef.h>
#include <stdint.h>

#define PLAIN __attribute__((no_builtin))

typedef uint64_t unaligned __attribute__((aligned(1), may_alias));

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    char *t = to;
    const char *f = from;
    for (; size >= 8; size -= 8, t += 8, f += 8)
        *(unaligned *)(void *)t = *(const unaligned *)(const void *)f;
    for (; size > 0; size--)
        *t++ = *f++;
    return to;
}

PLAIN void *memmove(void *to, const void *from, size_t size) {
    char *t = to;
    const char *f = from;
    if (t <= f || t >= f + size)
        return memcpy(to, from, size);
    while (size-- > 0)
        t[size] = f[size];
    return to;
}

PLAIN void *memset(void *at, int byte, size_t size) {
    char *a = at;
    uint64_t eight = (uint8_t)byte * 0x0101010101010101u;
    for (; size >= 8; size -= 8, a += 8)
        *(unaligned *)(void *)a = eight;
    for (; size > 0; size--)
        *a++ = (char)byte;
    return at;
}

PLAIN int memcmp(const void *a, const void *b, size_t size) {
    const uint8_t *p = a, *q = b;
    for (; size > 0; size--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}
