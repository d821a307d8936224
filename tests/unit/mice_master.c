/* How master looks ahead in mice: re-rolls against all that dice can show, boards that no net
 * knows, and the same answer to the same question. */
#include <math.h>

#include "ai/advice.h"
#include "ai/mice/search.h"
#include "ai/nets.h"
#include "ai/train.h"
#include "core/setup.h"
#include "games/mice/rules.h"
#include "mice_random.h"
#include "unit.h"

static rz_setup setup;
static rz_rng rng;
static rz_net net;
static mice_judge judge;

static void set_up(int seats, bool changed) {
    rz_problem problem;
    assert_true(rz_setup_init(&mice_game, seats, &setup, &problem));
    if (changed)
        mice_random_board(&rng, 4, &setup.mice.board);
    assert_true(rz_setup_complete(&mice_game, &setup, &problem));
}

/* Plays on at random to the next choice of that phase; false at the end of the game. */
static bool go_to(rz_state *state, int phase) {
    rz_actors actors;
    do {
        rz_action legal[RZ_LEGAL_MAX], action;
        int actor = RZ_CHANCE;
        if (!(actors = mice_to_act(&setup, rz_state_public(state))))
            return false;
        if (actors & RZ_CHANCE_BIT) {
            action = mice_draw(&setup, state, &rng);
        } else {
            actor = __builtin_ctz(actors);
            int n = mice_legal_in(&setup, state, actor, legal);
            action = legal[rz_rng_below(&rng, (uint32_t)n)];
        }
        assert_int_equal(mice_apply(&setup, state, actor, action, NULL), RZ_OK);
    } while (state->mice.pub.phase != phase);
    return true;
}

/* What a re-roll is worth by the rules: every outcome is applied, and the hand that is left looked
 * up. */
static double by_the_rules(const rz_state *state, rz_action reroll, const mice_outlook *hands) {
    static rz_outcome outcomes[RZ_OUTCOMES_MAX];
    int me = state->mice.pub.active;
    double sum = 0, weight = 0;
    rz_state rolled = *state;
    mice_apply(&setup, &rolled, me, reroll, NULL);
    if (rolled.mice.pub.phase != MICE_DICE_DUE)
        return (double)hands->of[mice_rank(rolled.mice.pub.hand)].of[me];
    int n = mice_chance(&setup, &rolled, outcomes);
    for (int i = 0; i < n; i++) {
        rz_state fallen = rolled;
        mice_apply(&setup, &fallen, RZ_CHANCE, outcomes[i].action, NULL);
        sum += outcomes[i].weight * (double)hands->of[mice_rank(fallen.mice.pub.hand)].of[me];
        weight += outcomes[i].weight;
    }
    return sum / weight;
}

/* With and without a cat that takes dice. Where it could come, only the rules know what follows. */
static void rerolls_are_exact(void **unused) {
    static mice_outlook hands;
    static float win[RZ_LEGAL_MAX];
    int tried = 0, with_cat = 0;
    (void)unused;
    for (int game = 0; game < 200; game++) {
        rz_state state;
        set_up(2 + game % 4, false);
        mice_judge_init(&judge, &setup.mice, &net);
        mice_init(&setup, &state, NULL);
        while (go_to(&state, MICE_REROLLING) && state.mice.pub.turn < 60) {
            const mice_public *p = &state.mice.pub;
            const mice_budget least = {.nodes = 1};
            rz_action legal[RZ_LEGAL_MAX];
            int n = mice_legal_in(&setup, &state, p->active, legal), dice = p->free[p->active];
            bool cat = mice_cat_number(&setup.mice, p);
            if (dice > 4 || (cat && dice >= mice_cat_room(&setup.mice, p)))
                continue;
            judge.judged = 1;
            mice_search_each(&judge, p, &least, legal, n, win);
            mice_outlook_hands(&hands, &judge, p, mice_total(p->hand), dice, NULL);
            for (int i = 0; i < n; i++)
                if (legal[i] >= MICE_REROLL)
                    assert_true(fabs((double)win[i] - by_the_rules(&state, legal[i], &hands)) <
                                1e-5);
            tried++;
            with_cat += cat;
        }
    }
    assert_true(tried > 40);
    assert_true(with_cat > 10);
}

static rz_question question_of(const rz_state *state, rz_view *view, rz_action *legal,
                               uint32_t nodes) {
    int seat = state->mice.pub.active;
    mice_make_view(&setup, state, seat, view);
    int n = mice_legal(&setup, view, legal);
    return (rz_question){.game = &mice_game,
                         .setup = &setup,
                         .view = view,
                         .seat = seat,
                         .legal = legal,
                         .n_legal = n,
                         .rng = &rng,
                         .nodes = nodes};
}

/* The share of the win after a choice that ends the game, by the rules; -1 where the game goes on.
 */
static double share_at_the_end(const rz_state *state, rz_action action) {
    int me = state->mice.pub.active;
    rz_state after = *state;
    assert_int_equal(mice_apply(&setup, &after, me, action, NULL), RZ_OK);
    if (mice_to_act(&setup, rz_state_public(&after)))
        return -1;
    rz_actors winners = mice_game.winners(&setup, rz_state_public(&after));
    return winners >> me & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* A mixture that plays the best: nothing else is ever chosen. */
static void check_mix(const rz_question *q, const rz_advice *advice) {
    float sum = 0, best = advice->win[0];
    for (int i = 0; i < q->n_legal; i++)
        best = fmaxf(best, advice->win[i]);
    for (int i = 0; i < q->n_legal; i++) {
        assert_true(advice->mix[i] >= 0);
        assert_true(advice->mix[i] == 0 || advice->win[i] == best);
        sum += advice->mix[i];
    }
    assert_true(fabsf(sum - 1) < 1e-5f);
}

/* The same question has the same answer, and what ends the game is worth what the rules say.
 * Returns how many choices ended it. */
static int check_advice(const rz_state *state, uint32_t nodes) {
    static rz_advice first, second;
    rz_view view;
    rz_action legal[RZ_LEGAL_MAX];
    rz_question q = question_of(state, &view, legal, nodes);
    int ends = 0;
    memset(&first, 0, sizeof first);
    memset(&second, 0x42, sizeof second);
    assert_true(rz_advise(&q, &first) && rz_advise(&q, &second));
    for (int i = 0; i < q.n_legal; i++) {
        double share = share_at_the_end(state, legal[i]);
        assert_true(first.win[i] >= -0.01f && first.win[i] <= 1.01f);
        assert_true(first.win[i] == second.win[i] && first.mix[i] == second.mix[i]);
        assert_true(share < 0 || fabs((double)first.win[i] - share) < 1e-3);
        ends += share >= 0;
    }
    check_mix(&q, &first);
    return ends;
}

/* All that is asked in some games. Whoever may secure food is so close to the goal that this wins.
 */
static void advice_is_sound(void **unused) {
    int asked = 0, ends = 0;
    (void)unused;
    rz_net_set(&mice_game, &net);
    for (int game = 0; game < 40; game++) {
        rz_state state;
        set_up(2 + game % 4, game >= 8);
        assert_true(rz_net_knows(&mice_game, &setup) == (game < 8));
        mice_init(&setup, &state, NULL);
        for (int phase = MICE_TURN; phase < MICE_OVER; phase++) {
            if (phase == MICE_OFFER && game % 4 > 0)
                continue; /* no support dice */
            if (!go_to(&state, phase))
                break;
            if (phase == MICE_SECURE_DUE)
                state.mice.pub.safe[state.mice.pub.active] = MICE_GOAL - 1;
            ends += check_advice(&state, phase % 2 ? 1 : 800);
            asked++;
        }
    }
    assert_true(asked > 150);
    assert_true(ends > 8);
    rz_net_set(&mice_game, NULL);
}

static uint32_t judged_with(const rz_state *state, uint32_t nodes) {
    static float win[RZ_LEGAL_MAX];
    const mice_budget budget = {.nodes = nodes};
    rz_action legal[RZ_LEGAL_MAX];
    int n = mice_legal_in(&setup, state, state->mice.pub.active, legal);
    judge.judged = 0;
    mice_search_each(&judge, &state->mice.pub, &budget, legal, n, win);
    return judge.judged;
}

/* Beside what has to be done in any case, no more is looked at than the budget allows; and it is
 * made use of. */
static void budgets_are_kept(void **unused) {
    static const int phases[] = {MICE_TURN, MICE_REROLLING, MICE_PLACING};
    int used = 0;
    (void)unused;
    for (int game = 0; game < 60; game++) {
        rz_state state;
        set_up(3 + game % 3, false);
        mice_judge_init(&judge, &setup.mice, &net);
        mice_init(&setup, &state, NULL);
        for (int i = 0; i < 12 && go_to(&state, phases[i % 3]); i++) {
            uint32_t least = judged_with(&state, 1), more = judged_with(&state, least + 500);
            assert_true(more <= 2 * least + 500);
            used += more > least + 250;
        }
    }
    assert_true(used > 60);
}

/* On a board that is not the built-in one the net is not asked, however it was made. */
static void unknown_boards_need_no_net(void **unused) {
    rz_state state;
    (void)unused;
    for (int changed = 0; changed < 2; changed++) {
        set_up(4, changed);
        mice_judge_init(&judge, &setup.mice, &net);
        mice_init(&setup, &state, NULL);
        assert_true(go_to(&state, MICE_TURN));
        mice_shares with = mice_judge_position(&judge, &state.mice.pub);
        mice_judge_init(&judge, &setup.mice, NULL);
        mice_shares without = mice_judge_position(&judge, &state.mice.pub);
        assert_true((memcmp(&with, &without, sizeof with) == 0) == changed);
    }
}

/* Three dice of a seat on each of two columns, the secure one and one that pays four sausages: with
 * a 5 and a 2 both are complete, and what one pays the other brings to safety: it wins. */
static void set_up_two_columns(rz_state *state) {
    mice_public *p = &state->mice.pub;
    mice_init(&setup, state, NULL);
    assert_true(go_to(state, MICE_TURN));
    int me = p->active, other = (me + 1) % 4;
    uint64_t mine = 0, theirs = 0;
    const int pays[] = {1, 1, 2};
    for (int cell = 0; cell < 3; cell++) {
        mine |= (uint64_t)mice_die_of(5, me, false) << 8 * cell;
        theirs |= (uint64_t)mice_die_of(pays[cell], other, false) << 8 * cell;
    }
    mice_set_column(&setup.mice, p, 6, mine);
    mice_set_column(&setup.mice, p, 2, theirs);
    p->free[me] = p->free[other] = 4;
    p->hand = mice_one(5) + mice_one(2) + mice_one(3) + mice_one(6);
    p->safe[me] = MICE_GOAL - 10;
    p->exposed[me] = 6;
    p->phase = MICE_PLACING;
}

static void two_columns_win(void **unused) {
    static float win[RZ_LEGAL_MAX];
    rz_state state;
    rz_action legal[RZ_LEGAL_MAX];
    const mice_budget least = {.nodes = 1};
    (void)unused;
    set_up(4, false);
    mice_judge_init(&judge, &setup.mice, &net);
    set_up_two_columns(&state);
    int me = state.mice.pub.active, steps = 0;
    while (mice_to_act(&setup, rz_state_public(&state)) != 0 && steps++ < 6) {
        int n = mice_legal_in(&setup, &state, me, legal), best = 0;
        mice_search_each(&judge, &state.mice.pub, &least, legal, n, win);
        for (int i = 1; i < n; i++)
            best = win[i] > win[best] ? i : best;
        assert_int_equal(mice_apply(&setup, &state, me, legal[best], NULL), RZ_OK);
    }
    assert_int_equal(mice_winners(&setup, rz_state_public(&state)), 1u << me);
    assert_int_equal(mice_to_act(&setup, rz_state_public(&state)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rerolls_are_exact), cmocka_unit_test(advice_is_sound),
        cmocka_unit_test(budgets_are_kept),  cmocka_unit_test(unknown_boards_need_no_net),
        cmocka_unit_test(two_columns_win),
    };
    rz_rng_fast(&rng, 11);
    if (!rz_net_new(&net, &mice_net_shape, 3))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rz_net_free(&net);
    return failed;
}
