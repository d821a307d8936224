/* bars: settling the bars, haggles and duels, B24 to B51. */
#include "core/mem.h"
#include "games/bars/rules.h"

static const uint8_t *shown_now(const bars_setup *s, const bars_public *p) {
    return p->shown + (p->round - 1) * s->common.seats;
}

void bars_add_cards(uint8_t to[BARS_VALUES], const uint8_t cards[BARS_VALUES]) {
    for (int v = 0; v < BARS_VALUES; v++)
        to[v] = (uint8_t)(to[v] + cards[v]);
}

int bars_list_sums(const bars_public *p, unsigned seats, uint16_t sums[]) {
    int n = 0;
    for (unsigned rest = seats; rest; rest &= rest - 1)
        sums[n++] = p->offer[__builtin_ctz(rest)];
    return n;
}

static void write_end(const bars_table *t, rz_event *event) {
    const rz_setup *setup = (const rz_setup *)(const void *)t->setup;
    const rz_public *pub = (const rz_public *)(const void *)t->pub;
    int32_t scores[RZ_SEATS_MAX];
    rz_actors winners = bars_winners(setup, pub);
    bars_scores(setup, pub, scores);
    for (int seat = 0; seat < t->setup->common.seats; seat++) {
        event->data[seat] = (int16_t)scores[seat];
        event->data[RZ_SEATS_MAX + seat] = winners >> seat & 1;
    }
}

/* B61. */
static void end_game(const bars_table *t) {
    rz_event *event = bars_add_event(t, BARS_VERB_END);
    if (event)
        write_end(t, event);
    t->pub->at = 0;
    t->pub->phase = BARS_OVER;
}

static void write_cards(int16_t data[], const uint8_t cards[BARS_VALUES]) {
    for (int v = 0; v < BARS_VALUES; v++)
        data[v] = cards[v];
}

static rz_event *begin_settle(const bars_table *t, int bar) {
    rz_event *event = bars_add_event(t, BARS_VERB_SETTLE);
    if (event)
        event->data[BARS_SETTLE_BAR] = (int16_t)bar;
    return event;
}

static void leave(const bars_table *t, int bar) {
    rz_event *event = begin_settle(t, bar);
    if (event)
        write_cards(event->data + BARS_SETTLE_LEFT, t->pub->bar[bar]);
}

/* All that lies at the bar goes to one seat; it is told last. */
static void take_all(const bars_table *t, int bar, int seat, rz_event *event) {
    uint8_t *cards = t->pub->bar[bar];
    if (event && bars_worth(cards) > 0) {
        write_cards(event->data + BARS_SETTLE_TO + seat * BARS_VALUES, cards);
        event->last = (uint8_t)(seat + 1);
    }
    bars_add_cards(t->pub->money[seat], cards);
    memset(cards, 0, BARS_VALUES);
}

static unsigned acceptors(const bars_public *p) {
    return p->hagglers & ~(unsigned)p->refusers & ~(1u << p->proposer);
}

/* B43, B44: the bar's cards first, then the proposer's own. */
static void pay(const bars_table *t, rz_event *event) {
    bars_public *p = t->pub;
    uint16_t sums[BARS_PAYEES];
    uint8_t paid[BARS_PAYEES][BARS_VALUES], *bar = p->bar[p->at], *own = p->money[p->proposer];
    int n = bars_list_sums(p, acceptors(p), sums), i = 0;
    if (n == 0)
        return;
    bars_pay(bar, own, sums, n, paid);
    for (unsigned rest = acceptors(p); rest; rest &= rest - 1, i++) {
        int seat = __builtin_ctz(rest);
        for (int v = 0; v < BARS_VALUES; v++) {
            int from_bar = paid[i][v] < bar[v] ? paid[i][v] : bar[v];
            int from_own = paid[i][v] - from_bar;
            bar[v] = (uint8_t)(bar[v] - from_bar);
            own[v] = (uint8_t)(own[v] - from_own);
            if (event)
                event->data[BARS_SETTLE_OWN + v] =
                    (int16_t)(event->data[BARS_SETTLE_OWN + v] + from_own);
        }
        bars_add_cards(p->money[seat], paid[i]);
        if (event && sums[i] > 0) {
            write_cards(event->data + BARS_SETTLE_TO + seat * BARS_VALUES, paid[i]);
            event->last = (uint8_t)(seat + 1);
        }
    }
}

/* The haggle is over: those who accepted are paid, `winner` takes the rest. */
static void end_haggle(const bars_table *t, int winner) {
    bars_public *p = t->pub;
    rz_event *event = begin_settle(t, p->at);
    pay(t, event);
    take_all(t, p->at, winner, event);
    memset(p->offer, 0, sizeof p->offer);
    p->done = p->hagglers = p->proposer = p->offered = 0;
    p->duellists = p->refusers = p->standing = p->challenger = p->die = 0;
    p->phase = BARS_SETTLING;
    p->at++;
    bars_settle(t);
}

/* B40, B47, B49: who has the better card; of equal ones, who sits farther from the croupier. */
static int rank(const bars_setup *s, const bars_public *p, int seat) {
    return BARS_SEATS * bars_symbol(shown_now(s, p)[seat]) + bars_distance(s, p, seat);
}

static int highest(const bars_setup *s, const bars_public *p, unsigned set) {
    int best = __builtin_ctz(set);
    for (unsigned rest = set; rest; rest &= rest - 1)
        if (rank(s, p, __builtin_ctz(rest)) > rank(s, p, best))
            best = __builtin_ctz(rest);
    return best;
}

int bars_next_duellist(const bars_setup *s, const bars_public *p, unsigned set) {
    int best = __builtin_ctz(set);
    for (unsigned rest = set; rest; rest &= rest - 1)
        if (rank(s, p, __builtin_ctz(rest)) < rank(s, p, best))
            best = __builtin_ctz(rest);
    return best;
}

static void begin_haggle(const bars_table *t, unsigned hagglers) {
    bars_public *p = t->pub;
    p->phase = BARS_OFFERING;
    p->hagglers = (uint8_t)hagglers;
    p->proposer = p->standing = (uint8_t)highest(t->setup, p, hagglers);
}

/* The rows of "Settling a bar"; false if a haggle has begun. */
static bool settle_bar(const bars_table *t, int bar, unsigned gamblers, unsigned raids) {
    unsigned takers = raids ? raids : gamblers;
    if (!gamblers) { /* B35 */
        leave(t, bar);
        return true;
    }
    if (takers & (takers - 1)) { /* B32, B34 */
        begin_haggle(t, takers);
        return false;
    }
    take_all(t, bar, __builtin_ctz(takers), begin_settle(t, bar)); /* B31, B33 */
    return true;
}

void bars_settle(const bars_table *t) {
    bars_public *p = t->pub;
    const uint8_t *shown = shown_now(t->setup, p);
    unsigned gamblers[BARS_BARS] = {0}, raids[BARS_BARS] = {0};
    for (int seat = 0; seat < t->setup->common.seats; seat++)
        (bars_is_raid(shown[seat]) ? raids : gamblers)[bars_bar_of(shown[seat])] |= 1u << seat;
    for (; p->at < t->setup->bars; p->at++) { /* B24 */
        if (!(gamblers[p->at] | raids[p->at]) || bars_worth(p->bar[p->at]) == 0)
            continue; /* B30, B36 */
        if (!settle_bar(t, p->at, gamblers[p->at], raids[p->at]))
            return;
    }
    if (p->coins == 0) /* B22 */
        end_game(t);
    else
        bars_begin_round(t);
}

static uint8_t pack_bar(const uint8_t money[BARS_VALUES]) {
    int worth = bars_worth(money), more = -1;
    for (int v = 0; v < BARS_VALUES; v++)
        more += money[v];
    worth = worth < BARS_LAY_WORTH ? worth : BARS_LAY_WORTH;
    more = more < 0 ? 0 : more < BARS_LAY_MORE ? more : BARS_LAY_MORE;
    return (uint8_t)(worth | more << BARS_LAY_SHIFT);
}

/* What lies on the table from now on. */
void bars_write_down(const bars_table *t, const uint8_t kinds[BARS_SEATS]) {
    bars_public *p = t->pub;
    int seats = t->setup->common.seats;
    memcpy(p->shown + (p->round - 1) * seats, kinds, (size_t)seats);
    for (int bar = 0; bar < t->setup->bars; bar++)
        p->lay[(p->round - 1) * BARS_BARS + bar] = pack_bar(p->bar[bar]);
    p->done = 0;
    p->phase = BARS_SETTLING;
}

void bars_make_offer(const bars_table *t, int sum) {
    bars_public *p = t->pub;
    int seat = bars_offer_seat(t->setup, p);
    p->offer[seat] = (uint16_t)sum;
    p->offered |= (uint8_t)(1 << seat);
    if ((p->offered | 1 << p->proposer) == p->hagglers)
        p->phase = BARS_ANSWERING;
}

/* B46, B49: the lowest of those left enters. */
static void begin_duel(const bars_table *t) {
    bars_public *p = t->pub;
    p->phase = BARS_ROLL_DUE;
    p->challenger = (uint8_t)bars_next_duellist(t->setup, p, p->duellists);
    p->duellists &= (uint8_t) ~(1u << p->challenger);
}

/* B51: nothing is left for a duel if the acceptors get all the bar's money. */
static bool all_paid_out(const bars_public *p) {
    uint16_t sums[BARS_PAYEES];
    int n = bars_list_sums(p, acceptors(p), sums), total = 0;
    for (int i = 0; i < n; i++)
        total += sums[i];
    return total == bars_worth(p->bar[p->at]) && bars_payable(p->bar[p->at], sums, n);
}

void bars_take_answers(const bars_table *t, unsigned refusers) {
    bars_public *p = t->pub;
    p->done = 0;
    p->refusers = p->duellists = (uint8_t)refusers;
    if (refusers == 0 || all_paid_out(p))
        end_haggle(t, p->standing);
    else
        begin_duel(t);
}

void bars_write_answers(const bars_table *t, unsigned refusers) {
    rz_event *event = bars_add_event(t, BARS_VERB_ANSWERS);
    for (int seat = 0; event && seat < RZ_SEATS_MAX; seat++)
        event->data[seat] = refusers >> seat & 1;
    bars_take_answers(t, refusers);
}

/* B45, B50: on a tie the one who came later wins. */
void bars_roll(const bars_table *t, int value) {
    bars_public *p = t->pub;
    const uint8_t *shown = shown_now(t->setup, p);
    if (p->die == 0) {
        p->die = (uint8_t)value;
        return;
    }
    bool beaten =
        value + bars_symbol(shown[p->challenger]) >= p->die + bars_symbol(shown[p->standing]);
    int winner = beaten ? p->challenger : p->standing;
    if (!p->duellists) {
        end_haggle(t, winner);
        return;
    }
    p->standing = (uint8_t)winner;
    p->die = 0;
    begin_duel(t);
}
