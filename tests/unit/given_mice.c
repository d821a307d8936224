#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/mice/rules.h"
#include "given.h"

static int cells_of(const rz_setup *setup, int column) {
    return setup->mice.stacks[column].size;
}

/* Takes a die from where it waits and says how it looks on the board; 0 if there is none. "0:5" is
 * a five of seat 0, "c0:5" a candy die of that seat, "s:5" a support die. */
static uint8_t take_die(mice_public *p, const char *word) {
    int owner = 0, value = 0;
    if (sscanf(word, "s:%d", &value) == 1 && p->reserve > 0) {
        p->reserve--;
        return mice_die_of(value, MICE_NEUTRAL, false);
    }
    if (sscanf(word, "c%d:%d", &owner, &value) == 2 && p->jar > 0) {
        p->jar--;
        return mice_die_of(value, owner, true);
    }
    if (sscanf(word, "%d:%d", &owner, &value) == 2 && p->free[owner] > 0) {
        p->free[owner]--;
        return mice_die_of(value, owner, false);
    }
    return 0;
}

/* "0:6 - s:4": from the bottom cell upwards, "-" for an empty one. */
static bool fill_column(const rz_setup *setup, mice_public *p, int column, const char *words) {
    char copy[256];
    int cell = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        uint8_t die = strcmp(word, "-") ? take_die(p, word) : 0;
        if ((!die && strcmp(word, "-") != 0) || cell == cells_of(setup, column))
            return false;
        p->column[column] |= (uint64_t)die << 8 * cell++;
        mice_set_open(p, column, mice_open(&setup->mice.stacks[column], p->column[column]));
    }
    return true;
}

static bool fill_row(const rz_setup *setup, mice_public *p, const char *words) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        uint8_t die = take_die(p, word);
        if (!die || p->row_size == setup->mice.grey + setup->mice.red)
            return false;
        p->row[p->row_size++] = die;
    }
    return true;
}

/* given column N DICE · cat DICE · exposed SEAT N · safe SEAT N · candy SEAT · turn SEAT ·
 * played TURNS */
static bool arrange(const rz_setup *setup, rz_state *state, const char *words) {
    mice_public *p = &state->mice.pub;
    int a = 0, b = 0, at = 0;
    if (sscanf(words, "column %d %n", &a, &at) == 1 && a >= 1 && a <= setup->mice.size)
        return fill_column(setup, p, a - 1, words + at);
    if (!strncmp(words, "cat ", 4))
        return fill_row(setup, p, words + 4);
    if (sscanf(words, "exposed %d %d", &a, &b) == 2 && a < rz_seats(setup)) {
        p->exposed[a] = (uint32_t)b;
    } else if (sscanf(words, "safe %d %d", &a, &b) == 2 && a < rz_seats(setup)) {
        p->safe[a] = (uint8_t)b;
    } else if (sscanf(words, "candy %d", &a) == 1 && a < rz_seats(setup) && p->jar > 0) {
        p->jar--;
        p->candy[a]++;
    } else if (sscanf(words, "turn %d", &a) == 1 && a < rz_seats(setup)) {
        p->active = (uint8_t)a;
        p->phase = MICE_TURN;
    } else if (sscanf(words, "played %d", &a) == 1) {
        p->turn = (uint32_t)a;
    } else {
        return false;
    }
    return true;
}

/* A die as 100 · owner + value, 1000 more for candy; support dice are owned by 5. */
static int die_number(int die) {
    if (!die)
        return 0;
    return mice_die_value(die) + 100 * mice_die_owner(die) + 1000 * mice_die_candy(die);
}

/* exposed SEAT · safe SEAT · free SEAT · candy SEAT · jar · reserve · cell COLUMN CELL · row N ·
 * row size · hand VALUE · help VALUE · turn · actions · phase · cells COLUMN · grey · red ·
 * columns */
static bool look(const rz_setup *setup, const rz_state *state, const char *words, int *number) {
    const mice_public *p = &state->mice.pub;
    int a = 0, b = 0;
    char word[32] = "";
    if (sscanf(words, "cell %d %d", &a, &b) == 2)
        *number = die_number(mice_die_at(p->column[a - 1], b - 1));
    else if (!strcmp(words, "row size"))
        *number = p->row_size;
    else if (!strcmp(words, "jar"))
        *number = p->jar;
    else if (!strcmp(words, "reserve"))
        *number = p->reserve;
    else if (!strcmp(words, "turn"))
        *number = (int)p->turn;
    else if (!strcmp(words, "grey"))
        *number = setup->mice.grey;
    else if (!strcmp(words, "red"))
        *number = setup->mice.red;
    else if (!strcmp(words, "columns"))
        *number = setup->mice.size;
    else if (sscanf(words, "%31s %d", word, &a) != 2)
        return false;
    else if (!strcmp(word, "row"))
        *number = die_number(p->row[a - 1]);
    else if (!strcmp(word, "cells"))
        *number = cells_of(setup, a - 1);
    else if (!strcmp(word, "hand"))
        *number = mice_count(p->hand, a);
    else if (!strcmp(word, "help"))
        *number = mice_count(p->help, a);
    else if (a >= rz_seats(setup))
        return false;
    else if (!strcmp(word, "exposed"))
        *number = (int)p->exposed[a];
    else if (!strcmp(word, "safe"))
        *number = p->safe[a];
    else if (!strcmp(word, "free"))
        *number = p->free[a];
    else if (!strcmp(word, "candy"))
        *number = p->candy[a];
    else
        return false;
    return true;
}

typedef struct tally {
    int mouse[MICE_SEATS], support, candy;
} tally;

static void count_die(tally *t, int die) {
    if (!die)
        return;
    if (mice_die_candy(die))
        t->candy++;
    else if (mice_die_owner(die) == MICE_NEUTRAL)
        t->support++;
    else
        t->mouse[mice_die_owner(die)]++;
}

/* The dice of every kind are all somewhere, once (M1, M2). */
static const char *wrong_dice(const rz_setup *setup, const mice_public *p) {
    int seats = rz_seats(setup);
    tally t = {.support = p->reserve + mice_total(p->help), .candy = p->jar};
    for (int c = 0; c < MICE_COLUMNS; c++)
        for (int i = 0; i < MICE_CELLS; i++)
            count_die(&t, mice_die_at(p->column[c], i));
    for (int i = 0; i < MICE_ROW; i++)
        count_die(&t, p->row[i]);
    count_die(&t, p->anna);
    if (p->phase == MICE_HELP_DUE)
        t.support += p->rolling;
    for (int s = 0; s < seats; s++) {
        t.candy += p->candy[s];
        if (t.mouse[s] + p->free[s] != (seats == 2 ? 6 : 7))
            return "M1: mouse dice are lost or won";
    }
    if (t.support != (seats == 2 ? 3 : 0))
        return "M1: support dice are lost or won";
    return t.candy == (seats < 4 ? 1 : 2) ? NULL : "M2: candy dice are lost or won";
}

static const char *invariant(const rz_setup *setup, const rz_state *state) {
    const mice_public *p = &state->mice.pub;
    const mice_setup *s = &setup->mice;
    bool rewards = p->phase >= MICE_PLACING;
    if (mice_total(p->hand) > p->free[p->active])
        return "more dice in hand than off the board";
    if ((p->anna || p->from) && p->phase != MICE_ANNA_DUE)
        return "M60: something is left of Anna's move";
    if (p->sum && p->phase != MICE_SECURE_DUE)
        return "M64: something is left of an offer";
    if (p->row_size >= s->grey + s->red)
        return "M51: the cat should have come";
    mice_public fresh = {0};
    for (int c = 0; c < s->size; c++)
        mice_set_open(&fresh, c, mice_open(&s->stacks[c], p->column[c]));
    if (memcmp(fresh.open, p->open, sizeof p->open) != 0)
        return "M24: the next cells are kept wrongly";
    for (int c = 0; c < MICE_COLUMNS; c++) {
        if (p->column[c] && (c >= s->size || mice_height(p->column[c]) > s->stacks[c].size))
            return "M11: a die lies where there is no cell";
        if (!rewards && mice_full(p) >> c & 1)
            return "M40: a complete column was left";
    }
    for (int i = 0; i < rz_seats(setup); i++)
        if (p->safe[i] >= MICE_GOAL && p->phase != MICE_OVER)
            return "M90: the game should be over";
    if (p->turn > (uint32_t)s->turns)
        return "M92: the game should be over";
    return wrong_dice(setup, p);
}

static uint64_t all_food(const mice_public *p) {
    uint64_t food = 0;
    for (int seat = 0; seat < MICE_SEATS; seat++)
        food += p->exposed[seat] + p->safe[seat];
    return food;
}

/* What a line brings to all together. */
static uint64_t food_of(const rz_setup *setup, const rz_event *event) {
    uint64_t food = 0;
    for (int seat = 0; seat < rz_seats(setup); seat++) {
        if (event->verb == MICE_VERB_COMPLETE)
            food += (uint64_t)event->data[1 + seat];
        if (event->verb == MICE_VERB_FIRST)
            food += (uint64_t)(3 + seat); /* M10 */
    }
    return food;
}

static const char *check_step(const rz_setup *setup, const rz_event *event, const rz_public *before,
                              const rz_public *after) {
    const mice_public *a = &before->mice, *b = &after->mice;
    int verb = event->verb;
    if (all_food(b) != all_food(a) + food_of(setup, event))
        return "food is lost or made";
    if (verb != MICE_VERB_FOOD && memcmp(a->safe, b->safe, sizeof a->safe))
        return "food is secured by itself";
    if (a->phase >= MICE_ANNA_DUE && b->phase == a->phase)
        return "what was answered is asked again";
    if (verb != MICE_VERB_TURN && (a->active != b->active || a->turn != b->turn))
        return "a turn begins by itself";
    if (mice_total(b->hand) > b->free[b->active])
        return "more dice in hand than off the board";
    return wrong_dice(setup, b);
}

static const char *const variants[] = {
    "", "turns=60", "turns=25 first=1", "turns=1 first=0", "turns=200", NULL};

const rz_given given_mice = {&mice_game, arrange, look, invariant, check_step, variants};
