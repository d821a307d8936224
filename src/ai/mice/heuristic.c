/* greedy for mice: what every column is worth as it stands, what a set of dice could make of all
 * columns together, and, from that, which dice to roll again by their exact expectation. All worths
 * are in thousandths of a food. */
#include "ai/bot.h"
#include "ai/mice/odds.h"
#include "core/mem.h"
#include "games/games.h"

enum {
    FOOD = 1000,
    SURPLUS = 250,   /* an exposed food beyond what is still needed */
    SAFETY = 1600,   /* what food gains by being safe */
    VICTORY = 60000, /* 25 of it */
    CANDY = 1800,
    ANNA = 1000,
    SUPPORT = 200, /* a support die in the reserve */
    ROW_DIE = 900, /* a die in hand rather than in the cat row, where it stays */
    EAGER = 650,   /* in thousandths: how often others complete what they can */
    LATER = 350    /* in thousandths: what is left of a column's worth after a round */
};

/* What a die in hand is worth over one on the board, by the number of players: the fewer play, the
 * longer a column stands. Found by play against itself. */
static const int16_t die_worth[MICE_SEATS + 1] = {0, 0, 1800, 1000, 550, 600};

typedef struct table {
    const mice_setup *setup;
    const mice_public *pub;
    int me, seats;
    int32_t die;                             /* die_worth */
    int32_t shelf[MICE_SEATS][MICE_COLUMNS]; /* what the reward is worth to each */
    int32_t now[MICE_COLUMNS];               /* what a column is worth to me as it stands */
    int32_t cat;                             /* what the cat is worth to me if it comes now */
} table;

/* What others gain is a loss, shared with the rest of the table. */
static int32_t rivalry(const table *t) {
    return FOOD / (t->seats - 1);
}

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* ---- What rewards are worth ------------------------------------------------------------------ */

static int32_t food_worth(int exposed, int safe) {
    int needed = MICE_GOAL + 3 - safe;
    return exposed <= needed ? exposed * FOOD : needed * FOOD + (exposed - needed) * SURPLUS;
}

/* M64: what it is worth to `seat` to make `sum` safe, having `more` exposed than now. */
static int32_t secure_worth(const table *t, int seat, int sum, int more) {
    const mice_public *p = t->pub;
    if ((int)p->exposed[seat] + more < sum)
        return 0;
    return sum * SAFETY + (p->safe[seat] + sum >= MICE_GOAL ? VICTORY : 0);
}

/* What a seat can hope to secure: the highest pair that it can pay for. */
static int32_t secure_hope(const table *t, int seat) {
    int exposed = (int)least((int32_t)t->pub->exposed[seat], 12);
    return exposed < 2 ? SAFETY : secure_worth(t, seat, exposed & ~1, 0);
}

/* M65; what nobody could need does not count. */
static int half(uint32_t food) {
    return food < 100 ? (int)(food + 1) / 2 : 50;
}

static int32_t greedy_worth(const table *t, int seat) {
    int most = 0;
    for (int s = 0; s < t->seats; s++)
        if (s != seat && half(t->pub->exposed[s]) > most)
            most = half(t->pub->exposed[s]);
    return most * FOOD;
}

static int32_t accountant_worth(const table *t, int seat) {
    int left = half(t->pub->exposed[(seat + 1) % t->seats]);
    int right = half(t->pub->exposed[(seat + t->seats - 1) % t->seats]);
    int net = (left > right ? left : right) - half(t->pub->exposed[seat]);
    return net * FOOD;
}

static bool candy_to_be_had(const table *t, int seat) {
    int held = 0;
    for (int s = 0; s < t->seats; s++)
        held += s != seat ? t->pub->candy[s] : 0;
    return t->pub->jar + held > 0;
}

static int32_t shelf_worth(const table *t, int seat, int column) {
    const mice_stack *stack = &t->setup->stacks[column];
    switch (stack->shelf) {
    case MICE_ANNA_SHELF:
        return ANNA;
    case MICE_CANDY_SHELF:
        return candy_to_be_had(t, seat) ? CANDY : CANDY / 3;
    case MICE_SECURE_SHELF:
        return secure_hope(t, seat);
    case MICE_GREEDY_SHELF:
        return greedy_worth(t, seat);
    case MICE_ACCOUNTANT_SHELF:
        return accountant_worth(t, seat);
    default:
        return stack->sausages * FOOD;
    }
}

/* ---- What columns are worth ------------------------------------------------------------------ */

/* In thousandths: how likely a value falls that is needed, with two rolls of so many dice. */
static int32_t likely(int dice) {
    static const int16_t hit[MICE_DICE + 1] = {0, 306, 518, 665, 767, 838, 888, 922};
    return hit[dice < 0 ? 0 : dice];
}

/* In thousandths: how likely somebody with so many dice fills the cells above a column's dice. */
static int32_t chance_to_fill(const mice_stack *stack, uint64_t column, int dice) {
    int32_t chance = 1000;
    for (int cell = mice_height(column); cell < stack->size; cell++, dice--) {
        bool any = stack->accepts[cell] == MICE_EVERY && !(stack->linked >> cell & 1);
        chance = chance * (any && dice > 0 ? 1000 : likely(dice)) / 1000;
    }
    return chance;
}

/* What the cells of a column pay: to me, less what they pay to others. */
static int32_t cells_worth(const table *t, const mice_stack *stack, uint64_t column) {
    int32_t mine = 0, others = 0;
    for (int cell = 0; cell < stack->size; cell++) {
        int die = mice_die_at(column, cell);
        if (!die || mice_die_owner(die) == MICE_NEUTRAL)
            continue;
        if (mice_die_owner(die) == t->me)
            mine += stack->pays[cell];
        else
            others += stack->pays[cell];
    }
    return mine * FOOD - others * rivalry(t);
}

/* A pair that has begun says what can be secured. */
static int32_t reward_of(const table *t, int seat, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int top = stack->size - 1, below = top > 0 ? mice_die_at(column, top - 1) : 0;
    if (stack->shelf == MICE_SECURE_SHELF && below && stack->linked >> top & 1)
        return secure_worth(t, seat, 2 * mice_die_value(below), 0);
    return t->shelf[seat][c];
}

/* What a column that is not complete is worth at the end of my turn: others may complete it first,
 * which pays my cells and gives them the reward; then I may. */
static int32_t column_worth(const table *t, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int32_t cells = cells_worth(t, stack, column), left = 1000, worth = 0;
    for (int i = 1; i <= t->seats; i++) {
        int seat = (t->me + i) % t->seats;
        int32_t chance = chance_to_fill(stack, column, t->pub->free[seat]);
        int32_t reward = reward_of(t, seat, c, column);
        if (seat == t->me) {
            chance = chance * left / 1000;
            worth += chance * (cells / 10 + reward / 10) / 100;
        } else {
            chance = chance * left / 1000 * EAGER / 1000;
            worth += chance * (cells / 10 - reward / 10 * rivalry(t) / 1000) / 100;
        }
        left -= chance;
    }
    return worth + left * LATER / 1000 * (cells / 10) / 100;
}

/* The mouse dice of a seat on a column. */
static int dice_of(uint64_t column, int seat) {
    int n = 0;
    for (; column; column >>= 8)
        n += (column & 0xff) && mice_die_owner((int)(column & 0xff)) == seat &&
             !mice_die_candy((int)(column & 0xff));
    return n;
}

/* Completing a column with these dice on it, over leaving it as it was. */
static int32_t completion_worth(const table *t, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int32_t worth = cells_worth(t, stack, column), back = 0;
    int mine = 0, sum = 0;
    for (int s = 0; s < t->seats; s++)
        back += dice_of(column, s) * (s == t->me ? t->die : -t->die * rivalry(t) / 1000);
    for (int cell = 0; cell < stack->size; cell++) {
        int die = mice_die_at(column, cell);
        mine += die && mice_die_owner(die) == t->me ? stack->pays[cell] : 0;
        sum += cell >= stack->size - 2 ? mice_die_value(die) : 0;
    }
    worth +=
        stack->shelf == MICE_SECURE_SHELF ? secure_worth(t, t->me, sum, mine) : t->shelf[t->me][c];
    return worth + back + column_worth(t, c, 0) - t->now[c];
}

/* If the cat came now: all dice go back, and all columns begin again. */
static int32_t cat_worth(const table *t) {
    int32_t worth = 0;
    for (int c = 0; c < t->setup->size; c++) {
        for (int s = 0; s < t->seats; s++)
            worth +=
                dice_of(t->pub->column[c], s) * (s == t->me ? t->die : -t->die * rivalry(t) / 1000);
        worth += column_worth(t, c, 0) - t->now[c];
    }
    return worth;
}

static void look_at(table *t, const mice_setup *setup, const mice_public *p, int me) {
    *t = (table){.setup = setup, .pub = p, .me = me, .seats = setup->common.seats};
    t->die = die_worth[t->seats];
    for (int c = 0; c < setup->size; c++) {
        for (int s = 0; s < t->seats; s++)
            t->shelf[s][c] = shelf_worth(t, s, c);
        bool full = mice_height(p->column[c]) == setup->stacks[c].size;
        t->now[c] = full ? 0 : column_worth(t, c, p->column[c]);
    }
    t->cat = cat_worth(t);
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

static int32_t gain_of(const table *t, int c, uint64_t column, uint32_t dice) {
    int32_t cost = mice_total(dice & 0xffffff) * t->die + (int)(dice >> 24) * CANDY;
    if (mice_height(column) == t->setup->stacks[c].size)
        return completion_worth(t, c, column) - cost;
    return column_worth(t, c, column) - t->now[c] - cost;
}

static void add_option(const table *t, menu *m, int c, const option *from, int value, bool candy) {
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
static void list_options(const table *t, int c, uint32_t pool, int dice, menu *m) {
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

static int room_of(const table *t) {
    return t->setup->grey + t->setup->red - t->pub->row_size;
}

/* What it costs that the cat takes a die. */
static int32_t cat_loss(const table *t) {
    return ROW_DIE - t->cat / room_of(t);
}

static void list_row(const table *t, uint32_t pool, menu *m) {
    m->n = 0;
    if (mice_grey_left(t->setup, t->pub) == 0)
        return;
    for (unsigned values = mice_values(pool & 0xffffff); values; values &= values - 1)
        m->list[m->n++] =
            (option){.dice = mice_one(mice_lowest(values)), .gain = t->cat / 8 - ROW_DIE};
}

/* What the best use of each set of dice gains: `any`, and with at least one die placed, `some`. */
typedef struct uses {
    int32_t any[USES], some[USES], before[USES];
} uses;

/* Every set that holds the dice of an option may use it, and the rest of its dice in the columns
 * before. */
static void improve(uses *u, const option *o, int dice, int candies) {
    const uint32_t *sets = mice_sets();
    int left = dice - mice_total(o->dice & 0xffffff), used = (int)(o->dice >> 24);
    for (int k = 0; k + used <= candies; k++)
        for (int i = 0; i < mice_sets_below(left + 1); i++) {
            int32_t gain = u->before[k * MICE_SETS + i] + o->gain;
            int to = (k + used) * MICE_SETS + mice_rank(sets[i] + (o->dice & 0xffffff));
            u->any[to] = gain > u->any[to] ? gain : u->any[to];
            u->some[to] = gain > u->some[to] ? gain : u->some[to];
        }
}

/* Of all sets of up to so many dice, with the candy dice that I hold. */
static void find_uses(const table *t, int dice, uses *u) {
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
static void judge_hands(const table *t, int dice, int32_t worth[MICE_SETS]) {
    static _Thread_local uses u;
    int candy = (int)least(t->pub->candy[t->me], CANDIES_MAX);
    find_uses(t, dice, &u);
    for (int i = 0; i < mice_sets_below(dice + 1); i++) {
        int at = candy * MICE_SETS + i;
        int taken = dice - mice_total(mice_sets()[i]);
        worth[i] = u.some[at] > NONE / 2 ? u.some[at] : 0;
        if (mice_cat_number(t->setup, t->pub) && taken >= room_of(t))
            worth[i] = t->cat;
    }
}

static rz_action choose_reroll(const rz_question *q, const table *t) {
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
static int32_t roll_worth(const table *t, int dice) {
    int32_t worth[MICE_SETS];
    int cat = mice_cat_number(t->setup, t->pub);
    judge_hands(t, dice, worth);
    mice_expect(worth, dice, cat, cat_loss(t));
    mice_best_part(worth, dice);
    mice_expect(worth, dice, cat, cat_loss(t));
    return worth[0];
}

static uint64_t without(uint64_t column, int seat) {
    for (int cell = 0; cell < MICE_CELLS; cell++) {
        int die = mice_die_at(column, cell);
        if (die && mice_die_owner(die) == seat)
            column &= ~((uint64_t)0xff << 8 * cell);
    }
    return column;
}

static rz_action choose_turn(const rz_question *q, const table *t) {
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
            worth = column_worth(t, c, without(column, t->me)) - t->now[c] +
                    dice_of(column, t->me) * t->die;
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
static int32_t step_worth(const table *t, mice_die kind, int value, int column) {
    if (column == MICE_CAT)
        return t->cat / 8 - (kind == MICE_MOUSE ? ROW_DIE : SUPPORT);
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

static void make_plan(const table *t, plan *pl) {
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

static int place_action(mice_die kind, int value, int column) {
    return MICE_PLACE + (int)kind * MICE_PLACES + (value - 1) * (MICE_COLUMNS + 1) + column;
}

/* The first die of an option; a support die where no sausage is at stake. */
static int first_step(const rz_question *q, const table *t, const option *o, int c) {
    if (c == t->setup->size)
        return place_action(MICE_MOUSE, mice_lowest(mice_values(o->dice)), MICE_CAT);
    int cell = mice_height(t->pub->column[c]), die = mice_die_at(o->column, cell);
    int value = mice_die_value(die);
    int own = place_action(MICE_MOUSE, value, c), help = place_action(MICE_SUPPORT_DIE, value, c);
    if (mice_die_candy(die))
        return place_action(MICE_CANDY_DIE, value, c);
    bool pays = t->setup->stacks[c].pays[cell] > 0;
    return is_legal(q, help) && (!pays || !is_legal(q, own)) ? help : own;
}

/* The first placement of the best plan, or -1 if it is to place nothing more. */
static int planned(const rz_question *q, const table *t) {
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

static rz_action choose_place(const rz_question *q, const table *t) {
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

/* A whole position, seen from a seat. */
static int32_t position_worth(const mice_setup *setup, const mice_public *p, int me) {
    table t;
    int32_t worth = 0;
    look_at(&t, setup, p, me);
    for (int c = 0; c < setup->size; c++)
        worth += t.now[c];
    for (int s = 0; s < t.seats; s++) {
        int32_t own = food_worth((int)least((int32_t)p->exposed[s], 200), p->safe[s]) +
                      p->safe[s] * (FOOD + SAFETY) + p->free[s] * t.die + p->candy[s] * CANDY;
        own += p->safe[s] >= MICE_GOAL ? VICTORY : 0;
        /* Who is nearer to the goal is the greater danger. */
        worth += s == me ? own : -(own / 1000 * rivalry(&t) * (40 + p->safe[s]) / 40);
    }
    return worth;
}

static rz_action choose_best_after(const rz_question *q) {
    int32_t best = INT32_MIN;
    rz_action choice = q->legal[0];
    for (int i = 0; i < q->n_legal; i++) {
        mice_state after = {q->view->mice.pub};
        mice_apply(q->setup, (rz_state *)(void *)&after, q->seat, q->legal[i], NULL);
        int32_t worth = position_worth(&q->setup->mice, &after.pub, q->seat);
        if (worth > best) {
            best = worth;
            choice = q->legal[i];
        }
    }
    return choice;
}

rz_action mice_greedy(const rz_question *question) {
    const mice_public *p = &question->view->mice.pub;
    table t;
    if (question->n_legal == 1)
        return question->legal[0];
    if (p->phase > MICE_PLACING)
        return choose_best_after(question);
    look_at(&t, &question->setup->mice, p, question->seat);
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
