/* bars: the rules, B10 to B61, but for settling the bars (settle.c) and paying (payment.c). */
#include "games/bars/rules.h"
#include "core/bits.h"
#include "core/mem.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pick() loads counts as words");

static const bars_setup *setup_of(const rz_setup *setup) {
    return (const bars_setup *)(const void *)setup;
}

static const bars_public *public_of(const rz_public *pub) {
    return (const bars_public *)(const void *)pub;
}

static const bars_state *state_of(const rz_state *state) {
    return (const bars_state *)(const void *)state;
}

static unsigned all_seats(const bars_setup *s) {
    return (1u << s->common.seats) - 1;
}

static int next_seat(const bars_setup *s, int seat) {
    return seat + 1 < s->common.seats ? seat + 1 : 0;
}

/* The first of a set of seats that one meets clockwise from `seat`, which comes last itself. */
static int next_of(const bars_setup *s, int seat, unsigned set) {
    return rz_bits_next(set, s->common.seats, seat);
}

int bars_worth(const uint8_t cards[BARS_VALUES]) {
    int worth = 0;
    for (int v = 0; v < BARS_VALUES; v++)
        worth += cards[v] * bars_units[v];
    return worth;
}

int bars_distance(const bars_setup *s, const bars_public *p, int seat) {
    int distance = seat - p->croupier;
    return distance < 0 ? distance + s->common.seats : distance;
}

int bars_deal_seat(const bars_setup *s, const bars_public *p) {
    return (p->croupier + 1 + p->dealt) % s->common.seats; /* B18 */
}

int bars_offer_seat(const bars_setup *s, const bars_public *p) {
    return next_of(s, p->proposer, p->hagglers & ~(unsigned)p->offered);
}

int bars_answer_seat(const bars_setup *s, const bars_public *p) {
    return next_of(s, p->proposer, p->hagglers & ~(unsigned)p->done);
}

int bars_roll_seat(const bars_public *p) {
    return p->die == 0 ? p->standing : p->challenger; /* B45 */
}

int bars_rounds_shown(const bars_public *p) {
    return p->round == 0 || p->phase > BARS_SHOW_DUE ? p->round : p->round - 1;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static const uint64_t each_byte = 0x0101010101010101u, top_bits = 0x8080808080808080u;

/* In each byte: how many bits are set in it and those below. */
static uint64_t count_upwards(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return word * each_byte;
}

/* The first byte that is above n, in a word of eight ascending numbers below 128. */
static int first_above(uint64_t ascending, uint32_t n) {
    uint64_t above = ((ascending | top_bits) - (n + 1) * each_byte) & top_bits;
    return __builtin_ctzll(above) / 8;
}

static uint64_t bits_of(const bars_setup *s, int kind) {
    int bar = bars_bar_of(kind), of_bar = kind % BARS_BAR_KINDS;
    return (((uint64_t)1 << s->copies[of_bar]) - 1) << (s->bits_of[of_bar] + 12 * (bar % 3));
}

int bars_pile_count(const bars_setup *s, const bars_pile *pile, int kind) {
    uint64_t there = pile->bits[bars_bar_of(kind) / 3] & bits_of(s, kind);
    return rz_bits_count((unsigned)(there >> 12 * (bars_bar_of(kind) % 3)));
}

void bars_pile_take(const bars_setup *s, bars_pile *pile, int kind) {
    uint64_t *word = &pile->bits[bars_bar_of(kind) / 3];
    uint64_t there = *word & bits_of(s, kind);
    if (there)
        *word &= ~((uint64_t)1 << (63 - __builtin_clzll(there)));
}

/* The kind of the n-th card of a pile. */
static int pile_kind(const bars_setup *s, const bars_pile *pile, uint32_t n) {
    uint64_t word = pile->bits[0], counts = count_upwards(word);
    uint32_t first = counts >> 40 & 0xff; /* of 36 bits the fifth byte has the last */
    int base = 0;
    if (n >= first) {
        n -= first;
        word = pile->bits[1];
        counts = count_upwards(word);
        base = 3;
    }
    int byte = first_above(counts, n);
    n -= (uint32_t)(counts << 8 >> 8 * byte & 0xff);
    word >>= 8 * byte;
    while (n-- > 0)
        word &= word - 1;
    int at = 8 * byte + __builtin_ctzll(word);
    return BARS_BAR_KINDS * (base + at / 12) + s->kind_at[at % 12];
}

static void insert(uint8_t hand[BARS_HAND], uint8_t card) {
    int at = BARS_HAND - 1;
    for (; at > 0 && hand[at - 1] > card; at--)
        hand[at] = hand[at - 1];
    hand[at] = card;
}

void bars_hold(const bars_public *p, bars_own *own, int kind) {
    insert(own->hand, (uint8_t)(BARS_AGES * kind + p->reshuffles));
}

void bars_choose(bars_own *own, int kind) {
    int at = 0;
    while (bars_kind_of(own->hand[at]) != kind)
        at++;
    own->chosen = own->hand[at];
    for (; at < BARS_HAND - 1; at++)
        own->hand[at] = own->hand[at + 1];
    own->hand[BARS_HAND - 1] = BARS_NO_CARD;
}

void bars_put_down(const bars_public *p, bars_own *own) {
    own->past |= (uint32_t)(own->chosen % BARS_AGES) << 2 * (p->round - 1);
    own->chosen = BARS_NO_CARD;
}

static bool holds(const bars_own *own, int kind) {
    for (int i = 0; i < BARS_HAND; i++)
        if (own->hand[i] != BARS_NO_CARD && bars_kind_of(own->hand[i]) == kind)
            return true;
    return false;
}

/* ---- Dealing --------------------------------------------------------------------------------- */

/* B19: whatever nobody holds is the pile again. */
static void reshuffle(const bars_table *t) {
    bars_public *p = t->pub;
    bars_add_event(t, BARS_VERB_RESHUFFLE);
    int seats = t->setup->common.seats;
    p->turned[p->reshuffles][0] = p->round;
    p->turned[p->reshuffles][1] = p->dealt;
    p->reshuffles++;
    p->cards = (uint8_t)(t->setup->cards - seats * (BARS_HAND - 1) - p->dealt);
    if (t->state) {
        t->state->pile = t->setup->deck;
        for (int seat = 0; seat < seats; seat++)
            for (int i = 0; i < BARS_HAND; i++)
                if (t->state->own[seat].hand[i] != BARS_NO_CARD)
                    bars_pile_take(t->setup, &t->state->pile,
                                   bars_kind_of(t->state->own[seat].hand[i]));
    }
}

static void deal_next(const bars_table *t) {
    t->pub->phase = BARS_DEAL_DUE;
    if (t->pub->cards == 0)
        reshuffle(t);
}

void bars_begin_round(const bars_table *t) {
    bars_public *p = t->pub;
    rz_event *event = bars_add_event(t, BARS_VERB_ROUND);
    if (p->round++ > 0)
        p->croupier = (uint8_t)next_seat(t->setup, p->croupier); /* B14 */
    p->at = p->dealt = p->laid = 0;
    if (event) {
        event->data[0] = p->round;
        event->data[1] = p->croupier;
    }
    deal_next(t);
}

void bars_name_first(const bars_table *t, int seat) {
    t->pub->croupier = (uint8_t)seat;
    bars_begin_round(t);
}

/* A card has been dealt. B13: five to each at first; B60: then one. */
void bars_pass_card(const bars_table *t) {
    bars_public *p = t->pub;
    p->cards--;
    p->dealt++;
    if (p->dealt < t->setup->common.seats * (p->round == 1 ? BARS_HAND : 1))
        deal_next(t);
    else
        p->phase = BARS_MONEY_DUE;
}

static void begin_choice(bars_public *p) {
    p->phase = BARS_CHOOSING;
    p->done = 0;
}

/* B20, B22: one to a bar, from left to right; the one after the last bar is free. */
void bars_turn_money(const bars_table *t, int value) {
    bars_public *p = t->pub;
    p->cash[value]--;
    p->coins--;
    if (p->laid++ == t->setup->bars) {
        p->free = (uint8_t)(value + 1);
        p->phase = BARS_LAYING;
        return;
    }
    p->bar[p->laid - 1][value]++;
    if (p->coins == 0)
        begin_choice(p);
}

void bars_lay(const bars_table *t, int bar) {
    bars_public *p = t->pub;
    p->bar[bar][p->free - 1]++;
    p->free = 0;
    begin_choice(p);
}

/* ---- Choices that are hidden at first -------------------------------------------------------- */

/* B23: all have chosen, and the cards are turned over. */
static void show(const bars_table *t) {
    bars_own *own = t->state->own;
    uint8_t kinds[BARS_SEATS];
    rz_event *event = bars_add_event(t, BARS_VERB_SHOW);
    for (int seat = 0; seat < t->setup->common.seats; seat++) {
        kinds[seat] = (uint8_t)bars_kind_of(own[seat].chosen);
        bars_put_down(t->pub, &own[seat]);
        if (event)
            event->data[seat] = kinds[seat];
    }
    bars_write_down(t, kinds);
    bars_settle(t);
}

static void play(const bars_table *t, int seat, int kind) {
    bars_choose(&t->state->own[seat], kind);
    t->pub->done |= (uint8_t)(1 << seat);
    if (t->pub->done == all_seats(t->setup)) {
        t->pub->phase = BARS_SHOW_DUE;
        show(t);
    }
}

static void answer(const bars_table *t, int seat, bool duel) {
    bars_public *p = t->pub;
    bars_own *own = t->state->own;
    unsigned refusers = 0;
    own[seat].answer = duel ? BARS_SAID_DUEL : BARS_SAID_YES;
    p->done |= (uint8_t)(1 << seat);
    if (t->setup->answers == 1 && duel) /* B48: with answers in turn all hear it */
        p->refusers |= (uint8_t)(1 << seat);
    if ((p->done | 1 << p->proposer) != p->hagglers)
        return;
    p->phase = BARS_ANSWERS_DUE;
    for (int s = 0; s < t->setup->common.seats; s++) {
        refusers |= (unsigned)(own[s].answer == BARS_SAID_DUEL) << s;
        own[s].answer = BARS_SAID_NOTHING;
    }
    bars_write_answers(t, refusers);
}

/* ---- What is allowed ------------------------------------------------------------------------- */

static void cards_to_pay_with(const bars_public *p, uint8_t cards[BARS_VALUES]) {
    memcpy(cards, p->bar[p->at], BARS_VALUES);
    bars_add_cards(cards, p->money[p->proposer]);
}

/* The offers made so far, and what the bar has beyond them. */
static int offers_so_far(const bars_public *p, uint16_t sums[], int *left) {
    int n = bars_list_sums(p, p->offered, sums);
    *left = bars_worth(p->bar[p->at]);
    for (int i = 0; i < n; i++)
        *left -= sums[i];
    return n;
}

static rz_error refuse_offer(const bars_public *p, int seat, int action) {
    uint16_t sums[BARS_PAYEES];
    uint8_t cards[BARS_VALUES];
    int left, n = offers_so_far(p, sums, &left), sum = action - BARS_OFFER;
    if (seat != p->proposer)
        return BARS_E_PROPOSER;
    if (action < BARS_OFFER || action >= BARS_ACCEPT)
        return BARS_E_OFFER;
    if (sum > left)
        return BARS_E_TOO_MUCH;
    sums[n] = (uint16_t)sum;
    cards_to_pay_with(p, cards);
    return bars_payable(cards, sums, n + 1) ? RZ_OK : BARS_E_UNPAYABLE;
}

static rz_error refuse_play(const bars_public *p, const bars_own *own, int seat, int action) {
    if (p->done >> seat & 1)
        return BARS_E_CHOSEN;
    if (action >= BARS_LAY)
        return BARS_E_PLAY;
    return holds(own, action - BARS_PLAY) ? RZ_OK : BARS_E_NOT_HELD;
}

static rz_error refuse_answer(const bars_setup *s, const bars_public *p, int seat, int action) {
    if (!(p->hagglers >> seat & 1) || seat == p->proposer)
        return BARS_E_NOT_ASKED;
    if (p->done >> seat & 1)
        return BARS_E_ANSWERED;
    if (s->answers == 1 && seat != bars_answer_seat(s, p))
        return BARS_E_TURN;
    return action >= BARS_ACCEPT ? RZ_OK : BARS_E_ANSWER;
}

static rz_error refuse_lay(const bars_setup *s, const bars_public *p, int seat, int action) {
    if (seat != p->croupier)
        return BARS_E_CROUPIER;
    if (action < BARS_LAY || action >= BARS_OFFER)
        return BARS_E_LAY;
    return action - BARS_LAY < s->bars ? RZ_OK : BARS_E_NO_BAR;
}

rz_error bars_refuse(const bars_setup *s, const bars_public *p, const bars_own *own, int seat,
                     int action) {
    if (p->phase == BARS_OVER)
        return BARS_E_OVER;
    if (action >= BARS_ACTIONS)
        return BARS_E_ACTION;
    if (seat >= s->common.seats)
        return BARS_E_NO_SEAT;
    switch (p->phase) {
    case BARS_LAYING:
        return refuse_lay(s, p, seat, action);
    case BARS_CHOOSING:
        return refuse_play(p, own, seat, action);
    case BARS_OFFERING:
        return refuse_offer(p, seat, action);
    case BARS_ANSWERING:
        return refuse_answer(s, p, seat, action);
    case BARS_SHOW_DUE:
    case BARS_ANSWERS_DUE:
        return BARS_E_WAIT;
    default:
        return BARS_E_CHANCE;
    }
}

/* But for whether a card is in the pile, which is secret. */
rz_error bars_refuse_chance(const bars_setup *s, const bars_public *p, int outcome) {
    if (outcome < BARS_MONEY)
        return p->phase == BARS_DEAL_DUE ? RZ_OK : BARS_E_NO_DEAL;
    if (outcome < BARS_FIRST) {
        if (p->phase != BARS_MONEY_DUE)
            return BARS_E_NO_MONEY;
        return p->cash[outcome - BARS_MONEY] > 0 ? RZ_OK : BARS_E_VALUE;
    }
    if (outcome < BARS_ROLL) {
        if (p->phase != BARS_FIRST_DUE)
            return BARS_E_NO_FIRST;
        return outcome - BARS_FIRST < s->common.seats ? RZ_OK : BARS_E_NO_SEAT;
    }
    if (outcome >= BARS_CHANCES)
        return BARS_E_ACTION;
    return p->phase == BARS_ROLL_DUE ? RZ_OK : BARS_E_NO_ROLL;
}

static int list_plays(const bars_own *own, rz_action out[]) {
    int n = 0, last = -1;
    for (int i = 0; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++) {
        int kind = bars_kind_of(own->hand[i]);
        if (kind != last)
            out[n++] = (rz_action)(BARS_PLAY + kind);
        last = kind;
    }
    return n;
}

static int list_offers(const bars_public *p, rz_action out[]) {
    uint16_t sums[BARS_PAYEES];
    uint8_t cards[BARS_VALUES];
    uint64_t payable[BARS_SUM_WORDS];
    int left, n = offers_so_far(p, sums, &left), listed = 0;
    cards_to_pay_with(p, cards);
    bars_payable_besides(cards, sums, n, left, payable);
    for (int word = 0; word <= left / 64; word++)
        for (uint64_t bits = payable[word]; bits; bits &= bits - 1)
            out[listed++] = (rz_action)(BARS_OFFER + 64 * word + __builtin_ctzll(bits));
    return listed;
}

static rz_actors actors(const bars_setup *s, const bars_public *p) {
    switch (p->phase) {
    case BARS_LAYING:
        return (rz_actors)(1 << p->croupier);
    case BARS_CHOOSING:
        return (rz_actors)(all_seats(s) & ~(unsigned)p->done);
    case BARS_OFFERING:
        return (rz_actors)(1 << p->proposer);
    case BARS_ANSWERING:
        if (s->answers == 1)
            return (rz_actors)(1 << bars_answer_seat(s, p));
        return (rz_actors)(p->hagglers & ~(unsigned)p->done & ~(1u << p->proposer));
    case BARS_SHOW_DUE:
    case BARS_ANSWERS_DUE:
        return RZ_RULES_BIT;
    case BARS_OVER:
        return 0;
    default:
        return RZ_CHANCE_BIT;
    }
}

static int list(const bars_setup *s, const bars_public *p, const bars_own *own, int seat,
                rz_action out[]) {
    if (seat >= s->common.seats || !(actors(s, p) >> seat & 1))
        return 0;
    switch (p->phase) {
    case BARS_LAYING:
        for (int bar = 0; bar < s->bars; bar++)
            out[bar] = (rz_action)(BARS_LAY + bar);
        return s->bars;
    case BARS_CHOOSING:
        return list_plays(own, out);
    case BARS_OFFERING:
        return list_offers(p, out);
    default:
        out[0] = BARS_ACCEPT;
        out[1] = BARS_DUEL;
        return 2;
    }
}

/* ---- Chance ---------------------------------------------------------------------------------- */

int bars_chance_verb(const rz_setup *setup, const rz_public *pub) {
    static const uint8_t verbs[] = {[BARS_FIRST_DUE] = BARS_VERB_FIRST,
                                    [BARS_DEAL_DUE] = BARS_VERB_DEAL,
                                    [BARS_MONEY_DUE] = BARS_VERB_MONEY,
                                    [BARS_ROLL_DUE] = BARS_VERB_ROLL};
    (void)setup;
    return verbs[public_of(pub)->phase];
}

static int list_even(int first, int n, rz_outcome out[]) {
    for (int i = 0; i < n; i++)
        out[i] = (rz_outcome){.action = (rz_action)(first + i), .weight = 1};
    return n;
}

static int list_cards(const bars_setup *s, const bars_pile *pile, rz_outcome out[]) {
    int n = 0;
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        int count = bars_pile_count(s, pile, kind);
        if (count > 0)
            out[n++] =
                (rz_outcome){.action = (rz_action)(BARS_DEAL + kind), .weight = (uint32_t)count};
    }
    return n;
}

int bars_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]) {
    const bars_public *p = &state_of(state)->pub;
    int n = 0;
    switch (p->phase) {
    case BARS_FIRST_DUE:
        return list_even(BARS_FIRST, rz_seats(setup), out);
    case BARS_ROLL_DUE:
        return list_even(BARS_ROLL, BARS_SYMBOLS, out);
    case BARS_DEAL_DUE:
        return list_cards(setup_of(setup), &state_of(state)->pile, out);
    default:
        for (int v = 0; v < BARS_VALUES; v++)
            if (p->cash[v] > 0)
                out[n++] =
                    (rz_outcome){.action = (rz_action)(BARS_MONEY + v), .weight = p->cash[v]};
        return n;
    }
}

/* The value of the n-th money card of the pile. */
static int pick(const uint8_t counts[BARS_VALUES], uint32_t n) {
    uint64_t word;
    memcpy(&word, counts, sizeof word);
    return first_above(word * each_byte, n);
}

rz_action bars_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng) {
    const bars_public *p = &state_of(state)->pub;
    switch (p->phase) {
    case BARS_FIRST_DUE:
        return (rz_action)(BARS_FIRST + rz_rng_below(rng, (uint32_t)rz_seats(setup)));
    case BARS_ROLL_DUE:
        return (rz_action)(BARS_ROLL + rz_rng_below(rng, BARS_SYMBOLS));
    case BARS_DEAL_DUE:
        return (rz_action)(BARS_DEAL + pile_kind(setup_of(setup), &state_of(state)->pile,
                                                 rz_rng_below(rng, p->cards)));
    default:
        return (rz_action)(BARS_MONEY + pick(p->cash, rz_rng_below(rng, p->coins)));
    }
}

/* ---- The contract ---------------------------------------------------------------------------- */

void bars_init(const rz_setup *setup, rz_state *state, rz_events *events) {
    const bars_setup *s = setup_of(setup);
    bars_state *b = (bars_state *)(void *)state;
    if (events)
        events->count = 0;
    memset(b, 0, sizeof *b);
    for (int seat = 0; seat < BARS_SEATS; seat++) {
        memset(b->own[seat].hand, BARS_NO_CARD, BARS_HAND);
        b->own[seat].chosen = BARS_NO_CARD;
    }
    b->pile = s->deck;
    b->pub.cards = s->cards;
    memcpy(b->pub.cash, s->stock, sizeof s->stock);
    for (int v = 0; v < BARS_VALUES; v++)
        b->pub.coins = (uint8_t)(b->pub.coins + s->stock[v]);
    b->pub.phase = BARS_FIRST_DUE;
    if (s->first >= 0) /* B14 */
        bars_name_first(&(bars_table){s, &b->pub, b, events}, s->first);
}

rz_actors bars_to_act(const rz_setup *setup, const rz_public *pub) {
    return actors(setup_of(setup), public_of(pub));
}

int bars_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    const bars_view *v = (const bars_view *)(const void *)view;
    return list(setup_of(setup), &v->pub, &v->own, v->seat, out);
}

int bars_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]) {
    return list(setup_of(setup), &state_of(state)->pub, &state_of(state)->own[seat], seat, out);
}

rz_error bars_why_not(const rz_setup *setup, const rz_view *view, rz_action action) {
    const bars_view *v = (const bars_view *)(const void *)view;
    return bars_refuse(setup_of(setup), &v->pub, &v->own, v->seat, action);
}

static void act(const bars_table *t, int seat, int action) {
    if (action < BARS_LAY)
        play(t, seat, action - BARS_PLAY);
    else if (action < BARS_OFFER)
        bars_lay(t, action - BARS_LAY);
    else if (action < BARS_ACCEPT)
        bars_make_offer(t, action - BARS_OFFER);
    else
        answer(t, seat, action == BARS_DUEL);
}

static rz_error chance_acts(const bars_table *t, int outcome) {
    rz_error error = bars_refuse_chance(t->setup, t->pub, outcome);
    if (error != RZ_OK)
        return error;
    if (outcome >= BARS_ROLL) {
        bars_roll(t, outcome - BARS_ROLL + 1);
    } else if (outcome >= BARS_FIRST) {
        bars_name_first(t, outcome - BARS_FIRST);
    } else if (outcome >= BARS_MONEY) {
        bars_turn_money(t, outcome - BARS_MONEY);
    } else {
        if (bars_pile_count(t->setup, &t->state->pile, outcome) == 0)
            return BARS_E_CARD;
        bars_pile_take(t->setup, &t->state->pile, outcome);
        bars_hold(t->pub, &t->state->own[bars_deal_seat(t->setup, t->pub)], outcome);
        bars_pass_card(t);
    }
    return RZ_OK;
}

rz_error bars_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events) {
    bars_state *b = (bars_state *)(void *)state;
    const bars_table table = {setup_of(setup), &b->pub, b, events};
    if (events)
        events->count = 0;
    if (actor == RZ_CHANCE)
        return chance_acts(&table, action);
    rz_error error = actor < rz_seats(setup)
                         ? bars_refuse(table.setup, &b->pub, &b->own[actor], actor, action)
                         : BARS_E_NO_SEAT;
    if (error == RZ_OK)
        act(&table, actor, action);
    return error;
}

void bars_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]) {
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        out[seat] = seat < rz_seats(setup) ? 5 * bars_worth(public_of(pub)->money[seat]) : 0;
}

/* B61: most money; equals share. */
rz_actors bars_winners(const rz_setup *setup, const rz_public *pub) {
    int32_t scores[RZ_SEATS_MAX];
    int best = 0;
    rz_actors winners = 0;
    bars_scores(setup, pub, scores);
    for (int seat = 0; seat < rz_seats(setup); seat++) {
        if (scores[seat] > best || seat == 0) {
            best = scores[seat];
            winners = 0;
        }
        if (scores[seat] == best)
            winners |= (rz_actors)(1 << seat);
    }
    return winners;
}
