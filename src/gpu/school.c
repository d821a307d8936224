#include "gpu/school.h"

#include <stdlib.h>
#include <string.h>

#include "core/setup.h"

enum { MEMBERS = 32, TEAMS = 24, BLOCK = 128, STACK = 1 << 14, SEATS = 4 };

bool gpu_is_taught(const rz_game *game) {
    return strcmp(game->name, "loot") == 0;
}

/* One of 2, 3, 4 and 5 players. */
static void make_setups(gpu_school *s, const rz_game *game) {
    rz_setup setups[SEATS], *there = gpu_new(s->device, sizeof setups);
    rz_problem problem;
    memset(setups, 0, sizeof setups);
    for (int i = 0; i < SEATS; i++)
        if (!rz_setup_init(game, 2 + i, &setups[i], &problem) ||
            !rz_setup_complete(game, &setups[i], &problem))
            return;
    if (there)
        gpu_upload(s->device, there, setups, sizeof setups);
    s->lessons.setups = there;
}

static void make_room(gpu_school *s) {
    gpu_device *d = s->device;
    uint32_t teams = TEAMS * (uint32_t)d->processors;
    uint32_t desks = teams > GPU_PUPILS ? teams : GPU_PUPILS;
    s->lessons.lanes = teams * MEMBERS;
    s->pupils.lanes = GPU_PUPILS * MEMBERS;
    s->pupils.pupils_count = s->net.pupils_count = GPU_PUPILS;
    s->pupils.games_each = GPU_LESSONS;
    s->lessons.games = GPU_ROUND;
    s->net.lanes = GPU_WEIGHTS;
    s->net.net = gpu_new(d, GPU_WEIGHTS * sizeof(float));
    s->net.pace = gpu_new(d, GPU_WEIGHTS * sizeof(float));
    s->pupils.pupils = gpu_new(d, (size_t)GPU_PUPILS * GPU_WEIGHTS * sizeof(float));
    s->pupils.errors = gpu_new(d, GPU_PUPILS * sizeof(float));
    s->lessons.desks = s->pupils.desks = gpu_new(d, desks * sizeof(gpu_desk));
    s->lessons.played = gpu_new(d, GPU_ROUND * sizeof(gpu_game));
    s->lessons.moments = gpu_new(d, (size_t)GPU_ROUND * GPU_TURNS * sizeof(gpu_moment));
    s->lessons.taken = gpu_new(d, sizeof(uint32_t));
    s->lessons.net = s->pupils.net = s->net.net;
    s->net.pupils = s->pupils.pupils;
    s->pupils.played = s->lessons.played;
    s->pupils.moments = s->lessons.moments;
}

bool gpu_school_begin(gpu_school *s, gpu_device *device, const rz_course *course,
                      const uint8_t seed[RZ_SEED]) {
    *s = (gpu_school){.device = device, .course = course};
    memcpy(s->lessons.seed, seed, RZ_SEED);
    s->net.keep = course->momentum;
    s->weights = malloc(GPU_WEIGHTS * sizeof *s->weights);
    if (!s->weights || !gpu_load(device, "loot_lessons", "loot_gpu_lessons", STACK, &s->play) ||
        !gpu_load_beside(device, &s->play, "loot_gpu_study", &s->study) ||
        !gpu_load_beside(device, &s->play, "loot_gpu_follow", &s->follow))
        return false;
    make_setups(s, course->game);
    make_room(s);
    return !device->failed;
}

void gpu_school_end(gpu_school *s) {
    void *rooms[] = {(void *)(uintptr_t)s->lessons.setups,
                     s->net.net,
                     s->net.pace,
                     s->pupils.pupils,
                     s->pupils.errors,
                     s->lessons.desks,
                     s->lessons.played,
                     s->lessons.moments,
                     s->lessons.taken};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        gpu_free(s->device, rooms[i]);
    gpu_unload(s->device, &s->play);
    free(s->weights);
}

static void send_net(gpu_school *s, float *to, rz_net *net) {
    for (size_t i = 0; i < GPU_WEIGHTS; i++)
        s->weights[i] = *rz_net_weight(net, i);
    gpu_upload(s->device, to, s->weights, GPU_WEIGHTS * sizeof *s->weights);
}

static void fetch_net(gpu_school *s, rz_net *net, const float *from) {
    gpu_download(s->device, s->weights, from, GPU_WEIGHTS * sizeof *s->weights);
    for (size_t i = 0; i < GPU_WEIGHTS && !s->device->failed; i++)
        *rz_net_weight(net, i) = s->weights[i];
}

double gpu_school_round(gpu_school *s, rz_net *net, rz_net *pace, uint32_t first, float rate) {
    float errors[GPU_PUPILS];
    double sum = 0;
    s->lessons.first = first;
    s->pupils.rate = rate;
    send_net(s, s->net.net, net);
    send_net(s, s->net.pace, pace);
    gpu_clear(s->device, s->lessons.taken, sizeof *s->lessons.taken);
    gpu_launch(s->device, &s->play, s->lessons.lanes, BLOCK, &s->lessons);
    gpu_launch(s->device, &s->study, s->pupils.lanes, MEMBERS, &s->pupils);
    gpu_launch(s->device, &s->follow, s->net.lanes, BLOCK, &s->net);
    gpu_download(s->device, errors, s->pupils.errors, sizeof errors);
    fetch_net(s, net, s->net.net);
    fetch_net(s, pace, s->net.pace);
    if (!gpu_wait(s->device))
        return -1;
    for (int i = 0; i < GPU_PUPILS; i++)
        sum += (double)errors[i];
    return sum / GPU_ROUND;
}
