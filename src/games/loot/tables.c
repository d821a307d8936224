/* loot: the components, and the game as one constant. */
#include "core/translate.h"
#include "games/list.h"
#include "games/loot/rules.h"

const char *const loot_card_names[LOOT_CARDS] = {
    "jewel.ring",
    "jewel.watch",
    "jewel.brooch",
    "jewel.necklace",
    "jewel.diamond",
    "gangster",
    "car",
    "driver",
    "thief",
    "gold",
    "business.casino",
    "business.transport",
    "business.film",
    "business.races",
    "business.estate",
    "business.club",
    "business.restaurant",
    "police",
};

const char *const loot_category_names[LOOT_CATEGORIES] = {
    "thieves", "gangsters", "cars", "jewels", "gold", "businesses", "cheques"};

/* clang-format off */
const uint8_t loot_card_count[LOOT_CARDS] = {
    4, 4, 4, 4, 4,          /* L3, L4: jewels */
    16, 16, 10, 6, 3,       /* L3: gangsters, cars, drivers, thieves, gold */
    4, 4, 4, 4, 4, 4, 4,    /* L3, L4: businesses */
    21                      /* L2: police */
};

const bool loot_card_crossed[LOOT_KINDS] = {
    true, true, true, true, true,                       /* L6: jewels leave … */
    false, false, true, true, true,                     /* … and drivers, thieves, gold … */
    false, false, false, false, false, false, false     /* … but nothing else. */
};

#define C(cheque) (1u << ((cheque) - 1))
const uint16_t loot_cheque_sets[LOOT_SEATS + 1][LOOT_SEATS] = { /* L7 */
    [2] = {C(2) | C(5) | C(6) | C(9), C(3) | C(4) | C(7) | C(8)},
    [3] = {C(2) | C(5) | C(8) | C(13), C(3) | C(6) | C(9) | C(12), C(4) | C(7) | C(10) | C(11)},
    [4] = {C(2) | C(6) | C(13), C(3) | C(7) | C(12), C(4) | C(8) | C(11), C(5) | C(9) | C(10)},
    [5] = {C(2) | C(7) | C(16), C(3) | C(8) | C(15), C(4) | C(9) | C(14), C(5) | C(10) | C(13),
           C(6) | C(11) | C(12)},
};
#undef C

const int8_t loot_jewel_points[LOOT_JEWELS + 1] = {-5, 0, 0, 5, 10, 15};            /* L44 */
const int8_t loot_business_points[LOOT_BUSINESSES + 1] = {0, 1, 2, 3, 4, 5, 6, 10}; /* L46 */
const int8_t loot_identical_points[5] = {0, 0, 0, 5, 10};                           /* L47 */
/* clang-format on */

static const char *const sets_words[] = {"random", "seat"};
static const char *const truth_words[] = {"false", "true"};
static const char *const tie_words[] = {"shared", "cheque"};
static const char *const theme_words[] = {"police", "ra"};

#define WORDS(list) .words = list, .n_words = 2
#define AT(member)  .offset = offsetof(loot_setup, member)
static const rz_option options[] = {
    {"sets", "L8", N_("who gets which set of cheques"), WORDS(sets_words), AT(sets)},
    {"piles", "L9", N_("how many piles there are to draw from"), .numbers = true, .min = 1,
     .max = 2, .fallback = 2, AT(piles)},
    {"literal_ties", "L42", N_("all tied on gangsters: both +5 and −2"), WORDS(truth_words),
     AT(literal_ties)},
    {"no_thief_for_thief", "L16", N_("a thief can not take a thief"), WORDS(truth_words),
     AT(no_thief_for_thief)},
    {"tie_break", "L51", N_("what decides between equal scores"), WORDS(tie_words), AT(tie_break)},
    {"theme", NULL, N_("the names people see: police or Ra"), WORDS(theme_words), AT(theme)},
};

static const rz_reason reasons[] = {
#define X(code, name, rule, text) {name, rule, text},
    LOOT_ERRORS(X)
#undef X
};

const rz_game loot_game = {
    .name = "loot",
    .title = "Razzia!",
    .author = "Reiner Knizia",
    .about = N_("Bid for the loot of the underworld before the police break up the party."),
    .number = RZ_NUMBER_loot,
    .seats_min = 2,
    .seats_max = LOOT_SEATS,
    .seats_rule = "L1",
    .actions = LOOT_ACTIONS,
    .chances = LOOT_CHANCES,
    .setup_size = sizeof(loot_setup),
    .public_size = sizeof(loot_public),
    .state_size = sizeof(loot_state),
    .view_size = sizeof(loot_view),
    .verbs = loot_verbs,
    .n_verbs = LOOT_VERBS,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .reasons = reasons,
    .n_reasons = sizeof reasons / sizeof *reasons,
    .complete = loot_complete,
    .init = loot_init,
    .to_act = loot_to_act,
    .legal = loot_legal,
    .legal_in = loot_legal_in,
    .why_not = loot_why_not,
    .chance_verb = loot_chance_verb,
    .chance = loot_chance,
    .draw = loot_draw,
    .apply = loot_apply,
    .view = loot_make_view,
    .conceal = loot_conceal,
    .observe = loot_observe,
    .sample = loot_sample,
    .scores = loot_scores,
    .winners = loot_winners,
    .describe = loot_describe,
    .understand = loot_understand,
};
