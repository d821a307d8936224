/* What the host hands to kernels. Pointers are addresses on the card. */
#ifndef RZ_GPU_ARGUMENTS_H
#define RZ_GPU_ARGUMENTS_H

#include <stdint.h>

#include "ai/loot/features.h"
#include "core/dealer.h"
#include "games/games.h"

/* ---- random.c: games of random choices, dealt by the fast generator -------------------------- */

typedef struct gpu_tally {
    uint64_t actions;
    uint64_t hash; /* the sum of those of all games, each of its actions in order */
} gpu_tally;

typedef struct gpu_random {
    const rz_setup *setup;
    uint64_t seed;
    uint32_t games, lanes; /* lane i plays games i, i + lanes, … */
    gpu_tally *tallies;    /* of each lane */
} gpu_random;

/* ---- match.c, loot/match.c: the games of rz_match_play --------------------------------------- */

typedef enum gpu_bot { GPU_RANDOM, GPU_GREEDY, GPU_NET } gpu_bot;

typedef struct gpu_result {
    int32_t scores[RZ_SEATS_MAX];
    uint32_t actions;
    rz_actors winners;
    uint16_t unused;
    uint64_t hash; /* of all actions in order */
} gpu_result;

typedef struct gpu_match {
    const rz_setup *setup;
    uint8_t seed[RZ_SEED];
    uint8_t bots[RZ_SEATS_MAX]; /* gpu_bot */
    uint32_t first, games;      /* games first, first + 1, … */
    uint32_t lanes;
    uint32_t fast; /* dealt by the fast generator */
    gpu_result *results;
    const float *net; /* loot: rz_net_weight 0, 1, … */
    struct gpu_desk *desks;
    uint32_t *taken; /* games that a team has begun with */
} gpu_match;

/* ---- rollout.c, loot/rollout.c: a position played on, the same deals after each choice ---------
 */

typedef struct gpu_rollout {
    gpu_match match;    /* `first` is a deal; its games are all choices of that, of the next … */
    const void *states; /* before the choice: one for all deals, … */
    uint32_t each_its_own;    /* … or one for each from the first on */
    uint32_t line;            /* of the record, which is to come */
    uint32_t seat, choices;   /* who chooses, from how many … */
    const rz_action *actions; /* … of these */
} gpu_rollout;

/* ---- loot: judging by the net, a team at a desk of its own ----------------------------------- */

enum {
    GPU_UNITS = 64,
    GPU_SECOND = (LOOT_FEATURES + 1) * GPU_UNITS,              /* where the layers begin … */
    GPU_OUTPUT = GPU_SECOND + (GPU_UNITS + 1) * RZ_NET_SECOND, /* … among the weights */
    GPU_WEIGHTS = GPU_OUTPUT + (RZ_NET_SECOND + 1) * RZ_NET_OUTPUTS,
    GPU_LEAVES = 400, /* positions that one decision looks at */
    GPU_MEMBERS = 32  /* of a team, at the most */
};

typedef struct gpu_shares {
    float of[LOOT_SEATS];
} gpu_shares;

typedef struct gpu_desk {
    float first[GPU_UNITS], second[RZ_NET_SECOND], output[GPU_MEMBERS][RZ_NET_OUTPUTS];
    float first_slope[GPU_UNITS], second_slope[RZ_NET_SECOND];
    gpu_shares shares[GPU_LEAVES]; /* what the leaves are worth … */
    uint32_t leaves[GPU_LEAVES];   /* … and how they are reached: loot/choice.h */
    gpu_shares cards[LOOT_CARDS];  /* what it is worth to draw them … */
    uint16_t card_leaf[LOOT_CARDS];
    uint8_t card_auction[LOOT_CARDS];
    uint32_t game; /* that the team is at */
    rz_inputs in[GPU_MEMBERS];
} gpu_desk;

/* ---- loot/lessons.c ---------------------------------------------------------------------------
 */

enum { GPU_TURNS = 256 }; /* of a game; there are never so many */

typedef struct gpu_moment {
    rz_inputs in;
    gpu_shares searched;
    uint8_t active, astray;
    uint16_t unused;
} gpu_moment;

typedef struct gpu_game {
    uint32_t moments;
    uint32_t seats;
    gpu_shares result;
} gpu_game;

/* Games `first`, … of the series, played by the net. */
typedef struct gpu_lessons {
    uint8_t seed[RZ_SEED];
    uint32_t first, games, lanes;
    const rz_setup *setups; /* for 2, 3, 4 and 5 seats */
    const float *net;
    gpu_desk *desks;
    gpu_game *played;
    gpu_moment *moments; /* GPU_TURNS of each game */
    uint32_t *taken;
} gpu_lessons;

/* Each pupil learns from some of them, in order; its net begins as `net`. */
typedef struct gpu_study {
    const float *net;
    float *pupils; /* GPU_WEIGHTS of each */
    uint32_t pupils_count, games_each;
    float rate;
    uint32_t lanes;
    gpu_desk *desks;
    const gpu_game *played;
    const gpu_moment *moments;
    float *errors; /* of each pupil: the mean of a game, summed up over its games */
} gpu_study;

/* The net goes where its pupils went: rz_net_follow. */
typedef struct gpu_follow {
    float *net, *pace;
    const float *pupils;
    uint32_t pupils_count, lanes;
    float keep;
} gpu_follow;

#endif
