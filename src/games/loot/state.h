/* loot: Razzia! by Reiner Knizia. What a game in progress is.
 *
 * Nothing is secret but the order of the piles, which is not stored anywhere (L60): a state is its
 * public part, and the cards still in the piles are counts.
 */
#ifndef RZ_LOOT_STATE_H
#define RZ_LOOT_STATE_H

#include "core/api.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

/* The kinds of card, in the order of the vocabulary. */
typedef enum loot_card {
    LOOT_RING,
    LOOT_WATCH,
    LOOT_BROOCH,
    LOOT_NECKLACE,
    LOOT_DIAMOND,
    LOOT_GANGSTER,
    LOOT_CAR,
    LOOT_DRIVER,
    LOOT_THIEF,
    LOOT_GOLD,
    LOOT_CASINO,
    LOOT_TRANSPORT,
    LOOT_FILM,
    LOOT_RACES,
    LOOT_ESTATE,
    LOOT_CLUB,
    LOOT_RESTAURANT,
    LOOT_POLICE,
    LOOT_CARDS,               /* kinds in all */
    LOOT_KINDS = LOOT_POLICE, /* kinds of loot */
    LOOT_JEWELS = 5,          /* kinds of jewel, from LOOT_RING */
    LOOT_BUSINESSES = 7       /* kinds of business, from LOOT_CASINO */
} loot_card;

/* The categories of a score sheet, in the order of the vocabulary. */
typedef enum loot_category {
    LOOT_FOR_THIEVES,
    LOOT_FOR_GANGSTERS,
    LOOT_FOR_CARS,
    LOOT_FOR_JEWELS,
    LOOT_FOR_GOLD,
    LOOT_FOR_BUSINESSES,
    LOOT_FOR_CHEQUES,
    LOOT_CATEGORIES
} loot_category;

enum {
    LOOT_SEATS = 5,
    LOOT_PLACES = 7,  /* for loot on the table */
    LOOT_CHEQUES = 16 /* worth 1 to 16 thousand */
};

/* Actions of a seat. */
enum {
    LOOT_DRAW = 0, /* + pile */
    LOOT_COURT = 2,
    LOOT_PASS = 3,
    LOOT_BID = 3,    /* + cheque, 1 to 16 */
    LOOT_STEAL = 19, /* + the places taken from, as bits, 1 to 63: the seventh is empty by then */
    LOOT_ACTIONS = LOOT_STEAL + 64
};

/* Outcomes of chance: a card, or an order of the cheque sets. */
enum {
    LOOT_ORDER = LOOT_CARDS, /* + rank of the permutation, below seats! */
    LOOT_CHANCES = LOOT_ORDER + 120
};

enum {
    LOOT_VERB_SETS,
    LOOT_VERB_ROUND,
    LOOT_VERB_DRAW,
    LOOT_VERB_REVEAL,
    LOOT_VERB_THIEF,
    LOOT_VERB_COURT,
    LOOT_VERB_BID,
    LOOT_VERB_PASS,
    LOOT_VERB_WON,
    LOOT_VERB_UNSOLD,
    LOOT_VERB_SCORE,
    LOOT_VERB_END,
    LOOT_VERBS
};

typedef struct loot_setup {
    rz_setup_common common;
    uint8_t unused[2];
    int32_t sets;               /* L8: 0 at random, 1 in seat order */
    int32_t piles;              /* L9 */
    int32_t literal_ties;       /* L42 */
    int32_t no_thief_for_thief; /* L16 */
    int32_t tie_break;          /* L51: 0 shared, 1 by the highest cheque */
    int32_t theme;              /* 0 police, 1 Ra: for the eye only */
} loot_setup;

typedef enum loot_phase {
    LOOT_SETS_DUE,   /* chance deals the cheque sets */
    LOOT_TURN,       /* a seat draws, steals or calls */
    LOOT_REVEAL_DUE, /* chance turns over the drawn card */
    LOOT_AUCTION,    /* a seat bids or passes */
    LOOT_OVER
} loot_phase;

typedef struct loot_public {
    uint8_t unseen[24];        /* cards in the piles, by kind; the rest is zero */
    uint16_t up[LOOT_SEATS];   /* face-up cheques: bit c - 1 for cheque c */
    uint16_t down[LOOT_SEATS]; /* face-down cheques */
    int16_t score[LOOT_SEATS];
    uint8_t estate[LOOT_SEATS][LOOT_KINDS];
    uint8_t lot[LOOT_PLACES]; /* what lies in each place: 1 + kind, or 0 */
    uint8_t lot_size;
    uint8_t police;  /* cards in the police row */
    uint8_t cheque;  /* the table's */
    uint8_t pile[2]; /* cards in each */
    uint8_t phase;
    uint8_t round;  /* from 1; 0 before the first */
    uint8_t active; /* whose turn it is: who drew or called */
    uint8_t drawn;  /* the pile drawn from */
    uint8_t court;  /* the auction is a court auction */
    uint8_t bidder; /* whose bid it is */
    uint8_t best;   /* highest cheque bid so far, or 0 */
    uint8_t leader; /* who bid it */
    uint8_t in;     /* seats that have a face-up cheque, as bits */
} loot_public;

typedef struct loot_state {
    loot_public pub;
} loot_state;

typedef struct loot_view {
    loot_public pub;
    uint8_t seat; /* or RZ_SPECTATOR */
    uint8_t unused;
} loot_view;

extern const rz_game loot_game;

/* ---- What a player can get wrong --------------------------------------------------------------
 */
#define LOOT_ERRORS(X)                                                                             \
    X(LOOT_E_OVER, "game-over", "L10", N_("The game is over after the third round."))              \
    X(LOOT_E_TURN, "not-your-turn", "L18", N_("It is another player's turn."))                     \
    X(LOOT_E_OUT, "no-cheques-left", "L30",                                                        \
      N_("Without a face-up cheque you take no more turns this round."))                           \
    X(LOOT_E_AUCTION, "auction-on", "L20", N_("An auction is on: bid or pass."))                   \
    X(LOOT_E_NO_AUCTION, "no-auction", "L20", N_("There is no auction in which to bid or pass."))  \
    X(LOOT_E_BIDDER, "not-your-bid", "L20",                                                        \
      N_("Everyone bids once, clockwise; it is another player's bid."))                            \
    X(LOOT_E_PILE, "pile-empty", "L11", N_("That pile is empty."))                                 \
    X(LOOT_E_ONE_PILE, "one-pile", "L9", N_("This game is played with one pile."))                 \
    X(LOOT_E_NO_THIEF, "no-thief", "L15", N_("You have no thief in your estate."))                 \
    X(LOOT_E_NO_LOOT, "no-loot", "L15", N_("There is no loot on the table to take."))              \
    X(LOOT_E_THIEVES, "too-few-thieves", "L15", N_("Each card taken costs one thief."))            \
    X(LOOT_E_NOT_THERE, "card-not-there", "L15", N_("That card does not lie on the table."))       \
    X(LOOT_E_NOTHING, "nothing-taken", "L15", N_("A thief takes at least one card."))              \
    X(LOOT_E_THIEF_FOR_THIEF, "thief-for-thief", "L16",                                            \
      N_("In this game a thief can not take a thief."))                                            \
    X(LOOT_E_NOT_OWN, "not-your-cheque", "L21", N_("You bid with a face-up cheque of your own."))  \
    X(LOOT_E_LOW, "bid-too-low", "L21", N_("A bid must be higher than every bid before it."))      \
    X(LOOT_E_CALLER, "caller-must-bid", "L25",                                                     \
      N_("Who calls a court auction must bid if all others pass."))                                \
    X(LOOT_E_ALONE, "alone-must-bid", "L26",                                                       \
      N_("The only player left bids in the court auction that is called; passing is not "          \
         "allowed."))                                                                              \
    X(LOOT_E_CARD, "no-such-card-left", "L3", N_("No card of that kind is left in the piles."))    \
    X(LOOT_E_NO_REVEAL, "no-card-due", "L11", N_("No card has been drawn that could be shown."))   \
    X(LOOT_E_NO_SETS, "no-sets-due", "L8", N_("The cheques are not being dealt now."))             \
    X(LOOT_E_ORDER, "bad-sets", "L8", N_("Each set of cheques goes to exactly one player."))       \
    X(LOOT_E_CHANCE, "chance-first", "L11", N_("First a card must be shown or cheques be dealt.")) \
    X(LOOT_E_ACTION, "no-such-action", "L11", N_("There is no such action in this game."))

typedef enum loot_error {
    LOOT_E_BEFORE = RZ_E_GAME - 1,
#define X(code, name, rule, text) code,
    LOOT_ERRORS(X)
#undef X
        LOOT_E_AFTER
} loot_error;

RZ_PUBLIC_END

#endif
