/* bars: a lesson is a game of masters, who play with the net as it is; or of one master and others,
 * who are greedy, or search without knowing anything. The net comes to expect of each style what
 * its players do; what money and kept cards are worth is learnt from how it went on.
 *
 * Master answers what it expects of others by a mixture of what is best against that. If what it
 * expects is a long mean of such answers, play comes to rest where nobody gains by playing
 * otherwise (fictitious play, Brown 1951; with mixtures, Fudenberg and Levine 1993). So lessons go
 * in small steps, which get smaller; and how far a step moves a judgement does not depend on how
 * large the weights have grown (rz_net_push): else large weights make for large steps, these for
 * larger weights, and after some ten thousand games all that was learnt is thrown away. */
#include <math.h>
#include <string.h>

#include "ai/bars/think.h"
#include "ai/knowledge.h"
#include "ai/learn.h"
#include "core/bits.h"
#include "core/dealer.h"

enum { KEPT = BARS_HAND - 1 };
/* For a move in a lesson: worlds that are imagined, positions that are looked at. */
enum { WORLDS = 60, WALKS = 1000 };
static const float card_pace = 5; /* of the rate of learning */
static const uint8_t tables[] = {3, 4, 6, 4, 5, 3, 6, 4, 7, 8};

typedef struct moment {
    float money[BARS_SEATS]; /* before the round's cards are settled */
    uint8_t kept[BARS_SEATS][KEPT];
    int left;
} moment;

/* The cards a seat can play, and how likely it plays each. */
typedef struct hand {
    rz_inputs in[BARS_HAND];
    rz_action legal[RZ_LEGAL_MAX];
    float eager[BARS_HAND][BARS_STYLES], chance[BARS_HAND][BARS_STYLES];
    int n;
} hand;

typedef struct lesson {
    rz_net *net;
    const rz_net *others; /* what masters play by: the same, or a net that does not learn */
    struct {
        bars_style style;
        unsigned teaches; /* a bit for each style: what to expect of it */
    } player[BARS_SEATS];
    float rate;
    rz_setup setup;
    rz_state state;
    rz_rng rng;
    bars_scene scene;
    hand hands[BARS_SEATS];
    moment moments[BARS_ROUNDS];
    int n;
} lesson;

static void open_hand(lesson *l, const bars_outlook *look, int seat) {
    hand *h = &l->hands[seat];
    float sum[BARS_STYLES] = {0};
    h->n = bars_legal_in(&l->setup, &l->state, seat, h->legal);
    for (int i = 0; i < h->n; i++) {
        bars_features(&l->scene, look, h->legal[i] - BARS_PLAY, &h->in[i]);
        bars_eagerness(l->net, &h->in[i], h->eager[i]);
        for (int style = 0; style < BARS_STYLES; style++)
            sum[style] += h->chance[i][style] = expf(h->eager[i][style]);
    }
    for (int i = 0; i < h->n; i++)
        for (int style = 0; style < BARS_STYLES; style++)
            h->chance[i][style] /= sum[style];
}

/* A step against a slope, but not where it would lead further beyond what counts. */
static void push(lesson *l, hand *h, int i, bars_style style, float slope) {
    float slopes[RZ_NET_OUTPUTS] = {0}, eager = h->eager[i][style];
    slopes[style] = slope;
    if (fabsf(eager) < BARS_EAGER_MAX || eager * slope > 0)
        rz_net_push(l->net, &h->in[i], slopes, l->rate * card_pace);
}

/* Comes to expect of a style what a seat does. */
static void expect(lesson *l, int seat, bars_style style, const float mix[]) {
    hand *h = &l->hands[seat];
    for (int i = 0; i < h->n; i++)
        push(l, h, i, style, h->chance[i][style] - mix[i]);
}

/* What the bot would do, thinking for a short while; and how often, in the order of the legal
 * actions. */
static rz_action think(const rz_net *net, float heat, const rz_question *q,
                       const float styles[][BARS_STYLES], rz_advice *advice) {
    advice->mix[0] = 1;
    if (q->n_legal > 1)
        bars_think(net, q, styles, (bars_budget){WORLDS, 0, NULL}, heat, advice);
    return rz_advice_take(q, advice);
}

/* The same of one who knows no net. */
static rz_action do_without(const rz_question *q, bars_style who, rz_advice *advice) {
    rz_question search = *q;
    search.nodes = WALKS;
    rz_action action = who == BARS_GREEDY ? bars_knowledge.greedy(q) : rz_mcts_bot.choose(&search);
    for (int i = 0; i < q->n_legal; i++)
        advice->mix[i] = q->legal[i] == action;
    return action;
}

/* What a seat is asked; `legal` and `view` are filled in. */
static rz_question ask(const rz_setup *setup, const rz_state *state, int seat, rz_rng *rng,
                       rz_action legal[], rz_view *view) {
    bars_make_view(setup, state, seat, view);
    int n = bars_legal(setup, view, legal);
    return (rz_question){&bars_game, setup, view, seat, legal, n, rng, 0, 0};
}

/* A hand by chance alone, of the cards that nobody has seen. */
static void toss_hand(lesson *l, uint8_t kinds[BARS_HAND]) {
    uint8_t unseen[BARS_KINDS], stack[BARS_KINDS * BARS_BAR_CARDS];
    uint32_t n = 0;
    bars_unseen(&l->setup.bars, &l->state.bars.pub, unseen);
    for (int kind = 0; kind < BARS_KINDS; kind++)
        for (int i = 0; i < unseen[kind]; i++)
            stack[n++] = (uint8_t)kind;
    for (int i = 0; i < BARS_HAND; i++) {
        uint32_t at = rz_rng_below(&l->rng, n);
        kinds[i] = stack[at];
        stack[at] = stack[--n];
    }
}

static void move_holding(lesson *l, int kind, float step) {
    float *row = (float *)(uintptr_t)bars_row(l->net, l->scene.seats, l->scene.left);
    row[BARS_HELD + kind % BARS_BAR_KINDS] += step;
    if (l->scene.lying[bars_bar_of(kind)] >= BARS_LATE)
        row[BARS_HELD_LATE + kind % BARS_BAR_KINDS] += step;
}

/* Comes to tell a hand that is held from one by chance alone. */
static void study_hand(lesson *l, int seat) {
    float holding[BARS_KINDS], better = 0;
    uint8_t other[BARS_HAND];
    const uint8_t *held = l->state.bars.own[seat].hand;
    toss_hand(l, other);
    bars_holding(l->net, &l->scene, holding);
    for (int i = 0; i < BARS_HAND; i++)
        better += holding[bars_kind_of(held[i])] - holding[other[i]];
    float step = 0.5f * l->rate / (1 + expf(better));
    for (int i = 0; i < BARS_HAND; i++) {
        move_holding(l, bars_kind_of(held[i]), step);
        move_holding(l, other[i], -step);
    }
}

/* All play as they do; the pupil learns what to expect of them. */
static void choose_cards(lesson *l, uint8_t kinds[BARS_SEATS]) {
    rz_action legal[RZ_LEGAL_MAX];
    rz_view view;
    rz_advice advice;
    float styles[BARS_SEATS][BARS_STYLES];
    bars_infer_styles(l->others, &l->setup.bars, &l->state.bars.pub, styles);
    for (int seat = 0; seat < l->scene.seats; seat++) {
        rz_question q = ask(&l->setup, &l->state, seat, &l->rng, legal, &view);
        bars_style own = l->player[seat].style;
        rz_action action = own == BARS_MASTERLY ? think(l->others, BARS_HEAT, &q, styles, &advice)
                                                : do_without(&q, own, &advice);
        kinds[seat] = (uint8_t)(action - BARS_PLAY);
        for (bars_style style = 0; style < BARS_STYLES; style++)
            if (l->player[seat].teaches >> style & 1)
                expect(l, seat, style, advice.mix);
    }
}

static void play_round(lesson *l) {
    bars_outlook look;
    uint8_t kinds[BARS_SEATS];
    moment *m = &l->moments[l->n++];
    bars_set_scene(l->net, &l->setup.bars, &l->state.bars.pub, &l->scene);
    bars_outlook_init(&l->scene, &l->state.bars.pub, &look);
    m->left = l->scene.left;
    memcpy(m->money, l->scene.money, sizeof m->money);
    for (int seat = 0; seat < l->scene.seats; seat++)
        open_hand(l, &look, seat);
    choose_cards(l, kinds);
    for (int seat = 0; seat < l->scene.seats; seat++) {
        bars_own own = l->state.bars.own[seat];
        study_hand(l, seat);
        bars_choose(&own, kinds[seat]);
        for (int i = 0; i < KEPT; i++)
            m->kept[seat][i] = (uint8_t)(bars_kind_of(own.hand[i]) % BARS_BAR_KINDS);
    }
    for (int seat = 0; seat < l->scene.seats; seat++)
        bars_apply(&l->setup, &l->state, seat, (rz_action)(BARS_PLAY + kinds[seat]), NULL);
}

/* ---- Everything else in a game is done simply ------------------------------------------------ */

/* A fair sum to each, or the next that can be paid. */
static rz_action name_sum(lesson *l, const rz_action legal[], int n) {
    const bars_public *p = &l->state.bars.pub;
    const bars_setup *s = &l->setup.bars;
    float part[BARS_SEATS] = {0}, nearest = 1e9f;
    int to = bars_offer_seat(s, p), best = 0;
    bars_split(&l->scene, p->shown + (p->round - 1) * s->common.seats, p->at, part);
    for (int i = 0; i < n; i++) {
        float miss = fabsf((float)(legal[i] - BARS_OFFER) - part[to] * l->scene.pot[p->at]);
        if (miss < nearest) {
            nearest = miss;
            best = i;
        }
    }
    return legal[best];
}

static rz_action choose(lesson *l, int seat) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = bars_legal_in(&l->setup, &l->state, seat, legal);
    if (l->state.bars.pub.phase == BARS_OFFERING)
        return name_sum(l, legal, n);
    return legal[rz_rng_below(&l->rng, (uint32_t)n)];
}

static void play(lesson *l) {
    rz_actors actors;
    while ((actors = bars_to_act(&l->setup, rz_state_public(&l->state))) != 0) {
        int actor = __builtin_ctz(actors);
        if (l->state.bars.pub.phase == BARS_CHOOSING)
            play_round(l);
        else if (actor == RZ_CHANCE)
            bars_apply(&l->setup, &l->state, RZ_CHANCE, bars_draw(&l->setup, &l->state, &l->rng),
                       NULL);
        else
            bars_apply(&l->setup, &l->state, actor, choose(l, actor), NULL);
    }
}

/* ---- What money and kept cards are worth ----------------------------------------------------- */

static float *row_of(lesson *l, int left) {
    return (float *)(uintptr_t)bars_row(l->net, l->scene.seats, left);
}

/* A step towards who won in the end. Returns the cross entropy before it. */
static float value_money(lesson *l, const moment *m, const float target[]) {
    bars_scene scene = l->scene;
    float *row = row_of(l, m->left + 1), shares[BARS_SEATS], most = 0, error = 0;
    float steep_slope = 0, bend_slope = 0;
    scene.steep = expf(row[BARS_STEEP] - 2);
    scene.bend = expf(row[BARS_BEND] - 6);
    bars_shares(&scene, m->money, shares);
    for (int seat = 0; seat < scene.seats; seat++)
        most = fmaxf(most, m->money[seat]);
    for (int seat = 0; seat < scene.seats; seat++) {
        float behind = most - m->money[seat], miss = shares[seat] - target[seat];
        steep_slope -= miss * behind * scene.steep;
        bend_slope -= miss * behind * behind * scene.bend;
        error -= target[seat] * logf(fmaxf(shares[seat], 1e-9f));
    }
    row[BARS_STEEP] -= l->rate * fminf(fmaxf(steep_slope, -2), 2);
    row[BARS_BEND] -= l->rate * fminf(fmaxf(bend_slope, -2), 2);
    return error;
}

static float kept_worth(const float *row, const uint8_t kept[KEPT]) {
    float sum = 0;
    for (int i = 0; i < KEPT; i++)
        sum += row[BARS_KEEP + kept[i]];
    return sum;
}

/* What was kept in a round is worth what the next one brought beyond the mean of all, and what is
 * kept then. */
static void value_kept(lesson *l, int at, const float end[]) {
    const moment *m = &l->moments[at], *next = m + 1;
    const float *after = at + 2 < l->n ? l->moments[at + 2].money : end;
    float *row = row_of(l, m->left), *next_row = row_of(l, next->left), mean = 0;
    for (int seat = 0; seat < l->scene.seats; seat++)
        mean += (after[seat] - next->money[seat]) / (float)l->scene.seats;
    for (int seat = 0; seat < l->scene.seats; seat++) {
        float worth = after[seat] - next->money[seat] - mean;
        if (next->left > 0)
            worth += kept_worth(next_row, next->kept[seat]);
        float miss = worth - kept_worth(row, m->kept[seat]);
        for (int i = 0; i < KEPT; i++)
            row[BARS_KEEP + m->kept[seat][i]] += 0.05f * l->rate * miss;
    }
}

static float look_back(lesson *l) {
    float end[BARS_SEATS] = {0}, target[BARS_SEATS] = {0}, error = 0;
    rz_actors winners = bars_winners(&l->setup, rz_state_public(&l->state));
    for (int seat = 0; seat < l->scene.seats; seat++) {
        end[seat] = (float)bars_worth(l->state.bars.pub.money[seat]);
        target[seat] = winners >> seat & 1 ? 1.0f / (float)rz_bits_count(winners) : 0;
    }
    for (int i = l->n - 2; i >= 0; i--)
        value_kept(l, i, end);
    for (int i = 1; i < l->n; i++)
        error += value_money(l, &l->moments[i], target);
    return error / (float)(l->n - 1);
}

static void set_table(int seats, rz_setup *setup) {
    rz_problem problem;
    rz_setup_init(&bars_game, seats, setup, &problem);
    bars_complete(setup);
}

/* In nearly all lessons all are masters: what they do shifts as they learn, so learning it takes
 * long. What others do does not; and a game of those who search takes as long as twenty. There one
 * master is a guest, of whom nobody learns what to expect: masters play otherwise among lesser
 * players than among themselves. If they expected that of each other, somebody who knows better
 * could make use of it.
 *
 * Whatever style a rival takes the others for, they are masters. */
static void seat_players(lesson *l, int seats) {
    int guest = (int)rz_rng_below(&l->rng, (uint32_t)seats);
    bool sparring = l->others != l->net, at_home = sparring || rz_rng_below(&l->rng, 64) > 0;
    for (int seat = 0; seat < seats; seat++) {
        bool master = at_home || seat == guest;
        bars_style style = master                         ? BARS_MASTERLY
                           : rz_rng_below(&l->rng, 2) > 0 ? BARS_GREEDY
                                                          : BARS_SEARCHING;
        l->player[seat].style = style;
        l->player[seat].teaches = sparring ? ~0u : master && !at_home ? 0 : 1u << style;
    }
}

static float hold(lesson *l, int seats, const uint8_t seed[RZ_SEED], uint32_t n) {
    uint8_t own_seed[RZ_SEED];
    rz_seed_child(seed, n, own_seed);
    rz_seed_stream(own_seed, "lesson", 0, &l->rng);
    uint64_t high = rz_rng_next(&l->rng);
    rz_rng_fast(&l->rng, high << 32 | rz_rng_next(&l->rng));
    seat_players(l, seats);
    set_table(seats, &l->setup);
    bars_init(&l->setup, &l->state, NULL);
    play(l);
    return look_back(l);
}

float bars_spar(rz_net *net, const rz_net *others, int seats, const uint8_t seed[RZ_SEED],
                uint32_t n, float rate) {
    static _Thread_local lesson l;
    l = (lesson){.net = net, .others = others, .rate = rate};
    return hold(&l, seats, seed, n);
}

static float bars_lesson(rz_net *net, const uint8_t seed[RZ_SEED], uint32_t n, float rate) {
    static _Thread_local lesson l;
    l = (lesson){.net = net, .others = net, .rate = rate};
    return hold(&l, tables[n % sizeof tables], seed, n);
}

/* ---- Contests -------------------------------------------------------------------------------- */

/* One game; the share of the win of `seat`, which plays by `one`. */
static double play_contest(const rz_net *one, float heat, const rz_net *other,
                           const rz_setup *setup, int seat, const uint8_t seed[RZ_SEED]) {
    rz_state state;
    rz_dealer dealer;
    rz_rng rng;
    rz_actors actors;
    rz_advice advice;
    rz_action legal[RZ_LEGAL_MAX];
    rz_view view;
    rz_dealer_init(&dealer, seed);
    rz_seed_stream(seed, "contest", 0, &rng);
    bars_init(setup, &state, NULL);
    while ((actors = bars_to_act(setup, rz_state_public(&state))) != 0) {
        int actor = __builtin_ctz(actors);
        if (actor == RZ_CHANCE) {
            rz_action drawn = rz_dealer_draw(&dealer, &bars_game, setup, &state);
            bars_apply(setup, &state, RZ_CHANCE, drawn, NULL);
            continue;
        }
        rz_question q = ask(setup, &state, actor, &rng, legal, &view);
        rz_action action =
            think(actor == seat ? one : other, actor == seat ? heat : BARS_HEAT, &q, NULL, &advice);
        bars_apply(setup, &state, actor, action, NULL);
    }
    rz_actors winners = bars_winners(setup, rz_state_public(&state));
    return winners >> seat & 1 ? 1.0 / rz_bits_count(winners) : 0;
}

/* Gives the seed and the table of a deal. */
static void prepare(int seats, const uint8_t seed[RZ_SEED], uint32_t n, uint8_t own_seed[RZ_SEED],
                    rz_setup *setup) {
    rz_seed_child(seed, UINT32_MAX - n, own_seed); /* none that lessons use */
    set_table(seats, setup);
}

/* A single seat will do: a deal with thought takes as long as some dozen lessons. */
static double bars_contest(const rz_net *one, const rz_net *other, const uint8_t seed[RZ_SEED],
                           uint32_t n) {
    uint8_t own_seed[RZ_SEED];
    rz_setup setup;
    int seats = tables[n % sizeof tables], seat = (int)(n / sizeof tables) % seats;
    prepare(seats, seed, n, own_seed, &setup);
    return seats * play_contest(one, BARS_HEAT, other, &setup, seat, own_seed);
}

double bars_spar_contest(const rz_net *net, const rz_net *others, int seats,
                         const uint8_t seed[RZ_SEED], uint32_t n) {
    const float sharp = 0.005f; /* who knows what the others do need not hide */
    uint8_t own_seed[RZ_SEED];
    rz_setup setup;
    double shares = 0;
    prepare(seats, seed, n, own_seed, &setup);
    for (int seat = 0; seat < seats; seat++)
        shares += play_contest(net, sharp, others, &setup, seat, own_seed);
    return shares / seats;
}

const rz_course bars_course = {&bars_game, &bars_net_shape, bars_lesson, bars_contest, 0, 48};
