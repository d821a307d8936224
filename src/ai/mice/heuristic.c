/* greedy for mice: what a set of dice could make of all columns together, and, from that, which
 * dice to roll again by their exact expectation. All worths are in thousandths of a food. */
#include "ai/knowledge.h"
#include "ai/mice/odds.h"
#include "ai/mice/worth.h"
#include "core/mem.h"
#include "games/games.h"
#include "games/mice/rules.h"

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* ---- What dice can make of the board ----------------------------------------------------------
 * Every way to go up a column is an option: the dice it takes and what it gains. The best use of a
 * set of dice takes at most one option of each column; it is found column after column for all sets
 * at once. Candy dice in hand are a seventh value. */

enum {
    OPTIONS_MAX = 200,
    CANDY_FACE = MICE_FACES + 1,
    CANDIES_MAX = 2,
    USES = MICE_SETS * (CANDIES_MAX + 1),
    NONE = -1000000
};

typedef struct option {
    uint32_t dice; /* candy included */
    int32_t gain;
    int32_t
        shorter; /* the most that a part of it gains: an option that gains less is never taken */
    uint64_t column; /* as it is then */
} option;

typedef struct menu {
    option list[OPTIONS_MAX];
    int n;
} menu;

static bool can_use(uint32_t dice, uint32_t part) {
    return (((dice | 0x8888888) - part) & 0x8888888) == 0x8888888;
}

static int32_t gain_of(const mice_table *t, int c, uint64_t column, uint32_t dice) {
    int32_t cost = mice_total(dice & 0xffffff) * t->die + (int)(dice >> 24) * MICE_WORTH_CANDY;
    if (mice_height(column) == t->setup->stacks[c].size)
        return mice_completion_worth(t, c, column) - cost;
    return mice_column_worth(t, c, column) - t->now[c] - cost;
}

static void add_option(const mice_table *t, menu *m, int c, const option *from, int value,
                       bool candy) {
    uint64_t die = mice_die_of(value, t->me, candy);
    option *o = &m->list[m->n];
    if (m->n == OPTIONS_MAX)
        return;
    o->dice = from->dice + mice_one(candy ? CANDY_FACE : value);
    o->column = from->column | die << 8 * mice_height(from->column);
    o->gain = gain_of(t, c, o->column, o->dice);
    o->shorter = from->gain > from->shorter ? from->gain : from->shorter;
    m->n++;
}

/* All ways up a column with at most `dice` of the dice in `pool`: the list is its own queue. */
static void list_options(const mice_table *t, int c, uint32_t pool, int dice, menu *m) {
    const mice_stack *stack = &t->setup->stacks[c];
    option start = {.gain = NONE, .shorter = NONE, .column = t->pub->column[c]};
    m->n = 0;
    for (int i = -1; i < m->n; i++) {
        option from = i < 0 ? start : m->list[i];
        uint8_t open = mice_open(stack, from.column);
        if (open & MICE_FULL)
            continue;
        bool more = mice_total(from.dice & 0xffffff) < dice;
        for (unsigned values = open; values; values &= values - 1) {
            int value = mice_lowest(values);
            if (more && can_use(pool, from.dice + mice_one(value)))
                add_option(t, m, c, &from, value, false);
            if (can_use(pool, from.dice + mice_one(CANDY_FACE)))
                add_option(t, m, c, &from, value, true);
        }
    }
}

/* What it costs that the cat takes a die. */
static int32_t cat_loss(const mice_table *t) {
    return MICE_WORTH_ROW - t->cat / mice_cat_room(t->setup, t->pub);
}

static void list_row(const mice_table *t, uint32_t pool, menu *m) {
    m->n = 0;
    if (mice_grey_left(t->setup, t->pub) == 0)
        return;
    for (unsigned values = mice_values(pool & 0xffffff); values; values &= values - 1)
        m->list[m->n++] =
            (option){.dice = mice_one(mice_lowest(values)), .gain = t->cat / 8 - MICE_WORTH_ROW};
}

/* What the best use of each set of dice gains: `any`, and with at least one die placed, `some`. */
typedef struct uses {
    int32_t any[USES], some[USES], before[USES];
} uses;

/* Every set that holds the dice of an option may use it, and the rest of its dice in the columns
 * before. */
static void improve(uses *u, const option *o, int dice, int candies) {
    int left = dice - mice_total(o->dice & 0xffffff), used = (int)(o->dice >> 24);
    int size = mice_sets_below(left + 1);
    int16_t more[MICE_SETS];
    for (int i = 0; i < size; i++)
        more[i] = (int16_t)i;
    mice_add_dice(more, size, o->dice & 0xffffff);
    for (int k = 0; k + used <= candies; k++)
        for (int i = 0; i < size; i++) {
            int32_t gain = u->before[k * MICE_SETS + i] + o->gain;
            int to = (k + used) * MICE_SETS + more[i];
            u->any[to] = gain > u->any[to] ? gain : u->any[to];
            u->some[to] = gain > u->some[to] ? gain : u->some[to];
        }
}

/* Of all sets of up to so many dice, with the candy dice that I hold. */
static void find_uses(const mice_table *t, int dice, uses *u) {
    int candies = (int)least(t->pub->candy[t->me], CANDIES_MAX), sets = mice_sets_below(dice + 1);
    uint32_t all = (uint32_t)dice * 0x111111 | (uint32_t)candies << 24;
    int size = candies * MICE_SETS + sets;
    for (int i = 0; i < size; i++) {
        u->any[i] = 0;
        u->some[i] = NONE;
    }
    for (int c = 0; c <= t->setup->size; c++) {
        menu m;
        if (c < t->setup->size)
            list_options(t, c, all, dice, &m);
        else
            list_row(t, all, &m);
        memcpy(u->before, u->any, (size_t)size * sizeof *u->any);
        for (int i = 0; i < m.n; i++)
            if (m.list[i].gain > m.list[i].shorter)
                improve(u, &m.list[i], dice, candies);
    }
}

/* ---- Which dice to roll again ---------------------------------------------------------------- */

/* What every set of dice in hand is worth, if it is what I have when I place; where the cat has
 * taken the rest and come, everything begins again. */
static void judge_hands(const mice_table *t, int dice, int32_t worth[MICE_SETS]) {
    static _Thread_local uses u;
    int candy = (int)least(t->pub->candy[t->me], CANDIES_MAX);
    find_uses(t, dice, &u);
    for (int i = 0; i < mice_sets_below(dice + 1); i++) {
        int at = candy * MICE_SETS + i;
        int taken = dice - mice_total(mice_sets()[i]);
        worth[i] = u.some[at] > NONE / 2 ? u.some[at] : 0;
        if (mice_cat_number(t->setup, t->pub) && taken >= mice_cat_room(t->setup, t->pub))
            worth[i] = t->cat;
    }
}

static rz_action choose_reroll(const rz_question *q, const mice_table *t) {
    int32_t worth[MICE_SETS], best = INT32_MIN;
    int dice = t->pub->free[t->me];
    rz_action choice = q->legal[0];
    judge_hands(t, dice, worth);
    mice_expect(worth, dice, mice_cat_number(t->setup, t->pub), cat_loss(t));
    for (int i = 0; i < q->n_legal; i++) {
        rz_event event;
        if (q->legal[i] < MICE_REROLL)
            continue;
        mice_describe(q->setup, rz_view_public(q->view), q->seat, q->legal[i], &event);
        uint32_t keep = t->pub->hand;
        for (int v = 1; v <= MICE_FACES; v++)
            keep -= (uint32_t)event.data[v - 1] * mice_one(v);
        if (event.data[MICE_FACES] != dice - mice_total(t->pub->hand))
            continue; /* dice without a value are best rolled */
        if (worth[mice_rank(keep)] > best) {
            best = worth[mice_rank(keep)];
            choice = q->legal[i];
        }
    }
    return choice;
}

/* ---- Roll or retrieve ------------------------------------------------------------------------ */

/* What a turn of so many dice is worth, both rolls included. */
static int32_t roll_worth(const mice_table *t, int dice) {
    int32_t worth[MICE_SETS];
    int cat = mice_cat_number(t->setup, t->pub);
    judge_hands(t, dice, worth);
    mice_expect(worth, dice, cat, cat_loss(t));
    mice_best_part(worth, dice);
    mice_expect(worth, dice, cat, cat_loss(t));
    return worth[0];
}

static rz_action choose_turn(const rz_question *q, const mice_table *t) {
    enum { ENOUGH = 4 }; /* dice with which there is always something to do */
    rz_action choice = q->legal[0];
    int32_t best = INT32_MIN;
    int dice = t->pub->free[t->me];
    if (dice >= ENOUGH || q->n_legal == 1)
        return choice;
    for (int i = 0; i < q->n_legal; i++) {
        int c = q->legal[i] - MICE_RETRIEVE;
        int32_t worth;
        if (c < 0) {
            worth = roll_worth(t, dice);
        } else {
            uint64_t column = t->pub->column[c];
            worth = mice_column_worth(t, c, column & ~mice_cells_of(column, t->me)) - t->now[c] +
                    mice_dice_of(column, t->me) * t->die;
        }
        if (worth > best) {
            best = worth;
            choice = q->legal[i];
        }
    }
    return choice;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* The gain of one placement by itself. */
static int32_t step_worth(const mice_table *t, mice_die kind, int value, int column) {
    if (column == MICE_CAT)
        return t->cat / 8 - (kind == MICE_MOUSE ? MICE_WORTH_ROW : MICE_WORTH_SUPPORT);
    int owner = kind == MICE_SUPPORT_DIE ? MICE_NEUTRAL : t->me;
    uint64_t dice = t->pub->column[column];
    dice |= (uint64_t)mice_die_of(value, owner, kind == MICE_CANDY_DIE) << 8 * mice_height(dice);
    uint32_t used = kind == MICE_MOUSE       ? mice_one(value)
                    : kind == MICE_CANDY_DIE ? mice_one(CANDY_FACE)
                                             : 0;
    return gain_of(t, column, dice, used);
}

/* The parts of the dice to place, numbered so that numbers of parts add up. */
enum { PARTS = 512 };

typedef struct plan {
    uint32_t pool; /* own, support and candy dice alike */
    int stride[CANDY_FACE + 1];
    int parts;
    uint32_t part[PARTS];
    menu menus[MICE_COLUMNS + 1];
    int32_t best[MICE_COLUMNS + 2][PARTS]; /* what each part gains in the columns before */
} plan;

static int part_number(const plan *pl, uint32_t dice) {
    int number = 0;
    for (int v = 1; v <= CANDY_FACE; v++)
        number += mice_count(dice, v) * pl->stride[v];
    return number;
}

static void list_parts(plan *pl) {
    pl->parts = 1;
    pl->part[0] = 0;
    for (int v = 1; v <= CANDY_FACE; v++) {
        int smaller = pl->parts;
        pl->stride[v] = smaller;
        for (int k = 1; k <= mice_count(pl->pool, v); k++)
            for (int i = 0; i < smaller && pl->parts < PARTS; i++)
                pl->part[pl->parts++] = pl->part[i] + (uint32_t)k * mice_one(v);
    }
}

static void plan_column(plan *pl, int c) {
    const menu *m = &pl->menus[c];
    int number[OPTIONS_MAX];
    for (int i = 0; i < m->n; i++)
        number[i] = part_number(pl, m->list[i].dice);
    for (int i = 0; i < pl->parts; i++) {
        int32_t best = pl->best[c][i];
        for (int k = 0; k < m->n; k++)
            if (can_use(pl->part[i], m->list[k].dice)) {
                int32_t gain = m->list[k].gain + pl->best[c][i - number[k]];
                best = gain > best ? gain : best;
            }
        pl->best[c + 1][i] = best;
    }
}

static void make_plan(const mice_table *t, plan *pl) {
    uint32_t candy = (uint32_t)least(t->pub->candy[t->me], CANDIES_MAX) << 24;
    pl->pool = candy;
    for (int v = 1; v <= MICE_FACES; v++)
        pl->pool += (uint32_t)least(mice_count(t->pub->hand, v) + mice_count(t->pub->help, v), 7) *
                    mice_one(v);
    list_parts(pl);
    memset(pl->best[0], 0, sizeof pl->best[0]);
    for (int c = 0; c <= t->setup->size; c++) {
        if (c < t->setup->size)
            list_options(t, c, pl->pool, MICE_DICE, &pl->menus[c]);
        else
            list_row(t, pl->pool, &pl->menus[c]);
        plan_column(pl, c);
    }
}

static bool is_legal(const rz_question *q, int action) {
    for (int i = 0; i < q->n_legal; i++)
        if (q->legal[i] == action)
            return true;
    return false;
}

/* The first die of an option; a support die where no sausage is at stake. */
static int first_step(const rz_question *q, const mice_table *t, const option *o, int c) {
    if (c == t->setup->size)
        return mice_place_action(MICE_MOUSE, mice_lowest(mice_values(o->dice)), MICE_CAT);
    int cell = mice_height(t->pub->column[c]), die = mice_die_at(o->column, cell);
    int value = mice_die_value(die);
    int own = mice_place_action(MICE_MOUSE, value, c),
        help = mice_place_action(MICE_SUPPORT_DIE, value, c);
    if (mice_die_candy(die))
        return mice_place_action(MICE_CANDY_DIE, value, c);
    bool pays = t->setup->stacks[c].pays[cell] > 0;
    return is_legal(q, help) && (!pays || !is_legal(q, own)) ? help : own;
}

/* The first placement of the best plan, or -1 if it is to place nothing more. */
static int planned(const rz_question *q, const mice_table *t) {
    static _Thread_local plan pl;
    make_plan(t, &pl);
    int i = pl.parts - 1, action = -1;
    for (int c = t->setup->size; c >= 0; c--) {
        const menu *m = &pl.menus[c];
        if (pl.best[c + 1][i] == pl.best[c][i])
            continue;
        int k = 0;
        while (!can_use(pl.part[i], m->list[k].dice) ||
               m->list[k].gain + pl.best[c][i - part_number(&pl, m->list[k].dice)] !=
                   pl.best[c + 1][i])
            k++;
        i -= part_number(&pl, m->list[k].dice);
        int step = first_step(q, t, &m->list[k], c);
        action = is_legal(q, step) ? step : action;
    }
    return action;
}

static rz_action choose_place(const rz_question *q, const mice_table *t) {
    int32_t best = INT32_MIN;
    rz_action choice = q->legal[0];
    int action = planned(q, t);
    if (action >= 0)
        return (rz_action)action;
    if (q->legal[q->n_legal - 1] == MICE_DONE)
        return MICE_DONE;
    for (int i = 0; i < q->n_legal; i++) {
        rz_event event;
        mice_describe(q->setup, rz_view_public(q->view), q->seat, q->legal[i], &event);
        int column = event.data[1] == 0 ? MICE_CAT : event.data[1] - 1;
        int32_t worth = step_worth(t, (mice_die)event.data[2], event.data[0], column);
        if (worth > best) {
            best = worth;
            choice = q->legal[i];
        }
    }
    return choice;
}

/* ---- Rewards --------------------------------------------------------------------------------- */

static rz_action choose_best_after(const rz_question *q) {
    int32_t best = INT32_MIN;
    rz_action choice = q->legal[0];
    for (int i = 0; i < q->n_legal; i++) {
        mice_state after = {q->view->mice.pub};
        mice_apply(q->setup, (rz_state *)(void *)&after, q->seat, q->legal[i], NULL);
        int32_t worth = mice_position_worth(&q->setup->mice, &after.pub, q->seat);
        if (worth > best) {
            best = worth;
            choice = q->legal[i];
        }
    }
    return choice;
}

static rz_action greedy(const rz_question *question) {
    const mice_public *p = &question->view->mice.pub;
    mice_table t;
    if (question->n_legal == 1)
        return question->legal[0];
    if (p->phase > MICE_PLACING)
        return choose_best_after(question);
    mice_table_init(&t, &question->setup->mice, p, question->seat);
    switch (p->phase) {
    case MICE_TURN:
        return choose_turn(question, &t);
    case MICE_REROLLING:
        return choose_reroll(question, &t);
    case MICE_OFFER:
        return MICE_SUPPORT;
    default:
        return choose_place(question, &t);
    }
}

const rz_knowledge mice_knowledge = {
    greedy,
    {{.slip = 0.04f},
     {.slip = 0},
     {.advised = true, .nodes = 1, .slip = 0.340f, .heat = 0.020f},
     {.advised = true, .nodes = 1, .slip = 0.155f, .heat = 0.020f}},
    1.55f,
    1,
    NULL};
