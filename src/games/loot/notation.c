/* loot: the vocabulary, and how actions are told in it. */
#include "core/mem.h"
#include "games/loot/rules.h"

#define NUMBER(name, from, to)                                                                     \
    { name, RZ_INT, .min = from, .max = to }
#define SEAT(name) NUMBER(name, 0, LOOT_SEATS - 1)
#define CARDS(name)                                                                                \
    { name, RZ_COUNTS, .names = loot_card_names, .count = LOOT_KINDS }
#define EACH(name, from, to)                                                                       \
    { name, RZ_PER_SEAT, .min = from, .max = to }

/* clang-format off */
const rz_verb loot_verbs[LOOT_VERBS] = {
    /*                     by          do        rule   fields */
    [LOOT_VERB_SETS]   = {RZ_CHANCE,  "sets",   "L8",  {EACH("order", 0, LOOT_SEATS - 1)}},
    [LOOT_VERB_ROUND]  = {RZ_RULES,   "round",  "L10", {NUMBER("number", 1, 3), SEAT("starter")}},
    [LOOT_VERB_DRAW]   = {RZ_BY_SEAT, "draw",   "L11", {{"pile", RZ_INT, .max = 1, .has_default = true}}},
    [LOOT_VERB_REVEAL] = {RZ_CHANCE,  "reveal", "L11", {{"card", RZ_NAME, .names = loot_card_names, .count = LOOT_CARDS}}},
    [LOOT_VERB_THIEF]  = {RZ_BY_SEAT, "thief",  "L15", {CARDS("take")}},
    [LOOT_VERB_COURT]  = {RZ_BY_SEAT, "court",  "L17", {{0}}},
    [LOOT_VERB_BID]    = {RZ_BY_SEAT, "bid",    "L21", {NUMBER("cheque", 1, LOOT_CHEQUES)}},
    [LOOT_VERB_PASS]   = {RZ_BY_SEAT, "pass",   "L20", {{0}}},
    [LOOT_VERB_WON]    = {RZ_RULES,   "won",    "L22", {SEAT("seat"), NUMBER("cheque", 1, LOOT_CHEQUES), CARDS("loot"), NUMBER("took", 1, LOOT_CHEQUES)}},
    [LOOT_VERB_UNSOLD] = {RZ_RULES,   "unsold", "L24", {{"lost", RZ_BOOL, .has_default = true}}},
    [LOOT_VERB_SCORE]  = {RZ_RULES,   "score",  "L33", {NUMBER("round", 1, 3),
                          {"points", RZ_ROW_PER_SEAT, .min = -999, .max = 999, .names = loot_category_names, .count = LOOT_CATEGORIES},
                          EACH("total", -999, 999)}},
    [LOOT_VERB_END]    = {RZ_RULES,   "end",    "L51", {EACH("scores", -999, 999), {"winners", RZ_SEAT_SET, .count = LOOT_SEATS}}},
};
/* clang-format on */

static const loot_public *public_of(const rz_public *pub) {
    return (const loot_public *)(const void *)pub;
}

static void describe_chance(const rz_setup *setup, const loot_public *p, int outcome,
                            rz_event *event) {
    if (p->phase != LOOT_SETS_DUE) {
        event->verb = LOOT_VERB_REVEAL;
        event->data[0] = (int16_t)outcome;
        return;
    }
    uint8_t order[LOOT_SEATS];
    event->verb = LOOT_VERB_SETS;
    loot_order_of(rz_seats(setup), outcome - LOOT_ORDER, order);
    for (int s = 0; s < rz_seats(setup); s++)
        event->data[s] = order[s];
}

void loot_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event) {
    const loot_public *p = public_of(pub);
    *event = (rz_event){.by = (uint8_t)actor};
    if (actor == RZ_CHANCE) {
        describe_chance(setup, p, action, event);
    } else if (action < LOOT_COURT) {
        event->verb = LOOT_VERB_DRAW;
        event->data[0] = (int16_t)(action - LOOT_DRAW);
    } else if (action == LOOT_COURT) {
        event->verb = LOOT_VERB_COURT;
    } else if (action == LOOT_PASS) {
        event->verb = LOOT_VERB_PASS;
    } else if (action <= LOOT_BID + LOOT_CHEQUES) {
        event->verb = LOOT_VERB_BID;
        event->data[0] = (int16_t)(action - LOOT_BID);
    } else {
        event->verb = LOOT_VERB_THIEF;
        for (int i = 0; i < LOOT_PLACES - 1; i++)
            if ((action - LOOT_STEAL) >> i & 1 && p->lot[i])
                event->data[p->lot[i] - 1]++;
    }
}

/* The leftmost places that hold the wanted cards. */
static rz_error find_places(const loot_public *p, const int16_t wanted[LOOT_KINDS],
                            rz_action *action) {
    int16_t left[LOOT_KINDS];
    int total = 0;
    *action = LOOT_STEAL;
    memcpy(left, wanted, sizeof left);
    for (int i = 0; i < LOOT_PLACES - 1; i++)
        if (p->lot[i] && left[p->lot[i] - 1] > 0) {
            left[p->lot[i] - 1]--;
            *action = (rz_action)(*action + (1 << i));
        }
    for (int kind = 0; kind < LOOT_KINDS; kind++) {
        total += wanted[kind];
        if (left[kind] > 0)
            return p->lot_size == 0 ? LOOT_E_NO_LOOT : LOOT_E_NOT_THERE;
    }
    return total > 0 ? RZ_OK : LOOT_E_NOTHING;
}

rz_error loot_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action) {
    int rank;
    switch (event->verb) {
    case LOOT_VERB_SETS:
        rank = loot_rank_of(rz_seats(setup), event->data);
        *action = (rz_action)(LOOT_ORDER + rank);
        return rank >= 0 ? RZ_OK : LOOT_E_ORDER;
    case LOOT_VERB_REVEAL:
        *action = (rz_action)event->data[0];
        return RZ_OK;
    case LOOT_VERB_DRAW:
        *action = (rz_action)(LOOT_DRAW + event->data[0]);
        return RZ_OK;
    case LOOT_VERB_COURT:
        *action = LOOT_COURT;
        return RZ_OK;
    case LOOT_VERB_PASS:
        *action = LOOT_PASS;
        return RZ_OK;
    case LOOT_VERB_BID:
        *action = (rz_action)(LOOT_BID + event->data[0]);
        return RZ_OK;
    case LOOT_VERB_THIEF:
        return find_places(public_of(pub), event->data, action);
    default:
        return LOOT_E_ACTION;
    }
}
