#include "analysis/analyst.h"

#include "ai/maths.h"
#include "analysis/profile.h"
#include "core/assert.h"
#include "core/bits.h"
#include "core/mem.h"

const char *const rz_mark_names[] = {"fine", "doubtful", "mistake", "blunder"};

/* ---- What states are worth ------------------------------------------------------------------- */

static bool is_over(const rz_analyst *a, const rz_state *state) {
    return a->game->to_act(a->setup, rz_state_public(state)) == 0;
}

bool rz_analyst_value(const rz_analyst *a, const rz_state *state, rz_shares *shares) {
    if (!is_over(a, state))
        return a->judge->value(a->memory, state, shares);
    rz_final_shares(a->game, a->setup, rz_state_public(state), shares);
    return true;
}

/* After each of `n` actions. */
static bool value_each(const rz_analyst *a, const rz_state *state, int actor,
                       const rz_action *actions, int n, rz_shares *shares) {
    bool exact = true;
    if (a->judge->values)
        return a->judge->values(a->memory, state, actor, actions, n, shares);
    for (int i = 0; i < n; i++) {
        rz_state next;
        memcpy(&next, state, a->game->state_size);
        a->game->apply(a->setup, &next, actor, actions[i], NULL);
        exact &= rz_analyst_value(a, &next, &shares[i]);
    }
    return exact;
}

static void add(rz_shares *to, const rz_shares *more) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        to->of[s] += more->of[s];
}

static rz_shares difference(const rz_shares *one, const rz_shares *other) {
    rz_shares out;
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        out.of[s] = one->of[s] - other->of[s];
    return out;
}

static int place_of(const rz_action *actions, int n, rz_action action) {
    int at = 0;
    while (at < n && actions[at] != action)
        at++;
    RZ_ASSERT(at < n);
    return at;
}

/* ---- Chance ---------------------------------------------------------------------------------- */

static void take_chance(rz_analyst *a, const rz_state *state, rz_action action, rz_step *step) {
    int n = a->game->chance(a->setup, state, a->outcomes);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        a->actions[i] = a->outcomes[i].action;
        sum += a->outcomes[i].weight;
    }
    step->exact = value_each(a, state, RZ_CHANCE, a->actions, n, a->shares);
    for (int i = 0; i < n; i++)
        for (int s = 0; s < rz_seats(a->setup); s++)
            step->mean.of[s] += a->outcomes[i].weight / sum * a->shares[i].of[s];
    step->after = a->shares[place_of(a->actions, n, action)];
    step->luck = difference(&step->after, &step->mean);
    step->drift = difference(&step->mean, &step->before);
}

/* ---- One seat's decision --------------------------------------------------------------------- */

/* By the seat's view where something is hidden, else by what the choices lead to. */
static void weigh(const rz_analyst *a, const rz_state *state, int seat, const rz_shares *shares,
                  rz_choices *c) {
    if (a->judge->choices) {
        rz_view view;
        a->game->view(a->setup, state, seat, &view);
        a->judge->choices(a->memory, &view, seat, c);
        return;
    }
    int best = 0;
    c->doubt = 0;
    for (int i = 0; i < c->n; i++) {
        c->win[i] = shares[i].of[seat];
        c->mix[i] = 0;
        best = c->win[i] > c->win[best] ? i : best;
    }
    c->mix[best] = 1;
}

bool rz_analyst_weigh(rz_analyst *a, const rz_state *state, int seat, rz_choices *c) {
    c->n = a->game->legal_in(a->setup, state, seat, c->action);
    bool exact = !a->judge->choices && value_each(a, state, seat, c->action, c->n, a->shares);
    weigh(a, state, seat, a->shares, c);
    return exact;
}

/* Thresholds in shares of an even chance. What the judgement can not tell apart is no error, nor is
 * a card that the best player plays now and then. */
static rz_mark mark_of(const rz_analyst *a, const rz_decision *d) {
    static const double least[] = {0.08, 0.20, 0.40};
    const double seldom = 0.05;
    rz_mark mark = RZ_FINE;
    if (d->choices.n < 2 || d->choices.doubt > d->loss || (a->judge->choices && d->mix >= seldom))
        return RZ_FINE;
    while (mark < RZ_BLUNDER && d->loss * rz_seats(a->setup) >= least[mark])
        mark++;
    return mark;
}

void rz_decide(const rz_analyst *a, rz_decision *d) {
    const rz_choices *c = &d->choices;
    int chosen = place_of(c->action, c->n, d->chosen), best = 0;
    double sum = 0;
    for (int i = 0; i < c->n; i++) {
        sum += c->win[i];
        best = c->win[i] > c->win[best] ? i : best;
    }
    d->best = c->action[best];
    d->loss = c->win[best] - c->win[chosen];
    d->stake = c->win[best] - sum / c->n;
    d->mix = c->mix[chosen];
    d->mark = mark_of(a, d);
}

static void begin_decision(const rz_analyst *a, const rz_state *state, int seat, rz_action chosen,
                           uint32_t line, rz_decision *d) {
    d->line = line;
    d->seat = (uint8_t)seat;
    d->is_away = a->away >> seat & 1;
    d->chosen = chosen;
    d->kind = (uint8_t)a->judge->kind(a->setup, rz_state_public(state), seat);
    d->choices.n = a->game->legal_in(a->setup, state, seat, d->choices.action);
}

static void take_decision(rz_analyst *a, const rz_state *state, int seat, rz_action action,
                          rz_step *step) {
    rz_decision *d = &step->decisions[0];
    rz_choices *c = &d->choices;
    step->n = 1;
    begin_decision(a, state, seat, action, step->line, d);
    step->exact = value_each(a, state, seat, c->action, c->n, a->shares);
    weigh(a, state, seat, a->shares, c);
    rz_decide(a, d);
    const rz_shares *best = &a->shares[place_of(c->action, c->n, d->best)];
    step->after = a->shares[place_of(c->action, c->n, action)];
    step->gifts = difference(&step->after, best);
    step->own.of[seat] = -d->loss;
    step->hidden.of[seat] = step->gifts.of[seat] + d->loss;
    step->gifts.of[seat] = 0;
    step->drift = difference(best, &step->before);
}

/* ---- Decisions made at once ------------------------------------------------------------------ */

static void keep_choice(rz_analyst *a, const rz_state *state, int seat, rz_action action,
                        uint32_t line) {
    if (a->n_chosen == 0) {
        a->waited = a->game->to_act(a->setup, rz_state_public(state));
        memcpy(&a->together, state, a->game->state_size);
    }
    a->seat[a->n_chosen] = (uint8_t)seat;
    a->is_away[a->n_chosen] = a->away >> seat & 1;
    a->action[a->n_chosen] = action;
    a->line[a->n_chosen++] = line;
}

static void take_profile(rz_analyst *a, rz_step *step) {
    rz_profile p = {.analyst = a, .n = a->n_chosen};
    step->n = a->n_chosen;
    for (int i = 0; i < p.n; i++) {
        rz_decision *d = &step->decisions[i];
        begin_decision(a, &a->together, a->seat[i], a->action[i], a->line[i], d);
        d->is_away = a->is_away[i];
        weigh(a, &a->together, a->seat[i], NULL, &d->choices);
        rz_decide(a, d);
        p.decision[i] = d;
        step->own.of[d->seat] = -d->loss;
    }
    rz_shares mean;
    step->exact = rz_profile_value(&p, a->action, &step->after);
    rz_profile_mean(&p, &mean);
    rz_profile_gifts(&p, &step->gifts);
    step->drift = difference(&mean, &step->before);
    step->hidden = difference(&step->after, &mean);
    for (int s = 0; s < rz_seats(a->setup); s++)
        step->hidden.of[s] -= step->own.of[s] + step->gifts.of[s];
}

/* ---- The whole game -------------------------------------------------------------------------- */

void rz_analyst_begin(rz_analyst *a, const rz_game *game, const rz_setup *setup,
                      const rz_judge *judge, void *memory, uint32_t nodes) {
    a->game = game;
    a->setup = setup;
    a->judge = judge;
    a->memory = memory;
    a->has_begun = false;
    a->away = 0;
    a->n_chosen = 0;
    a->ledger = (rz_ledger){0};
    judge->begin(memory, setup, nodes);
}

bool rz_is_told(const rz_decision *d) {
    return d->choices.n > 1 && !d->is_away;
}

static void note_decision(rz_ledger *l, const rz_decision *d, int seats) {
    int s = d->seat;
    if (!rz_is_told(d))
        return;
    l->decisions[s]++;
    l->marks[s][d->mark]++;
    l->loss_of_kind[s][d->kind] += d->loss;
    l->count_of_kind[s][d->kind]++;
    l->accuracy_sum[s] += d->stake * 100 * (double)rz_exp((float)(-2 * seats * d->loss));
    l->accuracy_weight[s] += d->stake;
}

static void note_step(rz_analyst *a, const rz_step *step) {
    rz_ledger *l = &a->ledger;
    add(&l->luck, &step->luck);
    add(&l->hidden, &step->hidden);
    add(&l->own, &step->own);
    add(&l->gifts, &step->gifts);
    add(&l->drift, &step->drift);
    l->end = step->after;
    a->is_exact = step->exact;
    for (int i = 0; i < step->n; i++)
        note_decision(l, &step->decisions[i], rz_seats(a->setup));
}

/* All but the room of decisions, which is large and filled in where there are any. */
static void begin_step(const rz_analyst *a, rz_step_kind kind, uint32_t line, rz_step *step) {
    step->kind = kind;
    step->line = line;
    step->n = 0;
    step->before = a->ledger.end;
    step->after = step->luck = step->hidden = step->own = (rz_shares){{0}};
    step->gifts = step->drift = step->mean = (rz_shares){{0}};
}

bool rz_analyst_take(rz_analyst *a, const rz_state *state, int actor, rz_action action,
                     uint32_t line, rz_step *step) {
    rz_actors actors = a->game->to_act(a->setup, rz_state_public(state));
    if (!a->has_begun) {
        a->is_exact = rz_analyst_value(a, state, &a->ledger.start);
        a->ledger.end = a->ledger.start;
        a->has_begun = true;
    }
    if (actor == RZ_CHANCE) {
        begin_step(a, RZ_STEP_CHANCE, line, step);
        take_chance(a, state, action, step);
    } else if (a->n_chosen == 0 && rz_bits_count(actors) == 1) {
        begin_step(a, RZ_STEP_DECISION, line, step);
        take_decision(a, state, actor, action, step);
    } else {
        keep_choice(a, state, actor, action, line);
        if (a->n_chosen < rz_bits_count(a->waited))
            return false;
        begin_step(a, RZ_STEP_TOGETHER, line, step);
        take_profile(a, step);
        a->n_chosen = 0;
    }
    note_step(a, step);
    return true;
}

rz_action rz_rival(const rz_decision *d) {
    rz_action rival = RZ_HIDDEN;
    double win = -1;
    if (d->chosen != d->best)
        return d->chosen;
    for (int i = 0; i < d->choices.n; i++)
        if (d->choices.action[i] != d->best && d->choices.win[i] > win) {
            rival = d->choices.action[i];
            win = d->choices.win[i];
        }
    return rival;
}

double rz_accuracy(const rz_ledger *l, int seat) {
    return l->accuracy_weight[seat] > 0 ? l->accuracy_sum[seat] / l->accuracy_weight[seat] : 100;
}
