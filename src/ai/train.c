#include "ai/train.h"

#include <stdlib.h>
#include <string.h>

#include "ai/maths.h"
#include "core/rng.h"

static void fill(float *weights, size_t n, rz_rng *rng, float scale) {
    for (size_t i = 0; i < n; i++)
        weights[i] = scale * ((float)rz_rng_next(rng) / 2147483648.0f - 1.0f);
}

bool rz_net_new(rz_net *net, const rz_net_shape *shape, uint64_t seed) {
    float *memory = calloc(rz_net_room(shape), sizeof *memory);
    rz_rng rng;
    rz_rng_fast(&rng, seed);
    rz_net_init(net, shape, memory);
    if (!memory)
        return false;
    /* The biases, which come last, stay zero. */
    fill(net->first, (size_t)shape->features * shape->units, &rng, 0.12f);
    fill(net->second[0], (size_t)shape->units * RZ_NET_SECOND, &rng, 0.2f);
    fill(net->output[0], RZ_NET_SECOND * RZ_NET_OUTPUTS, &rng, 0.2f);
    return true;
}

void rz_net_clear(rz_net *net) {
    memset(net->first, 0, rz_net_room(&net->shape) * sizeof *net->first);
    memset(net->output, 0, sizeof net->output);
}

void rz_net_free(rz_net *net) {
    free(net->first);
    net->first = NULL;
}

/* How much the error grows with each unit of a layer, given that of the layer above. */
static void slopes_below(const float *weights, const float *below, float *slope_below, int n,
                         const float *slope, int width) {
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < width && below[i] > 0; k++)
            sum += slope[k] * weights[i * width + k];
        slope_below[i] = sum;
    }
}

/* A step of the weights between two layers. The last row of weights is the bias. */
static void step(float *weights, const float *below, int n, const float *slope, int width,
                 float rate) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < width; k++)
            weights[i * width + k] -= rate * slope[k] * below[i];
    for (int k = 0; k < width; k++)
        weights[n * width + k] -= rate * slope[k];
}

typedef struct slopes {
    const float *output;
    float second[RZ_NET_SECOND], first[RZ_NET_FIRST_MAX];
} slopes;

static void go_back(const rz_net *net, const rz_net_layers *l, const float output[], slopes *to) {
    to->output = output;
    slopes_below(net->output[0], l->second, to->second, RZ_NET_SECOND, output, RZ_NET_OUTPUTS);
    slopes_below(net->second[0], l->first.of, to->first, (int)net->shape.units, to->second,
                 RZ_NET_SECOND);
}

static void step_all(rz_net *net, const rz_inputs *in, const rz_net_layers *l, const slopes *to,
                     float rate) {
    size_t units = net->shape.units;
    step(net->output[0], l->second, RZ_NET_SECOND, to->output, RZ_NET_OUTPUTS, rate);
    step(net->second[0], l->first.of, (int)units, to->second, RZ_NET_SECOND, rate);
    for (int i = 0; i <= in->n; i++) {
        size_t row = i < in->n ? in->index[i] : net->shape.features;
        float value = i < in->n ? in->value[i] : 1, *weights = net->first + row * units;
        for (size_t k = 0; k < units; k++)
            weights[k] -= rate * value * to->first[k];
    }
}

static float squares(const float *numbers, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i] * numbers[i];
    return sum;
}

/* How far a step moves the outputs against their slope, for each unit of the rate and the slope. */
static float reach(const rz_inputs *in, const rz_net_layers *l, const slopes *to, int units) {
    float own = squares(to->output, RZ_NET_OUTPUTS);
    float sum = own * (1 + squares(l->second, RZ_NET_SECOND));
    sum += squares(to->second, RZ_NET_SECOND) * (1 + squares(l->first.of, units));
    sum += squares(to->first, units) * (1 + squares(in->value, in->n));
    return own > 0 ? sum / own : 1;
}

void rz_net_push(rz_net *net, const rz_inputs *in, const float slope[RZ_NET_OUTPUTS], float rate) {
    rz_net_layers l;
    slopes to;
    rz_net_forward(net, in, &l);
    go_back(net, &l, slope, &to);
    step_all(net, in, &l, &to, rate / reach(in, &l, &to, (int)net->shape.units));
}

float rz_net_learn(rz_net *net, const rz_inputs *in, int seats, const float target[RZ_NET_OUTPUTS],
                   float rate) {
    rz_net_layers l;
    slopes to;
    float shares[RZ_NET_OUTPUTS], slope[RZ_NET_OUTPUTS], loss = 0;
    rz_net_forward(net, in, &l);
    rz_net_to_shares(l.output, seats, shares);
    for (int s = 0; s < RZ_NET_OUTPUTS; s++) {
        slope[s] = s < seats ? shares[s] - target[s] : 0;
        if (s < seats && target[s] > 0)
            loss -= target[s] * rz_log(shares[s] > 1e-9f ? shares[s] : 1e-9f);
    }
    go_back(net, &l, slope, &to);
    step_all(net, in, &l, &to, rate);
    return loss;
}

void rz_net_copy(rz_net *to, const rz_net *from) {
    memcpy(to->first, from->first, rz_net_room(&from->shape) * sizeof *to->first);
    memcpy(to->output, from->output, sizeof to->output);
}

static void follow(float *weights, size_t n, const float *copies[], int m, float *pace,
                   float keep) {
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < m; k++)
            sum += copies[k][i] - weights[i];
        pace[i] = sum / (float)m + keep * pace[i];
        weights[i] += pace[i];
    }
}

void rz_net_follow(rz_net *net, rz_net *const copies[], int n, rz_net *pace, float keep) {
    const float *parts[RZ_COPIES_MAX];
    size_t room = rz_net_room(&net->shape);
    for (int k = 0; k < n; k++)
        parts[k] = copies[k]->first;
    follow(net->first, room, parts, n, pace->first, keep);
    for (int k = 0; k < n; k++)
        parts[k] = copies[k]->output[0];
    follow(net->output[0], rz_net_weights(net) - room, parts, n, pace->output[0], keep);
}
