#include "notify/vapid.h"

#include <sodium.h>
#include <string.h>

#include "core/json_write.h"

static void add_base64(rz_text *out, const void *bytes, size_t size) {
    char text[VAPID_MAX];
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    rz_text_add(out, text);
}

static void write_claims(rz_text *out, const char *origin, const char *contact, int64_t until_s) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "aud", origin);
    rz_put_int(out, "exp", until_s);
    if (*contact)
        rz_put_string(out, "sub", contact);
    rz_put_close(out, '}');
}

bool vapid_authorize(const p256_key *key, const char *origin, const char *contact, int64_t now_s,
                     char header[VAPID_MAX]) {
    static const char kind[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}", begins[] = "vapid t=";
    enum { HOURS = 12 * 3600, CLAIMS = 600 };
    char claims[CLAIMS];
    uint8_t signature[P256_SIGNATURE];
    rz_text text, out;
    rz_text_init(&text, claims, sizeof claims);
    write_claims(&text, origin, contact, now_s + HOURS);
    rz_text_init(&out, header, VAPID_MAX);
    rz_text_add(&out, begins);
    add_base64(&out, kind, sizeof kind - 1);
    rz_text_char(&out, '.');
    add_base64(&out, claims, text.length);
    size_t from = sizeof begins - 1;
    if (text.full || out.full || !p256_sign(key, header + from, out.length - from, signature))
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
