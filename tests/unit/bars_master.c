/* master in bars: whatever the weights, the budget and the table, its advice is a mixture of legal
 * choices; the same view gives the same one; and where it is plain what to do, it does that. */
#include "unit.h"

#include "ai/advice.h"
#include "ai/bars/think.h"
#include "ai/learn.h"
#include "ai/nets.h"
#include "games/bars/rules.h"

static rz_net net;

static int make_net(void **unused) {
    static const uint8_t seed[RZ_SEED] = "unit";
    (void)unused;
    if (!rz_net_new(&net, &bars_net_shape, 3))
        return 1;
    for (uint32_t i = 80; i < 104; i++) /* among masters, but for number 92 */
        bars_course.lesson(&net, seed, i, 0.02f);
    rz_net_set(&bars_game, &net);
    return 0;
}

static int free_net(void **unused) {
    (void)unused;
    rz_net_free(&net);
    return 0;
}

static void set_table(int seats, bool in_turn, rz_setup *setup) {
    rz_problem problem;
    assert_true(rz_setup_init(&bars_game, seats, setup, &problem));
    setup->bars.answers = in_turn;
    assert_int_equal(bars_complete(setup), RZ_OK);
}

static void check_advice(const rz_question *q, const rz_advice *advice) {
    float sum = 0;
    for (int i = 0; i < q->n_legal; i++) {
        assert_true(advice->win[i] >= 0 && advice->win[i] <= 1.0001f);
        assert_true(advice->mix[i] >= 0);
        sum += advice->mix[i];
    }
    assert_true(sum > 0.999f && sum < 1.001f);
}

/* Advice for a seat, twice, with other dice at hand; one of its choices. */
static rz_action ask(const rz_setup *setup, const rz_state *state, int seat, rz_rng *rng) {
    static const uint32_t budgets[] = {1, 2, 17, 60};
    rz_action legal[RZ_LEGAL_MAX];
    rz_advice one, two;
    rz_rng other;
    rz_view view;
    bars_make_view(setup, state, seat, &view);
    int n = bars_legal(setup, &view, legal);
    rz_question q = {&bars_game, setup, &view, seat, legal, n, rng, 0, 0};
    q.nodes = budgets[rz_rng_below(rng, LENGTH(budgets))];
    rz_rng_fast(&other, 99);
    assert_true(rz_advise(&q, &one));
    check_advice(&q, &one);
    q.rng = &other;
    assert_true(rz_advise(&q, &two));
    assert_memory_equal(one.mix, two.mix, (size_t)n * sizeof *one.mix);
    assert_memory_equal(one.win, two.win, (size_t)n * sizeof *one.win);
    return rz_advice_take(&q, &one);
}

static void advice_is_a_mixture_that_follows_from_the_view(void **unused) {
    (void)unused;
    rz_rng rng;
    rz_rng_fast(&rng, 5);
    for (int seats = 3; seats <= 8; seats++)
        for (int in_turn = 0; in_turn < 2; in_turn++) {
            rz_setup setup;
            rz_state state;
            rz_actors actors;
            set_table(seats, in_turn, &setup);
            bars_init(&setup, &state, NULL);
            while ((actors = bars_to_act(&setup, rz_state_public(&state))) != 0) {
                int actor = __builtin_ctz(actors);
                rz_action action = actor == RZ_CHANCE ? bars_draw(&setup, &state, &rng)
                                                      : ask(&setup, &state, actor, &rng);
                assert_int_equal(bars_apply(&setup, &state, actor, action, NULL), RZ_OK);
            }
        }
}

/* The shares of the bars are what a fair haggle gives: 15 cases of 36 for a symbol less. */
static void a_bar_is_shared_by_the_odds(void **unused) {
    (void)unused;
    enum { GAMBLER = 0, RAID = BARS_SYMBOLS };
    bars_scene scene = {.seats = 3, .bars = 4, .pot = {12, 6, 0, 0}, .distance = {0, 1, 2}};
    float part[BARS_SEATS];
    const uint8_t pair[] = {GAMBLER + 3, GAMBLER + 2, BARS_BAR_KINDS + GAMBLER};
    assert_true(bars_split(&scene, pair, 0, part));
    assert_true(part[0] > 0.583f && part[0] < 0.584f && part[1] > 0.416f && part[1] < 0.417f);
    assert_true(bars_split(&scene, pair, 1, part) && part[2] == 1);
    assert_false(bars_split(&scene, pair, 2, part));
    const uint8_t raid[] = {GAMBLER + 5, GAMBLER + 2, RAID + 2};
    assert_true(bars_split(&scene, raid, 0, part) && part[2] == 1 && part[0] == 0);
    const uint8_t in_vain[] = {RAID + 3, RAID + 2, BARS_BAR_KINDS + GAMBLER};
    assert_false(bars_split(&scene, in_vain, 0, part));
}

/* What a card brings, with all bars settled anew. */
static float bring(const bars_scene *scene, const uint8_t kinds[], int seat) {
    float money[BARS_SEATS], part[BARS_SEATS], own[BARS_SEATS] = {0}, mean = 0;
    float pot = scene->pot[bars_bar_of(kinds[seat])];
    memcpy(money, scene->money, sizeof money);
    money[seat] -= scene->keep[kinds[seat] % BARS_BAR_KINDS];
    for (int bar = 0; bar < scene->bars; bar++) {
        if (!bars_split(scene, kinds, bar, part))
            continue;
        if (part[seat] > 0)
            memcpy(own, part, sizeof own);
        for (int s = 0; part[seat] <= 0 && s < scene->seats; s++)
            money[s] += part[s] * scene->pot[bar];
    }
    if (own[seat] <= 0)
        return bars_share_of(scene, money, seat);
    for (int s = 0; s < scene->seats; s++) {
        money[s] += pot;
        mean += own[s] * bars_share_of(scene, money, seat);
        money[s] -= pot;
    }
    return mean;
}

static void a_card_brings_the_same_however_it_is_reckoned(void **unused) {
    (void)unused;
    rz_rng rng;
    rz_rng_fast(&rng, 8);
    for (int i = 0; i < 20000; i++) {
        bars_scene scene = {.seats = 3 + i % 6, .bars = 4, .steep = 0.1f, .bend = 0.01f};
        uint8_t kinds[BARS_SEATS];
        bars_others others;
        for (int bar = 0; bar < scene.bars; bar++)
            scene.pot[bar] = (float)rz_rng_below(&rng, 12);
        for (int kind = 0; kind < BARS_BAR_KINDS; kind++)
            scene.keep[kind] = (float)rz_rng_below(&rng, 4);
        for (int s = 0; s < scene.seats; s++) {
            scene.money[s] = (float)rz_rng_below(&rng, 30);
            scene.distance[s] = (uint8_t)((s + i) % scene.seats);
            kinds[s] = (uint8_t)rz_rng_below(&rng, (uint32_t)scene.bars * BARS_BAR_KINDS);
        }
        int seat = i % scene.seats;
        bars_settle_others(&scene, kinds, seat, &others);
        float miss = bars_bring(&scene, &others, seat, kinds[seat]) - bring(&scene, kinds, seat);
        assert_true(miss > -1e-4f && miss < 1e-4f);
    }
}

/* In the last round the one in front takes what is offered, one who needs all of it does not. */
static void answers_go_by_what_wins_the_game(void **unused) {
    (void)unused;
    rz_setup setup;
    rz_view view = {0};
    rz_rng rng;
    rz_advice advice;
    const rz_action legal[] = {BARS_ACCEPT, BARS_DUEL};
    bars_public *p = &view.bars.pub;
    rz_rng_fast(&rng, 1);
    set_table(4, false, &setup);
    memset(view.bars.own.hand, BARS_NO_CARD, BARS_HAND);
    view.bars.own.chosen = BARS_NO_CARD;
    view.bars.seat = 1;
    p->phase = BARS_ANSWERING;
    p->round = 12;
    p->hagglers = 3;
    p->offered = 2;
    p->offer[1] = 4;
    p->bar[0][1] = 1; /* 40,000: eight sums of 5,000 */
    p->money[2][0] = 4;
    uint8_t *shown = p->shown + 11 * 4;
    shown[0] = 4;
    shown[1] = 3;
    shown[2] = shown[3] = BARS_BAR_KINDS * 3;
    rz_question q = {&bars_game, &setup, &view, 1, legal, 2, &rng, 0, 0};
    p->money[1][0] = 4; /* level with the richest */
    assert_true(rz_advise(&q, &advice));
    assert_true(advice.mix[0] > 0.9f && advice.win[0] > 0.9f);
    p->money[1][0] = 3;
    p->money[1][2] = 1; /* 20,000 short of it, 40,000 would do */
    p->offer[1] = 2;
    assert_true(rz_advise(&q, &advice));
    assert_true(advice.mix[1] > 0.9f && advice.win[1] > advice.win[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_is_a_mixture_that_follows_from_the_view),
        cmocka_unit_test(a_bar_is_shared_by_the_odds),
        cmocka_unit_test(a_card_brings_the_same_however_it_is_reckoned),
        cmocka_unit_test(answers_go_by_what_wins_the_game),
    };
    return cmocka_run_group_tests(tests, make_net, free_net);
}
