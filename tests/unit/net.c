/* Nets: what they say, how they learn, what files are refused; and that the search by a net is what
 * going through all choices by the contract alone would be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#include "ai/loot/features.h"
#include "core/dealer.h"
#include "core/sha256.h"

enum { FEATURES = 40, LAYOUT = 7 };
static const char game_name[8] = "loot";

static void random_inputs(rz_rng *rng, uint32_t features, rz_inputs *in) {
    in->n = 0;
    for (uint32_t i = 0; i < features; i++)
        if (rz_rng_below(rng, 3) == 0)
            rz_inputs_add(in, (int)i, (float)rz_rng_below(rng, 100) / 50 - 0.5f);
}

/* The same in plain doubles, one number after another. */
static void reference(const rz_net *net, const rz_inputs *in, int seats, double shares[]) {
    double first[RZ_NET_FIRST], second[RZ_NET_SECOND], sum = 0;
    for (int k = 0; k < RZ_NET_FIRST; k++) {
        first[k] = net->first[net->features * RZ_NET_FIRST + (uint32_t)k];
        for (int i = 0; i < in->n; i++)
            first[k] += (double)in->value[i] * net->first[in->index[i] * RZ_NET_FIRST + k];
        first[k] = fmax(first[k], 0);
    }
    for (int k = 0; k < RZ_NET_SECOND; k++) {
        second[k] = net->second[RZ_NET_FIRST][k];
        for (int i = 0; i < RZ_NET_FIRST; i++)
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
    rz_rng rng;
    rz_inputs in;
    rz_rng_fast(&rng, 3);
    assert_true(rz_net_new(&net, FEATURES, LAYOUT, 5));
    for (int tries = 0; tries < 200; tries++) {
        int seats = 2 + tries % 7;
        float shares[RZ_NET_OUTPUTS], sum = 0;
        double expected[RZ_NET_OUTPUTS];
        random_inputs(&rng, FEATURES, &in);
        rz_net_shares(&net, &in, seats, shares);
        reference(&net, &in, seats, expected);
        for (int s = 0; s < seats; s++) {
            assert_true(fabs((double)shares[s] - expected[s]) < 1e-5);
            sum += shares[s];
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
    rz_net_free(&net);
}

static void huge_outputs_stay_numbers(void **unused) {
    (void)unused;
    rz_net net;
    rz_inputs in = {0};
    float shares[RZ_NET_OUTPUTS];
    assert_true(rz_net_new(&net, FEATURES, LAYOUT, 5));
    net.output[RZ_NET_SECOND][0] = 3e38f;
    net.output[RZ_NET_SECOND][1] = -3e38f;
    rz_net_shares(&net, &in, 3, shares);
    for (int s = 0; s < 3; s++)
        assert_true(isfinite(shares[s]));
    assert_true(shares[0] > 0.99f);
    rz_net_free(&net);
}

static void steps_of_learning_reduce_the_error(void **unused) {
    (void)unused;
    rz_net net;
    rz_rng rng;
    rz_inputs in;
    const float target[RZ_NET_OUTPUTS] = {0.1f, 0.7f, 0.2f};
    float first = 0, last = 0;
    rz_rng_fast(&rng, 4);
    assert_true(rz_net_new(&net, FEATURES, LAYOUT, 5));
    random_inputs(&rng, FEATURES, &in);
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

static void seal(uint8_t *bytes, size_t size) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, bytes, size - RZ_SHA256_SIZE);
    rz_sha256_end(&hash, bytes + size - RZ_SHA256_SIZE);
}

static void files_come_back_or_are_refused(void **unused) {
    (void)unused;
    rz_net net, again;
    assert_true(rz_net_new(&net, FEATURES, LAYOUT, 5));
    size_t size = rz_net_bytes(&net);
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    rz_net_write(&net, game_name, bytes);
    assert_int_equal(rz_net_read(&again, game_name, FEATURES, LAYOUT, bytes, size), RZ_NET_OK);
    for (size_t i = 0; i < rz_net_weights(&net); i++)
        assert_true(*rz_net_weight(&net, i) == *rz_net_weight(&again, i));
    rz_net_free(&again);

#define READ(game, features, layout, n) rz_net_read(&again, game, features, layout, bytes, n)
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, size - 1), RZ_NET_CUT);
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, size + 1), RZ_NET_CUT);
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, 10), RZ_NET_NO_NET);
    assert_int_equal(READ("bars\0\0\0", FEATURES, LAYOUT, size), RZ_NET_OTHER);
    assert_int_equal(READ(game_name, FEATURES, LAYOUT + 1, size), RZ_NET_OTHER);
    assert_int_equal(READ(game_name, FEATURES + 1, LAYOUT, size), RZ_NET_OTHER);
    bytes[size / 2] ^= 1;
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, size), RZ_NET_CHECKSUM);
    const uint8_t nan[4] = {0, 0, 0xc0, 0x7f};
    memcpy(bytes + 36 + 4 * 11, nan, 4);
    seal(bytes, size);
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, size), RZ_NET_NO_NUMBER);
    bytes[0] = 'X';
    assert_int_equal(READ(game_name, FEATURES, LAYOUT, size), RZ_NET_NO_NET);
#undef READ
    free(bytes);
    rz_net_free(&net);
}

/* What all choices come to, found by making every one of them through the contract. */
static loot_shares brute_force(const rz_net *net, const rz_setup *setup, const rz_state *state,
                               bool top) {
    rz_actors actors = loot_to_act(setup, rz_state_public(state));
    rz_action legal[RZ_LEGAL_MAX];
    loot_shares best = {{0}};
    if (actors == 0 || (!top && state->loot.pub.phase == LOOT_TURN))
        return loot_judge(net, setup, state);
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
            loot_shares shares = brute_force(net, setup, &next, false);
            for (int s = 0; s < LOOT_SEATS; s++)
                best.of[s] += shares.of[s] * (float)mine[i].weight / (float)total;
        }
        return best;
    }
    int seat = __builtin_ctz(actors), n = loot_legal_in(setup, state, seat, legal);
    for (int i = 0; i < n; i++) {
        rz_state next = *state;
        assert_int_equal(loot_apply(setup, &next, seat, legal[i], NULL), RZ_OK);
        loot_shares shares = brute_force(net, setup, &next, false);
        if (i == 0 || shares.of[seat] > best.of[seat])
            best = shares;
    }
    return best;
}

static void search_is_going_through_everything(void **unused) {
    (void)unused;
    rz_net net;
    rz_rng rng;
    rz_setup setup;
    rz_state state;
    rz_problem problem;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    rz_rng_fast(&rng, 8);
    assert_true(rz_net_new(&net, LOOT_FEATURES, LOOT_LAYOUT, 6));
    for (int seats = 2; seats <= LOOT_SEATS; seats++) {
        assert_true(rz_setup_init(&loot_game, seats, &setup, &problem));
        loot_init(&setup, &state, NULL);
        while ((actors = loot_to_act(&setup, rz_state_public(&state))) != 0) {
            int actor = __builtin_ctz(actors);
            rz_action action = 0;
            if (actor == RZ_CHANCE) {
                action = loot_draw(&setup, &state, &rng);
            } else {
                loot_shares found = loot_search(&net, &setup, &state, 0, &action);
                loot_shares expected = brute_force(&net, &setup, &state, true);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_those_of_plain_code),
        cmocka_unit_test(huge_outputs_stay_numbers),
        cmocka_unit_test(steps_of_learning_reduce_the_error),
        cmocka_unit_test(files_come_back_or_are_refused),
        cmocka_unit_test(search_is_going_through_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
