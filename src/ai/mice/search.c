#include "ai/mice/search.h"

#include "ai/clock.h"
#include "core/mem.h"
#include "games/games.h"
#include "games/mice/rules.h"

static const rz_setup *setup_of(const mice_judge *judge) {
    return (const rz_setup *)(const void *)judge->setup;
}

static mice_planner *planner(void) {
    static _Thread_local mice_planner pl;
    return &pl;
}

/* True if all that began with a limit came to its end. */
static bool end_limit(mice_judge *judge) {
    bool whole = !judge->stopped;
    judge->limit = NULL;
    judge->stopped = false;
    return whole;
}

/* ---- What dice to come are worth ------------------------------------------------------------- */

static void add_shares(mice_shares *to, const mice_shares *more, float factor) {
    for (int s = 0; s < RZ_NET_OUTPUTS; s++)
        to->of[s] += factor * more->of[s];
}

/* If the cat has taken so many dice, and nothing is placed. True if it has come. */
static bool cat_takes(const mice_judge *judge, mice_public *p, int taken) {
    bool comes = taken >= mice_cat_room(judge->setup, p);
    mice_feed_cat(judge->setup, p, taken, p->active, NULL);
    return comes;
}

static mice_shares hand_value(mice_planner *pl, int rank, bool exact) {
    mice_plan plan = mice_plan_for(pl, rank);
    if (!exact)
        return mice_plan_sum(pl, &plan);
    mice_public p = pl->pub;
    mice_plan_lay(pl, &plan, &p);
    mice_done(pl->judge->setup, &p, NULL);
    return mice_settle(pl->judge, &p, pl->me);
}

/* What the cat changes is added to what the dice are good for; if it comes nothing else counts. */
static void outlook_after_cat(mice_outlook *o, mice_planner *pl, int taken, bool exact) {
    int size = pl->dice - taken;
    mice_public p = pl->pub;
    bool comes = cat_takes(pl->judge, &p, taken);
    mice_done(pl->judge->setup, &p, NULL);
    mice_shares cat = mice_settle(pl->judge, &p, pl->me);
    for (int rank = mice_sets_below(size); rank < mice_sets_below(size + 1); rank++) {
        o->of[rank] = cat;
        if (comes)
            continue;
        mice_shares hand = hand_value(pl, rank, exact && taken < 2);
        add_shares(&o->of[rank], &hand, 1);
        add_shares(&o->of[rank], &pl->base, -1);
    }
}

static void outlook(mice_outlook *o, mice_planner *pl, int least, bool exact) {
    bool cat = mice_cat_number(pl->judge->setup, &pl->pub);
    int end = mice_sets_below(pl->dice + 1);
    for (int rank = mice_sets_below(least); rank < end && !pl->judge->stopped; rank++)
        o->of[rank] = hand_value(pl, rank, exact);
    for (int taken = 1; cat && taken <= pl->dice && !pl->judge->stopped; taken++)
        outlook_after_cat(o, pl, taken, exact);
}

void mice_outlook_hands(mice_outlook *o, mice_judge *judge, const mice_public *pub, int least,
                        int dice, const mice_budget *budget) {
    mice_planner *pl = planner();
    mice_plan_any(pl, judge, pub, dice);
    bool whole = false;
    if (budget) {
        judge->limit = budget;
        outlook(o, pl, least, true);
        whole = end_limit(judge);
    }
    if (!whole)
        outlook(o, pl, least, false);
}

void mice_outlook_expect(mice_outlook *o, int dice, int cat) {
    const mice_next_ranks *next = mice_next_rank();
    for (int rolled = 1; rolled <= dice; rolled++) {
        int from = cat ? 0 : mice_sets_below(dice - rolled);
        for (int rank = from; rank < mice_sets_below(dice - rolled + 1); rank++) {
            mice_shares sum = {{0}};
            for (int v = 1; v <= MICE_FACES; v++)
                add_shares(&sum, &o->of[v == cat ? rank : next[rank][v - 1]], 1.0f / MICE_FACES);
            o->of[rank] = sum;
        }
    }
}

void mice_outlook_best_part(mice_outlook *o, int dice, int me) {
    const mice_next_ranks *next = mice_next_rank();
    for (int rank = 0; rank < mice_sets_below(dice); rank++)
        for (int v = 1; v <= MICE_FACES; v++) {
            int more = next[rank][v - 1];
            if (o->of[rank].of[me] > o->of[more].of[me])
                o->of[more] = o->of[rank];
        }
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* With a cat about, a first roll may leave fewer dice for the second: each number of them has its
 * own expectation. */
mice_shares mice_roll_value(mice_judge *judge, const mice_public *pub, const mice_budget *budget) {
    static _Thread_local mice_outlook hands, kept, first;
    int dice = pub->free[pub->active], cat = mice_cat_number(judge->setup, pub);
    mice_outlook_hands(&hands, judge, pub, dice, dice, budget);
    if (judge->stopped)
        return (mice_shares){{0}};
    for (int left = dice; left >= (cat ? 0 : dice); left--) {
        memcpy(&kept, &hands, (size_t)mice_sets_below(left + 1) * sizeof *hands.of);
        mice_outlook_expect(&kept, left, cat);
        mice_outlook_best_part(&kept, left, pub->active);
        int from = mice_sets_below(left), to = mice_sets_below(left + 1);
        memcpy(&first.of[from], &kept.of[from], (size_t)(to - from) * sizeof *hands.of);
    }
    mice_outlook_expect(&first, dice, cat);
    return first.of[0];
}

enum { ENOUGH = 4 }; /* dice with which nobody thinks of retrieving */

static mice_shares best_turn(mice_judge *judge, const mice_public *pub) {
    rz_action legal[RZ_LEGAL_MAX];
    mice_shares best = {{0}};
    int me = pub->active;
    if (pub->free[me] >= ENOUGH)
        return mice_roll_value(judge, pub, NULL);
    int n = mice_legal_in(setup_of(judge), (const rz_state *)(const void *)pub, me, legal);
    for (int i = 0; i < n; i++) {
        mice_shares shares;
        if (legal[i] == MICE_ROLL) {
            shares = mice_roll_value(judge, pub, NULL);
        } else {
            rz_state next;
            next.mice.pub = *pub;
            mice_apply(setup_of(judge), &next, me, legal[i], NULL);
            shares = mice_judge_position(judge, &next.mice.pub);
        }
        if (i == 0 || shares.of[me] > best.of[me])
            best = shares;
    }
    return best;
}

mice_shares mice_turn_value(mice_judge *judge, const mice_public *pub, int seat) {
    unsigned asked = judge->asked;
    if (pub->phase == MICE_OVER)
        return mice_judge_position(judge, pub);
    judge->asked = 1u << pub->active | 1u << seat;
    mice_shares shares = best_turn(judge, pub);
    judge->asked = asked;
    return shares;
}

/* ---- Candidates: where a choice ends by judgement, and what a turn more says of it ------------
 */

enum { CANDIDATES = 40 };

typedef struct candidate {
    mice_public end;
    float win, deep;
    uint8_t steps; /* how many first steps lead there … */
    rz_action step[MICE_PLACES_MAX];
} candidate;

typedef struct candidates {
    int n, deepened;
    candidate list[CANDIDATES];
} candidates;

static void sort_candidates(candidates *c) {
    for (int i = 1; i < c->n; i++)
        for (int k = i; k > 0 && c->list[k].win > c->list[k - 1].win; k--) {
            candidate swap = c->list[k];
            c->list[k] = c->list[k - 1];
            c->list[k - 1] = swap;
        }
}

/* Is there time for something that took `last` ms, or `cost` positions, the time before? */
static bool affords(const mice_judge *judge, const mice_budget *budget, double last,
                    uint32_t cost) {
    if (budget->nodes)
        return judge->judged + cost <= budget->nodes;
    return rz_clock_ms() + last <= budget->until;
}

/* One turn further for as many as there is time for, the best ones first. */
static void deepen(mice_judge *judge, const mice_budget *budget, candidates *c, int me) {
    double last = 0.7;
    uint32_t cost = 300;
    sort_candidates(c);
    c->deepened = 0;
    judge->limit = budget;
    while (c->n > 1 && c->deepened < c->n && affords(judge, budget, last, cost)) {
        double start = budget->nodes ? 0 : rz_clock_ms();
        uint32_t before = judge->judged;
        candidate *this = &c->list[c->deepened];
        this->deep = mice_turn_value(judge, &this->end, me).of[me];
        if (judge->stopped)
            break;
        c->deepened++;
        last = budget->nodes ? 0 : rz_clock_ms() - start;
        cost = judge->judged - before;
    }
    end_limit(judge);
}

/* The final word on each candidate: who was not looked at further is no better than who was. */
static void decide(candidates *c) {
    float best = 0, shift = 0;
    if (c->deepened < 2)
        return;
    for (int i = 0; i < c->deepened; i++) {
        best = i == 0 || c->list[i].deep > best ? c->list[i].deep : best;
        shift += (c->list[i].deep - c->list[i].win) / (float)c->deepened;
    }
    for (int i = 0; i < c->n; i++) {
        float shifted = c->list[i].win + shift, most = best * 0.999f;
        c->list[i].win = i < c->deepened ? c->list[i].deep : shifted < most ? shifted : most;
    }
}

static void report(const candidates *c, const rz_action *legal, int n, float *win) {
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < c->list[i].steps; k++)
            for (int a = 0; a < n; a++)
                if (legal[a] == c->list[i].step[k] && c->list[i].win > win[a])
                    win[a] = c->list[i].win;
}

/* ---- Rewards --------------------------------------------------------------------------------- */

static void search_reward(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                          const rz_action *legal, int n, float *win) {
    static _Thread_local candidates c;
    c.n = n;
    for (int i = 0; i < n; i++) {
        candidate *one = &c.list[i];
        one->end = *pub;
        one->steps = 1;
        one->step[0] = legal[i];
        mice_reward(judge->setup, &one->end, legal[i], NULL);
        one->win = mice_settle(judge, &one->end, pub->active).of[pub->active];
        win[i] = 0;
    }
    deepen(judge, budget, &c, pub->active);
    decide(&c);
    report(&c, legal, n, win);
}

/* ---- Placing --------------------------------------------------------------------------------- */

static bool may_end(const mice_judge *judge, const mice_public *p) {
    mice_view view = {.pub = *p, .seat = p->active};
    return mice_why_not(setup_of(judge), (const rz_view *)(const void *)&view, MICE_DONE) == RZ_OK;
}

static void judge_plan(mice_planner *pl, const mice_plan *plan, candidate *one) {
    one->steps = 0;
    for (int place = 0; place <= pl->judge->setup->size; place++)
        if (plan->option[place])
            one->step[one->steps++] =
                mice_first_step(pl, place, &pl->menus[place].list[plan->option[place] - 1]);
    if (one->steps == 0)
        one->step[one->steps++] = MICE_DONE;
    mice_done(pl->judge->setup, &one->end, NULL);
    one->win = mice_settle(pl->judge, &one->end, pl->me).of[pl->me];
}

/* The best plans that may be ended with, judged as a whole: what may win at once, a few more, and
 * all others that there is time for. They are no more than 40, so that who counts positions can do
 * with all of them. */
static void judge_plans(mice_planner *pl, candidates *c, const mice_budget *budget) {
    enum { FEW = 10, WINS = 20 };
    mice_plan plans[CANDIDATES];
    int wins = mice_plan_list_wins(pl, plans, WINS);
    int n = wins + mice_plan_list(pl, plans + wins, budget ? CANDIDATES - wins : FEW);
    c->n = 0;
    for (int i = 0; i < n; i++) {
        candidate *one = &c->list[c->n];
        one->end = pl->pub;
        pl->judge->limit = i < wins + FEW || budget->nodes ? NULL : budget;
        mice_plan_lay(pl, &plans[i], &one->end);
        if (!may_end(pl->judge, &one->end))
            continue;
        judge_plan(pl, &plans[i], one);
        if (pl->judge->stopped)
            break;
        c->n++;
    }
    end_limit(pl->judge);
}

/* What it is to place one die and no more: for those that no good plan begins with. */
static void judge_steps(const mice_planner *pl, const rz_action *legal, int n, float *win) {
    for (int i = 0; i < n; i++)
        win[i] = legal[i] == MICE_DONE ? pl->base.of[pl->me] : 0;
    for (int place = 0; place <= pl->judge->setup->size; place++)
        for (int k = 0; k < pl->menus[place].n; k++) {
            const mice_option *o = &pl->menus[place].list[k];
            rz_action step = mice_first_step(pl, place, o);
            float end = pl->base.of[pl->me] + o->gains.of[pl->me];
            for (int i = 0; i < n; i++)
                if (legal[i] == step && end > win[i])
                    win[i] = end;
        }
}

/* What no plan says anything about is no better than the best of the plans. */
static void cap(const candidates *c, float *win, int n) {
    float best = 0;
    for (int i = 0; i < c->n; i++)
        best = c->list[i].win > best ? c->list[i].win : best;
    for (int i = 0; c->n > 0 && i < n; i++)
        win[i] = win[i] < best * 0.998f ? win[i] : best * 0.998f;
}

static void search_place(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                         const rz_action *legal, int n, float *win) {
    static _Thread_local candidates c;
    mice_planner *pl = planner();
    mice_plan_hand(pl, judge, pub);
    judge_steps(pl, legal, n, win);
    judge_plans(pl, &c, budget);
    deepen(judge, budget, &c, pub->active);
    decide(&c);
    cap(&c, win, n);
    report(&c, legal, n, win);
}

bool mice_place_all(mice_judge *judge, mice_public *pub) {
    static _Thread_local candidates c;
    mice_planner *pl = planner();
    int best = 0;
    judge->asked = 1u << pub->active;
    mice_plan_hand(pl, judge, pub);
    judge_plans(pl, &c, NULL);
    for (int i = 1; i < c.n; i++)
        best = c.list[i].win > c.list[best].win ? i : best;
    if (c.n > 0)
        *pub = c.list[best].end;
    return c.n > 0;
}

/* ---- Support dice ------------------------------------------------------------------------------
 */

static float placing_value(mice_judge *judge, const mice_public *pub) {
    mice_public end = *pub;
    int me = pub->active;
    if (mice_place_all(judge, &end))
        return mice_judge_position(judge, &end).of[me];
    mice_done(judge->setup, &end, NULL);
    return mice_settle(judge, &end, me).of[me];
}

/* What the dice in hand are worth with support dice, over all that these can show or, where there
 * is no time for it, over some. */
static float helped_value(mice_judge *judge, const mice_public *pub, const mice_budget *budget) {
    enum { STRIDE = 23, FEWEST = 6 }; /* the stride meets all outcomes: 56, 21 or 6 */
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_state rolled;
    float sum = 0, weight = 0;
    rolled.mice.pub = *pub;
    rolled.mice.pub.rerolled = 1;
    mice_apply(setup_of(judge), &rolled, pub->active, MICE_SUPPORT, NULL);
    int n = mice_chance(setup_of(judge), &rolled, outcomes);
    for (int i = 0; i < n && (i < FEWEST || affords(judge, budget, 0.4, 150)); i++) {
        const rz_outcome *one = &outcomes[i * STRIDE % n];
        rz_state fallen = rolled;
        mice_apply(setup_of(judge), &fallen, RZ_CHANCE, one->action, NULL);
        sum += (float)one->weight * placing_value(judge, &fallen.mice.pub);
        weight += (float)one->weight;
    }
    return sum / weight;
}

static float unhelped_value(mice_judge *judge, const mice_public *pub) {
    mice_public declined = *pub;
    declined.phase = MICE_PLACING;
    declined.bound = 0;
    return placing_value(judge, &declined);
}

static void search_offer(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                         const rz_action *legal, int n, float *win) {
    for (int i = 0; i < n; i++)
        win[i] = legal[i] == MICE_SUPPORT ? helped_value(judge, pub, budget)
                                          : unhelped_value(judge, pub);
}

/* ---- Rolling --------------------------------------------------------------------------------- */

/* The dice that a re-roll keeps, and how many dice there are with those that are rolled. */
static uint32_t kept_by(const mice_judge *judge, const mice_public *pub, rz_action reroll,
                        int *dice) {
    mice_state next = {*pub};
    mice_apply(setup_of(judge), (rz_state *)(void *)&next, pub->active, reroll, NULL);
    *dice = mice_total(next.pub.hand) + next.pub.rolling;
    return next.pub.hand;
}

/* Support dice are best rolled before the re-roll, if at all: they change a turn by about what they
 * change for the dice as they lie. */
static void search_reroll(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                          const rz_action *legal, int n, float *win) {
    static _Thread_local mice_outlook hands, kept;
    int all = pub->free[pub->active], done = -1, me = pub->active;
    float best = 0;
    /* Dice that the cat has sent back show nothing, and may be left out of the re-roll (M52). */
    mice_outlook_hands(&hands, judge, pub, mice_total(pub->hand), all, budget);
    for (int i = n - 1; i >= 0; i--) {
        int dice;
        if (legal[i] == MICE_SUPPORT) {
            win[i] = best + helped_value(judge, pub, budget) - unhelped_value(judge, pub);
            continue;
        }
        uint32_t keep = kept_by(judge, pub, legal[i], &dice);
        if (dice != done) {
            kept = hands;
            mice_outlook_expect(&kept, dice, mice_cat_number(judge->setup, pub));
            done = dice;
        }
        win[i] = kept.of[mice_rank(keep)].of[me];
        best = win[i] > best ? win[i] : best;
    }
}

static void search_turn(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                        const rz_action *legal, int n, float *win) {
    for (int i = 0; i < n; i++) {
        rz_state next;
        next.mice.pub = *pub;
        mice_apply(setup_of(judge), &next, pub->active, legal[i], NULL);
        win[i] = (legal[i] == MICE_ROLL ? mice_roll_value(judge, pub, budget)
                                        : mice_judge_position(judge, &next.mice.pub))
                     .of[pub->active];
    }
}

void mice_search_each(mice_judge *judge, const mice_public *pub, const mice_budget *budget,
                      const rz_action *legal, int n, float *win) {
    judge->asked = 1u << pub->active;
    if (pub->phase == MICE_TURN)
        search_turn(judge, pub, budget, legal, n, win);
    else if (pub->phase == MICE_REROLLING)
        search_reroll(judge, pub, budget, legal, n, win);
    else if (pub->phase == MICE_OFFER)
        search_offer(judge, pub, budget, legal, n, win);
    else if (pub->phase == MICE_PLACING)
        search_place(judge, pub, budget, legal, n, win);
    else
        search_reward(judge, pub, budget, legal, n, win);
}
