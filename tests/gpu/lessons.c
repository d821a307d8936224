/* A round of lessons in loot, as a card holds it, leaves the very net that pupils here leave who
 * take a lesson each: test_gpu_lessons NET */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/learn.h"
#include "ai/train.h"
#include "core/setup.h"
#include "gpu/arguments.h"
#include "library/load_nets.h"

void loot_gpu_lessons(const gpu_lessons *args, uint32_t lane);
void loot_gpu_study(const gpu_study *args, uint32_t lane);
void loot_gpu_follow(const gpu_follow *args, uint32_t lane);

enum { PUPILS = 4, FIRST = 1234 };
static const float rate = 0.02f, keep = 0.8f;
static const uint8_t seed[RZ_SEED] = {3, 1, 4};

static void *room(size_t n, size_t size) {
    void *memory = calloc(n, size);
    if (!memory)
        exit(3);
    return memory;
}

static void flatten(const rz_net *net, float *weights) {
    rz_net own = *net;
    for (size_t i = 0; i < GPU_WEIGHTS; i++)
        weights[i] = *rz_net_weight(&own, i);
}

static float learn_here(rz_net *net, rz_net *pace) {
    rz_net pupils[PUPILS], *all[PUPILS];
    float error = 0;
    for (int i = 0; i < PUPILS; i++) {
        all[i] = &pupils[i];
        if (!rz_net_new(all[i], &net->shape, 1))
            exit(3);
        rz_net_copy(all[i], net);
        error += loot_course.lesson(all[i], seed, FIRST + (uint32_t)i, rate);
    }
    rz_net_follow(net, all, PUPILS, pace, keep);
    for (int i = 0; i < PUPILS; i++)
        rz_net_free(all[i]);
    return error;
}

static float learn_there(float *net, float *pace) {
    rz_setup setups[4];
    rz_problem problem;
    uint32_t taken = 0;
    float errors[PUPILS], error = 0;
    memset(setups, 0, sizeof setups);
    for (int i = 0; i < 4; i++)
        if (!rz_setup_init(&loot_game, 2 + i, &setups[i], &problem) ||
            !rz_setup_complete(&loot_game, &setups[i], &problem))
            exit(3);
    gpu_desk *desks = room(PUPILS, sizeof *desks);
    gpu_game *played = room(PUPILS, sizeof *played);
    gpu_moment *moments = room((size_t)PUPILS * GPU_TURNS, sizeof *moments);
    float *pupils = room((size_t)PUPILS * GPU_WEIGHTS, sizeof *pupils);
    gpu_lessons lessons = {.first = FIRST,
                           .games = PUPILS,
                           .lanes = 1,
                           .setups = setups,
                           .net = net,
                           .desks = desks,
                           .played = played,
                           .moments = moments,
                           .taken = &taken};
    gpu_study study = {net, pupils, PUPILS, 1, rate, PUPILS, desks, played, moments, errors};
    gpu_follow follow = {net, pace, pupils, PUPILS, GPU_WEIGHTS, keep};
    memcpy(lessons.seed, seed, sizeof seed);
    loot_gpu_lessons(&lessons, 0);
    for (uint32_t lane = 0; lane < PUPILS; lane++)
        loot_gpu_study(&study, lane);
    for (uint32_t lane = 0; lane < GPU_WEIGHTS; lane++)
        loot_gpu_follow(&follow, lane);
    for (int i = 0; i < PUPILS; i++)
        error += errors[i];
    free(desks);
    free(played);
    free(moments);
    free(pupils);
    return error;
}

int main(int argc, char **argv) {
    static float there[GPU_WEIGHTS], pace_there[GPU_WEIGHTS], here[GPU_WEIGHTS];
    rz_net net, pace;
    if (argc != 2 || rz_load_net(&loot_game, argv[1]) != RZ_NET_OK ||
        !rz_net_new(&net, rz_net_shape_of(&loot_game), 1) ||
        !rz_net_new(&pace, rz_net_shape_of(&loot_game), 1))
        return 2;
    rz_net_copy(&net, rz_net_of(&loot_game));
    rz_net_clear(&pace);
    flatten(&net, there);
    float error_there = learn_there(there, pace_there), error_here = learn_here(&net, &pace);
    flatten(&net, here);
    bool alike = memcmp(here, there, sizeof here) == 0;
    flatten(&pace, here);
    alike = alike && memcmp(here, pace_there, sizeof here) == 0 && error_here == error_there;
    rz_net_free(&net);
    rz_net_free(&pace);
    rz_unload_nets();
    if (!alike)
        fprintf(stderr, "another net: errors %.9g here, %.9g there\n", (double)error_here,
                (double)error_there);
    return !alike;
}
