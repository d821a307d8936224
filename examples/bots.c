/* One bot against a table of another: master, with its net, against the rest. Prints how often each
 * seat won.
 *
 *     cc bots.c $(pkg-config --cflags --libs razzia) && ./a.out loot 4 20 [FOLDER-OF-NETS]
 */
#include <razzia.h>
#include <stdio.h>
#include <stdlib.h>

static int complain(const char *what) {
    fprintf(stderr, "%s\n", what);
    return 2;
}

static bool prepare(rz_match *match, const char *game, int seats) {
    rz_problem problem;
    match->header.game = rz_game_find(rz_slice_of(game));
    if (!match->header.game || !rz_setup_init(match->header.game, seats, &match->setup, &problem) ||
        !rz_setup_complete(match->header.game, &match->setup, &problem))
        return false;
    for (int s = 0; s < seats; s++)
        if (!rz_bot_read(rz_slice_of(s == 0 ? "master:100n" : "casual"), &match->bots[s]))
            return false;
    return true;
}

int main(int argc, char **argv) {
    int seats = argc > 2 ? atoi(argv[2]) : 4, games = argc > 3 ? atoi(argv[3]) : 20;
    static const uint8_t seed[RZ_SEED] = {1};
    double wins[RZ_SEATS_MAX] = {0};
    static rz_match match;
    rz_state state;
    if (!prepare(&match, argc > 1 ? argv[1] : "loot", seats))
        return complain("no such game, or not for so many");
    /* Without its net master does not play: rz_match_play would return 0. */
    rz_net_fault fault = rz_load_nets(argc > 4 ? argv[4] : NULL);
    if (fault != RZ_NET_OK)
        return complain(rz_net_fault_text(fault));
    for (int i = 0; i < games; i++) {
        if (rz_match_play(&match, seed, (uint32_t)i, &state, NULL, NULL) == 0)
            return complain("a bot is not ready");
        rz_actors winners = match.header.game->winners(&match.setup, rz_state_public(&state));
        for (int s = 0; s < seats; s++)
            wins[s] += (winners >> s & 1) / (double)__builtin_popcount(winners);
    }
    for (int s = 0; s < seats; s++)
        printf("seat %d, %s: %.3f\n", s, match.bots[s].bot->name, wins[s] / games);
    rz_unload_nets();
    return 0;
}
