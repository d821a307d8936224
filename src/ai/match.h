/* A game between bots, played to its end. */
#ifndef RZ_MATCH_H
#define RZ_MATCH_H

#include "ai/bot.h"
#include "core/record.h"
#include "games/games.h"

typedef struct rz_match {
    rz_header header;
    rz_setup setup;
    rz_bot_spec bots[RZ_SEATS_MAX];
    bool fast; /* deal with the fast generator */
} rz_match;

/* Plays game number `n` of the series with `seed`. `state` is the end of it; `record`, if not NULL,
 * gets the whole record, and is `full` if it was too small for it. Returns the number of actions.
 */
uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record);

#endif
