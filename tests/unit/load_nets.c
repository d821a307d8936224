/* Nets from files, and bots that lack theirs: they say so, and play nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "razzia.h"
#include "unit.h"

static const char *nets;

static void prepare(rz_match *match, const rz_game *game, const rz_bot *bot) {
    rz_problem problem;
    *match = (rz_match){.header.game = game};
    assert_true(rz_setup_init(game, game->seats_min, &match->setup, &problem));
    assert_true(rz_setup_complete(game, &match->setup, &problem));
    for (int s = 0; s < game->seats_min; s++)
        match->bots[s] = (rz_bot_spec){.bot = bot, .nodes = 10};
}

static void bots_need_their_nets(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {3};
    static const rz_bot *const strong[] = {&rz_club_bot, &rz_expert_bot, &rz_master_bot};
    static rz_match match;
    char memory[64] = "";
    rz_state state;
    rz_text record;
    rz_unload_nets();
    for (size_t i = 0; i < sizeof strong / sizeof *strong; i++) {
        prepare(&match, rz_games[0], strong[i]);
        rz_text_init(&record, memory, sizeof memory);
        assert_false(rz_bot_is_ready(strong[i], rz_games[0]));
        assert_int_equal(rz_match_play(&match, seed, 0, &state, &record, NULL), 0);
        assert_string_equal(memory, "");
        assert_int_equal(rz_bot_move(&match.bots[0], rz_games[0], &match.setup, &state, 0, seed, 0),
                         RZ_NO_ACTION);
    }
    assert_true(rz_bot_is_ready(&rz_casual_bot, rz_games[0]));
}

static void loaded_bots_play(void **unused) {
    (void)unused;
    static const uint8_t seed[RZ_SEED] = {4};
    static rz_match match;
    rz_state state;
    assert_int_equal(rz_load_nets(nets), RZ_NET_OK);
    assert_int_equal(rz_load_nets(nets), RZ_NET_OK); /* in the place of those that were */
    for (const rz_game *const *game = rz_games; *game; game++) {
        assert_true(rz_bot_is_ready(&rz_master_bot, *game));
        prepare(&match, *game, &rz_master_bot);
        assert_true(rz_match_play(&match, seed, 0, &state, NULL, NULL) > 0);
    }
    rz_unload_nets();
    assert_false(rz_bot_is_ready(&rz_master_bot, rz_games[0]));
    rz_unload_nets();
}

static void faults_have_names(void **unused) {
    (void)unused;
    char path[4200];
    static uint8_t bytes[1 << 22];
    const rz_game *game = rz_games[0];
    snprintf(path, sizeof path, "%s/%s.net", nets, game->name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(rz_load_net(game, "/nowhere/at.net"), RZ_NET_NO_FILE);
    assert_int_equal(rz_load_nets("/nowhere"), RZ_NET_NO_FILE);
    assert_int_equal(rz_load_net_bytes(game, bytes, 3), RZ_NET_NO_NET);
    assert_int_equal(rz_load_net_bytes(game, bytes, size - 1), RZ_NET_CUT);
    assert_int_equal(rz_load_net_bytes(rz_games[1], bytes, size), RZ_NET_OTHER);
    assert_null(rz_net_of(game));
    assert_int_equal(rz_load_net_bytes(game, bytes, size), RZ_NET_OK);
    const rz_net *net = rz_net_of(game);
    assert_non_null(net);
    bytes[size / 2] ^= 1;
    assert_int_equal(rz_load_net_bytes(game, bytes, size), RZ_NET_CHECKSUM);
    assert_ptr_equal(rz_net_of(game), net);                          /* what was there stays */
    for (int fault = RZ_NET_OK; fault <= RZ_NET_NO_USE + 1; fault++) /* an unknown one, too */
        assert_true(*rz_net_fault_text((rz_net_fault)fault) != '\0');
    rz_unload_nets();
}

static void the_environment_names_a_folder(void **unused) {
    (void)unused;
    assert_int_equal(setenv("RAZZIA_NETS", nets, 1), 0);
    assert_int_equal(rz_load_nets(NULL), RZ_NET_OK);
    rz_unload_nets();
    assert_int_equal(setenv("RAZZIA_NETS", "/nowhere", 1), 0);
    assert_int_equal(rz_load_nets(NULL), RZ_NET_NO_FILE);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_need_their_nets),
        cmocka_unit_test(loaded_bots_play),
        cmocka_unit_test(faults_have_names),
        cmocka_unit_test(the_environment_names_a_folder),
    };
    nets = argc > 1 ? argv[1] : "nets";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
