/* bars: chances that bots reckon with and people are shown. Whole numbers all through, so that they
 * are the same on every machine. */
#ifndef RZ_BARS_ODDS_H
#define RZ_BARS_ODDS_H

#include "games/games.h"

enum {
    BARS_CERTAIN = 65536, /* chances are parts of this */
    BARS_DUEL_CASES = 36, /* throws of two dice */
    BARS_WORTH_PARTS = 16 /* worths are thousands times this */
};

/* The card that a seat has on the table, once all are turned over. */
static inline int bars_card_of(const bars_setup *setup, const bars_public *pub, int seat) {
    return pub->shown[(pub->round - 1) * setup->common.seats + seat];
}

/* B45: in how many of the 36 cases the one who demands the duel wins. */
int bars_duel_cases(int standing_symbol, int challenger_symbol);

/* B46, B49: the chance of each haggler to win the duels if these seats refuse; the proposer is one
 * of the hagglers and stands first. */
void bars_chain(const bars_setup *setup, const bars_public *pub, unsigned refusers,
                uint32_t out[BARS_SEATS]);

/* heuristic.c, both in thousandths of 5,000: the sum at which a seat that thinks all others accept
 * gains nothing by a duel, all others being offered such sums too; and what demanding a duel brings
 * a seat on average, if the others answer as is to be expected. */
uint32_t bars_fair_sum(const bars_setup *setup, const bars_public *pub, int seat);
uint64_t bars_duel_worth(const bars_setup *setup, const bars_public *pub, int seat);

/* What is to be expected of the cards that the others will play, if they reckon in the same way and
 * hold any of the cards that the view's seat has not seen. */
typedef struct bars_forecast {
    uint32_t gambler[BARS_BARS]; /* chance that somebody else gambles there … */
    uint32_t raid[BARS_BARS];    /* … or raids it */
    uint32_t worth[BARS_KINDS];  /* what playing each card would bring the seat */
} bars_forecast;

/* `free_at`: the bar at which the free money card is thought to lie, or -1. */
void bars_foresee(const bars_setup *setup, const bars_view *view, int free_at, bars_forecast *out);

/* B71: cards of each kind that the view's seat can not see, in hands or pile. */
void bars_hidden(const bars_setup *setup, const bars_view *view, uint8_t out[BARS_KINDS]);

#endif
