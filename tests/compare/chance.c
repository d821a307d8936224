/* Loaded before the libraries of a server, so that two servers draw the same "random" bytes: the
 * nth bytes of a length are always the same, whatever else was drawn in between. */
#include <stddef.h>

void randombytes_buf(void *out, const size_t size);

void randombytes_buf(void *out, const size_t size) {
    static unsigned char drawn[256]; /* by length; drawn on one thread only */
    unsigned char *bytes = out;
    unsigned n = drawn[size & 255]++;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 37 + size * 11 + n * 59 + 5);
}
