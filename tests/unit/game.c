/* What core/ adds to the contract of a game. */
#include "core/module.h"
#include "core/setup.h"
#include "unit.h"

static const rz_module loot_alone = {.game = &loot_game};
const rz_module *const rz_modules[] = {&loot_alone, NULL};

static void games_and_modules_are_found(void **unused) {
    (void)unused;
    rz_setup setup;
    rz_problem problem;
    for (const rz_game *const *game = rz_games; *game; game++) {
        assert_true(rz_setup_init(*game, (*game)->seats_min, &setup, &problem));
        assert_ptr_equal(rz_game_of(&setup), *game);
    }
    assert_ptr_equal(rz_module_of(&loot_game), &loot_alone);
    assert_null(rz_module_of(&bars_game)->game);
}

static void events_are_concealed(void **unused) {
    (void)unused;
    rz_event play = {.by = 1, .verb = BARS_VERB_PLAY}, seen = play;
    rz_event leave = {.by = 1, .verb = RZ_LEAVE};
    rz_setup setup;
    rz_problem problem;
    assert_true(rz_setup_init(&bars_game, 4, &setup, &problem));
    assert_false(rz_conceal(&bars_game, &setup, 1, &seen));
    assert_memory_equal(&seen, &play, sizeof seen);
    assert_true(rz_conceal(&bars_game, &setup, 2, &seen));
    assert_int_equal(seen.data[0], RZ_NULL);
    assert_false(rz_conceal(&bars_game, &setup, RZ_SPECTATOR, &leave));
}

/* Numbers of every size, and what 0 means. */
static void sights_are_read(void **unused) {
    (void)unused;
    rz_view view;
    int32_t number;
    int32_t large[2] = {0, -70000};
    int16_t middle[2] = {-300, 0};
    uint8_t small[2] = {200, 0};
    memcpy(&view, large, sizeof large);
    memcpy((char *)&view + 8, middle, sizeof middle);
    memcpy((char *)&view + 12, small, sizeof small);
    rz_sight sight = {.offset = 0, .size = 4, .count = 2};
    assert_true(rz_sight_number(&sight, &view, 1, &number));
    assert_int_equal(number, -70000);
    sight = (rz_sight){.offset = 8, .size = 2, .count = 2};
    assert_true(rz_sight_number(&sight, &view, 0, &number));
    assert_int_equal(number, -300);
    sight = (rz_sight){.offset = 12, .size = 1, .count = 2};
    assert_true(rz_sight_number(&sight, &view, 0, &number));
    assert_int_equal(number, 200);
    assert_true(rz_sight_number(&sight, &view, 1, &number));
    assert_int_equal(number, 0);
    sight.zero_is_none = true;
    assert_false(rz_sight_number(&sight, &view, 1, &number));
}

static const char *problem_text(const rz_game *game, rz_problem problem) {
    static char memory[256];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_write_problem(game, &problem, &text);
    return memory;
}

static void problems_are_told(void **unused) {
    (void)unused;
    assert_string_equal(problem_text(NULL, (rz_problem){.error = RZ_E_MISSING, .detail = "seats"}),
                        "The field “seats” is missing.");
    assert_string_equal(problem_text(&loot_game, (rz_problem){"L9", RZ_E_OPTION_VALUE, "piles"}),
                        "The option “piles” can not have that value. (L9)");
    const rz_reason *first = loot_game.reasons;
    assert_non_null(
        strstr(problem_text(&loot_game, (rz_problem){.error = RZ_E_GAME}), first->text));
    assert_non_null(
        strstr(problem_text(&loot_game, (rz_problem){.error = RZ_E_GAME}), first->rule));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_modules_are_found),
        cmocka_unit_test(events_are_concealed),
        cmocka_unit_test(sights_are_read),
        cmocka_unit_test(problems_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
