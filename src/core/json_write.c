#include "core/json_write.h"

/* rz_text_char without a call: records are written by the million. */
static inline void put_char(rz_text *out, char c) {
    if (out->length + 1 < out->size) {
        out->at[out->length++] = c;
        out->at[out->length] = '\0';
    } else {
        out->full = true;
    }
}

static bool is_comma_due(const rz_text *out) {
    if (out->length == 0)
        return false;
    switch (out->at[out->length - 1]) {
    case '[':
    case '{':
    case ':':
    case ',':
    case '\n':
        return false;
    default:
        return true;
    }
}

static void put_name(rz_text *out, const char *name) {
    char *to = out->at + out->length, *end = out->at + out->size - 1;
    if (to < end)
        *to++ = '"';
    while (*name && to < end)
        *to++ = *name++;
    *to = '\0';
    out->length = (size_t)(to - out->at);
    put_char(out, '"');
    put_char(out, ':');
}

static void begin(rz_text *out, const char *key) {
    if (is_comma_due(out))
        put_char(out, ',');
    if (key)
        put_name(out, key);
}

void rz_put_key(rz_text *out, const char *key) {
    begin(out, key);
}

static bool needs_escape(unsigned char c) {
    return c == '"' || c == '\\' || c < 0x20;
}

static void put_escaped(rz_text *text, unsigned char c) {
    put_char(text, '\\');
    if (c < 0x20) {
        rz_text_add(text, "u00");
        rz_text_hex(text, &c, 1);
    } else {
        put_char(text, (char)c);
    }
}

/* Appends what needs no escape, up to the first character that does; gives its length. */
static size_t put_plain(rz_text *text, const char *from, size_t n) {
    char *to = text->at + text->length;
    size_t room = text->size - 1 - text->length, i = 0;
    while (i < n && !needs_escape((unsigned char)from[i])) {
        if (i == room) {
            text->full = true;
            break;
        }
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
    text->length += i;
    return i;
}

static void put_quoted(rz_text *text, const char *string) {
    put_char(text, '"');
    for (;;) {
        string += put_plain(text, string, SIZE_MAX); /* NUL needs an escape, so it ends there */
        if (*string == '\0' || text->full)
            break;
        put_escaped(text, (unsigned char)*string++);
    }
    put_char(text, '"');
}

static void put_quoted_slice(rz_text *text, rz_slice slice) {
    put_char(text, '"');
    for (size_t i = 0; i < slice.length && !text->full;) {
        i += put_plain(text, slice.at + i, slice.length - i);
        if (i < slice.length && !text->full)
            put_escaped(text, (unsigned char)slice.at[i++]);
    }
    put_char(text, '"');
}

void rz_put_open(rz_text *out, const char *key, char bracket) {
    begin(out, key);
    put_char(out, bracket);
}

void rz_put_close(rz_text *out, char bracket) {
    put_char(out, bracket);
}

void rz_put_int(rz_text *out, const char *key, int64_t number) {
    begin(out, key);
    rz_text_int(out, number);
}

void rz_put_bool(rz_text *out, const char *key, bool value) {
    begin(out, key);
    rz_text_add(out, value ? "true" : "false");
}

void rz_put_null(rz_text *out, const char *key) {
    begin(out, key);
    rz_text_add(out, "null");
}

void rz_put_string(rz_text *out, const char *key, const char *string) {
    begin(out, key);
    put_quoted(out, string);
}

void rz_put_slice(rz_text *out, const char *key, rz_slice string) {
    begin(out, key);
    put_quoted_slice(out, string);
}

void rz_put_hex(rz_text *out, const char *key, const uint8_t *bytes, size_t size) {
    begin(out, key);
    put_char(out, '"');
    rz_text_hex(out, bytes, size);
    put_char(out, '"');
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
    begin(out, key);
    if (number < 0 && parts > 0)
        put_char(out, '-');
    rz_text_int(out, parts / scale);
    if (digits > 0)
        put_char(out, '.');
    for (scale /= 10; scale > 0; scale /= 10)
        put_char(out, (char)('0' + parts / scale % 10));
}

void rz_put_json(rz_text *out, const char *key, rz_slice value) {
    begin(out, key);
    rz_text_slice(out, value);
}
