#include "notify/endpoint.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* ---- URLs ------------------------------------------------------------------------------------ */

static bool is_plain(const char *url) {
    size_t n = strlen(url);
    for (size_t i = 0; i < n; i++)
        if (url[i] <= ' ' || url[i] > '~' || strchr("\\\"<>`{}|", url[i]))
            return false;
    return n > 0 && n <= NOTIFY_ENDPOINT;
}

static bool has_part(CURLU *url, CURLUPart part) {
    char *text = NULL;
    bool has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return has;
}

static bool is_part(CURLU *url, CURLUPart part, unsigned flags, const char *expected) {
    char *text = NULL;
    bool is = curl_url_get(url, part, &text, flags) == CURLUE_OK && !strcmp(text, expected);
    curl_free(text);
    return is;
}

/* A name with a dot in it, and a last part that begins with a letter, as those of the internet
 * have: no address in any way of writing one, and nothing of the machine or the house. */
static bool is_public_name(const char *host) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    static const char *const inner[] = {".local", ".localhost", ".internal", ".lan", ".home.arpa"};
    size_t n = strlen(host);
    const char *dot = strrchr(host, '.');
    if (!dot || dot == host || n > 253 || strspn(host, letters) != n || strstr(host, ".."))
        return false;
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        size_t length = strlen(inner[i]);
        if (n > length && !strcasecmp(host + n - length, inner[i]))
            return false;
    }
    return (dot[1] >= 'a' && dot[1] <= 'z') || (dot[1] >= 'A' && dot[1] <= 'Z');
}

bool endpoint_read(const char *url, char origin[ENDPOINT_ORIGIN]) {
    CURLU *parts = is_plain(url) ? curl_url() : NULL;
    char *host = NULL;
    bool ok = parts && curl_url_set(parts, CURLUPART_URL, url, CURLU_DISALLOW_USER) == CURLUE_OK &&
              is_part(parts, CURLUPART_SCHEME, 0, "https") &&
              is_part(parts, CURLUPART_PORT, CURLU_DEFAULT_PORT, "443") &&
              !has_part(parts, CURLUPART_FRAGMENT) && !has_part(parts, CURLUPART_ZONEID) &&
              curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK && is_public_name(host);
    if (ok)
        snprintf(origin, ENDPOINT_ORIGIN, "https://%s", host);
    curl_free(host);
    curl_url_cleanup(parts);
    return ok;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

typedef struct range {
    uint8_t bytes[6];
    int bits;
} range;

/* What IANA lists as not globally reachable, and multicast. */
static const range closed_4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};

/* Of the rest of IPv6 nothing is open but 2000::/3; 2002::/16 has addresses of IPv4 in it. */
static const range open_6 = {{0x20}, 3};
static const range closed_6[] = {
    {{0x20, 0x01, 0x00}, 23},
    {{0x20, 0x01, 0x0d, 0xb8}, 32},
    {{0x20, 0x02}, 16},
    {{0x3f, 0xff, 0x00}, 20},
};

static bool is_in(const uint8_t *address, const range *r) {
    int whole = r->bits / 8, rest = r->bits % 8;
    uint8_t mask = (uint8_t)(0xff00 >> rest);
    return !memcmp(address, r->bytes, (size_t)whole) &&
           (rest == 0 || (address[whole] & mask) == (r->bytes[whole] & mask));
}

static bool is_in_any(const uint8_t *address, const range *ranges, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_in(address, &ranges[i]))
            return true;
    return false;
}

static bool is_open_4(const uint8_t address[4]) {
    return !is_in_any(address, closed_4, sizeof closed_4 / sizeof *closed_4);
}

/* 64:ff9b::/96 is how a network that has IPv6 alone reaches an address of IPv4. */
static bool is_open_6(const uint8_t address[16]) {
    static const uint8_t translated[12] = {0x00, 0x64, 0xff, 0x9b};
    if (!memcmp(address, translated, sizeof translated))
        return is_open_4(address + sizeof translated);
    return is_in(address, &open_6) &&
           !is_in_any(address, closed_6, sizeof closed_6 / sizeof *closed_6);
}

bool endpoint_may_connect(const struct sockaddr *address) {
    union {
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } a;
    if (address->sa_family == AF_INET) {
        memcpy(&a.four, address, sizeof a.four);
        return is_open_4((const uint8_t *)&a.four.sin_addr);
    }
    if (address->sa_family != AF_INET6)
        return false;
    memcpy(&a.six, address, sizeof a.six);
    return is_open_6(a.six.sin6_addr.s6_addr);
}
