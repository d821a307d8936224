/* Setups: seats and options in, reasons out. */
#include "core/setup.h"
#include "fake.h"
#include "games/loot/rules.h"
#include "unit.h"

static fake_setup made;

static rz_setup *fresh(int seats) {
    rz_problem problem;
    rz_setup *setup = (rz_setup *)(void *)&made;
    memset(&made, 0xee, sizeof made);
    assert_true(rz_setup_init(&fake_game, seats, setup, &problem));
    return setup;
}

/* proves L1 */
static void seats(void **unused) {
    (void)unused;
    rz_setup setup;
    rz_problem problem;
    for (int n = -1; n < 12; n++) {
        bool ok = rz_setup_init(&loot_game, n, &setup, &problem);
        assert_int_equal(ok, n >= 2 && n <= 5);
        assert_int_equal(problem.error, ok ? RZ_OK : RZ_E_SEATS);
        if (ok)
            assert_int_equal(rz_seats(&setup), n);
        else
            assert_string_equal(problem.rule, "L1");
    }
}

static void defaults(void **unused) {
    (void)unused;
    rz_setup setup;
    rz_problem problem;
    fresh(2);
    assert_int_equal(made.common.game, 7);
    assert_int_equal(made.first, -1);
    assert_int_equal(made.turns, 1000);
    assert_int_equal(made.mode, 0);
    assert_int_equal(made.sum, 0);
    assert_true(rz_setup_init(&loot_game, 3, &setup, &problem));
    static const loot_setup expected = {.common = {0, 3}, .piles = 2};
    assert_memory_equal(&setup.loot, &expected, sizeof expected);
}

typedef struct option_case {
    const char *name, *value;
    rz_error error;
    const char *written; /* what differs from the defaults afterwards */
} option_case;

#define FIFTY "tttttttttttttttttttttttttttttttttttttttttttttttttt"

static const option_case fake_cases[] = {
    {"first", "random", RZ_OK, "{}"},
    {"first", "\"random\"", RZ_OK, "{}"},
    {"first", " \"eldest\" ", RZ_OK, "{\"first\":\"eldest\"}"},
    {"first", "eldest", RZ_OK, "{\"first\":\"eldest\"}"},
    {"first", "0", RZ_OK, "{\"first\":0}"},
    {"first", "2", RZ_OK, "{\"first\":2}"},
    {"first", "3", RZ_E_OPTION_VALUE, "{}"}, /* there are three seats */
    {"first", "-1", RZ_E_OPTION_VALUE, "{}"},
    {"first", "1.5", RZ_E_OPTION_VALUE, "{}"},
    {"first", "youngest", RZ_E_OPTION_VALUE, "{}"},
    {"first", "true", RZ_E_OPTION_VALUE, "{}"},
    {"first", "", RZ_E_OPTION_VALUE, "{}"},
    {"first", "\"random", RZ_E_OPTION_VALUE, "{}"},
    {"first", "ran\"dom", RZ_E_OPTION_VALUE, "{}"},
    {"first", "null", RZ_E_OPTION_VALUE, "{}"},
    {"turns", "1000", RZ_OK, "{}"},
    {"turns", "1", RZ_OK, "{\"turns\":1}"},
    {"turns", "100000", RZ_OK, "{\"turns\":100000}"},
    {"turns", "100001", RZ_E_OPTION_VALUE, "{}"},
    {"turns", "0", RZ_E_OPTION_VALUE, "{}"},
    {"turns", "7 7", RZ_E_OPTION_VALUE, NULL},
    {"turns", "many", RZ_E_OPTION_VALUE, "{}"},
    {"turns", "[1]", RZ_E_OPTION_VALUE, "{}"},
    {"mode", "slow", RZ_OK, "{}"},
    {"mode", "mad", RZ_OK, "{\"mode\":\"mad\"}"},
    {"mode", "Mad", RZ_E_OPTION_VALUE, "{}"},
    {"mode", "ape", RZ_OK, "{\"mode\":\"ape\"}"},
    {"mode", "zoo", RZ_OK, "{\"mode\":\"zoo\"}"},
    {"mode", "Ape", RZ_OK, "{\"mode\":\"Ape\"}"},
    {"mode", "Zoo", RZ_OK, "{\"mode\":\"Zoo\"}"},
    {"mode", "1", RZ_E_OPTION_VALUE, "{}"},
    {"mode", "fals", RZ_E_OPTION_VALUE, "{}"},
    {"mode", FIFTY FIFTY FIFTY FIFTY FIFTY, RZ_E_OPTION_VALUE, "{}"},
    {"data", "[]", RZ_OK, "{}"},
    {"data", "[ 2, 3 ]", RZ_OK, "{\"data\":[5]}"},
    {"data", "{}", RZ_E_OPTION_VALUE, "{}"},
    {"data", "[2", RZ_E_OPTION_VALUE, NULL},
    {"data", "[99,2]", RZ_E_GAME + 1, NULL},
    {"date", "[]", RZ_E_OPTION, "{}"},
    {"", "1", RZ_E_OPTION, "{}"},
};

static void fake_options(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(fake_cases); i++) {
        const option_case *c = &fake_cases[i];
        rz_setup *setup = fresh(3);
        rz_problem problem;
        char memory[200];
        rz_text text;
        bool ok = rz_setup_option(&fake_game, setup, rz_slice_of(c->name), rz_slice_of(c->value),
                                  &problem);
        if (problem.error != c->error || ok != (c->error == RZ_OK))
            fail_msg("%s=%s: %s", c->name, c->value, error_name(&fake_game, problem.error));
        if (!ok) {
            assert_string_equal(problem.detail, c->name);
            assert_int_equal(problem.rule != NULL, c->error != RZ_E_OPTION);
        }
        rz_text_init(&text, memory, sizeof memory);
        rz_setup_write_options(&fake_game, setup, &text);
        if (c->written)
            assert_string_equal(memory, c->written);
    }
}

static void options_are_counted(void **unused) {
    (void)unused;
    rz_setup *setup = fresh(3);
    rz_problem problem;
    char memory[200];
    rz_text text;
    assert_true(
        rz_setup_option(&fake_game, setup, rz_slice_of("data"), rz_slice_of("[7]"), &problem));
    assert_true(
        rz_setup_option(&fake_game, setup, rz_slice_of("first"), rz_slice_of("1"), &problem));
    rz_text_init(&text, memory, sizeof memory);
    assert_int_equal(rz_setup_write_options(&fake_game, setup, &text), 2);
    assert_string_equal(memory, "{\"first\":1,\"data\":[7]}");
    rz_text_init(&text, memory, sizeof memory);
    assert_int_equal(rz_setup_write_options_brief(&fake_game, setup, &text), 2);
    assert_string_equal(memory, "{\"first\":1,\"data\":true}");
}

static void options_that_do_not_go_together(void **unused) {
    (void)unused;
    rz_setup *setup = fresh(3);
    rz_problem problem;
    assert_true(rz_setup_complete(&fake_game, setup, &problem));
    assert_true(
        rz_setup_option(&fake_game, setup, rz_slice_of("turns"), rz_slice_of("13"), &problem));
    assert_false(rz_setup_complete(&fake_game, setup, &problem));
    assert_int_equal(problem.error, RZ_E_GAME);
    assert_string_equal(problem.rule, "F9");
}

static void loot_options(void **unused) {
    (void)unused;
    static const option_case cases[] = {
        {"sets", "seat", RZ_OK, "{\"sets\":\"seat\"}"},
        {"sets", "random", RZ_OK, "{}"},
        {"piles", "1", RZ_OK, "{\"piles\":1}"},
        {"piles", "2", RZ_OK, "{}"},
        {"piles", "3", RZ_E_OPTION_VALUE, "{}"},
        {"literal_ties", "true", RZ_OK, "{\"literal_ties\":true}"},
        {"literal_ties", "false", RZ_OK, "{}"},
        {"literal_ties", "\"true\"", RZ_E_OPTION_VALUE, "{}"},
        {"literal_ties", " tru", RZ_E_OPTION_VALUE, "{}"},
        {"no_thief_for_thief", "true", RZ_OK, "{\"no_thief_for_thief\":true}"},
        {"no_thief_for_thief", "false", RZ_OK, "{}"},
        {"no_thief_for_thief", "\"false\"", RZ_E_OPTION_VALUE, "{}"},
        {"tie_break", "cheque", RZ_OK, "{\"tie_break\":\"cheque\"}"},
        {"tie_break", "shared", RZ_OK, "{}"},
        {"theme", "ra", RZ_OK, "{\"theme\":\"ra\"}"},
        {"theme", "police", RZ_OK, "{}"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        rz_setup setup;
        rz_problem problem;
        char memory[200];
        rz_text text;
        rz_setup_init(&loot_game, 2, &setup, &problem);
        rz_setup_option(&loot_game, &setup, rz_slice_of(cases[i].name), rz_slice_of(cases[i].value),
                        &problem);
        assert_int_equal(problem.error, cases[i].error);
        rz_text_init(&text, memory, sizeof memory);
        rz_setup_write_options(&loot_game, &setup, &text);
        assert_string_equal(memory, cases[i].written);
        assert_true(rz_setup_complete(&loot_game, &setup, &problem));
    }
}

static void games_are_found(void **unused) {
    (void)unused;
    assert_ptr_equal(rz_game_find(rz_slice_of("loot")), &loot_game);
    assert_null(rz_game_find(rz_slice_of("loo")));
    assert_null(rz_game_find(rz_slice_of("")));
    for (int i = 0; rz_games[i]; i++)
        assert_int_equal(rz_games[i]->number, i);
}

static void fields_are_found(void **unused) {
    (void)unused;
    const rz_verb *mix = &fake_game.verbs[FAKE_MIX], *show = &fake_game.verbs[FAKE_SHOW];
    assert_int_equal(rz_field_at(mix, "column"), 0);
    assert_int_equal(rz_field_at(mix, "to"), 5);
    assert_int_equal(rz_field_at(mix, "twice"), 5 + 8 * 3);
    assert_int_equal(rz_field_at(show, "cards"), 8);
    assert_int_equal(rz_field_at(&loot_verbs[LOOT_VERB_SCORE], "total"), 1 + 8 * LOOT_CATEGORIES);
}

/* Every error has a name of its own and a sentence. */
static void reasons_are_told(void **unused) {
    (void)unused;
    int n = RZ_CORE_ERROR_COUNT + loot_game.n_reasons;
    assert_true(RZ_CORE_ERROR_COUNT <= RZ_E_GAME);
    for (int i = 0; i < n; i++) {
        int error = i < RZ_CORE_ERROR_COUNT ? i : RZ_E_GAME + i - RZ_CORE_ERROR_COUNT;
        const rz_reason *reason = rz_reason_of(&loot_game, (rz_error)error);
        assert_true(*reason->name && *reason->text);
        assert_int_equal(reason->rule != NULL, error >= RZ_E_GAME);
        for (int k = 0; k < i; k++) {
            int other = k < RZ_CORE_ERROR_COUNT ? k : RZ_E_GAME + k - RZ_CORE_ERROR_COUNT;
            assert_string_not_equal(reason->name, error_name(&loot_game, (rz_error)other));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats),
        cmocka_unit_test(defaults),
        cmocka_unit_test(fake_options),
        cmocka_unit_test(options_are_counted),
        cmocka_unit_test(options_that_do_not_go_together),
        cmocka_unit_test(loot_options),
        cmocka_unit_test(games_are_found),
        cmocka_unit_test(fields_are_found),
        cmocka_unit_test(reasons_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
