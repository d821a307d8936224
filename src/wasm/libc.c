/* What the sources need of a C library, where there is none. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/mem.h"

/* ---- mem* ------------------------------------------------------------------------------------
 * Loops that must not be taken for what they are: the compiler would call them themselves. */
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

/* ---- Memory ----------------------------------------------------------------------------------
 * Blocks one after another, each behind its size. The last can grow and be given back; others stay
 * for ever. That is all that one search at a time, and nets, need. */
enum { PAGE = 65536, ALIGN = 16 };

extern char __heap_base;
static uintptr_t top;

static size_t *size_of(void *block) {
    return (size_t *)(void *)((char *)block - ALIGN);
}

static int reach(uintptr_t end) {
    uintptr_t have = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    return end <= have ||
           __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) != (size_t)-1;
}

void *malloc(size_t size) {
    uintptr_t begin = top ? top : ((uintptr_t)&__heap_base + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
    uintptr_t end = begin + ALIGN + ((size + ALIGN - 1) & ~(size_t)(ALIGN - 1));
    if (size > (size_t)1 << 30 || end < begin || !reach(end))
        return NULL;
    top = end;
    void *block = (void *)(begin + ALIGN);
    *size_of(block) = end - begin - ALIGN;
    return block;
}

void *calloc(size_t n, size_t size) {
    void *block = malloc(n * size);
    return block ? memset(block, 0, n * size) : NULL;
}

static int is_last(void *block) {
    return (uintptr_t)block + *size_of(block) == top;
}

void free(void *block) {
    if (block && is_last(block))
        top = (uintptr_t)block - ALIGN;
}

void *realloc(void *block, size_t size) {
    if (!block)
        return malloc(size);
    size_t had = *size_of(block);
    int last = is_last(block);
    free(block);
    void *larger = malloc(size);
    if (!larger && last)
        top = (uintptr_t)block + had;
    return larger && !last ? memcpy(larger, block, had < size ? had : size) : larger;
}

/* ---- Mathematics -----------------------------------------------------------------------------
 */

static double power_of_two(int n) {
    union {
        uint64_t bits;
        double number;
    } u = {.bits = (uint64_t)(n + 1023) << 52};
    return u.number;
}

/* 2^x = 2^n · e^(r ln 2), |r| at most a half. */
double exp2(double x) {
    if (x < -1021)
        return 0;
    if (x > 1023)
        return INFINITY;
    int n = (int)(x < 0 ? x - 0.5 : x + 0.5);
    double r = (x - n) * 0.6931471805599453, sum = 1;
    for (int i = 14; i > 0; i--)
        sum = 1 + sum * r / i;
    return sum * power_of_two(n);
}

double exp(double x) {
    return exp2(x * 1.4426950408889634);
}

/* x = 2^n · m, m from 2/3 to 4/3; ln m = 2 artanh ((m - 1) / (m + 1)). */
double log(double x) {
    union {
        double number;
        uint64_t bits;
    } u = {.number = x};
    if (!(x > 0))
        return -INFINITY;
    int n = (int)(u.bits >> 52) - 1023;
    u.bits = (u.bits & 0xfffffffffffff) | (uint64_t)1023 << 52;
    if (u.number > 4.0 / 3) {
        u.number /= 2;
        n++;
    }
    double t = (u.number - 1) / (u.number + 1), sum = 0;
    for (int i = 23; i > 0; i -= 2)
        sum = sum * t * t + 1.0 / i;
    return 2 * t * sum + n * 0.6931471805599453;
}

double log2(double x) {
    return log(x) * 1.4426950408889634;
}

float expf(float x) {
    return (float)exp((double)x);
}

float logf(float x) {
    return (float)log((double)x);
}
