#include "serve/code.h"

#include <sodium.h>
#include <string.h>

#include "core/sha256.h"

enum { BYTES = 16 };

static void hash_bytes(const void *bytes, size_t size, uint8_t hash[STORE_HASH]) {
    rz_sha256 sha;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, bytes, size);
    rz_sha256_end(&sha, hash);
    sodium_memzero(&sha, sizeof sha);
}

void code_write(const uint8_t bytes[BYTES], char code[CODE + 1], uint8_t hash[STORE_HASH]) {
    sodium_bin2base64(code, CODE + 1, bytes, BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_bytes(code, CODE, hash);
}

void code_make(server *sv, char code[CODE + 1], uint8_t hash[STORE_HASH]) {
    uint8_t bytes[BYTES];
    const random_source *random = &sv->world->random;
    random->fill(random->self, bytes, sizeof bytes);
    code_write(bytes, code, hash);
    sodium_memzero(bytes, sizeof bytes);
}

_Static_assert((int)CODE == (int)STORE_TABLE_ID, "ids of tables look like codes");

bool code_may_be(const char *text) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(text) == CODE && strspn(text, letters) == CODE;
}

bool code_hash(const char *code, uint8_t hash[STORE_HASH]) {
    if (!code_may_be(code))
        return false;
    hash_bytes(code, CODE, hash);
    return true;
}

bool code_hash_key(const message *m, message_field field, uint8_t hash[STORE_HASH]) {
    uint8_t key[BYTES];
    if (!message_hex(m, field, key, sizeof key))
        return false;
    hash_bytes(key, sizeof key, hash);
    sodium_memzero(key, sizeof key);
    return true;
}
