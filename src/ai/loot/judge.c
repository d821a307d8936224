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
    mind->salt++;
}

static uint64_t stir(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* All that steady features depend on. */
static uint64_t steady_key(const loot_mind *mind, const loot_public *p) {
    enum { FROM = offsetof(loot_public, up), BYTES = offsetof(loot_public, lot) - FROM };
    uint64_t words[(BYTES + 7) / 8] = {0};
    uint64_t hash = mind->salt << 32 | (uint64_t)p->police << 24 | (uint64_t)p->cheque << 16 |
                    (uint64_t)p->round << 8 | p->active;
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

static loot_known *place_of(loot_mind *mind, uint64_t key) {
    return &mind->known[key % (sizeof mind->known / sizeof *mind->known)];
}

loot_known *loot_recall(loot_mind *mind, const loot_public *p, int depth, uint64_t *key) {
    *key = whole_key(steady_key(mind, p), p, depth);
    return place_of(mind, *key);
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
    loot_steady *part = &mind->steady[key % (sizeof mind->steady / sizeof *mind->steady)];
    rz_inputs in;
    if (part->key == key)
        return part;
    part->key = key;
    in.n = 0;
    loot_look_at(&part->look, &mind->setup->loot, p);
    loot_steady_features(&mind->setup->loot, p, &part->look, &in);
    rz_net_begin(mind->net, &part->sums);
    rz_net_add(mind->net, &in, &part->sums);
    return part;
}

loot_shares loot_judge(loot_mind *mind, const rz_state *state) {
    const loot_public *p = &((const loot_state *)(const void *)state)->pub;
    int seats = rz_seats(mind->setup);
    float out[RZ_NET_OUTPUTS];
    rz_inputs in;
    if (p->phase == LOOT_OVER) {
        count(mind);
        return result(mind->setup, state);
    }
    uint64_t steady = steady_key(mind, p), key = whole_key(steady, p, 0);
    loot_known *known = place_of(mind, key);
    if (known->key == key)
        return known->shares;
    const loot_steady *part = steady_part(mind, p, steady);
    in.n = 0;
    loot_loose_features(&mind->setup->loot, p, &part->look, &in);
    rz_net_end(mind->net, &part->sums, &in, seats, out);
    known->key = key;
    for (int i = 0; i < seats; i++)
        known->shares.of[(p->active + i) % seats] = out[i];
    count(mind);
    return known->shares;
}
