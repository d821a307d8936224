/* Small nets: sparse inputs, two layers of rectifiers, and a share for every seat.
 *
 * A position is told as a list of features that are on, each with a value. The outputs are turned
 * into shares that are positive and sum up to one over the seats that play.
 *
 * Nothing here needs memory or files of its own; ai/train.h has what learning needs beside it.
 */
#ifndef RZ_NET_H
#define RZ_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RZ_NET_BLOCK = 64,      /* the first layer is made of blocks of so many units … */
    RZ_NET_FIRST_MAX = 256, /* … and has no more than these */
    RZ_NET_SECOND = 32,     /* units of the second */
    RZ_NET_OUTPUTS = 8,
    RZ_NET_ACTIVE = 320 /* features that can be on at once */
};

typedef struct rz_net_shape {
    char game[8];    /* its name, padded with zeroes */
    uint32_t layout; /* a number for what the features mean: nets of another are refused */
    uint32_t features;
    uint32_t units; /* of the first layer */
} rz_net_shape;

typedef struct rz_net {
    rz_net_shape shape;
    float *first;                   /* [features + 1][units], the last row being the bias */
    float (*second)[RZ_NET_SECOND]; /* [units + 1], likewise; both in the same memory */
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

/* A net without weights in memory of the caller's, of at least so many floats. */
size_t rz_net_room(const rz_net_shape *shape);
void rz_net_init(rz_net *net, const rz_net_shape *shape, float *memory);

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

/* A net as bytes: "RZNET 1\n", the game's name, the layout, the sizes, the weights as 32-bit
 * floats (low byte first), and the SHA-256 of all that. */
size_t rz_net_bytes(const rz_net_shape *shape);
void rz_net_write(const rz_net *net, uint8_t *out);

typedef enum rz_net_fault {
    RZ_NET_OK,
    RZ_NET_NO_NET,    /* not such a file */
    RZ_NET_CUT,       /* shorter or longer than it says */
    RZ_NET_CHECKSUM,  /* damaged */
    RZ_NET_OTHER,     /* of another game, or an older layout */
    RZ_NET_NO_NUMBER, /* holds something that is no number */
    RZ_NET_NO_MEMORY  /* said by those who give the memory */
} rz_net_fault;

/* The net of that shape in `bytes`, into the caller's memory as for rz_net_init. */
rz_net_fault rz_net_read(rz_net *net, const rz_net_shape *shape, float *memory,
                         const uint8_t *bytes, size_t size);

#endif
