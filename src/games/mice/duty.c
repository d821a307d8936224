/* mice: the duty of M81, solved exactly.
 *
 * The question is whether some sequence of placements brings all support dice in hand on the board,
 * and an own die as well. Columns only share the dice in hand, so a sequence may be sorted by
 * column; own dice above a column's last support die can be left out, or one of them placed at the
 * end; and the grey cells take whatever is left. So the search goes from column to column, puts a
 * support die on the next cell or above own dice, and sees whether the rest fits the cat row.
 * Candy dice are never part of it: holding one forces nothing (M70).
 */
#include "core/mem.h"
#include "games/mice/rules.h"

typedef struct table {
    const mice_setup *setup;
    uint64_t column[MICE_COLUMNS];
    uint32_t own, help;
    int spare; /* own dice that are still to be had, whichever they are */
    int grey;
    bool need; /* an own die must still be placed */
} table;

static void set(const mice_setup *setup, const mice_public *pub, table *t) {
    t->setup = setup;
    memcpy(t->column, pub->column, sizeof t->column);
    t->own = pub->hand;
    t->help = pub->help;
    t->spare = mice_total(pub->hand);
    t->grey = mice_grey_left(setup, pub);
    t->need = !pub->placed;
}

/* Whether an own die could still be placed when `grey` cells are left in the cat row. */
static bool own_fits(const table *t, int grey) {
    unsigned own = mice_values(t->own);
    if (grey > 0 && own)
        return true;
    for (int c = 0; c < t->setup->size; c++)
        if (mice_open(&t->setup->stacks[c], t->column[c]) & own)
            return true;
    return false;
}

static bool search(table *t, int from);
static bool climb(table *t, int c);

static void put(table *t, int c, int value) {
    t->column[c] |= (uint64_t)value << 8 * mice_height(t->column[c]);
}

/* Puts a support die on the next cell of a column, which takes it, and searches on. */
static bool try_help(table *t, int c, int value) {
    uint64_t column = t->column[c];
    put(t, c, value);
    t->help -= mice_one(value);
    bool found = search(t, c);
    t->help += mice_one(value);
    t->column[c] = column;
    return found;
}

/* Where it does not matter which die it is, an own die is placed without saying which: it is only
 * counted, and any that is left in the end will do. */
enum { NAMELESS = 7 };

static bool is_free(const mice_stack *stack, int cell) {
    return stack->accepts[cell] == MICE_EVERY && !(stack->linked >> cell & 3);
}

/* Puts an own die on the next cell, only to get a support die above it. */
static bool try_own(table *t, int c, int value) {
    uint64_t column = t->column[c];
    bool need = t->need;
    uint32_t die = value == NAMELESS ? 0 : mice_one(value);
    put(t, c, value);
    t->own -= die;
    t->spare--;
    t->need = false;
    bool found = climb(t, c);
    t->own += die;
    t->spare++;
    t->need = need;
    t->column[c] = column;
    return found;
}

static bool climb(table *t, int c) {
    const mice_stack *stack = &t->setup->stacks[c];
    unsigned open = mice_open(stack, t->column[c]), help = mice_values(t->help);
    int cell = mice_height(t->column[c]);
    for (unsigned values = open & help; values; values &= values - 1)
        if (try_help(t, c, mice_lowest(values)))
            return true;
    if (t->spare == 0 || cell + 1 >= stack->size || !(stack->above[cell + 1] & help))
        return false;
    if (is_free(stack, cell))
        return try_own(t, c, NAMELESS);
    for (unsigned values = open & mice_values(t->own); values; values &= values - 1)
        if (try_own(t, c, mice_lowest(values)))
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
        if (climb(t, c))
            return true;
    return false;
}

/* Support dice that no cell asks for, however the columns grow, go on grey cells or nowhere. */
static bool has_hope(const table *t) {
    unsigned asked = 0;
    int lost = 0;
    for (int c = 0; c < t->setup->size; c++) {
        const mice_stack *stack = &t->setup->stacks[c];
        int cell = mice_height(t->column[c]);
        if (cell < stack->size)
            asked |= stack->above[cell];
    }
    for (unsigned values = mice_values(t->help) & ~asked; values; values &= values - 1)
        lost += mice_count(t->help, mice_lowest(values));
    return lost <= t->grey && !(t->need && t->own == 0);
}

static bool solve(table *t) {
    return has_hope(t) && search(t, 0);
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
    if (kind == MICE_MOUSE) {
        t.own -= mice_one(value);
        t.spare--;
    }
    t.need = t.need && kind == MICE_SUPPORT_DIE;
    return solve(&t);
}
