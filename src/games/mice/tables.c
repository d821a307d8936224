/* mice: the components, and the game as one constant. */
#include "core/mem.h"
#include "core/translate.h"
#include "games/list.h"
#include "games/mice/rules.h"

const char *const mice_shelf_names[MICE_SHELVES] = {"anna",   "candy",      "secure",
                                                    "greedy", "accountant", "sausages"};

/* A cell that asks for a number, for any (0), or for what lies below, and what it pays. */
#define ASK(number, pays)                                                                          \
    { number, 0, pays }
#define SAME(pays)                                                                                 \
    { 0, 1, pays }
#define SHELF(name, two, three, count) MICE_##name##_SHELF, 0, {two, three}, count
#define FOOD(n, two, three, count)     MICE_SAUSAGE_SHELF, n, {two, three}, count

/* M4: a reconstruction. The rulebook's text has no picture of the printed board; this one agrees
 * with all that the text says about it. */
/* clang-format off */
const mice_board mice_reconstructed_board = {
    .size = 9,
    .grey = 2, .red = 4, .grey_covered = {1, 1},
    .columns = {
        /* covered with: 2, 3 players; cells from bottom to top */
        {SHELF(ANNA, 0, 0, 3),       {ASK(1, 1), ASK(2, 1), ASK(3, 1)}},                       /* 1 */
        {SHELF(CANDY, 1, 1, 4),      {ASK(0, 0), ASK(4, 1), ASK(4, 1), ASK(5, 0)}},            /* 2 */
        {FOOD(3, 1, 1, 4),           {ASK(1, 1), ASK(1, 1), ASK(2, 1), ASK(2, 1)}},            /* 3 */
        {FOOD(4, 0, 0, 4),           {ASK(6, 0), SAME(1), ASK(0, 1), SAME(1)}},                /* 4 */
        {FOOD(2, 1, 0, 4),           {ASK(6, 1), ASK(5, 1), ASK(4, 1), ASK(3, 1)}},            /* 5 */
        {FOOD(5, 1, 1, 5),           {ASK(2, 0), ASK(3, 0), ASK(4, 1), ASK(5, 1), ASK(6, 1)}}, /* 6 */
        {SHELF(SECURE, 0, 0, 4),     {ASK(0, 0), SAME(0), ASK(0, 0), SAME(0)}},                /* 7 */
        {SHELF(GREEDY, 1, 1, 4),     {ASK(5, 0), ASK(6, 1), ASK(6, 1), ASK(1, 0)}},            /* 8 */
        {SHELF(ACCOUNTANT, 1, 0, 4), {ASK(3, 0), ASK(3, 0), ASK(0, 0), SAME(0)}},              /* 9 */
    },
};
/* clang-format on */

static rz_error read_board(rz_setup *setup, rz_json *json) {
    mice_where where;
    return mice_board_read(json, &((mice_setup *)(void *)setup)->board, &where);
}

static void write_board(const rz_setup *setup, rz_text *out) {
    mice_board_write(&((const mice_setup *)(const void *)setup)->board, out);
}

static bool is_default_board(const rz_setup *setup) {
    const mice_board *board = &((const mice_setup *)(const void *)setup)->board;
    return memcmp(board, &mice_reconstructed_board, sizeof *board) == 0;
}

static const char *const first_words[] = {"random"};

static const rz_option options[] = {
    {"first", "M10", N_("who begins"), .words = first_words, .n_words = 1, .numbers = true,
     .offset = offsetof(mice_setup, first)},
    {"turns", "M92", N_("after how many turns the game ends at the latest"), .numbers = true,
     .min = 1, .max = MICE_TURNS_MAX, .fallback = 1000, .offset = offsetof(mice_setup, turns)},
    {"board", "M4", N_("the board to play on"), .read = read_board, .write = write_board,
     .is_default = is_default_board},
};

static const rz_reason reasons[] = {
#define X(code, name, rule, text) {name, rule, text},
    MICE_ERRORS(X)
#undef X
};

const rz_game mice_game = {
    .name = "mice",
    .title = "Ratzzia",
    .author = "Sophia Wagner",
    .about = N_("Raid the pantry with your mice and bring 25 food home before the others do."),
    .number = RZ_NUMBER_mice,
    .seats_min = 2,
    .seats_max = MICE_SEATS,
    .seats_rule = "M1",
    .actions = MICE_ACTIONS,
    .chances = MICE_CHANCES,
    .setup_size = sizeof(mice_setup),
    .public_size = sizeof(mice_public),
    .state_size = sizeof(mice_state),
    .view_size = sizeof(mice_view),
    .verbs = mice_verbs,
    .n_verbs = MICE_VERBS,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .reasons = reasons,
    .n_reasons = sizeof reasons / sizeof *reasons,
    .complete = mice_finish_setup,
    .init = mice_init,
    .to_act = mice_to_act,
    .legal = mice_legal,
    .legal_in = mice_legal_in,
    .why_not = mice_why_not,
    .chance_verb = mice_chance_verb,
    .chance = mice_chance,
    .draw = mice_draw,
    .apply = mice_apply,
    .view = mice_make_view,
    .conceal = mice_conceal,
    .observe = mice_observe,
    .sample = mice_sample,
    .scores = mice_scores,
    .winners = mice_winners,
    .describe = mice_describe,
    .understand = mice_understand,
};
