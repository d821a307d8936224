/* bars: Razzia by Stefan Dorra. What a game in progress is.
 *
 * Secret are the hands, the cards chosen but not yet shown, the answers not yet told, and what is
 * left in the draw pile. The pile has no order, only contents: a card is drawn when it is dealt.
 *
 * Everybody remembers which cards were shown and when (B71). From that follows by counting which
 * cards were in hands when the discard was shuffled again; so the public part keeps all cards shown
 * so far, and a seat keeps of each of its cards how many reshuffles came before it was dealt: its
 * age. Twins are one kind; of equal cards of one seat the one held longest is played first.
 */
#ifndef RZ_BARS_STATE_H
#define RZ_BARS_STATE_H

#include "core/api.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

enum {
    BARS_SEATS = 8,
    BARS_BARS = 6,
    BARS_SYMBOLS = 6,
    BARS_BAR_KINDS = 12,                     /* of a bar: gamblers 1 to 6, raids 1 to 6 */
    BARS_KINDS = BARS_BARS * BARS_BAR_KINDS, /* 12·bar + 6 if a raid + symbol − 1 */
    BARS_BAR_CARDS = 12,
    BARS_HAND = 5,
    BARS_VALUES = 8,    /* of money, the highest first: 50, 40, … 5 */
    BARS_PAYEES = 7,    /* the most that can get an offer */
    BARS_UNITS = 344,   /* sums are below this, counted in 5,000s */
    BARS_SHOWS = 96,    /* 12 rounds of 8, or 15 of 3 */
    BARS_LAYS = 96,     /* more than 15 rounds of six bars */
    BARS_AGES = 3,      /* 84 money cards end the game before a third reshuffle */
    BARS_NO_CARD = 0xff /* where a card could be */
};

/* Actions of a seat. */
enum {
    BARS_PLAY = 0,                     /* + kind */
    BARS_LAY = BARS_KINDS,             /* + bar */
    BARS_OFFER = BARS_LAY + BARS_BARS, /* + sum in 5,000s */
    BARS_ACCEPT = BARS_OFFER + BARS_UNITS,
    BARS_DUEL,
    BARS_ACTIONS
};

/* Outcomes of chance. */
enum {
    BARS_DEAL = 0,                         /* + kind */
    BARS_MONEY = BARS_KINDS,               /* + index of the value */
    BARS_FIRST = BARS_MONEY + BARS_VALUES, /* + seat */
    BARS_ROLL = BARS_FIRST + BARS_SEATS,   /* + die − 1 */
    BARS_CHANCES = BARS_ROLL + BARS_SYMBOLS
};

enum {
    BARS_VERB_FIRST,
    BARS_VERB_ROUND,
    BARS_VERB_RESHUFFLE,
    BARS_VERB_DEAL,
    BARS_VERB_MONEY,
    BARS_VERB_LAY,
    BARS_VERB_PLAY,
    BARS_VERB_SHOW,
    BARS_VERB_OFFER,
    BARS_VERB_ANSWER,
    BARS_VERB_ANSWERS,
    BARS_VERB_ROLL,
    BARS_VERB_SETTLE,
    BARS_VERB_END,
    BARS_VERBS
};

/* Where the fields of a settle event begin in its data. */
enum {
    BARS_SETTLE_BAR = 0,
    BARS_SETTLE_TO = 1,
    BARS_SETTLE_OWN = BARS_SETTLE_TO + (int)RZ_SEATS_MAX * (int)BARS_VALUES,
    BARS_SETTLE_LEFT = BARS_SETTLE_OWN + BARS_VALUES
};

/* Of a pile of cards, one bit each: bar b has bits 12·(b % 3) to 12·(b % 3) + 11 of word b / 3, its
 * kinds in order. Equal cards are neighbours, and of those the lowest bits are set. */
typedef struct bars_pile {
    uint64_t bits[2];
} bars_pile;

typedef struct bars_setup {
    rz_setup_common common;
    uint8_t bars;        /* B11 */
    uint8_t round_money; /* B20: money cards laid each round */
    int32_t first;       /* B14: a seat, or −1: at random */
    int32_t full_deck;   /* B11 */
    int32_t answers;     /* B48: 0 together, 1 in turn */
    bars_pile deck;      /* all cards in play */
    uint8_t gamblers[8]; /* B4: the symbols of each bar's cards, upwards; until the setup is … */
    uint8_t raids[4];    /* … complete, zeros stand for the table as printed */
    uint8_t money[BARS_VALUES];      /* B5, likewise */
    uint8_t stock[BARS_VALUES];      /* money in play */
    uint8_t kind_at[BARS_BAR_CARDS]; /* which kind of a bar the bits are, … */
    uint8_t bits_of[BARS_BAR_KINDS]; /* … and where those of a kind begin */
    uint8_t copies[BARS_BAR_KINDS];  /* how many bits each kind has */
    uint8_t count[BARS_KINDS];       /* cards in play of each kind */
    uint8_t cards;                   /* in play */
    uint8_t unused[7];
} bars_setup;

typedef enum bars_phase {
    BARS_FIRST_DUE,   /* chance draws the first croupier */
    BARS_DEAL_DUE,    /* chance deals a card */
    BARS_MONEY_DUE,   /* chance turns over a money card */
    BARS_LAYING,      /* the croupier lays the free money card */
    BARS_CHOOSING,    /* all play a card */
    BARS_SHOW_DUE,    /* in views and snapshots: all have played, cards will be shown */
    BARS_SETTLING,    /* in snapshots only: the bars are settled one after the other */
    BARS_OFFERING,    /* the proposer makes an offer */
    BARS_ANSWERING,   /* the other hagglers answer */
    BARS_ANSWERS_DUE, /* in views and snapshots: all have answered, it will be told */
    BARS_ROLL_DUE,    /* chance rolls the die */
    BARS_OVER
} bars_phase;

/* What lay at a bar in a round that was shown, in a byte: its worth in 5,000s, and above that the
 * cards beyond the first, both as far as they fit. Nobody needs it to go on, but by it all can
 * judge what the others did. */
enum { BARS_LAY_WORTH = 63, BARS_LAY_SHIFT = 6, BARS_LAY_MORE = 3 };

/* Sets of seats are bits. What belongs to a haggle is zero when there is none. */
typedef struct bars_public {
    uint8_t money[BARS_SEATS][BARS_VALUES]; /* won so far, by value */
    uint8_t bar[BARS_BARS][BARS_VALUES];    /* lying at the bars */
    uint8_t cash[BARS_VALUES];              /* in the money pile */
    uint8_t shown[BARS_SHOWS];              /* kinds: seat s in round r at (r − 1)·seats + s */
    uint8_t lay[BARS_LAYS]; /* what lay at bar b in round r, at (r − 1)·6 + b (BARS_LAY_WORTH) */
    uint16_t offer[BARS_SEATS]; /* to each seat, in 5,000s */
    uint8_t phase;
    uint8_t round; /* from 1; 0 before the first */
    uint8_t croupier;
    uint8_t cards;    /* in the draw pile */
    uint8_t coins;    /* in the money pile */
    uint8_t dealt;    /* cards dealt this round */
    uint8_t laid;     /* money cards turned over this round */
    uint8_t free;     /* 1 + value index of the money card to be laid, or 0 */
    uint8_t done;     /* who has chosen or answered */
    uint8_t at;       /* the bar being settled */
    uint8_t hagglers; /* who haggles there */
    uint8_t proposer;
    uint8_t offered;   /* who has been made an offer */
    uint8_t duellists; /* who has still to enter a duel */
    uint8_t refusers;  /* who demanded one */
    uint8_t standing;  /* the duellist who rolls first */
    uint8_t challenger;
    uint8_t die; /* what the standing one rolled, or 0 */
    uint8_t reshuffles;
    uint8_t unused;
    uint8_t turned[2][2]; /* of each reshuffle: the round, and cards dealt in it before */
} bars_public;

/* What one seat knows. A card is 3·kind + age. */
typedef struct bars_own {
    uint32_t past;           /* ages of the cards it showed: bits 2·(r − 1) and up for round r */
    uint8_t hand[BARS_HAND]; /* upwards, BARS_NO_CARD last */
    uint8_t chosen;          /* played and not yet shown, or BARS_NO_CARD */
    uint8_t answer;          /* BARS_SAID_NOTHING and so on, until it is told */
    uint8_t unused;
} bars_own;

enum { BARS_SAID_NOTHING, BARS_SAID_YES, BARS_SAID_DUEL };

typedef struct bars_state {
    bars_public pub;
    bars_own own[BARS_SEATS];
    bars_pile pile;
} bars_state;

typedef struct bars_view {
    bars_public pub;
    bars_own own; /* a spectator's holds nothing */
    uint8_t seat; /* or RZ_SPECTATOR */
    uint8_t unused[3];
} bars_view;

extern const rz_game bars_game;

/* ---- What a player can get wrong --------------------------------------------------------------
 */
#define BARS_ERRORS(X)                                                                             \
    X(BARS_E_OVER, "game-over", "B61", N_("The game is over after the last round."))               \
    X(BARS_E_CHANCE, "chance-first", "B20",                                                        \
      N_("First cards must be dealt, money be laid or dice be rolled."))                           \
    X(BARS_E_WAIT, "reveal-first", "B23", N_("First what all have chosen must be shown."))         \
    X(BARS_E_ACTION, "no-such-action", "B23", N_("There is no such action in this game."))         \
    X(BARS_E_CROUPIER, "not-croupier", "B20",                                                      \
      N_("The croupier alone lays the last money card now."))                                      \
    X(BARS_E_LAY, "lay-first", "B20", N_("First lay the last money card at a bar."))               \
    X(BARS_E_NO_BAR, "no-such-bar", "B11", N_("That bar is not in this game."))                    \
    X(BARS_E_PLAY, "play-first", "B23", N_("Play a card from your hand now."))                     \
    X(BARS_E_CHOSEN, "already-chosen", "B23", N_("You have chosen a card already."))               \
    X(BARS_E_NOT_HELD, "not-in-hand", "B23", N_("You do not hold that card."))                     \
    X(BARS_E_PROPOSER, "not-proposer", "B40", N_("Another player makes the proposal."))            \
    X(BARS_E_OFFER, "offer-first", "B41", N_("Make the player an offer now."))                     \
    X(BARS_E_OFFER_TO, "offer-order", "B41",                                                       \
      N_("Offers are made clockwise from the proposer; another player comes first."))              \
    X(BARS_E_SUM, "not-a-sum", "B41", N_("Sums are multiples of 5,000."))                          \
    X(BARS_E_TOO_MUCH, "sum-too-high", "B41",                                                      \
      N_("You can not offer more than the money at the bar, all offers together."))                \
    X(BARS_E_UNPAYABLE, "sum-unpayable", "B42",                                                    \
      N_("The offers can not be paid exactly with the cards at the bar and your own."))            \
    X(BARS_E_NOT_ASKED, "not-asked", "B44", N_("You have been made no offer."))                    \
    X(BARS_E_ANSWERED, "already-answered", "B48", N_("You have answered already."))                \
    X(BARS_E_TURN, "not-your-answer", "B48", N_("Another player answers first."))                  \
    X(BARS_E_ANSWER, "answer-first", "B44", N_("Accept the offer or demand a duel."))              \
    X(BARS_E_NO_FIRST, "croupier-known", "B14", N_("The first croupier is not drawn now."))        \
    X(BARS_E_NO_SEAT, "no-such-seat", "B14", N_("There is no such seat."))                         \
    X(BARS_E_NO_DEAL, "no-deal-due", "B18", N_("No card is dealt now."))                           \
    X(BARS_E_DEAL_SEAT, "deal-order", "B18", N_("The next card goes to another player."))          \
    X(BARS_E_CARD, "no-such-card-left", "B13", N_("That card is not in the draw pile."))           \
    X(BARS_E_NO_MONEY, "no-money-due", "B20", N_("No money card is laid now."))                    \
    X(BARS_E_MONEY_BAR, "money-order", "B20",                                                      \
      N_("Money is laid from left to right; the next card goes elsewhere."))                       \
    X(BARS_E_VALUE, "no-such-money-left", "B5", N_("No such money card is left in the pile."))     \
    X(BARS_E_NO_ROLL, "no-roll-due", "B45", N_("Nobody rolls the die now."))                       \
    X(BARS_E_ROLL_SEAT, "roll-order", "B45", N_("Another player rolls first."))                    \
    X(BARS_E_CARDS, "bad-cards", "B4",                                                             \
      N_("A bar has eight gamblers, a 3 and a 4 among them, and four raids, exactly one of them "  \
         "a 5; symbols are 1 to 6."))                                                              \
    X(BARS_E_STOCK, "bad-money", "B5",                                                             \
      N_("There are 84 money cards, of the eight printed values, at least two each of 5, 10, 15 "  \
         "and 20 and one each of 25, 30, 40 and 50 thousand."))

typedef enum bars_error {
    BARS_E_BEFORE = RZ_E_GAME - 1,
#define X(code, name, rule, text) code,
    BARS_ERRORS(X)
#undef X
        BARS_E_AFTER
} bars_error;

RZ_PUBLIC_END

#endif
