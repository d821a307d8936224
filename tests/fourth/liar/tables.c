/* liar: the game as one constant. */
#include "games/liar/state.h"
#include "games/list.h"

static const rz_reason reasons[] = {
    {"not-your-turn", "D2", "It is another player's turn, or nobody's."},
    {"bid-too-low", "D4", "There is a bid first, and each is higher than the one before."},
    {"bid-too-high", "D5", "There are not so many dice."},
    {"bad-roll", "D6", "That die is not rolled now."},
};

#define AT(member) offsetof(liar_view, member), 1
static const rz_sight sights[] = {
    {"dice left", AT(pub.dice), 1, .per_seat = true},
    {"bid, count", AT(pub.count), 1, .zero_is_none = true},
    {"bid, face", AT(pub.face), 1, .zero_is_none = true},
    {"shown", AT(pub.shown), LIAR_DICE, .per_seat = true, .zero_is_none = true},
    {"dice", AT(cup), LIAR_DICE, .own = true, .zero_is_none = true},
};

/* clang-format off */
const rz_game liar_game = {
    .name = "liar", .title = "Liar's dice", .author = "nobody in particular",
    .about = "Bid on dice that nobody sees, or doubt the bid.",
    .number = RZ_NUMBER_liar, .seats_min = 2, .seats_max = LIAR_SEATS, .seats_rule = "D7",
    .actions = LIAR_ACTIONS, .chances = LIAR_FACES,
    .setup_size = sizeof(liar_setup), .public_size = sizeof(liar_public),
    .state_size = sizeof(liar_state), .view_size = sizeof(liar_view),
    .verbs = liar_verbs, .n_verbs = LIAR_VERBS,
    .reasons = reasons, .n_reasons = sizeof reasons / sizeof *reasons,
    .sights = sights, .n_sights = sizeof sights / sizeof *sights,
    .complete = liar_complete, .init = liar_init, .to_act = liar_to_act,
    .legal = liar_legal, .legal_in = liar_legal_in, .why_not = liar_why_not,
    .chance_verb = liar_chance_verb, .chance = liar_chance, .draw = liar_draw,
    .apply = liar_apply, .view = liar_make_view, .conceal = liar_conceal,
    .observe = liar_observe, .sample = liar_sample,
    .scores = liar_scores, .winners = liar_winners,
    .describe = liar_describe, .understand = liar_understand,
};
/* clang-format on */
