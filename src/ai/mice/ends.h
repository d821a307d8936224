/* mice: where a turn ends by what is in hand when placing begins, for all sets of dice. */
#ifndef RZ_MICE_ENDS_H
#define RZ_MICE_ENDS_H

#include "ai/mice/pool.h"

typedef struct mice_ends {
    mice_public start;       /* before the dice fall: none is in hand */
    mice_end end[MICE_SETS]; /* by rank */
} mice_ends;

/* The best of some plans for each set of the active seat's dice: no more than `most` are judged as
 * a whole, and if that is more than one, also what wins by two columns at once. */
void mice_ends_find(mice_ends *ends, mice_planner *planner, mice_judge *judge,
                    const mice_public *start, int most);

/* The end of a set, after the cat has taken so many other dice. Her row has no grey cells left
 * then. */
mice_shares mice_ends_value(const mice_ends *ends, mice_judge *judge, int rank, int taken);

#endif
