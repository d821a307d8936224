/* Asking a net.
 *
 * A position is told as a list of features that are on, each with a value. The outputs are turned
 * into shares that are positive and sum up to one over the seats that play.
 */
#ifndef RZ_NET_LAYERS_H
#define RZ_NET_LAYERS_H

#include "ai/net.h"
#include "core/sha256.h"

enum { RZ_NET_ACTIVE = 320 }; /* features that can be on at once */

typedef struct rz_inputs {
    int n;
    uint16_t index[RZ_NET_ACTIVE];
    float value[RZ_NET_ACTIVE];
} rz_inputs;

static inline void rz_inputs_add(rz_inputs *in, int index, float value) {
    in->index[in->n] = (uint16_t)index;
    in->value[in->n++] = value;
}

/* The shares of the first `seats` outputs. Always numbers, whatever the weights and values are. */
void rz_net_shares(const rz_net *net, const rz_inputs *in, int seats, float shares[RZ_NET_OUTPUTS]);

/* The outputs as they are; numbers as well. */
void rz_net_outputs(const rz_net *net, const rz_inputs *in, float out[RZ_NET_OUTPUTS]);

/* Shares in steps, for positions that have many features in common: the sums of the first layer
 * begin with none, features are added, and what follows from the sums and some more is told. */
typedef struct rz_net_sums {
    float of[RZ_NET_FIRST_MAX];
} rz_net_sums;

void rz_net_begin(const rz_net *net, rz_net_sums *sums);
void rz_net_add(const rz_net *net, const rz_inputs *in, rz_net_sums *sums);
void rz_net_end(const rz_net *net, const rz_net_sums *sums, const rz_inputs *more, int seats,
                float shares[RZ_NET_OUTPUTS]);

/* What every layer says. */
typedef struct rz_net_layers {
    rz_net_sums first;
    float second[RZ_NET_SECOND], output[RZ_NET_OUTPUTS];
} rz_net_layers;

void rz_net_forward(const rz_net *net, const rz_inputs *in, rz_net_layers *layers);
void rz_net_to_shares(const float output[RZ_NET_OUTPUTS], int seats, float shares[RZ_NET_OUTPUTS]);

/* Processors with AVX2 are given code of their own. It gives the same numbers to the last bit; set
 * this to do without it, to compare them. */
extern bool rz_net_portable;
bool rz_net_is_wide(void); /* whether AVX2 is in use */

/* All weights, one after another, wherever they lie. */
size_t rz_net_weights(const rz_net *net);
float *rz_net_weight(rz_net *net, size_t i);

/* The checksum that a file of this net ends with: tells nets apart. */
void rz_net_checksum(const rz_net *net, uint8_t out[RZ_SHA256_SIZE]);

#endif
