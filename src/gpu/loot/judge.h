/* loot: a net asked and taught by a team. Every sum is taken in the order of ai/net.c and
 * ai/train.c, and multiplications and additions stay apart: the numbers are the same ones. */
#ifndef RZ_GPU_LOOT_JUDGE_H
#define RZ_GPU_LOOT_JUDGE_H

#include "ai/maths.h"
#include "gpu/arguments.h"
#include "gpu/kernels/lane.h"

static inline float rectified(float x) {
    return x > 0 ? x : 0;
}

/* Each member has some units of the first layer. */
static inline void team_first(const float *net, const rz_inputs *in, float first[GPU_UNITS],
                              uint32_t member) {
    enum { OWN = GPU_UNITS / TEAM };
    const float *own = net + member * OWN;
    float sum[OWN];
    for (int u = 0; u < OWN; u++)
        sum[u] = own[LOOT_FEATURES * GPU_UNITS + u];
#pragma GCC unroll 8
    for (int i = 0; i < in->n; i++) {
        const float *row = own + in->index[i] * GPU_UNITS;
        float value = in->value[i];
        for (int u = 0; u < OWN; u++)
            sum[u] += value * row[u];
    }
    for (int u = 0; u < OWN; u++)
        first[member * OWN + (uint32_t)u] = rectified(sum[u]);
    team_sync();
}

/* From one layer to the next: even and odd units are summed up apart. The last row is the bias. */
static inline float sum_units(const float *weights, const float *below, int n, int width,
                              uint32_t unit) {
    const float *at = weights + unit;
    float even = at[n * width], odd = 0;
#pragma GCC unroll 8
    for (int i = 0; i < n; i += 2) {
        even += below[i] * at[i * width];
        odd += below[i + 1] * at[(i + 1) * width];
    }
    return even + odd;
}

static inline void team_forward(const float *net, const rz_inputs *in, gpu_desk *desk,
                                float output[RZ_NET_OUTPUTS], uint32_t member) {
    const float limit = 1e30f;
    team_first(net, in, desk->first, member);
    for (uint32_t k = member; k < RZ_NET_SECOND; k += TEAM)
        desk->second[k] =
            rectified(sum_units(net + GPU_SECOND, desk->first, GPU_UNITS, RZ_NET_SECOND, k));
    team_sync();
    for (uint32_t k = member; k < RZ_NET_OUTPUTS; k += TEAM) {
        float x = sum_units(net + GPU_OUTPUT, desk->second, RZ_NET_SECOND, RZ_NET_OUTPUTS, k);
        x = x < limit ? x : limit;
        output[k] = x > -limit ? x : -limit;
    }
    team_sync();
}

/* As rz_net_to_shares. */
static inline void to_shares(const float output[RZ_NET_OUTPUTS], int seats,
                             float shares[LOOT_SEATS]) {
    float high = output[0], sum = 0;
    for (int s = 1; s < seats; s++)
        high = output[s] > high ? output[s] : high;
    for (int s = 0; s < seats; s++)
        sum += shares[s] = rz_exp(output[s] - high);
    for (int s = 0; s < seats; s++)
        shares[s] /= sum;
}

#endif
