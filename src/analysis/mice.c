/* mice: the net judges the beginnings of turns; rolls are gone through exactly, and placements by
 * plans that are judged as a whole. */
#include "ai/maths.h"
#include "ai/mice/hands.h"
#include "ai/mice/pool.h"
#include "ai/nets.h"
#include "analysis/judge.h"
#include "core/mem.h"
#include "core/translate.h"
#include "games/games.h"

typedef struct judging {
    const rz_setup *setup;
    mice_judge judge;
    mice_planner planner;
    mice_hands hands, cleared;
    mice_support support;
    mice_public supported; /* the board of its tables, before all rolls */
    mice_memo memo;
    mice_pool pool;
} judging;

static void begin(void *memory, const rz_setup *setup, uint32_t nodes) {
    judging *j = memory;
    (void)nodes;
    j->setup = setup;
    mice_judge_init(&j->judge, &setup->mice, rz_net_of(&mice_game));
    j->judge.whole = true;
    j->judge.memo = &j->memo;
    memset(j->memo.key, 0, sizeof j->memo.key);
    memset(j->memo.winning.key, 0, sizeof j->memo.winning.key);
    j->support.n = 0;
    j->hands.made = j->cleared.made = false;
    j->pool.turn = 0;
}

static void describe(const void *memory, rz_text *out) {
    const judging *j = memory;
    if (j->judge.net)
        rz_describe_net(j->judge.net, out);
    else
        rz_text_add(out, "rules of thumb");
}

/* ---- Up to the first die placed -------------------------------------------------------------- */

static void make_hands(judging *j, const mice_public *p) {
    mice_public start = mice_before_rolls(p);
    if (p->free[p->active] != mice_total(p->hand) + p->rolling) {
        mice_hands_make_cleared(&j->cleared, &j->planner, &j->judge, &start);
        return;
    }
    bool cat = mice_cat_may_come(j->judge.setup, &start);
    if (cat) {
        mice_public cleared = mice_cleared(j->judge.setup, &start);
        mice_hands_make_cleared(&j->cleared, &j->planner, &j->judge, &cleared);
    }
    mice_hands_make(&j->hands, &j->planner, &j->judge, &start, cat ? &j->cleared : NULL,
                    &j->support);
    if (start.reserve > 0 && !start.helped)
        j->supported = start;
}

static const mice_hands *hands_of(judging *j, const mice_public *p) {
    if (!mice_hands_cover(&j->hands, p) && !mice_hands_cover(&j->cleared, p))
        make_hands(j, p);
    return mice_hands_cover(&j->hands, p) ? &j->hands : &j->cleared;
}

static mice_shares dice_value(judging *j, const mice_public *p) {
    const mice_hands *h = hands_of(j, p);
    if (!p->rerolled)
        return h->rolled;
    return h->kept[mice_total(p->hand) + p->rolling].of[mice_rank(p->hand)];
}

static mice_shares two_shares(const mice_public *p, float share) {
    mice_shares shares = {{0}};
    shares.of[p->active] = share;
    shares.of[1 - p->active] = 1 - share;
    return shares;
}

/* What the support dice show, if it was considered before they fell; else -1. */
static int support_outcome(const judging *j, const mice_public *p) {
    const mice_public *start = &j->supported;
    if (!p->helped || p->placed || j->support.n == 0 || p->turn != start->turn ||
        (p->row_size >= start->row_size && memcmp(p->column, start->column, sizeof p->column) != 0))
        return -1;
    int taken = p->row_size < start->row_size ? 0 : start->free[p->active] - p->free[p->active];
    return mice_support_outcome(&j->support, p, taken);
}

static mice_shares reroll_value(judging *j, const mice_public *p) {
    int outcome = support_outcome(j, p);
    if (outcome >= 0)
        return two_shares(p, j->support.early[outcome][mice_rank(p->hand)]);
    return hands_of(j, p)->best.of[mice_rank(p->hand)];
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Whether no die has been placed yet on a board whose tables are at hand. */
static bool begins_placing(const judging *j, const mice_public *p) {
    return !p->placed && (mice_hands_cover(&j->hands, p) || mice_hands_cover(&j->cleared, p));
}

static void remember_end(judging *j, const mice_public *p) {
    const mice_hands *h = hands_of(j, p);
    mice_end end = h->end[mice_rank(p->hand)];
    end.shares = h->placed.of[mice_rank(p->hand)];
    if (end.done.row_size < p->row_size) { /* the cat has taken some since */
        memcpy(end.done.row, p->row, sizeof end.done.row);
        end.done.row_size = p->row_size;
    }
    mice_pool_remember(&j->pool, p, &end);
}

static void search_pool(judging *j, const mice_public *p) {
    rz_action legal[RZ_LEGAL_MAX];
    int n = mice_legal_in(j->setup, (const rz_state *)(const void *)p, p->active, legal);
    if (begins_placing(j, p))
        remember_end(j, p);
    mice_pool_search(&j->pool, &j->judge, p, legal, n);
}

static mice_shares settle(judging *j, const mice_public *p) {
    mice_public end = *p;
    return mice_settle(&j->judge, &end, p->active);
}

static mice_shares place_value(judging *j, const mice_public *p) {
    if (begins_placing(j, p))
        return hands_of(j, p)->placed.of[mice_rank(p->hand)];
    int outcome = support_outcome(j, p);
    if (outcome >= 0)
        return two_shares(p, j->support.late[outcome][mice_rank(p->hand)]);
    const mice_end *end = mice_pool_best(&j->pool, p);
    if (!end) {
        search_pool(j, p);
        end = mice_pool_best(&j->pool, p);
    }
    if (end)
        return end->shares;
    mice_public done = *p;
    mice_done(j->judge.setup, &done, NULL);
    return settle(j, &done);
}

/* ---- All moments ----------------------------------------------------------------------------- */

static mice_shares first_value(judging *j, const mice_public *p);
static mice_shares help_value(judging *j, const mice_public *p);
static mice_shares offer_value(judging *j, const mice_public *p);

static mice_shares value_of(judging *j, const mice_public *p) {
    switch (p->phase) {
    case MICE_FIRST_DUE:
        return first_value(j, p);
    case MICE_DICE_DUE:
        return dice_value(j, p);
    case MICE_HELP_DUE:
        return help_value(j, p);
    case MICE_REROLLING:
        return reroll_value(j, p);
    case MICE_OFFER:
        return offer_value(j, p);
    case MICE_PLACING:
        return place_value(j, p);
    default:
        return settle(j, p);
    }
}

static mice_public after(judging *j, const mice_public *p, int actor, rz_action action) {
    rz_state next;
    next.mice.pub = *p;
    mice_apply(j->setup, &next, actor, action, NULL);
    return next.mice.pub;
}

static mice_shares first_value(judging *j, const mice_public *p) {
    int seats = rz_seats(j->setup);
    mice_shares sum = {{0}};
    for (int i = 0; i < seats; i++) {
        mice_public next = after(j, p, RZ_CHANCE, (rz_action)(MICE_FIRST + i));
        mice_shares one = value_of(j, &next);
        for (int s = 0; s < seats; s++)
            sum.of[s] += one.of[s] / (float)seats;
    }
    return sum;
}

/* Before the support dice fall: what they will be worth on average. */
static mice_shares help_value(judging *j, const mice_public *p) {
    mice_public q = *p;
    q.reserve = q.rolling;
    q.rolling = q.helped = 0;
    q.phase = p->rerolled ? MICE_OFFER : MICE_REROLLING;
    const mice_hands *h = hands_of(j, &q);
    int rank = mice_rank(p->hand);
    if (h == &j->cleared)
        return p->rerolled ? h->offered.of[rank] : h->best.of[rank];
    return two_shares(p, p->rerolled ? j->support.late_mean[rank] : j->support.early_mean[rank]);
}

static mice_shares offer_value(judging *j, const mice_public *p) {
    return hands_of(j, p)->offered.of[mice_rank(p->hand)];
}

static void write_shares(const judging *j, const mice_shares *from, rz_shares *to) {
    *to = (rz_shares){{0}};
    for (int s = 0; s < rz_seats(j->setup); s++)
        to->of[s] = (double)from->of[s];
    rz_shares_normalize(to, rz_seats(j->setup));
}

static bool value(void *memory, const rz_state *state, rz_shares *shares) {
    judging *j = memory;
    mice_shares found = value_of(j, &state->mice.pub);
    write_shares(j, &found, shares);
    return false;
}

static bool values(void *memory, const rz_state *state, int actor, const rz_action *actions, int n,
                   rz_shares *shares) {
    judging *j = memory;
    const mice_public *p = &state->mice.pub;
    bool exact = true;
    if (p->phase == MICE_PLACING)
        search_pool(j, p);
    for (int i = 0; i < n; i++) {
        mice_public next = after(j, p, actor, actions[i]);
        mice_shares found = value_of(j, &next);
        write_shares(j, &found, &shares[i]);
        exact &= next.phase == MICE_OVER;
    }
    return exact;
}

/* ---- Kinds of decisions ---------------------------------------------------------------------- */

enum { TURN, KEEPING, SUPPORT, PLACING, REWARDS };

static const char *const kinds[] = {
    [TURN] = N_("rolling or taking back"),
    [KEEPING] = N_("dice kept"),
    [SUPPORT] = N_("support dice"),
    [PLACING] = N_("placing"),
    [REWARDS] = N_("rewards"),
    NULL,
};

static int kind(const rz_setup *setup, const rz_public *pub, int seat) {
    const mice_public *p = (const mice_public *)(const void *)pub;
    (void)setup, (void)seat;
    switch (p->phase) {
    case MICE_TURN:
        return TURN;
    case MICE_REROLLING:
        return KEEPING;
    case MICE_OFFER:
        return SUPPORT;
    case MICE_PLACING:
        return PLACING;
    default:
        return REWARDS;
    }
}

const rz_judge mice_judgement = {.size = sizeof(judging),
                                 .begin = begin,
                                 .describe = describe,
                                 .value = value,
                                 .values = values,
                                 .kind = kind,
                                 .kinds = kinds};
