/* Small nets: sparse inputs, two layers of rectifiers, and a share for every seat.
 *
 * A position is told as a list of features that are on, each with a value. The outputs are turned
 * into shares that are positive and sum up to one over the seats that play.
 */
#ifndef RZ_NET_H
#define RZ_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RZ_NET_FIRST = 64,  /* units of the first layer */
    RZ_NET_SECOND = 32, /* and of the second */
    RZ_NET_OUTPUTS = 8,
    RZ_NET_ACTIVE = 320 /* features that can be on at once */
};

typedef struct rz_net {
    uint32_t features;
    uint32_t layout; /* a number for what the features mean: nets of another are refused */
    float *first;    /* [features + 1][RZ_NET_FIRST], the last row being the bias */
    float second[RZ_NET_FIRST + 1][RZ_NET_SECOND];
    float output[RZ_NET_SECOND + 1][RZ_NET_OUTPUTS];
} rz_net;

typedef struct rz_inputs {
    int n;
    uint16_t index[RZ_NET_ACTIVE];
    float value[RZ_NET_ACTIVE];
} rz_inputs;

static inline void rz_inputs_add(rz_inputs *in, int index, float value) {
    in->index[in->n] = (uint16_t)index;
    in->value[in->n++] = value;
}

/* False if there is no memory. The weights are small random numbers from `seed`. */
bool rz_net_new(rz_net *net, uint32_t features, uint32_t layout, uint64_t seed);
void rz_net_free(rz_net *net);

/* The shares of the first `seats` outputs. */
void rz_net_shares(const rz_net *net, const rz_inputs *in, int seats, float shares[RZ_NET_OUTPUTS]);

/* The outputs as they are. */
void rz_net_outputs(const rz_net *net, const rz_inputs *in, float out[RZ_NET_OUTPUTS]);

/* One step of learning against a slope of the error by the outputs. */
void rz_net_push(rz_net *net, const rz_inputs *in, const float slope[RZ_NET_OUTPUTS], float rate);

/* One step of learning towards `target`, which sums up to one. Returns the error before it: the
 * cross entropy. */
float rz_net_learn(rz_net *net, const rz_inputs *in, int seats, const float target[RZ_NET_OUTPUTS],
                   float rate);

/* All weights, one after another, wherever they lie. */
size_t rz_net_weights(const rz_net *net);
float *rz_net_weight(rz_net *net, size_t i);

/* A net as bytes: "RZNET 1\n", the game's name, the layout, the sizes, the weights as 32-bit
 * floats (low byte first), and the SHA-256 of all that. */
size_t rz_net_bytes(const rz_net *net);
void rz_net_write(const rz_net *net, const char game[8], uint8_t *out);

typedef enum rz_net_fault {
    RZ_NET_OK,
    RZ_NET_NO_NET,    /* not such a file */
    RZ_NET_CUT,       /* shorter or longer than it says */
    RZ_NET_CHECKSUM,  /* damaged */
    RZ_NET_OTHER,     /* of another game, or an older layout */
    RZ_NET_NO_NUMBER, /* holds something that is no number */
    RZ_NET_NO_MEMORY
} rz_net_fault;

rz_net_fault rz_net_read(rz_net *net, const char game[8], uint32_t features, uint32_t layout,
                         const uint8_t *bytes, size_t size);

#endif
