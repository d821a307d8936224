/* What scenes can not say about loot. */
#include "core/setup.h"
#include "games/loot/rules.h"
#include "given.h"
#include "unit.h"

static const rz_game *const game = &loot_game;
static rz_setup setup;
static rz_state state;

static void begin(int seats, const char *sets) {
    rz_problem problem;
    assert_true(rz_setup_init(game, seats, &setup, &problem));
    assert_true(rz_setup_option(game, &setup, rz_slice_of("sets"), rz_slice_of(sets), &problem));
    assert_true(rz_setup_complete(game, &setup, &problem));
    game->init(&setup, &state, NULL);
}

static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* Ranks and orders of the sets are one to one, in lexicographic order. */
static void orders_and_ranks(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= LOOT_SEATS; seats++) {
        int before = -1;
        for (int rank = 0; rank < factorial(seats); rank++) {
            uint8_t order[LOOT_SEATS];
            int16_t wide[LOOT_SEATS];
            int code = 0;
            loot_order_of(seats, rank, order);
            for (int s = 0; s < seats; s++) {
                assert_in_range(order[s], 0, seats - 1);
                wide[s] = order[s];
                code = code * LOOT_SEATS + order[s];
            }
            assert_true(code > before);
            before = code;
            assert_int_equal(loot_rank_of(seats, wide), rank);
        }
    }
}

static void orders_that_are_none(void **unused) {
    (void)unused;
    static const int16_t orders[][LOOT_SEATS] = {{0, 0, 1}, {1, 2, 3}, {2, 1, 1}, {0, 1, 4}};
    for (size_t i = 0; i < LENGTH(orders); i++)
        assert_int_equal(loot_rank_of(3, orders[i]), -1);
}

/* The r-th card of the piles, for every r: a generator that gives r on demand. */
static rz_rng giving(uint32_t r, uint32_t n) {
    rz_rng rng = {.used = 0};
    rng.block[0] = (uint32_t)(((uint64_t)r << 32) / n + 2); /* far enough in not to be rejected */
    return rng;
}

static void check_all_picks(void) {
    int card = 0, left = 0, total = loot_left(&state.loot.pub);
    for (int r = 0; r < total; r++) {
        while (left == 0)
            left = state.loot.pub.unseen[card++];
        rz_rng rng = giving((uint32_t)r, (uint32_t)total);
        assert_int_equal(game->draw(&setup, &state, &rng), card - 1);
        left--;
    }
}

/* At every step of some games the card drawn is the right one, whichever number comes. */
static void picks(void **unused) {
    (void)unused;
    rz_rng rng;
    rz_rng_fast(&rng, 5);
    for (int g = 0; g < 20; g++) {
        rz_actors actors;
        rz_action legal[RZ_LEGAL_MAX];
        begin(2 + g % 4, "seat");
        while ((actors = game->to_act(&setup, rz_state_public(&state)))) {
            if (actors & RZ_CHANCE_BIT) {
                check_all_picks();
                game->apply(&setup, &state, RZ_CHANCE, game->draw(&setup, &state, &rng), NULL);
                continue;
            }
            int seat = __builtin_ctz(actors), n = game->legal_in(&setup, &state, seat, legal);
            rz_action action = legal[rz_rng_below(&rng, (uint32_t)n)];
            assert_int_equal(game->apply(&setup, &state, seat, action, NULL), RZ_OK);
        }
    }
}

/* Chi-squared of draws against the weights that chance lists. */
static double chi_squared(rz_rng *rng, int draws, int *outcomes) {
    static rz_outcome list[RZ_OUTCOMES_MAX];
    static int counts[LOOT_CHANCES];
    int n = game->chance(&setup, &state, list);
    double total = 0, sum = 0;
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < draws; i++)
        counts[game->draw(&setup, &state, rng)]++;
    for (int i = 0; i < n; i++)
        total += list[i].weight;
    for (int i = 0; i < n; i++) {
        double expected = (double)draws * list[i].weight / total;
        double off = counts[list[i].action] - expected;
        sum += off * off / expected;
    }
    *outcomes = n;
    return sum;
}

/* Bounds at about one in 10^5; the seeds are fixed. */
static void draws_are_distributed_as_chance(void **unused) {
    (void)unused;
    rz_rng rng;
    int n;
    rz_rng_fast(&rng, 11);
    begin(5, "random");
    assert_true(chi_squared(&rng, 120000, &n) < 195.0);
    assert_int_equal(n, 120);
    begin(3, "random");
    assert_true(chi_squared(&rng, 60000, &n) < 30.9);
    assert_int_equal(n, 6);
    begin(4, "seat");
    assert_int_equal(game->apply(&setup, &state, 0, LOOT_DRAW, NULL), RZ_OK);
    assert_true(chi_squared(&rng, 120000, &n) < 53.0);
    assert_int_equal(n, 18);
    begin(4, "seat");
    assert_true(given_loot.arrange(&setup, &state, "gone car*15 gangster*16 police*20 gold*3"));
    assert_int_equal(game->apply(&setup, &state, 0, LOOT_DRAW, NULL), RZ_OK);
    assert_true(chi_squared(&rng, 120000, &n) < 50.0);
    assert_int_equal(n, 16);
}

static void chance_speaks_in_turn(void **unused) {
    (void)unused;
    begin(3, "random");
    assert_int_equal(game->chance_verb(&setup, rz_state_public(&state)), LOOT_VERB_SETS);
    begin(3, "seat");
    game->apply(&setup, &state, 0, LOOT_DRAW, NULL);
    assert_int_equal(game->chance_verb(&setup, rz_state_public(&state)), LOOT_VERB_REVEAL);
}

/* proves L60: everybody sees all there is, which is never the order of the piles; two tables that
 * differ only in who looks are the same to the byte. */
static void nothing_else_is_secret(void **unused) {
    (void)unused;
    static const int watchers[] = {0, 1, 2, 3, RZ_SPECTATOR};
    rz_event event = {.by = 1, .verb = LOOT_VERB_BID, .data = {7}}, seen = event;
    begin(4, "seat");
    assert_true(given_loot.arrange(&setup, &state, "estate 2 car*3 ring"));
    assert_true(given_loot.arrange(&setup, &state, "cheques 1 up=3,7 down=12"));
    for (size_t i = 0; i < LENGTH(watchers); i++) {
        rz_view view;
        rz_state sampled;
        memset(&view, 0xee, sizeof view);
        game->view(&setup, &state, watchers[i], &view);
        assert_memory_equal(&view.loot.pub, &state.loot.pub, sizeof state.loot.pub);
        assert_int_equal(view.loot.seat, watchers[i]);
        game->sample(&setup, &view, NULL, &sampled);
        assert_memory_equal(&sampled, &state, game->state_size);
        game->conceal(&setup, watchers[i], &seen);
        assert_memory_equal(&seen, &event, sizeof event);
    }
}

/* Two ways to one table: the piles' hidden order and the order of the past leave no trace. */
static void two_worlds_one_view(void **unused) {
    (void)unused;
    static const char *const ways[2][4] = {{"lot car", "lot gold", "estate 0 ring", "gone film"},
                                           {"gone film", "estate 0 ring", "lot car", "lot gold"}};
    rz_view views[2];
    for (int w = 0; w < 2; w++) {
        begin(3, "seat");
        memset(&views[w], w, sizeof views[w]);
        for (int i = 0; i < 4; i++)
            assert_true(given_loot.arrange(&setup, &state, ways[w][i]));
        game->view(&setup, &state, 1, &views[w]);
    }
    assert_memory_equal(&views[0], &views[1], game->view_size);
}

static void cheque_helpers(void **unused) {
    (void)unused;
    assert_int_equal(loot_cheque_sum(0), 0);
    assert_int_equal(loot_cheque_max(0), 0);
    assert_int_equal(loot_cheque_sum(0xffff), 136);
    assert_int_equal(loot_cheque_max(0xffff), 16);
    assert_int_equal(loot_cheque_sum(1u << 4 | 1u << 8), 14);
    assert_int_equal(loot_cheque_max(1u << 4 | 1u << 8), 9);
}

/* Every reason that the rules can give is given to somebody. */
static void refusals(void **unused) {
    (void)unused;
    enum { NOBODY = 9 };
    static const struct {
        int actor;
        rz_action action;
        rz_error error;
    } cases[] = {{0, LOOT_ACTIONS, LOOT_E_ACTION},   {0, 0xffff, LOOT_E_ACTION},
                 {4, LOOT_DRAW, LOOT_E_TURN},        {NOBODY, LOOT_DRAW, LOOT_E_TURN},
                 {0, LOOT_PASS, LOOT_E_NO_AUCTION},  {0, LOOT_STEAL + 1, LOOT_E_NO_THIEF},
                 {RZ_CHANCE, 0, LOOT_E_NO_REVEAL},   {RZ_CHANCE, LOOT_ORDER, LOOT_E_NO_SETS},
                 {RZ_CHANCE, 0xffff, LOOT_E_NO_SETS}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        begin(4, "seat");
        assert_int_equal(game->apply(&setup, &state, cases[i].actor, cases[i].action, NULL),
                         cases[i].error);
    }
    begin(4, "random");
    assert_int_equal(game->apply(&setup, &state, RZ_CHANCE, LOOT_ORDER + 24, NULL), LOOT_E_ORDER);
    assert_int_equal(game->apply(&setup, &state, 0, LOOT_DRAW, NULL), LOOT_E_CHANCE);
}

/* Of equal cards only the leftmost can be named, and no card that is not there. */
static void theft_of_equal_cards(void **unused) {
    (void)unused;
    static const struct {
        unsigned places;
        rz_error error;
    } cases[] = {{1, RZ_OK}, {2, LOOT_E_NOT_THERE}, {4, RZ_OK},
                 {3, RZ_OK}, {6, LOOT_E_NOT_THERE}, {8, LOOT_E_NOT_THERE},
                 {7, RZ_OK}, {15, LOOT_E_THIEVES},  {32, LOOT_E_NOT_THERE}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        begin(4, "seat");
        assert_true(given_loot.arrange(&setup, &state, "lot car*2 gold"));
        assert_true(given_loot.arrange(&setup, &state, "estate 0 thief*3"));
        rz_action action = (rz_action)(LOOT_STEAL + cases[i].places);
        assert_int_equal(game->apply(&setup, &state, 0, action, NULL), cases[i].error);
    }
}

/* A line of a verb that no action has means nothing. */
static void lines_without_action(void **unused) {
    (void)unused;
    rz_event event = {.by = RZ_RULES, .verb = LOOT_VERB_WON};
    rz_action action;
    begin(4, "seat");
    assert_int_equal(game->understand(&setup, rz_state_public(&state), &event, &action),
                     LOOT_E_ACTION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_and_ranks),
        cmocka_unit_test(orders_that_are_none),
        cmocka_unit_test(picks),
        cmocka_unit_test(draws_are_distributed_as_chance),
        cmocka_unit_test(chance_speaks_in_turn),
        cmocka_unit_test(nothing_else_is_secret),
        cmocka_unit_test(two_worlds_one_view),
        cmocka_unit_test(cheque_helpers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(theft_of_equal_cards),
        cmocka_unit_test(lines_without_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
