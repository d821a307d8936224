/* bars: what a round may bring to all seats, in win shares.
 *
 * Once cards are shown, nothing but haggles and dice stand between a table and the end of the
 * round; and what all have at the end of a round is judged by bars_shares.
 */
#ifndef RZ_BARS_ROUND_H
#define RZ_BARS_ROUND_H

#include "ai/bars/think.h"

/* Win shares that are summed up. */
typedef struct bars_sum {
    double of[BARS_SEATS];
} bars_sum;

/* The money that all have, in 5,000s; cards in hands count as what they are worth to those who keep
 * them. */
typedef struct bars_wealth {
    float of[BARS_SEATS];
} bars_wealth;

/* How often a seat plays each of its cards. */
typedef struct bars_mixture {
    int n;
    uint8_t kind[BARS_HAND];
    float chance[BARS_HAND];
} bars_mixture;

/* The scene as a whole state has it. When no round follows, the most money wins and nothing else.
 */
void bars_round_scene(const rz_net *net, const bars_setup *setup, const bars_public *pub,
                      bars_scene *scene);

/* What all have who hold these cards. */
void bars_round_wealth(const bars_scene *scene, const bars_own own[], bars_wealth *wealth);

/* Adds `chance` times the win shares of all when the bars from `bar` on are settled with these
 * kinds shown. Where several haggle, each is thought to get all as often as it would win the duels:
 * who is asked takes no less, and who proposes can give no less. */
void bars_round_settle(const bars_scene *scene, const uint8_t kinds[], int bar, double chance,
                       const bars_wealth *wealth, bars_sum *sum);

/* What all know of a table when cards are chosen: how many cards of each kind are in hands or in
 * the pile, and how likely somebody plays a given one of them, next to others. */
typedef struct bars_habits {
    uint8_t unseen[BARS_KINDS];
    float played[BARS_KINDS];
} bars_habits;

void bars_round_habits(const rz_net *net, const bars_scene *scene, const bars_public *pub,
                       bars_habits *habits);

/* What a seat plays that holds these cards, from what it can know: a formula, and so the same
 * however often it is asked. Cards that would be played less than once in a hundred times are left
 * out. */
void bars_round_mix(const bars_scene *scene, const bars_habits *habits, const bars_own *own,
                    int seat, bars_mixture *mixture);

/* Where a seat that holds these cards would lay so much money, by the same formula. */
int bars_round_lay(const bars_scene *scene, const bars_habits *habits, const bars_own *own,
                   int seat, float money);

/* Adds `chance` times the mean of the win shares when all mix so: over all combinations if there
 * are no more than `points`, else over so many that lie evenly, those of number `first` and up. */
void bars_round_mean(const bars_scene *scene, const bars_wealth *wealth,
                     const bars_mixture mixture[], uint32_t first, uint32_t points, double chance,
                     bars_sum *sum);

#endif
