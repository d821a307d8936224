/* The speed of the rules, on one core. Each figure stands beside a yardstick measured in the same
 * moment, since machines differ and are busy: a chain of SplitMix64 steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/device.h"
#include "core/driver.h"
#include "core/json_write.h"
#include "core/module.h"
#include "gpu/batch.h"
#include "gpu/play.h"

enum { CARD_SLOTS = 1 << 16 }; /* of a batch on a card */
static const double slice_seconds = 0.5;

typedef struct figures {
    const rz_game *game;
    int seats;
    double action_ns, games_per_second, copy_ns, replays_per_second, yardstick_ns;
    double card_actions, card_games, card_steps; /* per second on a card; 0: not asked for */
} figures;

static double measure_yardstick(void) {
    rz_rng rng;
    uint32_t sum = 0;
    long n = 0;
    double start = cmd_cpu_seconds(), time;
    rz_rng_fast(&rng, 1);
    do {
        for (int i = 0; i < 1000000; i++)
            sum += rz_rng_next(&rng);
        n += 1000000;
    } while ((time = cmd_cpu_seconds() - start) < 0.1);
    __asm__ volatile("" : : "r"(sum));
    return time * 1e9 / (double)n;
}

static void measure_play(figures *f, const rz_setup *setup, rz_state *state) {
    rz_rng rng;
    long actions = 0, games = 0;
    rz_rng_fast(&rng, 1);
    double start = cmd_cpu_seconds(), time;
    do {
        actions += rz_random_game(f->game, setup, &rng, state);
        games++;
    } while (games % 64 || (time = cmd_cpu_seconds() - start) < slice_seconds);
    f->action_ns = time * 1e9 / (double)actions;
    f->games_per_second = (double)games / time;
}

static void measure_copy(figures *f, rz_state *state) {
    static rz_state copies[64];
    size_t size = f->game->state_size;
    long n = 0;
    double start = cmd_cpu_seconds(), time;
    do {
        for (int i = 0; i < 64 * 1000; i++) {
            memcpy(&copies[i & 63], state, size);
            __asm__ volatile("" : : "r"(copies) : "memory");
        }
        n += 64 * 1000;
    } while ((time = cmd_cpu_seconds() - start) < slice_seconds / 4);
    f->copy_ns = time * 1e9 / (double)n;
}

/* Reads a record from memory and checks every line of it. */
static bool replay(const char *record, size_t length, rz_state *state) {
    rz_header header;
    rz_setup setup;
    rz_driver replay;
    rz_problem problem;
    rz_event event;
    const char *end = record + length;
    for (const char *at = record, *newline; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        rz_slice line = {at, (size_t)(newline - at)};
        if (at != record) {
            if (!rz_driver_read(&replay, line, &event, &problem))
                return false;
        } else if (rz_read_setup(rz_games, line, &header, &setup, &problem)) {
            rz_driver_init(&replay, &header, &setup, state, NULL);
        } else {
            return false;
        }
    }
    return rz_driver_is_over(&replay);
}

static bool measure_replay(figures *f, const rz_setup *setup, rz_state *state) {
    enum { ROOM = 8 << 20, RECORDS = 16 };
    char *memory = malloc(ROOM);
    size_t begin[RECORDS + 1] = {0};
    uint8_t seed[RZ_SEED] = {1};
    static rz_match match;
    bool ok = memory != NULL;
    match = (rz_match){.header = {.game = f->game}, .setup = *setup};
    for (int s = 0; s < f->seats; s++)
        match.bots[s] = (rz_bot_spec){.bot = &rz_random_bot};
    for (uint32_t i = 0; ok && i < RECORDS; i++) {
        rz_text text;
        rz_text_init(&text, memory + begin[i], ROOM - begin[i]);
        rz_match_play(&match, seed, i, state, &text, NULL);
        begin[i + 1] = begin[i] + text.length;
        ok = !text.full;
    }
    long games = 0;
    double start = cmd_cpu_seconds(), time = 1;
    while (ok && (games < RECORDS || (time = cmd_cpu_seconds() - start) < slice_seconds)) {
        long i = games++ % RECORDS;
        ok = replay(memory + begin[i], begin[i + 1] - begin[i], state);
    }
    f->replays_per_second = (double)games / time;
    free(memory);
    return ok;
}

/* Random games on a graphics card, with that which it takes to send the sums back. The first round
 * is not timed: the card may have to wake up. */
static bool measure_card(figures *f, gpu_device *card, const rz_setup *setup) {
    static gpu_player player;
    gpu_tally sum = {0};
    uint32_t games = 0;
    double time = 0;
    bool ok =
        gpu_random_begin(&player, card, setup) && gpu_random_play(&player, 1, player.lanes, &sum);
    for (games = player.lanes; ok && time < slice_seconds; games *= 2) {
        double start = cmd_seconds();
        ok = gpu_random_play(&player, 2, games, &sum);
        time = cmd_seconds() - start;
        f->card_actions = (double)sum.actions / time;
        f->card_games = games / time;
        if (games > UINT32_MAX / 2)
            break;
    }
    gpu_player_end(&player);
    return ok;
}

/* Single random steps of many games at once on a card, of which each writes what its acting seat
 * sees and may do. */
static bool measure_batch(figures *f, gpu_device *card, const rz_setup *setup) {
    static gpu_batch batch;
    rz_batch_plan plan = {.setup = *setup, .slots = CARD_SLOTS, .threads = 1};
    size_t features = (size_t)rz_features_size(f->game, f->seats);
    rz_arrays arrays = {.bytes = gpu_new(card, CARD_SLOTS * features),
                        .mask = gpu_new(card, CARD_SLOTS * (size_t)f->game->actions)};
    bool ok = gpu_batch_begin(&batch, card, &plan) == RZ_BATCH_OK;
    double time = 0;
    for (uint32_t steps = 8; ok && time < slice_seconds && steps < 1u << 20; steps *= 2) {
        double start = cmd_seconds();
        for (uint32_t i = 0; i < steps; i++)
            gpu_batch_play(&batch, 1, &arrays);
        ok = gpu_wait(card);
        time = cmd_seconds() - start;
        f->card_steps = (double)steps * CARD_SLOTS / time;
    }
    gpu_batch_end(&batch);
    gpu_free(card, arrays.bytes);
    gpu_free(card, arrays.mask);
    return ok;
}

static bool measure(figures *f, gpu_device *card) {
    static rz_setup setup;
    static rz_state state;
    rz_problem problem;
    if (!rz_setup_init(f->game, f->seats, &setup, &problem) ||
        !rz_setup_complete(f->game, &setup, &problem))
        return false;
    f->yardstick_ns = measure_yardstick();
    measure_play(f, &setup, &state);
    measure_copy(f, &state);
    return measure_replay(f, &setup, &state) &&
           (!card || (measure_card(f, card, &setup) && measure_batch(f, card, &setup)));
}

static void put_row(rz_text *json, const figures *f) {
    rz_put_open(json, NULL, '{');
    rz_put_string(json, "game", f->game->name);
    rz_put_int(json, "seats", f->seats);
    rz_put_fixed(json, "action_ns", f->action_ns, 2);
    rz_put_fixed(json, "games_per_second", f->games_per_second, 0);
    rz_put_int(json, "state_bytes", f->game->state_size);
    rz_put_fixed(json, "copy_ns", f->copy_ns, 2);
    rz_put_fixed(json, "replays_per_second", f->replays_per_second, 0);
    rz_put_fixed(json, "yardstick_ns", f->yardstick_ns, 3);
    if (f->card_games > 0) {
        rz_put_fixed(json, "gpu_actions_per_second", f->card_actions, 0);
        rz_put_fixed(json, "gpu_games_per_second", f->card_games, 0);
        rz_put_fixed(json, "gpu_batch_steps_per_second", f->card_steps, 0);
    }
    rz_put_close(json, '}');
}

static void print_row(const figures *f, bool first) {
    if (first)
        printf("%-6s %5s %10s %12s %7s %9s %10s %11s %9s%s\n", "game", "seats", "ns/action",
               "games/s", "state B", "copy ns", "replays/s", "yardstick", "ratio",
               f->card_games > 0 ? "  GPU actions/s  GPU games/s  GPU batch steps/s" : "");
    printf("%-6s %5d %10.1f %12.0f %7u %9.1f %10.0f %8.2f ns %9.1f", f->game->name, f->seats,
           f->action_ns, f->games_per_second, f->game->state_size, f->copy_ns,
           f->replays_per_second, f->yardstick_ns, f->action_ns / f->yardstick_ns);
    if (f->card_games > 0)
        printf("  %13.4g  %11.4g  %17.4g", f->card_actions, f->card_games, f->card_steps);
    puts("");
    fflush(stdout);
}

/* All seat counts of the games, or of one of them. With `json` the figures go there. */
static bool bench_games(const rz_game *only, gpu_device *card, rz_text *json) {
    bool first = true;
    for (int g = 0; rz_games[g]; g++)
        for (int seats = rz_games[g]->seats_min; seats <= rz_games[g]->seats_max; seats++) {
            figures f = {.game = rz_games[g], .seats = seats};
            if (only && rz_games[g] != only)
                continue;
            if (!measure(&f, card))
                return false;
            if (json)
                put_row(json, &f);
            else
                print_row(&f, first);
            first = false;
        }
    return true;
}

static bool bench_extensions(const cmd_args *args, const rz_game *only, rz_text *json) {
    for (const rz_module *const *module = rz_modules; *module; module++) {
        const cmd_extension *own = (*module)->commands;
        if ((!only || only == (*module)->game) && own && own->bench && !own->bench(args, json))
            return false;
    }
    return true;
}

int cmd_bench(const cmd_args *args) {
    static char memory[1 << 16];
    rz_text text, *json = args->value[OPT_JSON] ? &text : NULL;
    const rz_game *only = args->n_operands > 0 ? cmd_read_game(args) : NULL;
    if (args->n_operands > 0 && !only)
        return CMD_USAGE;
    static gpu_device device;
    bool on_card;
    if (!cmd_read_device(args, &on_card))
        return CMD_USAGE;
    if (on_card && !cmd_open_device(args, &device))
        return CMD_FAILURE;
    if (on_card && !json)
        printf("GPU: %s\n", device.name);
    rz_text_init(&text, memory, sizeof memory);
    rz_put_open(&text, NULL, '[');
    bool ok = bench_games(only, on_card ? &device : NULL, json);
    if (!ok && device.failed)
        cmd_fail_device(args, &device);
    gpu_close(&device);
    if (!ok && device.failed)
        return CMD_FAILURE;
    if (!ok)
        return cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    if (!bench_extensions(args, only, json))
        return CMD_FAILURE;
    rz_put_close(&text, ']');
    if (json)
        puts(memory);
    return cmd_close_stdout(args, CMD_OK);
}
