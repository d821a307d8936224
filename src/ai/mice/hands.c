#include "ai/mice/hands.h"

#include "core/mem.h"

mice_public mice_before_rolls(const mice_public *pub) {
    mice_public p = *pub;
    p.hand = 0;
    p.rolling = p.rerolled = p.bound = 0;
    p.phase = MICE_TURN;
    return p;
}

bool mice_hands_cover(const mice_hands *h, const mice_public *p) {
    const mice_public *start = &h->start;
    int me = p->active, taken = p->row_size - start->row_size;
    return h->made && p->turn == start->turn && me == start->active && taken >= 0 &&
           p->free[me] == start->free[me] - taken && p->help == start->help &&
           p->helped == start->helped && p->reserve == start->reserve &&
           memcmp(p->column, start->column, sizeof p->column) == 0 &&
           memcmp(p->exposed, start->exposed, sizeof p->exposed) == 0 &&
           memcmp(p->safe, start->safe, sizeof p->safe) == 0;
}

bool mice_cat_may_come(const mice_setup *setup, const mice_public *p) {
    return mice_cat_number(setup, p) && p->free[p->active] >= mice_cat_room(setup, p);
}

mice_public mice_cleared(const mice_setup *setup, const mice_public *pub) {
    mice_public p = *pub;
    mice_feed_cat(setup, &p, mice_cat_room(setup, &p), p.active, NULL);
    return p;
}

/* ---- Dice in hand ---------------------------------------------------------------------------- */

static void fill_placed(mice_hands *h, mice_judge *judge, int least, const mice_hands *cleared) {
    const mice_setup *setup = judge->setup;
    bool cat = mice_cat_number(setup, &h->start);
    int dice = h->start.free[h->start.active], room = mice_cat_room(setup, &h->start);
    for (int size = least; size <= dice; size++) {
        int taken = cat ? dice - size : 0;
        for (int rank = mice_sets_below(size); rank < mice_sets_below(size + 1); rank++)
            h->placed.of[rank] =
                cat && taken >= room
                    ? cleared->placed.of[mice_rank_left(setup, &h->start, rank, taken)]
                    : mice_ends_value(&h->ends, judge, rank, taken);
    }
}

/* ---- Rolls ----------------------------------------------------------------------------------- */

static void copy_sets(mice_outlook *to, const mice_outlook *from, int first, int end) {
    memcpy(&to->of[first], &from->of[first], (size_t)(end - first) * sizeof to->of[0]);
}

/* The smallest set that a roll leaves before the cat comes. */
static int least_left(const mice_hands *h, const mice_setup *setup) {
    int dice = h->start.free[h->start.active];
    int room = mice_cat_number(setup, &h->start) ? mice_cat_room(setup, &h->start) : 1;
    return room <= dice ? dice - room + 1 : 0;
}

/* Support dice are rolled where that is better, with sets of `least` dice or more. Two play, where
 * there are any. */
static void take_better(const mice_hands *h, mice_outlook *o, const float *support, int least) {
    int me = h->start.active, dice = h->start.free[me];
    for (int rank = mice_sets_below(least); rank < mice_sets_below(dice + 1); rank++)
        if (support[rank] > o->of[rank].of[me]) {
            o->of[rank].of[me] = support[rank];
            o->of[rank].of[1 - me] = 1 - support[rank];
        }
}

/* With a cat about, a first roll may leave fewer dice for the second: each number of them has its
 * own expectation. */
static void fill_rolls(mice_hands *h, int cat, const mice_setup *setup, const mice_hands *cleared,
                       const float *support) {
    static _Thread_local mice_outlook part;
    int me = h->start.active, dice = h->start.free[me], room = mice_cat_room(setup, &h->start);
    for (int left = dice; left >= (cat ? 0 : dice); left--) {
        int first = mice_sets_below(left), end = mice_sets_below(left + 1);
        if (cat && dice - left >= room) {
            for (int rank = first; rank < end; rank++)
                h->best.of[rank] =
                    cleared->best.of[mice_rank_left(setup, &h->start, rank, dice - left)];
            continue;
        }
        copy_sets(&h->kept[left], &h->offered, 0, end);
        mice_outlook_expect(&h->kept[left], left, cat);
        copy_sets(&part, &h->kept[left], 0, end);
        mice_outlook_best_part(&part, left, me);
        copy_sets(&h->best, &part, first, end);
    }
    if (support)
        take_better(h, &h->best, support, least_left(h, setup));
    copy_sets(&part, &h->best, 0, mice_sets_below(dice + 1));
    mice_outlook_expect(&part, dice, cat);
    h->rolled = part.of[0];
}

/* After the cat has come, dice that she sent back show nothing, and any number of them may be
 * rolled with what is rolled again (M52). */
static void fill_cleared_rolls(mice_hands *h, const float *support) {
    static _Thread_local mice_outlook part;
    int me = h->start.active, dice = h->start.free[me];
    copy_sets(&h->best, &h->offered, 0, mice_sets_below(dice + 1));
    for (int all = 0; all <= dice; all++) {
        int end = mice_sets_below(all + 1);
        copy_sets(&h->kept[all], &h->offered, 0, end);
        mice_outlook_expect(&h->kept[all], all, 0);
        copy_sets(&part, &h->kept[all], 0, end);
        mice_outlook_best_part(&part, all, me);
        for (int rank = 0; rank < end; rank++)
            if (part.of[rank].of[me] > h->best.of[rank].of[me])
                h->best.of[rank] = part.of[rank];
    }
    if (support)
        take_better(h, &h->best, support, 0);
    h->rolled = h->kept[dice].of[0];
}

static void begin(mice_hands *h, mice_planner *pl, mice_judge *judge, const mice_public *pub) {
    mice_ends_find(&h->ends, pl, judge, pub, judge->plans);
    h->start = *pub;
    h->made = true;
}

void mice_hands_make(mice_hands *h, mice_planner *pl, mice_judge *judge, const mice_public *pub,
                     const mice_hands *cleared, mice_support *support) {
    int cat = mice_cat_number(judge->setup, pub);
    bool helps = pub->reserve > 0 && !pub->helped;
    begin(h, pl, judge, pub);
    fill_placed(h, judge, cat ? 0 : pub->free[pub->active], cleared);
    copy_sets(&h->offered, &h->placed, 0, MICE_SETS);
    if (helps) {
        mice_cleared_sets sets = {0};
        if (cleared)
            sets = (mice_cleared_sets){&cleared->placed, &cleared->best};
        mice_support_make(support, pl, judge, pub, false, cleared ? &sets : NULL);
        take_better(h, &h->offered, support->late_mean, least_left(h, judge->setup));
    }
    fill_rolls(h, cat, judge->setup, cleared, helps ? support->early_mean : NULL);
}

void mice_hands_make_cleared(mice_hands *h, mice_planner *pl, mice_judge *judge,
                             const mice_public *pub, mice_support *support) {
    bool helps = pub->reserve > 0 && !pub->helped;
    begin(h, pl, judge, pub);
    fill_placed(h, judge, 0, NULL);
    copy_sets(&h->offered, &h->placed, 0, MICE_SETS);
    if (helps) {
        mice_support_make(support, pl, judge, pub, true, NULL);
        take_better(h, &h->offered, support->late_mean, 0);
    }
    fill_cleared_rolls(h, helps ? support->early_mean : NULL);
}
