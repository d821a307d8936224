/* master for bars: imagines what the others may hold, lets them choose as the net expects it of
 * anybody, and mixes its own cards by what they bring then. */
#include "ai/bars/think.h"
#include "ai/maths.h"
#include "ai/nets.h"
#include "core/mem.h"

/* Worlds to imagine: at most, without a budget, and in a millisecond by one of three seats. */
enum { WORLDS_MAX = 20000, WORLDS = 2000, WORLDS_PER_MS = 900, FRESH = 16 };

/* A world: what all hold. Cards of one age go round among the others, and those of the last age
 * through the pile as well; so after one honest sample many more are cheap. */
typedef struct worlds {
    const rz_question *question;
    rz_rng rng;
    int n; /* imagined so far */
    struct {
        uint8_t kinds[BARS_KINDS * BARS_BAR_CARDS];
        int n;
    } stack[BARS_AGES];
    uint8_t ages[BARS_SEATS][BARS_HAND];
    uint8_t hands[BARS_SEATS][BARS_HAND]; /* kinds */
} worlds;

/* All that is tossed follows from the view: the same view, the same thoughts. */
static void begin_worlds(const rz_question *q, worlds *w) {
    const uint8_t *bytes = (const uint8_t *)&q->view->bars;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof q->view->bars; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    w->question = q;
    w->n = 0;
    rz_rng_fast(&w->rng, hash);
}

static void push(worlds *w, int age, int kind) {
    w->stack[age].kinds[w->stack[age].n++] = (uint8_t)kind;
}

static void sample_world(worlds *w) {
    const bars_setup *s = &w->question->setup->bars;
    rz_state state;
    bars_sample(w->question->setup, w->question->view, &w->rng, &state);
    for (int age = 0; age < BARS_AGES; age++)
        w->stack[age].n = 0;
    for (int seat = 0; seat < s->common.seats; seat++) {
        bars_own *own = &state.bars.own[seat];
        if (own->chosen != BARS_NO_CARD) /* the last place of such a hand is empty */
            own->hand[BARS_HAND - 1] = own->chosen;
        for (int i = 0; i < BARS_HAND; i++) {
            w->ages[seat][i] = own->hand[i] % BARS_AGES;
            w->hands[seat][i] = (uint8_t)bars_kind_of(own->hand[i]);
            if (seat != w->question->seat)
                push(w, w->ages[seat][i], w->hands[seat][i]);
        }
    }
    for (int kind = 0; kind < s->bars * BARS_BAR_KINDS; kind++)
        for (int n = bars_pile_count(s, &state.bars.pile, kind); n > 0; n--)
            push(w, state.bars.pub.reshuffles, kind);
}

static void next_world(worlds *w) {
    int left[BARS_AGES];
    if (w->n++ % FRESH == 0)
        sample_world(w);
    for (int age = 0; age < BARS_AGES; age++)
        left[age] = w->stack[age].n;
    for (int seat = 0; seat < rz_seats(w->question->setup); seat++)
        for (int i = 0; seat != w->question->seat && i < BARS_HAND; i++) {
            int age = w->ages[seat][i];
            uint8_t *kinds = w->stack[age].kinds;
            uint32_t at = rz_rng_below(&w->rng, (uint32_t)left[age]--);
            uint8_t kind = kinds[at];
            kinds[at] = kinds[left[age]];
            kinds[left[age]] = kind;
            w->hands[seat][i] = kind;
        }
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* What the net expects of anybody who sees this table. */
typedef struct habits {
    bars_scene scene;
    float weight[BARS_KINDS];
} habits;

static void learn_habits(const rz_net *net, const bars_public *p, habits *h) {
    bars_outlook look;
    rz_inputs in;
    bars_look_out(&h->scene, p, &look);
    for (int kind = 0; kind < h->scene.bars * BARS_BAR_KINDS; kind++) {
        if (h->scene.setup->count[kind] == 0)
            continue;
        bars_features(&h->scene, p, &look, kind, &in);
        h->weight[kind] = rz_exp(bars_eagerness(net, &in));
    }
}

/* The card of a hand that is played, by habit. */
static uint8_t toss_card(const habits *h, const uint8_t hand[BARS_HAND], rz_rng *rng) {
    float sum = 0;
    int i = 0;
    for (int k = 0; k < BARS_HAND; k++)
        sum += h->weight[hand[k]];
    float left = (float)(rz_rng_next(rng) >> 8) * 0x1p-24f * sum;
    while (i < BARS_HAND - 1 && (left -= h->weight[hand[i]]) >= 0)
        i++;
    return hand[i];
}

/* The win share of each of the seat's cards, over so many worlds. */
static void try_cards(const habits *h, worlds *w, int n_worlds, const rz_action legal[], int n,
                      float win[]) {
    int own = w->question->seat;
    uint8_t kinds[BARS_SEATS];
    for (int i = 0; i < n; i++)
        win[i] = 0;
    for (int k = 0; k < n_worlds; k++) {
        next_world(w);
        for (int seat = 0; seat < h->scene.seats; seat++)
            if (seat != own)
                kinds[seat] = toss_card(h, w->hands[seat], &w->rng);
        for (int i = 0; i < n; i++) {
            kinds[own] = (uint8_t)(legal[i] - BARS_PLAY);
            win[i] += bars_bring(&h->scene, kinds, own) / (float)n_worlds;
        }
    }
}

static const float card_heat = 0.03f;

static void choose_card(const rz_net *net, const rz_question *q, int n_worlds, rz_advice *advice) {
    habits h = {0};
    worlds w;
    begin_worlds(q, &w);
    bars_set_scene(net, &q->setup->bars, &q->view->bars.pub, &h.scene);
    learn_habits(net, &q->view->bars.pub, &h);
    try_cards(&h, &w, n_worlds, q->legal, q->n_legal, advice->win);
    bars_mix(advice->win, q->n_legal, card_heat * bars_stake(&h.scene, q->seat, h.scene.top),
             advice->mix);
}

/* What the seat wins when the free money lies there and it mixes its cards as it would. */
static float try_lay(const rz_net *net, const rz_question *q, int bar, int n_worlds) {
    bars_view view = q->view->bars;
    habits h = {0};
    worlds w;
    rz_action legal[RZ_LEGAL_MAX];
    float win[BARS_HAND], mix[BARS_HAND], mean = 0;
    view.pub.bar[bar][view.pub.free - 1]++;
    view.pub.phase = BARS_CHOOSING;
    view.pub.done = 0;
    begin_worlds(q, &w);
    bars_set_scene(net, &q->setup->bars, &view.pub, &h.scene);
    learn_habits(net, &view.pub, &h);
    int n = bars_legal(q->setup, (const rz_view *)(const void *)&view, legal);
    try_cards(&h, &w, n_worlds, legal, n, win);
    bars_mix(win, n, card_heat * bars_stake(&h.scene, q->seat, h.scene.top), mix);
    for (int i = 0; i < n; i++)
        mean += mix[i] * win[i];
    return mean;
}

static void choose_lay(const rz_net *net, const rz_question *q, int n_worlds, rz_advice *advice) {
    const float heat = 0.02f;
    bars_scene scene;
    bars_set_scene(net, &q->setup->bars, &q->view->bars.pub, &scene);
    for (int i = 0; i < q->n_legal; i++)
        advice->win[i] = try_lay(net, q, q->legal[i] - BARS_LAY, n_worlds / q->n_legal + 1);
    bars_mix(advice->win, q->n_legal, heat * bars_stake(&scene, q->seat, scene.top), advice->mix);
}

void bars_think(const rz_net *net, const rz_question *q, int n_worlds, rz_advice *advice) {
    switch (q->view->bars.pub.phase) {
    case BARS_CHOOSING:
        choose_card(net, q, n_worlds, advice);
        break;
    case BARS_LAYING:
        choose_lay(net, q, n_worlds, advice);
        break;
    default:
        bars_haggle(net, q, advice);
    }
}

void bars_advise(const rz_question *q, rz_advice *advice) {
    uint64_t n = WORLDS;
    if (q->nodes)
        n = q->nodes;
    else if (q->ms)
        n = (uint64_t)q->ms * WORLDS_PER_MS / (uint64_t)rz_seats(q->setup);
    bars_think(rz_nets[q->game->number], q, (int)(n < WORLDS_MAX ? n : WORLDS_MAX), advice);
}
