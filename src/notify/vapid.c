#include "notify/vapid.h"

#include <sodium.h>
#include <string.h>

#include "core/json_write.h"

static void add_base64(rz_text *out, const void *bytes, size_t size) {
    char text[VAPID_MAX];
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    rz_text_add(out, text);
}

static void add_kind(rz_text *out) {
    char memory[64];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "typ", "JWT");
    rz_put_string(&text, "alg", "ES256");
    rz_put_close(&text, '}');
    add_base64(out, memory, text.length);
}

/* False if they do not fit. */
static bool add_claims(rz_text *out, const char *origin, const char *contact, int64_t until_s) {
    char memory[600];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '{');
    rz_put_string(&text, "aud", origin);
    rz_put_int(&text, "exp", until_s);
    if (*contact)
        rz_put_string(&text, "sub", contact);
    rz_put_close(&text, '}');
    add_base64(out, memory, text.length);
    return !text.full;
}

bool vapid_authorize(const p256_key *key, const char *origin, const char *contact, int64_t now_s,
                     char header[VAPID_MAX]) {
    static const char begins[] = "vapid t=";
    enum { LONGEST_S = 12 * 3600, FROM = sizeof begins - 1 };
    uint8_t signature[P256_SIGNATURE];
    rz_text out;
    rz_text_init(&out, header, VAPID_MAX);
    rz_text_add(&out, begins);
    add_kind(&out);
    rz_text_char(&out, '.');
    if (!add_claims(&out, origin, contact, now_s + LONGEST_S) || out.full ||
        !p256_sign(key, header + FROM, out.length - FROM, signature))
        return false;
    rz_text_char(&out, '.');
    add_base64(&out, signature, sizeof signature);
    rz_text_add(&out, ", k=");
    add_base64(&out, key->public, P256_PUBLIC);
    return !out.full;
}

void vapid_write_key(const p256_key *key, char text[VAPID_KEY]) {
    sodium_bin2base64(text, VAPID_KEY, key->public, P256_PUBLIC,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
