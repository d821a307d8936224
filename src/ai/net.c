#include "ai/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "core/sha256.h"

/* The same code for processors with wide registers and for those without, chosen when the program
 * starts. Multiplications and additions stay apart, so that both give the same numbers. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

static float random_weight(rz_rng *rng, float scale) {
    return scale * ((float)rz_rng_next(rng) / 2147483648.0f - 1.0f);
}

bool rz_net_new(rz_net *net, uint32_t features, uint32_t layout, uint64_t seed) {
    rz_rng rng;
    rz_rng_fast(&rng, seed);
    *net = (rz_net){.features = features, .layout = layout};
    net->first = calloc((features + 1) * RZ_NET_FIRST, sizeof *net->first);
    if (!net->first)
        return false;
    for (uint32_t i = 0; i < features * RZ_NET_FIRST; i++)
        net->first[i] = random_weight(&rng, 0.12f);
    for (int i = 0; i < RZ_NET_FIRST; i++)
        for (int k = 0; k < RZ_NET_SECOND; k++)
            net->second[i][k] = random_weight(&rng, 0.2f);
    for (int i = 0; i < RZ_NET_SECOND; i++)
        for (int k = 0; k < RZ_NET_OUTPUTS; k++)
            net->output[i][k] = random_weight(&rng, 0.2f);
    return true;
}

void rz_net_free(rz_net *net) {
    free(net->first);
    net->first = NULL;
}

typedef struct layers {
    float first[RZ_NET_FIRST], second[RZ_NET_SECOND], output[RZ_NET_OUTPUTS];
} layers;

WIDE static void forward(const rz_net *net, const rz_inputs *in, layers *l) {
    memcpy(l->first, net->first + (size_t)net->features * RZ_NET_FIRST, sizeof l->first);
    for (int i = 0; i < in->n; i++) {
        const float *row = net->first + (size_t)in->index[i] * RZ_NET_FIRST;
        float value = in->value[i];
        for (int k = 0; k < RZ_NET_FIRST; k++)
            l->first[k] += value * row[k];
    }
    memcpy(l->second, net->second[RZ_NET_FIRST], sizeof l->second);
    for (int i = 0; i < RZ_NET_FIRST; i++) {
        float value = l->first[i] = l->first[i] > 0 ? l->first[i] : 0;
        for (int k = 0; k < RZ_NET_SECOND; k++)
            l->second[k] += value * net->second[i][k];
    }
    memcpy(l->output, net->output[RZ_NET_SECOND], sizeof l->output);
    for (int i = 0; i < RZ_NET_SECOND; i++) {
        float value = l->second[i] = l->second[i] > 0 ? l->second[i] : 0;
        for (int k = 0; k < RZ_NET_OUTPUTS; k++)
            l->output[k] += value * net->output[i][k];
    }
}

static void to_shares(const float output[RZ_NET_OUTPUTS], int seats, float shares[]) {
    float high = output[0], sum = 0;
    for (int s = 1; s < seats; s++)
        high = output[s] > high ? output[s] : high;
    for (int s = 0; s < seats; s++)
        sum += shares[s] = expf(output[s] - high);
    for (int s = 0; s < seats; s++)
        shares[s] /= sum;
    for (int s = seats; s < RZ_NET_OUTPUTS; s++)
        shares[s] = 0;
}

void rz_net_shares(const rz_net *net, const rz_inputs *in, int seats,
                   float shares[RZ_NET_OUTPUTS]) {
    layers l;
    forward(net, in, &l);
    to_shares(l.output, seats, shares);
}

void rz_net_outputs(const rz_net *net, const rz_inputs *in, float out[RZ_NET_OUTPUTS]) {
    layers l;
    forward(net, in, &l);
    memcpy(out, l.output, sizeof l.output);
}

WIDE static void backward(rz_net *net, const rz_inputs *in, const layers *l,
                          const float slope[RZ_NET_OUTPUTS], float rate) {
    float second[RZ_NET_SECOND], first[RZ_NET_FIRST];
    for (int i = 0; i < RZ_NET_SECOND; i++) {
        second[i] = 0;
        for (int k = 0; k < RZ_NET_OUTPUTS; k++) {
            second[i] += slope[k] * net->output[i][k];
            net->output[i][k] -= rate * slope[k] * l->second[i];
        }
        second[i] = l->second[i] > 0 ? second[i] : 0;
    }
    for (int k = 0; k < RZ_NET_OUTPUTS; k++)
        net->output[RZ_NET_SECOND][k] -= rate * slope[k];
    for (int i = 0; i < RZ_NET_FIRST; i++) {
        first[i] = 0;
        for (int k = 0; k < RZ_NET_SECOND; k++) {
            first[i] += second[k] * net->second[i][k];
            net->second[i][k] -= rate * second[k] * l->first[i];
        }
        first[i] = l->first[i] > 0 ? rate * first[i] : 0;
    }
    for (int k = 0; k < RZ_NET_SECOND; k++)
        net->second[RZ_NET_FIRST][k] -= rate * second[k];
    for (int i = 0; i <= in->n; i++) {
        size_t row = i < in->n ? in->index[i] : net->features;
        float value = i < in->n ? in->value[i] : 1, *weights = net->first + row * RZ_NET_FIRST;
        for (int k = 0; k < RZ_NET_FIRST; k++)
            weights[k] -= value * first[k];
    }
}

void rz_net_push(rz_net *net, const rz_inputs *in, const float slope[RZ_NET_OUTPUTS], float rate) {
    layers l;
    forward(net, in, &l);
    backward(net, in, &l, slope, rate);
}

float rz_net_learn(rz_net *net, const rz_inputs *in, int seats, const float target[RZ_NET_OUTPUTS],
                   float rate) {
    layers l;
    float shares[RZ_NET_OUTPUTS], slope[RZ_NET_OUTPUTS], loss = 0;
    forward(net, in, &l);
    to_shares(l.output, seats, shares);
    for (int s = 0; s < RZ_NET_OUTPUTS; s++) {
        slope[s] = s < seats ? shares[s] - target[s] : 0;
        if (s < seats && target[s] > 0)
            loss -= target[s] * logf(shares[s] > 1e-9f ? shares[s] : 1e-9f);
    }
    backward(net, in, &l, slope, rate);
    return loss;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static const char magic[8] = {'R', 'Z', 'N', 'E', 'T', ' ', '1', '\n'};
enum { HEAD = 8 + 8 + 5 * 4 };

static void put_word(uint8_t *out, uint32_t word) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get_word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t weights_of(uint32_t features) {
    return (size_t)(features + 1) * RZ_NET_FIRST + (RZ_NET_FIRST + 1) * RZ_NET_SECOND +
           (RZ_NET_SECOND + 1) * RZ_NET_OUTPUTS;
}

size_t rz_net_weights(const rz_net *net) {
    return weights_of(net->features);
}

size_t rz_net_bytes(const rz_net *net) {
    return HEAD + 4 * weights_of(net->features) + RZ_SHA256_SIZE;
}

float *rz_net_weight(rz_net *net, size_t i) {
    size_t first = (size_t)(net->features + 1) * RZ_NET_FIRST;
    size_t second = (RZ_NET_FIRST + 1) * RZ_NET_SECOND;
    if (i < first)
        return &net->first[i];
    if (i < first + second)
        return &net->second[0][0] + (i - first);
    return &net->output[0][0] + (i - first - second);
}

static void checksum(const uint8_t *bytes, size_t size, uint8_t out[RZ_SHA256_SIZE]) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, bytes, size);
    rz_sha256_end(&hash, out);
}

static void write_head(const rz_net *net, const char game[8], uint8_t out[HEAD]) {
    const uint32_t sizes[5] = {net->layout, net->features, RZ_NET_FIRST, RZ_NET_SECOND,
                               RZ_NET_OUTPUTS};
    memcpy(out, magic, 8);
    memcpy(out + 8, game, 8);
    for (int i = 0; i < 5; i++)
        put_word(out + 16 + 4 * i, sizes[i]);
}

void rz_net_write(const rz_net *net, const char game[8], uint8_t *out) {
    rz_net copy = *net;
    size_t n = weights_of(net->features);
    write_head(net, game, out);
    for (size_t i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, rz_net_weight(&copy, i), 4);
        put_word(out + HEAD + 4 * i, word);
    }
    checksum(out, HEAD + 4 * n, out + HEAD + 4 * n);
}

static bool read_weights(rz_net *net, const uint8_t *bytes) {
    size_t n = weights_of(net->features);
    for (size_t i = 0; i < n; i++) {
        uint32_t word = get_word(bytes + 4 * i);
        memcpy(rz_net_weight(net, i), &word, 4);
        if (!isfinite(*rz_net_weight(net, i)))
            return false;
    }
    return true;
}

rz_net_fault rz_net_read(rz_net *net, const char game[8], uint32_t features, uint32_t layout,
                         const uint8_t *bytes, size_t size) {
    uint8_t head[HEAD], sum[RZ_SHA256_SIZE];
    *net = (rz_net){.features = features, .layout = layout};
    write_head(net, game, head);
    if (size < HEAD || memcmp(bytes, magic, 8) != 0)
        return RZ_NET_NO_NET;
    if (memcmp(bytes, head, HEAD) != 0)
        return RZ_NET_OTHER;
    if (size != rz_net_bytes(net))
        return RZ_NET_CUT;
    checksum(bytes, size - RZ_SHA256_SIZE, sum);
    if (memcmp(sum, bytes + size - RZ_SHA256_SIZE, RZ_SHA256_SIZE) != 0)
        return RZ_NET_CHECKSUM;
    if (!rz_net_new(net, features, layout, 0))
        return RZ_NET_NO_MEMORY;
    if (read_weights(net, bytes + HEAD))
        return RZ_NET_OK;
    rz_net_free(net);
    return RZ_NET_NO_NUMBER;
}
