/* Lessons on a card (loot): a round of them plays many games by the net as it is, and then many
 * pupils learn from some of them each, as ai/loot/learn.c has them do it. */
#ifndef RZ_GPU_SCHOOL_H
#define RZ_GPU_SCHOOL_H

#include "ai/learn.h"
#include "gpu/play.h"

enum { GPU_PUPILS = 256, GPU_LESSONS = 16, GPU_ROUND = GPU_PUPILS * GPU_LESSONS };

typedef struct gpu_school {
    gpu_device *device;
    const rz_course *course;
    gpu_kernel play, study, follow;
    gpu_lessons lessons;
    gpu_study pupils;
    gpu_follow net;
    float *weights; /* of a net, here */
} gpu_school;

/* False, without a problem, if this game is not learnt on cards. */
bool gpu_is_taught(const rz_game *game);

bool gpu_school_begin(gpu_school *school, gpu_device *device, const rz_course *course,
                      const uint8_t seed[RZ_SEED]);
void gpu_school_end(gpu_school *school);

/* Lessons `first`, … of the series, GPU_ROUND of them: the net goes on, and `pace` with it. The
 * mean error, or less than 0 if the card has failed. */
double gpu_school_round(gpu_school *school, rz_net *net, rz_net *pace, uint32_t first, float rate);

#endif
