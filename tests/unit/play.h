/* A whole game at random, as a record. */
#ifndef RZ_PLAY_H
#define RZ_PLAY_H

#include "core/record.h"

/* Writes the lines of a game of random moves by the fast dealer; no seed is told at its end. */
void play_record(const rz_header *header, const rz_setup *setup, uint64_t seed, rz_text *out);

#endif
