/* Where a batch writes what is to be seen: arrays of the caller's, row after row, one row a slot.
 */
#ifndef RZ_ARRAYS_H
#define RZ_ARRAYS_H

#include "batch/features.h"
#include "core/api.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

/* Each may be NULL. A row has so many numbers as it says; nothing stands between rows. */
typedef struct rz_arrays {
    uint8_t *bytes;    /* rz_features_size: what the acting seat sees, … */
    float *floats;     /* … and the same from 0 to 1 */
    uint8_t *mask;     /* game->actions: 1 for each legal action */
    uint8_t *bits;     /* rz_mask_bytes: the same as bits, the lowest first */
    uint8_t *seats;    /* 1: the seat that acts next */
    uint8_t *ends;     /* 1: whether a game has ended in this step, … */
    float *rewards;    /* … and if so seats: the reward of each (else 0), … */
    int32_t *scores;   /* … seats: the score of each (else 0), … */
    uint32_t *numbers; /* 1: which game of its slot is played now, from 0 */
} rz_arrays;

static inline int rz_mask_bytes(const rz_game *game) {
    return (game->actions + 7) / 8;
}

RZ_PUBLIC_END

/* What writes rows of one setup. */
typedef struct rz_row_writer {
    const rz_game *game;
    const rz_setup *setup;
    const float *scale;
    int features;
} rz_row_writer;

/* Row `row` of `bytes`, `floats`, `mask`, `bits` and `seats`: `seat` is to act in `state`. */
void rz_row_write(const rz_row_writer *writer, const rz_arrays *arrays, size_t row,
                  const rz_state *state, int seat);

#endif
