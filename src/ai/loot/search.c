#include "ai/loot/features.h"
#include "core/bits.h"

static loot_shares result(const rz_setup *setup, const rz_state *state) {
    rz_actors winners = loot_winners(setup, rz_state_public(state));
    loot_shares shares = {{0}};
    for (int s = 0; s < rz_seats(setup); s++)
        if (winners >> s & 1)
            shares.of[s] = 1.0f / (float)rz_bits_count(winners);
    return shares;
}

loot_shares loot_judge(const rz_net *net, const rz_setup *setup, const rz_state *state) {
    const loot_public *p = &state->loot.pub;
    int seats = rz_seats(setup);
    rz_inputs in;
    float out[RZ_NET_OUTPUTS];
    loot_shares shares = {{0}};
    if (p->phase == LOOT_OVER)
        return result(setup, state);
    loot_features(&setup->loot, p, &in);
    rz_net_shares(net, &in, seats, out);
    for (int i = 0; i < seats; i++)
        shares.of[(p->active + i) % seats] = out[i];
    return shares;
}

typedef struct search {
    const rz_net *net;
    const rz_setup *setup;
    int depth; /* turns still to look ahead */
} search;

static loot_shares turn_value(const search *s, const rz_state *state);

/* ---- Auctions: every way it can end is judged once, then all bids are gone through backwards --
 */

typedef struct auction {
    const search *s;
    const rz_state *state;
    int order[LOOT_SEATS]; /* who has still to bid, the last being who drew or called */
    int n;
    bool known[LOOT_SEATS][LOOT_CHEQUES + 1];
    loot_shares end[LOOT_SEATS][LOOT_CHEQUES + 1]; /* by winner and cheque; cheque 0: unsold */
} auction;

/* The table once the auction has gone to `leader` for `cheque`: as if the last one were to bid. */
static loot_shares end_of(auction *a, int leader, int cheque) {
    if (a->known[leader][cheque])
        return a->end[leader][cheque];
    rz_state state = *a->state;
    loot_public *p = &state.loot.pub;
    bool last_bids = cheque > 0 && leader == p->active;
    p->bidder = p->active;
    p->best = last_bids ? 0 : (uint8_t)cheque;
    p->leader = (uint8_t)leader;
    loot_apply(a->s->setup, &state, p->active,
               (rz_action)(last_bids ? LOOT_BID + cheque : LOOT_PASS), NULL);
    a->known[leader][cheque] = true;
    return a->end[leader][cheque] = turn_value(a->s, &state);
}

static loot_shares bid_on(auction *a, int at, int leader, int cheque, rz_action *best) {
    if (at == a->n)
        return end_of(a, leader, cheque);
    int seat = a->order[at];
    const loot_public *p = &a->state->loot.pub;
    bool must = p->court && at == a->n - 1 && cheque == 0;
    loot_shares chosen = {{0}};
    rz_action action = 0;
    if (!must) {
        chosen = bid_on(a, at + 1, leader, cheque, NULL);
        action = LOOT_PASS;
    }
    for (unsigned rest = (unsigned)p->up[seat] >> cheque << cheque; rest; rest &= rest - 1) {
        int bid = __builtin_ctz(rest) + 1;
        loot_shares shares = bid_on(a, at + 1, seat, bid, NULL);
        if (action == 0 || shares.of[seat] > chosen.of[seat]) {
            chosen = shares;
            action = (rz_action)(LOOT_BID + bid);
        }
    }
    if (best)
        *best = action;
    return chosen;
}

static loot_shares auction_value(const search *s, const rz_state *state, rz_action *best) {
    const loot_public *p = &state->loot.pub;
    auction a = {.s = s, .state = state};
    int seats = rz_seats(s->setup);
    for (int seat = p->bidder;; seat = rz_bits_next(p->in, seats, seat)) {
        a.order[a.n++] = seat;
        if (seat == p->active)
            break;
    }
    return bid_on(&a, 0, p->leader, p->best, best);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static loot_shares value_of(const search *s, const rz_state *state) {
    return state->loot.pub.phase == LOOT_AUCTION ? auction_value(s, state, NULL)
                                                 : turn_value(s, state);
}

/* Drawing: the mean over all kinds that are left. Which pile makes no difference (L19). */
static loot_shares draw_value(const search *s, const rz_state *state, rz_action draw) {
    rz_state drawn = *state;
    loot_shares mean = {{0}};
    float left = (float)loot_left(&state->loot.pub);
    loot_apply(s->setup, &drawn, drawn.loot.pub.active, draw, NULL);
    for (int card = 0; card < LOOT_CARDS; card++) {
        if (drawn.loot.pub.unseen[card] == 0)
            continue;
        rz_state next = drawn;
        loot_apply(s->setup, &next, RZ_CHANCE, (rz_action)card, NULL);
        loot_shares shares = value_of(s, &next);
        float chance = (float)drawn.loot.pub.unseen[card] / left;
        for (int seat = 0; seat < LOOT_SEATS; seat++)
            mean.of[seat] += chance * shares.of[seat];
    }
    return mean;
}

static loot_shares after(const search *s, const rz_state *state, int seat, rz_action action) {
    rz_state next = *state;
    if (action < LOOT_COURT)
        return draw_value(s, state, action);
    loot_apply(s->setup, &next, seat, action, NULL);
    return value_of(s, &next);
}

static loot_shares best_turn(const search *s, const rz_state *state, rz_action *best) {
    rz_action legal[RZ_LEGAL_MAX];
    int seat = state->loot.pub.active;
    int n = loot_legal_in(s->setup, state, seat, legal);
    loot_shares chosen = {{0}};
    for (int i = 0; i < n; i++) {
        if (i > 0 && legal[i] == LOOT_DRAW + 1 && legal[0] == LOOT_DRAW)
            continue;
        loot_shares shares = after(s, state, seat, legal[i]);
        if (i == 0 || shares.of[seat] > chosen.of[seat]) {
            chosen = shares;
            *best = legal[i];
        }
    }
    return chosen;
}

/* At the beginning of a turn: judged, or looked into while there is depth left. */
static loot_shares turn_value(const search *s, const rz_state *state) {
    rz_action ignored;
    if (s->depth == 0 || state->loot.pub.phase == LOOT_OVER)
        return loot_judge(s->net, s->setup, state);
    search deeper = *s;
    deeper.depth--;
    return best_turn(&deeper, state, &ignored);
}

loot_shares loot_search(const rz_net *net, const rz_setup *setup, const rz_state *state, int depth,
                        rz_action *best) {
    const search s = {net, setup, depth};
    rz_action ignored;
    if (state->loot.pub.phase == LOOT_AUCTION)
        return auction_value(&s, state, best ? best : &ignored);
    return best_turn(&s, state, best ? best : &ignored);
}

void loot_search_each(const rz_net *net, const rz_setup *setup, const rz_state *state, int depth,
                      const rz_action *legal, int n, float *win) {
    const search s = {net, setup, depth};
    int seat = state->loot.pub.bidder;
    for (int i = 0; i < n; i++)
        win[i] = after(&s, state, seat, legal[i]).of[seat];
}
