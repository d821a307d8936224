#include "core/dealer.h"

#include "core/mem.h"
#include "core/sha256.h"

void rz_dealer_init(rz_dealer *dealer, const uint8_t seed[RZ_SEED]) {
    *dealer = (rz_dealer){0};
    memcpy(dealer->seed, seed, RZ_SEED);
}

void rz_dealer_fast(rz_dealer *dealer, uint64_t seed) {
    *dealer = (rz_dealer){0};
    rz_rng_fast(&dealer->fast, seed);
}

rz_action rz_dealer_draw(rz_dealer *dealer, const rz_game *game, const rz_setup *setup,
                         const rz_state *state) {
    if (dealer->fast.is_fast)
        return game->draw(setup, state, &dealer->fast);
    int verb = game->chance_verb(setup, rz_state_public(state));
    rz_rng rng;
    rz_seed_stream(dealer->seed, game->verbs[verb].name, dealer->dealt[verb], &rng);
    rz_dealer_skip(dealer, verb);
    return game->draw(setup, state, &rng);
}

void rz_dealer_skip(rz_dealer *dealer, int verb) {
    dealer->dealt[verb]++;
}

bool rz_seed_read(rz_slice text, uint8_t seed[RZ_SEED]) {
    if (rz_hex_read(text, seed, RZ_SEED))
        return true;
    uint64_t number = 0;
    for (size_t i = 0; i < text.length; i++) {
        uint64_t digit = (uint64_t)(text.at[i] - '0');
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    memset(seed, 0, RZ_SEED);
    for (int i = 0; i < 8; i++)
        seed[i] = (uint8_t)(number >> 8 * i);
    return text.length > 0;
}

void rz_seed_stream(const uint8_t seed[RZ_SEED], const char *purpose, uint32_t n, rz_rng *rng) {
    uint8_t nonce[RZ_CHACHA_NONCE] = {0};
    for (int i = 0; i < 8 && purpose[i] != '\0'; i++)
        nonce[i] = (uint8_t)purpose[i];
    for (int i = 0; i < 4; i++)
        nonce[8 + i] = (uint8_t)(n >> 8 * i);
    rz_rng_stream(rng, seed, nonce);
}

void rz_seed_child(const uint8_t seed[RZ_SEED], uint32_t n, uint8_t child[RZ_SEED]) {
    rz_rng rng;
    rz_seed_stream(seed, "game", n, &rng);
    for (int i = 0; i < RZ_SEED; i += 4) {
        uint32_t word = rz_rng_next(&rng);
        for (int k = 0; k < 4; k++)
            child[i + k] = (uint8_t)(word >> 8 * k);
    }
}

void rz_shared_seed(const uint8_t own[RZ_SEED], const uint8_t nonces[][RZ_SEED], int seats,
                    uint8_t seed[RZ_SEED]) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, own, RZ_SEED);
    rz_sha256_add(&hash, nonces, (size_t)seats * RZ_SEED);
    rz_sha256_end(&hash, seed);
}

bool rz_fair_seed(const rz_header *header, int seats, const uint8_t told[RZ_SEED],
                  uint8_t seed[RZ_SEED]) {
    uint8_t commit[RZ_SHA256_SIZE];
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, told, RZ_SEED);
    rz_sha256_end(&hash, commit);
    rz_shared_seed(told, (const uint8_t(*)[RZ_SEED])header->nonces, seats, seed);
    return memcmp(commit, header->commit, RZ_SEED) == 0;
}
