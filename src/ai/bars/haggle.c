/* Offers and answers, by the odds of the duels and by what the money means for winning. */
#include "ai/bars/odds.h"
#include "ai/bars/think.h"
#include "ai/maths.h"
#include "core/mem.h"

typedef struct haggle {
    const bars_public *pub;
    bars_scene scene; /* its money: with what the bars still to be settled bring on average */
    int bar;
    unsigned asked;
    float offer[BARS_SEATS];
    float yes[BARS_SEATS]; /* how likely each of those asked accepts */
} haggle;

/* What all have when exactly these refuse and `winner` takes the rest. */
static void pay_out(const haggle *h, unsigned refusers, int winner, float money[BARS_SEATS]) {
    float left = h->scene.pot[h->bar];
    memcpy(money, h->scene.money, BARS_SEATS * sizeof *money);
    for (unsigned rest = h->asked & ~refusers; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        money[seat] += h->offer[seat];
        left -= h->offer[seat];
    }
    money[winner] += left;
}

/* The win share of a seat when exactly these refuse. */
static float after_refusals(const haggle *h, unsigned refusers, int seat) {
    uint32_t wins[BARS_SEATS];
    float money[BARS_SEATS], sum = 0;
    bars_chain(h->scene.setup, h->pub, refusers, wins);
    for (int winner = 0; winner < h->scene.seats; winner++) {
        if (wins[winner] == 0)
            continue;
        pay_out(h, refusers, winner, money);
        sum += (float)wins[winner] / BARS_CERTAIN * bars_share_of(&h->scene, money, seat);
    }
    return sum;
}

/* The mean over what all may answer who have not yet, those in `known` apart. */
static float expect(const haggle *h, unsigned known, unsigned refusers, int seat) {
    unsigned open = h->asked & ~known;
    float sum = 0;
    for (unsigned set = open;; set = (set - 1) & open) {
        float chance = 1;
        for (unsigned rest = open; rest; rest &= rest - 1) {
            int other = __builtin_ctz(rest);
            chance *= set >> other & 1 ? 1 - h->yes[other] : h->yes[other];
        }
        if (chance > 1e-4f)
            sum += chance * after_refusals(h, set | refusers, seat);
        if (set == 0)
            return sum;
    }
}

/* Others are thought to see what a duel would bring if all the rest accept, and to be not quite
 * sure of it. */
static void guess_answers(haggle *h) {
    const float doubt = 0.05f;
    for (unsigned rest = h->asked; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        float better = after_refusals(h, 0, seat) - after_refusals(h, 1u << seat, seat);
        float stake = bars_stake(&h->scene, seat, h->scene.pot[h->bar]);
        h->yes[seat] = 1 / (1 + rz_exp(-better / (doubt * stake)));
    }
}

static void begin_haggle(const rz_net *net, const rz_question *q, haggle *h) {
    const bars_public *p = &q->view->bars.pub;
    const bars_setup *s = &q->setup->bars;
    float part[BARS_SEATS];
    *h = (haggle){.pub = p, .bar = p->at, .asked = p->hagglers & ~(1u << p->proposer)};
    bars_set_scene(net, s, p, &h->scene);
    const uint8_t *shown = p->shown + (p->round - 1) * s->common.seats;
    for (int bar = p->at + 1; bar < s->bars; bar++)
        if (bars_split(&h->scene, shown, bar, part))
            for (int seat = 0; seat < s->common.seats; seat++)
                h->scene.money[seat] += part[seat] * h->scene.pot[bar];
    bars_split(&h->scene, shown, p->at, part);
    for (unsigned rest = h->asked; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        bool named = p->phase == BARS_ANSWERING || p->offered >> seat & 1;
        h->offer[seat] = named ? p->offer[seat] : part[seat] * h->scene.pot[h->bar];
    }
}

static void weigh_offers(haggle *h, const rz_question *q, float win[]) {
    int to = bars_offer_seat(h->scene.setup, h->pub);
    for (int i = 0; i < q->n_legal; i++) {
        h->offer[to] = (float)(q->legal[i] - BARS_OFFER);
        guess_answers(h);
        win[i] = expect(h, 0, 0, q->seat);
    }
}

static void weigh_answers(haggle *h, const rz_question *q, float win[]) {
    unsigned own = 1u << q->seat, heard = 0;
    if (h->scene.setup->answers == 1) /* B48 */
        heard = h->pub->done;
    guess_answers(h);
    for (int i = 0; i < q->n_legal; i++)
        win[i] = expect(h, heard | own, h->pub->refusers | (q->legal[i] == BARS_DUEL ? own : 0),
                        q->seat);
}

void bars_haggle(const rz_net *net, const rz_question *q, rz_advice *advice) {
    const float heat = 0.01f;
    haggle h;
    begin_haggle(net, q, &h);
    if (h.pub->phase == BARS_OFFERING)
        weigh_offers(&h, q, advice->win);
    else
        weigh_answers(&h, q, advice->win);
    rz_mix(advice->win, q->n_legal, heat * bars_stake(&h.scene, q->seat, h.scene.pot[h.bar]),
           advice->mix);
}
