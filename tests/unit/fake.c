#include "fake.h"

#include "core/json.h"

static const char *const column_names[] = {"cat"};
static const char *const source_names[] = {"jar", "seat", "column"};
static const char *const card_names[] = {"bar.one", "bar.two", "three"};
static const int16_t money[] = {15, 10, 5};

/* clang-format off */
static const rz_verb verbs[] = {
    [FAKE_MIX]   = {RZ_BY_SEAT, "mix", "F1", {
        {"column", RZ_INT_OR_NAME, .min = 1, .max = 6, .names = column_names, .count = 1},
        {"from", RZ_TAGGED, .names = source_names, .count = 3},
        {"pay", RZ_COUNTS, .numbers = money, .count = 3},
        {"to", RZ_COUNTS_OF_SEAT, .numbers = money, .count = 3},
        {"twice", RZ_BOOL, .has_default = true}}},
    [FAKE_SHOW]  = {RZ_RULES, "show", "F2", {
        {"who", RZ_SEAT_SET, .count = 8},
        {"cards", RZ_NAME_PER_SEAT, .names = card_names, .count = 3},
        {"spent", RZ_COUNTS, .names = card_names, .count = 3, .nullable = true}}},
    [FAKE_GUESS] = {RZ_BY_SEAT, "guess", "F3", {
        {"card", RZ_NAME, .names = card_names, .count = 3, .nullable = true}}},
    [FAKE_TELL]  = {RZ_CHANCE, "tell", "F4", {{"value", RZ_INT, .min = -3, .max = 300}}},
    [FAKE_COUNT] = {RZ_RULES, "count", "F5", {{.name = "food", .kind = RZ_LARGE_PER_SEAT}}},
};
/* clang-format on */

static rz_error read_data(rz_setup *setup, rz_json *json) {
    fake_setup *s = (fake_setup *)(void *)setup;
    int count = 0;
    int32_t number;
    if (!rz_json_open(json, '['))
        return json->problem->error;
    for (s->sum = 0; rz_json_more(json, '[', &count) && rz_json_int(json, &number);)
        s->sum += number;
    return s->sum > 100 ? RZ_E_GAME + 1 : json->problem->error;
}

static void write_data(const rz_setup *setup, rz_text *out) {
    rz_text_char(out, '[');
    rz_text_int(out, ((const fake_setup *)(const void *)setup)->sum);
    rz_text_char(out, ']');
}

static bool is_default_data(const rz_setup *setup) {
    return ((const fake_setup *)(const void *)setup)->sum == 0;
}

static const char *const first_words[] = {"random", "eldest"};
static const char *const mode_words[] = {"slow", "quick", "mad", "ape", "zoo", "Ape", "Zoo"};

static const rz_option options[] = {
    {"first", "F5", "who begins", first_words, 2, .numbers = true,
     .offset = offsetof(fake_setup, first)},
    {"turns", "F6", "how long", .numbers = true, .min = 1, .max = 100000, .fallback = 1000,
     .offset = offsetof(fake_setup, turns)},
    {"mode", "F7", "how", mode_words, 7, .offset = offsetof(fake_setup, mode)},
    {"data", "F8", "what", .read = read_data, .write = write_data, .is_default = is_default_data},
};

static const rz_reason reasons[] = {{"unlucky", "F9", "Thirteen is not allowed."},
                                    {"too-much", "F8", "That is too much."}};

static rz_error complete(rz_setup *setup) {
    return ((const fake_setup *)(const void *)setup)->turns == 13 ? RZ_E_GAME : RZ_OK;
}

/* The game never ends, and its state is nothing: every guess may be made, by anybody. */
static void init(const rz_setup *setup, rz_state *state, rz_events *events) {
    (void)setup, (void)state;
    events->count = 0;
}

static rz_actors to_act(const rz_setup *setup, const rz_public *pub) {
    (void)setup, (void)pub;
    return 3;
}

static rz_error understand(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                           rz_action *action) {
    (void)setup, (void)pub;
    *action = event->data[0] == RZ_NULL ? RZ_HIDDEN : (rz_action)event->data[0];
    return RZ_OK;
}

static rz_error apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                      rz_events *events) {
    (void)setup, (void)state, (void)actor, (void)action;
    events->count = 0;
    return RZ_OK;
}

const rz_game fake_game = {
    .name = "fake",
    .number = 7,
    .seats_min = 2,
    .seats_max = 8,
    .seats_rule = "F0",
    .setup_size = sizeof(fake_setup),
    .verbs = verbs,
    .n_verbs = sizeof verbs / sizeof *verbs,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .reasons = reasons,
    .n_reasons = 2,
    .complete = complete,
    .init = init,
    .to_act = to_act,
    .understand = understand,
    .apply = apply,
};
