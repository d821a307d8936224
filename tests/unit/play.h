/* Whole games at random, as records. */
#ifndef RZ_PLAY_H
#define RZ_PLAY_H

#include "core/record.h"

/* Writes the lines of a game of random moves; no seed is told at its end. With `choices` each line
 * of a seat follows one that says how many choices it had: "legal 5". */
void play_record(const rz_header *header, const rz_setup *setup, uint64_t seed, bool choices,
                 rz_text *out);

/* The same of a fair game: `server` is the server's seed, which is told at the end, and the header
 * gets the promise and nonces. Seats leave and return between the moves. */
void play_fair_record(rz_header *header, const rz_setup *setup, const uint8_t server[RZ_SEED],
                      rz_text *out);

#endif
