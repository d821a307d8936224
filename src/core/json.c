#include "core/json.h"

#include "core/mem.h"

bool rz_problem_set(rz_problem *problem, rz_error error, rz_slice what) {
    if (problem->error != RZ_OK)
        return false;
    problem->error = error;
    size_t n = 0;
    while (n < what.length) {
        int step = rz_utf8_length(what.at + n, what.length - n);
        if (step == 0 || (unsigned char)what.at[n] < 0x20 ||
            n + (size_t)step >= sizeof problem->detail)
            break;
        n += (size_t)step;
    }
    memcpy(problem->detail, what.at, n);
    problem->detail[n] = '\0';
    return false;
}

bool rz_json_fail(rz_json *json, rz_error error, rz_slice what) {
    return rz_problem_set(json->problem, error, what);
}

void rz_json_init(rz_json *json, rz_slice text, rz_problem *problem) {
    json->at = text.at;
    json->end = text.at + text.length;
    json->problem = problem;
    *problem = (rz_problem){0};
}

/* Something else stands where a value or a bracket should: name the place by what is there. */
static bool fail_here(rz_json *json) {
    if (json->at == json->end)
        return rz_json_fail(json, RZ_E_CUT, (rz_slice){"", 0});
    size_t rest = (size_t)(json->end - json->at);
    if (rz_utf8_length(json->at, rest) == 0)
        return rz_json_fail(json, RZ_E_UTF8, (rz_slice){"", 0});
    return rz_json_fail(json, RZ_E_JSON, (rz_slice){json->at, rest < 20 ? rest : 20});
}

char rz_json_peek(rz_json *json) {
    while (json->at < json->end &&
           (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
    return json->at < json->end ? *json->at : '\0';
}

static bool expect(rz_json *json, char c) {
    if (rz_json_peek(json) != c || c == '\0')
        return fail_here(json);
    json->at++;
    return true;
}

bool rz_json_open(rz_json *json, char bracket) {
    return expect(json, bracket);
}

bool rz_json_more(rz_json *json, char bracket, int *count) {
    if (json->problem->error != RZ_OK)
        return false;
    if (rz_json_peek(json) == (bracket == '{' ? '}' : ']')) {
        json->at++;
        return false;
    }
    if ((*count)++ > 0)
        return expect(json, ',');
    return true;
}

static int hex_quad(const char *at) {
    uint8_t bytes[2];
    return rz_hex_read((rz_slice){at, 4}, bytes, 2) ? bytes[0] << 8 | bytes[1] : -1;
}

static int put_utf8(char *to, uint32_t code) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    int extra = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(lead[extra] | code >> (6 * extra));
    for (int i = 1; i <= extra; i++)
        to[i] = (char)(0x80 | (code >> (6 * (extra - i)) & 0x3f));
    return extra + 1;
}

/* Decodes the escape at json->at, a backslash; 0 is no character for us, and an error. */
static uint32_t escape(rz_json *json) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (json->end - json->at < 2)
        return 0;
    for (int i = 0; from[i] != '\0'; i++)
        if (json->at[1] == from[i]) {
            json->at += 2;
            return (uint32_t)to[i];
        }
    if (json->at[1] != 'u' || json->end - json->at < 6)
        return 0;
    int code = hex_quad(json->at + 2);
    bool pair = code >= 0xd800 && code < 0xdc00;
    if (code <= 0 || (code >= 0xd800 && code < 0xe000 && !pair))
        return 0;
    json->at += 6;
    if (!pair)
        return (uint32_t)code;
    if (json->end - json->at < 6 || json->at[0] != '\\' || json->at[1] != 'u')
        return 0;
    int low = hex_quad(json->at + 2);
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    json->at += 6;
    return 0x10000u + ((uint32_t)(code - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
}

static bool escaped_string(rz_json *json, rz_slice *string) {
    size_t n = 0;
    while (json->at < json->end && *json->at != '"') {
        if (n + 4 > RZ_JSON_STRING)
            return rz_json_fail(json, RZ_E_VALUE, (rz_slice){json->unescaped, n});
        if (*json->at == '\\') {
            uint32_t code = escape(json);
            if (code == 0)
                return fail_here(json);
            n += (size_t)put_utf8(json->unescaped + n, code);
        } else {
            int step = rz_utf8_length(json->at, (size_t)(json->end - json->at));
            if (step == 0 || (unsigned char)*json->at < 0x20)
                return fail_here(json);
            memcpy(json->unescaped + n, json->at, (size_t)step);
            n += (size_t)step, json->at += step;
        }
    }
    *string = (rz_slice){json->unescaped, n};
    return expect(json, '"');
}

/* To the first that ends a string, or means something else than itself, or is no ASCII. */
static const char *skip_plain(const char *at, const char *end) {
    while (at < end && (unsigned char)(*at - ' ') < 0x80 - ' ' && *at != '"' && *at != '\\')
        at++;
    return at;
}

bool rz_json_string(rz_json *json, rz_slice *string) {
    if (!expect(json, '"'))
        return false;
    const char *begin = json->at;
    while ((json->at = skip_plain(json->at, json->end)) < json->end && *json->at != '"') {
        if (*json->at == '\\') {
            json->at = begin;
            return escaped_string(json, string);
        }
        int step = rz_utf8_length(json->at, (size_t)(json->end - json->at));
        if (step == 0 || (unsigned char)*json->at < 0x20)
            return fail_here(json);
        json->at += step;
    }
    *string = (rz_slice){begin, (size_t)(json->at - begin)};
    return expect(json, '"');
}

bool rz_json_key(rz_json *json, rz_slice *key) {
    return rz_json_string(json, key) && expect(json, ':');
}

static bool is_digit(const rz_json *json) {
    return json->at < json->end && *json->at >= '0' && *json->at <= '9';
}

static bool skip_digits(rz_json *json) {
    if (!is_digit(json))
        return fail_here(json);
    while (is_digit(json))
        json->at++;
    return true;
}

static bool skip_one(rz_json *json, const char *of) {
    for (; *of != '\0'; of++)
        if (json->at < json->end && *json->at == *of) {
            json->at++;
            return true;
        }
    return false;
}

static bool skip_number(rz_json *json, bool *whole) {
    const char *begin = json->at;
    skip_one(json, "-");
    const char *first = json->at;
    if (!skip_digits(json))
        return false;
    if (*first == '0' && json->at - first > 1) {
        json->at = begin;
        return fail_here(json);
    }
    *whole = true;
    if (skip_one(json, ".") && ((*whole = false), !skip_digits(json)))
        return false;
    if (!skip_one(json, "eE"))
        return true;
    *whole = false;
    skip_one(json, "+-");
    return skip_digits(json);
}

static bool fail_number(rz_json *json, rz_slice digits, bool negative) {
    rz_slice number = {digits.at - negative, digits.length + negative};
    return rz_json_fail(json, RZ_E_VALUE, number);
}

/* Steps over a number and gives its digits, if it is a whole one; they begin after the sign. */
static bool whole_number(rz_json *json, rz_slice *digits, bool *negative) {
    bool whole;
    *negative = rz_json_peek(json) == '-';
    *digits = (rz_slice){json->at + *negative, 0};
    if (!skip_number(json, &whole))
        return false;
    digits->length = (size_t)(json->at - digits->at);
    return whole || fail_number(json, *digits, *negative);
}

bool rz_json_int(rz_json *json, int32_t *number) {
    rz_slice digits;
    bool negative;
    if (!whole_number(json, &digits, &negative))
        return false;
    if (digits.length > 9)
        return fail_number(json, digits, negative);
    int32_t value = 0;
    for (size_t i = 0; i < digits.length; i++)
        value = value * 10 + (digits.at[i] - '0');
    *number = negative ? -value : value;
    return true;
}

bool rz_json_int64(rz_json *json, int64_t *number) {
    rz_slice digits;
    bool negative;
    if (!whole_number(json, &digits, &negative))
        return false;
    /* Counted below zero, where there is room for one more. */
    int64_t value = 0, lowest = negative ? INT64_MIN : -INT64_MAX;
    for (size_t i = 0; i < digits.length; i++) {
        int digit = digits.at[i] - '0';
        if (value < (lowest + digit) / 10)
            return fail_number(json, digits, negative);
        value = value * 10 - digit;
    }
    *number = negative ? value : -value;
    return true;
}

static bool literal(rz_json *json, const char *word) {
    size_t n = rz_slice_of(word).length;
    rz_json_peek(json);
    if ((size_t)(json->end - json->at) < n || memcmp(json->at, word, n) != 0)
        return fail_here(json);
    json->at += n;
    return true;
}

bool rz_json_bool(rz_json *json, int32_t *value) {
    *value = rz_json_peek(json) == 't';
    return literal(json, *value ? "true" : "false");
}

bool rz_json_null(rz_json *json) {
    return literal(json, "null");
}

static bool skip_scalar(rz_json *json) {
    rz_slice string;
    int32_t truth;
    bool whole;
    switch (rz_json_peek(json)) {
    case '"':
        return rz_json_string(json, &string);
    case 't':
    case 'f':
        return rz_json_bool(json, &truth);
    case 'n':
        return rz_json_null(json);
    default:
        return skip_number(json, &whole);
    }
}

bool rz_json_skip(rz_json *json) {
    char open[RZ_JSON_DEPTH];
    int count[RZ_JSON_DEPTH], depth = 0;
    for (;;) {
        char c = rz_json_peek(json);
        if (c == '{' || c == '[') {
            if (depth == RZ_JSON_DEPTH)
                return rz_json_fail(json, RZ_E_DEEP, (rz_slice){"", 0});
            json->at++;
            open[depth] = c;
            count[depth++] = 0;
        } else if (!skip_scalar(json)) {
            return false;
        }
        while (depth > 0 && !rz_json_more(json, open[depth - 1], &count[depth - 1])) {
            if (json->problem->error != RZ_OK)
                return false;
            depth--;
        }
        if (depth == 0)
            return true;
        rz_slice key;
        if (open[depth - 1] == '{' && !rz_json_key(json, &key))
            return false;
    }
}

bool rz_json_end(rz_json *json) {
    rz_json_peek(json);
    return json->problem->error == RZ_OK && (json->at == json->end || fail_here(json));
}
