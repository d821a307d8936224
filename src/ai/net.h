/* Small nets: sparse inputs, two layers of rectifiers, and a share for every seat.
 *
 * Nothing here needs memory or files of its own. ai/net_layers.h asks a net, ai/train.h teaches it,
 * library/load_nets.h reads it from a file.
 */
#ifndef RZ_NET_H
#define RZ_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/api.h"

RZ_PUBLIC_BEGIN

enum {
    RZ_NET_BLOCK = 64,      /* the first layer is made of blocks of so many units … */
    RZ_NET_FIRST_MAX = 256, /* … and has no more than these */
    RZ_NET_SECOND = 32,     /* units of the second */
    RZ_NET_OUTPUTS = 8
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

/* A net without weights in memory of the caller's, of at least so many floats. */
size_t rz_net_room(const rz_net_shape *shape);
void rz_net_init(rz_net *net, const rz_net_shape *shape, float *memory);

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
    RZ_NET_NO_MEMORY, /* said by those who give the memory */
    RZ_NET_NO_FILE,   /* said by those who read it: errno has the reason */
    RZ_NET_NO_USE     /* the game is not played by a net */
} rz_net_fault;

/* The net of that shape in `bytes`, into the caller's memory as for rz_net_init. */
rz_net_fault rz_net_read(rz_net *net, const rz_net_shape *shape, float *memory,
                         const uint8_t *bytes, size_t size) RZ_CHECKED;

RZ_PUBLIC_END

#endif
