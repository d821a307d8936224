#include "notify/webpush.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <string.h>

enum { CONTENT_KEY = 16, NONCE = 12, TAG = 16, INFO_MAX = 160 };

/* HKDF with SHA-256 (RFC 5869), both steps. */
static bool derive(const uint8_t *salt, size_t salt_size, const uint8_t secret[32],
                   const void *info, size_t info_size, uint8_t *out, size_t size) {
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    uint8_t inputs[16 + 32 + INFO_MAX];
    memcpy(inputs, salt, salt_size);
    memcpy(inputs + 16, secret, 32);
    memcpy(inputs + 48, info, info_size);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char[]){"SHA256"}, 6),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, inputs, salt_size),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, inputs + 16, 32),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, inputs + 48, info_size),
        OSSL_PARAM_END,
    };
    bool ok = context && EVP_KDF_derive(context, out, size, parameters) == 1;
    OPENSSL_cleanse(inputs, sizeof inputs);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return ok;
}

/* RFC 8291, 3.4: the key that the browser's secret, and no one else's, leads to. */
static bool derive_key(const uint8_t target[WEBPUSH_TARGET], const p256_key *sender,
                       uint8_t key[32]) {
    static const char label[] = "WebPush: info";
    uint8_t shared[P256_PRIVATE], info[sizeof label + 2 * P256_PUBLIC];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, target, P256_PUBLIC);
    memcpy(info + sizeof label + P256_PUBLIC, sender->public, P256_PUBLIC);
    bool ok = p256_agree(sender, target, shared) &&
              derive(target + P256_PUBLIC, WEBPUSH_AUTH, shared, info, sizeof info, key, 32);
    OPENSSL_cleanse(shared, sizeof shared);
    return ok;
}

/* In place: the text of `size` bytes is followed by a tag. */
static bool seal(const uint8_t key[CONTENT_KEY], const uint8_t nonce[NONCE], uint8_t *text,
                 size_t size) {
    int n = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool ok = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
              EVP_EncryptUpdate(context, text, &n, text, (int)size) == 1 &&
              EVP_EncryptFinal_ex(context, text + n, &rest) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, text + size) == 1;
    EVP_CIPHER_CTX_free(context);
    return ok;
}

/* One record, the last: a text, the mark of its end, and zeros. */
bool webpush_encrypt(const uint8_t target[WEBPUSH_TARGET], const p256_key *sender,
                     const uint8_t salt[WEBPUSH_SALT], const void *text, size_t size,
                     size_t padding, uint8_t *body) {
    static const char key_label[] = "Content-Encoding: aes128gcm";
    static const char nonce_label[] = "Content-Encoding: nonce";
    static const uint8_t record_size[4] = {0, 0, WEBPUSH_MAX >> 8, 0};
    uint8_t secret[32], key[CONTENT_KEY], nonce[NONCE];
    if (size + padding + WEBPUSH_MORE > WEBPUSH_MAX)
        return false;
    uint8_t *record = body + WEBPUSH_HEAD;
    memcpy(body, salt, WEBPUSH_SALT);
    memcpy(body + WEBPUSH_SALT, record_size, sizeof record_size);
    body[WEBPUSH_SALT + sizeof record_size] = P256_PUBLIC;
    memcpy(record - P256_PUBLIC, sender->public, P256_PUBLIC);
    memcpy(record, text, size);
    record[size] = 2;
    memset(record + size + 1, 0, padding);
    bool ok =
        derive_key(target, sender, secret) &&
        derive(salt, WEBPUSH_SALT, secret, key_label, sizeof key_label, key, sizeof key) &&
        derive(salt, WEBPUSH_SALT, secret, nonce_label, sizeof nonce_label, nonce, sizeof nonce) &&
        seal(key, nonce, record, size + 1 + padding);
    OPENSSL_cleanse(secret, sizeof secret);
    OPENSSL_cleanse(key, sizeof key);
    return ok;
}
