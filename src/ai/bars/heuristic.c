/* greedy for bars: plays the cards that promise most, some of them more often than others, and
 * haggles by the odds of the duel. */
#include "ai/bars/odds.h"
#include "ai/knowledge.h"

/* Any of n choices, by weight. */
static int toss(rz_rng *rng, const uint64_t weight[], int n) {
    uint64_t total = 0;
    for (int i = 0; i < n; i++)
        total += weight[i];
    if (total == 0)
        return (int)rz_rng_below(rng, (uint32_t)n);
    uint64_t left = (total * (rz_rng_next(rng) >> 8)) >> 24;
    int i = 0;
    while (left >= weight[i])
        left -= weight[i++];
    return i;
}

/* Only what is nearly as good as the best, and that by its third power: others can not be sure. */
static rz_action choose_card(const rz_question *q) {
    bars_forecast f;
    uint64_t weight[BARS_HAND];
    uint32_t best = 0;
    bars_foresee(&q->setup->bars, &q->view->bars, -1, &f);
    for (int i = 0; i < q->n_legal; i++) {
        uint32_t worth = f.worth[q->legal[i] - BARS_PLAY];
        best = worth > best ? worth : best;
    }
    for (int i = 0; i < q->n_legal; i++) {
        uint64_t worth = f.worth[q->legal[i] - BARS_PLAY];
        weight[i] = 4 * worth >= 3 * (uint64_t)best ? worth * worth * worth / 64 : 0;
    }
    return q->legal[toss(q->rng, weight, q->n_legal)];
}

/* Where it makes one's own best card better, or others' raids likelier to be in vain. */
static rz_action choose_lay(const rz_question *q) {
    uint64_t weight[BARS_BARS];
    uint32_t best[BARS_BARS], top = 0;
    for (int at = 0; at < q->n_legal; at++) {
        bars_forecast f;
        bars_foresee(&q->setup->bars, &q->view->bars, q->legal[at] - BARS_LAY, &f);
        best[at] = 0;
        for (int i = 0; i < BARS_HAND; i++) {
            uint32_t worth = f.worth[bars_kind_of(q->view->bars.own.hand[i])];
            best[at] = worth > best[at] ? worth : best[at];
        }
        top = best[at] > top ? best[at] : top;
    }
    for (int at = 0; at < q->n_legal; at++)
        weight[at] = 20 * (uint64_t)best[at] >= 19 * (uint64_t)top ? best[at] : 0;
    return q->legal[toss(q->rng, weight, q->n_legal)];
}

/* ---- Haggling -------------------------------------------------------------------------------- */

/* In BARS_CERTAIN: how much better a refuser who duels the proposer alone stands than the
 * proposer, cases won for each case lost. */
static uint32_t odds_of(const bars_setup *s, const bars_public *p, int seat) {
    int cases = bars_duel_cases(bars_symbol(bars_card_of(s, p, p->proposer)),
                                bars_symbol(bars_card_of(s, p, seat)));
    return (uint32_t)cases * BARS_CERTAIN / (uint32_t)(BARS_DUEL_CASES - cases);
}

static unsigned asked(const bars_public *p) {
    return p->hagglers & ~(1u << p->proposer);
}

uint32_t bars_fair_sum(const bars_setup *s, const bars_public *p, int seat) {
    uint64_t pot = 1000u * (uint64_t)bars_worth(p->bar[p->at]), parts = BARS_CERTAIN;
    for (unsigned rest = asked(p); rest; rest &= rest - 1)
        parts += odds_of(s, p, __builtin_ctz(rest));
    return (uint32_t)(pot * odds_of(s, p, seat) / parts);
}

/* The sum that can be paid and is nearest to a fair one, or to a little more or less. */
static rz_action choose_offer(const rz_question *q) {
    const bars_setup *s = &q->setup->bars;
    const bars_public *p = &q->view->bars.pub;
    uint32_t fair = bars_fair_sum(s, p, bars_offer_seat(s, p));
    int64_t aim = fair * (85 + (int64_t)rz_rng_below(q->rng, 26)) / 100, best_miss = INT64_MAX;
    rz_action best = q->legal[0];
    for (int i = 0; i < q->n_legal; i++) {
        int64_t miss = 1000 * (q->legal[i] - BARS_OFFER) - aim;
        miss = miss < 0 ? -miss : miss;
        if (miss < best_miss) {
            best_miss = miss;
            best = q->legal[i];
        }
    }
    return best;
}

/* How likely another seat accepts what it is offered. */
static uint32_t accepts(const bars_setup *s, const bars_public *p, int seat) {
    int64_t fair = bars_fair_sum(s, p, seat), offer = 1000 * (int64_t)p->offer[seat];
    int64_t percent = fair > 0 ? 50 + 3 * (100 * offer / fair - 90) : 100;
    percent = percent < 5 ? 5 : percent > 95 ? 95 : percent;
    return (uint32_t)(percent * BARS_CERTAIN / 100);
}

/* The chance that of the others who are asked exactly these refuse. */
static uint32_t refuse_together(const bars_setup *s, const bars_public *p, unsigned others,
                                unsigned refusers) {
    uint32_t chance = BARS_CERTAIN;
    for (unsigned rest = others; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        uint32_t yes = accepts(s, p, seat);
        if (s->answers == 1 && p->done >> seat & 1) /* B48: already heard */
            yes = p->refusers >> seat & 1 ? 0 : BARS_CERTAIN;
        uint32_t factor = refusers >> seat & 1 ? BARS_CERTAIN - yes : yes;
        chance = (uint32_t)((uint64_t)chance * factor / BARS_CERTAIN);
    }
    return chance;
}

uint64_t bars_duel_worth(const bars_setup *s, const bars_public *p, int seat) {
    unsigned others = asked(p) & ~(1u << seat);
    uint64_t worth = 0;
    for (unsigned refusers = others;; refusers = (refusers - 1) & others) {
        uint32_t wins[BARS_SEATS];
        int left = bars_worth(p->bar[p->at]);
        for (unsigned rest = others & ~refusers; rest; rest &= rest - 1)
            left -= p->offer[__builtin_ctz(rest)];
        bars_chain(s, p, refusers | 1u << seat, wins);
        worth += (uint64_t)refuse_together(s, p, others, refusers) * wins[seat] / BARS_CERTAIN *
                 (uint64_t)left * 1000 / BARS_CERTAIN;
        if (refusers == 0)
            return worth;
    }
}

/* A sum in hand is worth a little more than the same on average. */
static rz_action choose_answer(const rz_question *q) {
    const bars_public *p = &q->view->bars.pub;
    uint64_t duel = bars_duel_worth(&q->setup->bars, p, q->seat);
    uint64_t least = duel * (85 + rz_rng_below(q->rng, 16)) / 100;
    return 1000u * (uint64_t)p->offer[q->seat] >= least ? BARS_ACCEPT : BARS_DUEL;
}

static rz_action greedy(const rz_question *question) {
    switch (question->view->bars.pub.phase) {
    case BARS_LAYING:
        return choose_lay(question);
    case BARS_CHOOSING:
        return choose_card(question);
    case BARS_OFFERING:
        return choose_offer(question);
    default:
        return choose_answer(question);
    }
}

/* The best players mix, and misjudging costs little among those who misjudge: so the upper levels
 * differ by how often they play at first sight. */
const rz_knowledge bars_knowledge = {greedy,
                                     {{.slip = 0.50f},
                                      {.slip = 0},
                                      {.advised = true, .nodes = 24, .slip = 0.50f},
                                      {.advised = true, .nodes = 60, .slip = 0.22f}},
                                     1,
                                     1,
                                     NULL};
