/* Games on a card. The same seed gives the same games as everywhere. */
#ifndef RZ_GPU_PLAY_H
#define RZ_GPU_PLAY_H

#include "ai/match.h"
#include "gpu/arguments.h"
#include "gpu/device.h"

/* How the lanes of a game are laid out: how many at once, how many side by side, and what each
 * needs where functions call themselves. */
typedef struct gpu_layout {
    uint32_t lanes, block;
    size_t stack;
} gpu_layout;

gpu_layout gpu_layout_of(const rz_game *game, const gpu_device *device);

/* Where a rollout begins. */
typedef struct gpu_position {
    rz_setup setup;
    rz_state state;
    rz_view view; /* what the seat sees, … */
    bool is_view; /* … if what it does not see is to be drawn anew for every deal */
    int seat;     /* who chooses */
    uint32_t line;
    uint32_t choices;
    rz_action action[RZ_LEGAL_MAX];
} gpu_position;

/* Random games, as many lanes at once as the card likes; the sum of all tallies. */
typedef struct gpu_player {
    gpu_device *device;
    const rz_game *game;
    gpu_kernel kernel;
    rz_setup *setup;
    gpu_match match;
    gpu_tally *tallies;
    uint32_t lanes, block;
    float *net;
    const gpu_position *position; /* of rollouts */
    uint8_t *states;
    rz_action *actions;
} gpu_player;

bool gpu_random_begin(gpu_player *player, gpu_device *device, const rz_setup *setup);
bool gpu_random_play(gpu_player *player, uint64_t seed, uint32_t games, gpu_tally *sum);

/* Who can play there: `random`, `greedy`, and `master:1n` where GPU_NET is known. */
bool gpu_bot_of(const rz_game *game, const rz_bot_spec *spec, gpu_bot *bot);

/* The games of a match, GPU_GAMES of them at a time. */
enum { GPU_GAMES = 1 << 16 };
bool gpu_match_begin(gpu_player *player, gpu_device *device, const rz_match *match,
                     const uint8_t seed[RZ_SEED]);
bool gpu_match_play(gpu_player *player, uint32_t first, uint32_t games, gpu_result *results);

/* A position played on by the bots of `match`: of gpu_match_play `first` is then a deal, and the
 * games are all choices of it, then of the next one, … `position` is borrowed. */
bool gpu_rollout_begin(gpu_player *player, gpu_device *device, const rz_match *match,
                       const uint8_t seed[RZ_SEED], const gpu_position *position);

void gpu_player_end(gpu_player *player);

/* The weights of a net, one after another, on the card. */
float *gpu_upload_net(gpu_device *device, const rz_net *net);

#endif
