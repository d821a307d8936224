/* loot: the rules, L7 to L51. */
#include "games/loot/rules.h"
#include "core/bits.h"
#include "core/mem.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pick() loads counts as words");

static const loot_setup *setup_of(const rz_setup *setup) {
    return (const loot_setup *)(const void *)setup;
}

static const loot_public *public_of(const rz_public *pub) {
    return (const loot_public *)(const void *)pub;
}

static loot_public *public_in(rz_state *state) {
    return &((loot_state *)(void *)state)->pub;
}

int loot_cheque_sum(uint16_t cheques) {
    int sum = 0;
    for (unsigned rest = cheques; rest; rest &= rest - 1)
        sum += __builtin_ctz(rest) + 1;
    return sum;
}

int loot_cheque_max(uint16_t cheques) {
    return cheques ? 32 - __builtin_clz(cheques) : 0;
}

static unsigned cheque_bit(int cheque) {
    return 1u << (cheque - 1);
}

/* ---- Scoring --------------------------------------------------------------------------------- */

/* L41, L48: the most gain, the fewest lose, ties all alike; L42, L49: all tied, nothing. */
static void score_extremes(const int amount[], int seats, int most, int fewest, bool literal,
                           loot_category category, int16_t points[][LOOT_CATEGORIES]) {
    int high = amount[0], low = amount[0];
    for (int s = 1; s < seats; s++) {
        high = amount[s] > high ? amount[s] : high;
        low = amount[s] < low ? amount[s] : low;
    }
    if (high == low && !literal)
        return;
    for (int s = 0; s < seats; s++) {
        int gain = (amount[s] == high ? most : 0) + (amount[s] == low ? fewest : 0);
        points[s][category] = (int16_t)gain;
    }
}

static int jewel_points(const uint8_t estate[]) {
    int kinds = 0;
    for (int i = 0; i < LOOT_JEWELS; i++)
        kinds += estate[LOOT_RING + i] > 0;
    return loot_jewel_points[kinds];
}

static int business_points(const uint8_t estate[]) {
    int kinds = 0, points = 0;
    for (int i = 0; i < LOOT_BUSINESSES; i++) {
        kinds += estate[LOOT_CASINO + i] > 0;
        points += loot_identical_points[estate[LOOT_CASINO + i]];
    }
    return points + loot_business_points[kinds];
}

void loot_estate_points(const uint8_t estate[LOOT_KINDS], bool last,
                        int16_t points[LOOT_CATEGORIES]) {
    int drivers = estate[LOOT_DRIVER];
    points[LOOT_FOR_THIEVES] = (int16_t)(2 * estate[LOOT_THIEF]);                /* L40 */
    points[LOOT_FOR_CARS] = (int16_t)(drivers ? drivers + estate[LOOT_CAR] : 0); /* L43 */
    points[LOOT_FOR_JEWELS] = (int16_t)jewel_points(estate);                     /* L44 */
    points[LOOT_FOR_GOLD] = (int16_t)(3 * estate[LOOT_GOLD]);                    /* L45 */
    points[LOOT_FOR_BUSINESSES] = (int16_t)(last ? business_points(estate) : 0); /* L46 */
}

void loot_points(const loot_setup *setup, const loot_public *pub, bool last,
                 int16_t points[LOOT_SEATS][LOOT_CATEGORIES]) {
    int seats = setup->common.seats, gangsters[LOOT_SEATS], cheques[LOOT_SEATS];
    memset(points, 0, sizeof(int16_t) * LOOT_SEATS * LOOT_CATEGORIES);
    for (int s = 0; s < seats; s++) {
        loot_estate_points(pub->estate[s], last, points[s]);
        gangsters[s] = pub->estate[s][LOOT_GANGSTER];
        cheques[s] = loot_cheque_sum(pub->up[s] | pub->down[s]);
    }
    score_extremes(gangsters, seats, 5, -2, setup->literal_ties, LOOT_FOR_GANGSTERS, points);
    if (last)
        score_extremes(cheques, seats, 5, -5, false, LOOT_FOR_CHEQUES, points);
}

void loot_scores(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        out[s] = s < rz_seats(setup) ? public_of(pub)->score[s] : 0;
}

/* L51: most points; with the option, the highest cheque decides between equals. */
rz_actors loot_winners(const rz_setup *setup, const rz_public *pub) {
    const loot_public *p = public_of(pub);
    int best = 0;
    rz_actors winners = 0;
    for (int s = 0; s < rz_seats(setup); s++) {
        int cheque = loot_cheque_max(p->up[s] | p->down[s]);
        int worth = p->score[s] * 32 + (setup_of(setup)->tie_break ? cheque : 0);
        if (!winners || worth > best) {
            best = worth;
            winners = 0;
        }
        if (worth == best)
            winners |= (rz_actors)(1 << s);
    }
    return winners;
}

/* ---- The course of the game ------------------------------------------------------------------ */

/* L18, L20: the next seat clockwise that still has a face-up cheque; somebody has one. */
static uint8_t next_seat(const loot_public *p, int seats, int from) {
    return (uint8_t)rz_bits_next(p->in, seats, from);
}

/* An event that follows now: all before it has been done to the table. NULL if nobody watches. */
static rz_event *add_event(rz_events *events, const loot_public *p, int verb) {
    return events ? rz_events_add(events, verb, (const rz_public *)(const void *)p) : NULL;
}

static void clear_lot(loot_public *p) {
    memset(p->lot, 0, sizeof p->lot);
    p->lot_size = 0;
}

/* L33: what leaves and what is turned over between rounds. */
static void clear_table(const loot_setup *setup, loot_public *p) {
    for (int s = 0; s < setup->common.seats; s++) {
        for (int kind = 0; kind < LOOT_KINDS; kind++)
            if (loot_card_crossed[kind])
                p->estate[s][kind] = 0;
        p->up[s] |= p->down[s];
        p->down[s] = 0;
    }
    clear_lot(p);
    p->police = 0;
}

/* L10: the holder of the highest face-up cheque begins. */
static void begin_round(const loot_setup *setup, loot_public *p, rz_events *events) {
    rz_event *event = add_event(events, p, LOOT_VERB_ROUND);
    int starter = 0;
    if (p->round > 0)
        clear_table(setup, p);
    for (int s = 1; s < setup->common.seats; s++)
        if (p->up[s] > p->up[starter])
            starter = s;
    p->round++;
    p->phase = LOOT_TURN;
    p->in = (uint8_t)((1 << setup->common.seats) - 1);
    p->active = p->bidder = (uint8_t)starter;
    if (event) {
        event->data[0] = p->round;
        event->data[1] = (int16_t)starter;
    }
}

static void write_score(const loot_setup *setup, const loot_public *p,
                        int16_t points[][LOOT_CATEGORIES], rz_event *event) {
    event->data[0] = p->round;
    for (int s = 0; s < setup->common.seats; s++) {
        memcpy(event->data + 1 + s * LOOT_CATEGORIES, points[s], sizeof points[s]);
        event->data[1 + RZ_SEATS_MAX * LOOT_CATEGORIES + s] = p->score[s];
    }
}

static void write_end(const loot_setup *setup, const loot_public *p, rz_event *event) {
    rz_actors winners =
        loot_winners((const rz_setup *)(const void *)setup, (const rz_public *)(const void *)p);
    for (int s = 0; s < setup->common.seats; s++) {
        event->data[s] = p->score[s];
        event->data[RZ_SEATS_MAX + s] = winners >> s & 1;
    }
}

static void end_game(const loot_setup *setup, loot_public *p, rz_events *events) {
    rz_event *event = add_event(events, p, LOOT_VERB_END);
    if (event)
        write_end(setup, p, event);
    p->phase = LOOT_OVER; /* the table stays as it is, for people to look at */
}

static void end_round(const loot_setup *setup, loot_public *p, rz_events *events) {
    rz_event *event = add_event(events, p, LOOT_VERB_SCORE);
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    loot_points(setup, p, p->round == 3, points);
    for (int s = 0; s < setup->common.seats; s++)
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            p->score[s] = (int16_t)(p->score[s] + points[s][c]);
    if (event)
        write_score(setup, p, points, event);
    if (p->round < 3)
        begin_round(setup, p, events);
    else
        end_game(setup, p, events);
}

/* L18, L32: the turn passes on, unless nobody has a cheque left. */
static void end_turn(const loot_setup *setup, loot_public *p, rz_events *events) {
    if (p->in)
        p->active = p->bidder = next_seat(p, setup->common.seats, p->active);
    else
        end_round(setup, p, events);
}

static void begin_auction(const loot_setup *setup, loot_public *p) {
    p->phase = LOOT_AUCTION;
    p->bidder = next_seat(p, setup->common.seats, p->active);
}

/* L22. */
static void hand_over(loot_public *p, rz_events *events) {
    int winner = p->leader;
    rz_event *event = add_event(events, p, LOOT_VERB_WON);
    if (event) {
        event->data[0] = (int16_t)winner;
        event->data[1] = p->best;
        for (int i = 0; i < LOOT_PLACES; i++)
            if (p->lot[i])
                event->data[2 + p->lot[i] - 1]++;
        event->data[2 + LOOT_KINDS] = p->cheque;
    }
    /* Without a branch: how many places are empty is as good as random. */
    for (int i = 0; i < LOOT_PLACES; i++) {
        int there = p->lot[i] != 0;
        uint8_t *count = &p->estate[winner][p->lot[i] - there];
        *count = (uint8_t)(*count + there);
    }
    p->up[winner] &= (uint16_t)~cheque_bit(p->best);
    p->in = (uint8_t)(p->in & ~(!p->up[winner] << winner));
    p->down[winner] |= (uint16_t)cheque_bit(p->cheque);
    p->cheque = p->best;
    clear_lot(p);
}

/* L23, L24: full, the lot is lost. */
static void leave_lot(loot_public *p, rz_events *events) {
    rz_event *event = add_event(events, p, LOOT_VERB_UNSOLD);
    bool lost = p->lot_size == LOOT_PLACES;
    if (event)
        event->data[0] = lost;
    if (lost)
        clear_lot(p);
}

static void end_auction(const loot_setup *setup, loot_public *p, rz_events *events) {
    if (p->best)
        hand_over(p, events);
    else
        leave_lot(p, events);
    p->phase = LOOT_TURN;
    p->court = 0;
    p->best = p->leader = 0;
    end_turn(setup, p, events);
}

/* The leftmost of the seven places that is empty, of which there is one: the first zero among the
 * eight bytes from there. */
static int first_free(const loot_public *p) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t places;
    memcpy(&places, (const uint8_t *)p + offsetof(loot_public, lot), sizeof places);
    return __builtin_ctzll((places - ones) & ~places & tops) / 8;
}

/* L12 to L14, L32. */
static void lay_card(const loot_setup *setup, loot_public *p, int card, rz_events *events) {
    if (card == LOOT_POLICE) {
        p->police++;
        if (p->police == loot_raid((const rz_setup *)(const void *)setup))
            end_round(setup, p, events);
        else
            begin_auction(setup, p);
        return;
    }
    p->lot[first_free(p)] = (uint8_t)(card + 1);
    if (++p->lot_size == LOOT_PLACES)
        begin_auction(setup, p);
    else
        end_turn(setup, p, events);
}

static void reveal(const loot_setup *setup, loot_public *p, int card, rz_events *events) {
    p->unseen[card]--;
    uint8_t *drawn = &p->pile[p->drawn], *other = &p->pile[!p->drawn];
    if (--*drawn == 0 && *other > 0) { /* L19 */
        int rest = *other;
        p->pile[0] = (uint8_t)((rest + 1) / 2);
        p->pile[1] = (uint8_t)(rest / 2);
    }
    p->drawn = 0;
    p->phase = LOOT_TURN;
    lay_card(setup, p, card, events);
}

/* L15: the bits of `places` say which cards go. */
static void steal(const loot_setup *setup, loot_public *p, unsigned places, rz_events *events) {
    for (int i = 0; i < LOOT_PLACES - 1; i++)
        if (places >> i & 1) {
            p->estate[p->active][p->lot[i] - 1]++;
            p->lot[i] = 0;
            p->lot_size--;
        }
    p->estate[p->active][LOOT_THIEF] =
        (uint8_t)(p->estate[p->active][LOOT_THIEF] - rz_bits_count(places));
    end_turn(setup, p, events);
}

static void bid_or_pass(const loot_setup *setup, loot_public *p, int cheque, rz_events *events) {
    p->best = cheque > 0 ? (uint8_t)cheque : p->best;
    p->leader = cheque > 0 ? p->bidder : p->leader;
    if (p->bidder == p->active)
        end_auction(setup, p, events);
    else
        p->bidder = next_seat(p, setup->common.seats, p->bidder);
}

/* ---- What is allowed ------------------------------------------------------------------------- */

/* Of equal cards on the table only the leftmost may be named: one action for one choice. Bit j of
 * the result's entry i: card j lies left of i and is of the same kind. */
static void equals_to_the_left(const loot_public *p, uint8_t left[LOOT_PLACES - 1]) {
    for (int i = 0; i < LOOT_PLACES - 1; i++) {
        left[i] = 0;
        for (int j = 0; j < i; j++)
            if (p->lot[j] == p->lot[i])
                left[i] |= (uint8_t)(1 << j);
    }
}

/* The places a thief may take from; all are among the first six. */
static unsigned takeable(const loot_setup *setup, const loot_public *p) {
    unsigned places = 0;
    for (int i = 0; i < LOOT_PLACES - 1; i++)
        if (p->lot[i] && !(setup->no_thief_for_thief && p->lot[i] == LOOT_THIEF + 1))
            places |= 1u << i;
    return places;
}

static bool is_canonical(unsigned places, const uint8_t left[LOOT_PLACES - 1]) {
    for (unsigned rest = places; rest; rest &= rest - 1)
        if (left[__builtin_ctz(rest)] & ~places)
            return false;
    return true;
}

static rz_error refuse_steal(const loot_setup *setup, const loot_public *p, unsigned places) {
    uint8_t left[LOOT_PLACES - 1];
    int thieves = p->estate[p->active][LOOT_THIEF];
    if (thieves == 0)
        return LOOT_E_NO_THIEF;
    if (p->lot_size == 0)
        return LOOT_E_NO_LOOT;
    if (rz_bits_count(places) > thieves)
        return LOOT_E_THIEVES;
    equals_to_the_left(p, left);
    for (unsigned rest = places; rest; rest &= rest - 1)
        if (!p->lot[__builtin_ctz(rest)])
            return LOOT_E_NOT_THERE;
    if (places & ~takeable(setup, p))
        return LOOT_E_THIEF_FOR_THIEF;
    return is_canonical(places, left) ? RZ_OK : LOOT_E_NOT_THERE;
}

static rz_error refuse_turn(const loot_setup *setup, const loot_public *p, int action) {
    if (action >= LOOT_PASS && action <= LOOT_BID + LOOT_CHEQUES)
        return LOOT_E_NO_AUCTION;
    if (action > LOOT_STEAL)
        return refuse_steal(setup, p, (unsigned)(action - LOOT_STEAL));
    bool second = action == LOOT_DRAW + 1;
    if ((action == LOOT_COURT) | (p->pile[second] > 0))
        return RZ_OK;
    return second && setup->piles == 1 ? LOOT_E_ONE_PILE : LOOT_E_PILE;
}

static rz_error refuse_bid(const loot_public *p, int seats, int action) {
    if (action < LOOT_PASS || action > LOOT_BID + LOOT_CHEQUES)
        return LOOT_E_AUCTION;
    /* One test for what is allowed, whichever it is; the reasons are only for what is not. */
    unsigned allowed = loot_bids(p, p->bidder, p->best);
    if (allowed >> (action - LOOT_PASS) & 1)
        return RZ_OK;
    if (action == LOOT_PASS)
        return next_seat(p, seats, p->active) == p->active ? LOOT_E_ALONE : LOOT_E_CALLER;
    return p->up[p->bidder] & cheque_bit(action - LOOT_BID) ? LOOT_E_LOW : LOOT_E_NOT_OWN;
}

static rz_error refuse_seat(const loot_setup *setup, const loot_public *p, int seat, int action) {
    if (p->phase == LOOT_OVER)
        return LOOT_E_OVER;
    if (p->phase == LOOT_SETS_DUE || p->phase == LOOT_REVEAL_DUE)
        return LOOT_E_CHANCE;
    if (action >= LOOT_ACTIONS)
        return LOOT_E_ACTION;
    if (seat >= setup->common.seats || seat != p->bidder) {
        if (seat < setup->common.seats && !p->up[seat])
            return LOOT_E_OUT;
        return p->phase == LOOT_AUCTION ? LOOT_E_BIDDER : LOOT_E_TURN;
    }
    if (p->phase == LOOT_AUCTION)
        return refuse_bid(p, setup->common.seats, action);
    return refuse_turn(setup, p, action);
}

static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static rz_error refuse_chance(const loot_setup *setup, const loot_public *p, int outcome) {
    if (outcome < LOOT_CARDS) {
        if (p->phase != LOOT_REVEAL_DUE)
            return LOOT_E_NO_REVEAL;
        return p->unseen[outcome] > 0 ? RZ_OK : LOOT_E_CARD;
    }
    if (p->phase != LOOT_SETS_DUE)
        return LOOT_E_NO_SETS;
    return outcome - LOOT_ORDER < factorial(setup->common.seats) ? RZ_OK : LOOT_E_ORDER;
}

static int list_turn(const loot_setup *setup, const loot_public *p, rz_action out[]) {
    int n = 0;
    for (int pile = 0; pile < setup->piles; pile++)
        if (p->pile[pile] > 0)
            out[n++] = (rz_action)(LOOT_DRAW + pile);
    out[n++] = LOOT_COURT;
    int thieves = p->estate[p->active][LOOT_THIEF];
    if (thieves == 0 || p->lot_size == 0)
        return n;
    uint8_t left[LOOT_PLACES - 1];
    unsigned allowed = takeable(setup, p);
    equals_to_the_left(p, left);
    for (unsigned places = 1; places < 64; places++)
        if (!(places & ~allowed) && rz_bits_count(places) <= thieves && is_canonical(places, left))
            out[n++] = (rz_action)(LOOT_STEAL + places);
    return n;
}

static int list_bids(const loot_public *p, rz_action out[]) {
    unsigned allowed = loot_bids(p, p->bidder, p->best);
    int n = (int)(allowed & 1);
    out[0] = LOOT_PASS;
    /* Nobody has more than four; how many are high enough is as good as random, so always four
     * steps, of which some do not count. */
    unsigned higher = allowed >> 1;
    for (int i = 0; i < 4; i++, higher &= higher - 1) {
        out[n] = (rz_action)(LOOT_BID + 1 + __builtin_ctz(higher | 1u << 31));
        n += higher != 0;
    }
    return n;
}

static int list(const loot_setup *setup, const loot_public *p, int seat, rz_action out[]) {
    if (seat != p->bidder)
        return 0;
    if (p->phase == LOOT_TURN)
        return list_turn(setup, p, out);
    return p->phase == LOOT_AUCTION ? list_bids(p, out) : 0;
}

/* ---- Chance ---------------------------------------------------------------------------------- */

void loot_order_of(int seats, int rank, uint8_t order[LOOT_SEATS]) {
    unsigned unused = (1u << seats) - 1;
    for (int s = 0; s < seats; s++) {
        int weight = factorial(seats - 1 - s), skip = rank / weight;
        rank %= weight;
        unsigned rest = unused;
        while (skip-- > 0)
            rest &= rest - 1;
        order[s] = (uint8_t)__builtin_ctz(rest);
        unused &= ~(1u << order[s]);
    }
}

int loot_rank_of(int seats, const int16_t order[]) {
    int rank = 0;
    unsigned used = 0;
    for (int s = 0; s < seats; s++) {
        int smaller = 0;
        for (int t = s + 1; t < seats; t++)
            smaller += order[t] < order[s];
        rank += smaller * factorial(seats - 1 - s);
        used |= 1u << order[s];
    }
    return used == (1u << seats) - 1 ? rank : -1;
}

static void deal_sets(const loot_setup *setup, loot_public *p, int rank, rz_events *events) {
    int seats = setup->common.seats;
    uint8_t order[LOOT_SEATS];
    loot_order_of(seats, rank, order);
    for (int s = 0; s < seats; s++)
        p->up[s] = loot_cheque_sets[seats][order[s]];
    begin_round(setup, p, events);
}

int loot_chance_verb(const rz_setup *setup, const rz_public *pub) {
    (void)setup;
    return public_of(pub)->phase == LOOT_SETS_DUE ? LOOT_VERB_SETS : LOOT_VERB_REVEAL;
}

int loot_chance(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]) {
    const loot_public *p = public_of(rz_state_public(state));
    int n = 0;
    if (p->phase == LOOT_SETS_DUE)
        for (; n < factorial(rz_seats(setup)); n++)
            out[n] = (rz_outcome){.action = (rz_action)(LOOT_ORDER + n), .weight = 1};
    else
        for (int card = 0; card < LOOT_CARDS; card++)
            if (p->unseen[card])
                out[n++] = (rz_outcome){.action = (rz_action)card, .weight = p->unseen[card]};
    return n;
}

/* The kind of the r-th card in the piles, counted kind by kind: prefix sums of eight kinds at a
 * time, each in a byte of its own (all are below 128). */
static int pick(const uint8_t counts[24], unsigned r) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t words[3], sums = 0;
    unsigned base = 0, before = 0, total = 0;
    memcpy(words, counts, sizeof words);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t here = words[i] * ones;
        bool from_here = r >= total; /* the last word for which this holds has it */
        sums = from_here ? here : sums;
        base = from_here ? 8 * i : base;
        before = from_here ? total : before;
        total += (unsigned)(here >> 56);
    }
    uint64_t above = ((sums | tops) - (r - before + 1) * ones) & tops;
    return (int)base + __builtin_ctzll(above) / 8;
}

rz_action loot_draw(const rz_setup *setup, const rz_state *state, rz_rng *rng) {
    const loot_public *p = public_of(rz_state_public(state));
    if (p->phase == LOOT_REVEAL_DUE)
        return (rz_action)pick(p->unseen, rz_rng_below(rng, (uint32_t)loot_left(p)));
    return (rz_action)(LOOT_ORDER + rz_rng_below(rng, (uint32_t)factorial(rz_seats(setup))));
}

/* ---- The contract ---------------------------------------------------------------------------- */

rz_error loot_complete(rz_setup *setup) {
    (void)setup; /* any two options go together */
    return RZ_OK;
}

void loot_init(const rz_setup *setup, rz_state *state, rz_events *events) {
    loot_public *p = public_in(state);
    if (events)
        events->count = 0;
    memset(p, 0, sizeof *p);
    memcpy(p->unseen, loot_card_count, sizeof loot_card_count);
    p->pile[0] = setup_of(setup)->piles == 2 ? 60 : 120; /* L9 */
    p->pile[1] = (uint8_t)(120 - p->pile[0]);
    p->cheque = 1; /* L7 */
    p->phase = LOOT_SETS_DUE;
    if (setup_of(setup)->sets == 1) { /* L8: in seat order, so nothing is left to chance */
        for (int s = 0; s < rz_seats(setup); s++)
            p->up[s] = loot_cheque_sets[rz_seats(setup)][s];
        begin_round(setup_of(setup), p, events);
    }
}

rz_actors loot_to_act(const rz_setup *setup, const rz_public *pub) {
    static const rz_actors seat[] = {[LOOT_TURN] = 0xff, [LOOT_AUCTION] = 0xff, [LOOT_OVER] = 0};
    static const rz_actors chance[] = {
        [LOOT_SETS_DUE] = RZ_CHANCE_BIT, [LOOT_REVEAL_DUE] = RZ_CHANCE_BIT, [LOOT_OVER] = 0};
    const loot_public *p = public_of(pub);
    (void)setup;
    return (rz_actors)((1 << p->bidder & seat[p->phase]) | chance[p->phase]);
}

int loot_legal(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    const loot_view *v = (const loot_view *)(const void *)view;
    return list(setup_of(setup), &v->pub, v->seat, out);
}

int loot_legal_in(const rz_setup *setup, const rz_state *state, int seat,
                  rz_action out[RZ_LEGAL_MAX]) {
    return list(setup_of(setup), public_of(rz_state_public(state)), seat, out);
}

rz_error loot_why_not(const rz_setup *setup, const rz_view *view, rz_action action) {
    const loot_view *v = (const loot_view *)(const void *)view;
    return refuse_seat(setup_of(setup), &v->pub, v->seat, action);
}

static void act(const loot_setup *setup, loot_public *p, int action, rz_events *events) {
    if (p->phase == LOOT_AUCTION) {
        bid_or_pass(setup, p, action - LOOT_BID, events);
    } else if (action > LOOT_STEAL) {
        steal(setup, p, (unsigned)(action - LOOT_STEAL), events);
    } else { /* a draw, or a court auction */
        bool court = action == LOOT_COURT;
        p->phase = court ? LOOT_AUCTION : LOOT_REVEAL_DUE;
        p->court = court;
        p->drawn = court ? 0 : (uint8_t)(action - LOOT_DRAW);
        p->bidder = court ? next_seat(p, setup->common.seats, p->active) : p->active;
    }
}

rz_error loot_apply(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                    rz_events *events) {
    const loot_setup *s = setup_of(setup);
    loot_public *p = public_in(state);
    if (events)
        events->count = 0;
    rz_error error =
        actor == RZ_CHANCE ? refuse_chance(s, p, action) : refuse_seat(s, p, actor, action);
    if (error != RZ_OK)
        return error;
    if (actor != RZ_CHANCE)
        act(s, p, action, events);
    else if (p->phase == LOOT_SETS_DUE)
        deal_sets(s, p, action - LOOT_ORDER, events);
    else
        reveal(s, p, action, events);
    return RZ_OK;
}
