/* mice: what no scene can show. */
#include "core/setup.h"
#include "games/games.h"
#include "games/mice/rules.h"
#include "unit.h"

static rz_setup setup;
static rz_state state;

/* Plays some random turns, so that there is something that could be hidden. */
static void play_on(rz_rng *rng, int actions) {
    rz_problem problem;
    assert_true(rz_setup_init(&mice_game, 4, &setup, &problem));
    assert_true(rz_setup_complete(&mice_game, &setup, &problem));
    mice_init(&setup, &state, NULL);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(there_are_no_secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
