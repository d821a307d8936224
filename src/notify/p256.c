#include "notify/p256.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

enum { HALF = P256_SIGNATURE / 2, DER_MAX = 80 };

/* ---- Keys of the library --------------------------------------------------------------------- */

static EVP_PKEY *key_of_parameters(OSSL_PARAM *parameters, int selection) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool ok = context && EVP_PKEY_fromdata_init(context) == 1 &&
              EVP_PKEY_fromdata(context, &key, selection, parameters) == 1;
    EVP_PKEY_CTX_free(context);
    return ok ? key : NULL;
}

/* `private` may be NULL. A point that is not on the curve gives no key. */
static EVP_PKEY *key_of(const uint8_t *public, const uint8_t *private) {
    EVP_PKEY *key = NULL;
    BIGNUM *number = private ? BN_bin2bn(private, P256_PRIVATE, NULL) : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    bool ok = build && OSSL_PARAM_BLD_push_utf8_string(build, "group", "prime256v1", 0) &&
              OSSL_PARAM_BLD_push_octet_string(build, "pub", public, P256_PUBLIC) &&
              (!private || (number && OSSL_PARAM_BLD_push_BN(build, "priv", number)));
    OSSL_PARAM *parameters = ok ? OSSL_PARAM_BLD_to_param(build) : NULL;
    if (parameters)
        key = key_of_parameters(parameters, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

bool p256_make(p256_key *key) {
    EVP_PKEY *made = EVP_EC_gen("prime256v1");
    BIGNUM *number = NULL;
    size_t size = 0;
    bool ok = made && EVP_PKEY_get_bn_param(made, "priv", &number) &&
              BN_bn2binpad(number, key->private, P256_PRIVATE) == P256_PRIVATE &&
              EVP_PKEY_get_octet_string_param(made, "pub", key->public, P256_PUBLIC, &size) &&
              size == P256_PUBLIC;
    BN_clear_free(number);
    EVP_PKEY_free(made);
    return ok;
}

bool p256_is_public(const uint8_t public[P256_PUBLIC]) {
    EVP_PKEY *key = public[0] == POINT_CONVERSION_UNCOMPRESSED ? key_of(public, NULL) : NULL;
    EVP_PKEY_free(key);
    return key;
}

bool p256_agree(const p256_key *own, const uint8_t theirs[P256_PUBLIC],
                uint8_t secret[P256_PRIVATE]) {
    size_t size = P256_PRIVATE;
    EVP_PKEY *mine = key_of(own->public, own->private), *other = key_of(theirs, NULL);
    EVP_PKEY_CTX *context = mine ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
    bool ok = context && other && EVP_PKEY_derive_init(context) == 1 &&
              EVP_PKEY_derive_set_peer(context, other) == 1 &&
              EVP_PKEY_derive(context, secret, &size) == 1 && size == P256_PRIVATE;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    EVP_PKEY_free(mine);
    return ok;
}

/* ---- Signatures ------------------------------------------------------------------------------ */

static bool read_der(const uint8_t *der, size_t size, uint8_t signature[P256_SIGNATURE]) {
    ECDSA_SIG *both = d2i_ECDSA_SIG(NULL, &der, (long)size);
    bool ok = both && BN_bn2binpad(ECDSA_SIG_get0_r(both), signature, HALF) == HALF &&
              BN_bn2binpad(ECDSA_SIG_get0_s(both), signature + HALF, HALF) == HALF;
    ECDSA_SIG_free(both);
    return ok;
}

bool p256_sign(const p256_key *key, const void *text, size_t size,
               uint8_t signature[P256_SIGNATURE]) {
    uint8_t der[DER_MAX];
    size_t length = sizeof der;
    EVP_PKEY *own = key_of(key->public, key->private);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = own && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, own) == 1 &&
              EVP_DigestSign(context, der, &length, text, size) == 1 &&
              read_der(der, length, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(own);
    return ok;
}

static int write_der(const uint8_t signature[P256_SIGNATURE], uint8_t **der) {
    ECDSA_SIG *both = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, HALF, NULL), *s = BN_bin2bn(signature + HALF, HALF, NULL);
    int length = 0;
    if (both && r && s && ECDSA_SIG_set0(both, r, s)) {
        length = i2d_ECDSA_SIG(both, der);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(both);
    return length;
}

bool p256_verify(const uint8_t public[P256_PUBLIC], const void *text, size_t size,
                 const uint8_t signature[P256_SIGNATURE]) {
    uint8_t *der = NULL;
    int length = write_der(signature, &der);
    EVP_PKEY *key = key_of(public, NULL);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = length > 0 && key && context &&
              EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
              EVP_DigestVerify(context, der, (size_t)length, text, size) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    OPENSSL_free(der);
    return ok;
}
