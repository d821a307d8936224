/* bars: the components, their corrections, and the game as one constant. */
#include "core/json.h"
#include "core/json_write.h"
#include "core/mem.h"
#include "core/translate.h"
#include "games/bars/rules.h"
#include "games/list.h"

const char *const bars_bar_names[BARS_BARS] = {"colibri", "cotton",  "havana", /* B2 */
                                               "jungle",  "lincoln", "jazz"};

#define OF_BAR(bar)                                                                                \
    bar ".g1", bar ".g2", bar ".g3", bar ".g4", bar ".g5", bar ".g6", bar ".r1", bar ".r2",        \
        bar ".r3", bar ".r4", bar ".r5", bar ".r6"
const char *const bars_card_names[BARS_KINDS] = {OF_BAR("colibri"), OF_BAR("cotton"),
                                                 OF_BAR("havana"),  OF_BAR("jungle"),
                                                 OF_BAR("lincoln"), OF_BAR("jazz")};

/* clang-format off */
const int16_t bars_values[BARS_VALUES] = {50, 40, 30, 25, 20, 15, 10, 5};
const uint8_t bars_units[BARS_VALUES] = {10, 8, 6, 5, 4, 3, 2, 1};

static const uint8_t printed_gamblers[8] = {1, 2, 3, 3, 4, 4, 5, 6};            /* B4 */
static const uint8_t printed_raids[4] = {3, 4, 5, 6};                           /* B4 */
static const uint8_t printed_money[BARS_VALUES] = {7, 7, 7, 7, 14, 14, 14, 14}; /* B5 */
static const uint8_t money_out[BARS_VALUES] = {1, 1, 1, 1, 2, 2, 2, 2};         /* B11 */
/* clang-format on */

enum {
    GAMBLER_3 = 2, /* kinds of a bar */
    GAMBLER_4 = 3,
    RAID_5 = BARS_SYMBOLS + 4,
    MONEY_CARDS = 84
};

static bars_setup *setup_of(rz_setup *setup) {
    return (bars_setup *)(void *)setup;
}

static const bars_setup *made(const rz_setup *setup) {
    return (const bars_setup *)(const void *)setup;
}

/* ---- Options that carry a table -------------------------------------------------------------- */

/* A list of exactly n symbols, in any order; stored upwards. */
static bool read_symbols(rz_json *json, uint8_t out[], int n) {
    int count = 0;
    int32_t symbol;
    if (!rz_json_open(json, '['))
        return false;
    while (rz_json_more(json, '[', &count)) {
        if (!rz_json_int(json, &symbol) || symbol < 1 || symbol > BARS_SYMBOLS || count > n)
            return false;
        int at = count - 1;
        for (; at > 0 && out[at - 1] > symbol; at--)
            out[at] = out[at - 1];
        out[at] = (uint8_t)symbol;
    }
    return json->problem->error == RZ_OK && count == n;
}

static int count_of(const uint8_t symbols[], int n, int symbol) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += symbols[i] == symbol;
    return count;
}

static rz_error read_cards(rz_setup *setup, rz_json *json) {
    bars_setup *s = setup_of(setup);
    uint8_t gamblers[8], raids[4];
    bool has_gamblers = false, has_raids = false;
    int count = 0;
    rz_slice key;
    if (!rz_json_open(json, '{'))
        return BARS_E_CARDS;
    while (rz_json_more(json, '{', &count)) {
        if (!rz_json_key(json, &key))
            return BARS_E_CARDS;
        bool ok = false;
        if (rz_slice_is(key, "gamblers") && !has_gamblers)
            ok = has_gamblers = read_symbols(json, gamblers, 8);
        else if (rz_slice_is(key, "raids") && !has_raids)
            ok = has_raids = read_symbols(json, raids, 4);
        if (!ok)
            return BARS_E_CARDS;
    }
    if (json->problem->error != RZ_OK || !has_gamblers || !has_raids ||
        count_of(gamblers, 8, 3) == 0 || count_of(gamblers, 8, 4) == 0 ||
        count_of(raids, 4, 5) != 1)
        return BARS_E_CARDS;
    memcpy(s->gamblers, gamblers, sizeof gamblers);
    memcpy(s->raids, raids, sizeof raids);
    return RZ_OK;
}

static void write_symbols(const char *key, const uint8_t symbols[], int n, rz_text *out) {
    rz_put_open(out, key, '[');
    for (int i = 0; i < n; i++)
        rz_put_int(out, NULL, symbols[i]);
    rz_put_close(out, ']');
}

static void write_cards(const rz_setup *setup, rz_text *out) {
    rz_put_open(out, NULL, '{');
    write_symbols("gamblers", made(setup)->gamblers, 8, out);
    write_symbols("raids", made(setup)->raids, 4, out);
    rz_put_close(out, '}');
}

static bool cards_are_printed(const rz_setup *setup) {
    const bars_setup *s = made(setup);
    return s->gamblers[0] == 0 ||
           (memcmp(s->gamblers, printed_gamblers, sizeof printed_gamblers) == 0 &&
            memcmp(s->raids, printed_raids, sizeof printed_raids) == 0);
}

/* A value of money as the name of a field. */
static const char *name_value(int v, char name[4]) {
    rz_text text;
    rz_text_init(&text, name, 4);
    rz_text_int(&text, bars_values[v]);
    return name;
}

static int value_named(rz_slice name) {
    char digits[4];
    for (int v = 0; v < BARS_VALUES; v++)
        if (rz_slice_is(name, name_value(v, digits)))
            return v;
    return -1;
}

static rz_error read_money(rz_setup *setup, rz_json *json) {
    int32_t money[BARS_VALUES] = {0};
    int count = 0, total = 0;
    rz_slice key;
    if (!rz_json_open(json, '{'))
        return BARS_E_STOCK;
    while (rz_json_more(json, '{', &count)) {
        if (!rz_json_key(json, &key))
            return BARS_E_STOCK;
        int v = value_named(key);
        if (v < 0 || money[v] > 0 || !rz_json_int(json, &money[v]) || money[v] < money_out[v] ||
            money[v] > MONEY_CARDS)
            return BARS_E_STOCK;
        total += money[v];
    }
    if (json->problem->error != RZ_OK || count != BARS_VALUES || total != MONEY_CARDS)
        return BARS_E_STOCK;
    for (int v = 0; v < BARS_VALUES; v++)
        setup_of(setup)->money[v] = (uint8_t)money[v];
    return RZ_OK;
}

static void write_money(const rz_setup *setup, rz_text *out) {
    char digits[4];
    rz_put_open(out, NULL, '{');
    for (int v = BARS_VALUES - 1; v >= 0; v--)
        rz_put_int(out, name_value(v, digits), made(setup)->money[v]);
    rz_put_close(out, '}');
}

static bool money_is_printed(const rz_setup *setup) {
    return made(setup)->money[0] == 0 ||
           memcmp(made(setup)->money, printed_money, sizeof printed_money) == 0;
}

/* ---- The components in play ------------------------------------------------------------------ */

/* Which bit of a bar is which kind. */
static void number_cards(bars_setup *s) {
    int at = 0;
    for (int i = 0; i < 8; i++)
        s->copies[s->gamblers[i] - 1]++;
    for (int i = 0; i < 4; i++)
        s->copies[BARS_SYMBOLS + s->raids[i] - 1]++;
    for (int kind = 0; kind < BARS_BAR_KINDS; kind++) {
        s->bits_of[kind] = (uint8_t)at;
        for (int i = 0; i < s->copies[kind]; i++)
            s->kind_at[at++] = (uint8_t)kind;
    }
}

static void make_deck(bars_setup *s) {
    int seats = s->common.seats;
    bool reduced = seats <= 6 && !(seats == 3 && s->full_deck); /* B10 to B12 */
    for (int bar = 0; bar < s->bars; bar++) {
        s->deck.bits[bar / 3] |= (uint64_t)0xfff << 12 * (bar % 3);
        if (reduced) {
            bars_pile_take(s, &s->deck, BARS_BAR_KINDS * bar + RAID_5);
            bars_pile_take(s, &s->deck, BARS_BAR_KINDS * bar + GAMBLER_3);
            bars_pile_take(s, &s->deck, BARS_BAR_KINDS * bar + GAMBLER_4);
        }
    }
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        s->count[kind] = (uint8_t)bars_pile_count(s, &s->deck, kind);
        s->cards = (uint8_t)(s->cards + s->count[kind]);
    }
}

rz_error bars_complete(rz_setup *setup) {
    bars_setup *s = setup_of(setup);
    bool three = s->common.seats == 3;
    if (s->gamblers[0] == 0) {
        memcpy(s->gamblers, printed_gamblers, sizeof printed_gamblers);
        memcpy(s->raids, printed_raids, sizeof printed_raids);
    }
    if (s->money[0] == 0)
        memcpy(s->money, printed_money, sizeof printed_money);
    s->bars = three ? 4 : 6;                 /* B11 */
    s->round_money = (uint8_t)(s->bars + 1); /* B20 */
    for (int v = 0; v < BARS_VALUES; v++)
        s->stock[v] = (uint8_t)(s->money[v] - (three ? money_out[v] : 0));
    number_cards(s);
    make_deck(s);
    return RZ_OK;
}

/* ---- The game -------------------------------------------------------------------------------- */

static const char *const first_words[] = {"random"};
static const char *const truth_words[] = {"false", "true"};
static const char *const answers_words[] = {"together", "in_turn"};

#define WORDS(list) .words = list, .n_words = sizeof list / sizeof *list
#define AT(member)  .offset = offsetof(bars_setup, member)
static const rz_option options[] = {
    {"first", "B14", N_("who is croupier first"), WORDS(first_words), .numbers = true, AT(first)},
    {"full_deck", "B11", N_("three players use all cards of their four bars"), WORDS(truth_words),
     AT(full_deck)},
    {"answers", "B48", N_("how several people answer an offer"), WORDS(answers_words), AT(answers)},
    {"cards", "B4", N_("the symbols on each bar's cards, as in your copy of the game"),
     .read = read_cards, .write = write_cards, .is_default = cards_are_printed},
    {"money", "B5", N_("how many money cards there are of each value, as in your copy"),
     .read = read_money, .write = write_money, .is_default = money_is_printed},
};

static const rz_reason reasons[] = {
#define X(code, name, rule, text) {name, rule, text},
    BARS_ERRORS(X)
#undef X
};

const rz_game bars_game = {
    .name = "bars",
    .title = "Razzia",
    .author = "Stefan Dorra",
    .about = N_("Gamble in the back rooms of six bars, raid them, haggle and duel for the money."),
    .number = RZ_NUMBER_bars,
    .seats_min = 3,
    .seats_max = BARS_SEATS,
    .seats_rule = "B1",
    .actions = BARS_ACTIONS,
    .chances = BARS_CHANCES,
    .setup_size = sizeof(bars_setup),
    .public_size = sizeof(bars_public),
    .state_size = sizeof(bars_state),
    .view_size = sizeof(bars_view),
    .verbs = bars_verbs,
    .n_verbs = BARS_VERBS,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .reasons = reasons,
    .n_reasons = sizeof reasons / sizeof *reasons,
    .complete = bars_complete,
    .init = bars_init,
    .to_act = bars_to_act,
    .legal = bars_legal,
    .legal_in = bars_legal_in,
    .why_not = bars_why_not,
    .chance_verb = bars_chance_verb,
    .chance = bars_chance,
    .draw = bars_draw,
    .apply = bars_apply,
    .view = bars_make_view,
    .conceal = bars_conceal,
    .observe = bars_observe,
    .sample = bars_sample,
    .scores = bars_scores,
    .winners = bars_winners,
    .describe = bars_describe,
    .understand = bars_understand,
};
