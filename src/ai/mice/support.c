#include "ai/mice/support.h"

#include "core/mem.h"
#include "games/games.h"

static int first_set(const mice_setup *setup, const mice_public *p, bool loose) {
    return loose || mice_cat_number(setup, p) ? 0 : mice_sets_below(p->free[p->active]);
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

/* What is in hand when placing begins. Of smaller sets the cat has taken the other dice or, where
 * they are loose, they show nothing. */
static void fill_hands(mice_outlook *hands, const mice_ends *ends, mice_judge *judge, bool loose,
                       const mice_cleared_sets *cleared) {
    const mice_public *p = &ends->start;
    int dice = p->free[p->active], room = mice_cat_room(judge->setup, p);
    for (int rank = first_set(judge->setup, p, loose); rank < mice_sets_below(dice + 1); rank++) {
        int taken = loose ? 0 : dice - mice_total(mice_sets()[rank]);
        hands->of[rank] = cleared && taken >= room
                              ? cleared->placed->of[mice_rank_left(judge->setup, p, rank, taken)]
                              : mice_ends_value(ends, judge, rank, taken);
    }
}

/* What all hands are worth when placing begins, and what the best part of each is worth that is
 * kept while the rest is rolled again. */
static void fill_late(mice_support *s, int at, const mice_outlook *hands, int dice, int me) {
    for (int rank = 0; rank < mice_sets_below(dice + 1); rank++)
        s->late[at][rank] = hands->of[rank].of[me];
}

static void fill_early(mice_support *s, int at, const mice_outlook *hands, int dice, int cat,
                       int me) {
    static _Thread_local mice_outlook kept;
    for (int left = dice; left >= (cat ? 0 : dice); left--) {
        int first = mice_sets_below(left), end = mice_sets_below(left + 1);
        memcpy(&kept, hands, (size_t)end * sizeof kept.of[0]);
        mice_outlook_expect(&kept, left, cat);
        mice_outlook_best_part(&kept, left, me);
        for (int rank = first; rank < end; rank++)
            s->early[at][rank] = kept.of[rank].of[me];
    }
}

/* The same where dice may show nothing: any number of them is rolled again, or none. */
static void fill_early_loose(mice_support *s, int at, const mice_outlook *hands, int dice, int me) {
    static _Thread_local mice_outlook kept;
    memcpy(s->early[at], s->late[at], sizeof s->early[at]);
    for (int all = 0; all <= dice; all++) {
        int end = mice_sets_below(all + 1);
        memcpy(&kept, hands, (size_t)end * sizeof kept.of[0]);
        mice_outlook_expect(&kept, all, 0);
        mice_outlook_best_part(&kept, all, me);
        for (int rank = 0; rank < end; rank++)
            if (kept.of[rank].of[me] > s->early[at][rank])
                s->early[at][rank] = kept.of[rank].of[me];
    }
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

static void add_outcome(mice_support *s, mice_planner *pl, mice_judge *judge,
                        const mice_public *pub, uint32_t dice, bool loose,
                        const mice_cleared_sets *cleared) {
    enum { FEWER = 20 }; /* plans: there are up to 56 outcomes */
    static _Thread_local mice_outlook hands;
    static _Thread_local mice_ends ends;
    mice_public p = roll_support(judge->setup, pub, dice);
    int me = pub->active, own = pub->free[me], cat = mice_cat_number(judge->setup, &p);
    if (cleared && p.row_size < pub->row_size) {
        add_cleared(s, &p, me, own, cleared);
        return;
    }
    p.free[me] = (uint8_t)own; /* those that the cat sends back are not rolled */
    mice_ends_find(&ends, pl, judge, &p, (judge->plans + FEWER - 1) / FEWER);
    fill_hands(&hands, &ends, judge, loose, cleared);
    fill_late(s, s->n, &hands, own, me);
    if (loose)
        fill_early_loose(s, s->n, &hands, own, me);
    else
        fill_early(s, s->n, &hands, own, cat, me);
    s->help[s->n] = p.help;
    s->row[s->n++] = p.row_size;
}

void mice_support_make(mice_support *s, mice_planner *pl, mice_judge *judge, const mice_public *pub,
                       bool loose, const mice_cleared_sets *cleared) {
    rz_outcome outcomes[RZ_OUTCOMES_MAX];
    rz_state due = {.mice.pub = *pub};
    int own = pub->free[pub->active], first = first_set(judge->setup, pub, loose);
    float all = 0;
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
        add_outcome(s, pl, judge, pub, mice_unrank(outcomes[i].action), loose, cleared);
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
