/* mice: where dice could go. Every way up a column is an option: the dice that it takes, and what
 * it changes by the judgement of where the turn would end. The best use of a set of dice takes at
 * most one option of each column; it is found column after column for all sets at once, as if what
 * options change added up. */
#ifndef RZ_MICE_PLAN_H
#define RZ_MICE_PLAN_H

#include "ai/mice/features.h"
#include "ai/mice/odds.h"
#include "games/mice/rules.h"

enum {
    MICE_PLACES_MAX = MICE_COLUMNS + 1, /* all columns and, last, the cat row */
    MICE_PLANS = 64,                    /* for a set of dice that are judged as a whole, at most */
    MICE_OPTIONS = 255,
    MICE_EXTRAS = 16, /* parts of the candy and support dice in hand */
    /* Two players have up to sixteen of these, and six dice; more have three, and seven dice. */
    MICE_USES = 16 * 924
};

typedef struct mice_option {
    uint64_t column;   /* as it is then; of the cat row the dice that are added */
    uint32_t own;      /* mouse dice that it takes */
    uint32_t extra;    /* candy in the lowest nibble, support dice in the next ones */
    uint8_t dice;      /* how many of them are mouse dice */
    uint8_t part;      /* the number of `extra` */
    float gain;        /* of the seat that places */
    float shorter;     /* the most that a part of it gains: if that is more it is never taken */
    mice_shares gains; /* of all seats */
} mice_option;

typedef struct mice_menu {
    int n;
    mice_option list[MICE_OPTIONS];
} mice_menu;

/* One option of each place: 1 + its number, or 0. */
typedef struct mice_plan {
    uint8_t option[MICE_PLACES_MAX];
    float gain;
} mice_plan;

typedef struct mice_planner {
    mice_judge *judge;
    mice_public pub;
    int me, dice;     /* mouse dice that there are at most */
    uint32_t own;     /* no more of each value than this … */
    bool known;       /* … because these are in hand: else they may show anything */
    float duty;       /* what placing a support die is worth by itself: much, if it must be done */
    mice_shares base; /* if nothing is placed */
    uint32_t extra;
    int extras, stride[MICE_FACES + 1];
    uint32_t part[MICE_EXTRAS];
    int sets[MICE_DICE + 1]; /* how many of the ranks below have up to so many dice */
    int16_t rank[MICE_SETS];
    mice_menu menus[MICE_PLACES_MAX];
    int width;                                  /* how many sets there are, whatever they show */
    float best[MICE_PLACES_MAX + 1][MICE_USES]; /* by part · width + rank */
    uint8_t choice[MICE_PLACES_MAX][MICE_USES];
} mice_planner;

/* Goes on after the last die is placed: rewards are chosen by judgement, until the turn is over.
 * `pub` is then the position that is judged. */
mice_shares mice_settle(mice_judge *judge, mice_public *pub, int me);

/* For the active seat: of the dice in hand, or of any set of up to `dice` mouse dice. */
void mice_plan_hand(mice_planner *planner, mice_judge *judge, const mice_public *pub);
void mice_plan_any(mice_planner *planner, mice_judge *judge, const mice_public *pub, int dice);

/* The best plan for a set of mouse dice and all others, one die at least being placed if any can
 * be. */
mice_plan mice_plan_for(const mice_planner *planner, int rank);

/* The best plans for all dice, the best first; how many. */
int mice_plan_list(const mice_planner *planner, mice_plan *list, int max);

/* The same for a set of mouse dice. */
int mice_plan_list_for(const mice_planner *planner, int rank, mice_plan *list, int max);

/* The same of those for all dice that begin with an action that places a die. */
int mice_plan_list_with(const mice_planner *planner, rz_action first, mice_plan *list, int max);

/* Plans that complete a secure shelf and another column, where that may win: what the other one
 * pays can be brought to safety at once, which no sum of parts tells. */
int mice_plan_list_wins(const mice_planner *planner, mice_plan *list, int max);

/* What a plan changes, as a sum. */
mice_shares mice_plan_sum(const mice_planner *planner, const mice_plan *plan);

/* The mouse dice that a plan takes. */
uint32_t mice_plan_dice(const mice_planner *planner, const mice_plan *plan);

/* Puts the dice of a plan on the board. */
void mice_plan_lay(const mice_planner *planner, const mice_plan *plan, mice_public *pub);

/* The action that places the first die of an option, its cell being the next. */
rz_action mice_first_step(const mice_planner *planner, int place, const mice_option *option);

#endif
