#include "ai/mice/ends.h"

/* Support dice must be placed if they can be (M81): that comes first. */
static float placed_support(const mice_planner *pl, const mice_plan *plan) {
    int n = 0;
    for (int place = 0; pl->extra >> 4 && place <= pl->judge->setup->size; place++)
        if (plan->option[place])
            n += mice_total(pl->menus[place].list[plan->option[place] - 1].extra >> 4);
    return (float)n;
}

/* Notes a plan for a set if it is the best so far. */
static void judge_plan(mice_ends *e, const mice_planner *pl, const mice_plan *plan, int rank) {
    mice_public p = pl->pub;
    mice_end end;
    mice_plan_lay(pl, plan, &p);
    end.done = p;
    mice_done(pl->judge->setup, &p, NULL);
    end.shares = mice_settle(pl->judge, &p, pl->me);
    end.score = end.shares.of[pl->me] + placed_support(pl, plan);
    if (end.score > e->end[rank].score)
        e->end[rank] = end;
}

/* The best ends that take all dice of each set: of the plans whose parts sum up to most the one
 * that is the best as a whole. Not to place anything is no choice where something can be placed
 * (M23). */
static void find_ends(mice_ends *e, const mice_planner *pl, int most) {
    mice_plan plans[MICE_PLANS];
    for (int rank = 1; rank < mice_sets_below(pl->dice + 1); rank++) {
        int n = mice_plan_list_for(pl, rank, plans, most);
        for (int i = 0; i < n; i++)
            if (mice_plan_dice(pl, &plans[i]) == mice_sets()[rank])
                judge_plan(e, pl, &plans[i], rank);
    }
}

/* Those that may win. Other sets may leave the rest of their dice in hand. */
static void find_wins(mice_ends *e, const mice_planner *pl) {
    enum { MOST = 4096 };
    static _Thread_local mice_plan plans[MOST];
    int n = mice_plan_list_wins(pl, plans, MOST);
    for (int i = 0; i < n; i++)
        judge_plan(e, pl, &plans[i], mice_rank(mice_plan_dice(pl, &plans[i])));
}

/* Plans are found by what the seat to act has of them alone, and judged for everybody. */
static void plan_any(mice_planner *pl, mice_judge *judge, const mice_public *pub, int dice) {
    judge->whole = false;
    judge->asked = 1u << pub->active;
    mice_plan_any(pl, judge, pub, dice);
    judge->asked = (1u << judge->setup->common.seats) - 1;
    judge->whole = true;
}

/* A set may use the best part of its dice. */
static void spread_ends(mice_ends *e, const mice_planner *pl) {
    const mice_next_ranks *next = mice_next_rank();
    int dice = e->start.free[pl->me];
    for (int rank = 0; rank < mice_sets_below(dice); rank++)
        for (int v = 1; v <= MICE_FACES; v++) {
            int more = next[rank][v - 1];
            if (e->end[rank].score > e->end[more].score)
                e->end[more] = e->end[rank];
        }
    for (int rank = 0; rank < mice_sets_below(dice + 1); rank++)
        if (e->end[rank].score < 0) {
            mice_plan plan = mice_plan_for(pl, rank);
            judge_plan(e, pl, &plan, rank);
        }
}

void mice_ends_find(mice_ends *e, mice_planner *pl, mice_judge *judge, const mice_public *start,
                    int most) {
    int dice = start->free[start->active];
    plan_any(pl, judge, start, dice);
    e->start = *start;
    for (int rank = 0; rank < mice_sets_below(dice + 1); rank++)
        e->end[rank].score = -1;
    find_ends(e, pl, most < MICE_PLANS ? most : MICE_PLANS);
    if (most > 1)
        find_wins(e, pl);
    spread_ends(e, pl);
}

mice_shares mice_ends_value(const mice_ends *e, mice_judge *judge, int rank, int taken) {
    mice_public p = e->end[rank].done;
    if (taken == 0)
        return e->end[rank].shares;
    mice_feed_cat(judge->setup, &p, taken, p.active, NULL);
    mice_done(judge->setup, &p, NULL);
    return mice_settle(judge, &p, e->start.active);
}
