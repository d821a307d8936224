/* What the files of mice share, and what bots and clients use of it. */
#ifndef RZ_MICE_RULES_H
#define RZ_MICE_RULES_H

#include "games/mice/state.h"

_Static_assert(sizeof(mice_board) == 5 + MICE_COLUMNS * (5 + 3 * MICE_CELLS), "no padding");
_Static_assert(sizeof(mice_stack) == 3 * MICE_CELLS + 4, "no padding");
_Static_assert(sizeof(mice_setup) == 7 + sizeof(mice_board) + 8 + MICE_COLUMNS * sizeof(mice_stack),
               "no padding");
_Static_assert(sizeof(mice_public) ==
                   8 * MICE_COLUMNS + 16 + 4 * MICE_SEATS + 12 + MICE_ROW + 3 * MICE_SEATS + 14,
               "no padding");
_Static_assert(sizeof(mice_state) <= 192, "small enough to copy freely");
_Static_assert(sizeof(mice_view) == sizeof(mice_public) + 8, "no padding");

/* ---- Dice ------------------------------------------------------------------------------------
 */

enum { MICE_EVERY = 0x3f /* the set of all values */, MICE_FULL = 0x40 };

/* One die in hand. */
static inline uint32_t mice_one(int value) {
    return 1u << 4 * (value - 1);
}

static inline int mice_count(uint32_t dice, int value) {
    return (int)(dice >> 4 * (value - 1) & 15);
}

/* How many dice show each value or a lower one; no more than fifteen. */
static inline uint32_t mice_sums(uint32_t dice) {
    return dice * 0x111111;
}

static inline int mice_total(uint32_t dice) {
    return (int)(mice_sums(dice) >> 20 & 15);
}

/* The values that dice show, as a set: of each count one bit, and the bits moved together. */
static inline unsigned mice_values(uint32_t dice) {
    uint32_t some = (dice | dice >> 1 | dice >> 2) & 0x111111;
    some = (some | some >> 3) & 0x030303;
    return (some | some >> 6 | some >> 12) & MICE_EVERY;
}

static inline int mice_lowest(unsigned values) {
    return __builtin_ctz(values) + 1;
}

static inline unsigned mice_bit(int value) {
    return 1u << (value - 1);
}

static inline uint8_t mice_die_of(int value, int owner, bool candy) {
    return (uint8_t)(value | (owner + 1) << 3 | candy << 6);
}

static inline int mice_die_value(int die) {
    return die & 7;
}

static inline int mice_die_owner(int die) {
    return (die >> 3 & 7) - 1;
}

static inline bool mice_die_candy(int die) {
    return die >> 6 & 1;
}

/* The die on a cell of a column, or 0. */
static inline int mice_die_at(uint64_t column, int cell) {
    return (int)(column >> 8 * cell & 0xff);
}

/* The cell above the highest die (M24). */
static inline int mice_height(uint64_t column) {
    return column ? 8 - __builtin_clzll(column) / 8 : 0;
}

/* dice.c: the rank of a set of up to seven dice among all such sets, and back; whether it is a rank
 * of so many dice. */
int mice_rank(uint32_t dice);
uint32_t mice_unrank(int rank);
bool mice_shows(int rank, int dice);

/* ---- Helpers that bots and clients use as well ------------------------------------------------
 */

/* The values that may go on the next cell of a column now (M24), or MICE_FULL. */
static inline uint8_t mice_open(const mice_stack *stack, uint64_t column) {
    int cell = mice_height(column);
    if (cell == stack->size)
        return MICE_FULL;
    unsigned values = stack->accepts[cell];
    if (stack->linked >> cell & 1)
        values &= mice_bit(mice_die_value(mice_die_at(column, cell - 1)));
    return (uint8_t)values;
}

/* Of a column, mice_open says which values it takes; mice_public.open has for every value, and for
 * MICE_FULL, the set of columns: 16 bits each, 1 to 4 in the first word, 5, 6 and full in the
 * second. This spreads four bits over a word: bit i goes to 16 · i. */
static inline uint64_t mice_lanes(unsigned four) {
    return four * 0x200040008001u & 0x1000100010001u;
}

/* Notes what mice_open says of a column. */
static inline void mice_set_open(mice_public *pub, int column, unsigned open) {
    uint64_t all = mice_lanes(15) << column;
    pub->open[0] = (pub->open[0] & ~all) | mice_lanes(open & 15) << column;
    pub->open[1] = (pub->open[1] & ~all) | mice_lanes(open >> 4) << column;
}

/* Changes a column. */
static inline void mice_set_column(const mice_setup *setup, mice_public *pub, int column,
                                   uint64_t dice) {
    pub->column[column] = dice;
    mice_set_open(pub, column, mice_open(&setup->stacks[column], dice));
}

static inline bool mice_takes(const mice_public *pub, int column, int value) {
    return pub->open[(value - 1) / 4] >> (16 * ((value - 1) % 4) + column) & 1;
}

/* The columns with a die on top, as bits. */
static inline unsigned mice_full(const mice_public *pub) {
    return (unsigned)(pub->open[1] >> 32);
}

static inline int mice_grey_left(const mice_setup *setup, const mice_public *pub) {
    return pub->row_size < setup->grey ? setup->grey - pub->row_size : 0;
}

/* The value of the dice that the cat takes (M50), or 0. */
static inline int mice_cat_number(const mice_setup *setup, const mice_public *pub) {
    return pub->row_size < setup->grey ? 0 : mice_die_value(pub->row[setup->grey - 1]);
}

/* How many dice more fill the cat row (M51). */
static inline int mice_cat_room(const mice_setup *setup, const mice_public *pub) {
    return setup->grey + setup->red - pub->row_size;
}

/* The cells of a column where dice of a seat are, as bytes of ones: owners are compared all at once
 * (seat + 1 is in bits 3 to 5 of a die, and 0 in those of an empty cell). */
static inline uint64_t mice_cells_of(uint64_t column, int seat) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t other = (column >> 3 & 7 * ones) ^ (uint64_t)(seat + 1) * ones;
    uint64_t same = ~((other + 0x7f * ones) >> 7) & ones;
    return same * 0xff;
}

/* The action that places a die on a column, or on MICE_CAT. */
static inline rz_action mice_place_action(mice_die kind, int value, int column) {
    return (rz_action)(MICE_PLACE + (int)kind * MICE_PLACES + (value - 1) * (MICE_COLUMNS + 1) +
                       column);
}

/* Mouse dice of a seat, and candy dice in the game (M1, M2). */
static inline int mice_dice_each(int seats) {
    return seats == 2 ? 6 : 7;
}

static inline int mice_candies(int seats) {
    return seats < 4 ? 1 : 2;
}

static inline int mice_helpers(int seats) {
    return seats == 2 ? 3 : 0;
}

/* What each seat gets if the column is completed now: its cells, and a sausage shelf for the
 * active player (M41, M63). */
void mice_pay(const mice_setup *setup, const mice_public *pub, int column,
              uint32_t food[MICE_SEATS]);

/* M64, of a column: the sum of its two uppermost dice, or of the only one. */
int mice_secure_sum(uint64_t column);

/* ---- rewards.c: completing columns ------------------------------------------------------------
 */

/* M41, M71, M82: dice that leave the board go where they belong. */
void mice_give_back(mice_public *pub, uint64_t dice);

/* Placing is over: columns are completed up to the first reward that asks something, and after it
 * goes on from there. */
void mice_done(const mice_setup *setup, mice_public *pub, rz_events *events);
void mice_reward(const mice_setup *setup, mice_public *pub, int action, rz_events *events);

/* What is wrong with an action of the kind that the reward asks for. */
rz_error mice_refuse_reward(const mice_setup *setup, const mice_public *pub, int action);

/* rules.c, M50 and M51: of `dice` dice that show the cat's number it takes as many as there is room
 * for, and comes if that fills the row. Returns how many it takes. */
int mice_feed_cat(const mice_setup *setup, mice_public *pub, int dice, int owner,
                  rz_events *events);

/* rules.c: when all columns have been looked at, and when 25 food is safe. */
void mice_end_turn(const mice_setup *setup, mice_public *pub, rz_events *events);
void mice_end_game(const mice_setup *setup, mice_public *pub, rz_events *events);

/* An event that follows now: all before it has been done to the table, what it says has
 * not. NULL if nobody watches. */
static inline rz_event *mice_add_event(rz_events *events, const mice_public *pub, int verb) {
    return events ? rz_events_add(events, verb, (const rz_public *)(const void *)pub) : NULL;
}

/* ---- board.c: boards that people give ---------------------------------------------------------
 */

/* The place of a fault, counted from 1; 0 where it is no column's, or no cell's, alone. */
typedef struct mice_where {
    int column, cell;
} mice_where;

/* Reads a board from JSON. RZ_OK, or what is wrong with it, and where. */
rz_error mice_board_read(rz_json *json, mice_board *board, mice_where *where);
void mice_board_write(const mice_board *board, rz_text *out);

/* M5, for every number of players. */
rz_error mice_board_check(const mice_board *board, mice_where *where);

/* ---- duty.c: M81 ------------------------------------------------------------------------------
 */

/* Can all support dice in hand, and an own die unless one is placed, still be placed? */
bool mice_can_comply(const mice_setup *setup, const mice_public *pub);

/* The same after a die has been placed there, which is possible. */
bool mice_would_comply(const mice_setup *setup, const mice_public *pub, mice_die kind, int value,
                       int column);

/* ---- tables.c --------------------------------------------------------------------------------
 */
extern const mice_board mice_reconstructed_board; /* M4 */
extern const char *const mice_shelf_names[MICE_SHELVES];

/* ---- rules.c, dice.c, view.c, notation.c: the functions of the contract
 * -------------------------------
 */
rz_error mice_finish_setup(rz_setup *setup);
void mice_init(const rz_setup *setup, rz_state *state, rz_events *events);
rz_actors mice_to_act(const rz_setup *setup, const rz_public *pub);
int mice_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]);
int mice_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]);
rz_error mice_why_not(const rz_setup *setup, const rz_view *view, rz_action action);
int mice_chance_verb(const rz_setup *setup, const rz_public *pub);
int mice_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]);
rz_action mice_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng);
rz_error mice_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events);
void mice_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]);
rz_actors mice_winners(const rz_setup *setup, const rz_public *pub);
void mice_make_view(const rz_setup *setup, const rz_state *state, int seat, rz_view *view);
void mice_conceal(const rz_setup *setup, int seat, rz_event *event);
rz_error mice_observe(const rz_setup *setup, rz_view *view, const rz_event *event,
                      rz_events *events);
void mice_sample(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state);
void mice_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event);
rz_error mice_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action);
extern const rz_verb mice_verbs[MICE_VERBS];

#endif
