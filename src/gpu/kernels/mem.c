/* What the sources need of a C library, on a card: it has none, and reads words only where they are
 * aligned. The loops must not be taken for what they are. */
#include "core/mem.h"

#include <stddef.h>

#define PLAIN __attribute__((no_builtin))

PLAIN void *(memcpy)(void *restrict to, const void *restrict from, size_t size) {
    char *t = to;
    const char *f = from;
    while (size-- > 0)
        *t++ = *f++;
    return to;
}

PLAIN void *(memmove)(void *to, const void *from, size_t size) {
    char *t = to;
    const char *f = from;
    if (t <= f || t >= f + size)
        return (memcpy)(to, from, size);
    while (size-- > 0)
        t[size] = f[size];
    return to;
}

PLAIN void *(memset)(void *at, int byte, size_t size) {
    char *a = at;
    while (size-- > 0)
        *a++ = (char)byte;
    return at;
}

PLAIN int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *p = a, *q = b;
    for (; size > 0; size--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}
