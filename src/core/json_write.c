#include "core/json_write.h"

static bool is_comma_due(const rz_text *out) {
    if (out->length == 0)
        return false;
    char last = out->at[out->length - 1];
    return last != '[' && last != '{' && last != ':' && last != '\n';
}

void rz_put_key(rz_text *out, const char *key) {
    if (is_comma_due(out))
        rz_text_char(out, ',');
    if (key) {
        rz_text_quoted(out, key);
        rz_text_char(out, ':');
    }
}

void rz_put_open(rz_text *out, const char *key, char bracket) {
    rz_put_key(out, key);
    rz_text_char(out, bracket);
}

void rz_put_close(rz_text *out, char bracket) {
    rz_text_char(out, bracket);
}

void rz_put_int(rz_text *out, const char *key, int64_t number) {
    rz_put_key(out, key);
    rz_text_int(out, number);
}

void rz_put_bool(rz_text *out, const char *key, bool value) {
    rz_put_key(out, key);
    rz_text_add(out, value ? "true" : "false");
}

void rz_put_null(rz_text *out, const char *key) {
    rz_put_key(out, key);
    rz_text_add(out, "null");
}

void rz_put_string(rz_text *out, const char *key, const char *string) {
    rz_put_key(out, key);
    rz_text_quoted(out, string);
}

void rz_put_slice(rz_text *out, const char *key, rz_slice string) {
    rz_put_key(out, key);
    rz_text_quoted_slice(out, string);
}

void rz_put_hex(rz_text *out, const char *key, const uint8_t *bytes, size_t size) {
    rz_put_key(out, key);
    rz_text_char(out, '"');
    rz_text_hex(out, bytes, size);
    rz_text_char(out, '"');
}

void rz_put_fixed(rz_text *out, const char *key, double number, int digits) {
    static const double limit = 1e9;
    int64_t scale = 1;
    for (int i = 0; i < digits; i++)
        scale *= 10;
    if (!(number > -limit && number < limit)) { /* NaN compares false */
        rz_put_null(out, key);
        return;
    }
    double size = number < 0 ? -number : number;
    int64_t parts = (int64_t)(size * (double)scale + 0.5);
    rz_put_key(out, key);
    if (number < 0 && parts > 0)
        rz_text_char(out, '-');
    rz_text_int(out, parts / scale);
    if (digits > 0)
        rz_text_char(out, '.');
    for (scale /= 10; scale > 0; scale /= 10)
        rz_text_char(out, (char)('0' + parts / scale % 10));
}

void rz_put_json(rz_text *out, const char *key, rz_slice value) {
    rz_put_key(out, key);
    rz_text_slice(out, value);
}
