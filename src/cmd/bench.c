/* The speed of the rules, on one core. Each figure stands beside a yardstick measured in the same
 * moment, since machines differ and are busy: a chain of SplitMix64 steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/cmd.h"
#include "core/driver.h"
#include "core/module.h"

static const double slice_seconds = 0.5;

typedef struct figures {
    const rz_game *game;
    int seats;
    double action_ns, games_per_second, copy_ns, replays_per_second, yardstick_ns;
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

static bool measure(figures *f) {
    static rz_setup setup;
    static rz_state state;
    rz_problem problem;
    if (!rz_setup_init(f->game, f->seats, &setup, &problem) ||
        !rz_setup_complete(f->game, &setup, &problem))
        return false;
    f->yardstick_ns = measure_yardstick();
    measure_play(f, &setup, &state);
    measure_copy(f, &state);
    return measure_replay(f, &setup, &state);
}

static void print_row(const figures *f, bool json, bool first) {
    if (json) {
        printf("%s{\"game\":\"%s\",\"seats\":%d,\"action_ns\":%.2f,\"games_per_second\":%.0f,"
               "\"state_bytes\":%u,\"copy_ns\":%.2f,\"replays_per_second\":%.0f,"
               "\"yardstick_ns\":%.3f}",
               first ? "" : ",", f->game->name, f->seats, f->action_ns, f->games_per_second,
               f->game->state_size, f->copy_ns, f->replays_per_second, f->yardstick_ns);
        return;
    }
    if (first)
        printf("%-6s %5s %10s %12s %7s %9s %10s %11s %9s\n", "game", "seats", "ns/action",
               "games/s", "state B", "copy ns", "replays/s", "yardstick", "ratio");
    printf("%-6s %5d %10.1f %12.0f %7u %9.1f %10.0f %8.2f ns %9.1f\n", f->game->name, f->seats,
           f->action_ns, f->games_per_second, f->game->state_size, f->copy_ns,
           f->replays_per_second, f->yardstick_ns, f->action_ns / f->yardstick_ns);
}

int cmd_bench(const cmd_args *args) {
    const rz_game *only = args->n_operands > 0 ? cmd_game(args) : NULL;
    bool json = args->value[OPT_JSON] != NULL, first = true;
    if (args->n_operands > 0 && !only)
        return CMD_USAGE;
    if (json)
        putchar('[');
    for (int g = 0; rz_games[g]; g++)
        for (int seats = rz_games[g]->seats_min; seats <= rz_games[g]->seats_max; seats++) {
            figures f = {.game = rz_games[g], .seats = seats};
            if (only && rz_games[g] != only)
                continue;
            if (!measure(&f))
                return cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
            print_row(&f, json, first);
            fflush(stdout);
            first = false;
        }
    for (const rz_module *const *module = rz_modules; *module; module++) {
        const cmd_extension *own = (*module)->commands;
        if ((!only || only == (*module)->game) && own && own->bench &&
            !own->bench(args, json, first))
            return CMD_FAILURE;
    }
    if (json)
        puts("]");
    return cmd_close_stdout(args, CMD_OK);
}
