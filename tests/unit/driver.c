/* The driver: what it gives out, takes and refuses; and that watching changes nothing. */
#include "core/driver.h"

#include "unit.h"

static rz_header header;
static rz_setup setup;
static rz_state state;
static rz_dealer dealer;
static rz_driver driver;
static rz_public room[RZ_SNAPSHOTS_MAX];

static void begin(const char *line, rz_public *snapshots) {
    static const uint8_t seed[RZ_SEED] = {7};
    rz_problem problem;
    assert_true(rz_read_setup(rz_games, rz_slice_of(line), &header, &setup, &problem));
    rz_driver_init(&driver, &header, &setup, &state, snapshots);
    rz_dealer_init(&dealer, seed);
    driver.dealer = &dealer;
}

/* The first seat that may act does the first thing that it may. */
static void move_on(void) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors = rz_driver_actors(&driver);
    if (actors & RZ_CHANCE_BIT) {
        rz_driver_deal(&driver);
        return;
    }
    int seat = __builtin_ctz(actors);
    assert_true(driver.game->legal_in(&setup, &state, seat, legal) > 0);
    assert_int_equal(rz_driver_act(&driver, seat, legal[0]), RZ_OK);
}

static void write_lines(rz_text *out) {
    const rz_event *line, *due;
    while ((due = rz_driver_due(&driver))) {
        uint32_t number = driver.number;
        line = rz_driver_next(&driver);
        assert_ptr_equal(line, due);
        assert_int_equal(driver.number, number + 1);
        rz_write_event(driver.game, &setup, line, out);
        rz_text_char(out, '\n');
    }
    assert_null(rz_driver_next(&driver));
}

static const char *const setups[] = {
    "{\"record\":1,\"game\":\"loot\",\"seats\":3,\"options\":{\"sets\":\"seat\"}}",
    "{\"record\":1,\"game\":\"bars\",\"seats\":4}",
    "{\"record\":1,\"game\":\"mice\",\"seats\":2,\"options\":{\"turns\":12}}",
};

static char record[1 << 20];

static void play(const char *line, rz_public *snapshots) {
    rz_text text;
    rz_text_init(&text, record, sizeof record);
    begin(line, snapshots);
    write_lines(&text);
    while (!rz_driver_is_over(&driver)) {
        move_on();
        write_lines(&text);
    }
    assert_false(text.full);
}

/* What is given out is a record: read by another driver it leads to the same state and dealer. */
static void lines_are_a_record(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(setups); i++) {
        play(setups[i], NULL);
        rz_state played = state;
        rz_dealer dealt = dealer;
        uint32_t number = driver.number;
        begin(setups[i], NULL);
        for (char *line = record, *end; (end = strchr(line, '\n')); line = end + 1) {
            rz_event event;
            rz_problem problem;
            assert_true(
                rz_driver_read(&driver, (rz_slice){line, (size_t)(end - line)}, &event, &problem));
        }
        assert_true(rz_driver_is_over(&driver));
        assert_int_equal(driver.number, number);
        assert_memory_equal(&state, &played, driver.game->state_size);
        assert_memory_equal(&dealer, &dealt, sizeof dealer);
    }
}

/* Whoever watches, and how closely, changes nothing. */
static void watching_changes_nothing(void **unused) {
    (void)unused;
    static char watched[sizeof record];
    for (size_t i = 0; i < LENGTH(setups); i++) {
        play(setups[i], NULL);
        memcpy(watched, record, sizeof record);
        rz_state played = state;
        play(setups[i], room);
        assert_string_equal(record, watched);
        assert_memory_equal(&state, &played, driver.game->state_size);
        begin(setups[i], NULL);
        rz_driver_silence(&driver);
        while (rz_driver_actors(&driver)) {
            move_on();
            assert_null(rz_driver_next(&driver));
        }
        assert_memory_equal(&state, &played, driver.game->state_size);
    }
}

static void assert_shown(const rz_public *expected) {
    assert_memory_equal(rz_driver_shown(&driver), expected, driver.game->public_size);
}

/* Before an action is given out nothing of it is seen, after its last line all of it. */
static void lines_are_shown_one_by_one(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LENGTH(setups); i++) {
        begin(setups[i], room);
        while (rz_driver_next(&driver))
            ;
        while (!rz_driver_is_over(&driver)) {
            rz_public before;
            memcpy(&before, rz_driver_public(&driver), driver.game->public_size);
            move_on();
            assert_shown(&before);
            while (rz_driver_next(&driver))
                assert_memory_equal(rz_driver_before(&driver), &before, driver.game->public_size);
            assert_shown(rz_driver_public(&driver));
        }
    }
}

static void refused_actions_change_nothing(void **unused) {
    (void)unused;
    begin(setups[0], NULL);
    while (rz_driver_next(&driver))
        ;
    rz_state before = state;
    uint32_t number = driver.number;
    assert_int_equal(rz_driver_act(&driver, 0, LOOT_PASS), LOOT_E_NO_AUCTION);
    assert_null(rz_driver_due(&driver));
    assert_int_equal(driver.number, number);
    assert_memory_equal(&state, &before, driver.game->state_size);
}

/* An action that was done here and has not been given out may be read instead. */
static void own_actions_can_be_read(void **unused) {
    (void)unused;
    static const char draw[] = " {\"do\": \"draw\", \"by\": 0}",
                      court[] = "{\"by\":0,\"do\":\"court\"}";
    rz_event event;
    rz_problem problem;
    begin(setups[0], NULL);
    while (rz_driver_next(&driver))
        ;
    driver.state->loot.pub.active = driver.state->loot.pub.bidder = 0;
    assert_int_equal(rz_driver_act(&driver, 0, LOOT_DRAW), RZ_OK);
    assert_false(rz_driver_read(&driver, rz_slice_of(court), &event, &problem));
    assert_int_equal(problem.error, RZ_E_RULES_DUE);
    assert_true(rz_driver_read(&driver, rz_slice_of(draw), &event, &problem));
    assert_null(rz_driver_due(&driver));
}

static void add(int by, int verb, const char *expected) {
    char memory[200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    assert_int_equal(rz_driver_add(&driver, &(rz_event){.by = (uint8_t)by, .verb = (uint8_t)verb}),
                     RZ_OK);
    write_lines(&text);
    assert_string_equal(memory, expected);
}

static void lines_of_every_table(void **unused) {
    (void)unused;
    rz_event leave = {.by = 1, .verb = RZ_LEAVE};
    play(setups[0], room);
    add(1, RZ_LEAVE, "{\"by\":1,\"do\":\"leave\",\"why\":\"resign\"}\n");
    assert_int_equal(driver.away, 2);
    assert_int_equal(rz_driver_add(&driver, &leave), RZ_E_AWAY);
    assert_null(rz_driver_due(&driver));
    add(1, RZ_RETURN, "{\"by\":1,\"do\":\"return\"}\n");
    assert_int_equal(driver.away, 0);
    add(RZ_RULES, RZ_SEAL,
        "{\"fair\":{\"seed\":"
        "\"0000000000000000000000000000000000000000000000000000000000000000\"}}\n");
    assert_true(driver.is_sealed);
    assert_shown(rz_driver_public(&driver));
}

static void games_are_taken_up(void **unused) {
    (void)unused;
    static rz_driver later;
    play(setups[1], NULL);
    rz_state played = state;
    begin(setups[1], NULL);
    for (int i = 0; !rz_driver_is_over(&driver); i++) {
        while (rz_driver_next(&driver))
            ;
        rz_driver_resume(&later, driver.game, &setup, &state, driver.number, driver.away);
        later.dealer = &dealer;
        driver = later;
        if (rz_driver_actors(&driver))
            move_on();
    }
    assert_memory_equal(&state, &played, driver.game->state_size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_a_record),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(lines_are_shown_one_by_one),
        cmocka_unit_test(refused_actions_change_nothing),
        cmocka_unit_test(own_actions_can_be_read),
        cmocka_unit_test(lines_of_every_table),
        cmocka_unit_test(games_are_taken_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
