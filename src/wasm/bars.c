/* bars as the page sees it. */
#include "words/bars.h"
#include "ai/bars/odds.h"
#include "core/mem.h"
#include "games/bars/rules.h"
#include "wasm/wasm.h"

static const char *const phases[] = {
    [BARS_FIRST_DUE] = "first",     [BARS_DEAL_DUE] = "deal",   [BARS_MONEY_DUE] = "money",
    [BARS_LAYING] = "lay",          [BARS_CHOOSING] = "choose", [BARS_SHOW_DUE] = "show",
    [BARS_SETTLING] = "settle",     [BARS_OFFERING] = "offer",  [BARS_ANSWERING] = "answer",
    [BARS_ANSWERS_DUE] = "answers", [BARS_ROLL_DUE] = "roll",   [BARS_OVER] = "over"};

static const bars_setup *setup_of(const wasm_seen *seen) {
    return &seen->voice->setup->bars;
}

static const bars_public *pub_of(const wasm_seen *seen) {
    return &seen->view->bars.pub;
}

/* The cards of this round lie open. */
static bool is_shown(const bars_public *p) {
    return p->phase > BARS_SHOW_DUE && p->phase < BARS_OVER;
}

static bool is_haggle(const bars_public *p) {
    return p->phase == BARS_OFFERING || p->phase == BARS_ANSWERING || p->phase == BARS_ANSWERS_DUE;
}

/* ---- What no view remembers ------------------------------------------------------------------
 */

/* In `noted`: the duel that the last line decided. */
enum { DUEL_OVER, STANDING, CHALLENGER, FIRST_DIE, LAST_DIE, WINNER };

/* In `tally`: how a seat came to its money, in thousands, and what it had after each round. */
enum { ALONE, RAIDS, HAGGLES, DUELS, SPENT, ORIGINS, AFTER_ROUND = ORIGINS };

static void note_roll(wasm_seen *seen, const rz_event *event) {
    const bars_public *p = pub_of(seen);
    const bars_setup *s = setup_of(seen);
    if (p->phase != BARS_ROLL_DUE || p->die == 0)
        return;
    int need = bars_duel_need(bars_symbol(bars_card_of(s, p, p->standing)),
                              bars_symbol(bars_card_of(s, p, p->challenger)), p->die);
    seen->noted[DUEL_OVER] = 1;
    seen->noted[STANDING] = (int8_t)p->standing;
    seen->noted[CHALLENGER] = (int8_t)p->challenger;
    seen->noted[FIRST_DIE] = (int8_t)p->die;
    seen->noted[LAST_DIE] = (int8_t)event->data[1];
    seen->noted[WINNER] = (int8_t)(event->data[1] >= need ? p->challenger : p->standing);
}

static int cards_worth(const int16_t cards[BARS_VALUES]) {
    int sum = 0;
    for (int v = 0; v < BARS_VALUES; v++)
        sum += cards[v] * bars_values[v];
    return sum;
}

static int origin_of(const wasm_seen *seen, int seat) {
    const bars_public *p = pub_of(seen);
    if (p->hagglers == 0)
        return bars_is_raid(bars_card_of(setup_of(seen), p, seat)) ? RAIDS : ALONE;
    return seen->noted[DUEL_OVER] && seen->noted[WINNER] == seat ? DUELS : HAGGLES;
}

static void note_settle(wasm_seen *seen, const rz_event *event) {
    int own = cards_worth(event->data + BARS_SETTLE_OWN);
    for (int seat = 0; seat < rz_seats(seen->voice->setup); seat++) {
        int16_t *sum = &seen->tally[seat][origin_of(seen, seat)];
        int got = cards_worth(event->data + BARS_SETTLE_TO + seat * BARS_VALUES);
        *sum = (int16_t)(*sum + got);
    }
    int16_t *spent = &seen->tally[pub_of(seen)->proposer][SPENT];
    *spent = (int16_t)(*spent - own);
}

static void note_round(wasm_seen *seen) {
    const bars_public *p = pub_of(seen);
    int at = AFTER_ROUND + p->round - 1;
    for (int seat = 0; at >= AFTER_ROUND && at < WASM_TALLIES && seat < RZ_SEATS_MAX; seat++)
        seen->tally[seat][at] = (int16_t)(5 * bars_worth(p->money[seat]));
}

static void note_event(wasm_seen *seen, const rz_event *event) {
    if (rz_is_table_verb(event->verb))
        return;
    if (event->verb == BARS_VERB_SETTLE)
        note_settle(seen, event);
    if (event->verb == BARS_VERB_ROUND || event->verb == BARS_VERB_END)
        note_round(seen);
    seen->noted[DUEL_OVER] = 0;
    if (event->verb == BARS_VERB_ROLL)
        note_roll(seen, event);
}

/* ---- Cards and money -------------------------------------------------------------------------
 */

static void put_card(const wasm_seen *seen, rz_text *out, const char *key, int kind) {
    char memory[120];
    rz_text text;
    if (kind < 0) {
        rz_put_null(out, key);
        return;
    }
    rz_text_init(&text, memory, sizeof memory);
    bars_format_card(seen->voice, &text, kind);
    rz_put_open(out, key, '{');
    rz_put_string(out, "card", bars_card_names[kind]);
    rz_put_string(out, "bar", bars_bar_names[bars_bar_of(kind)]);
    rz_put_bool(out, "raid", bars_is_raid(kind));
    rz_put_int(out, "symbol", bars_symbol(kind));
    rz_put_string(out, "text", memory);
    rz_put_close(out, '}');
}

static void put_money(rz_text *out, const uint8_t cards[BARS_VALUES]) {
    rz_put_open(out, "money", '[');
    for (int v = 0; v < BARS_VALUES; v++)
        for (int i = 0; i < cards[v]; i++)
            rz_put_int(out, NULL, bars_values[v]);
    rz_put_close(out, ']');
    rz_put_int(out, "sum", 5 * bars_worth(cards));
}

static const char *state_of(const bars_public *p, int bar) {
    bool now = is_haggle(p) || p->phase == BARS_ROLL_DUE;
    if (bar == p->at && now)
        return "now";
    return bar < p->at && (now || p->phase == BARS_SETTLING) ? "settled" : "waiting";
}

static void put_house(const wasm_seen *seen, rz_text *out, int bar) {
    const bars_public *p = pub_of(seen);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "bar", bars_bar_names[bar]);
    rz_put_string(out, "sign", bars_bar_word(bar));
    put_money(out, p->bar[bar]);
    rz_put_open(out, "played", '[');
    for (int seat = 0; is_shown(p) && seat < rz_seats(seen->voice->setup); seat++) {
        int kind = bars_card_of(setup_of(seen), p, seat);
        if (bars_bar_of(kind) != bar)
            continue;
        rz_put_open(out, NULL, '{');
        rz_put_int(out, "seat", seat);
        put_card(seen, out, "card", kind);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    rz_put_string(out, "state", state_of(p, bar));
    rz_put_close(out, '}');
}

static void put_seat(const wasm_seen *seen, rz_text *out, int seat) {
    const bars_public *p = pub_of(seen);
    bool haggles = is_haggle(p) && p->hagglers >> seat & 1;
    rz_put_open(out, NULL, '{');
    put_money(out, p->money[seat]);
    put_card(seen, out, "played", is_shown(p) ? bars_card_of(setup_of(seen), p, seat) : -1);
    rz_put_bool(out, "done", p->done >> seat & 1);
    rz_put_bool(out, "haggles", haggles);
    rz_put_bool(out, "proposes", haggles && seat == p->proposer);
    wasm_put_seat(out, "offer", 5 * p->offer[seat], haggles && p->offered >> seat & 1);
    rz_put_bool(out, "duels", p->refusers >> seat & 1);
    rz_put_close(out, '}');
}

/* ---- Haggles and duels -----------------------------------------------------------------------
 */

static void put_payable(const wasm_seen *seen, rz_text *out) {
    rz_action legal[RZ_LEGAL_MAX];
    bool own = pub_of(seen)->phase == BARS_OFFERING;
    int n = own ? bars_legal(seen->voice->setup, seen->view, legal) : 0;
    rz_put_open(out, "payable", '[');
    for (int i = 0; i < n; i++)
        rz_put_int(out, NULL, 5 * (legal[i] - BARS_OFFER));
    rz_put_close(out, ']');
}

static void put_prospects(const wasm_seen *seen, rz_text *out) {
    const bars_public *p = pub_of(seen);
    bars_prospect list[BARS_PAYEES + 1];
    int you = seen->voice->you, n = you < 0 ? 0 : bars_prospects(setup_of(seen), p, you, list);
    rz_put_open(out, "odds", '[');
    for (int i = 0; i < n; i++) {
        char memory[600];
        rz_text text;
        rz_text_init(&text, memory, sizeof memory);
        bars_format_prospect(seen->voice, p, you, &list[i], &text);
        rz_put_open(out, NULL, '{');
        wasm_put_seats(out, "refusers", list[i].seats);
        wasm_put_chance(out, "chance", list[i].chance, BARS_CERTAIN);
        rz_put_int(out, "pot", 5 * list[i].pot);
        rz_put_int(out, "average", list[i].average);
        rz_put_string(out, "text", memory);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static void put_haggle(const wasm_seen *seen, rz_text *out) {
    const bars_public *p = pub_of(seen);
    unsigned asked = p->hagglers & ~(1u << p->proposer);
    if (!is_haggle(p)) {
        rz_put_null(out, "haggle");
        return;
    }
    int pot = bars_worth(p->bar[p->at]);
    bool offering = p->phase == BARS_OFFERING;
    rz_put_open(out, "haggle", '{');
    rz_put_string(out, "bar", bars_bar_names[p->at]);
    rz_put_int(out, "pot", 5 * pot);
    rz_put_int(out, "kept", 5 * (pot - bars_offered(p, asked)));
    rz_put_int(out, "proposer", p->proposer);
    wasm_put_seats(out, "hagglers", p->hagglers);
    wasm_put_seat(out, "to", offering ? bars_offer_seat(setup_of(seen), p) : 0, offering);
    put_payable(seen, out);
    put_prospects(seen, out);
    rz_put_close(out, '}');
}

/* What is left for the winner after those who accepted are paid (B43). */
static void put_stake(const bars_public *p, rz_text *out) {
    unsigned paid = p->hagglers & ~(unsigned)p->refusers & ~(1u << p->proposer);
    uint16_t sums[BARS_PAYEES];
    uint8_t cards[BARS_PAYEES][BARS_VALUES], left[BARS_VALUES];
    int n = bars_list_sums(p, paid, sums);
    memcpy(left, p->bar[p->at], sizeof left);
    if (n > 0)
        bars_pay(p->bar[p->at], p->money[p->proposer], sums, n, cards);
    for (int i = 0; i < n; i++)
        for (int v = 0; v < BARS_VALUES; v++)
            left[v] = (uint8_t)(left[v] - (cards[i][v] < left[v] ? cards[i][v] : left[v]));
    put_money(out, left);
}

/* The duel that is on, or the one that the last roll has decided. */
static void put_duel(const wasm_seen *seen, rz_text *out) {
    const bars_public *p = pub_of(seen);
    const int8_t *noted = seen->noted;
    bool over = noted[DUEL_OVER];
    if (p->phase != BARS_ROLL_DUE && !over) {
        rz_put_null(out, "duel");
        return;
    }
    int standing = over ? noted[STANDING] : p->standing;
    int challenger = over ? noted[CHALLENGER] : p->challenger,
        die = over ? noted[FIRST_DIE] : p->die;
    int low = bars_symbol(bars_card_of(setup_of(seen), p, standing));
    int high = bars_symbol(bars_card_of(setup_of(seen), p, challenger));
    rz_put_open(out, "duel", '{');
    rz_put_string(out, "bar", bars_bar_names[p->at]);
    rz_put_int(out, "standing", standing);
    rz_put_int(out, "challenger", challenger);
    wasm_put_seat(out, "die", die, die > 0);
    wasm_put_seat(out, "last", noted[LAST_DIE], over);
    wasm_put_seat(out, "winner", noted[WINNER], over);
    rz_put_bool(out, "tie", over && low + die == high + noted[LAST_DIE]);
    rz_put_int(out, "cases", bars_duel_cases(low, high));
    rz_put_open(out, "needs", '[');
    for (int i = 1; i <= BARS_SYMBOLS; i++)
        rz_put_int(out, NULL, bars_duel_need(low, high, i));
    rz_put_close(out, ']');
    put_stake(p, out);
    bool last = over ? p->die != 0 : p->duellists == 0;
    rz_put_bool(out, "final", last);
    rz_put_close(out, '}');
}

/* How everybody came to the money, once the game is over. */
static void put_ending(const wasm_seen *seen, rz_text *out) {
    static const char *const names[ORIGINS] = {[ALONE] = "alone",
                                               [RAIDS] = "raids",
                                               [HAGGLES] = "haggles",
                                               [DUELS] = "duels",
                                               [SPENT] = "spent"};
    if (pub_of(seen)->phase != BARS_OVER) {
        rz_put_null(out, "ending");
        return;
    }
    rz_put_open(out, "ending", '[');
    for (int seat = 0; seat < rz_seats(seen->voice->setup); seat++) {
        rz_put_open(out, NULL, '{');
        for (int i = 0; i < ORIGINS; i++)
            rz_put_int(out, names[i], seen->tally[seat][i]);
        rz_put_open(out, "rounds", '[');
        for (int i = 0; i < bars_last_round(setup_of(seen)); i++)
            rz_put_int(out, NULL, seen->tally[seat][AFTER_ROUND + i]);
        rz_put_close(out, ']');
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

/* ---- The whole -------------------------------------------------------------------------------
 */

static void put_own(const wasm_seen *seen, rz_text *out) {
    const bars_own *own = &seen->view->bars.own;
    rz_put_open(out, "hand", '[');
    for (int i = 0; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++)
        put_card(seen, out, NULL, bars_kind_of(own->hand[i]));
    rz_put_close(out, ']');
    put_card(seen, out, "chosen", own->chosen == BARS_NO_CARD ? -1 : bars_kind_of(own->chosen));
    if (own->answer == BARS_SAID_NOTHING)
        rz_put_null(out, "answer");
    else
        rz_put_bool(out, "answer", own->answer == BARS_SAID_DUEL);
}

static void position(const wasm_seen *seen, rz_text *out) {
    const bars_setup *setup = setup_of(seen);
    const bars_public *p = pub_of(seen);
    rz_put_string(out, "phase", phases[p->phase]);
    rz_put_int(out, "round", p->round);
    rz_put_int(out, "rounds", bars_last_round(setup));
    rz_put_int(out, "croupier", p->croupier);
    rz_put_int(out, "pile", p->cards);
    rz_put_int(out, "coins", p->coins);
    wasm_put_seat(out, "free", p->free ? bars_values[p->free - 1] : 0, p->free);
    rz_put_open(out, "bars", '[');
    for (int bar = 0; bar < setup->bars; bar++)
        put_house(seen, out, bar);
    rz_put_close(out, ']');
    rz_put_open(out, "seats", '[');
    for (int seat = 0; seat < rz_seats(seen->voice->setup); seat++)
        put_seat(seen, out, seat);
    rz_put_close(out, ']');
    put_own(seen, out);
    put_haggle(seen, out);
    put_duel(seen, out);
    put_ending(seen, out);
}

static void put_counts(const wasm_seen *seen, rz_text *out, const char *key,
                       const uint8_t counts[BARS_KINDS]) {
    rz_put_open(out, key, '[');
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        if (!counts[kind])
            continue;
        rz_put_open(out, NULL, '{');
        put_card(seen, out, "card", kind);
        rz_put_int(out, "count", counts[kind]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static void put_fate(rz_text *out, const char *key, bars_fate fate) {
    uint32_t some = fate.all + fate.haggle;
    rz_put_open(out, key, '{');
    wasm_put_chance(out, "all", fate.all, BARS_CERTAIN);
    wasm_put_chance(out, "haggle", fate.haggle, BARS_CERTAIN);
    wasm_put_chance(out, "nothing", some < BARS_CERTAIN ? BARS_CERTAIN - some : 0, BARS_CERTAIN);
    rz_put_close(out, '}');
}

static void put_worth(const wasm_seen *seen, rz_text *out, const bars_forecast *f, int card) {
    int kind = bars_kind_of(card);
    if (card == BARS_NO_CARD)
        return;
    rz_put_open(out, NULL, '{');
    put_card(seen, out, "card", kind);
    rz_put_int(out, "worth", (int)((f->worth[kind] + BARS_WORTH_PARTS / 2) / BARS_WORTH_PARTS));
    rz_put_close(out, '}');
}

static void put_forecast(const wasm_seen *seen, rz_text *out) {
    const bars_public *p = pub_of(seen);
    const bars_own *own = &seen->view->bars.own;
    bool open = !is_shown(p) && p->phase < BARS_OVER;
    bars_forecast f = {0};
    bars_fate fates[BARS_BARS][2] = {0};
    if (open) {
        bars_foresee(setup_of(seen), &seen->view->bars, -1, &f);
        bars_fates(setup_of(seen), &seen->view->bars, fates);
    }
    rz_put_open(out, "bars", '[');
    for (int bar = 0; open && bar < setup_of(seen)->bars; bar++) {
        rz_put_open(out, NULL, '{');
        rz_put_string(out, "bar", bars_bar_names[bar]);
        wasm_put_chance(out, "gambler", f.gambler[bar], BARS_CERTAIN);
        wasm_put_chance(out, "raid", f.raid[bar], BARS_CERTAIN);
        put_fate(out, "gambling", fates[bar][0]);
        put_fate(out, "raiding", fates[bar][1]);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    rz_put_open(out, "hand", '[');
    for (int i = 0; open && i < BARS_HAND; i++)
        put_worth(seen, out, &f, own->hand[i]);
    put_worth(seen, out, &f, open ? own->chosen : BARS_NO_CARD);
    rz_put_close(out, ']');
}

static void facts(const wasm_seen *seen, rz_text *out) {
    uint8_t hidden[BARS_KINDS], kept[BARS_KINDS];
    bars_hidden(setup_of(seen), &seen->view->bars, hidden);
    bars_kept_by_others(setup_of(seen), &seen->view->bars, kept);
    put_counts(seen, out, "hidden", hidden);
    put_counts(seen, out, "kept", kept);
    put_forecast(seen, out);
}

const wasm_game bars_page = {note_event, position, facts};
