/* mice: the duty of M81, solved exactly.
 *
 * The question is whether some sequence of placements brings all support dice in hand on the board,
 * and an own die as well. Columns only share the dice in hand, so a sequence may be sorted by
 * column; what is placed above a column's last support die can be left out or placed at the end;
 * and the grey cells take whatever is left. So the search goes from column to column, puts a
 * support die on the next cell or an own die below one, and sees whether the rest fits the cat row.
 * Candy dice are never part of it: holding one forces nothing (M70).
 */
#include "games/mice/state.h"

typedef struct table {
    const mice_setup *setup;
    uint64_t column[MICE_COLUMNS];
    uint8_t open[MICE_COLUMNS]; /* as in mice_public */
    uint32_t own, help;
    int grey;
    bool need; /* an own die must still be placed */
} table;

static void set(const mice_setup *setup, const mice_public *pub, table *t) {
    t->setup = setup;
    memcpy(t->column, pub->column, sizeof t->column);
    memcpy(t->open, pub->open, sizeof t->open);
    t->own = pub->hand;
    t->help = pub->help;
    t->grey = mice_grey_left(setup, pub);
    t->need = !pub->placed;
}

/* Whether an own die could still be placed when `grey` cells are left in the cat row. */
static bool own_fits(const table *t, int grey) {
    unsigned open = grey > 0 ? MICE_EVERY : 0;
    for (int c = 0; c < MICE_COLUMNS; c++)
        open |= t->open[c];
    return open & mice_values(t->own);
}

static bool search(table *t, int from);

static void put(table *t, int c, int value) {
    t->column[c] |= (uint64_t)value << 8 * mice_height(t->column[c]);
    t->open[c] = mice_open(&t->setup->stacks[c], t->column[c]);
}

/* Puts a die of a value on the next cell of a column, which takes it, and searches on. */
static bool try_die(table *t, int c, int value, uint32_t *hand) {
    uint64_t column = t->column[c];
    uint8_t open = t->open[c];
    bool need = t->need;
    put(t, c, value);
    *hand -= mice_one(value);
    t->need = need && hand != &t->own;
    bool found = search(t, c);
    t->column[c] = column;
    t->open[c] = open;
    *hand += mice_one(value);
    t->need = need;
    return found;
}

static bool try_column(table *t, int c) {
    const mice_stack *stack = &t->setup->stacks[c];
    unsigned open = t->open[c], help = mice_values(t->help);
    int above = mice_height(t->column[c]) + 1;
    for (unsigned values = open & help; values; values &= values - 1)
        if (try_die(t, c, mice_lowest(values), &t->help))
            return true;
    if (above >= stack->size || !(stack->above[above] & help))
        return false;
    for (unsigned values = open & mice_values(t->own); values; values &= values - 1)
        if (try_die(t, c, mice_lowest(values), &t->own))
            return true;
    return false;
}

/* Columns before `from` stay as they are. */
static bool search(table *t, int from) {
    int left = mice_total(t->help);
    if (left <= t->grey && (!t->need || own_fits(t, t->grey - left)))
        return true;
    if (left == 0)
        return false;
    for (int c = from; c < t->setup->size; c++)
        if (try_column(t, c))
            return true;
    return false;
}

static bool solve(table *t) {
    return !(t->need && t->own == 0) && search(t, 0);
}

bool mice_can_comply(const mice_setup *setup, const mice_public *pub) {
    table t;
    set(setup, pub, &t);
    return solve(&t);
}

bool mice_would_comply(const mice_setup *setup, const mice_public *pub, mice_die kind, int value,
                       int column) {
    table t;
    set(setup, pub, &t);
    if (column == MICE_CAT)
        t.grey--;
    else
        put(&t, column, value);
    if (kind == MICE_SUPPORT_DIE)
        t.help -= mice_one(value);
    else if (kind == MICE_MOUSE)
        t.own -= mice_one(value);
    t.need = t.need && kind == MICE_SUPPORT_DIE;
    return solve(&t);
}
