/* mice: the table of features. */
#include "batch/features.h"
#include "batch/put.h"
#include "games/mice/rules.h"

enum {
    PLACES = MICE_COLUMNS * MICE_CELLS,
    NUMBERS = 255,
    FOOD = 50, /* a seat that has more than 25 has won */
    FIRST_PHASE = MICE_TURN,
    PHASES = MICE_OVER - MICE_TURN
};

static const char *const phase_names[] = {"turn",  "reroll", "offer", "place", "anna",
                                          "candy", "secure", "steal", "share"};
_Static_assert(sizeof phase_names / sizeof *phase_names == PHASES, "a name for each phase");

/* clang-format off */
static const rz_feature list[] = {
    {"value", "Where on the board dice show a value: layer v - 1 for value v, then column and cell, from the lowest.", {MICE_FACES, MICE_COLUMNS, MICE_CELLS}, 1, NULL},
    {"owner", "Where on the board dice of each seat are.", {RZ_EACH_SEAT, MICE_COLUMNS, MICE_CELLS}, 1, NULL},
    {"neutral", "Where on the board support dice are.", {MICE_COLUMNS, MICE_CELLS}, 1, NULL},
    {"candy_die", "Where on the board dice are that a candy was paid for.", {MICE_COLUMNS, MICE_CELLS}, 1, NULL},
    {"open", "Which values the next cell of a column takes: row v - 1 for value v; the last row says that the column is full.", {MICE_FACES + 1, 16}, 1, NULL},
    {"hand", "How many mouse dice of the seat whose turn it is show each value.", {MICE_FACES}, MICE_DICE, NULL},
    {"help", "How many support dice are to be placed, by value.", {MICE_FACES}, MICE_DICE, NULL},
    {"exposed", "Sausages of each seat that can be stolen.", {RZ_EACH_SEAT}, FOOD, NULL},
    {"safe", "Sausages of each seat that are safe.", {RZ_EACH_SEAT}, FOOD, NULL},
    {"free", "Mouse dice of each seat that are not on the board.", {RZ_EACH_SEAT}, MICE_DICE, NULL},
    {"candy", "Candies of each seat.", {RZ_EACH_SEAT}, 16, NULL},
    {"row", "The cat row from its left end: the value of each die, or 0.", {MICE_ROW}, MICE_FACES, NULL},
    {"jar", "Candies in the jar.", {1}, 16, NULL},
    {"reserve", "Support dice that are neither on the board nor rolled.", {1}, 16, NULL},
    {"phase", "What is to be decided.", {PHASES}, 1, phase_names},
    {"active", "Whose turn it is.", {RZ_EACH_SEAT}, 1, NULL},
    {"done", "What has been done in this turn: the re-roll, the support dice, an own die placed; and whether all support dice and an own one must be placed.", {4}, 1, NULL},
    {"sum", "Sausages that may be made safe.", {1}, FOOD, NULL},
    {"anna", "The value of the die that Anna carries: place v - 1 for value v.", {MICE_FACES}, 1, NULL},
    {"anna_from", "The column that she comes from.", {MICE_COLUMNS}, 1, NULL},
    {"check", "The column that is looked at next when rewards are paid.", {MICE_COLUMNS}, 1, NULL},
    {"turn", "The number of the turn.", {1}, NUMBERS, NULL},
};
/* clang-format on */

/* Where the bytes have a certain pattern under a mask. */
static uint8_t *put_equal(uint8_t *out, const uint8_t dice[PLACES], int mask, int pattern) {
    for (int i = 0; i < PLACES; i++)
        out[i] = (dice[i] & mask) == pattern;
    return out + PLACES;
}

static uint8_t *put_board(uint8_t *out, int first, int seats, const mice_public *p) {
    uint8_t dice[PLACES];
    memcpy(dice, p->column, PLACES);
    for (int value = 1; value <= MICE_FACES; value++)
        out = put_equal(out, dice, 7, value);
    for (int i = 0; i < seats; i++)
        out = put_equal(out, dice, 7 << 3, (put_seat_at(first, seats, i) + 1) << 3);
    out = put_equal(out, dice, 7 << 3, (MICE_NEUTRAL + 1) << 3);
    return put_equal(out, dice, 1 << 6, 1 << 6);
}

static uint8_t *put_open(uint8_t *out, const mice_public *p) {
    for (int row = 0; row < MICE_FACES + 1; row++)
        out = put_bits16(out, (unsigned)(p->open[row / 4] >> 16 * (row % 4)));
    return out;
}

static uint8_t *put_dice(uint8_t *out, uint32_t dice) {
    for (int value = 1; value <= MICE_FACES; value++)
        *out++ = (uint8_t)mice_count(dice, value);
    return out;
}

static uint8_t *put_turn(uint8_t *out, int first, int seats, const mice_public *p) {
    out = put_place(out, PHASES, p->phase - FIRST_PHASE);
    out = put_seat(out, first, seats, p->active);
    *out++ = p->rerolled != 0;
    *out++ = p->helped != 0;
    *out++ = p->placed != 0;
    *out++ = p->bound && p->help;
    out = put_number(out, p->sum, 0, FOOD);
    out = put_place(out, MICE_FACES, mice_die_value(p->anna) - 1);
    out = put_place(out, MICE_COLUMNS, p->anna ? p->from : -1);
    out = put_place(out, MICE_COLUMNS, p->phase >= MICE_ANNA_DUE ? p->check : -1);
    return put_number(out, (int)p->turn, 0, NUMBERS);
}

static void write(const rz_setup *setup, const rz_view *view, uint8_t *out) {
    const mice_view *v = (const mice_view *)(const void *)view;
    const mice_public *p = &v->pub;
    int seats = rz_seats(setup), first = put_first(v->seat, seats);
    out = put_board(out, first, seats, p);
    out = put_open(out, p);
    out = put_dice(out, p->hand);
    out = put_dice(out, p->help);
    for (int i = 0; i < seats; i++)
        out = put_number(out, (int)p->exposed[put_seat_at(first, seats, i)], 0, FOOD);
    for (int i = 0; i < seats; i++)
        out = put_number(out, p->safe[put_seat_at(first, seats, i)], 0, FOOD);
    out = put_rows(out, first, seats, p->free, 1);
    out = put_rows(out, first, seats, p->candy, 1);
    for (int i = 0; i < MICE_ROW; i++)
        *out++ = (uint8_t)mice_die_value(p->row[i]);
    out = put_number(out, p->jar, 0, 16);
    out = put_number(out, p->reserve, 0, 16);
    put_turn(out, first, seats, p);
}

const rz_features mice_feature_table = {list, sizeof list / sizeof *list, write};
