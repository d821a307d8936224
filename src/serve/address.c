#include "serve/address.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

static bool is_four(const ip_address *a) {
    return !memcmp(a->bytes, mapped, sizeof mapped);
}

static bool read_plain(const char *text, ip_address *a) {
    if (inet_pton(AF_INET6, text, a->bytes) == 1)
        return true;
    *a = (ip_address){{0}};
    memcpy(a->bytes, mapped, sizeof mapped);
    if (inet_pton(AF_INET, text, a->bytes + sizeof mapped) == 1)
        return true;
    *a = (ip_address){{0}};
    return false;
}

/* Cuts brackets off, and a port where it can not be part of the address. */
bool address_read(const char *text, size_t length, ip_address *a) {
    char copy[64] = "";
    *a = (ip_address){{0}};
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    char *first = strchr(copy, ':'), *bracket = strchr(copy, ']');
    if (copy[0] == '[' && bracket) {
        *bracket = '\0';
        return read_plain(copy + 1, a);
    }
    if (first && !strchr(first + 1, ':'))
        *first = '\0';
    return read_plain(copy, a);
}

bool address_of_socket(int fd, ip_address *a) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } peer = {0};
    socklen_t size = sizeof peer;
    *a = (ip_address){{0}};
    if (getpeername(fd, &peer.any, &size) != 0)
        return false;
    if (peer.any.sa_family == AF_INET6) {
        memcpy(a->bytes, &peer.six.sin6_addr, sizeof a->bytes);
        return true;
    }
    memcpy(a->bytes, mapped, sizeof mapped);
    memcpy(a->bytes + sizeof mapped, &peer.four.sin_addr, sizeof peer.four.sin_addr);
    return peer.any.sa_family == AF_INET;
}

void address_write(const ip_address *a, char text[ADDRESS_TEXT]) {
    const uint8_t *bytes = is_four(a) ? a->bytes + sizeof mapped : a->bytes;
    inet_ntop(is_four(a) ? AF_INET : AF_INET6, bytes, text, ADDRESS_TEXT);
}

bool address_is_loopback(const ip_address *a) {
    static const uint8_t one[16] = {[15] = 1};
    return (is_four(a) && a->bytes[12] == 127) || !memcmp(a->bytes, one, sizeof one);
}

int address_prefix(const ip_address *a) {
    return is_four(a) ? 16 : 8;
}

/* The next word of a list, or one of length 0 at its end. */
static const char *next_word(const char **list, size_t *length) {
    const char *word = *list + strspn(*list, ", \t");
    *length = strcspn(word, ", \t");
    *list = word + *length;
    return word;
}

static bool is_word(const char *word, size_t length, const char *name) {
    return length == strlen(name) && !memcmp(word, name, length);
}

bool address_is_listed(const ip_address *a, const char *list) {
    size_t length;
    ip_address b;
    for (const char *word; (word = next_word(&list, &length)), length > 0;)
        if (is_word(word, length, "loopback")
                ? address_is_loopback(a)
                : address_read(word, length, &b) && !memcmp(a, &b, sizeof b))
            return true;
    return false;
}

bool address_list_ok(const char *list) {
    size_t length;
    ip_address a;
    for (const char *word; (word = next_word(&list, &length)), length > 0;)
        if (!is_word(word, length, "loopback") && !is_word(word, length, "none") &&
            !address_read(word, length, &a))
            return false;
    return true;
}

void address_forwarded(const char *forwarded, const char *proxies, ip_address *a) {
    const char *end = forwarded + strlen(forwarded);
    do {
        const char *word = end;
        while (word > forwarded && word[-1] != ',')
            word--;
        const char *begin = word + strspn(word, " \t");
        size_t length = begin < end ? (size_t)(end - begin) : 0;
        while (length > 0 && strchr(" \t", begin[length - 1]))
            length--;
        if (!address_read(begin, length, a) || !address_is_listed(a, proxies))
            return;
        end = word > forwarded ? word - 1 : word;
    } while (end > forwarded);
}
