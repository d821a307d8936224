/* Nets: what they say, how they learn, what files are refused; and that the search by a net is what
 * going through all choices by the contract alone would be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#include "ai/loot/search.h"
#include "ai/maths.h"
#include "ai/train.h"
#include "core/dealer.h"
#include "core/sha256.h"
#include "games/loot/rules.h"

static const rz_net_shape shape = {"loot", .layout = 7, .features = 40, .units = 128};

static void random_inputs(rz_rng *rng, uint32_t features, rz_inputs *in) {
    in->n = 0;
    for (uint32_t i = 0; i < features; i++)
        if (rz_rng_below(rng, 3) == 0)
            rz_inputs_add(in, (int)i, (float)rz_rng_below(rng, 100) / 50 - 0.5f);
}

static void split(const rz_inputs *in, rz_inputs *some, rz_inputs *rest) {
    some->n = rest->n = 0;
    for (int i = 0; i < in->n; i++)
        rz_inputs_add(i < in->n / 2 ? some : rest, in->index[i], in->value[i]);
}

/* The same in plain doubles, one number after another. */
static void reference(const rz_net *net, const rz_inputs *in, int seats, double shares[]) {
    double first[RZ_NET_FIRST_MAX], second[RZ_NET_SECOND], sum = 0;
    uint32_t units = net->shape.units;
    for (uint32_t k = 0; k < units; k++) {
        first[k] = net->first[net->shape.features * units + k];
        for (int i = 0; i < in->n; i++)
            first[k] += (double)in->value[i] * net->first[in->index[i] * units + k];
        first[k] = fmax(first[k], 0);
    }
    for (int k = 0; k < RZ_NET_SECOND; k++) {
        second[k] = net->second[units][k];
        for (uint32_t i = 0; i < units; i++)
            second[k] += first[i] * net->second[i][k];
        second[k] = fmax(second[k], 0);
    }
    for (int s = 0; s < seats; s++) {
        shares[s] = net->output[RZ_NET_SECOND][s];
        for (int i = 0; i < RZ_NET_SECOND; i++)
            shares[s] += second[i] * net->output[i][s];
        sum += shares[s] = exp(shares[s]);
    }
    for (int s = 0; s < seats; s++)
        shares[s] /= sum;
}

static void shares_are_those_of_plain_code(void **unused) {
    (void)unused;
    rz_net net;
    rz_net_sums sums;
    rz_rng rng;
    rz_inputs in, some, rest;
    rz_rng_fast(&rng, 3);
    assert_true(rz_net_new(&net, &shape, 5));
    for (int tries = 0; tries < 200; tries++) {
        int seats = 2 + tries % 7;
        float shares[RZ_NET_OUTPUTS], portable[RZ_NET_OUTPUTS], sum = 0;
        double expected[RZ_NET_OUTPUTS];
        random_inputs(&rng, shape.features, &in);
        rz_net_shares(&net, &in, seats, shares);
        rz_net_portable = true;
        rz_net_shares(&net, &in, seats, portable);
        rz_net_portable = false;
        assert_memory_equal(shares, portable, sizeof shares);
        split(&in, &some, &rest);
        rz_net_begin(&net, &sums);
        rz_net_add(&net, &some, &sums);
        rz_net_end(&net, &sums, &rest, seats, portable);
        assert_memory_equal(shares, portable, sizeof shares);
        reference(&net, &in, seats, expected);
        for (int s = 0; s < seats; s++) {
            assert_true(fabs((double)shares[s] - expected[s]) < 1e-5);
            sum += shares[s];
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
    rz_net_free(&net);
}

static void shares_are_numbers(const rz_net *net, const rz_inputs *in) {
    float shares[RZ_NET_OUTPUTS], outputs[RZ_NET_OUTPUTS];
    for (int portable = 0; portable < 2; portable++) {
        rz_net_portable = portable;
        rz_net_shares(net, in, 3, shares);
        rz_net_outputs(net, in, outputs);
        for (int s = 0; s < 3; s++)
            assert_true(isfinite(shares[s]) && isfinite(outputs[s]));
    }
    rz_net_portable = false;
}

static void huge_outputs_stay_numbers(void **unused) {
    (void)unused;
    rz_net net;
    rz_inputs in = {0};
    float shares[RZ_NET_OUTPUTS];
    assert_true(rz_net_new(&net, &shape, 5));
    net.output[RZ_NET_SECOND][0] = 3e38f;
    net.output[RZ_NET_SECOND][1] = -3e38f;
    rz_net_shares(&net, &in, 3, shares);
    assert_true(shares[0] > 0.99f);
    shares_are_numbers(&net, &in);
    /* Sums that no float can hold, of both signs, in every layer. */
    for (size_t i = 0; i < rz_net_weights(&net); i++)
        *rz_net_weight(&net, i) = i % 3 ? 3e38f : -3e38f;
    for (int i = 0; i < (int)shape.features; i++)
        rz_inputs_add(&in, i, i % 5 ? 3e38f : -3e38f);
    shares_are_numbers(&net, &in);
    in.value[0] = NAN;
    in.value[1] = INFINITY;
    shares_are_numbers(&net, &in);
    rz_net_free(&net);
}

static void maths_are_as_exact_as_they_say(void **unused) {
    (void)unused;
    for (double x = -86; x < 88; x += 0.00371)
        assert_true(fabs((double)rz_exp((float)x) / exp((double)(float)x) - 1) < 3e-7);
    for (double x = 1e-37; x < 1e38; x *= 1.0137) {
        double exact = log((double)(float)x);
        assert_true(fabs((double)rz_log((float)x) - exact) < 2e-7 * fmax(1, fabs(exact)));
    }
    for (double x = 1e-30; x < 1e30; x *= 1.0137)
        assert_true(fabs((double)rz_sqrt((float)x) / sqrt((double)(float)x) - 1) < 3e-7);
    assert_true(rz_exp(0) == 1 && rz_log(1) == 0 && rz_sqrt(0) == 0);
    assert_true(rz_exp(-100) == 0 && rz_exp(-INFINITY) == 0 && rz_exp(NAN) == 0);
    assert_true(isfinite(rz_exp(1e30f)) && isfinite(rz_exp(INFINITY)));
    assert_true(rz_is_number(-3e38f) && !rz_is_number(NAN) && !rz_is_number(-INFINITY));
}

static void steps_of_learning_reduce_the_error(void **unused) {
    (void)unused;
    rz_net net;
    rz_rng rng;
    rz_inputs in;
    const float target[RZ_NET_OUTPUTS] = {0.1f, 0.7f, 0.2f};
    float first = 0, last = 0;
    rz_rng_fast(&rng, 4);
    assert_true(rz_net_new(&net, &shape, 5));
    random_inputs(&rng, shape.features, &in);
    for (int i = 0; i < 300; i++) {
        last = rz_net_learn(&net, &in, 3, target, 0.05f);
        first = i == 0 ? last : first;
    }
    assert_true(last < first);
    float shares[RZ_NET_OUTPUTS];
    rz_net_shares(&net, &in, 3, shares);
    for (int s = 0; s < 3; s++)
        assert_true(fabsf(shares[s] - target[s]) < 0.02f);
    rz_net_free(&net);
}

/* Large weights must not make for large steps: these would make for larger weights. */
static void a_push_is_as_long_as_asked_for_whatever_the_weights_are(void **unused) {
    (void)unused;
    const float slope[RZ_NET_OUTPUTS] = {0.5f};
    for (float scale = 1; scale < 20; scale *= 4) {
        rz_net net;
        rz_rng rng;
        rz_inputs in;
        float before[RZ_NET_OUTPUTS], after[RZ_NET_OUTPUTS];
        rz_rng_fast(&rng, 4);
        assert_true(rz_net_new(&net, &shape, 5));
        random_inputs(&rng, shape.features, &in);
        for (size_t i = 0; i < rz_net_weights(&net); i++)
            *rz_net_weight(&net, i) *= scale;
        rz_net_outputs(&net, &in, before);
        rz_net_push(&net, &in, slope, 0.1f);
        rz_net_outputs(&net, &in, after);
        assert_true(before[0] - after[0] > 0.04f && before[0] - after[0] < 0.06f);
        rz_net_free(&net);
    }
}

static void seal(uint8_t *bytes, size_t size) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, bytes, size - RZ_SHA256_SIZE);
    rz_sha256_end(&hash, bytes + size - RZ_SHA256_SIZE);
}

static void files_come_back_or_are_refused(void **unused) {
    (void)unused;
    rz_net net, again;
    float *memory = malloc(rz_net_room(&shape) * sizeof *memory);
    assert_non_null(memory);
    assert_true(rz_net_new(&net, &shape, 5));
    size_t size = rz_net_bytes(&shape);
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    rz_net_write(&net, bytes);
    assert_int_equal(rz_net_read(&again, &shape, memory, bytes, size), RZ_NET_OK);
    for (size_t i = 0; i < rz_net_weights(&net); i++)
        assert_true(*rz_net_weight(&net, i) == *rz_net_weight(&again, i));

    const rz_net_shape game = {"bars", shape.layout, shape.features, shape.units};
    const rz_net_shape layout = {"loot", shape.layout + 1, shape.features, shape.units};
    const rz_net_shape features = {"loot", shape.layout, shape.features + 1, shape.units};
    const rz_net_shape units = {"loot", shape.layout, shape.features, 64};
#define READ(wanted, n) rz_net_read(&again, &wanted, memory, bytes, n)
    assert_int_equal(READ(shape, size - 1), RZ_NET_CUT);
    assert_int_equal(READ(shape, size + 1), RZ_NET_CUT);
    assert_int_equal(READ(shape, 10), RZ_NET_NO_NET);
    assert_int_equal(READ(game, size), RZ_NET_OTHER);
    assert_int_equal(READ(layout, size), RZ_NET_OTHER);
    assert_int_equal(READ(features, size), RZ_NET_OTHER);
    assert_int_equal(READ(units, size), RZ_NET_OTHER);
    bytes[size / 2] ^= 1;
    assert_int_equal(READ(shape, size), RZ_NET_CHECKSUM);
    const uint8_t nan[4] = {0, 0, 0xc0, 0x7f};
    memcpy(bytes + 36 + 4 * 11, nan, 4);
    seal(bytes, size);
    assert_int_equal(READ(shape, size), RZ_NET_NO_NUMBER);
    bytes[0] = 'X';
    assert_int_equal(READ(shape, size), RZ_NET_NO_NET);
#undef READ
    free(bytes);
    free(memory);
    rz_net_free(&net);
}

/* What all choices come to, found by making every one of them through the contract: until the next
 * turn, or until the round ends. */
static bool is_leaf(const rz_state *state, int round) {
    return round ? state->loot.pub.round != round : state->loot.pub.phase == LOOT_TURN;
}

static loot_shares brute_force(loot_mind *mind, const rz_state *state, int round, bool top) {
    const rz_setup *setup = mind->setup;
    rz_actors actors = loot_to_act(setup, rz_state_public(state));
    rz_action legal[RZ_LEGAL_MAX];
    loot_shares best = {{0}};
    if (actors == 0 || (!top && is_leaf(state, round)))
        return loot_judge(mind, state);
    if (actors & RZ_CHANCE_BIT) {
        static rz_outcome outcomes[RZ_OUTCOMES_MAX];
        int n = loot_chance(setup, state, outcomes), total = 0;
        rz_outcome mine[LOOT_CARDS];
        memcpy(mine, outcomes, (size_t)n * sizeof *mine);
        for (int i = 0; i < n; i++)
            total += (int)mine[i].weight;
        for (int i = 0; i < n; i++) {
            rz_state next = *state;
            assert_int_equal(loot_apply(setup, &next, RZ_CHANCE, mine[i].action, NULL), RZ_OK);
            loot_shares shares = brute_force(mind, &next, round, false);
            for (int s = 0; s < LOOT_SEATS; s++)
                best.of[s] += shares.of[s] * (float)mine[i].weight / (float)total;
        }
        return best;
    }
    int seat = __builtin_ctz(actors), n = loot_legal_in(setup, state, seat, legal);
    for (int i = 0; i < n; i++) {
        rz_state next = *state;
        assert_int_equal(loot_apply(setup, &next, seat, legal[i], NULL), RZ_OK);
        loot_shares shares = brute_force(mind, &next, round, false);
        if (i == 0 || shares.of[seat] > best.of[seat])
            best = shares;
    }
    return best;
}

static void search_is_going_through_everything(void **unused) {
    (void)unused;
    static loot_mind mind;
    rz_net net;
    rz_rng rng;
    rz_setup setup;
    rz_state state;
    rz_problem problem;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    rz_rng_fast(&rng, 8);
    assert_true(rz_net_new(&net, &loot_net_shape, 6));
    for (int seats = 2; seats <= LOOT_SEATS; seats++) {
        assert_true(rz_setup_init(&loot_game, seats, &setup, &problem));
        loot_mind_begin(&mind, &net, &setup);
        loot_init(&setup, &state, NULL);
        while ((actors = loot_to_act(&setup, rz_state_public(&state))) != 0) {
            int actor = __builtin_ctz(actors);
            rz_action action = 0;
            if (actor == RZ_CHANCE) {
                action = loot_draw(&setup, &state, &rng);
            } else {
                loot_shares found = loot_search(&mind, &state, 0, &action);
                loot_shares expected = brute_force(&mind, &state, 0, true);
                for (int s = 0; s < seats; s++)
                    assert_true(fabsf(found.of[s] - expected.of[s]) < 1e-4f);
                int n = loot_legal_in(&setup, &state, actor, legal), i = 0;
                while (i < n && legal[i] != action)
                    i++;
                assert_true(i < n);
                action = legal[rz_rng_below(&rng, (uint32_t)n)];
            }
            assert_int_equal(loot_apply(&setup, &state, actor, action, NULL), RZ_OK);
        }
    }
    rz_net_free(&net);
}

/* Up to three police cards before the end of the round, and so few cards in the piles that
 * everything can be gone through. */
static void thin_out(const rz_setup *setup, loot_public *p, rz_rng *rng, int cards) {
    int police = 1 + (int)rz_rng_below(rng, 3), left = police;
    p->police = (uint8_t)(loot_raid(setup) - police);
    p->unseen[LOOT_POLICE] = (uint8_t)police;
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        left += p->unseen[kind];
    while (left > cards && left > police) {
        int kind = (int)rz_rng_below(rng, LOOT_KINDS);
        left -= p->unseen[kind] > 0;
        p->unseen[kind] = (uint8_t)(p->unseen[kind] - (p->unseen[kind] > 0));
    }
    p->pile[0] = (uint8_t)((left + 1) / 2);
    p->pile[1] = (uint8_t)(left / 2);
}

/* Random moves until one seat alone has cheques in that round. False if it did not happen. */
static bool play_until_alone(const rz_setup *setup, rz_state *state, int round, rz_rng *rng) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    loot_init(setup, state, NULL);
    while ((actors = loot_to_act(setup, rz_state_public(state))) != 0) {
        const loot_public *p = &state->loot.pub;
        int actor = __builtin_ctz(actors);
        if (p->phase == LOOT_TURN && !(p->in & (p->in - 1)) && p->round == round)
            return true;
        rz_action action = 0;
        if (actor == RZ_CHANCE)
            action = loot_draw(setup, state, rng);
        else
            action = legal[rz_rng_below(rng, (uint32_t)loot_legal_in(setup, state, actor, legal))];
        assert_int_equal(loot_apply(setup, state, actor, action, NULL), RZ_OK);
    }
    return false;
}

static void who_is_alone_plays_perfectly(void **unused) {
    (void)unused;
    static loot_mind mind;
    int tested = 0, last_rounds = 0;
    rz_net net;
    rz_rng rng;
    rz_setup setup;
    rz_state state;
    rz_problem problem;
    rz_rng_fast(&rng, 9);
    assert_true(rz_net_new(&net, &loot_net_shape, 6));
    for (int tries = 0; tries < 200; tries++) {
        assert_true(rz_setup_init(&loot_game, 2 + tries % 4, &setup, &problem));
        if (!play_until_alone(&setup, &state, 1 + tries % 3, &rng))
            continue;
        loot_public *p = &state.loot.pub;
        thin_out(&setup, p, &rng, 6);
        loot_mind_begin(&mind, &net, &setup);
        rz_action best;
        int seat = p->active;
        float found = loot_search(&mind, &state, LOOT_TO_THE_END, &best).of[seat];
        loot_mind_begin(&mind, &net, &setup);
        float expected = brute_force(&mind, &state, p->round, true).of[seat];
        assert_true(fabsf(found - expected) < 1e-4f);
        last_rounds += p->round == 3;
        tested++;
    }
    assert_true(tested >= 50 && last_rounds >= 10);
    rz_net_free(&net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_those_of_plain_code),
        cmocka_unit_test(huge_outputs_stay_numbers),
        cmocka_unit_test(maths_are_as_exact_as_they_say),
        cmocka_unit_test(steps_of_learning_reduce_the_error),
        cmocka_unit_test(a_push_is_as_long_as_asked_for_whatever_the_weights_are),
        cmocka_unit_test(files_come_back_or_are_refused),
        cmocka_unit_test(search_is_going_through_everything),
        cmocka_unit_test(who_is_alone_plays_perfectly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
