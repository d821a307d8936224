#include "gpu/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/knowledge.h"
#include "ai/net_layers.h"
#include "ai/nets.h"

/* More lanes for each processor than it has room for, in blocks of the size that was quickest on an
 * H200 (docs/gpu.md). The payments of bars call themselves. */
typedef struct game_layout {
    const char *game;
    uint32_t lanes, block;
    size_t stack;
} game_layout;

static const game_layout layouts[] = {{"loot", 8192, 64, 0},
                                      {"bars", 2048, 64, 1 << 17},
                                      {"mice", 1024, 64, 1 << 14},
                                      {NULL, 512, 64, 0}};

enum { TEAMS = 24, MEMBERS = 32, TEAM_BLOCK = 128, TEAM_STACK = 1 << 14 }; /* teams a processor */

gpu_layout gpu_layout_of(const rz_game *game, const gpu_device *device) {
    const game_layout *l = layouts;
    while (l->game && strcmp(l->game, game->name) != 0)
        l++;
    return (gpu_layout){l->lanes * (uint32_t)device->processors, l->block, l->stack};
}

static bool begin(gpu_player *p, gpu_device *device, const rz_setup *setup, const char *purpose) {
    const rz_game *game = rz_game_of(setup);
    gpu_layout layout = gpu_layout_of(game, device);
    char image[40], kernel[40];
    *p = (gpu_player){.device = device, .game = game, .lanes = layout.lanes, .block = layout.block};
    snprintf(image, sizeof image, "%s_%s", game->name, purpose);
    snprintf(kernel, sizeof kernel, "%s_gpu_%s", game->name, purpose);
    p->setup = gpu_new(device, sizeof *setup);
    gpu_upload(device, p->setup, setup, sizeof *setup);
    return gpu_load(device, image, kernel, layout.stack, &p->kernel);
}

void gpu_player_end(gpu_player *p) {
    gpu_unload(p->device, &p->kernel);
    gpu_free(p->device, p->setup);
    gpu_free(p->device, p->tallies);
    gpu_free(p->device, p->match.results);
    gpu_free(p->device, p->match.desks);
    gpu_free(p->device, p->match.taken);
    gpu_free(p->device, p->net);
    gpu_free(p->device, p->states);
    gpu_free(p->device, p->actions);
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* ---- Random games ---------------------------------------------------------------------------- */

bool gpu_random_begin(gpu_player *p, gpu_device *device, const rz_setup *setup) {
    return begin(p, device, setup, "random") &&
           (p->tallies = gpu_new(device, p->lanes * sizeof *p->tallies)) != NULL;
}

bool gpu_random_play(gpu_player *p, uint64_t seed, uint32_t games, gpu_tally *sum) {
    uint32_t lanes = least(p->lanes, games);
    gpu_random args = {p->setup, seed, games, lanes, p->tallies};
    gpu_tally *tallies = malloc(lanes * sizeof *tallies);
    *sum = (gpu_tally){0};
    if (!tallies)
        return false;
    gpu_launch(p->device, &p->kernel, lanes, p->block, &args);
    gpu_download(p->device, tallies, p->tallies, lanes * sizeof *tallies);
    bool ok = gpu_wait(p->device);
    for (uint32_t i = 0; ok && i < lanes; i++) {
        sum->actions += tallies[i].actions;
        sum->hash += tallies[i].hash;
    }
    free(tallies);
    return ok;
}

/* ---- Matches --------------------------------------------------------------------------------- */

bool gpu_bot_of(const rz_game *game, const rz_bot_spec *spec, gpu_bot *bot) {
    bool at_once = !spec->ms && spec->nodes == 1;
    *bot = spec->bot == &rz_random_bot   ? GPU_RANDOM
           : spec->bot == &rz_greedy_bot ? GPU_GREEDY
                                         : GPU_NET;
    if (*bot == GPU_GREEDY)
        return strcmp(game->name, "mice") != 0;
    return *bot == GPU_RANDOM ||
           (spec->bot == &rz_master_bot && at_once && strcmp(game->name, "loot") == 0);
}

float *gpu_upload_net(gpu_device *device, const rz_net *net) {
    rz_net own = *net;
    size_t n = rz_net_weights(net);
    float *weights = malloc(n * sizeof *weights), *there = gpu_new(device, n * sizeof *weights);
    for (size_t i = 0; weights && i < n; i++)
        weights[i] = *rz_net_weight(&own, i);
    if (weights)
        gpu_upload(device, there, weights, n * sizeof *weights);
    free(weights);
    return weights ? there : NULL;
}

/* A net is asked by teams, each with a desk of its own. */
static bool seat_teams(gpu_player *p) {
    uint32_t teams = TEAMS * (uint32_t)p->device->processors;
    p->lanes = teams * MEMBERS;
    p->block = TEAM_BLOCK;
    p->net = gpu_upload_net(p->device, rz_net_of(p->game));
    p->match.net = p->net;
    p->match.desks = gpu_new(p->device, teams * sizeof *p->match.desks);
    p->match.taken = gpu_new(p->device, sizeof *p->match.taken);
    return p->net && p->match.taken;
}

/* The kernels that play, without a net and with one, have their purposes as names. */
static bool begin_match(gpu_player *p, gpu_device *device, const rz_match *match,
                        const uint8_t seed[RZ_SEED], const char *without, const char *with) {
    gpu_bot bots[RZ_SEATS_MAX] = {0};
    bool by_net = false;
    for (int s = 0; s < rz_seats(&match->setup); s++) {
        gpu_bot_of(match->header.game, &match->bots[s], &bots[s]);
        by_net |= bots[s] == GPU_NET;
    }
    if (!begin(p, device, &match->setup, by_net ? with : without) || (by_net && !seat_teams(p)))
        return false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        p->match.bots[s] = (uint8_t)bots[s];
    memcpy(p->match.seed, seed, RZ_SEED);
    p->match.setup = p->setup;
    p->match.fast = match->fast;
    p->match.results = gpu_new(device, GPU_GAMES * sizeof *p->match.results);
    return p->match.results != NULL;
}

bool gpu_match_begin(gpu_player *p, gpu_device *device, const rz_match *match,
                     const uint8_t seed[RZ_SEED]) {
    return begin_match(p, device, match, seed, "match", "net_match");
}

/* ---- Rollouts -------------------------------------------------------------------------------- */

bool gpu_rollout_begin(gpu_player *p, gpu_device *device, const rz_match *match,
                       const uint8_t seed[RZ_SEED], const gpu_position *position) {
    size_t size = position->choices * sizeof *position->action;
    size_t states = position->is_view ? GPU_GAMES : 1;
    if (!begin_match(p, device, match, seed, "rollout", "net_rollout"))
        return false;
    p->position = position;
    p->actions = gpu_new(device, size);
    p->states = gpu_new(device, states * p->game->state_size);
    gpu_upload(device, p->actions, position->action, size);
    gpu_upload(device, p->states, &position->state, p->game->state_size);
    return !device->failed;
}

/* What is hidden is drawn here: for a card it is too much thought. */
static bool upload_worlds(gpu_player *p, uint32_t first, uint32_t deals) {
    size_t size = p->game->state_size;
    uint8_t *worlds = malloc(deals * size), seed[RZ_SEED];
    for (uint32_t i = 0; worlds && i < deals; i++) {
        rz_state world = p->position->state;
        rz_rng rng;
        rz_seed_child(p->match.seed, first + i, seed);
        rz_seed_stream(seed, "hidden", 0, &rng);
        p->game->sample(&p->position->setup, &p->position->view, &rng, &world);
        memcpy(worlds + i * size, &world, size);
    }
    if (worlds)
        gpu_upload(p->device, p->states, worlds, deals * size);
    free(worlds);
    return worlds != NULL;
}

static bool play_on(gpu_player *p, const gpu_match *match) {
    const gpu_position *at = p->position;
    uint32_t deals = (match->games + at->choices - 1) / at->choices;
    gpu_rollout args = {.match = *match,
                        .states = p->states,
                        .each_its_own = at->is_view,
                        .line = at->line,
                        .seat = (uint32_t)at->seat,
                        .choices = at->choices,
                        .actions = p->actions};
    if (at->is_view && !upload_worlds(p, match->first, deals))
        return false;
    gpu_launch(p->device, &p->kernel, match->lanes, p->block, &args);
    return true;
}

bool gpu_match_play(gpu_player *p, uint32_t first, uint32_t games, gpu_result *results) {
    p->match.first = first;
    p->match.games = games;
    p->match.lanes = p->net ? p->lanes : least(p->lanes, games);
    if (p->match.taken)
        gpu_clear(p->device, p->match.taken, sizeof *p->match.taken);
    if (!p->position)
        gpu_launch(p->device, &p->kernel, p->match.lanes, p->block, &p->match);
    else if (!play_on(p, &p->match))
        return false;
    gpu_download(p->device, results, p->match.results, games * sizeof *results);
    return gpu_wait(p->device);
}
