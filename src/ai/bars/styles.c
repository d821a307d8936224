/* What kind of player sits in each seat, by the cards that were shown: in every round so far, how
 * likely would one of each style have played that card? */
#include "ai/bars/think.h"
#include "ai/maths.h"
#include "core/mem.h"

enum { HANDS = 12, OTHERS = BARS_HAND - 1 };

/* How much likelier than in any other style somebody plays in master's, before anything is known:
 * the more, the more rounds it takes to see through a lesser player. With all styles alike masters
 * took each other for lesser players, and a rival won from them; beyond 20 it wins no less. */
static const float first_guess = 20;

/* A round that is over, as it was when its cards were chosen. */
typedef struct past {
    bars_scene scene;
    bars_outlook look;
    uint8_t unseen[BARS_KINDS];
    float weight[BARS_STYLES][BARS_KINDS];
    float rest[BARS_STYLES][HANDS]; /* of the other cards that might have been in a hand */
} past;

static void go_back(const bars_setup *s, const bars_public *p, int round, past *at) {
    const uint8_t *lay = p->lay + (round - 1) * BARS_BARS;
    bars_public then = *p;
    int left = bars_rounds_left(s, p) + p->round - round;
    then.round = (uint8_t)round;
    then.phase = BARS_CHOOSING;
    while (then.reshuffles > 0 && then.turned[then.reshuffles - 1][0] > round)
        then.reshuffles--;
    bars_unseen(s, &then, at->unseen);
    for (int kind = 0; kind < BARS_KINDS; kind++) /* more may be said to have been shown */
        at->unseen[kind] = at->unseen[kind] <= s->count[kind] ? at->unseen[kind] : 0;
    at->scene = (bars_scene){.setup = s, .seats = s->common.seats, .bars = s->bars};
    at->scene.left = left < BARS_ROUNDS ? left : BARS_ROUNDS - 1;
    for (int bar = 0; bar < s->bars; bar++) {
        float pot = (float)(lay[bar] & BARS_LAY_WORTH);
        at->scene.pot[bar] = pot;
        at->scene.lying[bar] = (uint8_t)(1 + (lay[bar] >> BARS_LAY_SHIFT));
        at->scene.top = pot > at->scene.top ? pot : at->scene.top;
    }
    bars_outlook_init(&at->scene, &then, &at->look);
}

static void weigh_kinds(const rz_net *net, past *at) {
    rz_inputs in;
    for (int kind = 0; kind < BARS_KINDS; kind++) {
        float eager[BARS_STYLES] = {0};
        if (at->scene.setup->count[kind] > 0) {
            bars_features(&at->scene, &at->look, kind, &in);
            bars_eagerness(net, &in, eager);
        }
        for (int style = 0; style < BARS_STYLES; style++)
            at->weight[style][kind] = rz_exp(eager[style]);
    }
}

/* Nobody knows what else was held: some hands of what was unseen stand for all. */
static void toss_hands(rz_rng *rng, past *at) {
    uint8_t stack[BARS_KINDS * BARS_BAR_CARDS];
    uint32_t n = 0;
    for (int kind = 0; kind < BARS_KINDS; kind++)
        for (int i = 0; i < at->unseen[kind]; i++)
            stack[n++] = (uint8_t)kind;
    memset(at->rest, 0, sizeof at->rest);
    for (int i = 0; n > 0 && i < HANDS * OTHERS; i++) {
        int kind = stack[rz_rng_below(rng, n)];
        for (int style = 0; style < BARS_STYLES; style++)
            at->rest[style][i % HANDS] += at->weight[style][kind];
    }
}

static float likelihood(const past *at, int style, int kind) {
    float weight = at->weight[style][kind], sum = 0;
    for (int i = 0; i < HANDS; i++)
        sum += weight / (weight + at->rest[style][i]);
    return sum / HANDS;
}

/* Nobody is certainly of a style: all stay possible. */
static void to_chances(const float log_chance[BARS_STYLES], float out[BARS_STYLES]) {
    const float doubt = 0.02f;
    rz_mix(log_chance, BARS_STYLES, 1, out);
    for (int style = 0; style < BARS_STYLES; style++)
        out[style] = doubt + (1 - BARS_STYLES * doubt) * out[style];
}

void bars_infer_styles(const rz_net *net, const bars_setup *s, const bars_public *p,
                       float out[BARS_SEATS][BARS_STYLES]) {
    float sums[BARS_SEATS][BARS_STYLES] = {{0}};
    rz_rng rng;
    past at;
    for (int seat = 0; seat < s->common.seats; seat++)
        sums[seat][BARS_MASTERLY] = rz_log(first_guess);
    rz_rng_fast(&rng, p->round);
    for (int round = 1; round <= bars_rounds_shown(p); round++) {
        const uint8_t *shown = p->shown + (round - 1) * s->common.seats;
        go_back(s, p, round, &at);
        weigh_kinds(net, &at);
        toss_hands(&rng, &at);
        for (int seat = 0; seat < s->common.seats; seat++)
            for (int style = 0; style < BARS_STYLES; style++)
                sums[seat][style] += rz_log(likelihood(&at, style, shown[seat]) + 1e-6f);
    }
    for (int seat = 0; seat < s->common.seats; seat++)
        to_chances(sums[seat], out[seat]);
}
