#include "ai/loot/search.h"

#include "core/bits.h"

static loot_shares turn_value(loot_mind *m, const loot_state *state, int depth);

static const rz_state *whole(const loot_state *state) {
    return (const rz_state *)(const void *)state;
}

static void apply(const loot_mind *m, loot_state *state, int actor, int action) {
    loot_apply(m->setup, (rz_state *)(void *)state, actor, (rz_action)action, NULL);
}

/* ---- Auctions: every way it can end is judged once, then all bids are gone through backwards --
 */

typedef struct ending {
    loot_shares shares;
    uint8_t leader, cheque; /* cheque 0: unsold */
    bool known, final;      /* judged; looked into as far as is wanted */
} ending;

typedef struct auction {
    loot_mind *m;
    const loot_state *state;
    int depth;
    int order[LOOT_SEATS]; /* who has still to bid, the last being who drew or called */
    int n;
    ending ends[LOOT_SEATS][LOOT_CHEQUES + 1];
} auction;

/* Judges an end, or looks into it: the last one bids or passes, which makes it so. */
static void value_end(const auction *a, ending *end, int depth) {
    loot_state state = *a->state;
    loot_public *p = &state.pub;
    bool last_bids = end->cheque > 0 && end->leader == p->active;
    p->bidder = p->active;
    p->best = last_bids ? 0 : end->cheque;
    p->leader = end->leader;
    apply(a->m, &state, p->active, last_bids ? LOOT_BID + end->cheque : LOOT_PASS);
    end->shares = turn_value(a->m, &state, depth);
    end->known = true;
    end->final = depth == a->depth;
}

static ending *end_of(auction *a, int leader, int cheque) {
    ending *end = &a->ends[leader][cheque];
    if (!end->known) {
        end->leader = (uint8_t)leader;
        end->cheque = (uint8_t)cheque;
        value_end(a, end, a->depth == LOOT_TO_THE_END ? a->depth : 0);
    }
    return end;
}

/* The end that it comes to from the bid of order[at] on. */
static ending *bid_on(auction *a, int at, int leader, int cheque, rz_action *best) {
    if (at == a->n)
        return end_of(a, leader, cheque);
    int seat = a->order[at];
    unsigned bids = loot_bids(&a->state->pub, seat, cheque);
    ending *chosen = NULL;
    rz_action action = LOOT_PASS;
    if (bids & 1)
        chosen = bid_on(a, at + 1, leader, cheque, NULL);
    for (unsigned rest = bids & ~1u; rest; rest &= rest - 1) {
        int bid = __builtin_ctz(rest);
        ending *end = bid_on(a, at + 1, seat, bid, NULL);
        if (!chosen || end->shares.of[seat] > chosen->shares.of[seat]) {
            chosen = end;
            action = (rz_action)(LOOT_BID + bid);
        }
    }
    if (best)
        *best = action;
    return chosen;
}

/* Looks into the end that it comes to, until that is one which was looked into. */
static loot_shares settle(auction *a, int at, int leader, int cheque, rz_action *best) {
    ending *end;
    while (!(end = bid_on(a, at, leader, cheque, best))->final && !a->m->stopped)
        value_end(a, end, a->depth);
    return end->shares;
}

static void begin_auction(auction *a, loot_mind *m, const loot_state *state, int depth) {
    const loot_public *p = &state->pub;
    *a = (auction){.m = m, .state = state, .depth = depth};
    for (int seat = p->bidder;; seat = rz_bits_next(p->in, rz_seats(m->setup), seat)) {
        a->order[a->n++] = seat;
        if (seat == p->active)
            break;
    }
}

static loot_shares auction_value(loot_mind *m, const loot_state *state, int depth,
                                 rz_action *best) {
    auction a;
    begin_auction(&a, m, state, depth);
    return settle(&a, 0, state->pub.leader, state->pub.best, best);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static loot_shares value_of(loot_mind *m, const loot_state *state, int depth) {
    return state->pub.phase == LOOT_AUCTION ? auction_value(m, state, depth, NULL)
                                            : turn_value(m, state, depth);
}

/* Drawing: the mean over all kinds that are left. Which pile makes no difference (L19). */
static loot_shares draw_value(loot_mind *m, const loot_state *state, int draw, int depth) {
    loot_state drawn = *state;
    loot_shares mean = {{0}};
    float left = (float)loot_left(&state->pub);
    apply(m, &drawn, drawn.pub.active, draw);
    for (int card = 0; card < LOOT_CARDS && !m->stopped; card++) {
        if (drawn.pub.unseen[card] == 0)
            continue;
        loot_state next = drawn;
        apply(m, &next, RZ_CHANCE, card);
        loot_shares shares = value_of(m, &next, depth);
        float chance = (float)drawn.pub.unseen[card] / left;
        for (int seat = 0; seat < LOOT_SEATS; seat++)
            mean.of[seat] += chance * shares.of[seat];
    }
    return mean;
}

static loot_shares after(loot_mind *m, const loot_state *state, int action, int depth) {
    loot_state next = *state;
    if (action < LOOT_COURT)
        return draw_value(m, state, action, depth);
    apply(m, &next, state->pub.bidder, action);
    return value_of(m, &next, depth);
}

/* Of all that thieves could take, what looks best: the others are not looked into. Returns how many
 * actions are left. */
static int keep_best_theft(loot_mind *m, const loot_state *state, rz_action legal[], int n) {
    int kept = 0, seat = state->pub.active;
    float best = -1;
    for (int i = 0; i < n; i++) {
        if (legal[i] < LOOT_STEAL) {
            legal[kept++] = legal[i];
            continue;
        }
        float share = after(m, state, legal[i], 0).of[seat];
        if (share > best)
            legal[kept] = legal[i];
        best = share > best ? share : best;
    }
    return kept + (best >= 0);
}

static loot_shares best_turn(loot_mind *m, const loot_state *state, int depth, rz_action *best) {
    rz_action legal[RZ_LEGAL_MAX];
    int seat = state->pub.active, n = loot_legal_in(m->setup, whole(state), seat, legal);
    loot_shares chosen = {{0}};
    if (depth > 0 && depth != LOOT_TO_THE_END)
        n = keep_best_theft(m, state, legal, n);
    for (int i = 0; i < n && !m->stopped; i++) {
        if (i > 0 && legal[i] == LOOT_DRAW + 1 && legal[0] == LOOT_DRAW)
            continue;
        loot_shares shares = after(m, state, legal[i], depth);
        if (i == 0 || shares.of[seat] > chosen.of[seat]) {
            chosen = shares;
            *best = legal[i];
        }
    }
    return chosen;
}

/* At the beginning of a turn: judged, or looked into while there is depth left. Many ways lead to
 * the same position, so what was found out is kept. */
static loot_shares turn_value(loot_mind *m, const loot_state *state, int depth) {
    rz_action ignored;
    bool over = state->pub.phase == LOOT_OVER || state->pub.round != m->round;
    if (depth == 0 || over)
        return loot_judge(m, whole(state));
    uint64_t key;
    loot_shares shares;
    if (loot_recall(m, &state->pub, depth, &key, &shares))
        return shares;
    shares = best_turn(m, state, depth == LOOT_TO_THE_END ? depth : depth - 1, &ignored);
    if (!m->stopped)
        loot_remember(m, key, &shares);
    return shares;
}

/* As many as there are parts of what is in the piles. */
bool loot_can_reach_the_end(const loot_public *pub, uint32_t most) {
    uint64_t ways = (pub->in & (pub->in - 1)) == 0;
    for (int card = 0; card < LOOT_CARDS && ways <= most; card++)
        ways *= pub->unseen[card] + 1u;
    return ways > 0 && ways <= most;
}

loot_shares loot_search(loot_mind *m, const rz_state *state, int depth, rz_action *best) {
    const loot_state *own = (const loot_state *)(const void *)state;
    rz_action ignored;
    m->round = own->pub.round;
    if (own->pub.phase == LOOT_AUCTION)
        return auction_value(m, own, depth, best ? best : &ignored);
    return best_turn(m, own, depth, best ? best : &ignored);
}

void loot_search_each(loot_mind *m, const rz_state *state, int depth, const rz_action *legal, int n,
                      float *win) {
    const loot_state *own = (const loot_state *)(const void *)state;
    const loot_public *p = &own->pub;
    int seat = p->bidder;
    auction a;
    m->round = p->round;
    if (p->phase == LOOT_AUCTION)
        begin_auction(&a, m, own, depth);
    for (int i = 0; i < n && !m->stopped; i++) {
        if (p->phase != LOOT_AUCTION)
            win[i] = i > 0 && legal[i] == LOOT_DRAW + 1 ? win[0]
                                                        : after(m, own, legal[i], depth).of[seat];
        else if (legal[i] == LOOT_PASS)
            win[i] = settle(&a, 1, p->leader, p->best, NULL).of[seat];
        else
            win[i] = settle(&a, 1, seat, legal[i] - LOOT_BID, NULL).of[seat];
    }
}
