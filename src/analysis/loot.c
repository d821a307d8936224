/* loot: the beginnings of turns are anchors. What lies between them is gone through: draws by the
 * mean over all kinds, auctions backwards over all bids, thieves by all that they could take.
 *
 * An anchor is worth a mixture: a part of what the net says of it, and for the rest what a turn
 * from there leads to, by anchors that are worth less deep a look. Which depth that is depends on
 * the position alone, so that all moments of a turn mean the same anchors by the same worth.
 * Endings that are small enough are solved. docs/decisions/052 has figures. */
#include "ai/loot/search.h"
#include "ai/nets.h"
#include "analysis/judge.h"
#include "core/bits.h"
#include "core/mem.h"
#include "core/translate.h"

enum {
    KNOWN = 1 << 17,
    LAST_ROUND = 3,
    NODES = 400, /* that an anchor of the last round may need, if nobody says */
    EARLIER = 8, /* before that round it is a part of them: drift is made in the last */
    DEPTH_MAX = 7,
    SOLVED = 100,      /* a depth: to the end of the game */
    SMALL = 1 << 17,   /* positions that an ending may seem to have and is solved … */
    SMALL_FOR_TWO = 8, /* … times so many: with two players left far fewer can be reached … */
    SOLVING_MAX = 1 << 19, /* … and when to give up one that only seemed to be small */
    ANCHORS = -1           /* a depth: as deep as is right for each anchor */
};

/* The net's part of what an anchor is worth. By itself it flatters the seat to move at 2 seats, a
 * turn later the other one: in the mixture that cancels out. */
static const double net_part = 0.3;

/* Win shares, and whether the rest of the game was solved for them. */
typedef struct worth {
    double of[LOOT_SEATS];
    bool exact;
} worth;

typedef struct known {
    uint64_t key;
    uint32_t time;
    worth worth;
} known;

typedef struct judging {
    loot_mind mind;
    uint32_t nodes;
    uint32_t solving; /* positions of the ending that is being solved */
    uint32_t time;    /* counts beginnings: what was found out before the last is forgotten */
    known known[KNOWN];
} judging;

static worth turn_value(judging *j, const loot_state *state, int depth);

static void apply(const judging *j, loot_state *state, int actor, int action) {
    loot_apply(j->mind.setup, (rz_state *)(void *)state, actor, (rz_action)action, NULL);
}

static const rz_state *whole(const loot_state *state) {
    return (const rz_state *)(const void *)state;
}

/* ---- Endings --------------------------------------------------------------------------------- */

static worth result(const judging *j, const loot_state *state) {
    rz_shares final;
    worth w = {.exact = true};
    rz_final_shares(&loot_game, j->mind.setup, rz_state_public(whole(state)), &final);
    memcpy(w.of, final.of, sizeof w.of);
    return w;
}

/* If the game were scored as it is. */
static void score(const judging *j, loot_state *state) {
    int16_t points[LOOT_SEATS][LOOT_CATEGORIES];
    loot_points(&j->mind.setup->loot, &state->pub, true, points);
    for (int s = 0; s < LOOT_SEATS; s++)
        for (int c = 0; c < LOOT_CATEGORIES; c++)
            state->pub.score[s] = (int16_t)(state->pub.score[s] + points[s][c]);
}

/* All that is on the table and in the piles goes to a seat, and of its cheques the lowest for a
 * higher one on the table. More than that it can not get, and others can not have less: by what is
 * counted against each other they only lose as it gains. */
static void give_all(loot_public *p, int seat) {
    unsigned lowest = p->up[seat] & (0u - p->up[seat]), table = 1u << (p->cheque - 1);
    for (int kind = 0; kind < LOOT_KINDS; kind++)
        p->estate[seat][kind] = (uint8_t)(p->estate[seat][kind] + p->unseen[kind]);
    for (int i = 0; i < LOOT_PLACES; i++)
        if (p->lot[i])
            p->estate[seat][p->lot[i] - 1]++;
    if (table > lowest) {
        p->up[seat] &= (uint16_t)~lowest;
        p->down[seat] |= (uint16_t)table;
    }
}

static bool can_win(const judging *j, const loot_state *state, int seat) {
    loot_state best = *state;
    give_all(&best.pub, seat);
    score(j, &best);
    for (int s = 0; s < rz_seats(j->mind.setup); s++)
        if (best.pub.score[s] > best.pub.score[seat])
            return false;
    return true;
}

static bool is_alone(const loot_public *p) {
    return p->round == LAST_ROUND && (p->in & (p->in - 1)) == 0;
}

/* Who is alone, draws and passes until the round ends leaves everything as it is. Whoever wins so,
 * or can not win in any way, may as well: of equal choices drawing and passing come first. */
static bool is_decided(const judging *j, const loot_state *state, worth *w) {
    loot_state now = *state;
    int seat = state->pub.active;
    if (!is_alone(&state->pub))
        return false;
    score(j, &now);
    *w = result(j, &now);
    return w->of[seat] == 1 || (w->of[seat] == 0 && !can_win(j, state, seat));
}

/* Jewels of kinds that the last player has are worth nothing more, nor are businesses that can only
 * become a second of their kind. As one kind they are fewer positions. */
static void merge_worthless(loot_public *p) {
    uint8_t *estate = p->estate[p->active], *lot = p->lot, into = 0, total[LOOT_KINDS + 1] = {0};
    while (into < LOOT_JEWELS && estate[into] == 0)
        into++;
    if (into == LOOT_JEWELS)
        return;
    for (int i = 0; i < LOOT_PLACES; i++)
        total[lot[i] ? lot[i] - 1 : LOOT_KINDS]++;
    for (int kind = into + 1; kind < LOOT_KINDS; kind++) {
        bool jewel = kind < LOOT_JEWELS, business = kind >= LOOT_CASINO;
        int all = estate[kind] + total[kind] + p->unseen[kind];
        if (estate[kind] == 0 || !(jewel || (business && all < 3)))
            continue;
        p->unseen[into] = (uint8_t)(p->unseen[into] + p->unseen[kind]);
        p->unseen[kind] = 0;
        for (int i = 0; i < LOOT_PLACES; i++)
            lot[i] = lot[i] == kind + 1 ? (uint8_t)(into + 1) : lot[i];
    }
}

/* Each cheque is swapped for the one that was used before it, be it for nothing, so their order
 * matters, too. Of a few that is made up for by positions that can not be reached. */
static uint64_t count_orders(unsigned cheques) {
    const uint64_t made_up_for = 40;
    uint64_t orders = 1;
    for (unsigned k = 2; k <= cheques && orders < UINT32_MAX; k++)
        orders *= k;
    return orders > made_up_for ? orders / made_up_for : 1;
}

/* About as many positions as an ending has: every card of the piles may still be there, lie on the
 * table, be gone, or have been won with one of the cheques; and thieves may have been used. Too
 * many to be told: UINT32_MAX. */
static uint64_t count_positions(const loot_public *p) {
    uint64_t ways = p->round == LAST_ROUND ? 1 : UINT32_MAX;
    unsigned cheques = 0;
    for (int s = 0; s < LOOT_SEATS && ways < UINT32_MAX; s++) {
        int bits = p->up[s] ? 3 * p->estate[s][LOOT_THIEF] : 0;
        cheques += (unsigned)rz_bits_count(p->up[s]);
        ways = bits < 32 ? ways << bits : UINT32_MAX;
    }
    for (int card = 0; card < LOOT_CARDS && ways < UINT32_MAX; card++)
        for (unsigned k = 1; k <= p->unseen[card] && ways < UINT32_MAX; k++)
            ways = ways * (k + cheques + 1) / k;
    ways *= ways < UINT32_MAX ? count_orders(cheques) : 1;
    return ways < UINT32_MAX ? ways : UINT32_MAX;
}

static bool is_small(const loot_public *p) {
    return count_positions(p) <= SMALL * (rz_bits_count(p->in) <= 2 ? SMALL_FOR_TWO : 1);
}

/* ---- Anchors: the beginnings of turns, and the end of the game ------------------------------- */

/* The net's shares sum up to one in float; here they do so in double. */
static worth ask_net(judging *j, const loot_state *state) {
    loot_shares said = loot_judge(&j->mind, whole(state));
    worth w = {.exact = false};
    double sum = 0;
    for (int s = 0; s < LOOT_SEATS; s++)
        sum += said.of[s];
    for (int s = 0; s < LOOT_SEATS; s++)
        w.of[s] = said.of[s] / sum;
    return w;
}

/* A turn leads to as many anchors as there are kinds to draw and ends of an auction, twice: of one
 * that the police start and of one that is called. Draws in another order lead to the same. */
static int depth_of(const judging *j, const loot_public *p) {
    double ways = 0, cost, most = p->round < LAST_ROUND ? j->nodes / EARLIER : j->nodes;
    int depth = 0;
    for (int card = 0; card < LOOT_CARDS; card++)
        ways += p->unseen[card] > 0;
    for (int s = 0; s < LOOT_SEATS; s++)
        ways += 2 * rz_bits_count(p->up[s]);
    for (cost = ways; cost <= most && depth < DEPTH_MAX; cost *= ways / (depth + 1))
        depth++;
    return depth;
}

static worth look_ahead(judging *j, const loot_state *state, int depth) {
    if (depth == SOLVED && ++j->solving > SOLVING_MAX) /* it only seemed to be small */
        return ask_net(j, state);
    worth w = turn_value(j, state, depth == SOLVED ? SOLVED : depth - 1), said;
    if (w.exact)
        return w;
    said = ask_net(j, state);
    for (int s = 0; s < LOOT_SEATS; s++)
        w.of[s] += net_part * (said.of[s] - w.of[s]);
    return w;
}

static worth anchor_value(judging *j, const loot_state *state, int depth) {
    worth w;
    if (state->pub.phase == LOOT_OVER)
        return result(j, state);
    if (is_decided(j, state, &w))
        return w;
    if (depth == 0)
        return ask_net(j, state);
    uint64_t key = loot_key(&state->pub, depth);
    known *k = &j->known[key % KNOWN];
    if (k->key == key && k->time == j->time)
        return k->worth;
    w = look_ahead(j, state, depth);
    *k = (known){key, j->time, w};
    return w;
}

/* Solves an ending; false if it is not small. */
static bool solve(judging *j, const loot_state *state, worth *w) {
    loot_state merged = *state;
    if (state->pub.phase == LOOT_TURN && is_alone(&state->pub))
        merge_worthless(&merged.pub);
    if (!is_small(&merged.pub))
        return false;
    j->solving = 0;
    *w = anchor_value(j, &merged, SOLVED);
    return w->exact;
}

/* An anchor by itself, as deep as is right for it. */
static worth judge_anchor(judging *j, const loot_state *state) {
    worth w;
    if (solve(j, state, &w))
        return w;
    return anchor_value(j, state, depth_of(j, &state->pub));
}

/* ---- Auctions: every way it can end is judged once, then all bids are gone through backwards --
 */

typedef struct auction {
    judging *j;
    const loot_state *state;
    int depth;
    int order[LOOT_SEATS]; /* who has still to bid, the last being who drew or called */
    int n;
    unsigned judged;              /* bits for: */
    worth ends[LOOT_CHEQUES + 1]; /* by the cheque that wins; 0: unsold */
} auction;

static worth value_of(judging *j, const loot_state *state, int depth);

static void begin_auction(auction *a, judging *j, const loot_state *state, int depth) {
    const loot_public *p = &state->pub;
    a->j = j;
    a->state = state;
    a->depth = depth;
    a->n = 0;
    a->judged = 0;
    for (int seat = p->bidder;; seat = rz_bits_next(p->in, rz_seats(j->mind.setup), seat)) {
        a->order[a->n++] = seat;
        if (seat == p->active)
            break;
    }
}

/* The last one bids or passes, which makes it end so. */
static const worth *end_value(auction *a, int leader, int cheque) {
    worth *end = &a->ends[cheque];
    if (a->judged >> cheque & 1)
        return end;
    loot_state state = *a->state;
    loot_public *p = &state.pub;
    bool last_bids = cheque > 0 && leader == p->active;
    p->bidder = p->active;
    p->best = last_bids ? 0 : (uint8_t)cheque;
    p->leader = (uint8_t)leader;
    apply(a->j, &state, p->active, last_bids ? LOOT_BID + cheque : LOOT_PASS);
    *end = value_of(a->j, &state, a->depth);
    a->judged |= 1u << cheque;
    return end;
}

/* The end that it comes to from the bid of order[at] on. */
static const worth *bid_on(auction *a, int at, int leader, int cheque) {
    if (at == a->n)
        return end_value(a, leader, cheque);
    int seat = a->order[at];
    unsigned bids = loot_bids(&a->state->pub, seat, cheque);
    const worth *chosen = bids & 1 ? bid_on(a, at + 1, leader, cheque) : NULL;
    for (unsigned rest = bids & ~1u; rest; rest &= rest - 1) {
        const worth *end = bid_on(a, at + 1, seat, __builtin_ctz(rest));
        if (!chosen || end->of[seat] > chosen->of[seat])
            chosen = end;
    }
    return chosen;
}

/* After a choice of the next bidder. It is exact only if every end is that was looked at. */
static worth after_bid(auction *a, int action) {
    const loot_public *p = &a->state->pub;
    bool pass = action == LOOT_PASS;
    worth w = *bid_on(a, 1, pass ? p->leader : p->bidder, pass ? p->best : action - LOOT_BID);
    for (int cheque = 0; cheque <= LOOT_CHEQUES; cheque++)
        if (a->judged >> cheque & 1)
            w.exact &= a->ends[cheque].exact;
    return w;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* How likely an outcome of chance is, beside the others. */
static int weight_of(const judging *j, const loot_public *p, int outcome) {
    static const int orders[] = {[2] = 2, [3] = 6, [4] = 24, [5] = 120};
    if (p->phase == LOOT_SETS_DUE)
        return outcome >= LOOT_ORDER && outcome < LOOT_ORDER + orders[rz_seats(j->mind.setup)];
    return outcome < LOOT_CARDS ? p->unseen[outcome] : 0;
}

static worth value_after(judging *j, const loot_state *state, int actor, int action, int depth) {
    loot_state next = *state;
    apply(j, &next, actor, action);
    return value_of(j, &next, depth);
}

/* The mean over all cards that are left, or over all ways to deal the cheques. */
static worth chance_value(judging *j, const loot_state *due, int depth) {
    worth mean = {.exact = true};
    double sum = 0;
    for (int outcome = 0; outcome < LOOT_CHANCES; outcome++) {
        int weight = weight_of(j, &due->pub, outcome);
        if (weight == 0)
            continue;
        worth w = value_after(j, due, RZ_CHANCE, outcome, depth);
        for (int s = 0; s < LOOT_SEATS; s++)
            mean.of[s] += weight * w.of[s];
        sum += weight;
        mean.exact &= w.exact;
    }
    for (int s = 0; s < LOOT_SEATS; s++)
        mean.of[s] /= sum;
    return mean;
}

/* Which pile is drawn from makes no difference (L19). */
static bool is_second_pile(const rz_action *actions, int i) {
    return i > 0 && actions[i] == LOOT_DRAW + 1 && actions[i - 1] == LOOT_DRAW;
}

/* What each choice of the seat to act leads to. */
static void value_choices(judging *j, const loot_state *state, const rz_action *actions, int n,
                          int depth, worth *out) {
    auction a;
    bool bids = state->pub.phase == LOOT_AUCTION;
    if (bids)
        begin_auction(&a, j, state, depth);
    for (int i = 0; i < n; i++)
        if (bids)
            out[i] = after_bid(&a, actions[i]);
        else
            out[i] = is_second_pile(actions, i)
                         ? out[i - 1]
                         : value_after(j, state, state->pub.active, actions[i], depth);
}

/* The best choice for the seat to act, the first of equal ones. */
static worth best_of(const worth *choices, int n, int seat) {
    worth best = choices[0];
    for (int i = 1; i < n; i++) {
        bool exact = best.exact && choices[i].exact;
        if (choices[i].of[seat] > best.of[seat])
            best = choices[i];
        best.exact = exact;
    }
    return best;
}

static worth turn_value(judging *j, const loot_state *state, int depth) {
    rz_action legal[RZ_LEGAL_MAX];
    worth choices[LOOT_ACTIONS];
    int seat = state->pub.bidder, n = loot_legal_in(j->mind.setup, whole(state), seat, legal);
    value_choices(j, state, legal, n, depth, choices);
    return best_of(choices, n, seat);
}

/* At any moment. `depth` is how deep the anchors to come are looked into, or ANCHORS. */
static worth value_of(judging *j, const loot_state *state, int depth) {
    switch (state->pub.phase) {
    case LOOT_AUCTION:
        return turn_value(j, state, depth);
    case LOOT_SETS_DUE:
    case LOOT_REVEAL_DUE:
        return chance_value(j, state, depth);
    default:
        return depth == ANCHORS ? judge_anchor(j, state) : anchor_value(j, state, depth);
    }
}

/* ---- The judge ------------------------------------------------------------------------------- */

static void begin(void *judge, const rz_setup *setup, uint32_t nodes) {
    judging *j = judge;
    loot_mind_begin(&j->mind, rz_net_of(&loot_game), setup);
    j->nodes = nodes ? nodes : NODES;
    j->time++;
}

static void describe(const void *judge, rz_text *out) {
    rz_describe_net(((const judging *)judge)->mind.net, out);
}

static bool tell(const worth *w, rz_shares *shares) {
    *shares = (rz_shares){{0}};
    memcpy(shares->of, w->of, sizeof w->of);
    return w->exact;
}

static bool value(void *judge, const rz_state *state, rz_shares *shares) {
    worth w = value_of(judge, (const loot_state *)(const void *)state, ANCHORS);
    return tell(&w, shares);
}

static bool values(void *judge, const rz_state *state, int actor, const rz_action *actions, int n,
                   rz_shares *shares) {
    const loot_state *own = (const loot_state *)(const void *)state;
    worth w[LOOT_CHANCES];
    bool exact = true;
    if (actor == RZ_CHANCE)
        for (int i = 0; i < n; i++)
            w[i] = value_after(judge, own, RZ_CHANCE, actions[i], ANCHORS);
    else
        value_choices(judge, own, actions, n, ANCHORS, w);
    for (int i = 0; i < n; i++)
        exact &= tell(&w[i], &shares[i]);
    return exact;
}

enum { DRAWING, BIDDING, THIEVES };

/* With a thief and loot on the table the question is whether to use it. */
static int kind(const rz_setup *setup, const rz_public *pub, int seat) {
    const loot_public *p = (const loot_public *)(const void *)pub;
    (void)setup;
    if (p->phase == LOOT_AUCTION)
        return BIDDING;
    return p->estate[seat][LOOT_THIEF] > 0 && p->lot_size > 0 ? THIEVES : DRAWING;
}

static const char *const kinds[] = {N_("drawing"), N_("bidding"), N_("thieves"), NULL};

const rz_judge loot_judgement = {.size = sizeof(judging),
                                 .begin = begin,
                                 .describe = describe,
                                 .value = value,
                                 .values = values,
                                 .kind = kind,
                                 .kinds = kinds};
