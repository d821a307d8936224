/* mice: what no scene can show. */
#include "core/setup.h"
#include "games/games.h"
#include "games/mice/rules.h"
#include "unit.h"

static rz_setup setup;
static rz_state state;

static void begin(void) {
    rz_problem problem;
    assert_true(rz_setup_init(&mice_game, 4, &setup, &problem));
    assert_true(rz_setup_complete(&mice_game, &setup, &problem));
    mice_init(&setup, &state, NULL);
}

/* Plays some random turns, so that there is something that could be hidden. */
static void play_on(rz_rng *rng, int actions) {
    begin();
    for (rz_actors actors; actions-- && (actors = mice_to_act(&setup, rz_state_public(&state)));) {
        rz_action legal[RZ_LEGAL_MAX];
        int actor = __builtin_ctz(actors);
        if (actor == RZ_CHANCE)
            legal[0] = mice_draw(&setup, &state, rng);
        else
            legal[0] =
                legal[rz_rng_below(rng, (uint32_t)mice_legal_in(&setup, &state, actor, legal))];
        assert_int_equal(mice_apply(&setup, &state, actor, legal[0], NULL), RZ_OK);
    }
}

/* proves M91: every seat and a spectator see the whole table, and no line loses a field. */
static void there_are_no_secrets(void **unused) {
    static const int watchers[] = {0, 1, 2, 3, RZ_SPECTATOR};
    rz_event event = {.by = RZ_CHANCE, .verb = MICE_VERB_DICE, .data = {1, 2, 3}}, seen = event;
    rz_rng rng;
    (void)unused;
    rz_rng_fast(&rng, 5);
    play_on(&rng, 200);
    for (size_t i = 0; i < sizeof watchers / sizeof *watchers; i++) {
        rz_view view;
        rz_state sampled;
        memset(&view, 0xee, sizeof view);
        memset(&sampled, 0xee, sizeof sampled);
        mice_game.view(&setup, &state, watchers[i], &view);
        assert_memory_equal(&view.mice.pub, &state.mice.pub, sizeof state.mice.pub);
        mice_game.sample(&setup, &view, NULL, &sampled);
        assert_memory_equal(&sampled, &state, mice_game.state_size);
        mice_game.conceal(&setup, watchers[i], &seen);
        assert_memory_equal(&seen, &event, sizeof event);
    }
}

/* proves M10: once, and not while dice are rolled. */
static void first_player_is_named_once(void **unused) {
    (void)unused;
    begin();
    assert_int_equal(mice_apply(&setup, &state, RZ_CHANCE, MICE_FIRST, NULL), RZ_OK);
    assert_int_equal(mice_apply(&setup, &state, RZ_CHANCE, MICE_FIRST, NULL), MICE_E_NO_FIRST);
    assert_int_equal(mice_apply(&setup, &state, RZ_CHANCE, 0, NULL), MICE_E_NO_ROLL);
    assert_int_equal(mice_apply(&setup, &state, 0, MICE_ROLL, NULL), RZ_OK);
    assert_int_equal(mice_apply(&setup, &state, RZ_CHANCE, MICE_FIRST, NULL), MICE_E_NO_FIRST);
    assert_int_equal(mice_apply(&setup, &state, RZ_CHANCE, 0, NULL), MICE_E_DICE);
}

/* proves M64 on columns of any height, with gaps */
static void upper_dice_are_secured(void **unused) {
    rz_rng rng;
    (void)unused;
    rz_rng_fast(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        int dice[2] = {0};
        uint64_t column = 0;
        for (int cell = 0; cell < MICE_CELLS; cell++) {
            int value = (int)rz_rng_below(&rng, MICE_FACES + 1);
            if (value == 0)
                continue;
            dice[0] = dice[1];
            dice[1] = value;
            column |= (uint64_t)mice_die_of(value, cell % MICE_SEATS, cell % 2) << 8 * cell;
        }
        assert_int_equal(mice_secure_sum(column), dice[0] + dice[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_no_secrets),
        cmocka_unit_test(first_player_is_named_once),
        cmocka_unit_test(upper_dice_are_secured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
