/* ChaCha20 (RFC 8439), SHA-256 (FIPS 180-4), random numbers, the dealer. */
#include "core/dealer.h"
#include "core/sha256.h"
#include "unit.h"

/* ---- ChaCha20 -------------------------------------------------------------------------------- */

typedef struct block_case {
    uint8_t key_at, key_byte, nonce_at, nonce_byte; /* one byte that is not zero */
    uint32_t counter;
    uint32_t words[16];
} block_case;

/* RFC 8439, appendix A.1. */
static const block_case block_cases[] = {
    {0,
     0,
     0,
     0,
     0,
     {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8,
      0xc70d778b, 0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815,
      0x69b687c3, 0x8665eeb2}},
    {0,
     0,
     0,
     0,
     1,
     {0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb, 0x6965e348, 0x3e53c612,
      0xed7aee32, 0x7621b729, 0x434ee69c, 0xb03371d5, 0xd539d874, 0x281fed31, 0x45fb0a51,
      0x1f0ae1ac, 0x6f4d794b}},
    {31,
     1,
     0,
     0,
     1,
     {0x2452eb3a, 0x9249f8ec, 0x8d829d9b, 0xddd4ceb1, 0xe8252083, 0x60818b01, 0xf38422b8,
      0x5aaa49c9, 0xbb00ca8e, 0xda3ba7b4, 0xc4b592d1, 0xfdf2732f, 0x4436274e, 0x2561b3c8,
      0xebdd4aa6, 0xa0136c00}},
    {1,
     0xff,
     0,
     0,
     2,
     {0xfb4dd572, 0x4bc42ef1, 0xdf922636, 0x327f1394, 0xa78dea8f, 0x5e269039, 0xa1bebbc1,
      0xcaf09aae, 0xa25ab213, 0x48a6b46c, 0x1b9d9bcb, 0x092c5be6, 0x546ca624, 0x1bec45d5,
      0x87f47473, 0x96f0992e}},
    {0,
     0,
     11,
     2,
     0,
     {0x374dc6c2, 0x3736d58c, 0xb904e24a, 0xcd3f93ef, 0x88228b1a, 0x96a4dfb3, 0x5b76ab72,
      0xc727ee54, 0x0e0e978a, 0xf3145c95, 0x1b748ea8, 0xf786c297, 0x99c28f5f, 0x628314e8,
      0x398a19fa, 0x6ded1b53}},
};

static void chacha_appendix(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(block_cases); i++) {
        const block_case *c = &block_cases[i];
        uint8_t key[RZ_CHACHA_KEY] = {0}, nonce[RZ_CHACHA_NONCE] = {0};
        uint32_t words[16];
        key[c->key_at] = c->key_byte;
        nonce[c->nonce_at] = c->nonce_byte;
        rz_chacha_block(key, c->counter, nonce, words);
        assert_memory_equal(words, c->words, sizeof words);
    }
}

/* RFC 8439, 2.3.2. */
static void chacha_block(void **unused) {
    (void)unused;
    static const uint8_t nonce[RZ_CHACHA_NONCE] = {0, 0, 0, 9, 0, 0, 0, 0x4a};
    static const uint32_t expected[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                          0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                          0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                          0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    uint8_t key[RZ_CHACHA_KEY];
    uint32_t words[16];
    for (int i = 0; i < RZ_CHACHA_KEY; i++)
        key[i] = (uint8_t)i;
    rz_chacha_block(key, 1, nonce, words);
    assert_memory_equal(words, expected, sizeof words);
}

/* ---- SHA-256 --------------------------------------------------------------------------------- */

static void check_hash(rz_sha256 *hash, const char *expected) {
    uint8_t out[RZ_SHA256_SIZE];
    char memory[2 * RZ_SHA256_SIZE + 1];
    rz_text text;
    rz_sha256_end(hash, out);
    rz_text_init(&text, memory, sizeof memory);
    rz_text_hex(&text, out, sizeof out);
    assert_string_equal(memory, expected);
}

static void sha256_messages(void **unused) {
    (void)unused;
    static const struct {
        const char *message, *hash;
    } cases[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
         "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        rz_sha256 hash;
        rz_sha256_init(&hash);
        rz_sha256_add(&hash, cases[i].message, strlen(cases[i].message));
        check_hash(&hash, cases[i].hash);
    }
}

static void sha256_million(void **unused) {
    (void)unused;
    char letters[137];
    rz_sha256 hash;
    memset(letters, 'a', sizeof letters);
    rz_sha256_init(&hash);
    for (size_t left = 1000000, n; left > 0; left -= n) {
        n = left < sizeof letters ? left : sizeof letters;
        rz_sha256_add(&hash, letters, n);
    }
    check_hash(&hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* ---- Random numbers -------------------------------------------------------------------------- */

static void make_rng(bool fast, rz_rng *rng) {
    static const uint8_t key[RZ_CHACHA_KEY] = {7};
    static const uint8_t nonce[RZ_CHACHA_NONCE] = {1};
    if (fast)
        rz_rng_fast(rng, 7);
    else
        rz_rng_stream(rng, key, nonce);
}

static void stream_is_the_blocks(void **unused) {
    (void)unused;
    static const uint8_t key[RZ_CHACHA_KEY] = {3, 1, 4};
    static const uint8_t nonce[RZ_CHACHA_NONCE] = {1, 5, 9};
    uint32_t words[16];
    rz_rng rng;
    rz_rng_stream(&rng, key, nonce);
    for (uint32_t block = 0; block < 3; block++) {
        rz_chacha_block(key, block, nonce, words);
        for (int i = 0; i < 16; i++)
            assert_int_equal(rz_rng_next(&rng), words[i]);
    }
}

/* Undoing the last xor of the published numbers gives ours. */
static void fast_is_splitmix(void **unused) {
    (void)unused;
    static const uint64_t expected[] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f};
    rz_rng rng;
    memset(&rng, 0xee, sizeof rng);
    rz_rng_fast(&rng, 0);
    for (size_t i = 0; i < LENGTH(expected); i++)
        assert_int_equal(rz_rng_next(&rng), (expected[i] ^ expected[i] >> 31) >> 32);
}

/* The bounds are at about one in 10^5 for each number of degrees of freedom; the seeds are fixed,
 * so the outcome is too. */
static void below_is_even(void **unused) {
    (void)unused;
    static const struct {
        uint32_t n;
        double limit;
    } cases[] = {{1, 0.001}, {2, 19.6}, {3, 23.1}, {6, 30.9}, {7, 33.2}, {10, 40.5}, {120, 195.0}};
    enum { DRAWS = 60000 };
    for (int fast = 0; fast < 2; fast++)
        for (size_t i = 0; i < LENGTH(cases); i++) {
            int counts[120] = {0};
            double expected = (double)DRAWS / cases[i].n, sum = 0;
            rz_rng rng;
            make_rng(fast, &rng);
            for (int k = 0; k < DRAWS; k++)
                counts[rz_rng_below(&rng, cases[i].n)]++;
            for (uint32_t k = 0; k < cases[i].n; k++)
                sum += (counts[k] - expected) * (counts[k] - expected) / expected;
            assert_true(sum < cases[i].limit);
        }
}

/* Without the rejection, every third number below 3·2^30 would come half of the time. */
static void below_rejects(void **unused) {
    (void)unused;
    enum { DRAWS = 30000 };
    for (int fast = 0; fast < 2; fast++) {
        int counts[3] = {0};
        rz_rng rng;
        make_rng(fast, &rng);
        for (int k = 0; k < DRAWS; k++)
            counts[rz_rng_below(&rng, 3u << 30) % 3]++;
        for (int k = 0; k < 3; k++)
            assert_in_range(counts[k], 9600, 10400);
    }
}

/* ---- The dealer ------------------------------------------------------------------------------ */

static const rz_game *const game = &loot_game;

static void make_setup(int seats, rz_setup *setup) {
    rz_problem problem;
    assert_true(rz_setup_init(game, seats, setup, &problem));
    assert_true(rz_setup_complete(game, setup, &problem));
}

/* Plays a game in which a seat always takes the `choice`-th of its legal actions (or the last);
 * keeps what chance did. */
static int deal_game(rz_dealer *dealer, int choice, rz_action dealt[200]) {
    rz_setup setup;
    rz_state state;
    rz_actors actors;
    rz_action legal[RZ_LEGAL_MAX];
    int n = 0;
    make_setup(4, &setup);
    game->init(&setup, &state, NULL);
    while ((actors = game->to_act(&setup, rz_state_public(&state)))) {
        if (actors & RZ_CHANCE_BIT) {
            dealt[n] = rz_dealer_draw(dealer, game, &setup, &state);
            assert_int_equal(game->apply(&setup, &state, RZ_CHANCE, dealt[n++], NULL), RZ_OK);
        } else {
            int seat = __builtin_ctz(actors);
            int count = game->legal_in(&setup, &state, seat, legal);
            rz_action action = legal[choice < count ? choice : count - 1];
            assert_int_equal(game->apply(&setup, &state, seat, action, NULL), RZ_OK);
        }
    }
    return n;
}

static void same_seed_same_game(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {42}, other[RZ_SEED] = {43};
    rz_action first[200], again[200], different[200];
    rz_dealer dealer;
    rz_dealer_init(&dealer, seed);
    int n = deal_game(&dealer, 0, first);
    rz_dealer_init(&dealer, seed);
    assert_int_equal(deal_game(&dealer, 0, again), n);
    assert_memory_equal(first, again, (size_t)n * sizeof *first);
    rz_dealer_init(&dealer, other);
    int m = deal_game(&dealer, 0, different);
    assert_true(m != n || memcmp(first, different, (size_t)n * sizeof *first) != 0);
}

/* Whatever the seats do, the n-th card is the n-th card, as long as as many of each are left. */
static void cards_do_not_depend_on_play(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {42};
    rz_action first[200], other[200];
    rz_dealer dealer;
    rz_dealer_init(&dealer, seed);
    int n = deal_game(&dealer, 0, first);
    rz_dealer_init(&dealer, seed);
    int m = deal_game(&dealer, 1, other);
    assert_true(n > 20 && m > 20);
    assert_memory_equal(first, other, 20 * sizeof *first);
}

/* The stream of an event is that of its verb and number, whatever was dealt before. */
static void verbs_have_their_own_streams(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {5};
    rz_setup setup;
    rz_state state;
    rz_rng rng;
    rz_dealer dealer;
    make_setup(5, &setup);
    rz_dealer_init(&dealer, seed);
    for (uint32_t n = 0; n < 5; n++) {
        game->init(&setup, &state, NULL);
        rz_seed_stream(seed, "sets", n, &rng);
        assert_int_equal(rz_dealer_draw(&dealer, game, &setup, &state),
                         game->draw(&setup, &state, &rng));
    }
    state.loot.pub.phase = LOOT_REVEAL_DUE;
    rz_dealer_skip(&dealer, LOOT_VERB_REVEAL);
    rz_dealer_skip(&dealer, LOOT_VERB_REVEAL);
    rz_seed_stream(seed, "reveal", 2, &rng);
    assert_int_equal(rz_dealer_draw(&dealer, game, &setup, &state),
                     game->draw(&setup, &state, &rng));
}

static void stream_nonces(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {1};
    static const uint8_t nonce[RZ_CHACHA_NONCE] = {'p', 'u', 'r', 'p', 'o', 's',
                                                   'e', 's', 4,   3,   2,   1};
    rz_rng stream, expected;
    rz_seed_stream(seed, "purposes are longer", 0x01020304, &stream);
    rz_rng_stream(&expected, seed, nonce);
    assert_memory_equal(&stream, &expected, sizeof stream);
}

static void fast_dealer(void **unused) {
    (void)unused;
    rz_action first[200], again[200];
    rz_dealer dealer;
    rz_dealer_fast(&dealer, 9);
    int n = deal_game(&dealer, 0, first);
    rz_dealer_fast(&dealer, 9);
    assert_int_equal(deal_game(&dealer, 0, again), n);
    assert_memory_equal(first, again, (size_t)n * sizeof *first);
}

static void seeds_are_read(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool ok;
        uint8_t first, eighth;
    } cases[] = {
        {"0", true, 0, 0},
        {"258", true, 2, 0},
        {"18446744073709551615", true, 0xff, 0xff},
        {"18446744073709551616", false, 0, 0},
        {"99999999999999999999", false, 0, 0},
        {"", false, 0, 0},
        {"-1", false, 0, 0},
        {"12x", false, 0, 0},
        {" 1", false, 0, 0},
        {"0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1FfF", true, 1, 8},
        {"0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1Ff", false, 0, 0},
        {"x102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1FfF", false, 0, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint8_t seed[RZ_SEED];
        memset(seed, 0xee, sizeof seed);
        assert_int_equal(rz_seed_read(rz_slice_of(cases[i].text), seed), cases[i].ok);
        if (cases[i].ok) {
            assert_int_equal(seed[0], cases[i].first);
            assert_int_equal(seed[7], cases[i].eighth);
        }
    }
}

static void seeds_have_children(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {1};
    uint8_t child[RZ_SEED], again[RZ_SEED], sibling[RZ_SEED];
    rz_rng rng;
    rz_seed_child(seed, 3, child);
    rz_seed_child(seed, 3, again);
    rz_seed_child(seed, 4, sibling);
    assert_memory_equal(child, again, RZ_SEED);
    assert_memory_not_equal(child, sibling, RZ_SEED);
    rz_seed_stream(seed, "game", 3, &rng);
    for (int i = 0; i < RZ_SEED; i += 4) {
        uint32_t word = rz_rng_next(&rng);
        assert_int_equal(child[i], word & 0xff);
        assert_int_equal(child[i + 3], word >> 24);
    }
}

/* The worked example of docs/fair.md. */
static void fair_seeds(void **unused) {
    (void)unused;
    static const char commit[] = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    static const char wanted[] = "b9a0cc6de7129a3d0f7855a5d8b4350c03504b54feee77f8f4826c65686aab1e";
    static rz_header header;
    uint8_t told[RZ_SEED], seed[RZ_SEED], expected[RZ_SEED];
    for (int i = 0; i < RZ_SEED; i++)
        told[i] = (uint8_t)i;
    for (int seat = 0; seat < 3; seat++)
        memset(header.nonces[seat], 0xa0 + seat, RZ_SEED);
    assert_true(rz_hex_read(rz_slice_of(commit), header.commit, RZ_SEED));
    assert_true(rz_hex_read(rz_slice_of(wanted), expected, RZ_SEED));
    assert_true(rz_fair_seed(&header, 3, told, seed));
    assert_memory_equal(seed, expected, RZ_SEED);
    rz_shared_seed(told, (const uint8_t(*)[RZ_SEED])header.nonces, 3, seed);
    assert_memory_equal(seed, expected, RZ_SEED);
    told[31] ^= 1;
    assert_false(rz_fair_seed(&header, 3, told, seed));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha_appendix),
        cmocka_unit_test(chacha_block),
        cmocka_unit_test(sha256_messages),
        cmocka_unit_test(sha256_million),
        cmocka_unit_test(stream_is_the_blocks),
        cmocka_unit_test(fast_is_splitmix),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_rejects),
        cmocka_unit_test(same_seed_same_game),
        cmocka_unit_test(cards_do_not_depend_on_play),
        cmocka_unit_test(verbs_have_their_own_streams),
        cmocka_unit_test(stream_nonces),
        cmocka_unit_test(fast_dealer),
        cmocka_unit_test(seeds_are_read),
        cmocka_unit_test(seeds_have_children),
        cmocka_unit_test(fair_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
