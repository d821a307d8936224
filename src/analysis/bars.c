/* bars: the end of a round is judged by what all have then; before that the round is gone through.
 */
#include "ai/bars/odds.h"
#include "ai/nets.h"
#include "analysis/bars_round.h"
#include "analysis/judge.h"
#include "core/mem.h"
#include "core/translate.h"

enum { WORLDS = 480, COMPLETIONS = 16, POINTS = 16, EXACT = 4096, KEPT = 64 };

/* What a seat thinks of its cards, or of where to lay money; kept since it is asked for again. */
typedef struct thought {
    uint64_t key; /* 0: none */
    int n;
    float win[BARS_BARS], mix[BARS_BARS];
    double doubt;
} thought;

/* What all see of a table, as it may be when cards are chosen. */
typedef struct outlook {
    uint64_t key; /* 0: none */
    bars_scene scene;
    bars_habits habits;
} outlook;

typedef struct judging {
    const rz_setup *setup;
    const rz_net *net;
    int worlds;
    int styles_of; /* the round before which `styles` were told by what was shown; -1: none */
    float styles[BARS_SEATS][BARS_STYLES];
    thought thoughts[KEPT];
    outlook outlooks[2 * COMPLETIONS + 1];
} judging;

static const bars_setup *setup_of(const judging *j) {
    return &j->setup->bars;
}

/* Never 0. */
static uint64_t hash(const void *data, size_t size, uint64_t seed) {
    const uint8_t *bytes = data;
    uint64_t sum = 0xcbf29ce484222325u ^ seed;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    sum ^= sum >> 29;
    return sum ? sum : 1;
}

static void begin(void *judge, const rz_setup *setup, uint32_t nodes) {
    judging *j = judge;
    memset(j, 0, sizeof *j);
    j->setup = setup;
    j->net = rz_net_of(&bars_game);
    j->worlds = nodes ? (int)(nodes < 20000 ? nodes : 20000) : WORLDS;
    j->styles_of = -1;
}

static void describe(const void *judge, rz_text *out) {
    const judging *j = judge;
    if (j->net)
        rz_describe_net(j->net, out);
    else
        rz_text_add(out, "even chances");
}

static void to_shares(const judging *j, const bars_sum *sum, rz_shares *shares) {
    *shares = (rz_shares){{0}};
    for (int seat = 0; seat < rz_seats(j->setup); seat++)
        shares->of[seat] = sum->of[seat];
    rz_shares_normalize(shares, rz_seats(j->setup));
}

/* ---- What a seat thinks ---------------------------------------------------------------------- */

static rz_question ask(const judging *j, const rz_view *view, int seat, rz_action legal[]) {
    int n = bars_legal(j->setup, view, legal);
    return (rz_question){&bars_game, j->setup, view, seat, legal, n, NULL, 0, 0};
}

/* The table as it is, or in one of the ways in which it may become. */
static const outlook *look(judging *j, const bars_public *pub, uint32_t number) {
    outlook *o = &j->outlooks[number];
    uint64_t key = hash(pub, sizeof *pub, 0);
    if (o->key == key)
        return o;
    o->key = key;
    bars_round_scene(j->net, setup_of(j), pub, &o->scene);
    bars_round_habits(j->net, &o->scene, pub, &o->habits);
    return o;
}

/* How often each card is played; the view's actions are those of the mixture. The formula does
 * without a card that longer thought finds to be an error. */
static void mix_cards(judging *j, const bars_view *view, const float win[], float mix[]) {
    const outlook *o = look(j, &view->pub, COMPLETIONS);
    const float error = 0.2f / (float)rz_seats(j->setup);
    bars_mixture m;
    float best = win[0], sum = 0;
    bars_round_mix(&o->scene, &o->habits, &view->own, view->seat, &m);
    for (int i = 1; i < m.n; i++)
        best = win[i] > best ? win[i] : best;
    for (int i = 0; i < m.n; i++)
        sum += mix[i] = best - win[i] < error ? m.chance[i] : 0;
    for (int i = 0; i < m.n; i++)
        mix[i] = sum > 0 ? mix[i] / sum : win[i] == best;
}

static const thought *think(judging *j, const rz_view *view, int seat) {
    static _Thread_local rz_advice advice;
    uint64_t key = hash(&view->bars, sizeof view->bars, 0);
    thought *t = &j->thoughts[key % KEPT];
    rz_action legal[RZ_LEGAL_MAX];
    float doubt = 0;
    if (t->key == key)
        return t;
    rz_question q = ask(j, view, seat, legal);
    if (j->styles_of != view->bars.pub.round) {
        bars_infer_styles(j->net, setup_of(j), &view->bars.pub, j->styles);
        j->styles_of = view->bars.pub.round;
    }
    bars_think(j->net, &q, j->styles, (bars_budget){j->worlds, 0, &doubt}, BARS_HEAT, &advice);
    if (view->bars.pub.phase == BARS_CHOOSING)
        mix_cards(j, &view->bars, advice.win, advice.mix);
    *t = (thought){.key = key, .n = q.n_legal, .doubt = (double)doubt};
    memcpy(t->win, advice.win, (size_t)q.n_legal * sizeof *t->win);
    memcpy(t->mix, advice.mix, (size_t)q.n_legal * sizeof *t->mix);
    return t;
}

static void choices(void *judge, const rz_view *view, int seat, rz_choices *c) {
    static _Thread_local rz_advice advice;
    judging *j = judge;
    rz_action legal[RZ_LEGAL_MAX];
    const float *win = advice.win, *mix = advice.mix;
    double sum = 0;
    c->doubt = 0;
    if (view->bars.pub.phase == BARS_LAYING || view->bars.pub.phase == BARS_CHOOSING) {
        const thought *t = think(j, view, seat);
        win = t->win;
        mix = t->mix;
        c->doubt = t->doubt;
    } else {
        rz_question q = ask(j, view, seat, legal);
        bars_haggle(j->net, &q, &advice);
    }
    for (int i = 0; i < c->n; i++) {
        c->win[i] = (double)win[i];
        sum += c->mix[i] = (double)mix[i];
    }
    for (int i = 0; i < c->n; i++)
        c->mix[i] /= sum;
}

/* ---- Before cards are shown ------------------------------------------------------------------ */

static void value_anchor(const judging *j, const bars_state *b, bars_sum *sum) {
    bars_scene scene;
    bars_wealth wealth;
    const uint8_t none[BARS_SEATS] = {0};
    bars_round_scene(j->net, setup_of(j), &b->pub, &scene);
    bars_round_wealth(&scene, b->own, &wealth);
    bars_round_settle(&scene, none, BARS_BARS, 1, &wealth, sum);
}

/* How often each seat plays each card; who has chosen has chosen. */
static void mix_all(const outlook *o, const bars_state *b, bars_mixture mixture[]) {
    for (int seat = 0; seat < o->scene.seats; seat++)
        if (b->pub.phase == BARS_CHOOSING && b->pub.done >> seat & 1)
            mixture[seat] = (bars_mixture){1, {(uint8_t)bars_kind_of(b->own[seat].chosen)}, {1}};
        else
            bars_round_mix(&o->scene, &o->habits, &b->own[seat], seat, &mixture[seat]);
}

/* What comes next in one of the ways: over all of them it lies evenly among all that may come. */
static rz_action draw_evenly(const judging *j, const bars_state *b, uint32_t number) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    uint32_t turn = (b->pub.round * 64u + b->pub.dealt) * 8u + b->pub.laid, place = 0;
    uint32_t sum = b->pub.phase == BARS_DEAL_DUE ? b->pub.cards : b->pub.coins;
    int n = bars_chance(j->setup, (const rz_state *)(const void *)b, outcomes), i = 0;
    uint8_t order[COMPLETIONS] = {0};
    rz_rng rng;
    rz_rng_fast(&rng, turn);
    for (uint32_t k = 0; k < COMPLETIONS; k++) {
        uint32_t at = rz_rng_below(&rng, k + 1);
        order[k] = order[at];
        order[at] = (uint8_t)k;
    }
    place = order[number];
    uint32_t left =
        (uint32_t)(((uint64_t)place << 32 | rz_rng_next(&rng)) * sum / COMPLETIONS >> 32);
    while (i < n - 1 && left >= outcomes[i].weight)
        left -= outcomes[i++].weight;
    return outcomes[i].action;
}

static void lay(judging *j, bars_state *b, uint32_t number) {
    const outlook *o = look(j, &b->pub, COMPLETIONS + 1 + number);
    int seat = b->pub.croupier;
    int bar =
        bars_round_lay(&o->scene, &o->habits, &b->own[seat], seat, bars_units[b->pub.free - 1]);
    bars_apply(j->setup, (rz_state *)(void *)b, seat, (rz_action)(BARS_LAY + bar), NULL);
}

static void complete(judging *j, bars_state *b, uint32_t number) {
    rz_state *state = (rz_state *)(void *)b;
    while (b->pub.phase != BARS_CHOOSING)
        if (b->pub.phase == BARS_LAYING)
            lay(j, b, number);
        else
            bars_apply(j->setup, state, RZ_CHANCE, draw_evenly(j, b, number), NULL);
}

static void value_choices(judging *j, const bars_state *b, uint32_t number, uint32_t points,
                          bars_sum *sum) {
    const outlook *o = look(j, &b->pub, number);
    bars_wealth wealth;
    bars_mixture mixture[BARS_SEATS];
    bars_round_wealth(&o->scene, b->own, &wealth);
    mix_all(o, b, mixture);
    bars_round_mean(&o->scene, &wealth, mixture, number * points, points, 1, sum);
}

static void value_preparation(judging *j, const bars_state *b, bars_sum *sum) {
    for (uint32_t n = 0; n < COMPLETIONS; n++) {
        bars_state then = *b;
        complete(j, &then, n);
        value_choices(j, &then, n, POINTS, sum);
    }
}

static void value_choosing(judging *j, const bars_state *b, bars_sum *sum) {
    value_choices(j, b, COMPLETIONS, EXACT, sum);
}

/* As it lies best from what the croupier can know. */
static void value_laying(judging *j, const bars_state *b, bars_sum *sum) {
    bars_state then = *b;
    rz_view view;
    int best = 0;
    bars_make_view(j->setup, (const rz_state *)(const void *)b, b->pub.croupier, &view);
    const thought *t = think(j, &view, b->pub.croupier);
    for (int i = 1; i < t->n; i++)
        best = t->win[i] > t->win[best] ? i : best;
    bars_apply(j->setup, (rz_state *)(void *)&then, b->pub.croupier, (rz_action)(BARS_LAY + best),
               NULL);
    value_choosing(j, &then, sum);
}

/* ---- Haggles and duels ----------------------------------------------------------------------- */

static void begin_settling(const judging *j, const bars_state *b, bars_scene *scene,
                           bars_wealth *wealth) {
    bars_round_scene(j->net, setup_of(j), &b->pub, scene);
    bars_round_wealth(scene, b->own, wealth);
}

static const uint8_t *shown_now(const judging *j, const bars_public *p) {
    return p->shown + (p->round - 1) * setup_of(j)->common.seats;
}

static void value_offering(const judging *j, const bars_state *b, bars_sum *sum) {
    bars_scene scene;
    bars_wealth wealth;
    begin_settling(j, b, &scene, &wealth);
    bars_round_settle(&scene, shown_now(j, &b->pub), b->pub.at, 1, &wealth, sum);
}

/* Those who accepted are paid, from the bar first (B43). Returns what is left at the bar. */
static float pay_acceptors(const bars_public *p, bars_wealth *wealth) {
    uint16_t sums[BARS_PAYEES];
    uint8_t paid[BARS_PAYEES][BARS_VALUES];
    unsigned acceptors = p->hagglers & ~(unsigned)p->refusers & ~(1u << p->proposer);
    int n = bars_list_sums(p, acceptors, sums), from_bar = 0, i = 0;
    if (n > 0)
        bars_pay(p->bar[p->at], p->money[p->proposer], sums, n, paid);
    for (int v = 0; v < BARS_VALUES; v++) {
        int cards = 0;
        for (int k = 0; k < n; k++)
            cards += paid[k][v];
        from_bar += bars_units[v] * (cards < p->bar[p->at][v] ? cards : p->bar[p->at][v]);
    }
    for (unsigned rest = acceptors; rest; rest &= rest - 1, i++) {
        wealth->of[__builtin_ctz(rest)] += sums[i];
        wealth->of[p->proposer] -= sums[i];
    }
    wealth->of[p->proposer] += (float)from_bar;
    return (float)(bars_worth(p->bar[p->at]) - from_bar);
}

/* The chance of each duellist to be the last. */
static void foresee_duels(const judging *j, const bars_public *p, double wins[BARS_SEATS]) {
    const uint8_t *shown = shown_now(j, p);
    int standing = bars_symbol(shown[p->standing]), challenger = bars_symbol(shown[p->challenger]);
    double beaten = bars_duel_cases(standing, challenger) / (double)BARS_DUEL_CASES;
    if (p->die)
        beaten = (BARS_SYMBOLS + 1 - bars_duel_need(standing, challenger, p->die)) / 6.0;
    memset(wins, 0, BARS_SEATS * sizeof *wins);
    wins[p->standing] = 1 - beaten;
    wins[p->challenger] = beaten;
    for (unsigned left = p->duellists; left;) {
        int next = bars_next_duellist(setup_of(j), p, left);
        double won = 0;
        for (int seat = 0; seat < rz_seats(j->setup); seat++) {
            int cases = bars_duel_cases(bars_symbol(shown[seat]), bars_symbol(shown[next]));
            double lost = wins[seat] * cases / BARS_DUEL_CASES;
            won += lost;
            wins[seat] -= lost;
        }
        wins[next] = won;
        left &= ~(1u << next);
    }
}

static void value_duel(const judging *j, const bars_state *b, double chance, bars_sum *sum) {
    bars_scene scene;
    bars_wealth wealth;
    double wins[BARS_SEATS];
    begin_settling(j, b, &scene, &wealth);
    foresee_duels(j, &b->pub, wins);
    float left = pay_acceptors(&b->pub, &wealth);
    for (int seat = 0; seat < rz_seats(j->setup); seat++)
        if (wins[seat] > 0) {
            bars_wealth then = wealth;
            then.of[seat] += left;
            bars_round_settle(&scene, shown_now(j, &b->pub), b->pub.at + 1, chance * wins[seat],
                              &then, sum);
        }
}

static bool value(void *judge, const rz_state *state, rz_shares *shares);

static void add_value(judging *j, const bars_state *b, double chance, bars_sum *sum) {
    rz_shares shares;
    if (b->pub.phase == BARS_OVER)
        rz_final_shares(&bars_game, j->setup, (const rz_public *)(const void *)&b->pub, &shares);
    else
        value(j, (const rz_state *)(const void *)b, &shares);
    for (int seat = 0; seat < rz_seats(j->setup); seat++)
        sum->of[seat] += chance * shares.of[seat];
}

/* A single answer is the best one; several at once are mixed. */
static void value_answering(judging *j, const bars_state *b, double chance, bars_sum *sum) {
    static _Thread_local rz_choices c;
    rz_actors actors = bars_to_act(j->setup, (const rz_public *)(const void *)&b->pub);
    int seat = __builtin_ctz(actors);
    bool single = (actors & (actors - 1)) == 0 && (setup_of(j)->answers == 1 || b->pub.done == 0);
    double mix[2];
    rz_view view;
    bars_make_view(j->setup, (const rz_state *)(const void *)b, seat, &view);
    c.n = 2;
    choices(j, &view, seat, &c);
    mix[0] = single ? c.win[0] >= c.win[1] : c.mix[0];
    mix[1] = 1 - mix[0];
    for (int i = 0; i < 2; i++) {
        bars_state then = *b;
        if (mix[i] <= 0)
            continue;
        bars_apply(j->setup, (rz_state *)(void *)&then, seat, (rz_action)(BARS_ACCEPT + i), NULL);
        if (then.pub.phase == BARS_ANSWERING)
            value_answering(j, &then, chance * mix[i], sum);
        else
            add_value(j, &then, chance * mix[i], sum);
    }
}

static bool value(void *judge, const rz_state *state, rz_shares *shares) {
    judging *j = judge;
    const bars_state *b = (const bars_state *)(const void *)state;
    bars_sum sum = {{0}};
    switch (j->net ? b->pub.phase : BARS_FIRST_DUE) {
    case BARS_DEAL_DUE:
        if (b->pub.dealt > 0)
            value_preparation(j, b, &sum);
        else
            value_anchor(j, b, &sum);
        break;
    case BARS_MONEY_DUE:
        value_preparation(j, b, &sum);
        break;
    case BARS_LAYING:
        value_laying(j, b, &sum);
        break;
    case BARS_CHOOSING:
        value_choosing(j, b, &sum);
        break;
    case BARS_OFFERING:
        value_offering(j, b, &sum);
        break;
    case BARS_ANSWERING:
        value_answering(j, b, 1, &sum);
        break;
    case BARS_ROLL_DUE:
        value_duel(j, b, 1, &sum);
        break;
    default: /* before the first round all are alike */
        break;
    }
    to_shares(j, &sum, shares);
    return false;
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { KIND_CARD, KIND_LAY, KIND_OFFER, KIND_ANSWER };

static int kind(const rz_setup *setup, const rz_public *pub, int seat) {
    (void)setup, (void)seat;
    switch (((const bars_public *)(const void *)pub)->phase) {
    case BARS_LAYING:
        return KIND_LAY;
    case BARS_OFFERING:
        return KIND_OFFER;
    case BARS_ANSWERING:
        return KIND_ANSWER;
    default:
        return KIND_CARD;
    }
}

static const char *const kinds[] = {[KIND_CARD] = N_("choosing a bar"),
                                    [KIND_LAY] = N_("laying money"),
                                    [KIND_OFFER] = N_("haggling"),
                                    [KIND_ANSWER] = N_("duel"),
                                    NULL};

const rz_judge bars_judgement = {.size = sizeof(judging),
                                 .begin = begin,
                                 .describe = describe,
                                 .value = value,
                                 .choices = choices,
                                 .kind = kind,
                                 .kinds = kinds};
