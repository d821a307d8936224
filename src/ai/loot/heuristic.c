/* greedy for loot: what a lot is worth to each seat, what a cheque is worth to keep, and what the
 * others will do if they reckon alike. All worths are in tenths of a point; the figures were found
 * by play against earlier ones. */
#include "ai/knowledge.h"
#include "core/bits.h"
#include "core/mem.h"
#include "games/games.h"
#include "games/loot/rules.h"

typedef struct reckoning {
    const loot_setup *setup;
    const loot_public *pub;
    int seats;
    int rounds_left; /* scorings still to come after this round's */
} reckoning;

/* Progress counts a little before it pays. */
static const int16_t jewel_worth[LOOT_JEWELS + 1] = {-50, 0, 20, 50, 100, 150};
static const int16_t business_kind_worth[LOOT_BUSINESSES + 1] = {0, 10, 20, 30, 42, 54, 70, 100};
static const int16_t identical_worth[5] = {0, 0, 15, 50, 100};

/* L41 for one seat, if the others stay as they are. */
static int gangster_worth(const reckoning *r, int seat, int own) {
    int high = -1, low = 99;
    for (int s = 0; s < r->seats; s++)
        if (s != seat) {
            int other = r->pub->estate[s][LOOT_GANGSTER];
            high = other > high ? other : high;
            low = other < low ? other : low;
        }
    int now = (own >= high ? 50 : 0) - (own <= low ? 20 : 0);
    if (own >= high && own <= low)
        now = 0;
    return now + 7 * own; /* gangsters stay, and the others will get some too */
}

static int car_worth(const reckoning *r, const uint8_t estate[]) {
    int cars = estate[LOOT_CAR], drivers = estate[LOOT_DRIVER];
    int now = 10 * drivers + (drivers > 0 ? 10 : 4) * cars;
    return now + 5 * cars * r->rounds_left;
}

static int estate_worth(const reckoning *r, int seat, const uint8_t estate[]) {
    int jewels = 0, businesses = 0;
    int worth = 23 * estate[LOOT_THIEF] + 30 * estate[LOOT_GOLD] + car_worth(r, estate) +
                gangster_worth(r, seat, estate[LOOT_GANGSTER]);
    for (int i = 0; i < LOOT_JEWELS; i++)
        jewels += estate[LOOT_RING + i] > 0;
    for (int i = 0; i < LOOT_BUSINESSES; i++) {
        businesses += estate[LOOT_CASINO + i] > 0;
        worth += identical_worth[estate[LOOT_CASINO + i]];
    }
    return worth + jewel_worth[jewels] + business_kind_worth[businesses];
}

/* What the cards in the places of `mask` would add to a seat's estate. */
static int gain_of(const reckoning *r, int seat, unsigned mask) {
    uint8_t estate[LOOT_KINDS];
    memcpy(estate, r->pub->estate[seat], sizeof estate);
    int before = estate_worth(r, seat, estate);
    for (int i = 0; i < LOOT_PLACES; i++)
        if (mask >> i & 1 && r->pub->lot[i])
            estate[r->pub->lot[i] - 1]++;
    return estate_worth(r, seat, estate) - before;
}

static int police_left(const reckoning *r) {
    return loot_raid((const rz_setup *)(const void *)r->setup) - r->pub->police;
}

/* What using up one of a seat's cheques costs, beyond its value: the auctions it could still buy.
 * With the raid near and many cheques in hand it costs nothing. */
static int chance_worth(const reckoning *r, int seat) {
    int cheques = rz_bits_count(r->pub->up[seat]);
    int tenths = 10 * police_left(r) / (2 * cheques + 1);
    int worth = 8 * tenths;
    return worth > 46 ? 46 : worth;
}

/* What it costs to swap cheque `bid` for the table's: strength in the next rounds, and the sum at
 * the end. */
static int swap_cost(const reckoning *r, int bid) {
    return 35 * (bid - r->pub->cheque) / 4;
}

static int profit_of_bid(const reckoning *r, int seat, int gain, int bid) {
    return gain - swap_cost(r, bid) - chance_worth(r, seat);
}

/* The lowest cheque of a seat above `best`, or 0. */
static int lowest_above(const reckoning *r, int seat, int best) {
    unsigned higher = loot_bids(r->pub, seat, best) & ~1u;
    return higher ? __builtin_ctz(higher) : 0;
}

/* Would this seat, reckoning as we do, bid over `best`? */
static int likely_bid(const reckoning *r, int seat, int best) {
    int bid = lowest_above(r, seat, best);
    if (bid == 0)
        return 0;
    int gain = gain_of(r, seat, (1u << LOOT_PLACES) - 1);
    return profit_of_bid(r, seat, gain, bid) > 0 ? bid : 0;
}

/* In tenths, how likely a bid stands until `last` has bid. */
static int standing_chance(const reckoning *r, int seat, int last, int bid) {
    int chance = 10;
    for (int s = seat; s != last;) {
        s = (s + 1) % r->seats;
        if (likely_bid(r, s, bid))
            chance = 2;
        else if (lowest_above(r, s, bid))
            chance = chance * 9 / 10;
    }
    return chance;
}

static rz_action choose_bid(const rz_question *q, const reckoning *r) {
    const loot_public *p = r->pub;
    rz_action best = q->legal[0];
    int best_worth = best == LOOT_PASS ? 0 : -10000;
    int gain = gain_of(r, q->seat, (1u << LOOT_PLACES) - 1);
    /* A rich lot for the leader is a loss for us: worth a little to prevent. */
    if (p->best)
        gain += gain_of(r, p->leader, (1u << LOOT_PLACES) - 1) / 8;
    for (int i = 0; i < q->n_legal; i++) {
        int bid = q->legal[i] - LOOT_BID;
        if (bid <= 0)
            continue;
        int profit = profit_of_bid(r, q->seat, gain, bid);
        int worth = profit * standing_chance(r, q->seat, p->active, bid);
        if (worth > best_worth) {
            best_worth = worth;
            best = q->legal[i];
        }
    }
    return best;
}

/* What calling an auction now would bring, if all bid as we reckon. */
static int worth_of_calling(const reckoning *r, int seat) {
    int best = 0, gain = gain_of(r, seat, (1u << LOOT_PLACES) - 1);
    for (int s = (seat + 1) % r->seats; s != seat; s = (s + 1) % r->seats) {
        int bid = likely_bid(r, s, best);
        if (bid) /* somebody else gets it, and we keep our cheque: about even */
            best = bid;
    }
    int own = lowest_above(r, seat, best);
    if (own == 0)
        return -20;
    int profit = profit_of_bid(r, seat, gain, own);
    return best == 0 || profit > 0 ? profit : -10;
}

/* What waiting for one more card brings somebody who will want the lot anyway. */
static int worth_of_waiting(const reckoning *r) {
    int left = loot_left(r->pub), police = r->pub->unseen[LOOT_POLICE];
    int raid_next = police_left(r) == 1 ? 40 * police / left : 5 * police / left;
    return 19 + 4 * police_left(r) - raid_next;
}

static rz_action choose_turn(const rz_question *q, const reckoning *r) {
    rz_action best = q->legal[0];
    int best_worth = worth_of_waiting(r);
    bool late = police_left(r) <= 2;
    for (int i = 0; i < q->n_legal; i++) {
        rz_action action = q->legal[i];
        int worth;
        if (action == LOOT_COURT) {
            worth = worth_of_calling(r, q->seat);
        } else if (action > LOOT_STEAL) {
            unsigned places = (unsigned)(action - LOOT_STEAL);
            worth = gain_of(r, q->seat, places) - (late ? 12 : 41) * rz_bits_count(places);
        } else {
            continue;
        }
        if (worth > best_worth) {
            best_worth = worth;
            best = action;
        }
    }
    return best;
}

static rz_action greedy(const rz_question *question) {
    reckoning r = {&question->setup->loot, &question->view->loot.pub, rz_seats(question->setup),
                   3 - question->view->loot.pub.round};
    if (r.pub->phase == LOOT_AUCTION)
        return choose_bid(question, &r);
    return choose_turn(question, &r);
}

/* Who gets nothing and a lower cheque for a higher one is worse off than before. A court auction
 * that is called at an empty table ends so if all others pass. */
static bool is_folly(const rz_question *question, rz_action action) {
    const loot_public *p = &question->view->loot.pub;
    unsigned above = p->up[question->seat] >> p->cheque;
    if (p->lot_size > 0)
        return false;
    if (p->phase == LOOT_AUCTION)
        return action > LOOT_BID + p->cheque;
    return action == LOOT_COURT && above << p->cheque == p->up[question->seat];
}

const rz_knowledge loot_knowledge = {greedy,
                                     {{.slip = 0.12f},
                                      {.slip = 0},
                                      {.advised = true, .nodes = 1, .slip = 1.0f, .heat = 0.024f},
                                      {.advised = true, .nodes = 1, .slip = 1.0f, .heat = 0.013f}},
                                     1,
                                     0.5f,
                                     is_folly};
