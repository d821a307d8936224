#include "ai/mice/support.h"

#include "core/mem.h"
#include "games/games.h"

static int first_set(const mice_setup *setup, const mice_public *p) {
    return mice_cat_number(setup, p) ? 0 : mice_sets_below(p->free[p->active]);
}

/* The board after the support dice have fallen. */
static mice_public roll_support(const mice_setup *setup, const mice_public *start, uint32_t dice) {
    mice_public p = *start;
    int number = mice_cat_number(setup, &p);
    p.reserve = 0;
    p.helped = 1;
    p.help = dice;
    if (number)
        p.help -= (uint32_t)mice_feed_cat(setup, &p, mice_count(dice, number), MICE_NEUTRAL, NULL) *
                  mice_one(number);
    return p;
}

int mice_rank_left(const mice_setup *setup, const mice_public *p, int rank, int taken) {
    int more = taken - mice_cat_room(setup, p);
    return mice_rank(mice_sets()[rank] + (uint32_t)more * mice_one(mice_cat_number(setup, p)));
}

/* Sets of which the cat has taken so many dice that she comes. */
static void fill_cleared(mice_outlook *hands, const mice_setup *setup, const mice_public *p,
                         const mice_cleared_sets *cleared) {
    int dice = p->free[p->active], most = dice - mice_cat_room(setup, p);
    for (int rank = 0; rank < (most < 0 ? 0 : mice_sets_below(most + 1)); rank++) {
        int taken = dice - mice_total(mice_sets()[rank]);
        hands->of[rank] = cleared->placed->of[mice_rank_left(setup, p, rank, taken)];
    }
}

/* What all hands are worth when placing begins, and what the best part of each is worth that is
 * kept while the rest is rolled again. */
static void fill_late(mice_support *s, int at, const mice_outlook *hands, int dice, int me,
                      float more) {
    for (int rank = 0; rank < mice_sets_below(dice + 1); rank++)
        s->late[at][rank] = hands->of[rank].of[me] + more;
}

static void fill_early(mice_support *s, int at, const mice_outlook *hands, int dice, int cat,
                       int me, float more) {
    static _Thread_local mice_outlook kept;
    for (int left = dice; left >= (cat ? 0 : dice); left--) {
        int first = mice_sets_below(left), end = mice_sets_below(left + 1);
        memcpy(&kept, hands, (size_t)end * sizeof kept.of[0]);
        mice_outlook_expect(&kept, left, cat);
        mice_outlook_best_part(&kept, left, me);
        for (int rank = first; rank < end; rank++)
            s->early[at][rank] = kept.of[rank].of[me] + more;
    }
}

static float expected(mice_outlook *hands, int dice, int cat, int me) {
    mice_outlook_expect(hands, dice, cat);
    return hands->of[0].of[me];
}

/* What plans are worth as a whole over the sum of their parts, on average over all rolls. */
static float whole_over_parts(mice_judge *judge, const mice_public *pub,
                              const mice_outlook *placed) {
    static _Thread_local mice_outlook parts, whole;
    int dice = pub->free[pub->active], cat = mice_cat_number(judge->setup, pub);
    mice_outlook_hands(&parts, judge, pub, dice, dice, NULL);
    whole = *placed;
    return expected(&whole, dice, cat, pub->active) - expected(&parts, dice, cat, pub->active);
}

/* The support dice have brought the cat. */
static void add_cleared(mice_support *s, const mice_public *p, int me, int own,
                        const mice_cleared_sets *cleared) {
    for (int rank = 0; rank < mice_sets_below(own + 1); rank++) {
        s->late[s->n][rank] = cleared->placed->of[rank].of[me];
        s->early[s->n][rank] = cleared->best->of[rank].of[me];
    }
    s->help[s->n] = p->help;
    s->row[s->n++] = p->row_size;
}

static void add_outcome(mice_support *s, mice_judge *judge, const mice_public *pub, uint32_t dice,
                        float more, const mice_cleared_sets *cleared) {
    static _Thread_local mice_outlook hands;
    mice_public p = roll_support(judge->setup, pub, dice);
    int me = pub->active, own = pub->free[me], cat = mice_cat_number(judge->setup, &p);
    if (cleared && p.row_size < pub->row_size) {
        add_cleared(s, &p, me, own, cleared);
        return;
    }
    p.free[me] = (uint8_t)own; /* those that the cat sends back are not rolled */
    mice_outlook_hands(&hands, judge, &p, own, own, NULL);
    if (cleared && cat)
        fill_cleared(&hands, judge->setup, &p, cleared);
    fill_late(s, s->n, &hands, own, me, more);
    fill_early(s, s->n, &hands, own, cat, me, more);
    s->help[s->n] = p.help;
    s->row[s->n++] = p.row_size;
}

void mice_support_make(mice_support *s, mice_judge *judge, const mice_public *pub,
                       const mice_outlook *placed, const mice_cleared_sets *cleared) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_state due = {.mice.pub = *pub};
    int own = pub->free[pub->active], first = first_set(judge->setup, pub);
    float more = whole_over_parts(judge, pub, placed), all = 0;
    due.mice.pub.phase = MICE_HELP_DUE;
    due.mice.pub.rolling = pub->reserve;
    int n = mice_chance((const rz_setup *)(const void *)judge->setup, &due, outcomes);
    s->n = 0;
    memset(s->early_mean, 0, sizeof s->early_mean);
    memset(s->late_mean, 0, sizeof s->late_mean);
    for (int i = 0; i < n; i++)
        all += (float)outcomes[i].weight;
    for (int i = 0; i < n; i++) {
        float weight = (float)outcomes[i].weight / all;
        add_outcome(s, judge, pub, mice_unrank(outcomes[i].action), more, cleared);
        for (int rank = first; rank < mice_sets_below(own + 1); rank++) {
            s->early_mean[rank] += weight * s->early[i][rank];
            s->late_mean[rank] += weight * s->late[i][rank];
        }
    }
}

int mice_support_outcome(const mice_support *s, const mice_public *p, int taken) {
    for (int i = 0; i < s->n; i++)
        if (s->help[i] == p->help && s->row[i] + taken == p->row_size)
            return i;
    return -1;
}
