/* Text built in a buffer of the caller's: never beyond its end, always with a final NUL. */
#ifndef RZ_TEXT_H
#define RZ_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/api.h"

RZ_PUBLIC_BEGIN

typedef struct rz_text {
    char *at;    /* the caller's memory */
    size_t size; /* of that memory; at least 1 */
    size_t length;
    bool full; /* something did not fit */
} rz_text;

/* A piece of text that is not ours: `length` bytes, no NUL promised. */
typedef struct rz_slice {
    const char *at;
    size_t length;
} rz_slice;

void rz_text_init(rz_text *text, char *memory, size_t size) RZ_NONNULL(1, 2);
void rz_text_char(rz_text *text, char c) RZ_NONNULL(1);
void rz_text_add(rz_text *text, const char *string) RZ_NONNULL(1, 2);
void rz_text_slice(rz_text *text, rz_slice slice) RZ_NONNULL(1);
void rz_text_int(rz_text *text, int64_t number) RZ_NONNULL(1);

rz_slice rz_slice_of(const char *string) RZ_NONNULL(1);
bool rz_slice_is(rz_slice slice, const char *string) RZ_NONNULL(2);

/* Bytes to hex digits and back. rz_hex_read is false unless `hex` is exactly 2·size digits. */
void rz_text_hex(rz_text *text, const uint8_t *bytes, size_t size) RZ_NONNULL(1, 2);
bool rz_hex_read(rz_slice hex, uint8_t *bytes, size_t size) RZ_NONNULL(2) RZ_CHECKED;

/* The length of the UTF-8 character at `at` (at most `room` bytes), or 0 if it is not one. */
int rz_utf8_length(const char *at, size_t room);

RZ_PUBLIC_END

#endif
