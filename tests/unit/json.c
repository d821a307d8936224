/* Text in buffers, UTF-8, hex digits, and JSON. */
#include "core/json.h"
#include "core/json_write.h"
#include "unit.h"
#include <math.h>

/* ---- Text ------------------------------------------------------------------------------------ */

static void text_grows(void **unused) {
    (void)unused;
    char memory[64];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    assert_string_equal(memory, "");
    rz_text_add(&text, "abc");
    rz_text_char(&text, '-');
    rz_text_slice(&text, (rz_slice){"defgh", 2});
    rz_text_int(&text, 0);
    rz_text_int(&text, INT64_MIN);
    rz_text_int(&text, INT64_MAX);
    assert_string_equal(memory, "abc-de0-92233720368547758089223372036854775807");
    assert_int_equal(text.length, strlen(memory));
    assert_false(text.full);
}

static void text_stops_at_its_end(void **unused) {
    (void)unused;
    char memory[6] = "xxxxx";
    rz_text text;
    rz_text_init(&text, memory, 5);
    rz_text_add(&text, "abcd");
    assert_false(text.full);
    rz_text_add(&text, "");
    assert_false(text.full);
    rz_text_char(&text, 'e');
    assert_true(text.full);
    assert_string_equal(memory, "abcd");
    rz_text_init(&text, memory, 3);
    rz_text_add(&text, "abcd");
    assert_string_equal(memory, "ab");
    assert_true(text.full);
    rz_text_init(&text, memory, 4);
    rz_put_string(&text, NULL, "abcd");
    assert_string_equal(memory, "\"ab");
    assert_true(text.full);
}

static void text_is_quoted(void **unused) {
    (void)unused;
    char memory[64];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_string(&text, NULL, "a\"b\\c/\n\x1f\x7f\u00e9");
    assert_string_equal(memory, "\"a\\\"b\\\\c/\\u000a\\u001f\x7f\u00e9\"");
}

static void slices(void **unused) {
    (void)unused;
    assert_true(rz_slice_is(rz_slice_of("car"), "car"));
    assert_true(rz_slice_is((rz_slice){"cart", 3}, "car"));
    assert_false(rz_slice_is((rz_slice){"cart", 4}, "car"));
    assert_false(rz_slice_is((rz_slice){"cart", 2}, "car"));
    assert_false(rz_slice_is((rz_slice){"ca\0r", 4}, "ca"));
    assert_true(rz_slice_is((rz_slice){"", 0}, ""));
}

static void hex_digits(void **unused) {
    (void)unused;
    uint8_t bytes[2] = {0};
    assert_true(rz_hex_read(rz_slice_of("09aF"), bytes, 2));
    assert_int_equal(bytes[0], 0x09);
    assert_int_equal(bytes[1], 0xaf);
    assert_false(rz_hex_read(rz_slice_of("09a"), bytes, 2));
    assert_false(rz_hex_read(rz_slice_of("09aff"), bytes, 2));
    assert_false(rz_hex_read(rz_slice_of("0g00"), bytes, 2));
    assert_false(rz_hex_read(rz_slice_of("g000"), bytes, 2));
    assert_false(rz_hex_read(rz_slice_of("@:`G"), bytes, 2));
}

static void utf8(void **unused) {
    (void)unused;
    static const struct {
        const char *bytes;
        size_t room;
        int length;
    } cases[] = {
        {"a", 1, 1},
        {"", 0, 0},
        {"\x7f", 1, 1},
        {"\x80", 1, 0},
        {"\xc1\xbf", 2, 0}, /* overlong */
        {"\xc2\x80", 2, 2},
        {"\xc2", 1, 0},
        {"\xdf\xc0", 2, 0},
        {"\xe0\x9f\xbf", 3, 0}, /* overlong */
        {"\xe0\xa0\x80", 3, 3},
        {"\xed\x9f\xbf", 3, 3},
        {"\xed\xa0\x80", 3, 0}, /* a surrogate */
        {"\xef\xbf\xbf", 3, 3},
        {"\xe2\x82", 2, 0},
        {"\xe2\x82\x41", 3, 0},
        {"\xf0\x8f\xbf\xbf", 4, 0}, /* overlong */
        {"\xf0\x90\x80\x80", 4, 4},
        {"\xf4\x8f\xbf\xbf", 4, 4},
        {"\xf4\x90\x80\x80", 4, 0}, /* beyond the last character */
        {"\xf5\x80\x80\x80", 4, 0},
        {"\xff", 1, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(rz_utf8_length(cases[i].bytes, cases[i].room), cases[i].length);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

#define TIMES_8(x)  x x x x x x x x
#define TIMES_32(x) TIMES_8(x) TIMES_8(x) TIMES_8(x) TIMES_8(x)

static const struct {
    const char *text;
    rz_error error;
} documents[] = {
    {"0", RZ_OK},
    {"-0", RZ_OK},
    {"12", RZ_OK},
    {"-12.5e+10", RZ_OK},
    {"1E5", RZ_OK},
    {"1e-5", RZ_OK},
    {"12345678901234567890", RZ_OK},
    {"true", RZ_OK},
    {"false", RZ_OK},
    {"null", RZ_OK},
    {"\"\"", RZ_OK},
    {"\"a\u00e9\U0001f600\"", RZ_OK},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\ude00\"", RZ_OK},
    {"[]", RZ_OK},
    {"{}", RZ_OK},
    {" \t\r\n[ 1 , [ ] , { } , \"x\" ] ", RZ_OK},
    {"{\"a\":{\"b\":[null,true]},\"c\":1}", RZ_OK},
    {TIMES_32("[") TIMES_32("]"), RZ_OK},
    {"[" TIMES_32("["), RZ_E_DEEP},
    {"", RZ_E_CUT},
    {"  ", RZ_E_CUT},
    {"[", RZ_E_CUT},
    {"[1", RZ_E_CUT},
    {"[1,", RZ_E_CUT},
    {"{", RZ_E_CUT},
    {"{\"a", RZ_E_CUT},
    {"{\"a\"", RZ_E_CUT},
    {"{\"a\":", RZ_E_CUT},
    {"{\"a\":1", RZ_E_CUT},
    {"{\"a\":1,", RZ_E_CUT},
    {"\"abc", RZ_E_CUT},
    {"\"a\\n", RZ_E_CUT},
    {"\"\\ud83d\\ude00", RZ_E_CUT},
    {"-", RZ_E_CUT},
    {"1.", RZ_E_CUT},
    {"1e", RZ_E_CUT},
    {"1e+", RZ_E_CUT},
    {"01", RZ_E_JSON},
    {"-01", RZ_E_JSON},
    {"+1", RZ_E_JSON},
    {".5", RZ_E_JSON},
    {"1.x", RZ_E_JSON},
    {"1ex", RZ_E_JSON},
    {"--1", RZ_E_JSON},
    {"tru", RZ_E_JSON},
    {"trux", RZ_E_JSON},
    {"nul", RZ_E_JSON},
    {"fals", RZ_E_JSON},
    {"hello", RZ_E_JSON},
    {"'a'", RZ_E_JSON},
    {"[1 2]", RZ_E_JSON},
    {"[1,]", RZ_E_JSON},
    {"[,1]", RZ_E_JSON},
    {"[1}", RZ_E_JSON},
    {"{1:2}", RZ_E_JSON},
    {"{\"a\" 1}", RZ_E_JSON},
    {"{\"a\":1,}", RZ_E_JSON},
    {"{\"a\":1 \"b\":2}", RZ_E_JSON},
    {"1 2", RZ_E_JSON},
    {"[] x", RZ_E_JSON},
    {"\"\\x\"", RZ_E_JSON},
    {"\"\\u12\"", RZ_E_JSON},
    {"\"\\u12g4\"", RZ_E_JSON},
    {"\"\\u0000\"", RZ_E_JSON},
    {"\"\\udc00\"", RZ_E_JSON},
    {"\"\\ud800\"", RZ_E_JSON},
    {"\"\\ud800xxxxxx\"", RZ_E_JSON},
    {"\"\\ud800\\n23456\"", RZ_E_JSON},
    {"\"\\ud800\\u0041\"", RZ_E_JSON},
    {"\"\\ud800\\ue000\"", RZ_E_JSON},
    {"\"a\nb\"", RZ_E_JSON},
    {"\"\\n\n\"", RZ_E_JSON},
    {"\"\\", RZ_E_JSON},
    {"\xff", RZ_E_UTF8},
    {"\"\xc3\"", RZ_E_UTF8},
    {"\"\\n\xc3\"", RZ_E_UTF8},
    {"[1\xff]", RZ_E_UTF8},
};

static void json_documents(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(documents); i++) {
        rz_json json;
        rz_problem problem;
        rz_json_init(&json, rz_slice_of(documents[i].text), &problem);
        bool ok = rz_json_skip(&json) && rz_json_end(&json);
        if (problem.error != documents[i].error || ok != (problem.error == RZ_OK))
            fail_msg("%s: %s, not %s", documents[i].text, error_name(NULL, problem.error),
                     error_name(NULL, documents[i].error));
    }
}

/* A document cut anywhere is never taken for a whole one, and nothing beyond the cut is read. */
static void json_cut_anywhere(void **unused) {
    (void)unused;
    static const char whole[] =
        "{\"a\":[1.5e3,true,null,\"\\u00e9\\ud83d\\ude00\xc3\xa9\"],\"b\":{}}";
    for (size_t n = 0; n < sizeof whole - 1; n++) {
        rz_json json;
        rz_problem problem;
        char *cut = test_malloc(n + 1);
        memcpy(cut, whole, n);
        rz_json_init(&json, (rz_slice){cut, n}, &problem);
        assert_false(rz_json_skip(&json) && rz_json_end(&json));
        assert_int_not_equal(problem.error, RZ_OK);
        test_free(cut);
    }
}

static void json_strings(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"\"plain \u00e9\"", "plain \u00e9"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"a\u00e9\\u0041\"", "a\u00e9A"},
        {"\"\\u00e9\\u20ac\\ud83d\\ude00\"", "\u00e9\u20ac\U0001f600"},
        {"\"\\uFFFF\"", "\xef\xbf\xbf"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        rz_json json;
        rz_problem problem;
        rz_slice value;
        rz_json_init(&json, rz_slice_of(cases[i].text), &problem);
        assert_true(rz_json_string(&json, &value));
        assert_true(rz_slice_is(value, cases[i].value));
    }
}

/* Every character but 0 can be escaped, those beyond the first 65536 as two halves. */
static void json_escapes(void **unused) {
    (void)unused;
    for (unsigned code = 1; code < 0x110000; code += code < 0x3000 ? 1 : 0xff) {
        char text[20];
        rz_json json;
        rz_problem problem;
        rz_slice value;
        if (code >= 0xd800 && code < 0xe000)
            continue;
        if (code < 0x10000)
            snprintf(text, sizeof text, "\"\\u%04x\"", code);
        else
            snprintf(text, sizeof text, "\"\\u%04X\\u%04x\"", 0xd800 + ((code - 0x10000) >> 10),
                     0xdc00 + (code & 0x3ff));
        rz_json_init(&json, rz_slice_of(text), &problem);
        assert_true(rz_json_string(&json, &value) && rz_json_end(&json));
        assert_int_equal(rz_utf8_length(value.at, value.length), value.length);
        unsigned read =
            (unsigned char)value.at[0] & (value.length > 1 ? 0x7fu >> value.length : 0x7f);
        for (size_t i = 1; i < value.length; i++)
            read = read << 6 | ((unsigned char)value.at[i] & 0x3f);
        assert_int_equal(read, code);
    }
}

static void json_long_strings(void **unused) {
    (void)unused;
    enum { LONG = RZ_JSON_STRING + 100 };
    char text[LONG + 100] = "\"\\n";
    rz_json json;
    rz_problem problem;
    rz_slice value;
    memset(text + 3, 'x', LONG);
    strcpy(text + 3 + LONG, "\"");
    rz_json_init(&json, rz_slice_of(text), &problem);
    assert_false(rz_json_string(&json, &value));
    assert_int_equal(problem.error, RZ_E_VALUE);
    text[1] = text[2] = 'x'; /* without escapes any length will do */
    rz_json_init(&json, rz_slice_of(text), &problem);
    assert_true(rz_json_string(&json, &value));
    assert_int_equal(value.length, LONG + 2);
}

static void json_numbers(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        rz_error error;
        int32_t value;
    } cases[] = {
        {"0", RZ_OK, 0},
        {"-0", RZ_OK, 0},
        {" 17", RZ_OK, 17},
        {"-999999999", RZ_OK, -999999999},
        {"999999999", RZ_OK, 999999999},
        {"1000000000", RZ_E_VALUE, 0},
        {"99999999999999999999", RZ_E_VALUE, 0},
        {"1.0", RZ_E_VALUE, 0},
        {"1e2", RZ_E_VALUE, 0},
        {"1.", RZ_E_CUT, 0},
        {"00", RZ_E_JSON, 0},
        {"\"1\"", RZ_E_JSON, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        rz_json json;
        rz_problem problem;
        int32_t number = 0;
        rz_json_init(&json, rz_slice_of(cases[i].text), &problem);
        assert_int_equal(rz_json_int(&json, &number), cases[i].error == RZ_OK);
        assert_int_equal(problem.error, cases[i].error);
        assert_int_equal(number, cases[i].value);
    }
}

static void json_long_numbers(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        rz_error error;
        int64_t value;
    } cases[] = {
        {"0", RZ_OK, 0},
        {"-0", RZ_OK, 0},
        {" 1000000000", RZ_OK, 1000000000},
        {"9223372036854775807", RZ_OK, INT64_MAX},
        {"-9223372036854775807", RZ_OK, -INT64_MAX},
        {"-9223372036854775808", RZ_OK, INT64_MIN},
        {"9223372036854775799", RZ_OK, 9223372036854775799},
        {"9223372036854775808", RZ_E_VALUE, 0},
        {"-9223372036854775809", RZ_E_VALUE, 0},
        {"9223372036854775810", RZ_E_VALUE, 0},
        {"10000000000000000000", RZ_E_VALUE, 0},
        {"-99999999999999999999", RZ_E_VALUE, 0},
        {"18446744073709551616", RZ_E_VALUE, 0},
        {"340282366920938463463374607431768211457", RZ_E_VALUE, 0},
        {"1.0", RZ_E_VALUE, 0},
        {"1e2", RZ_E_VALUE, 0},
        {"-", RZ_E_CUT, 0},
        {"007", RZ_E_JSON, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        rz_json json;
        rz_problem problem;
        int64_t number = 0;
        rz_json_init(&json, rz_slice_of(cases[i].text), &problem);
        assert_int_equal(rz_json_int64(&json, &number), cases[i].error == RZ_OK);
        assert_int_equal(problem.error, cases[i].error);
        assert_true(number == cases[i].value);
    }
    rz_json json;
    rz_problem problem;
    int64_t number = 0;
    rz_json_init(&json, rz_slice_of("[-9223372036854775809]"), &problem);
    assert_true(rz_json_open(&json, '[') && !rz_json_int64(&json, &number));
    assert_string_equal(problem.detail, "-9223372036854775809");
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void writing_sets_commas(void **unused) {
    (void)unused;
    static const uint8_t bytes[] = {0x0f, 0xa0};
    char memory[400];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_int(&out, "a", -1);
    rz_put_open(&out, "list", '[');
    rz_put_int(&out, NULL, INT64_MIN);
    rz_put_int(&out, NULL, INT64_MAX);
    rz_put_open(&out, NULL, '[');
    rz_put_close(&out, ']');
    rz_put_open(&out, NULL, '{');
    rz_put_close(&out, '}');
    rz_put_null(&out, NULL);
    rz_put_close(&out, ']');
    rz_put_bool(&out, "yes", true);
    rz_put_bool(&out, "no", false);
    rz_put_null(&out, "none");
    rz_put_hex(&out, "hex", bytes, 2);
    rz_put_json(&out, "json", rz_slice_of("[1,2]"));
    rz_put_key(&out, "key");
    rz_text_add(&out, "3");
    rz_text_add(&out, ",");
    rz_put_null(&out, "after a comma");
    rz_put_close(&out, '}');
    rz_text_char(&out, '\n');
    rz_put_string(&out, NULL, "next line");
    assert_string_equal(
        memory, "{\"a\":-1,\"list\":[-9223372036854775808,9223372036854775807,"
                "[],{},null],\"yes\":true,\"no\":false,\"none\":null,"
                "\"hex\":\"0fa0\",\"json\":[1,2],\"key\":3,\"after a comma\":null}\n\"next line\"");
    assert_false(out.full);
}

/* A text that ends in what looks like an opening is a value all the same. */
static void writing_strings(void **unused) {
    (void)unused;
    static const char *strings[] = {"", "[", "{", ":", ",", "\n", "\"", "\\", "a\tb\x1f\x7f\u00e9"};
    char memory[400];
    rz_text out;
    rz_json json;
    rz_problem problem;
    rz_slice read;
    int count = 0;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '[');
    for (size_t i = 0; i < LENGTH(strings); i++) {
        rz_put_string(&out, NULL, strings[i]);
        rz_put_slice(&out, NULL, rz_slice_of(strings[i]));
    }
    rz_put_slice(&out, NULL, (rz_slice){"cut here", 3});
    rz_put_close(&out, ']');
    rz_json_init(&json, rz_slice_of(memory), &problem);
    assert_true(rz_json_open(&json, '['));
    for (size_t i = 0; i < 2 * LENGTH(strings); i++) {
        assert_true(rz_json_more(&json, '[', &count) && rz_json_string(&json, &read));
        assert_true(rz_slice_is(read, strings[i / 2]));
    }
    assert_true(rz_json_more(&json, '[', &count) && rz_json_string(&json, &read));
    assert_true(rz_slice_is(read, "cut"));
    assert_false(rz_json_more(&json, '[', &count));
    assert_true(rz_json_end(&json));
}

static void writing_fractions(void **unused) {
    (void)unused;
    static const struct {
        double number;
        int digits;
        const char *text;
    } cases[] = {
        {0, 0, "0"},
        {2.5, 0, "3"},
        {0.25, 5, "0.25000"},
        {-0.125, 3, "-0.125"},
        {-0.0004, 3, "0.000"},
        {0.9996, 3, "1.000"},
        {123456789.0625, 4, "123456789.0625"},
        {-999999999, 9, "-999999999.000000000"},
        {1e9, 2, "null"},
        {-1e300, 2, "null"},
        {(double)INFINITY, 2, "null"},
        {(double)NAN, 2, "null"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char memory[40];
        rz_text out;
        rz_text_init(&out, memory, sizeof memory);
        rz_put_fixed(&out, NULL, cases[i].number, cases[i].digits);
        assert_string_equal(memory, cases[i].text);
    }
}

/* What is written comes back, and a text that is too short says so at every length. */
static void writing_and_reading(void **unused) {
    (void)unused;
    static const int64_t numbers[] = {0, -1, INT32_MAX, INT64_MAX, INT64_MIN};
    char memory[200];
    size_t whole = sizeof memory;
    for (size_t size = sizeof memory; size > 0; size = size > whole ? whole : size - 1) {
        rz_text out;
        memset(memory, 'x', sizeof memory);
        rz_text_init(&out, memory, size);
        rz_put_open(&out, NULL, '{');
        rz_put_open(&out, "n", '[');
        for (size_t i = 0; i < LENGTH(numbers); i++)
            rz_put_int(&out, NULL, numbers[i]);
        rz_put_close(&out, ']');
        rz_put_string(&out, "s", "\"");
        rz_put_close(&out, '}');
        if (size == sizeof memory)
            whole = out.length + 1;
        assert_int_equal(out.full, size < whole);
        assert_int_equal(strlen(memory), out.length);
    }
}

static void numbers_come_back(void **unused) {
    (void)unused;
    for (int bit = 0; bit < 64; bit++)
        for (int64_t less = -1; less <= 1; less++) {
            int64_t number = (int64_t)((UINT64_C(1) << bit) - (uint64_t)less), read = 0;
            char memory[40];
            rz_text out;
            rz_json json;
            rz_problem problem;
            rz_text_init(&out, memory, sizeof memory);
            rz_put_int(&out, NULL, number);
            rz_json_init(&json, rz_slice_of(memory), &problem);
            assert_true(rz_json_int64(&json, &read) && rz_json_end(&json));
            assert_true(read == number);
        }
}

static void problem_keeps_the_first_error(void **unused) {
    (void)unused;
    rz_problem problem = {0};
    assert_false(rz_problem_set(&problem, RZ_E_TWICE, rz_slice_of("first")));
    assert_false(rz_problem_set(&problem, RZ_E_CUT, rz_slice_of("second")));
    assert_int_equal(problem.error, RZ_E_TWICE);
    assert_string_equal(problem.detail, "first");
}

/* What an error names is cut between characters, and before anything that would disturb. */
static void problem_cuts_its_detail(void **unused) {
    (void)unused;
    char name[101];
    rz_problem problem = {0};
    for (int i = 0; i < 100; i += 2)
        memcpy(name + i, "\u00e9", 2);
    rz_problem_set(&problem, RZ_E_TWICE, (rz_slice){name, 100});
    assert_int_equal(strlen(problem.detail), 44);
    problem = (rz_problem){0};
    rz_problem_set(&problem, RZ_E_TWICE, rz_slice_of("ab\033[31m"));
    assert_string_equal(problem.detail, "ab");
    problem = (rz_problem){0};
    rz_problem_set(&problem, RZ_E_TWICE, rz_slice_of("ab\xff"));
    assert_string_equal(problem.detail, "ab");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_stops_at_its_end),
        cmocka_unit_test(text_is_quoted),
        cmocka_unit_test(slices),
        cmocka_unit_test(hex_digits),
        cmocka_unit_test(utf8),
        cmocka_unit_test(json_documents),
        cmocka_unit_test(json_cut_anywhere),
        cmocka_unit_test(json_strings),
        cmocka_unit_test(json_escapes),
        cmocka_unit_test(json_long_strings),
        cmocka_unit_test(json_numbers),
        cmocka_unit_test(json_long_numbers),
        cmocka_unit_test(writing_sets_commas),
        cmocka_unit_test(writing_strings),
        cmocka_unit_test(writing_fractions),
        cmocka_unit_test(writing_and_reading),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(problem_keeps_the_first_error),
        cmocka_unit_test(problem_cuts_its_detail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
