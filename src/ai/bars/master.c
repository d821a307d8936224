/* master for bars: imagines what the others may hold, lets them choose as the net expects it of
 * players of their style, and mixes its own cards by what they bring then. */
#include "ai/bars/think.h"
#include "ai/clock.h"
#include "ai/maths.h"
#include "ai/nets.h"

/* Worlds to imagine: at least, for fewer say nothing; at most; without a budget. */
enum { WORLDS_MIN = 24, WORLDS_MAX = 20000, WORLDS = 2000, FRESH = 16 };

/* A world: what all hold. After an honest sample many more are cheap: each card in a hand is
 * offered in exchange for any other of its age, and kinds that stay in hands push out those that
 * are soon played (Metropolis 1953). */
typedef struct worlds {
    const rz_question *question;
    const float *holding; /* how likely each kind is held, as a power of e */
    rz_rng rng;
    int n; /* imagined so far */
    struct {
        uint8_t kinds[BARS_KINDS * BARS_BAR_CARDS]; /* first those in hands, … */
        uint32_t n, in_hands;
    } stack[BARS_AGES];
    struct {
        uint8_t age, at;
    } place[BARS_SEATS][BARS_HAND]; /* … and where each of these is */
} worlds;

static int held_kind(const worlds *w, int seat, int i) {
    return w->stack[w->place[seat][i].age].kinds[w->place[seat][i].at];
}

/* All that is tossed follows from the view: the same view, the same thoughts. */
static void begin_worlds(const rz_question *q, const float holding[], worlds *w) {
    const uint8_t *bytes = (const uint8_t *)&q->view->bars;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof q->view->bars; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    w->question = q;
    w->holding = holding;
    w->n = 0;
    rz_rng_fast(&w->rng, hash);
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
        for (int i = 0; seat != w->question->seat && i < BARS_HAND; i++) {
            int age = own->hand[i] % BARS_AGES;
            w->place[seat][i].age = (uint8_t)age;
            w->place[seat][i].at = (uint8_t)w->stack[age].n;
            w->stack[age].kinds[w->stack[age].n++] = (uint8_t)bars_kind_of(own->hand[i]);
        }
    }
    for (int age = 0; age < BARS_AGES; age++)
        w->stack[age].in_hands = w->stack[age].n;
    int age = state.bars.pub.reshuffles;
    for (int kind = 0; kind < s->bars * BARS_BAR_KINDS; kind++)
        for (int n = bars_pile_count(s, &state.bars.pile, kind); n > 0; n--)
            w->stack[age].kinds[w->stack[age].n++] = (uint8_t)kind;
}

static float toss(worlds *w) {
    return (float)(rz_rng_next(&w->rng) >> 8) * 0x1p-24f;
}

static bool changes_hands(worlds *w, int age, uint32_t other, int kind, int by) {
    if (other < w->stack[age].in_hands || w->holding[by] >= w->holding[kind])
        return true;
    return toss(w) < rz_exp(w->holding[by] - w->holding[kind]);
}

static void exchange_cards(worlds *w) {
    for (int age = 0; age < BARS_AGES; age++)
        for (uint32_t i = 0; i < w->stack[age].in_hands; i++) {
            uint8_t *kinds = w->stack[age].kinds, kind = kinds[i];
            uint32_t other = rz_rng_below(&w->rng, w->stack[age].n);
            if (!changes_hands(w, age, other, kind, kinds[other]))
                continue;
            kinds[i] = kinds[other];
            kinds[other] = kind;
        }
}

static void next_world(worlds *w) {
    enum { EXCHANGES = 3 };
    bool fresh = w->n++ % FRESH == 0;
    if (fresh)
        sample_world(w);
    for (int i = 0; i < (fresh ? EXCHANGES : 1); i++)
        exchange_cards(w);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* What the net expects of those who see this table. */
typedef struct habits {
    bars_scene scene;
    const float (*styles)[BARS_STYLES];    /* of each seat: how likely it plays in each style */
    float weight[BARS_STYLES][BARS_KINDS]; /* how often each kind is played … */
    float holding[BARS_KINDS];             /* … and held */
} habits;

static void learn_habits(const rz_net *net, const bars_public *p, habits *h) {
    bars_outlook look;
    rz_inputs in;
    float eager[BARS_STYLES];
    bars_outlook_init(&h->scene, p, &look);
    bars_holding(net, &h->scene, h->holding);
    for (int kind = 0; kind < h->scene.bars * BARS_BAR_KINDS; kind++) {
        if (h->scene.setup->count[kind] == 0)
            continue;
        bars_features(&h->scene, &look, kind, &in);
        bars_eagerness(net, &in, eager);
        for (int style = 0; style < BARS_STYLES; style++)
            h->weight[style][kind] = rz_exp(eager[style]);
    }
}

/* The card of a hand that is played, by habit. */
static uint8_t toss_card(const habits *h, worlds *w, int seat) {
    int i = 0, style = 0;
    float sum = 0, left = toss(w);
    while (style < BARS_STYLES - 1 && (left -= h->styles[seat][style]) >= 0)
        style++;
    const float *weight = h->weight[style];
    for (int k = 0; k < BARS_HAND; k++)
        sum += weight[held_kind(w, seat, k)];
    left = toss(w) * sum;
    while (i < BARS_HAND - 1 && (left -= weight[held_kind(w, seat, i)]) >= 0)
        i++;
    return (uint8_t)held_kind(w, seat, i);
}

static bool goes_on(const worlds *w, bars_budget budget) {
    if (w->n < WORLDS_MIN)
        return true;
    return w->n < budget.worlds &&
           (budget.until <= 0 || w->n % FRESH != 0 || rz_clock_ms() < budget.until);
}

/* How much the cards' win shares differ from one honest sample of hands to the next: sums over
 * those, and sums of products. */
typedef struct spread {
    int n;
    float before[BARS_HAND], sum[BARS_HAND], product[BARS_HAND][BARS_HAND];
} spread;

static void note_spread(spread *s, const float win[], int n) {
    float mean[BARS_HAND];
    for (int i = 0; i < n; i++) {
        s->sum[i] += mean[i] = (win[i] - s->before[i]) / FRESH;
        s->before[i] = win[i];
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s->product[i][k] += mean[i] * mean[k];
    s->n++;
}

/* Twice the largest standard error of the difference between two cards. */
static float doubt_of(const spread *s, int n) {
    float most = 0, samples = (float)s->n;
    for (int i = 0; s->n > 1 && i < n; i++)
        for (int k = 0; k < i; k++) {
            float apart = s->sum[i] - s->sum[k];
            float squares = s->product[i][i] + s->product[k][k] - 2 * s->product[i][k];
            float variance = (squares - apart * apart / samples) / (samples * (samples - 1));
            most = variance > most ? variance : most;
        }
    return s->n > 1 ? 2 * rz_sqrt(most) : 1;
}

/* The win share of each of the seat's cards, over the worlds that the budget allows. */
static void try_cards(const habits *h, worlds *w, bars_budget budget, const rz_action legal[],
                      int n, float win[]) {
    int own = w->question->seat;
    uint8_t kinds[BARS_SEATS];
    bars_others others;
    spread apart = {0};
    for (int i = 0; i < n; i++)
        win[i] = 0;
    while (goes_on(w, budget)) {
        next_world(w);
        for (int seat = 0; seat < h->scene.seats; seat++)
            if (seat != own)
                kinds[seat] = toss_card(h, w, seat);
        bars_settle_others(&h->scene, kinds, own, &others);
        for (int i = 0; i < n; i++)
            win[i] += bars_bring(&h->scene, &others, own, legal[i] - BARS_PLAY);
        if (budget.doubt && w->n % FRESH == 0)
            note_spread(&apart, win, n);
    }
    if (budget.doubt)
        *budget.doubt = doubt_of(&apart, n);
    for (int i = 0; i < n; i++)
        win[i] /= (float)w->n;
}

static void choose_card(const rz_net *net, const rz_question *q, const float styles[][BARS_STYLES],
                        bars_budget budget, float heat, rz_advice *advice) {
    habits h = {.styles = styles};
    worlds w;
    bars_set_scene(net, &q->setup->bars, &q->view->bars.pub, &h.scene);
    learn_habits(net, &q->view->bars.pub, &h);
    begin_worlds(q, h.holding, &w);
    try_cards(&h, &w, budget, q->legal, q->n_legal, advice->win);
    rz_mix(advice->win, q->n_legal, heat * bars_stake(&h.scene, q->seat, h.scene.top), advice->mix);
}

/* What the seat wins when the free money lies there and it mixes its cards as it would. */
static float try_lay(const rz_net *net, const rz_question *q, int bar,
                     const float styles[][BARS_STYLES], bars_budget budget, float heat) {
    bars_view view = q->view->bars;
    habits h = {.styles = styles};
    worlds w;
    rz_action legal[RZ_LEGAL_MAX];
    float win[BARS_HAND], mix[BARS_HAND], mean = 0;
    view.pub.bar[bar][view.pub.free - 1]++;
    view.pub.phase = BARS_CHOOSING;
    view.pub.done = 0;
    bars_set_scene(net, &q->setup->bars, &view.pub, &h.scene);
    learn_habits(net, &view.pub, &h);
    begin_worlds(q, h.holding, &w);
    int n = bars_legal(q->setup, (const rz_view *)(const void *)&view, legal);
    try_cards(&h, &w, budget, legal, n, win);
    rz_mix(win, n, heat * bars_stake(&h.scene, q->seat, h.scene.top), mix);
    for (int i = 0; i < n; i++)
        mean += mix[i] * win[i];
    return mean;
}

static void choose_lay(const rz_net *net, const rz_question *q, const float styles[][BARS_STYLES],
                       bars_budget budget, float heat, rz_advice *advice) {
    bars_scene scene;
    bars_set_scene(net, &q->setup->bars, &q->view->bars.pub, &scene);
    for (int i = 0; i < q->n_legal; i++) {
        float doubt = 0;
        bars_budget part = {budget.worlds / q->n_legal + 1, 0, budget.doubt ? &doubt : NULL};
        if (budget.until > 0) {
            double now = rz_clock_ms();
            part.until = now + (budget.until - now) / (q->n_legal - i);
        }
        advice->win[i] = try_lay(net, q, q->legal[i] - BARS_LAY, styles, part, heat);
        if (budget.doubt && (i == 0 || doubt > *budget.doubt)) /* other cards are as far apart */
            *budget.doubt = doubt;
    }
    rz_mix(advice->win, q->n_legal, heat * bars_stake(&scene, q->seat, scene.top), advice->mix);
}

void bars_think(const rz_net *net, const rz_question *q, const float styles[][BARS_STYLES],
                bars_budget budget, float heat, rz_advice *advice) {
    const bars_public *p = &q->view->bars.pub;
    float told[BARS_SEATS][BARS_STYLES];
    if (p->phase != BARS_CHOOSING && p->phase != BARS_LAYING) {
        bars_haggle(net, q, advice);
        return;
    }
    if (!styles) {
        bars_infer_styles(net, &q->setup->bars, p, told);
        styles = told;
    }
    if (p->phase == BARS_CHOOSING)
        choose_card(net, q, styles, budget, heat, advice);
    else
        choose_lay(net, q, styles, budget, heat, advice);
}

static const rz_net *net_in_use;

static void advise(const rz_question *q, rz_advice *advice) {
    bars_budget budget = {WORLDS, 0, NULL};
    if (q->nodes)
        budget.worlds = (int)(q->nodes < WORLDS_MAX ? q->nodes : WORLDS_MAX);
    else if (q->ms)
        budget = (bars_budget){WORLDS_MAX, rz_clock_ms() + q->ms, NULL};
    bars_think(net_in_use, q, NULL, budget, BARS_HEAT, advice);
}

const rz_learnt bars_learnt = {&bars_net_shape, &net_in_use, advise, NULL};
