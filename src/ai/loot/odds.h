/* loot: what cards are worth, for bots and for people who ask. */
#ifndef RZ_LOOT_ODDS_H
#define RZ_LOOT_ODDS_H

#include "games/loot/rules.h"

/* What cards (as they lie in the lot: 1 + kind, or 0) would add to a seat's points if the round
 * were scored now; `last` with what only the third round scores. */
int loot_worth(const loot_setup *setup, const loot_public *pub, const uint8_t lot[LOOT_PLACES],
               int seat, bool last);

/* The same for a seat while another takes them: gangsters are counted against each other (L41). */
int loot_effect(const loot_setup *setup, const loot_public *pub, const uint8_t lot[LOOT_PLACES],
                int taker, int seat, bool last);

#endif
