#include "memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What the sources of the server say instead of malloc, calloc, realloc and strdup (meson.build).
 */
void *memory_malloc(size_t size);
void *memory_calloc(size_t n, size_t size);
void *memory_realloc(void *old, size_t size);
char *memory_strdup(const char *text);
char *memory_strndup(const char *text, size_t size);

static uint32_t fails_one_in;
static uint64_t random_state, failures, asked, fails_at;

void memory_fail(uint32_t one_in, uint64_t seed) {
    fails_one_in = one_in;
    random_state = seed;
}

void memory_fail_at(uint64_t nth) {
    fails_at = nth;
    asked = 0;
}

uint64_t memory_asked(void) {
    return asked;
}

uint64_t memory_failures(void) {
    return failures;
}

static bool is_refused(void) {
    if (++asked == fails_at) {
        failures++;
        return true;
    }
    if (fails_one_in == 0)
        return false;
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    bool refused = (uint32_t)(random_state >> 33) % fails_one_in == 0;
    failures += refused;
    return refused;
}

void *memory_malloc(size_t size) {
    return is_refused() ? NULL : malloc(size);
}

void *memory_calloc(size_t n, size_t size) {
    return is_refused() ? NULL : calloc(n, size);
}

void *memory_realloc(void *old, size_t size) {
    return is_refused() ? NULL : realloc(old, size);
}

char *memory_strdup(const char *text) {
    return is_refused() ? NULL : strdup(text);
}

char *memory_strndup(const char *text, size_t size) {
    return is_refused() ? NULL : strndup(text, size);
}
