/* What a net says of positions. Those that differ only in the loot on the table and in the piles
 * share most of the first layer, and come one after another: so that part is kept. */
#include "ai/clock.h"
#include "ai/loot/search.h"
#include "core/bits.h"
#include "core/mem.h"

void loot_mind_begin(loot_mind *mind, const rz_net *net, const rz_setup *setup) {
    mind->net = net;
    mind->setup = setup;
    mind->judged = mind->judged_most = 0;
    mind->until = 0;
    mind->stopped = false;
    mind->time++;
}

static uint64_t stir(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* All that steady features depend on. */
static uint64_t steady_key(const loot_public *p) {
    enum { FROM = offsetof(loot_public, up), BYTES = offsetof(loot_public, lot) - FROM };
    uint64_t words[(BYTES + 7) / 8] = {0};
    uint64_t hash =
        stir(0, (uint64_t)p->police << 24 | (uint64_t)p->cheque << 16 | (uint64_t)p->round << 8 |
                    p->active); /* none meets another's bits */
    memcpy(words, (const uint8_t *)p + FROM, BYTES);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = stir(hash, words[i]);
    return hash;
}

static uint64_t whole_key(uint64_t steady, const loot_public *p, int depth) {
    uint64_t lot = (uint64_t)depth << 56, unseen[3];
    _Static_assert(sizeof unseen == sizeof p->unseen, "three words");
    for (int i = 0; i < LOOT_PLACES; i++) /* in any order: up to seven of each kind */
        lot += p->lot[i] ? (uint64_t)1 << 3 * (p->lot[i] - 1) : 0;
    memcpy(unseen, p->unseen, sizeof unseen);
    for (int i = 0; i < 3; i++)
        steady = stir(steady, unseen[i]);
    return stir(steady, lot);
}

/* The place of a position does not depend on what was there before, and the last always gets it: so
 * the same search remembers, and counts, the same every time. */
static bool recall(const loot_mind *mind, uint64_t key, loot_shares *shares) {
    const loot_known *known = &mind->known[key % LOOT_KNOWN];
    if (known->key != key || known->time != mind->time)
        return false;
    *shares = known->shares;
    return true;
}

uint64_t loot_key(const loot_public *p, int depth) {
    return whole_key(steady_key(p), p, depth);
}

bool loot_recall(const loot_mind *mind, const loot_public *p, int depth, uint64_t *key,
                 loot_shares *shares) {
    *key = loot_key(p, depth);
    return recall(mind, *key, shares);
}

void loot_remember(loot_mind *mind, uint64_t key, const loot_shares *shares) {
    mind->known[key % LOOT_KNOWN] = (loot_known){key, mind->time, *shares};
}

static loot_shares result(const rz_setup *setup, const rz_state *state) {
    rz_actors winners = loot_winners(setup, rz_state_public(state));
    loot_shares shares = {{0}};
    for (int s = 0; s < rz_seats(setup); s++)
        if (winners >> s & 1)
            shares.of[s] = 1.0f / (float)rz_bits_count(winners);
    return shares;
}

/* Counts, and looks at the clock now and then. */
static void count(loot_mind *mind) {
    mind->judged++;
    if (mind->judged_most && mind->judged >= mind->judged_most)
        mind->stopped = true;
    if (mind->until > 0 && mind->judged % 32 == 0 && rz_clock_ms() > mind->until)
        mind->stopped = true;
}

/* The part of the first layer that stays while cards are drawn. */
static const loot_steady *steady_part(loot_mind *mind, const loot_public *p, uint64_t key) {
    loot_steady *part = &mind->steady[key % LOOT_STEADY];
    rz_inputs in;
    if (part->key == key && part->time == mind->time)
        return part;
    part->key = key;
    part->time = mind->time;
    in.n = 0;
    loot_standings_init(&part->look, &mind->setup->loot, p);
    loot_steady_features(&mind->setup->loot, p, &part->look, &in);
    rz_net_begin(mind->net, &part->sums);
    rz_net_add(mind->net, &in, &part->sums);
    return part;
}

loot_shares loot_judge(loot_mind *mind, const rz_state *state) {
    const loot_public *p = &((const loot_state *)(const void *)state)->pub;
    int seats = rz_seats(mind->setup);
    float out[RZ_NET_OUTPUTS];
    loot_shares shares = {{0}};
    rz_inputs in;
    if (p->phase == LOOT_OVER) {
        count(mind);
        return result(mind->setup, state);
    }
    uint64_t steady = steady_key(p), key = whole_key(steady, p, 0);
    if (recall(mind, key, &shares))
        return shares;
    const loot_steady *part = steady_part(mind, p, steady);
    in.n = 0;
    loot_loose_features(&mind->setup->loot, p, &part->look, &in);
    rz_net_end(mind->net, &part->sums, &in, seats, out);
    for (int i = 0; i < seats; i++)
        shares.of[(p->active + i) % seats] = out[i];
    loot_remember(mind, key, &shares);
    count(mind);
    return shares;
}
