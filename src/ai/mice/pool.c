#include "ai/mice/pool.h"

#include "core/mem.h"

static bool is_on_way(const mice_public *p, const mice_end *end) {
    for (int c = 0; c < MICE_COLUMNS; c++) {
        int height = mice_height(p->column[c]);
        uint64_t below = height < 8 ? ((uint64_t)1 << 8 * height) - 1 : ~(uint64_t)0;
        if ((end->done.column[c] & below) != p->column[c])
            return false;
    }
    return p->row_size <= end->done.row_size && memcmp(p->row, end->done.row, p->row_size) == 0;
}

const mice_end *mice_pool_best(const mice_pool *pool, const mice_public *p) {
    const mice_end *best = NULL;
    for (int i = 0; pool->turn == p->turn && i < pool->n; i++) {
        const mice_end *end = &pool->list[i];
        if ((!best || end->shares.of[p->active] > best->shares.of[p->active]) && is_on_way(p, end))
            best = end;
    }
    return best;
}

static void forget_unreachable(mice_pool *pool, const mice_public *p) {
    int kept = 0;
    for (int i = 0; pool->turn == p->turn && i < pool->n; i++)
        if (is_on_way(p, &pool->list[i]))
            pool->list[kept++] = pool->list[i];
    pool->n = kept;
    pool->turn = p->turn;
}

void mice_pool_remember(mice_pool *pool, const mice_public *p, const mice_end *end) {
    forget_unreachable(pool, p);
    if (pool->n < MICE_ENDS && is_on_way(p, end))
        pool->list[pool->n++] = *end;
}

/* ---- New ends -------------------------------------------------------------------------------- */

static bool may_end(const mice_setup *setup, const mice_public *p) {
    mice_view view = {.pub = *p, .seat = p->active};
    return mice_why_not((const rz_setup *)(const void *)setup, (const rz_view *)(const void *)&view,
                        MICE_DONE) == RZ_OK;
}

static bool is_known(const mice_pool *pool, const mice_public *p) {
    for (int i = 0; i < pool->n; i++) {
        const mice_public *done = &pool->list[i].done;
        if (memcmp(done->column, p->column, sizeof p->column) == 0 &&
            done->row_size == p->row_size && memcmp(done->row, p->row, sizeof p->row) == 0)
            return true;
    }
    return false;
}

static void add_end(mice_pool *pool, mice_judge *judge, mice_public *p) {
    mice_end *end = &pool->list[pool->n];
    if (pool->n == MICE_ENDS || is_known(pool, p) || !may_end(judge->setup, p))
        return;
    end->done = *p;
    mice_done(judge->setup, p, NULL);
    end->shares = mice_settle(judge, p, p->active);
    pool->n++;
}

static void add_plans(mice_pool *pool, const mice_planner *pl, const mice_plan *plans, int n) {
    for (int i = 0; i < n; i++) {
        mice_public p = pl->pub;
        mice_plan_lay(pl, &plans[i], &p);
        add_end(pool, pl->judge, &p);
    }
}

enum { OF_ALL = 100, OF_EACH = 6, WINS = 256 };

/* By what the seat to act has of them alone. */
static void plan_hand(mice_planner *pl, mice_judge *judge, const mice_public *pub) {
    judge->whole = false;
    judge->asked = 1u << pub->active;
    mice_plan_hand(pl, judge, pub);
    judge->asked = (1u << judge->setup->common.seats) - 1;
    judge->whole = true;
}

void mice_pool_search(mice_pool *pool, mice_judge *judge, const mice_public *pub,
                      const rz_action *legal, int n) {
    mice_plan plans[WINS];
    mice_planner *pl = &pool->planner;
    forget_unreachable(pool, pub);
    plan_hand(pl, judge, pub);
    add_plans(pool, pl, plans, mice_plan_list(pl, plans, OF_ALL));
    add_plans(pool, pl, plans, mice_plan_list_wins(pl, plans, WINS));
    for (int i = 0; i < n; i++)
        if (legal[i] != MICE_DONE)
            add_plans(pool, pl, plans, mice_plan_list_with(pl, legal[i], plans, OF_EACH));
}
