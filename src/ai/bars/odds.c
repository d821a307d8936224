/* Chances in bars. Of a round's cards the forecast is a guess that explains itself: everybody plays
 * the better cards more often, and what is better follows from what everybody plays. */
#include "ai/bars/odds.h"

#include "core/mem.h"

int bars_duel_need(int standing_symbol, int challenger_symbol, int die) {
    int need = 1;
    while (need <= BARS_SYMBOLS && challenger_symbol + need < standing_symbol + die)
        need++;
    return need;
}

int bars_duel_cases(int standing_symbol, int challenger_symbol) {
    int cases = 0;
    for (int die = 1; die <= BARS_SYMBOLS; die++)
        cases += BARS_SYMBOLS + 1 - bars_duel_need(standing_symbol, challenger_symbol, die);
    return cases;
}

void bars_chain(const bars_setup *s, const bars_public *p, unsigned refusers,
                uint32_t out[BARS_SEATS]) {
    memset(out, 0, BARS_SEATS * sizeof *out);
    out[p->proposer] = BARS_CERTAIN;
    for (unsigned left = refusers & ~(1u << p->proposer); left;) {
        int challenger = bars_next_duellist(s, p, left),
            symbol = bars_symbol(bars_card_of(s, p, challenger));
        uint32_t wins = 0;
        for (int seat = 0; seat < s->common.seats; seat++) {
            int cases = bars_duel_cases(bars_symbol(bars_card_of(s, p, seat)), symbol);
            uint32_t lost = out[seat] * (uint32_t)cases / BARS_DUEL_CASES;
            wins += lost;
            out[seat] -= lost;
        }
        out[challenger] = wins;
        left &= ~(1u << challenger);
    }
}

int bars_offered(const bars_public *p, unsigned seats) {
    int sum = 0;
    for (unsigned rest = seats & p->offered; rest; rest &= rest - 1)
        sum += p->offer[__builtin_ctz(rest)];
    return sum;
}

static bars_prospect prospect(const bars_setup *s, const bars_public *p, int seat,
                              bars_refusal kind, int other, unsigned refusers) {
    uint32_t wins[BARS_SEATS];
    unsigned asked = p->hagglers & ~(1u << p->proposer);
    bars_prospect made = {.kind = kind, .other = other, .seats = refusers};
    bars_chain(s, p, refusers, wins);
    made.chance = wins[seat];
    made.pot = bars_worth(p->bar[p->at]) - bars_offered(p, asked & ~refusers);
    made.average = (int)((5 * (uint64_t)made.pot * made.chance + BARS_CERTAIN / 2) / BARS_CERTAIN);
    return made;
}

static int proposer_prospects(const bars_setup *s, const bars_public *p, unsigned others,
                              bars_prospect out[]) {
    int n = 0;
    for (unsigned rest = others; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        out[n++] = prospect(s, p, p->proposer, BARS_ONE_REFUSES, seat, 1u << seat);
    }
    if (others & (others - 1))
        out[n++] = prospect(s, p, p->proposer, BARS_ALL_REFUSE, p->proposer, others);
    return n;
}

int bars_prospects(const bars_setup *s, const bars_public *p, int seat,
                   bars_prospect out[BARS_PAYEES + 1]) {
    unsigned me = 1u << seat, asked = p->hagglers & ~(1u << p->proposer);
    if ((p->phase != BARS_OFFERING && p->phase != BARS_ANSWERING) || !(p->hagglers & me))
        return 0;
    if (seat == p->proposer)
        return proposer_prospects(s, p, asked, out);
    /* With answers in turn (B48) those who have refused are known, and those who have accepted are
     * out of it. */
    bool heard = s->answers == 1;
    unsigned refused = heard ? p->refusers : 0, others = asked & ~me & ~(heard ? p->done : 0u);
    bars_refusal kind = refused ? BARS_DUEL_WITH : others ? BARS_DUEL_ALONE : BARS_DUEL_ONLY;
    out[0] = prospect(s, p, seat, kind, p->proposer, me | refused);
    if (others)
        out[1] = prospect(s, p, seat, BARS_DUEL_WITH_ALL, p->proposer, me | refused | others);
    return others ? 2 : 1;
}

void bars_hidden(const bars_setup *s, const bars_view *v, uint8_t out[BARS_KINDS]) {
    bars_unseen(s, &v->pub, out);
    for (int i = 0; i < BARS_HAND; i++)
        if (v->own.hand[i] != BARS_NO_CARD)
            out[bars_kind_of(v->own.hand[i])]--;
    if (v->own.chosen != BARS_NO_CARD)
        out[bars_kind_of(v->own.chosen)]--;
}

void bars_kept_by_others(const bars_setup *s, const bars_view *v, uint8_t out[BARS_KINDS]) {
    bars_kept(s, &v->pub, out);
    for (int i = 0; i < BARS_HAND; i++)
        if (v->own.hand[i] != BARS_NO_CARD && out[bars_kind_of(v->own.hand[i])] > 0)
            out[bars_kind_of(v->own.hand[i])]--;
}

int bars_last_round(const bars_setup *s) {
    int coins = 0;
    for (int v = 0; v < BARS_VALUES; v++)
        coins += s->stock[v];
    return (coins + s->round_money - 1) / s->round_money;
}

/* ---- The forecast ---------------------------------------------------------------------------- */

/* Who haggles gets a part by strength: a symbol higher by one wins about three duels of five. */
static const uint16_t strength[BARS_SYMBOLS] = {16, 24, 36, 54, 81, 122};

/* More thought would tell others apart better, but nobody else thinks so far. */
enum { ROUNDS_OF_THOUGHT = 3, OTHERS_MAX = BARS_SEATS - 1 };

typedef struct crowd {
    uint32_t chance;   /* that one of the others comes so: gambling at a bar, or raiding it */
    uint32_t strength; /* of such a card, on average; in 256ths */
} crowd;

typedef struct guess {
    const bars_setup *setup;
    int others;
    uint32_t money[BARS_BARS]; /* thousands */
    uint8_t hidden[BARS_KINDS];
    uint32_t plays[BARS_KINDS]; /* chance that one of the others plays such a card */
    crowd gamblers[BARS_BARS], raiders[BARS_BARS];
} guess;

static uint32_t times(uint32_t a, uint32_t b) {
    return (uint32_t)((uint64_t)a * b / BARS_CERTAIN);
}

static uint32_t power(uint32_t chance, int n) {
    uint32_t result = BARS_CERTAIN;
    for (int i = 0; i < n; i++)
        result = times(result, chance);
    return result;
}

/* The chance that exactly j of n do what each does with this chance. */
static void spread(int n, uint32_t chance, uint32_t out[OTHERS_MAX + 1]) {
    uint32_t ways = 1;
    for (int j = 0; j <= n; j++) {
        uint64_t once = times(power(chance, j), power(BARS_CERTAIN - chance, n - j));
        out[j] = (uint32_t)(ways * once);
        ways = ways * (uint32_t)(n - j) / (uint32_t)(j + 1);
    }
}

/* The chance of one who can not be doing the other thing. */
static uint32_t given_not(uint32_t chance, uint32_t other) {
    uint32_t rest = BARS_CERTAIN - other;
    if (rest == 0)
        return 0;
    uint64_t given = (uint64_t)chance * BARS_CERTAIN / rest;
    return given < BARS_CERTAIN ? (uint32_t)given : BARS_CERTAIN;
}

static uint32_t part_of(int symbol, uint32_t others_strength, int n) {
    uint32_t own = 256u * strength[symbol - 1];
    return (uint32_t)((uint64_t)own * BARS_CERTAIN / (own + others_strength * (uint32_t)n));
}

/* Nobody raids, and those who gamble share. */
static uint32_t gambler_part(const guess *g, int bar, const uint32_t gamblers[], int symbol) {
    uint32_t sum = 0;
    for (int j = 0; j <= g->others; j++)
        sum += times(gamblers[j], part_of(symbol, g->gamblers[bar].strength, j));
    return times(sum, power(BARS_CERTAIN - g->raiders[bar].chance, g->others));
}

/* Somebody gambles, and those who raid share. */
static uint32_t raider_part(const guess *g, int bar, const uint32_t raiders[], int symbol) {
    uint32_t sum = 0;
    uint32_t gambles = given_not(g->gamblers[bar].chance, g->raiders[bar].chance);
    for (int j = 0; j < g->others; j++) {
        uint32_t some = BARS_CERTAIN - power(BARS_CERTAIN - gambles, g->others - j);
        sum += times(times(raiders[j], some), part_of(symbol, g->raiders[bar].strength, j));
    }
    return sum;
}

static void weigh_cards(const guess *g, uint32_t worth[BARS_KINDS]) {
    for (int bar = 0; bar < g->setup->bars; bar++) {
        uint32_t gamblers[OTHERS_MAX + 1], raiders[OTHERS_MAX + 1];
        uint32_t money = g->money[bar] * BARS_WORTH_PARTS;
        spread(g->others, given_not(g->gamblers[bar].chance, g->raiders[bar].chance), gamblers);
        spread(g->others, g->raiders[bar].chance, raiders);
        for (int symbol = 1; symbol <= BARS_SYMBOLS; symbol++) {
            uint32_t *of_bar = worth + bar * BARS_BAR_KINDS + symbol - 1;
            of_bar[0] = times(money, gambler_part(g, bar, gamblers, symbol));
            of_bar[BARS_SYMBOLS] = times(money, raider_part(g, bar, raiders, symbol));
        }
    }
}

/* How many of the cards not seen are worth less than one of this kind; equal ones count half. In
 * halves. */
static uint64_t rank_of(const guess *g, const uint32_t worth[BARS_KINDS], int kind) {
    uint64_t rank = 0;
    for (int other = 0; other < g->setup->bars * BARS_BAR_KINDS; other++)
        if (worth[other] <= worth[kind])
            rank += g->hidden[other] * (worth[other] < worth[kind] ? 2u : 1u);
    return rank;
}

/* From what cards are worth to how often they are played. Who holds four others plays the best of
 * them: that would be the fourth power of the rank; the third leaves something to doubt. What was
 * guessed `before` counts as often as it was. */
static void guess_plays(guess *g, const uint32_t worth[BARS_KINDS], uint32_t before) {
    uint64_t weight[BARS_KINDS] = {0}, total = 0;
    for (int kind = 0; kind < g->setup->bars * BARS_BAR_KINDS; kind++) {
        uint64_t rank = g->hidden[kind] > 0 ? rank_of(g, worth, kind) : 0;
        weight[kind] = g->hidden[kind] * rank * rank * rank;
        total += weight[kind];
    }
    for (int kind = 0; kind < BARS_KINDS && total > 0; kind++) {
        uint32_t chance = (uint32_t)(weight[kind] * BARS_CERTAIN / total);
        g->plays[kind] = (before * g->plays[kind] + chance) / (before + 1);
    }
}

static crowd gather(const guess *g, int first_kind) {
    crowd c = {0};
    uint64_t sum = 0;
    for (int i = 0; i < BARS_SYMBOLS; i++) {
        c.chance += g->plays[first_kind + i];
        sum += (uint64_t)g->plays[first_kind + i] * strength[i] * 256;
    }
    c.strength = c.chance > 0 ? (uint32_t)(sum / c.chance) : 0;
    return c;
}

static void begin_guess(guess *g, const bars_setup *s, const bars_view *v, int free_at) {
    *g = (guess){.setup = s, .others = s->common.seats - 1};
    bars_hidden(s, v, g->hidden);
    for (int bar = 0; bar < s->bars; bar++)
        g->money[bar] = (uint32_t)(5 * bars_worth(v->pub.bar[bar]));
    if (free_at >= 0 && v->pub.free > 0)
        g->money[free_at] += 5u * bars_units[v->pub.free - 1];
}

/* Thinks it over: what cards are worth, and what the others play. */
static void think(guess *g, uint32_t worth[BARS_KINDS]) {
    const bars_setup *s = g->setup;
    for (int kind = 0; kind < s->bars * BARS_BAR_KINDS; kind++)
        worth[kind] = g->money[bars_bar_of(kind)] * (bars_is_raid(kind) ? 4u : 8u);
    for (uint32_t i = 0; i < ROUNDS_OF_THOUGHT; i++) {
        guess_plays(g, worth, i);
        for (int bar = 0; bar < s->bars; bar++) {
            g->gamblers[bar] = gather(g, bar * BARS_BAR_KINDS);
            g->raiders[bar] = gather(g, bar * BARS_BAR_KINDS + BARS_SYMBOLS);
        }
        weigh_cards(g, worth);
    }
}

void bars_foresee(const bars_setup *s, const bars_view *v, int free_at, bars_forecast *out) {
    guess g;
    begin_guess(&g, s, v, free_at);
    *out = (bars_forecast){0};
    think(&g, out->worth);
    for (int bar = 0; bar < s->bars; bar++) {
        out->gambler[bar] = BARS_CERTAIN - power(BARS_CERTAIN - g.gamblers[bar].chance, g.others);
        out->raid[bar] = BARS_CERTAIN - power(BARS_CERTAIN - g.raiders[bar].chance, g.others);
    }
}

/* B31 to B33: a raid takes all from a gambler. */
static bars_fate gambler_fate(const guess *g, int bar) {
    uint32_t gambles = given_not(g->gamblers[bar].chance, g->raiders[bar].chance);
    uint32_t quiet = power(BARS_CERTAIN - g->raiders[bar].chance, g->others);
    uint32_t alone = times(quiet, power(BARS_CERTAIN - gambles, g->others));
    return (bars_fate){.all = alone, .haggle = quiet - alone};
}

/* B33 to B35: a raid needs a gambler. */
static bars_fate raider_fate(const guess *g, int bar) {
    bars_fate fate = {0};
    uint32_t raiders[OTHERS_MAX + 1];
    uint32_t gambles = given_not(g->gamblers[bar].chance, g->raiders[bar].chance);
    spread(g->others, g->raiders[bar].chance, raiders);
    for (int j = 0; j < g->others; j++) {
        uint32_t some = BARS_CERTAIN - power(BARS_CERTAIN - gambles, g->others - j);
        *(j == 0 ? &fate.all : &fate.haggle) += times(raiders[j], some);
    }
    return fate;
}

void bars_fates(const bars_setup *s, const bars_view *v, bars_fate out[BARS_BARS][2]) {
    guess g;
    uint32_t worth[BARS_KINDS] = {0};
    begin_guess(&g, s, v, -1);
    think(&g, worth);
    for (int bar = 0; bar < s->bars; bar++) {
        out[bar][0] = gambler_fate(&g, bar);
        out[bar][1] = raider_fate(&g, bar);
    }
}
