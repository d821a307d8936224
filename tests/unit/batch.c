/* Batches: the same games whatever the number of threads, features that tell no more than a view,
 * and nothing changed where something is refused. */
#include <stdlib.h>

#include "unit.h"

#include "batch/batch.h"
#include "core/driver.h"
#include "core/module.h"
#include "fake.h"

enum { SLOTS = 24, STEPS = 150 };

/* Room for all that a batch of SLOTS slots writes. */
typedef struct room {
    uint8_t bytes[SLOTS * RZ_FEATURES_MAX];
    float floats[SLOTS * RZ_FEATURES_MAX];
    uint8_t mask[SLOTS * RZ_LEGAL_MAX];
    uint8_t bits[SLOTS * RZ_LEGAL_MAX / 8];
    uint8_t seats[SLOTS], ends[SLOTS];
    float rewards[SLOTS * RZ_SEATS_MAX];
    int32_t scores[SLOTS * RZ_SEATS_MAX];
    uint32_t numbers[SLOTS];
} room;

static rz_arrays arrays_in(room *r) {
    memset(r, 0, sizeof *r);
    return (rz_arrays){r->bytes, r->floats,  r->mask,   r->bits,   r->seats,
                       r->ends,  r->rewards, r->scores, r->numbers};
}

static rz_batch_plan plan_for(const rz_game *game, int seats, const char *option) {
    rz_batch_plan plan = {.slots = SLOTS, .threads = 1, .seed = {7, 1}};
    rz_problem problem;
    rz_slice name = rz_slice_of(option ? option : ""), value = name;
    assert_true(rz_setup_init(game, seats, &plan.setup, &problem));
    if (option) {
        name.length = (size_t)(strchr(option, '=') - option);
        value = rz_slice_of(option + name.length + 1);
        assert_true(rz_setup_option(game, &plan.setup, name, value, &problem));
    }
    assert_true(rz_setup_complete(game, &plan.setup, &problem));
    return plan;
}

static rz_batch *batch_of(const rz_batch_plan *plan) {
    rz_batch_fault fault;
    rz_batch *batch = rz_batch_new(plan, &fault);
    assert_int_equal(fault, RZ_BATCH_OK);
    return batch;
}

/* An action for each slot, of which the mask says that it is legal. */
static void choose(const rz_game *game, const room *r, rz_rng *rng, rz_action actions[SLOTS]) {
    for (int i = 0; i < SLOTS; i++) {
        const uint8_t *mask = r->mask + i * game->actions;
        int n = 0;
        for (int a = 0; a < game->actions; a++)
            n += mask[a];
        int k = (int)rz_rng_below(rng, (uint32_t)n);
        for (int a = 0; a < game->actions; a++)
            if (mask[a] && k-- == 0)
                actions[i] = (rz_action)a;
    }
}

#define EACH_GAME(game)                                                                            \
    for (const rz_game *const *at = rz_games, *game; (game = *at) != NULL; at++)                   \
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)

/* ---- Determinism ----------------------------------------------------------------------------- */

static void threads_change_nothing(void **unused) {
    static room one, many;
    (void)unused;
    EACH_GAME(game) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        plan.bots[1].bot = &rz_greedy_bot;
        plan.rotate = plan.fair = seats % 2;
        rz_batch *alone = batch_of(&plan);
        plan.threads = 5;
        rz_batch *together = batch_of(&plan);
        rz_arrays a = arrays_in(&one), b = arrays_in(&many);
        assert_int_equal(rz_batch_observe(alone, &a), RZ_BATCH_OK);
        assert_int_equal(rz_batch_observe(together, &b), RZ_BATCH_OK);
        rz_rng rng;
        rz_rng_fast(&rng, 3);
        for (int n = 0; n < 30; n++) {
            rz_action actions[SLOTS];
            rz_refusal refusal;
            assert_memory_equal(&one, &many, sizeof one);
            choose(game, &one, &rng, actions);
            assert_int_equal(rz_batch_step(alone, actions, &a, &refusal), RZ_BATCH_OK);
            assert_int_equal(rz_batch_step(together, actions, &b, &refusal), RZ_BATCH_OK);
        }
        assert_int_equal(rz_batch_play(alone, 70, &a), RZ_BATCH_OK);
        assert_int_equal(rz_batch_play(together, 70, &b), RZ_BATCH_OK);
        assert_memory_equal(&one, &many, sizeof one);
        rz_batch_free(alone);
        rz_batch_free(together);
    }
}

/* A slot does not know how many others there are, and another seed is another game. */
static void slots_are_games_of_their_own(void **unused) {
    static room few, all, other;
    (void)unused;
    EACH_GAME(game) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        rz_batch *large = batch_of(&plan);
        plan.slots = 5;
        rz_batch *small = batch_of(&plan);
        rz_arrays a = arrays_in(&all), b = arrays_in(&few), c = arrays_in(&other);
        int size = rz_features_size(game, seats);
        assert_int_equal(rz_batch_play(large, STEPS, &a), RZ_BATCH_OK);
        assert_int_equal(rz_batch_play(small, STEPS, &b), RZ_BATCH_OK);
        assert_memory_equal(few.bytes, all.bytes, 5 * (size_t)size);
        assert_memory_equal(few.numbers, all.numbers, 5 * sizeof *few.numbers);
        assert_memory_not_equal(all.bytes, all.bytes + size, (size_t)size);
        plan.seed[0]++;
        assert_int_equal(rz_batch_reset(large, plan.seed), RZ_BATCH_OK);
        assert_int_equal(rz_batch_play(large, STEPS, &c), RZ_BATCH_OK);
        assert_memory_not_equal(other.bytes, all.bytes, SLOTS * (size_t)size);
        assert_int_equal(rz_batch_reset(large, rz_batch_plan_of(small)->seed), RZ_BATCH_OK);
        assert_int_equal(rz_batch_play(large, STEPS, &c), RZ_BATCH_OK);
        assert_memory_equal(other.bytes, all.bytes, SLOTS * (size_t)size);
        rz_batch_free(large);
        rz_batch_free(small);
    }
}

/* A slot's games, played by the driver from the seeds that the batch says. */
static void the_driver_plays_the_same(void **unused) {
    static room r;
    (void)unused;
    EACH_GAME(game) for (int fair = 0; fair < 2; fair++) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        plan.fair = fair;
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&r);
        rz_header header = {.game = game};
        rz_driver driver;
        rz_dealer dealer;
        rz_state state;
        rz_rng rng;
        uint32_t slot = 3, number = 0;
        bool begins = true;
        rz_rng_fast(&rng, 5);
        assert_int_equal(rz_batch_observe(batch, &a), RZ_BATCH_OK);
        for (int n = 0; n < 3 * STEPS; n++) {
            rz_action actions[SLOTS];
            rz_refusal refusal;
            uint8_t seed[RZ_SEED];
            uint64_t chance, choice;
            if (begins) {
                rz_batch_fair_seed(plan.seed, slot, number, seed);
                rz_batch_fast_seeds(plan.seed, slot, number, &chance, &choice);
                rz_dealer_init(&dealer, seed);
                if (!fair)
                    rz_dealer_fast(&dealer, chance);
                rz_driver_init(&driver, &header, &plan.setup, &state, NULL);
                rz_driver_silence(&driver);
                driver.dealer = &dealer;
                begins = false;
            }
            while (rz_driver_actors(&driver) & RZ_CHANCE_BIT)
                rz_driver_deal(&driver);
            assert_int_equal(rz_batch_seat(batch, slot), __builtin_ctz(rz_driver_actors(&driver)));
            assert_memory_equal(rz_batch_state(batch, slot), &state, game->state_size);
            choose(game, &r, &rng, actions);
            assert_int_equal(rz_driver_act(&driver, rz_batch_seat(batch, slot), actions[slot]),
                             RZ_OK);
            assert_int_equal(rz_batch_step(batch, actions, &a, &refusal), RZ_BATCH_OK);
            while (rz_driver_actors(&driver) & RZ_CHANCE_BIT)
                rz_driver_deal(&driver);
            begins = rz_driver_actors(&driver) == 0;
            assert_int_equal(r.ends[slot], begins);
            if (begins) {
                int32_t scores[RZ_SEATS_MAX];
                game->scores(&plan.setup, rz_state_public(&state), scores);
                assert_memory_equal(r.scores + (int)slot * seats, scores,
                                    (size_t)seats * sizeof *scores);
                assert_int_equal(r.numbers[slot], ++number);
            }
        }
        rz_batch_free(batch);
    }
}

/* ---- What features tell ---------------------------------------------------------------------- */

/* Everything is written, nothing beyond the end, and no number is above its feature's largest. */
static void check_features(const rz_game *game, const rz_setup *setup, const rz_view *view) {
    uint8_t one[RZ_FEATURES_MAX + 8], two[RZ_FEATURES_MAX + 8];
    int size = rz_features_size(game, rz_seats(setup)), at = 0;
    rz_features features = rz_features_of(game);
    memset(one, 0xaa, sizeof one);
    memset(two, 0x55, sizeof two);
    rz_features_write(game, setup, view, one);
    rz_features_write(game, setup, view, two);
    assert_memory_equal(one, two, (size_t)size);
    assert_true(one[size] == 0xaa && two[size] == 0x55);
    for (int i = 0; i < features.count; i++)
        for (int n = rz_feature_size(game, &features.list[i], rz_seats(setup)); n > 0; n--, at++)
            if (one[at] > features.list[i].max)
                fail_msg("%s: %s has %d", game->name, features.list[i].name, one[at]);
    assert_int_equal(at, size);
}

/* Two worlds that a seat can not tell apart give it the same features and the same masks, whoever
 * acts; and features of different views differ now and then, or this would say nothing. */
static void two_worlds_look_alike(void **unused) {
    static room here, there;
    (void)unused;
    EACH_GAME(game) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        int size = rz_features_size(game, seats), differ = 0;
        float scale[RZ_FEATURES_MAX];
        rz_features_scale(game, seats, scale);
        rz_row_writer writer = {game, &plan.setup, scale, size};
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&here), b = arrays_in(&there);
        rz_rng rng;
        rz_rng_fast(&rng, 9);
        for (int n = 0; n < STEPS; n++) {
            assert_int_equal(rz_batch_play(batch, 1, NULL), RZ_BATCH_OK);
            const rz_state *state = rz_batch_state(batch, (uint32_t)n % SLOTS);
            for (int seat = 0; seat < seats; seat++) {
                rz_state other;
                rz_view view;
                game->view(&plan.setup, state, seat, &view);
                check_features(game, &plan.setup, &view);
                game->sample(&plan.setup, &view, &rng, &other);
                rz_row_write(&writer, &a, 0, state, seat);
                rz_row_write(&writer, &b, 0, &other, seat);
                assert_memory_equal(&here, &there, sizeof here);
                rz_row_write(&writer, &b, 0, state, (seat + 1) % seats);
                differ += memcmp(here.bytes, there.bytes, (size_t)size) != 0;
                for (int i = 0; i < size; i++)
                    assert_true(here.floats[i] == (float)here.bytes[i] * scale[i] &&
                                here.floats[i] <= 1.0001f);
            }
        }
        assert_true(differ > STEPS / 2);
        rz_batch_free(batch);
    }
}

static void names_and_sizes(void **unused) {
    (void)unused;
    EACH_GAME(game) {
        rz_features features = rz_features_of(game);
        assert_non_null(rz_module_of(game)->features);
        assert_in_range(rz_features_size(game, seats), 1, RZ_FEATURES_MAX);
        for (int i = 0; i < features.count; i++)
            for (int k = 0; k < i; k++)
                assert_string_not_equal(features.list[i].name, features.list[k].name);
        rz_batch_plan plan = plan_for(game, seats, NULL);
        plan.slots = 4096;
        size_t observed = plan.slots * (size_t)rz_features_size(game, seats);
        assert_true(rz_batch_memory(&plan) <
                    3 * (plan.slots * (size_t)game->state_size + observed) / 2);
    }
    /* A game without a table shows its view. */
    assert_int_equal(rz_features_size(&fake_game, 2), fake_game.view_size);
}

/* The bits say what the bytes say, and both what the rules say. */
static void masks_are_the_legal_actions(void **unused) {
    static room r;
    (void)unused;
    EACH_GAME(game) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&r);
        for (int n = 0; n < 20; n++) {
            assert_int_equal(rz_batch_play(batch, 5, &a), RZ_BATCH_OK);
            for (uint32_t i = 0; i < SLOTS; i++) {
                uint64_t legal[RZ_MASK_WORDS];
                rz_view view;
                assert_int_equal(r.seats[i], rz_batch_seat(batch, i));
                game->view(&plan.setup, rz_batch_state(batch, i), r.seats[i], &view);
                rz_mask(game, &plan.setup, &view, legal);
                for (int k = 0; k < game->actions; k++) {
                    int wanted = legal[k / 64] >> k % 64 & 1;
                    assert_int_equal(r.mask[(int)i * game->actions + k], wanted);
                    assert_int_equal(r.bits[(int)i * rz_mask_bytes(game) + k / 8] >> k % 8 & 1,
                                     wanted);
                }
            }
        }
        rz_batch_free(batch);
    }
}

/* What the options can make large: numbers of cards, dice and points stay within what the features
 * say. */
static void options_stay_within_the_features(void **unused) {
    static const struct {
        const char *game, *option;
        int seats;
    } rows[] = {
        {"loot", "piles=1", 2},
        {"loot", "literal_ties=true", 5},
        {"bars", "full_deck=true", 3},
        {"bars", "cards={\"gamblers\":[3,4,4,4,4,4,4,4],\"raids\":[5,6,6,6]}", 8},
        {"bars", "cards={\"gamblers\":[3,3,3,3,3,3,3,4],\"raids\":[5,1,1,1]}", 3},
        {"bars", "money={\"5\":74,\"10\":2,\"15\":2,\"20\":2,\"25\":1,\"30\":1,\"40\":1,\"50\":1}",
         4},
        {"bars", "money={\"5\":2,\"10\":2,\"15\":2,\"20\":2,\"25\":1,\"30\":1,\"40\":1,\"50\":73}",
         8},
        {"mice", "turns=300", 2},
        {"mice",
         "board={\"columns\":[{\"shelf\":{\"sausages\":99},\"cells\":[{\"ask\":0,\"linked\":false,"
         "\"pays\":99},{\"ask\":0,\"linked\":false,\"pays\":99}]},{\"shelf\":\"secure\",\"cells\":["
         "{"
         "\"ask\":0,\"linked\":false,\"pays\":99},{\"ask\":0,\"linked\":true,\"pays\":99}]}],"
         "\"cat\":{"
         "\"grey\":3,\"red\":8}}",
         5},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rz_game *game = rz_game_find(rz_slice_of(rows[i].game));
        rz_batch_plan plan = plan_for(game, rows[i].seats, rows[i].option);
        rz_batch *batch = batch_of(&plan);
        for (int n = 0; n < 20 * STEPS; n++) {
            rz_view view;
            assert_int_equal(rz_batch_play(batch, 1, NULL), RZ_BATCH_OK);
            uint32_t slot = (uint32_t)n % SLOTS;
            game->view(&plan.setup, rz_batch_state(batch, slot), n % rows[i].seats, &view);
            check_features(game, &plan.setup, &view);
        }
        rz_batch_free(batch);
    }
}

/* ---- Rewards --------------------------------------------------------------------------------- */

static void rewards_add_up(void **unused) {
    static room r;
    (void)unused;
    EACH_GAME(game) for (int kind = 0; kind < 3; kind++) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        plan.rewards = (rz_rewards)kind;
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&r);
        assert_int_equal(rz_batch_finish(batch, &a), RZ_BATCH_OK);
        assert_int_equal(rz_batch_count(batch).games, SLOTS);
        for (int i = 0; i < SLOTS; i++) {
            float sum = 0;
            for (int s = 0; s < seats; s++) {
                float reward = r.rewards[i * seats + s];
                sum += reward;
                assert_true(kind == RZ_REWARD_SCORE ? reward == (float)r.scores[i * seats + s]
                                                    : reward >= 0 && reward <= 1);
            }
            float wanted = kind == RZ_REWARD_SHARE ? 1.0f : (float)seats / 2;
            assert_true(r.ends[i] == 1 && r.numbers[i] == 1);
            if (kind != RZ_REWARD_SCORE && (sum < wanted - 0.001f || sum > wanted + 0.001f))
                fail_msg("%s: rewards of kind %d are %f together", game->name, kind, (double)sum);
        }
        rz_batch_free(batch);
    }
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void illegal_actions_change_nothing(void **unused) {
    static room before, after;
    (void)unused;
    EACH_GAME(game) for (int threads = 1; threads < 4; threads += 2) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        plan.threads = threads;
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&before), b = arrays_in(&after);
        rz_action actions[SLOTS];
        rz_refusal refusal;
        rz_rng rng;
        rz_rng_fast(&rng, 4);
        assert_int_equal(rz_batch_observe(batch, &a), RZ_BATCH_OK);
        choose(game, &before, &rng, actions);
        actions[20] = game->actions;
        actions[9] = RZ_HIDDEN;
        assert_int_equal(rz_batch_step(batch, actions, &a, &refusal), RZ_BATCH_ILLEGAL);
        assert_int_equal(refusal.slot, 9);
        assert_int_equal(refusal.seat, before.seats[9]);
        assert_non_null(rz_reason_of(game, refusal.error)->rule);
        assert_int_equal(rz_batch_observe(batch, &b), RZ_BATCH_OK);
        assert_memory_equal(&before, &after, sizeof before);
        rz_batch_free(batch);
    }
}

static bool when_told(void *context) {
    return *(bool *)context;
}

static void a_stopped_step_was_never_made(void **unused) {
    static room before, after, later;
    (void)unused;
    for (int threads = 1; threads < 3; threads++) {
        bool stop = false;
        rz_batch_plan plan = plan_for(rz_games[0], 4, NULL);
        plan.bots[1].bot = plan.bots[2].bot = &rz_greedy_bot;
        plan.fair = true;
        plan.threads = threads;
        plan.should_stop = when_told;
        plan.context = &stop;
        rz_batch *batch = batch_of(&plan);
        rz_arrays a = arrays_in(&before), b = arrays_in(&after), c = arrays_in(&later);
        rz_action actions[SLOTS];
        rz_refusal refusal;
        rz_rng rng;
        rz_rng_fast(&rng, 4);
        assert_int_equal(rz_batch_observe(batch, &a), RZ_BATCH_OK);
        choose(rz_games[0], &before, &rng, actions);
        assert_int_equal(rz_batch_step(batch, actions, &c, &refusal), RZ_BATCH_OK);
        assert_int_equal(rz_batch_reset(batch, plan.seed), RZ_BATCH_OK);
        stop = true;
        assert_int_equal(rz_batch_step(batch, actions, &b, &refusal), RZ_BATCH_STOPPED);
        assert_memory_equal(&before, &after, sizeof before);
        stop = false;
        assert_int_equal(rz_batch_observe(batch, &b), RZ_BATCH_OK);
        assert_memory_equal(&before, &after, sizeof before);
        assert_int_equal(rz_batch_step(batch, actions, &a, &refusal), RZ_BATCH_OK);
        assert_memory_equal(&before, &later, sizeof before);
        rz_batch_free(batch);
    }
}

static void plans_that_can_not_be(void **unused) {
    rz_batch_fault fault;
    (void)unused;
    rz_batch_plan plan = plan_for(rz_games[0], 2, NULL);
    plan.bots[0].bot = plan.bots[1].bot = &rz_random_bot;
    assert_null(rz_batch_new(&plan, &fault));
    assert_int_equal(fault, RZ_BATCH_NO_SEAT);
    plan.bots[0].bot = NULL;
    plan.bots[1].bot = &rz_club_bot; /* whose net nobody has loaded */
    assert_null(rz_batch_new(&plan, &fault));
    assert_int_equal(fault, RZ_BATCH_NOT_READY);
    plan.bots[1].bot = &rz_foreign_bot;
    assert_null(rz_batch_new(&plan, &fault));
    assert_int_equal(fault, RZ_BATCH_NOT_READY);
    /* The first of two seats is a bot's, and its turn is the only one. */
    plan = plan_for(rz_game_find(rz_slice_of("mice")), 2, "turns=1");
    plan.setup.mice.first = 1;
    plan.bots[1].bot = &rz_random_bot;
    assert_null(rz_batch_new(&plan, &fault));
    assert_int_equal(fault, RZ_BATCH_STUCK);
}

/* ---- Other ways to begin --------------------------------------------------------------------- */

static void samples_are_what_a_seat_sees(void **unused) {
    static room r;
    (void)unused;
    EACH_GAME(game) {
        rz_batch_plan plan = plan_for(game, seats, NULL);
        rz_batch *source = batch_of(&plan), *batch = batch_of(&plan);
        int size = rz_features_size(game, seats), secrets = 0;
        for (int n = 0; n < 20; n++) {
            rz_arrays a = arrays_in(&r);
            rz_view view, seen;
            assert_int_equal(rz_batch_play(source, 7, NULL), RZ_BATCH_OK);
            int seat = rz_batch_seat(source, 0);
            game->view(&plan.setup, rz_batch_state(source, 0), seat, &view);
            assert_int_equal(rz_batch_sample(batch, &view, seat), RZ_BATCH_OK);
            assert_int_equal(rz_batch_observe(batch, &a), RZ_BATCH_OK);
            for (uint32_t i = 0; i < SLOTS; i++) {
                game->view(&plan.setup, rz_batch_state(batch, i), seat, &seen);
                assert_memory_equal(&seen, &view, game->view_size);
                assert_int_equal(r.seats[i], seat);
                assert_memory_equal(r.bytes, r.bytes + (int)i * size, (size_t)size);
                secrets += memcmp(rz_batch_state(batch, i), rz_batch_state(batch, 0),
                                  game->state_size) != 0;
            }
        }
        assert_true(game != rz_game_find(rz_slice_of("bars")) || secrets > 0);
        rz_batch_free(source);
        rz_batch_free(batch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(slots_are_games_of_their_own),
        cmocka_unit_test(the_driver_plays_the_same),
        cmocka_unit_test(two_worlds_look_alike),
        cmocka_unit_test(options_stay_within_the_features),
        cmocka_unit_test(names_and_sizes),
        cmocka_unit_test(masks_are_the_legal_actions),
        cmocka_unit_test(rewards_add_up),
        cmocka_unit_test(illegal_actions_change_nothing),
        cmocka_unit_test(a_stopped_step_was_never_made),
        cmocka_unit_test(plans_that_can_not_be),
        cmocka_unit_test(samples_are_what_a_seat_sees),
    };
    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
