/* bars: what master thinks with. What money means for winning, what a round's cards bring, how
 * often a card is played. */
#ifndef RZ_BARS_THINK_H
#define RZ_BARS_THINK_H

#include "ai/learnt.h"
#include "ai/net_layers.h"
#include "games/bars/rules.h"
#include "games/games.h"

/* The net's inputs tell of one card. The rows of weights behind them are no inputs, but tables: one
 * for each number of seats and of rounds to come after this one. */
enum {
    BARS_CARD_FEATURES = 178,
    BARS_ROUNDS = 16,
    BARS_ROWS = (BARS_SEATS - 2) * BARS_ROUNDS,
    BARS_FEATURES = BARS_CARD_FEATURES + BARS_ROWS,
    BARS_ROW_WIDTH = RZ_NET_BLOCK
};

extern const rz_net_shape bars_net_shape;

/* What is in a row. */
enum {
    BARS_STEEP,                             /* how much being behind costs, … */
    BARS_BEND,                              /* … and how much more being far behind */
    BARS_KEEP,                              /* + kind of a bar: what a card that is kept is worth */
    BARS_HELD = BARS_KEEP + BARS_BAR_KINDS, /* + kind of a bar: how likely it is still held … */
    BARS_HELD_LATE = BARS_HELD + BARS_BAR_KINDS, /* … where money was left lying */
    BARS_ROW = BARS_HELD_LATE + BARS_BAR_KINDS
};
enum { BARS_LATE = 2 }; /* cards at a bar, of which some were left lying */
_Static_assert((int)BARS_ROW <= (int)BARS_ROW_WIDTH, "a row is wide enough");

/* Where a table stands. Money is in 5,000s. */
typedef struct bars_scene {
    const bars_setup *setup;
    int seats, bars, left; /* rounds to come after this one */
    float money[BARS_SEATS];
    float pot[BARS_BARS];
    float top;                /* the largest pot */
    uint8_t lying[BARS_BARS]; /* money cards at each bar */
    float steep, bend;        /* of the row, ready for use */
    float keep[BARS_BAR_KINDS];
    uint8_t distance[BARS_SEATS]; /* B40: from the croupier */
} bars_scene;

/* Rounds to come after this one. */
int bars_rounds_left(const bars_setup *setup, const bars_public *pub);

void bars_set_scene(const rz_net *net, const bars_setup *setup, const bars_public *pub,
                    bars_scene *scene);

/* Win shares if the seats had this money when the round is over. */
void bars_shares(const bars_scene *scene, const float money[], float out[BARS_SEATS]);
float bars_share_of(const bars_scene *scene, const float money[], int seat);

/* What is at stake for a seat: the difference between having a pot and its richest rival having it.
 */
float bars_stake(const bars_scene *scene, int seat, float pot);

/* How the money of a bar is shared out on average when these kinds are shown; false if nobody gets
 * any. */
bool bars_split(const bars_scene *scene, const uint8_t kinds[], int bar, float part[BARS_SEATS]);

/* What all have when these kinds are shown, but for a seat whose card is still open. */
typedef struct bars_others {
    uint8_t kinds[BARS_SEATS];
    float money[BARS_SEATS], paid[BARS_BARS][BARS_SEATS]; /* in all, and of that at each bar */
} bars_others;
void bars_settle_others(const bars_scene *scene, const uint8_t kinds[], int seat, bars_others *out);

/* The win share of the seat when its card is of this kind. */
float bars_bring(const bars_scene *scene, const bars_others *others, int seat, int kind);

/* How gladly a card is played, as all can see it. The chance that a seat plays it is e to its
 * eagerness, divided by the sum over its hand. */
typedef struct bars_outlook {
    int order[BARS_BARS], rank[BARS_BARS];       /* of the bars by their money */
    float gamblers[BARS_BARS], raids[BARS_BARS]; /* to be expected in hands */
    float held[BARS_KINDS];
    float total;
} bars_outlook;

void bars_outlook_init(const bars_scene *scene, const bars_public *pub, bars_outlook *out);
/* How much likelier than by chance alone a seat holds each kind, as a power of e: good cards are
 * played, bad ones stay. */
void bars_holding(const rz_net *net, const bars_scene *scene, float out[BARS_KINDS]);

void bars_features(const bars_scene *scene, const bars_outlook *look, int kind, rz_inputs *in);

/* Players are not all alike: what the net expects of each style is an output of its own. */
typedef enum bars_style { BARS_MASTERLY, BARS_GREEDY, BARS_SEARCHING, BARS_STYLES } bars_style;
enum { BARS_EAGER_MAX = 12 }; /* and the least is as far below 0 */
void bars_eagerness(const rz_net *net, const rz_inputs *in, float out[BARS_STYLES]);

/* How likely each seat plays in each style, by the cards it has shown so far. */
void bars_infer_styles(const rz_net *net, const bars_setup *setup, const bars_public *pub,
                       float out[BARS_SEATS][BARS_STYLES]);

/* Haggling: what each legal offer or answer brings. */
void bars_haggle(const rz_net *net, const rz_question *question, rz_advice *advice);

typedef struct bars_budget {
    int worlds;   /* to imagine at most, … */
    double until; /* … and by this time on the clock; 0: whenever */
    float *doubt; /* NULL, or to be told: twice the standard error of how far choices are apart */
} bars_budget;

/* All of it. `styles` as told by bars_infer_styles, NULL where that is still to be done. `heat`, of
 * what is at stake: how much less a card may bring and still be played often; the usual one leaves
 * others in doubt. */
#define BARS_HEAT 0.01f
void bars_think(const rz_net *net, const rz_question *question, const float styles[][BARS_STYLES],
                bars_budget budget, float heat, rz_advice *advice);

/* A rival: a net that learns how a table of others plays, which do not change, hands and all; and a
 * deal in which it sits once in every seat among them: its share of the wins, 1 / seats being even.
 */
float bars_spar(rz_net *net, const rz_net *others, int seats, const uint8_t seed[RZ_SEED],
                uint32_t n, float rate);
double bars_spar_contest(const rz_net *net, const rz_net *others, int seats,
                         const uint8_t seed[RZ_SEED], uint32_t n);

static inline const float *bars_row(const rz_net *net, int seats, int left) {
    int row = BARS_CARD_FEATURES + (seats - 3) * BARS_ROUNDS + left;
    return net->first + (size_t)row * BARS_ROW_WIDTH;
}

#endif
