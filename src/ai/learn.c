#include "ai/learn.h"

#include <string.h>

#include "ai/nets.h"

const rz_net *rz_nets[RZ_GAMES_MAX];

const rz_course *rz_course_of(const rz_game *game) {
    return game == loot_course.game ? &loot_course : game == mice_course.game ? &mice_course : NULL;
}

void rz_net_copy(rz_net *to, const rz_net *from) {
    float *first = to->first;
    size_t size = (from->features + 1) * RZ_NET_FIRST * sizeof *first;
    memcpy(first, from->first, size);
    *to = *from;
    to->first = first;
}

void rz_net_mean(rz_net *to, rz_net *const nets[], int n) {
    for (size_t i = 0; i < rz_net_weights(to); i++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += *rz_net_weight(nets[k], i);
        *rz_net_weight(to, i) = (float)(sum / n);
    }
}
