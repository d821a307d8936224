/* bars: the vocabulary, and how actions are told in it. */
#include "games/bars/rules.h"

#define NUMBER(name, from, to)                                                                     \
    { name, RZ_INT, .min = from, .max = to }
#define SEAT(name) NUMBER(name, 0, BARS_SEATS - 1)
#define CARD(name)                                                                                 \
    { name, RZ_NAME, .names = bars_card_names, .count = BARS_KINDS, .nullable = true }
#define BAR(name, or_null)                                                                         \
    { name, RZ_NAME, .names = bars_bar_names, .count = BARS_BARS, .nullable = or_null }
#define SEATS(name)                                                                                \
    { name, RZ_SEAT_SET, .count = BARS_SEATS }
#define MONEY(name, of)                                                                            \
    { name, of, .numbers = bars_values, .count = BARS_VALUES }

/* clang-format off */
const rz_verb bars_verbs[BARS_VERBS] = {
    /*                        by          do           rule   fields */
    [BARS_VERB_FIRST]     = {RZ_CHANCE,  "first",     "B14", {SEAT("seat")}},
    [BARS_VERB_ROUND]     = {RZ_RULES,   "round",     "B14", {NUMBER("number", 1, 15), SEAT("croupier")}},
    [BARS_VERB_RESHUFFLE] = {RZ_RULES,   "reshuffle", "B19", {{0}}},
    [BARS_VERB_DEAL]      = {RZ_CHANCE,  "deal",      "B18", {SEAT("seat"), CARD("card")}},
    [BARS_VERB_MONEY]     = {RZ_CHANCE,  "money",     "B20", {BAR("bar", true), NUMBER("value", 5, 50)}},
    [BARS_VERB_LAY]       = {RZ_BY_SEAT, "lay",       "B20", {BAR("bar", false)}},
    [BARS_VERB_PLAY]      = {RZ_BY_SEAT, "play",      "B23", {CARD("card")}},
    [BARS_VERB_SHOW]      = {RZ_RULES,   "show",      "B23", {{"cards", RZ_NAME_PER_SEAT, .names = bars_card_names, .count = BARS_KINDS}}},
    [BARS_VERB_OFFER]     = {RZ_BY_SEAT, "offer",     "B41", {SEAT("to"), NUMBER("sum", 0, 5 * (BARS_UNITS - 1))}},
    [BARS_VERB_ANSWER]    = {RZ_BY_SEAT, "answer",    "B44", {{"duel", RZ_BOOL, .nullable = true}}},
    [BARS_VERB_ANSWERS]   = {RZ_RULES,   "answers",   "B48", {SEATS("duel")}},
    [BARS_VERB_ROLL]      = {RZ_CHANCE,  "roll",      "B45", {SEAT("seat"), NUMBER("value", 1, BARS_SYMBOLS)}},
    [BARS_VERB_SETTLE]    = {RZ_RULES,   "settle",    "B24", {BAR("bar", false), MONEY("to", RZ_COUNTS_OF_SEAT), MONEY("own", RZ_COUNTS), MONEY("left", RZ_COUNTS)}},
    [BARS_VERB_END]       = {RZ_RULES,   "end",       "B61", {{"scores", RZ_PER_SEAT, .min = 0, .max = 9999}, SEATS("winners")}},
};
/* clang-format on */

static const bars_setup *setup_of(const rz_setup *setup) {
    return (const bars_setup *)(const void *)setup;
}

static const bars_public *public_of(const rz_public *pub) {
    return (const bars_public *)(const void *)pub;
}

/* B20: the bar that the next money card goes to, or RZ_NULL for the free one. */
static int16_t money_bar(const bars_setup *s, const bars_public *p) {
    return p->laid < s->bars ? p->laid : RZ_NULL;
}

static void describe_chance(const bars_setup *s, const bars_public *p, int outcome,
                            rz_event *event) {
    int16_t *data = event->data;
    if (outcome < BARS_MONEY) {
        event->verb = BARS_VERB_DEAL;
        data[0] = (int16_t)bars_deal_seat(s, p);
        data[1] = (int16_t)(outcome - BARS_DEAL);
    } else if (outcome < BARS_FIRST) {
        event->verb = BARS_VERB_MONEY;
        data[0] = money_bar(s, p);
        data[1] = bars_values[outcome - BARS_MONEY];
    } else if (outcome < BARS_ROLL) {
        event->verb = BARS_VERB_FIRST;
        data[0] = (int16_t)(outcome - BARS_FIRST);
    } else {
        event->verb = BARS_VERB_ROLL;
        data[0] = (int16_t)bars_roll_seat(p);
        data[1] = (int16_t)(outcome - BARS_ROLL + 1);
    }
}

void bars_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event) {
    const bars_public *p = public_of(pub);
    *event = (rz_event){.by = (uint8_t)actor};
    if (actor == RZ_CHANCE) {
        describe_chance(setup_of(setup), p, action, event);
    } else if (action < BARS_LAY) {
        event->verb = BARS_VERB_PLAY;
        event->data[0] = (int16_t)(action - BARS_PLAY);
    } else if (action < BARS_OFFER) {
        event->verb = BARS_VERB_LAY;
        event->data[0] = (int16_t)(action - BARS_LAY);
    } else if (action < BARS_ACCEPT) {
        event->verb = BARS_VERB_OFFER;
        event->data[0] =
            (int16_t)(p->phase == BARS_OFFERING ? bars_offer_seat(setup_of(setup), p) : 0);
        event->data[1] = (int16_t)(5 * (action - BARS_OFFER));
    } else {
        event->verb = BARS_VERB_ANSWER;
        event->data[0] = action == BARS_DUEL;
    }
}

static rz_error understand_deal(const bars_setup *s, const bars_public *p, const int16_t data[],
                                rz_action *action) {
    if (p->phase == BARS_DEAL_DUE && data[0] != bars_deal_seat(s, p))
        return BARS_E_DEAL_SEAT;
    *action = data[1] == RZ_NULL ? RZ_HIDDEN : (rz_action)(BARS_DEAL + data[1]);
    return RZ_OK;
}

static rz_error understand_money(const bars_setup *s, const bars_public *p, const int16_t data[],
                                 rz_action *action) {
    int v = 0;
    while (v < BARS_VALUES && bars_values[v] != data[1])
        v++;
    if (v == BARS_VALUES)
        return BARS_E_VALUE;
    if (p->phase == BARS_MONEY_DUE && data[0] != money_bar(s, p))
        return BARS_E_MONEY_BAR;
    *action = (rz_action)(BARS_MONEY + v);
    return RZ_OK;
}

static rz_error understand_offer(const bars_setup *s, const bars_public *p, const rz_event *event,
                                 rz_action *action) {
    if (p->phase == BARS_OFFERING && event->by == p->proposer &&
        event->data[0] != bars_offer_seat(s, p))
        return BARS_E_OFFER_TO;
    if (event->data[1] % 5 != 0)
        return BARS_E_SUM;
    *action = (rz_action)(BARS_OFFER + event->data[1] / 5);
    return RZ_OK;
}

static rz_error understand_roll(const bars_public *p, const int16_t data[], rz_action *action) {
    if (p->phase == BARS_ROLL_DUE && data[0] != bars_roll_seat(p))
        return BARS_E_ROLL_SEAT;
    *action = (rz_action)(BARS_ROLL + data[1] - 1);
    return RZ_OK;
}

rz_error bars_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action) {
    const bars_setup *s = setup_of(setup);
    const bars_public *p = public_of(pub);
    const int16_t *data = event->data;
    switch (event->verb) {
    case BARS_VERB_FIRST:
        *action = (rz_action)(BARS_FIRST + data[0]);
        return RZ_OK;
    case BARS_VERB_DEAL:
        return understand_deal(s, p, data, action);
    case BARS_VERB_MONEY:
        return understand_money(s, p, data, action);
    case BARS_VERB_ROLL:
        return understand_roll(p, data, action);
    case BARS_VERB_LAY:
        *action = (rz_action)(BARS_LAY + data[0]);
        return RZ_OK;
    case BARS_VERB_PLAY:
        *action = data[0] == RZ_NULL ? RZ_HIDDEN : (rz_action)(BARS_PLAY + data[0]);
        return RZ_OK;
    case BARS_VERB_OFFER:
        return understand_offer(s, p, event, action);
    case BARS_VERB_ANSWER:
        *action = data[0] == RZ_NULL ? RZ_HIDDEN : data[0] ? BARS_DUEL : BARS_ACCEPT;
        return RZ_OK;
    default:
        return BARS_E_ACTION;
    }
}
