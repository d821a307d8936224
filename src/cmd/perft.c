#include "cmd/cmd.h"

static uint64_t count(const rz_game *game, const rz_setup *setup, const rz_state *state,
                      int depth) {
    rz_actors actors = game->to_act(setup, rz_state_public(state));
    if (depth == 0 || actors == 0)
        return depth == 0;
    int actor = __builtin_ctz(actors), n;
    uint64_t sum = 0;
    if (actor == RZ_CHANCE) {
        rz_outcome outcomes[RZ_OUTCOMES_MAX];
        n = game->chance(setup, state, outcomes);
        for (int i = 0; i < n && depth > 1; i++) {
            rz_state next = *state;
            game->apply(setup, &next, actor, outcomes[i].action, NULL);
            sum += count(game, setup, &next, depth - 1);
        }
    } else {
        rz_action legal[RZ_LEGAL_MAX];
        n = game->legal_in(setup, state, actor, legal);
        for (int i = 0; i < n && depth > 1; i++) {
            rz_state next = *state;
            game->apply(setup, &next, actor, legal[i], NULL);
            sum += count(game, setup, &next, depth - 1);
        }
    }
    return depth > 1 ? sum : (uint64_t)n;
}

int cmd_perft(const cmd_args *args) {
    rz_header header;
    rz_setup setup;
    rz_state state;
    long depth;
    if (!cmd_read_setup(args, &header, &setup) ||
        !cmd_read_number(args, OPT_DEPTH, 1, 100, 4, &depth))
        return cmd_last_status();
    header.game->init(&setup, &state, NULL);
    for (int d = 1; d <= depth; d++) {
        printf("%d %llu\n", d, (unsigned long long)count(header.game, &setup, &state, d));
        fflush(stdout);
    }
    return cmd_close_stdout(args, CMD_OK);
}
