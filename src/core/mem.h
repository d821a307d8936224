/* The four functions of the C library that the rules need: a bare wasm32 and a GPU have no
 * <string.h>. */
#ifndef RZ_MEM_H
#define RZ_MEM_H

#if defined __wasm__ || defined __NVPTX__
#include <stddef.h>
#ifdef __NVPTX__ /* written out where they are used: words go at once only where they are aligned  \
                  */
#define memcpy(to, from, size)  __builtin_memcpy(to, from, size)
#define memmove(to, from, size) __builtin_memmove(to, from, size)
#define memset(at, byte, size)  __builtin_memset(at, byte, size)
#endif
void *(memcpy)(void *restrict to, const void *restrict from, size_t size);
void *(memmove)(void *to, const void *from, size_t size);
void *(memset)(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
#else
#include <string.h>
#endif

#endif
