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

enum { PLANS = 20 }; /* of a set of dice, if nobody says how many */

/* What support dice are worth on a board. */
typedef struct helping {
    mice_support tables;
    mice_public start; /* before all rolls */
} helping;

typedef struct judging {
    const rz_setup *setup;
    mice_judge judge;
    mice_planner planner;
    mice_hands hands, cleared;
    helping helping, helping_cleared;
    mice_memo memo;
    mice_pool pool;
} judging;

static void begin(void *memory, const rz_setup *setup, uint32_t nodes) {
    judging *j = memory;
    j->setup = setup;
    mice_judge_init(&j->judge, &setup->mice, rz_net_of(&mice_game));
    j->judge.whole = true;
    j->judge.plans = nodes ? (int)(nodes < MICE_PLANS ? nodes : MICE_PLANS) : PLANS;
    j->judge.memo = &j->memo;
    memset(j->memo.key, 0, sizeof j->memo.key);
    memset(j->memo.winning.key, 0, sizeof j->memo.winning.key);
    j->helping.tables.n = j->helping_cleared.tables.n = 0;
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

static bool may_help(const mice_public *start) {
    return start->reserve > 0 && !start->helped;
}

static void make_cleared(judging *j, const mice_public *start) {
    mice_hands_make_cleared(&j->cleared, &j->planner, &j->judge, start, &j->helping_cleared.tables);
    if (may_help(start))
        j->helping_cleared.start = *start;
}

static void make_hands(judging *j, const mice_public *p) {
    mice_public start = mice_before_rolls(p);
    if (p->free[p->active] != mice_total(p->hand) + p->rolling) {
        make_cleared(j, &start);
        return;
    }
    bool cat = mice_cat_may_come(j->judge.setup, &start);
    if (cat) {
        mice_public cleared = mice_cleared(j->judge.setup, &start);
        make_cleared(j, &cleared);
    }
    mice_hands_make(&j->hands, &j->planner, &j->judge, &start, cat ? &j->cleared : NULL,
                    &j->helping.tables);
    if (may_help(&start))
        j->helping.start = start;
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

static bool is_helped_on(const helping *h, const mice_public *p) {
    return p->helped && !p->placed && h->tables.n > 0 && p->turn == h->start.turn;
}

static bool has_same_columns(const mice_public *p, const mice_public *q) {
    return memcmp(p->column, q->column, sizeof p->column) == 0;
}

/* The shares by what the support dice show, if that was considered before they fell. If they have
 * brought the cat themselves, she has sent some back to the reserve. */
static bool find_helped(const judging *j, const mice_public *p, bool early, mice_shares *shares) {
    const helping *h = &j->helping_cleared;
    int outcome = -1;
    if (is_helped_on(h, p) && p->reserve == 0 && has_same_columns(p, &h->start))
        outcome = mice_support_outcome(&h->tables, p, 0);
    if (outcome < 0) {
        h = &j->helping;
        const mice_public *start = &h->start;
        bool came = p->row_size < start->row_size;
        if (is_helped_on(h, p) && (came || has_same_columns(p, start)))
            outcome = mice_support_outcome(&h->tables, p,
                                           came ? 0 : start->free[p->active] - p->free[p->active]);
    }
    if (outcome >= 0)
        *shares =
            two_shares(p, (early ? h->tables.early : h->tables.late)[outcome][mice_rank(p->hand)]);
    return outcome >= 0;
}

static mice_shares reroll_value(judging *j, const mice_public *p) {
    mice_shares shares;
    if (find_helped(j, p, true, &shares))
        return shares;
    return hands_of(j, p)->best.of[mice_rank(p->hand)];
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Whether no die has been placed yet on a board whose tables are at hand. */
static bool begins_placing(const judging *j, const mice_public *p) {
    return !p->placed && (mice_hands_cover(&j->hands, p) || mice_hands_cover(&j->cleared, p));
}

static void remember_end(judging *j, const mice_public *p) {
    const mice_hands *h = hands_of(j, p);
    mice_end end = h->ends.end[mice_rank(p->hand)];
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
    mice_shares shares;
    if (find_helped(j, p, false, &shares))
        return shares;
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
    bool cleared = hands_of(j, &q) == &j->cleared;
    const mice_support *s = cleared ? &j->helping_cleared.tables : &j->helping.tables;
    int rank = mice_rank(p->hand);
    return two_shares(p, p->rerolled ? s->late_mean[rank] : s->early_mean[rank]);
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
