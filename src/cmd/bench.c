/* The speed of the rules, on one core. Each figure stands beside a yardstick measured in the same
 * moment, since machines differ and are busy: a chain of SplitMix64 steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ai/loot/search.h"
#include "ai/nets.h"
#include "cmd/cmd.h"
#include "core/driver.h"

typedef struct figures {
    const rz_game *game;
    int seats;
    double action_ns, games_per_second, copy_ns, replays_per_second, yardstick_ns;
} figures;

static const double slice_seconds = 0.5;

/* Of this process alone: others may be busy. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double measure_yardstick(void) {
    rz_rng rng;
    uint32_t sum = 0;
    long n = 0;
    double start = cpu_seconds(), time;
    rz_rng_fast(&rng, 1);
    do {
        for (int i = 0; i < 1000000; i++)
            sum += rz_rng_next(&rng);
        n += 1000000;
    } while ((time = cpu_seconds() - start) < 0.1);
    __asm__ volatile("" : : "r"(sum));
    return time * 1e9 / (double)n;
}

static void measure_play(figures *f, const rz_setup *setup, rz_state *state) {
    rz_rng rng;
    long actions = 0, games = 0;
    rz_rng_fast(&rng, 1);
    double start = cpu_seconds(), time;
    do {
        actions += rz_random_game(f->game, setup, &rng, state);
        games++;
    } while (games % 64 || (time = cpu_seconds() - start) < slice_seconds);
    f->action_ns = time * 1e9 / (double)actions;
    f->games_per_second = (double)games / time;
}

static void measure_copy(figures *f, rz_state *state) {
    static rz_state copies[64];
    size_t size = f->game->state_size;
    long n = 0;
    double start = cpu_seconds(), time;
    do {
        for (int i = 0; i < 64 * 1000; i++) {
            memcpy(&copies[i & 63], state, size);
            __asm__ volatile("" : : "r"(copies) : "memory");
        }
        n += 64 * 1000;
    } while ((time = cpu_seconds() - start) < slice_seconds / 4);
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
    double start = cpu_seconds(), time = 1;
    while (ok && (games < RECORDS || (time = cpu_seconds() - start) < slice_seconds)) {
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

/* ---- Evaluations of the net of loot -------------------------------------------------------------
 */

/* The two codes take turns, and the best turn of each counts: what else a machine does only makes
 * them slower. */
enum { POSITIONS = 1024, NET_SEATS = 4, TURNS = 8 };

static void collect_positions(const rz_setup *setup, rz_state positions[POSITIONS]) {
    rz_dealer dealer;
    rz_action legal[RZ_LEGAL_MAX];
    rz_actors actors;
    rz_state state;
    int n = 0;
    rz_dealer_fast(&dealer, 1);
    for (loot_init(setup, &state, NULL); n < POSITIONS;) {
        if (!(actors = loot_to_act(setup, rz_state_public(&state)))) {
            loot_init(setup, &state, NULL);
            continue;
        }
        int actor = __builtin_ctz(actors);
        if (actor != RZ_CHANCE && state.loot.pub.phase == LOOT_TURN)
            positions[n++] = state;
        rz_action action = actor == RZ_CHANCE ? loot_draw(setup, &state, &dealer.fast) : 0;
        if (actor != RZ_CHANCE)
            action = legal[rz_rng_below(&dealer.fast,
                                        (uint32_t)loot_legal_in(setup, &state, actor, legal))];
        loot_apply(setup, &state, actor, action, NULL);
    }
}

static double evaluations_per_second(const rz_setup *setup, const rz_state positions[POSITIONS],
                                     bool portable) {
    static loot_mind mind;
    long n = 0;
    float sum = 0;
    double start = cpu_seconds(), time;
    rz_net_portable = portable;
    do {
        loot_mind_begin(&mind, rz_net_of(&loot_game), setup);
        for (int i = 0; i < POSITIONS; i++)
            sum += loot_judge(&mind, &positions[i]).of[0];
        n += POSITIONS;
    } while ((time = cpu_seconds() - start) < slice_seconds / 4);
    rz_net_portable = false;
    __asm__ volatile("" : : "x"(sum));
    return (double)n / time;
}

/* Whole positions: what the net sees of each is made out anew. */
static bool bench_net(const cmd_args *args, bool json, bool first) {
    static rz_state positions[POSITIONS];
    rz_setup setup;
    rz_problem problem;
    if (!cmd_load_net(args, &loot_game) ||
        !rz_setup_init(&loot_game, NET_SEATS, &setup, &problem) ||
        !rz_setup_complete(&loot_game, &setup, &problem))
        return false;
    collect_positions(&setup, positions);
    double best = 0, plain = 0;
    for (int i = 0; i < TURNS; i++) {
        best = fmax(best, evaluations_per_second(&setup, positions, false));
        plain = fmax(plain, evaluations_per_second(&setup, positions, true));
    }
    const char *code = rz_net_is_wide() ? "AVX2" : "portable";
    if (json)
        printf("%s{\"net\":\"loot\",\"seats\":%d,\"code\":\"%s\",\"evaluations_per_second\":%.0f,"
               "\"portable_per_second\":%.0f,\"ratio\":%.2f}",
               first ? "" : ",", NET_SEATS, code, best, plain, best / plain);
    else
        printf("\n%-6s %5s %14s %14s %14s %6s\n%-6s %5d %14s %14.0f %14.0f %6.2f\n", "net", "seats",
               "code", "evaluations/s", "portable", "ratio", "loot", NET_SEATS, code, best, plain,
               best / plain);
    return true;
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
    if ((!only || only == &loot_game) && !bench_net(args, json, first))
        return CMD_FAILURE;
    if (json)
        puts("]");
    return cmd_close_stdout(args, CMD_OK);
}
