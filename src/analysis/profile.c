#include "analysis/profile.h"

#include "core/mem.h"

bool rz_profile_value(const rz_profile *p, const rz_action action[], rz_shares *shares) {
    const rz_analyst *a = p->analyst;
    rz_state next;
    memcpy(&next, &a->together, a->game->state_size);
    for (int i = 0; i < p->n; i++)
        a->game->apply(a->setup, &next, p->decision[i]->seat, action[i], NULL);
    return rz_analyst_value(a, &next, shares);
}

/* ---- Combinations ---------------------------------------------------------------------------- */

/* Some seats have a fixed action; the others mix. */
typedef struct walk {
    const rz_profile *profile;
    int fixed; /* one of the seats, or -1 */
    rz_action action[RZ_SEATS_MAX];
    rz_shares sum;
} walk;

static double combinations(const rz_profile *p, int fixed) {
    double n = 1;
    for (int i = 0; i < p->n; i++) {
        const rz_choices *c = &p->decision[i]->choices;
        int mixed = 0;
        for (int k = 0; k < c->n; k++)
            mixed += c->mix[k] > 0;
        n *= i == fixed ? 1 : mixed;
    }
    return n;
}

static void add_value(walk *w, double chance) {
    rz_shares shares;
    rz_profile_value(w->profile, w->action, &shares);
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        w->sum.of[s] += chance * shares.of[s];
}

static void walk_all(walk *w, int at, double chance) {
    if (at == w->profile->n) {
        add_value(w, chance);
        return;
    }
    if (at == w->fixed) {
        walk_all(w, at + 1, chance);
        return;
    }
    const rz_choices *c = &w->profile->decision[at]->choices;
    for (int k = 0; k < c->n; k++)
        if (c->mix[k] > 0) {
            w->action[at] = c->action[k];
            walk_all(w, at + 1, chance * c->mix[k]);
        }
}

static rz_action draw_action(const rz_choices *c, rz_rng *rng) {
    double left = rz_rng_next(rng) * 0x1p-32;
    int k = 0;
    while (k < c->n - 1 && (left -= c->mix[k]) >= 0)
        k++;
    return c->action[k];
}

static void walk_some(walk *w) {
    rz_rng rng;
    rz_rng_fast(&rng, 1); /* the same every time, and the same whatever is fixed */
    for (int n = 0; n < RZ_PROFILES_MAX; n++) {
        for (int i = 0; i < w->profile->n; i++) {
            rz_action drawn = draw_action(&w->profile->decision[i]->choices, &rng);
            if (i != w->fixed)
                w->action[i] = drawn;
        }
        add_value(w, 1.0 / RZ_PROFILES_MAX);
    }
}

/* The mean while the rest mix; `fixed` is -1 or the place of a seat that does `action`. */
static void mean_of(const rz_profile *p, int fixed, rz_action action, rz_shares *mean) {
    walk w = {.profile = p, .fixed = fixed};
    if (fixed >= 0)
        w.action[fixed] = action;
    if (combinations(p, fixed) <= RZ_PROFILES_MAX)
        walk_all(&w, 0, 1);
    else
        walk_some(&w);
    *mean = w.sum;
}

void rz_profile_mean(const rz_profile *p, rz_shares *mean) {
    mean_of(p, -1, 0, mean);
}

void rz_profile_gifts(const rz_profile *p, rz_shares *gifts) {
    *gifts = (rz_shares){{0}};
    for (int j = 0; j < p->n; j++) {
        const rz_decision *d = p->decision[j];
        rz_shares done, best;
        if (d->chosen == d->best)
            continue;
        mean_of(p, j, d->chosen, &done);
        mean_of(p, j, d->best, &best);
        for (int s = 0; s < rz_seats(p->analyst->setup); s++)
            if (s != d->seat)
                gifts->of[s] += done.of[s] - best.of[s];
    }
}
