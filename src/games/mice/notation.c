/* mice: the vocabulary, and how actions are told in it. */
#include "core/bits.h"
#include "games/mice/rules.h"

static const int16_t faces[MICE_FACES] = {1, 2, 3, 4, 5, 6};
static const char *const die_names[MICE_DIE_KINDS] = {"mouse", "support", "candy"};
static const char *const cat_name[] = {"cat"};
static const char *const sources[] = {"jar", "seat", "column"};
static const char *const directions[] = {"clockwise", "counterclockwise"};

#define NUMBER(name, from, to)                                                                     \
    { name, RZ_INT, .min = from, .max = to }
#define SEAT(name)   NUMBER(name, 0, MICE_SEATS - 1)
#define COLUMN(name) NUMBER(name, 1, MICE_COLUMNS)
#define VALUES                                                                                     \
    { "values", RZ_COUNTS, .numbers = faces, .count = MICE_FACES }
#define DIE(kinds)                                                                                 \
    { "die", RZ_NAME, .names = die_names, .count = kinds, .has_default = true }
#define EACH(name, to)                                                                             \
    { name, RZ_PER_SEAT, .max = to }

/* clang-format off */
const rz_verb mice_verbs[MICE_VERBS] = {
    /*                       by          do          rule   fields */
    [MICE_VERB_FIRST]    = {RZ_CHANCE,  "first",    "M10", {SEAT("seat")}},
    [MICE_VERB_TURN]     = {RZ_RULES,   "turn",     "M20", {SEAT("seat")}},
    [MICE_VERB_ROLL]     = {RZ_BY_SEAT, "roll",     "M21", {{0}}},
    [MICE_VERB_RETRIEVE] = {RZ_BY_SEAT, "retrieve", "M28", {COLUMN("column")}},
    [MICE_VERB_PASS]     = {RZ_BY_SEAT, "pass",     "M28", {{0}}},
    [MICE_VERB_DICE]     = {RZ_CHANCE,  "dice",     "M21", {VALUES, DIE(2)}},
    [MICE_VERB_CAT]      = {RZ_RULES,   "cat",      "M50", {VALUES, {"comes", RZ_BOOL, .has_default = true}}},
    [MICE_VERB_REROLL]   = {RZ_BY_SEAT, "reroll",   "M22", {VALUES, {"unrolled", RZ_INT, .max = MICE_DICE, .has_default = true}}},
    [MICE_VERB_SUPPORT]  = {RZ_BY_SEAT, "support",  "M80", {{0}}},
    [MICE_VERB_DECLINE]  = {RZ_BY_SEAT, "decline",  "M80", {{0}}},
    [MICE_VERB_PLACE]    = {RZ_BY_SEAT, "place",    "M23", {NUMBER("value", 1, MICE_FACES),
                            {"column", RZ_INT_OR_NAME, .min = 1, .max = MICE_COLUMNS, .names = cat_name, .count = 1}, DIE(3)}},
    [MICE_VERB_DONE]     = {RZ_BY_SEAT, "done",     "M23", {{0}}},
    [MICE_VERB_COMPLETE] = {RZ_RULES,   "complete", "M41", {COLUMN("column"), EACH("food", 999)}},
    [MICE_VERB_ANNA]     = {RZ_BY_SEAT, "anna",     "M60", {COLUMN("column")}},
    [MICE_VERB_CANDY]    = {RZ_BY_SEAT, "candy",    "M62", {{"from", RZ_TAGGED, .names = sources, .count = 3}}},
    [MICE_VERB_SECURE]   = {RZ_BY_SEAT, "secure",   "M64", {{0}}},
    [MICE_VERB_SKIP]     = {RZ_BY_SEAT, "skip",     "M64", {{0}}},
    [MICE_VERB_STEAL]    = {RZ_BY_SEAT, "steal",    "M65", {SEAT("from")}},
    [MICE_VERB_SHARE]    = {RZ_BY_SEAT, "share",    "M66", {{"direction", RZ_NAME, .names = directions, .count = 2}}},
    [MICE_VERB_FOOD]     = {RZ_RULES,   "food",     "M3",  {{"exposed", RZ_LARGE_PER_SEAT, .min = 0}, EACH("safe", 99)}},
    [MICE_VERB_END]      = {RZ_RULES,   "end",      "M90", {EACH("scores", 99), {"winners", RZ_SEAT_SET, .count = MICE_SEATS}}},
};
/* clang-format on */

static const mice_public *public_of(const rz_public *pub) {
    return (const mice_public *)(const void *)pub;
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void describe_chance(const mice_public *p, int outcome, rz_event *event) {
    if (p->phase == MICE_FIRST_DUE) {
        event->verb = MICE_VERB_FIRST;
        event->data[0] = (int16_t)(outcome - MICE_FIRST);
        return;
    }
    uint32_t dice = mice_unrank(outcome);
    event->verb = MICE_VERB_DICE;
    for (int v = 1; v <= MICE_FACES; v++)
        event->data[v - 1] = (int16_t)mice_count(dice, v);
    event->data[MICE_FACES] = p->phase == MICE_HELP_DUE ? MICE_SUPPORT_DIE : MICE_MOUSE;
}

static void describe_reroll(const mice_public *p, unsigned places, rz_event *event) {
    event->verb = MICE_VERB_REROLL;
    for (int v = 1; v <= MICE_FACES; v++)
        for (int i = mice_count(p->hand, v); i > 0; i--, places >>= 1)
            event->data[v - 1] = (int16_t)(event->data[v - 1] + (int)(places & 1));
    event->data[MICE_FACES] = (int16_t)rz_bits_count(places);
}

static void describe_place(int at, rz_event *event) {
    int column = at % (MICE_COLUMNS + 1);
    event->verb = MICE_VERB_PLACE;
    event->data[0] = (int16_t)(at % MICE_PLACES / (MICE_COLUMNS + 1) + 1);
    event->data[1] = (int16_t)(column == MICE_CAT ? 0 : column + 1);
    event->data[2] = (int16_t)(at / MICE_PLACES);
}

/* The actions that stand for a verb and one number, the last first. */
static const struct {
    uint16_t from;
    uint8_t verb;
    int8_t add; /* to the offset from `from` */
} simple[] = {
    {MICE_SHARE, MICE_VERB_SHARE, 0},       {MICE_STEAL, MICE_VERB_STEAL, 0},
    {MICE_CANDY, MICE_VERB_CANDY, 0},       {MICE_ANNA, MICE_VERB_ANNA, 1},
    {MICE_RETRIEVE, MICE_VERB_RETRIEVE, 1}, {MICE_SKIP, MICE_VERB_SKIP, 0},
    {MICE_SECURE, MICE_VERB_SECURE, 0},     {MICE_DECLINE, MICE_VERB_DECLINE, 0},
    {MICE_SUPPORT, MICE_VERB_SUPPORT, 0},   {MICE_PASS, MICE_VERB_PASS, 0},
    {MICE_ROLL, MICE_VERB_ROLL, 0},
};

/* Where a candy die comes from, as an action says it and as a line does. */
static int16_t source_of(int offset) {
    return (int16_t)(offset == 0 ? 0 : offset <= MICE_SEATS ? 32 + offset - 1 : 64 + offset - 5);
}

void mice_describe(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                   rz_event *event) {
    (void)setup;
    *event = (rz_event){.by = (uint8_t)actor};
    if (actor == RZ_CHANCE) {
        describe_chance(public_of(pub), action, event);
    } else if (action == MICE_DONE) {
        event->verb = MICE_VERB_DONE;
    } else if (action >= MICE_PLACE) {
        describe_place(action - MICE_PLACE, event);
    } else if (action >= MICE_REROLL) {
        describe_reroll(public_of(pub), (unsigned)(action - MICE_REROLL), event);
    } else {
        int i = 0;
        while (action < simple[i].from)
            i++;
        int number = action - simple[i].from + simple[i].add;
        event->verb = simple[i].verb;
        event->data[0] = simple[i].verb == MICE_VERB_CANDY ? source_of(number) : (int16_t)number;
    }
}

/* ---- Understanding --------------------------------------------------------------------------- */

static rz_error understand_dice(const mice_public *p, const int16_t *data, rz_action *action) {
    uint32_t dice = 0;
    int total = 0;
    for (int v = 1; v <= MICE_FACES; v++) {
        total += data[v - 1];
        if (total > MICE_DICE)
            return MICE_E_DICE;
        dice += (uint32_t)data[v - 1] * mice_one(v);
    }
    if (p->phase != MICE_DICE_DUE && p->phase != MICE_HELP_DUE)
        return MICE_E_NO_ROLL;
    if ((data[MICE_FACES] == MICE_SUPPORT_DIE) != (p->phase == MICE_HELP_DUE))
        return MICE_E_DIE_KIND;
    *action = (rz_action)mice_rank(dice);
    return RZ_OK;
}

static rz_error understand_reroll(const mice_public *p, const int16_t *data, rz_action *action) {
    unsigned places = 0;
    int at = 0, unrolled = p->free[p->active] - mice_total(p->hand);
    if (p->phase != MICE_REROLLING)
        return MICE_E_NO_REROLL;
    for (int v = 1; v <= MICE_FACES; v++) {
        if (data[v - 1] > mice_count(p->hand, v))
            return MICE_E_REROLL;
        places |= ((1u << data[v - 1]) - 1) << at;
        at += mice_count(p->hand, v);
    }
    if (data[MICE_FACES] > unrolled)
        return MICE_E_UNROLLED;
    places |= ((1u << data[MICE_FACES]) - 1) << at;
    *action = (rz_action)(MICE_REROLL + places);
    return RZ_OK;
}

static rz_action understand_place(const int16_t *data) {
    int column = data[1] == 0 ? MICE_CAT : data[1] - 1;
    return mice_place_action((mice_die)data[2], data[0], column);
}

static rz_error understand_candy(const rz_setup *setup, int from, rz_action *action) {
    int tag = from / 32, number = from % 32;
    if (tag == 2 && (number < 1 || number > MICE_COLUMNS))
        return MICE_E_COLUMN;
    if (tag == 1 && number >= rz_seats(setup))
        return MICE_E_CANDY_THERE;
    *action = (rz_action)(MICE_CANDY + (tag == 0 ? 0 : tag == 1 ? 1 + number : 5 + number));
    return RZ_OK;
}

rz_error mice_understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                         rz_action *action) {
    const mice_public *p = public_of(pub);
    switch (event->verb) {
    case MICE_VERB_FIRST:
        *action = (rz_action)(MICE_FIRST + event->data[0]);
        return p->phase == MICE_FIRST_DUE ? RZ_OK : MICE_E_NO_FIRST;
    case MICE_VERB_DICE:
        return understand_dice(p, event->data, action);
    case MICE_VERB_REROLL:
        return understand_reroll(p, event->data, action);
    case MICE_VERB_DONE:
        *action = MICE_DONE;
        return RZ_OK;
    case MICE_VERB_PLACE:
        *action = understand_place(event->data);
        return RZ_OK;
    case MICE_VERB_CANDY:
        return understand_candy(setup, event->data[0], action);
    default:
        for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
            if (simple[i].verb == event->verb) {
                *action = (rz_action)(simple[i].from + event->data[0] - simple[i].add);
                return RZ_OK;
            }
        return MICE_E_ACTION;
    }
}
