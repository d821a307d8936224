/* loot on the command line: the names on the cards, and the speed of its net. */
#include <math.h>

#include "ai/loot/search.h"
#include "ai/nets.h"
#include "cmd/cmd.h"
#include "core/dealer.h"
#include "core/json_write.h"
#include "games/loot/rules.h"

static const double slice_seconds = 0.125;

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
    double start = cmd_cpu_seconds(), time;
    rz_net_portable = portable;
    do {
        loot_mind_begin(&mind, rz_net_of(&loot_game), setup);
        for (int i = 0; i < POSITIONS; i++)
            sum += loot_judge(&mind, &positions[i]).of[0];
        n += POSITIONS;
    } while ((time = cmd_cpu_seconds() - start) < slice_seconds);
    rz_net_portable = false;
    __asm__ volatile("" : : "x"(sum));
    return (double)n / time;
}

static void put_net(rz_text *json, const char *code, double best, double plain) {
    rz_put_open(json, NULL, '{');
    rz_put_string(json, "net", "loot");
    rz_put_int(json, "seats", NET_SEATS);
    rz_put_string(json, "code", code);
    rz_put_fixed(json, "evaluations_per_second", best, 0);
    rz_put_fixed(json, "portable_per_second", plain, 0);
    rz_put_fixed(json, "ratio", best / plain, 2);
    rz_put_close(json, '}');
}

/* Whole positions: what the net sees of each is made out anew. */
static bool bench_net(const cmd_args *args, rz_text *json) {
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
        put_net(json, code, best, plain);
    else
        printf("\n%-6s %5s %14s %14s %14s %6s\n%-6s %5d %14s %14.0f %14.0f %6.2f\n", "net", "seats",
               "code", "evaluations/s", "portable", "ratio", "loot", NET_SEATS, code, best, plain,
               best / plain);
    return true;
}

static const cmd_game_option options[] = {
    {{"theme", "police|ra", N_("the names on the cards of loot")}, NULL},
    {{NULL, NULL, NULL}, NULL},
};

const cmd_extension loot_commands = {options, NULL, bench_net};
