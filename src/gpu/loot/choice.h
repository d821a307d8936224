/* loot: what loot_search says without looking a turn ahead, by a team: all positions that a choice
 * can lead to are listed, each member makes one of them, all judge them one after another, and then
 * the auctions are gone through backwards. */
#ifndef RZ_GPU_LOOT_CHOICE_H
#define RZ_GPU_LOOT_CHOICE_H

#include "core/bits.h"
#include "core/mem.h"
#include "gpu/loot/judge.h"

/* How a position is reached: an action, a card if that draws one, and the end of an auction, which
 * is the cheque that wins it, 0 if it stays unsold. */
enum { BY_CARD = 1 << 8, BY_END = 1 << 9, CARD_AT = 10, CHEQUE_AT = 16, LEADER_AT = 24 };

typedef struct choice {
    const rz_setup *setup;
    const loot_state *state;
    const float *net;
    gpu_desk *desk;
    uint32_t member;
    rz_action legal[RZ_LEGAL_MAX]; /* of the seat that is to act */
    int n_legal, n_leaves;
    int order[LOOT_SEATS], n_order; /* who bids in an auction now, or in one that begins */
    uint32_t cheques;               /* that can win it, as bits; 0: it stays as it is */
    int court_leaf, theft_leaf;     /* the first of each */
} choice;

static inline rz_state *as_state(loot_state *state) {
    return (rz_state *)(void *)state;
}

static inline const rz_public *as_public(const loot_state *state) {
    return (const rz_public *)(const void *)state;
}

static inline const rz_state *as_const(const loot_state *state) {
    return (const rz_state *)(const void *)state;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static inline void list_bidders(choice *c) {
    const loot_public *p = &c->state->pub;
    bool on = p->phase == LOOT_AUCTION;
    int seats = rz_seats(c->setup), best = on ? p->best : 0;
    int seat = on ? p->bidder : rz_bits_next(p->in, seats, p->active);
    c->n_order = 0;
    c->cheques = 1u << best;
    for (;; seat = rz_bits_next(p->in, seats, seat)) {
        c->order[c->n_order++] = seat;
        c->cheques |= (uint32_t)p->up[seat] >> best << (best + 1);
        if (seat == p->active)
            break;
    }
}

static inline int leader_of(const choice *c, int cheque) {
    const loot_public *p = &c->state->pub;
    for (int i = 0; i < c->n_order && cheque > 0; i++)
        if (p->up[c->order[i]] >> (cheque - 1) & 1)
            return c->order[i];
    return p->leader;
}

/* The leaf of an end of an auction, after its first one: they stand in the order of the cheques. */
static inline int end_at(uint32_t cheques, int cheque) {
    return rz_bits_count(cheques & ((1u << cheque) - 1));
}

static inline void add_leaf(choice *c, uint32_t how) {
    c->desk->leaves[c->n_leaves++] = how;
}

/* In a court auction somebody bids, but the leaf that nobody does is kept as well. */
static inline void add_ends(choice *c, uint32_t how) {
    for (uint32_t rest = c->cheques; rest; rest &= rest - 1) {
        int cheque = __builtin_ctz(rest);
        add_leaf(c, how | BY_END | (uint32_t)cheque << CHEQUE_AT |
                        (uint32_t)leader_of(c, cheque) << LEADER_AT);
    }
}

/* The action and the card, but not yet the end of an auction. */
static inline void reach(const choice *c, uint32_t how, loot_state *state) {
    *state = *c->state;
    if (state->pub.phase != LOOT_TURN)
        return;
    loot_apply(c->setup, as_state(state), state->pub.active, (rz_action)(how & 0xff), NULL);
    if (how & BY_CARD)
        loot_apply(c->setup, as_state(state), RZ_CHANCE, (rz_action)(how >> CARD_AT & 31), NULL);
}

/* As the last bidder leaves it. */
static inline void end_auction(const choice *c, uint32_t how, loot_state *state) {
    loot_public *p = &state->pub;
    int cheque = how >> CHEQUE_AT & 31, leader = (int)(how >> LEADER_AT);
    bool last_bids = cheque > 0 && leader == p->active;
    p->bidder = p->active;
    p->best = last_bids ? 0 : (uint8_t)cheque;
    p->leader = (uint8_t)leader;
    loot_apply(c->setup, as_state(state), p->active,
               (rz_action)(last_bids ? LOOT_BID + cheque : LOOT_PASS), NULL);
}

/* Which cards begin an auction: each member looks at some. */
static inline void look_at_cards(const choice *c, int draw) {
    for (uint32_t card = c->member; card < LOOT_CARDS; card += TEAM)
        if (c->state->pub.unseen[card]) {
            loot_state next;
            reach(c, (uint32_t)draw | BY_CARD | card << CARD_AT, &next);
            c->desk->card_auction[card] = next.pub.phase == LOOT_AUCTION;
        }
    team_sync();
}

static inline void add_cards(choice *c, int draw) {
    for (uint32_t card = 0; card < LOOT_CARDS; card++) {
        uint32_t how = (uint32_t)draw | BY_CARD | card << CARD_AT;
        if (!c->state->pub.unseen[card])
            continue;
        c->desk->card_leaf[card] = (uint16_t)c->n_leaves;
        if (c->desk->card_auction[card])
            add_ends(c, how);
        else
            add_leaf(c, how);
    }
}

/* In the order of the legal actions, of which a second draw makes no difference. All members write
 * the same. */
static inline void list_leaves(choice *c) {
    c->n_leaves = 0;
    list_bidders(c);
    if (c->state->pub.phase == LOOT_AUCTION) {
        add_ends(c, 0);
    } else {
        if (c->legal[0] < LOOT_COURT)
            look_at_cards(c, c->legal[0]);
        for (int i = 0; i < c->n_legal; i++)
            if (c->legal[i] >= LOOT_STEAL) {
                add_leaf(c, c->legal[i]);
            } else if (c->legal[i] == LOOT_COURT) {
                c->court_leaf = c->n_leaves;
                add_ends(c, LOOT_COURT);
                c->theft_leaf = c->n_leaves;
            } else if (i == 0) {
                add_cards(c, c->legal[0]);
            }
    }
    team_sync();
}

/* ---- Judgement ------------------------------------------------------------------------------- */

static inline void final_shares(const choice *c, const loot_state *state, gpu_shares *shares) {
    rz_actors winners = loot_winners(c->setup, as_public(state));
    for (int s = 0; s < LOOT_SEATS; s++)
        shares->of[s] = winners >> s & 1 ? 1.0f / (float)rz_bits_count(winners) : 0;
}

/* Makes a position, and the features of it unless the game is over. Returns whose turn it is. */
static inline int prepare_leaf(const choice *c, int leaf) {
    uint32_t how = c->desk->leaves[leaf];
    loot_state state;
    reach(c, how, &state);
    if (how & BY_END)
        end_auction(c, how, &state);
    rz_inputs *in = &c->desk->in[c->member];
    in->n = 0;
    if (state.pub.phase == LOOT_OVER)
        final_shares(c, &state, &c->desk->shares[leaf]);
    else
        loot_features(&c->setup->loot, &state.pub, in);
    return state.pub.phase == LOOT_OVER ? -1 : state.pub.active;
}

static inline void write_shares(const choice *c, const float output[], int active,
                                gpu_shares *shares) {
    float out[LOOT_SEATS] = {0};
    int seats = rz_seats(c->setup);
    to_shares(output, seats, out);
    for (int s = 0; s < LOOT_SEATS; s++)
        shares->of[s] = 0;
    for (int s = 0; s < seats; s++)
        shares->of[(active + s) % seats] = out[s];
}

static inline void judge_leaves(choice *c) {
    for (int from = 0; from < c->n_leaves; from += TEAM) {
        int leaf = from + (int)c->member, active = -1, n = c->n_leaves - from;
        if (leaf < c->n_leaves)
            active = prepare_leaf(c, leaf);
        team_sync();
        for (int k = 0; k < n && k < TEAM; k++)
            team_forward(c->net, &c->desk->in[k], c->desk, c->desk->output[k], c->member);
        if (active >= 0)
            write_shares(c, c->desk->output[c->member], active, &c->desk->shares[leaf]);
        team_sync();
    }
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* What an auction comes to from the `at`-th bidder on, when the highest bid is `best`: a cheque.
 * `court`: it was called by the last bidder, who must bid if nobody does. */
static inline int auction_end(const choice *c, const gpu_shares *ends, bool court, int at,
                              int best) {
    uint8_t to[LOOT_CHEQUES + 1]; /* by the highest bid, for who comes later */
    const loot_public *p = &c->state->pub;
    for (int cheque = 0; cheque <= LOOT_CHEQUES; cheque++)
        to[cheque] = (uint8_t)cheque;
    for (int i = c->n_order - 1; i >= at; i--) {
        int seat = c->order[i];
        for (uint32_t highest = c->cheques; highest; highest &= highest - 1) {
            int high = __builtin_ctz(highest), chosen = -1;
            uint32_t bids = (uint32_t)p->up[seat] >> high << (high + 1);
            float share = 0;
            if (high > 0 || !court || seat != p->active) {
                chosen = to[high];
                share = ends[end_at(c->cheques, chosen)].of[seat];
            }
            for (; bids; bids &= bids - 1) {
                int end = to[__builtin_ctz(bids)];
                float other = ends[end_at(c->cheques, end)].of[seat];
                if (chosen < 0 || other > share) {
                    chosen = end;
                    share = other;
                }
            }
            to[high] = (uint8_t)(chosen < 0 ? high : chosen);
        }
    }
    return to[best];
}

static inline gpu_shares auction_value(const choice *c, int first_leaf, bool court, int at,
                                       int best) {
    const gpu_shares *ends = &c->desk->shares[first_leaf];
    return ends[end_at(c->cheques, auction_end(c, ends, court, at, best))];
}

/* The mean over all cards; what each brings is found out by some member. */
static inline gpu_shares draw_value(const choice *c) {
    const loot_public *p = &c->state->pub;
    gpu_desk *desk = c->desk;
    gpu_shares mean = {{0}};
    float left = (float)loot_left(p);
    for (uint32_t card = c->member; card < LOOT_CARDS; card += TEAM)
        if (p->unseen[card])
            desk->cards[card] = desk->card_auction[card]
                                    ? auction_value(c, desk->card_leaf[card], false, 0, 0)
                                    : desk->shares[desk->card_leaf[card]];
    team_sync();
    for (int card = 0; card < LOOT_CARDS; card++) {
        if (!p->unseen[card])
            continue;
        float chance = (float)p->unseen[card] / left;
        for (int s = 0; s < LOOT_SEATS; s++)
            mean.of[s] += chance * desk->cards[card].of[s];
    }
    team_sync();
    return mean;
}

static inline gpu_shares bid_value(const choice *c, rz_action action) {
    const loot_public *p = &c->state->pub;
    int best = action == LOOT_PASS ? p->best : action - LOOT_BID;
    return auction_value(c, 0, p->court, 1, best);
}

static inline gpu_shares action_value(const choice *c, int i) {
    rz_action action = c->legal[i];
    if (c->state->pub.phase == LOOT_AUCTION)
        return bid_value(c, action);
    if (action < LOOT_COURT)
        return draw_value(c);
    if (action == LOOT_COURT)
        return auction_value(c, c->court_leaf, true, 0, 0);
    int before = 0; /* draws and the court auction */
    while (c->legal[before] <= LOOT_COURT)
        before++;
    return c->desk->shares[c->theft_leaf + i - before];
}

/* The best action of the seat that is to act, and what it brings all seats. */
static inline rz_action best_choice(choice *c, gpu_shares *searched) {
    int seat = c->state->pub.bidder;
    rz_action best = 0;
    c->n_legal = loot_legal_in(c->setup, as_const(c->state), seat, c->legal);
    list_leaves(c);
    judge_leaves(c);
    for (int i = 0; i < c->n_legal; i++) {
        bool again = i > 0 && c->legal[i] == LOOT_DRAW + 1 && c->legal[0] == LOOT_DRAW;
        if (again)
            continue;
        gpu_shares shares = action_value(c, i);
        if (i == 0 || shares.of[seat] > searched->of[seat]) {
            *searched = shares;
            best = c->legal[i];
        }
    }
    team_sync();
    return best;
}

#endif
