/* mice: what every choice leads to, by the judgement of positions between turns. */
#ifndef RZ_MICE_SEARCH_H
#define RZ_MICE_SEARCH_H

#include "ai/mice/plan.h"

/* What sets of dice are worth, by rank. */
typedef struct mice_outlook {
    mice_shares of[MICE_SETS];
} mice_outlook;

/* Every set of `least` to `dice` mouse dice in hand, if it is what the active seat has when it
 * places. With a cat about, sets of fewer than `dice` are those of which it has taken the others.
 * If the budget, which may be NULL, allows it plans are judged as a whole, not as the sum of their
 * parts. */
void mice_outlook_hands(mice_outlook *outlook, mice_judge *judge, const mice_public *pub, int least,
                        int dice, const mice_budget *budget);

/* As mice_expect and mice_best_part: what it is worth to keep a set and to roll the rest of `dice`
 * dice, exactly; and the best part of each set for seat `me`. */
void mice_outlook_expect(mice_outlook *outlook, int dice, int cat);
void mice_outlook_best_part(mice_outlook *outlook, int dice, int me);

/* The beginning of a turn, if it is rolled: both rolls by their exact expectation. */
mice_shares mice_roll_value(mice_judge *judge, const mice_public *pub, const mice_budget *budget);

/* The beginning of a turn, or the end of the game, looked at one turn further: what it is worth to
 * the active seat and to another one. */
mice_shares mice_turn_value(mice_judge *judge, const mice_public *pub, int seat);

/* Placing in one go, for those who are in a hurry: on to the end of the turn, by judgement. False
 * if no plan is found. */
bool mice_place_all(mice_judge *judge, mice_public *pub);

/* The share of the seat to act after each legal action. */
void mice_search_each(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                      const rz_action *legal, int n, float *win);

#endif
