/* A whole game at random, as a record. */
#ifndef RZ_PLAY_H
#define RZ_PLAY_H

#include "core/record.h"

/* Writes the lines of a game of random moves; no seed is told at its end. With `choices` each line
 * of a seat follows one that says how many choices it had: "legal 5". */
void play_record(const rz_header *header, const rz_setup *setup, uint64_t seed, bool choices,
                 rz_text *out);

#endif
