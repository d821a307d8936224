/* Writing JSON into a text, value by value, without spaces; the commas come by themselves.
 *
 * `key` is the name of a field, without characters that JSON escapes; it is NULL inside a list and
 * for a value that stands alone. Whether a comma is due follows from the last character of the
 * text, so a value may also be written by a function that knows nothing of this: call rz_put_key,
 * then that function. A new line begins anew.
 */
#ifndef RZ_JSON_WRITE_H
#define RZ_JSON_WRITE_H

#include "core/api.h"
#include "core/text.h"

RZ_PUBLIC_BEGIN

/* The comma, if one is due, and the key; the value follows. */
void rz_put_key(rz_text *out, const char *key) RZ_NONNULL(1);

/* '{' or '[', and its counterpart '}' or ']'. */
void rz_put_open(rz_text *out, const char *key, char bracket) RZ_NONNULL(1);
void rz_put_close(rz_text *out, char bracket) RZ_NONNULL(1);

void rz_put_int(rz_text *out, const char *key, int64_t number) RZ_NONNULL(1);
void rz_put_bool(rz_text *out, const char *key, bool value) RZ_NONNULL(1);
void rz_put_null(rz_text *out, const char *key) RZ_NONNULL(1);
void rz_put_string(rz_text *out, const char *key, const char *string) RZ_NONNULL(1, 3);
void rz_put_slice(rz_text *out, const char *key, rz_slice string) RZ_NONNULL(1);

/* A string of hex digits. */
void rz_put_hex(rz_text *out, const char *key, const uint8_t *bytes, size_t size) RZ_NONNULL(1, 3);

/* `digits` after the point, at most 9. What can not be written so (not finite, 10^9 or more) is
 * null. */
void rz_put_fixed(rz_text *out, const char *key, double number, int digits) RZ_NONNULL(1);

/* A value that is JSON already. */
void rz_put_json(rz_text *out, const char *key, rz_slice value) RZ_NONNULL(1);

RZ_PUBLIC_END

#endif
