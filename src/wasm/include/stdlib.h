/* All there is of <stdlib.h> in the browser: libc.c. */
#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *at, size_t size);
void free(void *at);
