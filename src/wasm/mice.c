/* mice as the page sees it. */
#include "words/mice.h"
#include "ai/mice/odds.h"
#include "games/mice/rules.h"
#include "wasm/wasm.h"

static const char *const phases[] = {
    [MICE_FIRST_DUE] = "first",   [MICE_DICE_DUE] = "dice",    [MICE_HELP_DUE] = "help",
    [MICE_TURN] = "turn",         [MICE_REROLLING] = "reroll", [MICE_OFFER] = "offer",
    [MICE_PLACING] = "place",     [MICE_ANNA_DUE] = "anna",    [MICE_CANDY_DUE] = "candy",
    [MICE_SECURE_DUE] = "secure", [MICE_STEAL_DUE] = "steal",  [MICE_SHARE_DUE] = "share",
    [MICE_OVER] = "over"};

static const mice_setup *setup_of(const wasm_seen *seen) {
    return &seen->voice->setup->mice;
}

static const mice_public *pub_of(const wasm_seen *seen) {
    return &seen->view->mice.pub;
}

/* ---- Dice ------------------------------------------------------------------------------------
 */

static void put_die(rz_text *out, const char *key, int die) {
    if (!die) {
        rz_put_null(out, key);
        return;
    }
    rz_put_open(out, key, '{');
    rz_put_int(out, "value", mice_die_value(die));
    wasm_put_seat(out, "owner", mice_die_owner(die), mice_die_owner(die) != MICE_NEUTRAL);
    rz_put_bool(out, "candy", mice_die_candy(die));
    rz_put_close(out, '}');
}

static void put_dice(rz_text *out, const char *key, uint32_t dice) {
    rz_put_open(out, key, '[');
    for (int v = 1; v <= MICE_FACES; v++)
        for (int i = mice_count(dice, v); i > 0; i--)
            rz_put_int(out, NULL, v);
    rz_put_close(out, ']');
}

/* ---- The board -------------------------------------------------------------------------------
 */

static void put_cells(rz_text *out, const mice_stack *stack, uint64_t column) {
    rz_put_open(out, "cells", '[');
    for (int cell = 0; cell < stack->size; cell++) {
        bool any = stack->accepts[cell] == MICE_EVERY;
        rz_put_open(out, NULL, '{');
        rz_put_int(out, "ask", any ? 0 : mice_lowest(stack->accepts[cell]));
        rz_put_bool(out, "linked", stack->linked >> cell & 1);
        rz_put_int(out, "pays", stack->pays[cell]);
        put_die(out, "die", mice_die_at(column, cell));
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

static void put_open(rz_text *out, unsigned open) {
    rz_put_open(out, "open", '[');
    for (unsigned values = open & MICE_EVERY; values; values &= values - 1)
        rz_put_int(out, NULL, mice_lowest(values));
    rz_put_close(out, ']');
}

/* What the cells pay; the sausages of a shelf are its reward. */
static void put_earnings(const wasm_seen *seen, rz_text *out, int c) {
    const mice_public *p = pub_of(seen);
    const mice_stack *stack = &setup_of(seen)->stacks[c];
    uint32_t food[MICE_SEATS];
    mice_pay(setup_of(seen), p, c, food);
    if (stack->shelf == MICE_SAUSAGE_SHELF)
        food[p->active] -= stack->sausages;
    rz_put_open(out, "earns", '[');
    for (int seat = 0; seat < rz_seats(seen->voice->setup); seat++)
        rz_put_int(out, NULL, (int)food[seat]);
    rz_put_close(out, ']');
}

/* What the shelf gives as a figure, where it is known already: sausages, or the sum of the upper
 * pair, of which the lower die is there (M64). */
static void put_gift(const mice_stack *stack, uint64_t column, rz_text *out) {
    int top = stack->size - 1, below = mice_die_at(column, top - 1);
    bool pair = stack->shelf == MICE_SECURE_SHELF && below && stack->linked >> top & 1;
    int gift = stack->shelf == MICE_SAUSAGE_SHELF ? stack->sausages
               : pair                             ? 2 * mice_die_value(below)
                                                  : 0;
    wasm_put_seat(out, "gift", gift, gift > 0);
}

static void put_column(const wasm_seen *seen, rz_text *out, int c) {
    const mice_public *p = pub_of(seen);
    const mice_stack *stack = &setup_of(seen)->stacks[c];
    unsigned open = mice_open(stack, p->column[c]);
    char name[120], reward[300];
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    mice_format_shelf(seen->voice, &text, stack->shelf, stack->sausages);
    rz_text_init(&text, reward, sizeof reward);
    mice_format_reward(seen->voice, p, c, seen->voice->you >= 0 ? seen->voice->you : p->active,
                       &text);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "number", c + 1);
    rz_put_string(out, "shelf", mice_shelf_names[stack->shelf]);
    rz_put_int(out, "sausages", stack->sausages);
    rz_put_string(out, "name", name);
    put_cells(out, stack, p->column[c]);
    wasm_put_seat(out, "next", mice_height(p->column[c]), open != MICE_FULL);
    put_open(out, open);
    put_earnings(seen, out, c);
    put_gift(stack, p->column[c], out);
    rz_put_string(out, "reward", reward);
    rz_put_close(out, '}');
}

static void put_cat(const wasm_seen *seen, rz_text *out) {
    const mice_setup *setup = setup_of(seen);
    const mice_public *p = pub_of(seen);
    int number = mice_cat_number(setup, p);
    rz_put_open(out, "cat", '{');
    rz_put_int(out, "grey", setup->grey);
    rz_put_int(out, "red", setup->red);
    rz_put_open(out, "dice", '[');
    for (int i = 0; i < p->row_size; i++)
        put_die(out, NULL, p->row[i]);
    rz_put_close(out, ']');
    wasm_put_seat(out, "takes", number, number > 0);
    rz_put_int(out, "room", mice_cat_room(setup, p));
    rz_put_close(out, '}');
}

static void put_seat(const wasm_seen *seen, rz_text *out, int seat) {
    const mice_public *p = pub_of(seen);
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "exposed", (int)p->exposed[seat]);
    rz_put_int(out, "safe", p->safe[seat]);
    rz_put_int(out, "free", p->free[seat]);
    rz_put_int(out, "board", mice_dice_each(rz_seats(seen->voice->setup)) - p->free[seat]);
    rz_put_int(out, "candy", p->candy[seat]);
    rz_put_close(out, '}');
}

/* ---- The whole -------------------------------------------------------------------------------
 */

static void put_lists(const wasm_seen *seen, rz_text *out) {
    rz_put_open(out, "columns", '[');
    for (int c = 0; c < setup_of(seen)->size; c++)
        put_column(seen, out, c);
    rz_put_close(out, ']');
    put_cat(seen, out);
    rz_put_open(out, "seats", '[');
    for (int seat = 0; seat < rz_seats(seen->voice->setup); seat++)
        put_seat(seen, out, seat);
    rz_put_close(out, ']');
}

static void position(const wasm_seen *seen, rz_text *out) {
    const mice_public *p = pub_of(seen);
    bool anna = p->phase == MICE_ANNA_DUE;
    rz_put_string(out, "phase", phases[p->phase]);
    rz_put_int(out, "turn", (int)p->turn);
    rz_put_int(out, "turns", setup_of(seen)->turns);
    rz_put_int(out, "goal", MICE_GOAL);
    rz_put_int(out, "active", p->active);
    put_lists(seen, out);
    put_dice(out, "hand", p->hand);
    rz_put_int(out, "unrolled",
               p->phase == MICE_REROLLING ? p->free[p->active] - mice_total(p->hand) : 0);
    put_dice(out, "help", p->help);
    rz_put_int(out, "rolling", p->rolling);
    rz_put_int(out, "jar", p->jar);
    rz_put_int(out, "reserve", p->reserve);
    rz_put_int(out, "sum", p->phase == MICE_SECURE_DUE ? p->sum : 0);
    put_die(out, "anna", anna ? p->anna : 0);
    wasm_put_seat(out, "from", p->from + 1, anna);
}

/* The columns that the dice in hand, support dice among them, fill up to the top. */
static void put_within_reach(const wasm_seen *seen, rz_text *out) {
    const mice_public *p = pub_of(seen);
    rz_put_open(out, "completes", '[');
    for (int c = 0; p->phase == MICE_PLACING && c < setup_of(seen)->size; c++)
        if (mice_fills(&setup_of(seen)->stacks[c], p->column[c], p->hand + p->help))
            rz_put_int(out, NULL, c + 1);
    rz_put_close(out, ']');
}

/* Of the next roll of who is to play: the first of the turn, or the re-roll. */
static void facts(const wasm_seen *seen, rz_text *out) {
    const mice_public *p = pub_of(seen);
    bool rolls = p->phase == MICE_TURN || p->phase == MICE_REROLLING;
    int dice = p->free[p->active], unrolled = dice - mice_total(p->hand);
    put_within_reach(seen, out);
    rz_put_open(out, "values", '[');
    for (int n = 1; rolls && n <= dice; n++) {
        rz_put_open(out, NULL, '{');
        rz_put_int(out, "dice", n);
        wasm_put_chance(out, "once", mice_showing(n, false), MICE_CERTAIN);
        wasm_put_chance(out, "twice", mice_showing(n, true), MICE_CERTAIN);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
    rz_put_open(out, "columns", '[');
    for (int c = 0; rolls && c < setup_of(seen)->size; c++) {
        uint32_t keep = 0;
        int32_t whole = mice_completing(setup_of(seen), p, c, unrolled, &keep);
        rz_put_open(out, NULL, '{');
        rz_put_int(out, "column", c + 1);
        wasm_put_chance(out, "next", mice_filling_next(setup_of(seen), p, c, unrolled),
                        MICE_CERTAIN);
        wasm_put_chance(out, "whole", whole, MICE_CERTAIN);
        put_dice(out, "keep", whole > 0 ? keep : 0);
        rz_put_close(out, '}');
    }
    rz_put_close(out, ']');
}

const wasm_game mice_page = {NULL, position, facts};
