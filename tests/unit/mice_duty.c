/* M81 against exhaustive search: on random positions every placement is tried in every order, and
 * what the rules allow must be exactly what keeps the duty possible.
 *
 *     test_mice_duty POSITIONS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/mice/rules.h"
#include "mice_random.h"

static rz_rng rng;
static rz_setup setup;

static uint32_t below(uint32_t n) {
    return rz_rng_below(&rng, n);
}

/* ---- The same question, asked in the plainest way -------------------------------------------- */

typedef struct table {
    uint8_t cell[MICE_COLUMNS][MICE_CELLS]; /* the value of the die there, or 0 */
    uint8_t own[MICE_FACES + 1], help[MICE_FACES + 1];
    uint8_t grey; /* cells left */
    uint8_t need; /* an own die */
} table;

enum { SEEN = 1 << 18 };
static table seen[SEEN];
static uint32_t seen_in[SEEN], search_number, seen_count;

/* True if this table has been met in this search; if not, it is noted. */
static bool met(const table *t) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof *t; i++)
        hash = (hash ^ ((const uint8_t *)t)[i]) * 16777619u;
    for (uint32_t i = hash % SEEN;; i = (i + 1) % SEEN) {
        if (seen_in[i] != search_number) {
            seen_in[i] = search_number;
            seen[i] = *t;
            if (++seen_count > SEEN / 2)
                abort();
            return false;
        }
        if (memcmp(&seen[i], t, sizeof *t) == 0)
            return true;
    }
}

static int covered(const mice_column *column) {
    return rz_seats(&setup) < 4 ? column->covered[rz_seats(&setup) - 2] : 0;
}

/* Where the next die of a column goes, counted on the printed board; -1 if it takes no such die. */
static int next_cell(const table *t, int c, int value) {
    const mice_column *column = &setup.mice.board.columns[c];
    int bottom = covered(column), cell = bottom;
    for (int i = bottom; i < column->size; i++)
        if (t->cell[c][i])
            cell = i + 1;
    if (cell == column->size)
        return -1;
    const mice_cell *wanted = &column->cells[cell];
    if (wanted->ask && wanted->ask != value)
        return -1;
    if (wanted->linked && cell > bottom && t->cell[c][cell - 1] != value)
        return -1;
    return cell;
}

static bool possible(const table *t);

static bool possible_after(const table *t, bool help, int value, int c) {
    table next = *t;
    (help ? next.help : next.own)[value]--;
    next.need = t->need && help;
    if (c == MICE_CAT)
        next.grey--;
    else
        next.cell[c][next_cell(t, c, value)] = (uint8_t)value;
    return possible(&next);
}

static bool fits(const table *t, int value, int c) {
    return c == MICE_CAT ? t->grey > 0 : c < setup.mice.board.size && next_cell(t, c, value) >= 0;
}

static bool possible(const table *t) {
    int left = 0;
    for (int v = 1; v <= MICE_FACES; v++)
        left += t->help[v];
    if (left == 0 && !t->need)
        return true;
    if (met(t))
        return false;
    for (int v = 1; v <= MICE_FACES; v++)
        for (int c = 0; c <= MICE_CAT; c++)
            if (fits(t, v, c) && ((t->help[v] && possible_after(t, true, v, c)) ||
                                  (t->own[v] && possible_after(t, false, v, c))))
                return true;
    return false;
}

static void copy_table(const mice_public *p, table *t) {
    memset(t, 0, sizeof *t);
    for (int c = 0; c < setup.mice.board.size; c++) {
        int bottom = covered(&setup.mice.board.columns[c]);
        for (int i = 0; bottom + i < MICE_CELLS; i++)
            t->cell[c][bottom + i] = (uint8_t)mice_die_value(mice_die_at(p->column[c], i));
    }
    for (int v = 1; v <= MICE_FACES; v++) {
        t->own[v] = (uint8_t)mice_count(p->hand, v);
        t->help[v] = (uint8_t)mice_count(p->help, v);
    }
    t->grey = (uint8_t)(p->row_size < setup.mice.grey ? setup.mice.grey - p->row_size : 0);
    t->need = !p->placed;
}

static void begin_search(void) {
    search_number++;
    seen_count = 0;
}

static bool search(const table *t) {
    begin_search();
    return possible(t);
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void begin(bool reconstructed) {
    rz_problem problem;
    rz_setup_init(&mice_game, 2, &setup, &problem);
    if (!reconstructed)
        mice_random_board(&rng, below(5), &setup.mice.board);
    setup.mice.first = 0;
    rz_setup_complete(&mice_game, &setup, &problem);
}

/* Fills columns at random, never to the top, with dice of both seats and support dice. */
static void scatter(mice_public *p) {
    for (int c = 0; c < setup.mice.size; c++)
        for (int i = 0; i + 1 < setup.mice.stacks[c].size && below(3); i++) {
            int owner = below(4) == 0 ? MICE_NEUTRAL : (int)below(2);
            uint8_t *source = owner == MICE_NEUTRAL ? &p->reserve : &p->free[owner];
            if (*source == 0 || below(6) == 0)
                continue;
            --*source;
            p->column[c] |= (uint64_t)mice_die_of(1 + (int)below(6), owner, false) << 8 * i;
        }
    for (int c = 0; c < setup.mice.size; c++)
        mice_set_open(p, c, mice_open(&setup.mice.stacks[c], p->column[c]));
    while (p->row_size < setup.mice.grey && p->free[1] > 0 && below(3)) {
        p->free[1]--;
        p->row[p->row_size++] = mice_die_of(1 + (int)below(6), 1, false);
    }
}

/* A table on which seat 0 has rolled and support dice are about to fall. */
static bool set_position(rz_state *state) {
    mice_public *p = &state->mice.pub;
    mice_game.init(&setup, state, NULL);
    scatter(p);
    if (p->reserve == 0)
        return false;
    for (int i = 0; i < p->free[0]; i++)
        p->hand += mice_one(1 + (int)below(6));
    if (below(3) == 0 && p->jar) {
        p->jar--;
        p->candy[0]++;
    }
    p->rerolled = p->helped = 1;
    p->rolling = p->reserve;
    p->reserve = 0;
    p->phase = MICE_HELP_DUE;
    return mice_game.apply(&setup, state, RZ_CHANCE, mice_game.draw(&setup, state, &rng), NULL) ==
           RZ_OK;
}

static bool has_cell(const table *t, const uint8_t dice[]) {
    for (int v = 1; v <= MICE_FACES; v++)
        for (int c = 0; c <= MICE_CAT; c++)
            if (dice[v] && fits(t, v, c))
                return true;
    return false;
}

/* What M81 says of one event, `place` or `done`. */
static bool allowed(const mice_public *p, const rz_event *event) {
    table t;
    copy_table(p, &t);
    bool bound = search(&t);
    int left = mice_total(p->help), value = event->data[0], kind = event->data[2];
    int c = event->data[1] == 0 ? MICE_CAT : event->data[1] - 1;
    if (event->verb == MICE_VERB_DONE)
        return left + t.need == 0 ||
               (!bound && !has_cell(&t, t.help) && !(t.need && has_cell(&t, t.own)));
    bool have = kind == MICE_CANDY_DIE ? p->candy[0] > 0 && c != MICE_CAT
                                       : (kind == MICE_MOUSE ? t.own : t.help)[value] > 0;
    if (!have || !fits(&t, value, c))
        return false;
    if (!bound)
        return true;
    if (kind == MICE_CANDY_DIE) /* as a die of one's own, which was not in hand */
        t.own[value]++;
    begin_search();
    return possible_after(&t, kind == MICE_SUPPORT_DIE, value, c);
}

static bool check_position(const rz_state *state) {
    rz_action legal[RZ_LEGAL_MAX];
    uint8_t listed[MICE_ACTIONS] = {0};
    rz_view view;
    int n = mice_game.legal_in(&setup, state, 0, legal);
    mice_game.view(&setup, state, 0, &view);
    for (int i = 0; i < n; i++)
        listed[legal[i]] = 1;
    for (int action = MICE_PLACE; action <= MICE_DONE; action++) {
        rz_event event;
        mice_game.describe(&setup, rz_state_public(state), 0, (rz_action)action, &event);
        if (allowed(&state->mice.pub, &event) != listed[action]) {
            fprintf(stderr, "M81: value %d column %d die %d is %slisted\n", event.data[0],
                    event.data[1], event.data[2], listed[action] ? "" : "not ");
            return false;
        }
        if ((mice_game.why_not(&setup, &view, (rz_action)action) == RZ_OK) != listed[action]) {
            fprintf(stderr, "action %d is listed and refused, or neither\n", action);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    long wanted = argc > 1 ? atol(argv[1]) : 1000, positions = 0, bound = 0, steps = 0;
    rz_rng_fast(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    while (positions < wanted) {
        rz_state state;
        rz_action legal[RZ_LEGAL_MAX];
        begin(below(2));
        if (!set_position(&state))
            continue;
        positions++;
        bound += state.mice.pub.bound;
        for (; state.mice.pub.phase == MICE_PLACING; steps++) {
            if (!check_position(&state))
                return 1;
            int n = mice_game.legal_in(&setup, &state, 0, legal);
            mice_game.apply(&setup, &state, 0, legal[below((uint32_t)n)], NULL);
        }
    }
    printf("%ld positions, %ld of them bound, %ld steps\n", positions, bound, steps);
    return bound == 0 || bound == positions;
}
