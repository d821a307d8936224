#include "serve/names.h"

#include <stdint.h>
#include <string.h>
#include <unicode/uspoof.h>

#include "core/record.h"

typedef struct range {
    uint32_t first, last;
} range;

#define CONTAINS(ranges, c) contains(ranges, sizeof(ranges) / sizeof *(ranges), c)

static bool contains(const range *ranges, size_t n, uint32_t c) {
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

static const range blanks[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

/* Nothing is seen of these, or they turn what is next to them around. */
static const range invisible[] = {
    {0x7f, 0x9f},       {0xad, 0xad},     /* controls, soft hyphen */
    {0x034f, 0x034f},   {0x061c, 0x061c}, /* grapheme joiner, Arabic letter mark */
    {0x115f, 0x1160},   {0x17b4, 0x17b5}, /* fillers of Hangul, inherent vowels of Khmer */
    {0x180b, 0x180f},   {0x200b, 0x200b}, /* selectors of Mongolian, zero-width space */
    {0x200e, 0x200f},   {0x2028, 0x202e}, /* marks, embeddings and overrides of direction */
    {0x2060, 0x206f},   {0x2800, 0x2800}, /* invisible operators, isolates; an empty Braille cell */
    {0x3164, 0x3164},   {0xfe00, 0xfe0d}, /* filler of Hangul, selectors that are not of emoji */
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, /* byte order mark, half-width filler */
    {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, /* formats of notations */
    {0x1d159, 0x1d159},                                         /* a note without a head */
    {0x13430, 0x1343f}, {0x16fe4, 0x16fe4}, /* formats of hieroglyphs, a filler of Khitan */
    {0xe0000, 0xe0fff},                     /* tags, further selectors */
};

/* They stand on the character before them, and there must be one. */
static const range combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f},
    {0x06d6, 0x06dc}, {0x0900, 0x0903}, {0x093a, 0x094f}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x302a, 0x302d},
    {0x3099, 0x309a}, {0xfe0e, 0xfe0f}, {0xfe20, 0xfe2f},
};

/* Joiners between other characters would only make a second name that looks like another one's. */
static const range cursive[] = {
    {0x0620, 0x077f}, /* Arabic and Syriac */
    {0x07ca, 0x07fa}, /* N'Ko */
    {0x0840, 0x08c9}, /* Mandaic, more of Syriac and Arabic */
    {0x1820, 0x18aa}, /* Mongolian */
};
static const range viramas[] = {
    {0x094d, 0x094d}, {0x09cd, 0x09cd}, {0x0a4d, 0x0a4d}, {0x0acd, 0x0acd}, {0x0b4d, 0x0b4d},
    {0x0bcd, 0x0bcd}, {0x0c4d, 0x0c4d}, {0x0ccd, 0x0ccd}, {0x0d4d, 0x0d4d}, {0x0dca, 0x0dca},
};
static const range emoji[] = {
    {0x2194, 0x2195}, {0x2600, 0x27bf}, {0x2b1b, 0x2b1c}, {0xfe0f, 0xfe0f}, {0x1f000, 0x1faff},
};

/* What can be drawn in colour or in black, by a selector after it. */
static const range symbols[] = {{0x203c, 0x303d}, {0x3297, 0x3299}, {0x1f000, 0x1faff}};

enum { NON_JOINER = 0x200c, JOINER, TEXT_STYLE = 0xfe0e, EMOJI_STYLE, KEYCAP = 0x20e3 };

/* The name is valid UTF-8 by now. */
static uint32_t decode(const char *text, int length) {
    static const uint8_t masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t c = (uint8_t)text[0] & masks[length];
    for (int i = 1; i < length; i++)
        c = c << 6 | ((uint8_t)text[i] & 0x3f);
    return c;
}

static int read_characters(const char *name, uint32_t characters[RZ_NAME_CHARS + 1]) {
    int n = 0;
    for (size_t at = 0, size = strlen(name); at < size && n < RZ_NAME_CHARS;) {
        int length = rz_utf8_length(name + at, size - at);
        characters[n++] = decode(name + at, length);
        at += (size_t)length;
    }
    characters[n] = 0;
    return n;
}

/* A non-joiner parts letters of a cursive script. Beside a virama both decide how two consonants of
 * an Indic script are written. A joiner makes one picture of several emoji. */
static bool joins(uint32_t before, uint32_t c, uint32_t after) {
    if (CONTAINS(viramas, before) || CONTAINS(viramas, after))
        return true;
    return c == JOINER ? CONTAINS(emoji, before) && CONTAINS(emoji, after)
                       : CONTAINS(cursive, before) && CONTAINS(cursive, after);
}

/* Whether character c may stand between these two; 0 is the beginning or the end. */
static bool fits(uint32_t before, uint32_t c, uint32_t after) {
    if (CONTAINS(invisible, c))
        return false;
    if (c == NON_JOINER || c == JOINER)
        return joins(before, c, after);
    if (c == TEXT_STYLE || c == EMOJI_STYLE)
        return CONTAINS(symbols, before) || after == KEYCAP;
    return !CONTAINS(combining, c) || (before && !CONTAINS(blanks, before));
}

/* The length of the blank that a text begins with, or 0. */
static int blank_length(const char *text) {
    size_t size = strlen(text);
    int length = size ? rz_utf8_length(text, size) : 0;
    return length && CONTAINS(blanks, decode(text, length)) ? length : 0;
}

static void trim(char *name) {
    char *begin = name, *end = name;
    for (int blank; (blank = blank_length(begin)) > 0;)
        begin += blank;
    for (char *at = begin; *at;) {
        int blank = blank_length(at);
        at += blank ? blank : rz_utf8_length(at, strlen(at));
        end = blank ? end : at;
    }
    size_t length = end > begin ? (size_t)(end - begin) : 0;
    memmove(name, begin, length);
    name[length] = '\0';
}

static bool is_seen(uint32_t c) {
    return c >= ' ' && !CONTAINS(blanks, c) && !CONTAINS(invisible, c) && c != NON_JOINER &&
           c != JOINER && c != TEXT_STYLE && c != EMOJI_STYLE;
}

bool text_is_message(const char *text, int most) {
    bool seen = false;
    int characters = 0;
    for (size_t at = 0, size = strlen(text); at < size; characters++) {
        int length = rz_utf8_length(text + at, size - at);
        if (length == 0 || ((unsigned char)text[at] < ' ' && text[at] != '\n'))
            return false;
        seen |= is_seen(decode(text + at, length));
        at += (size_t)length;
    }
    return seen && characters <= most;
}

bool name_normalize(char *name) {
    uint32_t characters[RZ_NAME_CHARS + 1];
    if (!rz_name_ok(rz_slice_of(name)))
        return false;
    trim(name);
    int n = read_characters(name, characters);
    for (int i = 0; i < n; i++)
        if (!fits(i ? characters[i - 1] : 0, characters[i], characters[i + 1]))
            return false;
    return n > 0;
}

/* ---- Names that could be taken for others ---------------------------------------------------- */

/* NULL without memory. What is large of it is shared by all of them. */
static USpoofChecker *open_checker(void) {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    if (U_FAILURE(status))
        return NULL;
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS, &status);
    uspoof_setRestrictionLevel(checker, USPOOF_MODERATELY_RESTRICTIVE);
    return checker;
}

/* A page shows many blanks as one, and whatever blank it is. */
static void copy_with_plain_blanks(const char *name, char copy[NAME_SKELETON]) {
    size_t n = 0;
    for (int length; *name && n + 4 < NAME_SKELETON; name += length) {
        int blank = blank_length(name);
        length = blank ? blank : rz_utf8_length(name, strlen(name));
        if (length == 0)
            break;
        if (!blank) {
            memcpy(copy + n, name, (size_t)length);
            n += (size_t)length;
        } else if (n > 0 && copy[n - 1] != ' ') {
            copy[n++] = ' ';
        }
    }
    copy[n] = '\0';
}

bool name_is_plain(const char *name) {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = open_checker();
    int32_t found = checker ? uspoof_check2UTF8(checker, name, -1, NULL, &status) : 0;
    uspoof_close(checker);
    return found == 0 || U_FAILURE(status);
}

void name_skeleton(const char *name, char skeleton[NAME_SKELETON]) {
    char plain[NAME_SKELETON];
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = open_checker();
    copy_with_plain_blanks(name, plain);
    int32_t length = checker ? uspoof_getSkeletonUTF8(checker, 0, plain, -1, skeleton,
                                                      NAME_SKELETON - 1, &status)
                             : 0;
    uspoof_close(checker);
    skeleton[U_FAILURE(status) || length >= NAME_SKELETON ? 0 : length] = '\0';
}
