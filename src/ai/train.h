/* Nets that learn, in memory of their own. */
#ifndef RZ_TRAIN_H
#define RZ_TRAIN_H

#include "ai/net_layers.h"

enum { RZ_COPIES_MAX = 64 };

/* False if there is no memory. The weights are small random numbers from `seed`. */
bool rz_net_new(rz_net *net, const rz_net_shape *shape, uint64_t seed);
void rz_net_clear(rz_net *net); /* all weights are zero */
void rz_net_free(rz_net *net);

/* One step of learning against a slope of the error by the outputs, which moves them by about
 * `rate` times the slope, whatever the weights are. */
void rz_net_push(rz_net *net, const rz_inputs *in, const float slope[RZ_NET_OUTPUTS], float rate);

/* One step of learning towards `target`, which sums up to one. Returns the error before it: the
 * cross entropy. */
float rz_net_learn(rz_net *net, const rz_inputs *in, int seats, const float target[RZ_NET_OUTPUTS],
                   float rate);

/* Nets of one call are of one shape. */
void rz_net_copy(rz_net *to, const rz_net *from);

/* `net` goes to the mean of what became of it in `n` copies, no more than RZ_COPIES_MAX, and by a
 * part of the step before further: what many agree on is learnt faster. `pace` holds the step of
 * every weight, and is cleared at first. */
void rz_net_follow(rz_net *net, rz_net *const copies[], int n, rz_net *pace, float keep);

#endif
