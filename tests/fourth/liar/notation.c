/* liar: the vocabulary, and how actions are told in it. */
#include "games/liar/state.h"

static const char *const places[LIAR_DICE] = {"first", "second", "third"};

/* clang-format off */
const rz_verb liar_verbs[LIAR_VERBS] = {
    [LIAR_VERB_ROLL]  = {RZ_CHANCE,  "roll",  "D6", {{"seat", RZ_INT, .max = LIAR_SEATS - 1}, {"face", RZ_INT, .min = 1, .max = LIAR_FACES, .nullable = true}}},
    [LIAR_VERB_BID]   = {RZ_BY_SEAT, "bid",   "D4", {{"count", RZ_INT, .min = 1, .max = LIAR_SEATS * LIAR_DICE}, {"face", RZ_INT, .min = 1, .max = LIAR_FACES}}},
    [LIAR_VERB_DOUBT] = {RZ_BY_SEAT, "doubt", "D3", {{0}}},
    [LIAR_VERB_SHOW]  = {RZ_RULES,   "show",  "D8", {{"dice", RZ_ROW_PER_SEAT, .max = LIAR_FACES, .names = places, .count = LIAR_DICE}}},
    [LIAR_VERB_END]   = {RZ_RULES,   "end",   "D9", {{"scores", RZ_PER_SEAT, .max = LIAR_DICE}, {"winners", RZ_SEAT_SET, .count = LIAR_SEATS}}},
};
/* clang-format on */

void liar_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event) {
    (void)setup;
    *event = (rz_event){.by = (uint8_t)actor, .verb = LIAR_VERB_DOUBT};
    if (actor == RZ_CHANCE) {
        event->verb = LIAR_VERB_ROLL;
        event->data[0] = (int16_t)liar_roller(LIAR_PUBLIC(pub));
        event->data[1] = (int16_t)(action + 1);
    } else if (action != LIAR_DOUBT) {
        event->verb = LIAR_VERB_BID;
        event->data[0] = (int16_t)((action - LIAR_BID) / LIAR_FACES + 1);
        event->data[1] = (int16_t)((action - LIAR_BID) % LIAR_FACES + 1);
    }
}

rz_error liar_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action) {
    const int16_t *data = event->data;
    (void)setup;
    *action = LIAR_DOUBT;
    if (event->verb == LIAR_VERB_BID)
        *action = (rz_action)(LIAR_BID + (data[0] - 1) * LIAR_FACES + data[1] - 1);
    if (event->verb != LIAR_VERB_ROLL)
        return event->verb < LIAR_VERB_SHOW ? RZ_OK : RZ_E_VERB;
    *action = data[1] == RZ_NULL ? RZ_HIDDEN : (rz_action)(data[1] - 1);
    return data[0] == liar_roller(LIAR_PUBLIC(pub)) ? RZ_OK : (rz_error)LIAR_E_ROLL;
}
