/* mice: what the rolls of one turn are worth to every seat, by tables of all sets of dice.
 *
 * The tables are made once, from the board on which the dice are rolled. All that is asked up to
 * the first die placed is then looked up, so that the answers agree with each other: the first
 * roll, what is kept of it, the second roll, and the dice in hand when placing begins.
 */
#ifndef RZ_MICE_HANDS_H
#define RZ_MICE_HANDS_H

#include "ai/mice/support.h"

typedef struct mice_hands {
    bool made;
    mice_public start;    /* before the dice fall: none is in hand */
    mice_outlook placed;  /* the set in hand when placing begins */
    mice_ends ends;       /* where placing it ends */
    mice_outlook offered; /* the same when support dice may still be rolled */
    mice_outlook
        kept[MICE_DICE + 1]; /* by how many dice there are: a set is kept, the rest rolled */
    mice_outlook best;       /* the best that can be kept of a set after the first roll */
    mice_shares rolled;      /* before the first roll */
} mice_hands;

/* Tables of the dice of the active seat in `pub`, which has none in hand. `cleared` are those of
 * the board after the cat has come; NULL where she can not come in this turn. `support` is filled
 * in, if there are support dice to be rolled. */
void mice_hands_make(mice_hands *hands, mice_planner *planner, mice_judge *judge,
                     const mice_public *pub, const mice_hands *cleared, mice_support *support);

/* The same after the cat has come: some of the dice show nothing, and may be left as they are. */
void mice_hands_make_cleared(mice_hands *hands, mice_planner *planner, mice_judge *judge,
                             const mice_public *pub, mice_support *support);

/* The board of the active seat after the cat has come to it. */
mice_public mice_cleared(const mice_setup *setup, const mice_public *pub);

/* Whether she can come in this turn. */
bool mice_cat_may_come(const mice_setup *setup, const mice_public *pub);

/* Whether the tables say what a position before placing is worth. */
bool mice_hands_cover(const mice_hands *hands, const mice_public *pub);

/* The same board before any die was rolled. */
mice_public mice_before_rolls(const mice_public *pub);

#endif
