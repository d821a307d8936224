#include "core/text.h"

#include "core/assert.h"
#include "core/mem.h"

void rz_text_init(rz_text *text, char *memory, size_t size) {
    RZ_ASSERT(size > 0);
    *text = (rz_text){.at = memory, .size = size};
    memory[0] = '\0';
}

static void append(rz_text *text, const char *from, size_t n) {
    size_t room = text->size - 1 - text->length;
    if (n > room) {
        n = room;
        text->full = true;
    }
    memcpy(text->at + text->length, from, n);
    text->length += n;
    text->at[text->length] = '\0';
}

rz_slice rz_slice_of(const char *string) {
    size_t n = 0;
    while (string[n] != '\0')
        n++;
    return (rz_slice){string, n};
}

bool rz_slice_is(rz_slice slice, const char *string) {
    size_t i = 0;
    while (i < slice.length && string[i] == slice.at[i] && string[i] != '\0')
        i++;
    return i == slice.length && string[i] == '\0';
}

void rz_text_char(rz_text *text, char c) {
    if (text->length + 1 < text->size) {
        text->at[text->length++] = c;
        text->at[text->length] = '\0';
    } else {
        text->full = true;
    }
}

void rz_text_slice(rz_text *text, rz_slice slice) {
    append(text, slice.at, slice.length);
}

void rz_text_add(rz_text *text, const char *string) {
    rz_text_slice(text, rz_slice_of(string));
}

void rz_text_int(rz_text *text, int64_t number) {
    char digits[20];
    size_t first = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--first] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--first] = '-';
    append(text, digits + first, sizeof digits - first);
}

static const char hex_digits[] = "0123456789abcdef";

/* By reckoning, which a processor can do for many at once. */
static char hex_digit(int value) {
    return (char)('0' + value + (value > 9 ? 'a' - '0' - 10 : 0));
}

void rz_text_hex(rz_text *text, const uint8_t *bytes, size_t size) {
    enum { AT_ONCE = 32 };
    char digits[2 * AT_ONCE];
    for (size_t n; size > 0; bytes += n, size -= n) {
        n = size < AT_ONCE ? size : AT_ONCE;
        for (size_t i = 0; i < n; i++) {
            digits[2 * i] = hex_digit(bytes[i] >> 4);
            digits[2 * i + 1] = hex_digit(bytes[i] & 15);
        }
        append(text, digits, 2 * n);
    }
}

static int hex_value(char c) {
    for (int i = 0; i < 16; i++)
        if (c == hex_digits[i] || (i > 9 && c == hex_digits[i] - 'a' + 'A'))
            return i;
    return -1;
}

bool rz_hex_read(rz_slice hex, uint8_t *bytes, size_t size) {
    if (hex.length != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        int high = hex_value(hex.at[2 * i]), low = hex_value(hex.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

int rz_utf8_length(const char *at, size_t room) {
    static const struct {
        uint8_t first_min, first_max, second_min, second_max, length;
    } forms[] = {
        /* Well-formed byte sequences: no overlong forms, no surrogates, nothing over U+10FFFF. */
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const uint8_t *byte = (const uint8_t *)at;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (room == 0 || byte[0] < forms[i].first_min || byte[0] > forms[i].first_max)
            continue;
        if (forms[i].length > room)
            return 0;
        for (int k = 1; k < forms[i].length; k++)
            if (byte[k] < (k == 1 ? forms[i].second_min : 0x80) ||
                byte[k] > (k == 1 ? forms[i].second_max : 0xbf))
                return 0;
        return forms[i].length;
    }
    return 0;
}
