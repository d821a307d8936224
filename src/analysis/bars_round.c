#include "analysis/bars_round.h"

#include "ai/maths.h"
#include "core/mem.h"

void bars_round_scene(const rz_net *net, const bars_setup *s, const bars_public *p,
                      bars_scene *scene) {
    bars_set_scene(net, s, p, scene);
    if (scene->left == 0)
        scene->steep = 30;
}

void bars_round_wealth(const bars_scene *scene, const bars_own own[], bars_wealth *wealth) {
    for (int seat = 0; seat < scene->seats; seat++) {
        wealth->of[seat] = scene->money[seat];
        for (int i = 0; i < BARS_HAND; i++)
            if (own[seat].hand[i] != BARS_NO_CARD)
                wealth->of[seat] += scene->keep[bars_kind_of(own[seat].hand[i]) % BARS_BAR_KINDS];
    }
}

/* ---- Bars ------------------------------------------------------------------------------------ */

static void add_shares(const bars_scene *scene, const bars_wealth *wealth, double chance,
                       bars_sum *sum) {
    float shares[BARS_SEATS];
    bars_shares(scene, wealth->of, shares);
    for (int seat = 0; seat < scene->seats; seat++)
        sum->of[seat] += chance * (double)shares[seat];
}

static unsigned bars_visited(const bars_scene *scene, const uint8_t kinds[]) {
    unsigned visited = 0;
    for (int seat = 0; seat < scene->seats; seat++)
        visited |= 1u << bars_bar_of(kinds[seat]);
    return visited;
}

void bars_round_settle(const bars_scene *scene, const uint8_t kinds[], int bar, double chance,
                       const bars_wealth *wealth, bars_sum *sum) {
    unsigned left = bars_visited(scene, kinds) >> bar << bar;
    float part[BARS_SEATS];
    while (left && !bars_split(scene, kinds, __builtin_ctz(left), part))
        left &= left - 1;
    if (!left) {
        add_shares(scene, wealth, chance, sum);
        return;
    }
    bar = __builtin_ctz(left);
    for (int seat = 0; seat < scene->seats; seat++)
        if (part[seat] > 0) {
            bars_wealth then = *wealth;
            then.of[seat] += scene->pot[bar];
            bars_round_settle(scene, kinds, bar + 1, chance * (double)part[seat], &then, sum);
        }
}

/* ---- What others play ------------------------------------------------------------------------ */

enum { HANDS = 16, OTHERS = BARS_HAND - 1 };

/* Nobody knows what else somebody holds who plays a card: some hands stand for all. */
static void toss_hands(const bars_habits *h, const float weight[], const float stays[], int n,
                       float rest[HANDS]) {
    float sum = 0;
    for (int kind = 0; kind < n; kind++)
        sum += (float)h->unseen[kind] * stays[kind];
    for (int i = 0; i < HANDS; i++)
        rest[i] = 0;
    for (int i = 0; i < HANDS * OTHERS; i++) {
        float left = ((float)((uint32_t)(i + 1) * 2654435769u >> 8) * 0x1p-24f) * sum;
        int kind = 0;
        while (kind < n - 1 && (left -= (float)h->unseen[kind] * stays[kind]) >= 0)
            kind++;
        rest[i % HANDS] += weight[kind];
    }
}

void bars_round_habits(const rz_net *net, const bars_scene *scene, const bars_public *p,
                       bars_habits *h) {
    bars_outlook look;
    rz_inputs in;
    float eager[BARS_STYLES], stays[BARS_KINDS], weight[BARS_KINDS], rest[HANDS];
    int n = scene->bars * BARS_BAR_KINDS;
    bars_outlook_init(scene, p, &look);
    bars_unseen(scene->setup, p, h->unseen);
    bars_holding(net, scene, stays);
    for (int kind = 0; kind < n; kind++) {
        weight[kind] = 0;
        stays[kind] = rz_exp(stays[kind]);
        if (h->unseen[kind] == 0)
            continue;
        bars_features(scene, &look, kind, &in);
        bars_eagerness(net, &in, eager);
        weight[kind] = rz_exp(eager[BARS_MASTERLY]);
    }
    toss_hands(h, weight, stays, n, rest);
    for (int kind = 0; kind < n; kind++) {
        h->played[kind] = 0;
        for (int i = 0; h->unseen[kind] > 0 && i < HANDS; i++)
            h->played[kind] += stays[kind] * weight[kind] / (weight[kind] + rest[i]);
    }
}

/* ---- What a seat plays ----------------------------------------------------------------------- */

/* Of one bar, for any one of the others: how likely it comes as a gambler or with a raid, and how
 * strong such a card is on average. */
typedef struct crowd {
    float gambler, raid, gambler_strength, raid_strength;
} crowd;

/* By symbol: parts of those who haggle are about as these. */
static const float strength[BARS_SYMBOLS] = {1.0f, 1.7f, 2.9f, 4.9f, 8.4f, 14.2f};

static void expect_crowds(const bars_scene *scene, const bars_habits *h, const bars_own *own,
                          crowd crowds[]) {
    float chance[BARS_KINDS], sum = 1e-9f;
    int n = scene->bars * BARS_BAR_KINDS;
    for (int kind = 0; kind < n; kind++)
        chance[kind] = h->unseen[kind];
    for (int i = 0; i < BARS_HAND; i++)
        if (own->hand[i] != BARS_NO_CARD)
            chance[bars_kind_of(own->hand[i])] -= 1;
    for (int kind = 0; kind < n; kind++) {
        chance[kind] = chance[kind] > 0 ? chance[kind] * h->played[kind] : 0;
        sum += chance[kind];
    }
    memset(crowds, 0, (size_t)scene->bars * sizeof *crowds);
    for (int kind = 0; kind < n; kind++) {
        crowd *c = &crowds[bars_bar_of(kind)];
        float part = chance[kind] / sum;
        *(bars_is_raid(kind) ? &c->raid : &c->gambler) += part;
        *(bars_is_raid(kind) ? &c->raid_strength : &c->gambler_strength) +=
            part * strength[bars_symbol(kind) - 1];
    }
    for (int bar = 0; bar < scene->bars; bar++) {
        crowds[bar].gambler_strength /= crowds[bar].gambler + 1e-9f;
        crowds[bar].raid_strength /= crowds[bar].raid + 1e-9f;
    }
}

static float power(float base, int n) {
    float product = 1;
    while (n-- > 0)
        product *= base;
    return product;
}

/* The part of the pot that a card gets on average, when `others` come as the crowd does. */
static float expect_part(const crowd *c, int kind, int others) {
    bool raid = bars_is_raid(kind);
    float own = strength[bars_symbol(kind) - 1], sum = 0, ways = 1;
    float chance = raid ? c->raid : c->gambler;
    float rival = raid ? c->raid_strength : c->gambler_strength;
    float calm = 1 - c->raid, empty = calm - c->gambler > 0 ? calm - c->gambler : 0;
    for (int n = 0; n <= others; n++) { /* so many of them come with the same intent */
        float rest =
            raid ? power(calm, others - n) - power(empty, others - n) : power(empty, others - n);
        sum += ways * power(chance, n) * rest * own / (own + (float)n * rival);
        ways = ways * (float)(others - n) / (float)(n + 1);
    }
    return sum;
}

typedef struct plan {
    const bars_scene *scene;
    crowd crowds[BARS_BARS];
    float taken[BARS_BARS]; /* by the others on average, while the seat is elsewhere */
    float total;
    int seat;
} plan;

/* The win share of the seat when it has `own` more and the others together `rest` more. */
static float share_with(const plan *p, float own, float rest) {
    float money[BARS_SEATS];
    for (int s = 0; s < p->scene->seats; s++)
        money[s] = p->scene->money[s] + rest / (float)(p->scene->seats - 1);
    money[p->seat] = p->scene->money[p->seat] + own;
    return bars_share_of(p->scene, money, p->seat);
}

/* Either the seat gets the pot, or it is without it. */
static float expect_share(const plan *p, int kind) {
    int bar = bars_bar_of(kind), others = p->scene->seats - 1;
    float pot = p->scene->pot[bar], part = expect_part(&p->crowds[bar], kind, others);
    float keep = p->scene->keep[kind % BARS_BAR_KINDS], rest = p->total - p->taken[bar];
    float won = bars_is_raid(kind) ? p->taken[bar] : pot, lost = won - part * pot;
    part = part < 1 ? part : 1;
    lost = lost > 0 ? lost / (1 - part + 1e-6f) : 0;
    lost = lost < pot ? lost : pot;
    return part * share_with(p, pot - keep, rest) + (1 - part) * share_with(p, -keep, rest + lost);
}

static void list_hand(const bars_own *own, bars_mixture *m) {
    m->n = 0;
    for (int i = 0; i < BARS_HAND && own->hand[i] != BARS_NO_CARD; i++) {
        uint8_t kind = (uint8_t)bars_kind_of(own->hand[i]);
        if (m->n == 0 || m->kind[m->n - 1] != kind)
            m->kind[m->n++] = kind;
    }
}

static void leave_out_seldom(bars_mixture *m) {
    const float seldom = 0.01f;
    float sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += m->chance[i] = m->chance[i] >= seldom ? m->chance[i] : 0;
    for (int i = 0; i < m->n; i++)
        m->chance[i] /= sum;
}

static void make_plan(const bars_scene *scene, const bars_habits *h, const bars_own *own, int seat,
                      plan *p) {
    *p = (plan){.scene = scene, .seat = seat};
    expect_crowds(scene, h, own, p->crowds);
    for (int bar = 0; bar < scene->bars; bar++)
        p->total += p->taken[bar] =
            scene->pot[bar] * (1 - power(1 - p->crowds[bar].gambler, scene->seats - 1));
}

/* Of what is at stake: how much less a card may bring and still be played often. */
static const float heat = 0.1f;

void bars_round_mix(const bars_scene *scene, const bars_habits *h, const bars_own *own, int seat,
                    bars_mixture *m) {
    plan p;
    float win[BARS_HAND];
    make_plan(scene, h, own, seat, &p);
    list_hand(own, m);
    for (int i = 0; i < m->n; i++)
        win[i] = expect_share(&p, m->kind[i]);
    rz_mix(win, m->n, heat * bars_stake(scene, seat, scene->top), m->chance);
    leave_out_seldom(m);
}

int bars_round_lay(const bars_scene *scene, const bars_habits *h, const bars_own *own, int seat,
                   float money) {
    bars_scene then = *scene;
    bars_mixture m;
    int best = 0;
    float most = -1;
    list_hand(own, &m);
    for (int bar = 0; bar < scene->bars; bar++) {
        plan p;
        float top = 0;
        then.pot[bar] += money;
        make_plan(&then, h, own, seat, &p);
        for (int i = 0; i < m.n; i++) {
            float share = expect_share(&p, m.kind[i]);
            top = share > top ? share : top;
        }
        then.pot[bar] -= money;
        if (top > most) {
            most = top;
            best = bar;
        }
    }
    return best;
}

/* ---- Means ----------------------------------------------------------------------------------- */

typedef struct walk {
    const bars_scene *scene;
    const bars_mixture *mixture;
    uint8_t kinds[BARS_SEATS];
    bars_sum *sum;
} walk;

/* The card's worth to those who keep it is gone when it is played. */
static void play(const bars_scene *scene, int seat, uint8_t kind, uint8_t kinds[],
                 bars_wealth *wealth) {
    kinds[seat] = kind;
    wealth->of[seat] -= scene->keep[kind % BARS_BAR_KINDS];
}

static void walk_all(walk *w, int seat, double chance, const bars_wealth *wealth) {
    if (seat == w->scene->seats) {
        bars_round_settle(w->scene, w->kinds, 0, chance, wealth, w->sum);
        return;
    }
    const bars_mixture *m = &w->mixture[seat];
    for (int i = 0; i < m->n; i++) {
        bars_wealth then = *wealth;
        if (m->chance[i] <= 0)
            continue;
        play(w->scene, seat, m->kind[i], w->kinds, &then);
        walk_all(w, seat + 1, chance * (double)m->chance[i], &then);
    }
}

static int pick(const bars_mixture *m, float left) {
    int i = 0;
    while (i < m->n - 1 && (left -= m->chance[i]) >= 0)
        i++;
    return i;
}

/* Points that lie evenly in a cube of eight dimensions: multiples of powers of one over the root of
 * x^9 = x + 1 (Roberts 2018), in parts of 2^32. */
static const uint32_t stride[BARS_SEATS] = {3958238937u, 3647910312u, 3361911661u, 3098335500u,
                                            2855423888u, 2631556713u, 2425240876u, 2235100341u};

static void walk_some(walk *w, uint32_t first, uint32_t points, double chance,
                      const bars_wealth *wealth) {
    for (uint32_t n = first; n < first + points; n++) {
        bars_wealth then = *wealth;
        for (int seat = 0; seat < w->scene->seats; seat++) {
            const bars_mixture *m = &w->mixture[seat];
            float at = (float)((n + 1) * stride[seat] >> 8) * 0x1p-24f;
            play(w->scene, seat, m->kind[pick(m, at)], w->kinds, &then);
        }
        bars_round_settle(w->scene, w->kinds, 0, chance / points, &then, w->sum);
    }
}

static double combinations(const bars_scene *scene, const bars_mixture mixture[]) {
    double n = 1;
    for (int seat = 0; seat < scene->seats; seat++) {
        int mixed = 0;
        for (int i = 0; i < mixture[seat].n; i++)
            mixed += mixture[seat].chance[i] > 0;
        n *= mixed;
    }
    return n;
}

void bars_round_mean(const bars_scene *scene, const bars_wealth *wealth,
                     const bars_mixture mixture[], uint32_t first, uint32_t points, double chance,
                     bars_sum *sum) {
    walk w = {.scene = scene, .mixture = mixture, .sum = sum};
    if (combinations(scene, mixture) <= points)
        walk_all(&w, 0, chance, wealth);
    else
        walk_some(&w, first, points, chance, wealth);
}
