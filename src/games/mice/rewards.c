/* mice: completing columns and what the shelves give, M40 to M66. */
#include "core/mem.h"
#include "games/mice/rules.h"

/* M41, M71, M82: where a die belongs that leaves the board. */
static void give_one_back(mice_public *p, int die) {
    if (mice_die_candy(die))
        p->jar++;
    else if (mice_die_owner(die) == MICE_NEUTRAL)
        p->reserve++;
    else
        p->free[mice_die_owner(die)]++;
}

void mice_give_back(mice_public *p, uint64_t dice) {
    for (; dice; dice >>= 8)
        if (dice & 0xff)
            give_one_back(p, (int)(dice & 0xff));
}

/* ---- Completing columns ---------------------------------------------------------------------- */

void mice_pay(const mice_setup *setup, const mice_public *pub, int column,
              uint32_t food[MICE_SEATS]) {
    const mice_stack *stack = &setup->stacks[column];
    memset(food, 0, MICE_SEATS * sizeof *food);
    for (int i = 0; i < stack->size; i++) {
        int die = mice_die_at(pub->column[column], i);
        if (die && mice_die_owner(die) != MICE_NEUTRAL)
            food[mice_die_owner(die)] += stack->pays[i];
    }
    if (stack->shelf == MICE_SAUSAGE_SHELF)
        food[pub->active] += stack->sausages;
}

static void pay(const mice_setup *setup, mice_public *p, int column, rz_events *events) {
    uint32_t food[MICE_SEATS];
    rz_event *event = mice_add_event(events, p, MICE_VERB_COMPLETE);
    mice_pay(setup, p, column, food);
    for (int s = 0; s < setup->common.seats; s++) {
        p->exposed[s] += food[s];
        if (event)
            event->data[1 + s] = (int16_t)food[s];
    }
    if (event)
        event->data[0] = (int16_t)(column + 1);
}

static bool anna_may(const mice_setup *setup, const mice_public *p, int column) {
    return column < setup->size && column != p->from && !(mice_full(p) >> column & 1);
}

static bool anna_can(const mice_setup *setup, const mice_public *p) {
    for (int c = 0; c < setup->size; c++)
        if (anna_may(setup, p, c))
            return true;
    return false;
}

/* M60: the die from her top cell goes on, or back to its owner. True if there is a choice. */
static bool reward_anna(const mice_setup *setup, mice_public *p, int column, int die) {
    p->from = (uint8_t)column;
    if (anna_can(setup, p)) {
        p->anna = (uint8_t)die;
        p->phase = MICE_ANNA_DUE;
        return true;
    }
    mice_give_back(p, (uint64_t)die);
    p->from = 0;
    return false;
}

/* The cell of the lowest candy die on a column (M62), or -1. */
static int lowest_candy(uint64_t column) {
    uint64_t candies = column & 0x4040404040404040u;
    return candies ? __builtin_ctzll(candies) / 8 : -1;
}

static bool candy_on(const mice_public *p, int column) {
    return lowest_candy(p->column[column]) >= 0 && !(mice_full(p) >> column & 1);
}

static bool reward_candy(const mice_setup *setup, mice_public *p) {
    bool any = p->jar > 0;
    for (int s = 0; s < setup->common.seats; s++)
        any |= s != p->active && p->candy[s] > 0;
    for (int c = 0; c < setup->size; c++)
        any |= candy_on(p, c);
    if (any)
        p->phase = MICE_CANDY_DUE;
    return any;
}

int mice_secure_sum(uint64_t column) {
    int sum = 0;
    for (int i = MICE_CELLS - 1, dice = 0; i >= 0 && dice < 2; i--)
        if (mice_die_at(column, i)) {
            sum += mice_die_value(mice_die_at(column, i));
            dice++;
        }
    return sum;
}

static bool reward_secure(mice_public *p, int sum) {
    if (p->exposed[p->active] < (uint32_t)sum)
        return false;
    p->sum = (uint8_t)sum;
    p->phase = MICE_SECURE_DUE;
    return true;
}

/* M41, M42. True if the reward asks the active player something. */
static bool resolve(const mice_setup *setup, mice_public *p, int column, rz_events *events) {
    const mice_stack *stack = &setup->stacks[column];
    uint64_t dice = p->column[column];
    int top = mice_die_at(dice, stack->size - 1);
    pay(setup, p, column, events);
    mice_set_column(setup, p, column, 0);
    if (stack->shelf == MICE_ANNA_SHELF) {
        mice_give_back(p, dice & ~((uint64_t)0xff << 8 * (stack->size - 1)));
        return reward_anna(setup, p, column, top);
    }
    mice_give_back(p, dice);
    switch (stack->shelf) {
    case MICE_CANDY_SHELF:
        return reward_candy(setup, p);
    case MICE_SECURE_SHELF:
        return reward_secure(p, mice_secure_sum(dice));
    case MICE_GREEDY_SHELF:
        p->phase = MICE_STEAL_DUE;
        return true;
    case MICE_ACCOUNTANT_SHELF:
        p->phase = MICE_SHARE_DUE;
        return true;
    default:
        return false;
    }
}

/* M40: the check goes on where it was. */
static void go_on(const mice_setup *setup, mice_public *p, rz_events *events) {
    for (unsigned left; (left = mice_full(p) >> p->check << p->check) != 0;) {
        int c = __builtin_ctz(left);
        p->check = (uint8_t)(c + 1);
        if (resolve(setup, p, c, events))
            return;
    }
    mice_end_turn(setup, p, events);
}

void mice_done(const mice_setup *setup, mice_public *p, rz_events *events) {
    p->reserve = (uint8_t)(p->reserve + mice_total(p->help)); /* M81 */
    p->hand = p->help = 0;
    p->bound = 0;
    go_on(setup, p, events);
}

/* M60: what is in the way moves up, as far as the first gap. */
static uint64_t push(uint64_t column, int die) {
    int gap = 0;
    while (mice_die_at(column, gap))
        gap++;
    uint64_t below = ((uint64_t)1 << 8 * gap) - 1; /* the cells that move; the gap is no top cell */
    return (column & ~(below << 8 | 0xff)) | (column & below) << 8 | (uint64_t)die;
}

static void move_anna(const mice_setup *setup, mice_public *p, int column, rz_events *events) {
    mice_set_column(setup, p, column, push(p->column[column], p->anna));
    p->anna = p->from = 0;
    if (mice_full(p) >> column & 1 && resolve(setup, p, column, events)) /* M61 */
        return;
    go_on(setup, p, events);
}

static void take_candy(const mice_setup *setup, mice_public *p, int source, rz_events *events) {
    if (source == 0) {
        p->jar--;
    } else if (source <= MICE_SEATS) {
        p->candy[source - 1]--;
    } else {
        int c = source - 1 - MICE_SEATS;
        uint64_t dice = p->column[c];
        mice_set_column(setup, p, c, dice & ~((uint64_t)0xff << 8 * lowest_candy(dice)));
    }
    p->candy[p->active]++;
    go_on(setup, p, events);
}

/* What everybody has now. `event` may be NULL. */
static void write_food(const mice_setup *setup, const mice_public *p, rz_event *event) {
    for (int s = 0; event && s < setup->common.seats; s++) {
        rz_large_set(event->data, s, (int32_t)p->exposed[s]);
        event->data[2 * RZ_SEATS_MAX + s] = p->safe[s];
    }
}

/* M64, M90. */
static void secure(const mice_setup *setup, mice_public *p, bool wanted, rz_events *events) {
    int sum = p->sum;
    p->sum = 0;
    if (wanted) {
        rz_event *event = mice_add_event(events, p, MICE_VERB_FOOD);
        p->exposed[p->active] -= (uint32_t)sum;
        p->safe[p->active] = (uint8_t)(p->safe[p->active] + sum);
        write_food(setup, p, event);
    }
    if (p->safe[p->active] >= MICE_GOAL)
        mice_end_game(setup, p, events);
    else
        go_on(setup, p, events);
}

/* M65. */
static void steal(const mice_setup *setup, mice_public *p, int from, rz_events *events) {
    rz_event *event = mice_add_event(events, p, MICE_VERB_FOOD);
    uint32_t half = (p->exposed[from] + 1) / 2;
    p->exposed[from] -= half;
    p->exposed[p->active] += half;
    write_food(setup, p, event);
    go_on(setup, p, events);
}

/* M66. */
static void share(const mice_setup *setup, mice_public *p, bool counter, rz_events *events) {
    int seats = setup->common.seats, step = counter ? seats - 1 : 1;
    rz_event *event = mice_add_event(events, p, MICE_VERB_FOOD);
    uint32_t given[MICE_SEATS];
    for (int s = 0; s < seats; s++) {
        given[s] = (p->exposed[s] + 1) / 2;
        p->exposed[s] -= given[s];
    }
    for (int s = 0; s < seats; s++)
        p->exposed[(s + step) % seats] += given[s];
    write_food(setup, p, event);
    go_on(setup, p, events);
}

/* ---- The choices that rewards ask for ---------------------------------------------------------
 */

static rz_error refuse_candy(const mice_setup *setup, const mice_public *p, int source) {
    int seat = source - 1, column = source - 1 - MICE_SEATS;
    if ((source == 0) != (p->jar > 0))
        return MICE_E_CANDY_JAR;
    if (source == 0)
        return RZ_OK;
    if (seat < MICE_SEATS)
        return seat != p->active && p->candy[seat] > 0 ? RZ_OK : MICE_E_CANDY_THERE;
    if (column >= setup->size)
        return MICE_E_COLUMN;
    if (lowest_candy(p->column[column]) < 0)
        return MICE_E_CANDY_THERE;
    return candy_on(p, column) ? RZ_OK : MICE_E_CANDY_COMPLETE;
}

static rz_error refuse_anna(const mice_setup *setup, const mice_public *p, int column) {
    if (column >= setup->size)
        return MICE_E_COLUMN;
    if (column == p->from)
        return MICE_E_ANNA_SAME;
    return anna_may(setup, p, column) ? RZ_OK : MICE_E_ANNA_COMPLETE;
}

static rz_error refuse_steal(const mice_setup *setup, const mice_public *p, int from) {
    return from < setup->common.seats && from != p->active ? RZ_OK : MICE_E_STEAL_WHOM;
}

rz_error mice_refuse_reward(const mice_setup *setup, const mice_public *p, int action) {
    switch (p->phase) {
    case MICE_ANNA_DUE:
        return refuse_anna(setup, p, action - MICE_ANNA);
    case MICE_CANDY_DUE:
        return refuse_candy(setup, p, action - MICE_CANDY);
    case MICE_STEAL_DUE:
        return refuse_steal(setup, p, action - MICE_STEAL);
    default:
        return RZ_OK;
    }
}

/* What was asked is answered: until something else is asked, the columns are checked on. */
void mice_reward(const mice_setup *setup, mice_public *p, int action, rz_events *events) {
    int asked = p->phase;
    p->phase = MICE_PLACING;
    switch (asked) {
    case MICE_ANNA_DUE:
        move_anna(setup, p, action - MICE_ANNA, events);
        break;
    case MICE_CANDY_DUE:
        take_candy(setup, p, action - MICE_CANDY, events);
        break;
    case MICE_SECURE_DUE:
        secure(setup, p, action == MICE_SECURE, events);
        break;
    case MICE_STEAL_DUE:
        steal(setup, p, action - MICE_STEAL, events);
        break;
    default:
        share(setup, p, action - MICE_SHARE, events);
    }
}
