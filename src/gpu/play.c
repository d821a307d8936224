#include "gpu/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/knowledge.h"
#include "ai/net_layers.h"
#include "ai/nets.h"

/* How the lanes of a game are laid out: more at once than the card has room for, in blocks of the
 * size that was quickest on an H200 (docs/gpu.md). The payments of bars call themselves. */
typedef struct layout {
    const char *game;
    uint32_t lanes, block; /* lanes for each processor */
    size_t stack;
} layout;

static const layout layouts[] = {
    {"loot", 8192, 64, 0}, {"bars", 2048, 64, 1 << 17}, {"mice", 1024, 64, 1 << 14}, {0}};

enum { TEAMS = 24, MEMBERS = 32, TEAM_BLOCK = 128, TEAM_STACK = 1 << 14 }; /* teams a processor */

static const layout *layout_of(const rz_game *game) {
    const layout *l = layouts;
    while (l->game && strcmp(l->game, game->name) != 0)
        l++;
    return l;
}

static bool begin(gpu_player *p, gpu_device *device, const rz_setup *setup, const char *purpose) {
    const rz_game *game = rz_game_of(setup);
    const layout *l = layout_of(game);
    char image[40], kernel[40];
    *p = (gpu_player){.device = device, .game = game, .block = l->block ? l->block : 64};
    p->lanes = (l->lanes ? l->lanes : 512) * (uint32_t)device->processors;
    snprintf(image, sizeof image, "%s_%s", game->name, purpose);
    snprintf(kernel, sizeof kernel, "%s_gpu_%s", game->name, purpose);
    p->setup = gpu_new(device, sizeof *setup);
    gpu_upload(device, p->setup, setup, sizeof *setup);
    return gpu_load(device, image, kernel, l->stack, &p->kernel);
}

void gpu_player_end(gpu_player *p) {
    gpu_unload(p->device, &p->kernel);
    gpu_free(p->device, p->setup);
    gpu_free(p->device, p->tallies);
    gpu_free(p->device, p->match.results);
    gpu_free(p->device, p->match.desks);
    gpu_free(p->device, p->match.taken);
    gpu_free(p->device, p->net);
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

bool gpu_match_begin(gpu_player *p, gpu_device *device, const rz_match *match,
                     const uint8_t seed[RZ_SEED]) {
    gpu_bot bots[RZ_SEATS_MAX] = {0};
    bool by_net = false;
    for (int s = 0; s < rz_seats(&match->setup); s++) {
        gpu_bot_of(match->header.game, &match->bots[s], &bots[s]);
        by_net |= bots[s] == GPU_NET;
    }
    if (!begin(p, device, &match->setup, by_net ? "net_match" : "match") ||
        (by_net && !seat_teams(p)))
        return false;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        p->match.bots[s] = (uint8_t)bots[s];
    memcpy(p->match.seed, seed, RZ_SEED);
    p->match.setup = p->setup;
    p->match.fast = match->fast;
    p->match.results = gpu_new(device, GPU_GAMES * sizeof *p->match.results);
    return p->match.results != NULL;
}

bool gpu_match_play(gpu_player *p, uint32_t first, uint32_t games, gpu_result *results) {
    p->match.first = first;
    p->match.games = games;
    p->match.lanes = p->net ? p->lanes : least(p->lanes, games);
    if (p->match.taken)
        gpu_clear(p->device, p->match.taken, sizeof *p->match.taken);
    gpu_launch(p->device, &p->kernel, p->match.lanes, p->block, &p->match);
    gpu_download(p->device, results, p->match.results, games * sizeof *results);
    return gpu_wait(p->device);
}
