/* Feeds bytes to whoever reads the file of a server's settings, and to all who use what it says:
 * addresses, clocks, names, the house as clients are told of it. The first line is an address that
 * somebody comes from, through proxies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "serve/address.h"
#include "serve/clock_rule.h"
#include "serve/house.h"
#include "serve/serve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "config.c:%d: %s\n", __LINE__, #condition);                            \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A reason is a sentence that ends. */
static void check_reason(const char *why, size_t size) {
    CHECK(*why && memchr(why, '\0', size));
}

static void check_address(const serve_options *options, const char *from) {
    char text[ADDRESS_TEXT];
    ip_address a, again, near = {{0}};
    if (address_read(from, strlen(from), &a)) {
        address_write(&a, text);
        CHECK(strlen(text) < sizeof text);
        CHECK(address_read(text, strlen(text), &again));
        CHECK(memcmp(&a, &again, sizeof a) == 0);
        CHECK(address_prefix(&a) >= 0);
    }
    address_is_listed(&a, options->proxies);
    near = a;
    address_forwarded(from, options->proxies, &near);
}

static void check_house(const serve_options *options) {
    static char memory[1 << 16];
    const clock_rule none = {0};
    rz_problem problem;
    rz_json json;
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_text_char(&out, '{');
    house_write(options, &out);
    rz_text_char(&out, '}');
    CHECK(!out.full);
    rz_json_init(&json, (rz_slice){memory, out.length}, &problem);
    CHECK(rz_json_skip(&json) && rz_json_end(&json));
    house_has_clock(options, &none);
    house_has_game(options, "loot");
}

static void check_all(const serve_options *options, const char *from) {
    char why[200] = "", address[256];
    int port = -1;
    if (!serve_check(options, why, sizeof why)) {
        check_reason(why, sizeof why);
        return;
    }
    CHECK(serve_listen(options->listen, address, sizeof address, &port));
    CHECK(port >= 0 && port <= 65535);
    check_address(options, from);
    check_house(options);
}

/* The program reads its settings once and never gives them back: here they are, after each time. */
enum { WORDS = 4096 };
static char *words[WORDS];
static int n_words;

char *__wrap_strdup(const char *text);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text) {
    char *copy = __real_strdup(text);
    if (n_words < WORDS)
        words[n_words++] = copy;
    return copy;
}

static bool configure(serve_options *options, const uint8_t **data, size_t *size) {
    const uint8_t *end = memchr(*data, '\n', *size);
    size_t length = end ? (size_t)(end - *data) : *size, step = end ? length + 1 : length;
    char why[200] = "", *line = strndup((const char *)*data, length);
    CHECK(line);
    bool ok = serve_configure(options, line, why, sizeof why);
    if (!ok)
        check_reason(why, sizeof why);
    free(line);
    *data += step, *size -= step;
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    serve_options options;
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    if (!end)
        return 0;
    char *from = strndup((const char *)data, (size_t)(end - data));
    size -= (size_t)(end - data) + 1;
    data = end + 1;
    serve_defaults(&options);
    bool ok = true;
    while (ok && size > 0)
        ok = configure(&options, &data, &size);
    if (ok)
        check_all(&options, from);
    free(from);
    while (n_words > 0)
        free(words[--n_words]);
    return 0;
}
