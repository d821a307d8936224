/* bars: chances that bots reckon with and people are shown. Whole numbers all through, so that they
 * are the same on every machine. */
#ifndef RZ_BARS_ODDS_H
#define RZ_BARS_ODDS_H

#include "games/bars/rules.h"
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

/* B45: what the one who demands the duel has to roll against such a die; 7 if nothing is enough. */
int bars_duel_need(int standing_symbol, int challenger_symbol, int die);

/* In how many of the 36 cases that one wins. */
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

/* What refusals would mean for one of the hagglers, in the ways they can come about. */
typedef enum bars_refusal {
    BARS_ONE_REFUSES,   /* to the proposer: one of the others … */
    BARS_ALL_REFUSE,    /* … or all */
    BARS_DUEL_ONLY,     /* to another: the only one who is asked, … */
    BARS_DUEL_ALONE,    /* … one of several who could, … */
    BARS_DUEL_WITH,     /* … or with those who are known to have refused; … */
    BARS_DUEL_WITH_ALL, /* … and all who have not accepted yet */
    BARS_REFUSALS
} bars_refusal;

typedef struct bars_prospect {
    bars_refusal kind;
    int other;       /* against whom the seat duels first */
    unsigned seats;  /* who refuse */
    uint32_t chance; /* to win the duels, of BARS_CERTAIN */
    int pot;         /* that is left to the winner, in 5,000s … */
    int average;     /* … and what is to be expected of it, in thousands */
} bars_prospect;

/* Of a seat that haggles, while offers are made or answered; how many. */
int bars_prospects(const bars_setup *setup, const bars_public *pub, int seat,
                   bars_prospect out[BARS_PAYEES + 1]);

/* The sum of what these seats have been offered, in 5,000s. */
int bars_offered(const bars_public *pub, unsigned seats);

/* What is to be expected of the cards that the others will play, if they reckon in the same way and
 * hold any of the cards that the view's seat has not seen. */
typedef struct bars_forecast {
    uint32_t gambler[BARS_BARS]; /* chance that somebody else gambles there … */
    uint32_t raid[BARS_BARS];    /* … or raids it */
    uint32_t worth[BARS_KINDS];  /* what playing each card would bring the seat */
} bars_forecast;

/* `free_at`: the bar at which the free money card is thought to lie, or -1. */
void bars_foresee(const bars_setup *setup, const bars_view *view, int free_at, bars_forecast *out);

/* What may become of a card at a bar: all the money or a part of it; what is over is the chance of
 * getting nothing. The other cards are as the forecast has them. */
typedef struct bars_fate {
    uint32_t all, haggle;
} bars_fate;

/* Of each bar, for a gambler and for a raid. */
void bars_fates(const bars_setup *setup, const bars_view *view, bars_fate out[BARS_BARS][2]);

/* B71: cards of each kind that the view's seat can not see, in hands or pile. */
void bars_hidden(const bars_setup *setup, const bars_view *view, uint8_t out[BARS_KINDS]);

/* Of those the ones that must be in other hands, as they were not in the pile when it was last
 * shuffled. */
void bars_kept_by_others(const bars_setup *setup, const bars_view *view, uint8_t out[BARS_KINDS]);

/* B22: how many rounds there are. */
int bars_last_round(const bars_setup *setup);

#endif
