// master of a game, asked from C++: plays one game of masters and prints its record.
//
//     c++ -std=c++17 bots.cpp $(pkg-config --cflags --libs razzia) && ./a.out loot 3 [FOLDER-OF-NETS]
#include <razzia.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void prepare(rz_match &match, const std::string &game, int seats) {
    rz_problem problem{};
    match.header.game = rz_game_find({game.data(), game.size()});
    if (!match.header.game || !rz_setup_init(match.header.game, seats, &match.setup, &problem) ||
        !rz_setup_complete(match.header.game, &match.setup, &problem))
        throw std::runtime_error("no such game, or not for so many");
    for (int s = 0; s < seats; s++) {
        match.bots[s].bot = &rz_master_bot;
        match.bots[s].nodes = 50;
    }
}

std::string play(const rz_match &match) {
    const std::uint8_t seed[RZ_SEED] = {2};
    std::vector<char> memory(1 << 18);
    rz_text record;
    rz_state state;
    rz_text_init(&record, memory.data(), memory.size());
    if (rz_match_play(&match, seed, 0, &state, &record, nullptr) == 0)
        throw std::runtime_error("a bot is not ready");
    return std::string(record.at, record.length);
}

} // namespace

int main(int argc, char **argv) try {
    auto match = std::make_unique<rz_match>();
    prepare(*match, argc > 1 ? argv[1] : "loot", argc > 2 ? std::atoi(argv[2]) : 3);
    rz_net_fault fault = rz_load_nets(argc > 3 ? argv[3] : nullptr);
    if (fault != RZ_NET_OK)
        throw std::runtime_error(rz_net_fault_text(fault));
    std::fputs(play(*match).c_str(), stdout);
    rz_unload_nets();
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
