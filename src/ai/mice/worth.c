#include "ai/mice/worth.h"

enum {
    FOOD = MICE_WORTH_FOOD,
    SURPLUS = 250, /* an exposed food beyond what is still needed */
    SAFETY = 1600, /* what food gains by being safe */
    ANNA = 1000,
    EAGER = 650, /* in thousandths: how often others complete what they can */
    LATER = 350  /* in thousandths: what is left of a column's worth after a round */
};

/* What a die in hand is worth over one on the board, by the number of players: the fewer play, the
 * longer a column stands. Found by play against itself. */
static const int16_t die_worth[MICE_SEATS + 1] = {0, 0, 1800, 1000, 550, 600};

/* What others gain is a loss, shared with the rest of the mice_table. */
static int32_t rivalry(const mice_table *t) {
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
static int32_t secure_worth(const mice_table *t, int seat, int sum, int more) {
    const mice_public *p = t->pub;
    if ((int)p->exposed[seat] + more < sum)
        return 0;
    return sum * SAFETY + (p->safe[seat] + sum >= MICE_GOAL ? MICE_WORTH_VICTORY : 0);
}

/* What a seat can hope to secure: the highest pair that it can pay for. */
static int32_t secure_hope(const mice_table *t, int seat) {
    int exposed = (int)least((int32_t)t->pub->exposed[seat], 12);
    return exposed < 2 ? SAFETY : secure_worth(t, seat, exposed & ~1, 0);
}

/* M65; what nobody could need does not count. */
static int half(uint32_t food) {
    return food < 100 ? (int)(food + 1) / 2 : 50;
}

static int32_t greedy_worth(const mice_table *t, int seat) {
    int most = 0;
    for (int s = 0; s < t->seats; s++)
        if (s != seat && half(t->pub->exposed[s]) > most)
            most = half(t->pub->exposed[s]);
    return most * FOOD;
}

static int32_t accountant_worth(const mice_table *t, int seat) {
    int left = half(t->pub->exposed[(seat + 1) % t->seats]);
    int right = half(t->pub->exposed[(seat + t->seats - 1) % t->seats]);
    int net = (left > right ? left : right) - half(t->pub->exposed[seat]);
    return net * FOOD;
}

static bool candy_to_be_had(const mice_table *t, int seat) {
    int held = 0;
    for (int s = 0; s < t->seats; s++)
        held += s != seat ? t->pub->candy[s] : 0;
    return t->pub->jar + held > 0;
}

static int32_t shelf_worth(const mice_table *t, int seat, int column) {
    const mice_stack *stack = &t->setup->stacks[column];
    switch (stack->shelf) {
    case MICE_ANNA_SHELF:
        return ANNA;
    case MICE_CANDY_SHELF:
        return candy_to_be_had(t, seat) ? MICE_WORTH_CANDY : MICE_WORTH_CANDY / 3;
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

int32_t mice_chance_to_fill(const mice_stack *stack, uint64_t column, int dice) {
    int32_t chance = 1000;
    for (int cell = mice_height(column); cell < stack->size; cell++, dice--) {
        bool any = stack->accepts[cell] == MICE_EVERY && !(stack->linked >> cell & 1);
        chance = chance * (any && dice > 0 ? 1000 : likely(dice)) / 1000;
    }
    return chance;
}

/* What the cells of a column pay: to me, less what they pay to others. */
static int32_t cells_worth(const mice_table *t, const mice_stack *stack, uint64_t column) {
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
static int32_t reward_of(const mice_table *t, int seat, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int top = stack->size - 1, below = top > 0 ? mice_die_at(column, top - 1) : 0;
    if (stack->shelf == MICE_SECURE_SHELF && below && stack->linked >> top & 1)
        return secure_worth(t, seat, 2 * mice_die_value(below), 0);
    return t->shelf[seat][c];
}

/* What a column that is not complete is worth at the end of my turn: others may complete it first,
 * which pays my cells and gives them the reward; then I may. */
int32_t mice_column_worth(const mice_table *t, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int32_t cells = cells_worth(t, stack, column), left = 1000, worth = 0;
    for (int i = 1; i <= t->seats; i++) {
        int seat = (t->me + i) % t->seats;
        int32_t chance = mice_chance_to_fill(stack, column, t->pub->free[seat]);
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

int mice_dice_of(uint64_t column, int seat) {
    int n = 0;
    for (; column; column >>= 8)
        n += (column & 0xff) && mice_die_owner((int)(column & 0xff)) == seat &&
             !mice_die_candy((int)(column & 0xff));
    return n;
}

int32_t mice_completion_worth(const mice_table *t, int c, uint64_t column) {
    const mice_stack *stack = &t->setup->stacks[c];
    int32_t worth = cells_worth(t, stack, column), back = 0;
    int mine = 0, sum = 0;
    for (int s = 0; s < t->seats; s++)
        back += mice_dice_of(column, s) * (s == t->me ? t->die : -t->die * rivalry(t) / 1000);
    for (int cell = 0; cell < stack->size; cell++) {
        int die = mice_die_at(column, cell);
        mine += die && mice_die_owner(die) == t->me ? stack->pays[cell] : 0;
        sum += cell >= stack->size - 2 ? mice_die_value(die) : 0;
    }
    worth +=
        stack->shelf == MICE_SECURE_SHELF ? secure_worth(t, t->me, sum, mine) : t->shelf[t->me][c];
    return worth + back + mice_column_worth(t, c, 0) - t->now[c];
}

/* If the cat came now: all dice go back, and all columns begin again. */
static int32_t cat_worth(const mice_table *t) {
    int32_t worth = 0;
    for (int c = 0; c < t->setup->size; c++) {
        for (int s = 0; s < t->seats; s++)
            worth += mice_dice_of(t->pub->column[c], s) *
                     (s == t->me ? t->die : -t->die * rivalry(t) / 1000);
        worth += mice_column_worth(t, c, 0) - t->now[c];
    }
    return worth;
}

void mice_table_init(mice_table *t, const mice_setup *setup, const mice_public *p, int me) {
    *t = (mice_table){.setup = setup, .pub = p, .me = me, .seats = setup->common.seats};
    t->die = die_worth[t->seats];
    for (int c = 0; c < setup->size; c++) {
        for (int s = 0; s < t->seats; s++)
            t->shelf[s][c] = shelf_worth(t, s, c);
        bool full = mice_height(p->column[c]) == setup->stacks[c].size;
        t->now[c] = full ? 0 : mice_column_worth(t, c, p->column[c]);
    }
    t->cat = cat_worth(t);
}

int32_t mice_position_worth(const mice_setup *setup, const mice_public *p, int me) {
    mice_table t;
    int32_t worth = 0;
    mice_table_init(&t, setup, p, me);
    for (int c = 0; c < setup->size; c++)
        worth += t.now[c];
    for (int s = 0; s < t.seats; s++) {
        int32_t own = food_worth((int)least((int32_t)p->exposed[s], 200), p->safe[s]) +
                      p->safe[s] * (FOOD + SAFETY) + p->free[s] * t.die +
                      p->candy[s] * MICE_WORTH_CANDY;
        own += p->safe[s] >= MICE_GOAL ? MICE_WORTH_VICTORY : 0;
        /* Who is nearer to the goal is the greater danger. */
        worth += s == me ? own : -(own / 1000 * rivalry(&t) * (40 + p->safe[s]) / 40);
    }
    return worth;
}
