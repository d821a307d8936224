/* What a batch keeps of each of its games, beside the state. */
#ifndef RZ_SLOTS_H
#define RZ_SLOTS_H

#include <stdint.h>

/* A slot. With the fast generator the streams are in here, else a dealer is. */
typedef struct rz_slot {
    uint64_t chance, choice;
    uint32_t number; /* of its game, from 0 */
    uint32_t moves;  /* of that game so far */
    uint8_t seat;    /* that acts next */
    uint8_t unused[7];
} rz_slot;

/* Who plays at a seat; from RZ_SLOT_BOT on it is slot_ask that knows. */
enum { RZ_SLOT_CALLER, RZ_SLOT_RANDOM, RZ_SLOT_BOT };

#endif
