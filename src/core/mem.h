/* The four functions of the C library that the rules need: a bare wasm32 has no <string.h>. */
#ifndef RZ_MEM_H
#define RZ_MEM_H

#ifdef __wasm__
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
#else
#include <string.h>
#endif

#endif
