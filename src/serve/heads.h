/* Heads of the chain of one table, at the places where pieces of its record begin: so that a piece
 * can be read without all that comes before it. */
#ifndef SERVE_HEADS_H
#define SERVE_HEADS_H

#include <stdbool.h>

#include "core/chain.h"

enum { PIECE_LINES = 128 };

typedef struct heads {
    uint8_t (*list)[RZ_HEAD]; /* [k]: after the last line of piece first + k */
    uint32_t first, n, room;
} heads;

/* The head after line `number`; noted if a piece ends there. Without memory there is a gap, and
 * nothing after it is noted. */
void heads_note(heads *h, uint32_t number, const uint8_t head[RZ_HEAD]);

/* Those of pieces that follow. */
void heads_append(heads *h, const heads *more);

/* The head before piece `k` of a record; NULL: it is not known, or there is none before it. */
const uint8_t *heads_before(const heads *h, uint32_t k);

void heads_free(heads *h);

#endif
