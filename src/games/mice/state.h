/* mice: Ratzzia by Sophia Wagner. What a game in progress is.
 *
 * Nothing is secret (M91): a state is its public part. The board is part of the setup, as it was
 * given and as it is in play, without the cells that are covered.
 */
#ifndef RZ_MICE_STATE_H
#define RZ_MICE_STATE_H

#include "core/api.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

enum {
    MICE_SEATS = 5,
    MICE_FACES = 6,
    MICE_DICE = 7,     /* mouse dice that one seat has at most */
    MICE_COLUMNS = 12, /* on a board at most */
    MICE_CELLS = 8,    /* on a column at most */
    MICE_GREY_MAX = 3, /* cells of the cat row */
    MICE_RED_MAX = 8,
    MICE_ROW = MICE_GREY_MAX + MICE_RED_MAX,
    MICE_FOOD_MAX = 99, /* sausages that a cell or a shelf pays at most */
    MICE_GOAL = 25,     /* M90 */
    MICE_TURNS_MAX = 100000,
    MICE_CAT = MICE_COLUMNS /* where columns are named: the cat row */
};

/* Whose a die is, where it is not a seat's: the owner of support dice. */
enum { MICE_NEUTRAL = MICE_SEATS };

typedef enum mice_shelf {
    MICE_ANNA_SHELF,
    MICE_CANDY_SHELF,
    MICE_SECURE_SHELF,
    MICE_GREEDY_SHELF,
    MICE_ACCOUNTANT_SHELF,
    MICE_SAUSAGE_SHELF,
    MICE_SHELVES
} mice_shelf;

typedef enum mice_die { MICE_MOUSE, MICE_SUPPORT_DIE, MICE_CANDY_DIE, MICE_DIE_KINDS } mice_die;

/* Actions of a seat. */
enum {
    MICE_ROLL,
    MICE_PASS,
    MICE_SUPPORT,
    MICE_DECLINE,
    MICE_SECURE,
    MICE_SKIP,
    MICE_RETRIEVE,                            /* + column */
    MICE_ANNA = MICE_RETRIEVE + MICE_COLUMNS, /* + column */
    MICE_CANDY = MICE_ANNA + MICE_COLUMNS,    /* + 0 for the jar, 1 + seat, or 6 + column */
    MICE_STEAL = MICE_CANDY + 1 + MICE_SEATS + MICE_COLUMNS, /* + seat */
    MICE_SHARE = MICE_STEAL + MICE_SEATS, /* + 0 clockwise, 1 counter-clockwise */
    MICE_REROLL = MICE_SHARE + 2,         /* + which dice, as bits: those in hand in ascending
                                             order, then those without a value */
    MICE_PLACE =
        MICE_REROLL + (1 << MICE_DICE), /* + 78 · kind of die + 13 · (value - 1) + column */
    MICE_PLACES = MICE_FACES * (MICE_COLUMNS + 1), /* of one kind of die */
    MICE_DONE = MICE_PLACE + 3 * MICE_PLACES,
    MICE_ACTIONS
};

/* Outcomes of chance: the rank of a set of up to seven dice (mice_rank), or a first seat. */
enum { MICE_FIRST = 1716, MICE_CHANCES = MICE_FIRST + MICE_SEATS };

enum {
    MICE_VERB_FIRST,
    MICE_VERB_TURN,
    MICE_VERB_ROLL,
    MICE_VERB_RETRIEVE,
    MICE_VERB_PASS,
    MICE_VERB_DICE,
    MICE_VERB_CAT,
    MICE_VERB_REROLL,
    MICE_VERB_SUPPORT,
    MICE_VERB_DECLINE,
    MICE_VERB_PLACE,
    MICE_VERB_DONE,
    MICE_VERB_COMPLETE,
    MICE_VERB_ANNA,
    MICE_VERB_CANDY,
    MICE_VERB_SECURE,
    MICE_VERB_SKIP,
    MICE_VERB_STEAL,
    MICE_VERB_SHARE,
    MICE_VERB_FOOD,
    MICE_VERB_END,
    MICE_VERBS
};

/* ---- The board -------------------------------------------------------------------------------
 */

typedef struct mice_cell {
    uint8_t ask;    /* 1 to 6, or 0 for any */
    uint8_t linked; /* to the cell below */
    uint8_t pays;
} mice_cell;

typedef struct mice_column {
    uint8_t shelf;
    uint8_t sausages;   /* of a sausage shelf */
    uint8_t covered[2]; /* bottom cells, with 2 and with 3 players */
    uint8_t size;
    mice_cell cells[MICE_CELLS]; /* from bottom to top; the rest is zero */
} mice_column;

/* A board as it is printed. */
typedef struct mice_board {
    uint8_t size;
    uint8_t grey, red;
    uint8_t grey_covered[2];
    mice_column columns[MICE_COLUMNS];
} mice_board;

/* A column in play: what is covered does not exist (M11). Sets of values are bits here and
 * elsewhere: bit v - 1 for value v. */
typedef struct mice_stack {
    uint8_t accepts[MICE_CELLS]; /* the values that a cell asks for */
    uint8_t above[MICE_CELLS];   /* those that it or any cell above it asks for */
    uint8_t pays[MICE_CELLS];
    uint8_t shelf, sausages;
    uint8_t size;
    uint8_t linked; /* bit i: cell i is linked to the one below */
} mice_stack;

typedef struct mice_setup {
    rz_setup_common common;
    uint8_t size, grey, red; /* in play */
    uint8_t unused[2];
    mice_board board;
    int32_t first; /* M10: a seat, or -1 for a random one */
    int32_t turns; /* M92 */
    mice_stack stacks[MICE_COLUMNS];
} mice_setup;

/* ---- The state -------------------------------------------------------------------------------
 */

typedef enum mice_phase {
    MICE_FIRST_DUE, /* chance names the first player */
    MICE_DICE_DUE,  /* chance rolls mouse dice */
    MICE_HELP_DUE,  /* chance rolls support dice */
    MICE_TURN,      /* roll or retrieve */
    MICE_REROLLING, /* which dice to roll again; or support dice now */
    MICE_OFFER,     /* support dice, or none */
    MICE_PLACING,
    MICE_ANNA_DUE, /* the rewards that ask for a choice */
    MICE_CANDY_DUE,
    MICE_SECURE_DUE,
    MICE_STEAL_DUE,
    MICE_SHARE_DUE,
    MICE_OVER
} mice_phase;

/* A die on the board is a byte: value | (owner + 1) << 3 | candy << 6; no die is 0. A column is
 * eight such bytes, the lowest cell in the lowest bits. Dice in hand are counts in nibbles: that of
 * value v is at bit 4·(v - 1). */
typedef struct mice_public {
    uint64_t column[MICE_COLUMNS];
    uint64_t open[2]; /* what mice_open says of all columns, turned round: see mice_lanes */
    uint32_t exposed[MICE_SEATS];
    uint32_t turn;         /* from 1; 0 before the first */
    uint32_t hand;         /* the active seat's mouse dice that show a value */
    uint32_t help;         /* support dice rolled and not placed yet */
    uint8_t row[MICE_ROW]; /* the cat row from its left end */
    uint8_t safe[MICE_SEATS];
    uint8_t free[MICE_SEATS]; /* mouse dice not on the board, those in hand included */
    uint8_t candy[MICE_SEATS];
    uint8_t row_size;
    uint8_t jar;
    uint8_t reserve; /* support dice, neither on the board nor rolled */
    uint8_t phase;
    uint8_t active;
    uint8_t rolling;  /* dice that chance is to roll */
    uint8_t rerolled; /* what has been done in this turn: the re-roll … */
    uint8_t helped;   /* … the support dice … */
    uint8_t placed;   /* … and an own die placed */
    uint8_t bound;    /* M81: all support dice and an own one can be placed, so they must */
    uint8_t check;    /* the next column to be checked (M40) */
    uint8_t sum;      /* that may be made safe (M64) */
    uint8_t anna;     /* the die that Anna carries (M60) … */
    uint8_t from;     /* … and her column */
} mice_public;

typedef struct mice_state {
    mice_public pub;
} mice_state;

typedef struct mice_view {
    mice_public pub;
    uint8_t seat; /* or RZ_SPECTATOR */
    uint8_t unused[7];
} mice_view;

extern const rz_game mice_game;

/* ---- What a player can get wrong --------------------------------------------------------------
 */
#define MICE_ERRORS(X)                                                                             \
    X(MICE_E_OVER, "game-over", "M90", N_("The game is over."))                                    \
    X(MICE_E_TURN, "not-your-turn", "M20", N_("It is another player's turn."))                     \
    X(MICE_E_CHANCE, "dice-first", "M21", N_("First the dice must fall."))                         \
    X(MICE_E_ACTION, "no-such-action", "M20", N_("There is no such action in this game."))         \
    X(MICE_E_COLUMN, "no-such-column", "M4", N_("The board has no such column."))                  \
    X(MICE_E_ROLL_LATE, "roll-late", "M20", N_("You roll only at the beginning of your turn."))    \
    X(MICE_E_RETRIEVE_LATE, "retrieve-late", "M20",                                                \
      N_("You retrieve dice only instead of rolling."))                                            \
    X(MICE_E_NO_DICE, "no-dice", "M28", N_("You have no dice to roll."))                           \
    X(MICE_E_NONE_THERE, "none-there", "M28", N_("None of your dice is on that column."))          \
    X(MICE_E_PASS, "can-not-pass", "M28",                                                          \
      N_("You pass only with nothing to roll and nothing to retrieve."))                           \
    X(MICE_E_NO_REROLL, "no-reroll", "M22",                                                        \
      N_("You roll again once, after the first roll and before you place."))                       \
    X(MICE_E_REROLL, "not-in-hand", "M22",                                                         \
      N_("You can not roll dice again that you do not have."))                                     \
    X(MICE_E_UNROLLED, "not-that-many", "M52",                                                     \
      N_("Fewer dice than that came back from the board."))                                        \
    X(MICE_E_NO_SUPPORT, "no-support", "M80",                                                      \
      N_("Support dice are rolled once in a turn, before you place, if the reserve holds any."))   \
    X(MICE_E_NO_DECLINE, "nothing-to-decline", "M80", N_("No support dice are offered to you."))   \
    X(MICE_E_NOT_PLACING, "not-placing", "M23", N_("Dice are placed after the rolls."))            \
    X(MICE_E_NOT_IN_HAND, "no-such-die", "M23", N_("You have no such die to place."))              \
    X(MICE_E_FULL, "column-full", "M24", N_("There is a die on the top cell of that column."))     \
    X(MICE_E_NUMBER, "wrong-number", "M24", N_("The next cell asks for another number."))          \
    X(MICE_E_LINK, "not-equal", "M24", N_("The next cell asks for the value of the die below."))   \
    X(MICE_E_GREY, "grey-full", "M25", N_("No grey cell of the cat row is free."))                 \
    X(MICE_E_MUST_PLACE, "must-place", "M23", N_("You must place at least one die."))              \
    X(MICE_E_NO_CANDY, "no-candy", "M70", N_("You hold no candy die."))                            \
    X(MICE_E_CANDY_CAT, "candy-to-cat", "M70", N_("A candy die does not go on the cat row."))      \
    X(MICE_E_DUTY, "support-first", "M81",                                                         \
      N_("After that you could not place all support dice and one of your own."))                  \
    X(MICE_E_DUTY_OPEN, "support-left", "M81",                                                     \
      N_("You must first place the support dice that you rolled, and one of your own."))           \
    X(MICE_E_NO_ANNA, "no-anna", "M60", N_("Anna has no die to move now."))                        \
    X(MICE_E_ANNA_SAME, "anna-same", "M60", N_("Anna's die goes to another column."))              \
    X(MICE_E_ANNA_COMPLETE, "anna-complete", "M60",                                                \
      N_("Anna's die can not go on a complete column."))                                           \
    X(MICE_E_CANDY_LATE, "candy-not-now", "M62", N_("You have no candy die to take now."))         \
    X(MICE_E_CANDY_JAR, "candy-jar", "M62",                                                        \
      N_("You take from the jar if there is a candy die in it, and only then."))                   \
    X(MICE_E_CANDY_THERE, "no-candy-there", "M62", N_("There is no candy die to take there."))     \
    X(MICE_E_CANDY_COMPLETE, "candy-complete", "M62",                                              \
      N_("You can not take a candy die from a complete column."))                                  \
    X(MICE_E_SECURE, "secure-not-now", "M64", N_("You can not make food safe now."))               \
    X(MICE_E_STEAL, "steal-not-now", "M65", N_("You can not take food now."))                      \
    X(MICE_E_STEAL_WHOM, "steal-whom", "M65", N_("You take food from another player."))            \
    X(MICE_E_SHARE, "share-not-now", "M66", N_("No food is passed on now."))                       \
    X(MICE_E_NO_FIRST, "no-first", "M10", N_("The first player is known already."))                \
    X(MICE_E_FIRST, "no-such-seat", "M10", N_("Chance names one of the players as the first."))    \
    X(MICE_E_NO_ROLL, "no-roll", "M21", N_("No dice are being rolled."))                           \
    X(MICE_E_DICE, "wrong-dice", "M21", N_("Another number of dice was rolled."))                  \
    X(MICE_E_DIE_KIND, "wrong-kind", "M80", N_("Dice of the other kind are being rolled."))        \
    X(MICE_E_BOARD_FORM, "board-form", "M4",                                                       \
      N_("At {detail}: a board is written otherwise; a value is of the wrong kind."))              \
    X(MICE_E_BOARD_UNKNOWN, "board-unknown", "M4",                                                 \
      N_("At {detail}: this field is not known in a board, or is there twice."))                   \
    X(MICE_E_BOARD_MISSING, "board-missing", "M4",                                                 \
      N_("At {detail}: a field is missing. A board has columns and cat, a column shelf and "       \
         "cells, a cell ask, linked and pays, the cat row grey and red."))                         \
    X(MICE_E_BOARD_COLUMNS, "board-columns", "M5", N_("A board has 1 to 12 columns."))             \
    X(MICE_E_BOARD_CELLS, "board-cells", "M5", N_("At {detail}: a column has 2 to 8 cells."))      \
    X(MICE_E_BOARD_COVERED, "board-covered", "M5",                                                 \
      N_("At {detail}: so many cells are covered that too few are left."))                         \
    X(MICE_E_BOARD_ASK, "board-ask", "M5",                                                         \
      N_("At {detail}: a cell asks for 1 to 6, or for 0, which is any."))                          \
    X(MICE_E_BOARD_LINK, "board-link", "M5",                                                       \
      N_("At {detail}: the bottom cell has no cell below to be linked to."))                       \
    X(MICE_E_BOARD_PAYS, "board-pays", "M5",                                                       \
      N_("At {detail}: a cell pays 0 to 99 sausages, a sausage shelf 1 to 99."))                   \
    X(MICE_E_BOARD_SHELF, "board-shelf", "M5",                                                     \
      N_("At {detail}: there is no such shelf; there are anna, candy, secure, greedy, "            \
         "accountant, and sausages with their number."))                                           \
    X(MICE_E_BOARD_CAT, "board-cat", "M5",                                                         \
      N_("The cat row has 1 to 3 grey and 1 to 8 red cells."))                                     \
    X(MICE_E_BOARD_SECURE, "board-secure", "M5",                                                   \
      N_("At least one column with a secure shelf has a linked pair on top."))                     \
    X(MICE_E_BOARD_SAUSAGES, "board-sausages", "M5", N_("At least one column has a sausage shelf."))

typedef enum mice_error {
    MICE_E_BEFORE = RZ_E_GAME - 1,
#define X(code, name, rule, text) code,
    MICE_ERRORS(X)
#undef X
        MICE_E_AFTER
} mice_error;

RZ_PUBLIC_END

#endif
