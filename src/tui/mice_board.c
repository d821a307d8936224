/* The pantry of mice at a plain terminal: columns that climb to their shelves, or, where there is
 * no room for them, a line for each. */
#include <stdio.h>
#include <string.h>

#include "games/mice/rules.h"
#include "tui/mice.h"
#include "words/mice.h"

void mice_cut(char *text, int letters) {
    for (; *text; text++)
        if ((*text & 0xc0) != 0x80 && letters-- == 0)
            break;
    *text = '\0';
}

enum { MARGIN = 2, WIDE = 8, NARROW = 7 };

static const char *const short_shelves[MICE_SHELVES] = {
    [MICE_ANNA_SHELF] = N_("Anna"),          [MICE_CANDY_SHELF] = N_("Candy"),
    [MICE_SECURE_SHELF] = N_("Secure"),      [MICE_GREEDY_SHELF] = N_("Greedy"),
    [MICE_ACCOUNTANT_SHELF] = N_("Account"),
};

char mice_mark(int seat) {
    return seat == MICE_NEUTRAL ? 'S' : (char)('A' + seat);
}

/* "A4": a die of A that shows 4; "A4~" if it is a candy die. */
static void die_text(int die, char out[8]) {
    snprintf(out, 8, "%c%d%s", mice_mark(mice_die_owner(die)), mice_die_value(die),
             mice_die_candy(die) ? "~" : "");
}

/* What a cell asks for: "4", "*" for any, "=" for what is below; the next one in brackets, with the
 * value where it is known: "[=5]". */
static void empty_text(const mice_stack *stack, uint64_t column, int cell, char out[8]) {
    bool linked = stack->linked >> cell & 1, any = stack->accepts[cell] == MICE_EVERY;
    char ask[4] = "*";
    if (linked)
        snprintf(ask, sizeof ask, "=");
    else if (!any)
        snprintf(ask, sizeof ask, "%d", mice_lowest(stack->accepts[cell]));
    if (cell != mice_height(column))
        snprintf(out, 8, "%s", ask);
    else if (linked)
        snprintf(out, 8, "[=%d]", mice_die_value(mice_die_at(column, cell - 1)));
    else
        snprintf(out, 8, "[%s]", ask);
}

typedef struct cell_look {
    char text[8], pays[8];
    scr_style style;
} cell_look;

static cell_look describe_cell(const rz_voice *voice, const mice_public *p, int c, int cell,
                               bool lit) {
    const mice_stack *stack = &voice->setup->mice.stacks[c];
    int die = mice_die_at(p->column[c], cell);
    cell_look look = {.style = SCR_FAINT};
    if (die)
        die_text(die, look.text);
    else
        empty_text(stack, p->column[c], cell, look.text);
    if (stack->pays[cell])
        snprintf(look.pays, sizeof look.pays, "+%d", stack->pays[cell]);
    if (die)
        look.style = mice_die_owner(die) == voice->you ? SCR_GOOD : SCR_STRONG;
    else if (cell == mice_height(p->column[c]))
        look.style = lit ? SCR_LIT : SCR_PLAIN;
    return look;
}

static void print_shelf(screen *scr, const rz_voice *voice, int c, int width) {
    const mice_stack *stack = &voice->setup->mice.stacks[c];
    char text[64];
    if (stack->shelf == MICE_SAUSAGE_SHELF)
        snprintf(text, sizeof text, "+%d", stack->sausages);
    else
        snprintf(text, sizeof text, "%s", rz_translate(voice, short_shelves[stack->shelf]));
    mice_cut(text, width - 1);
    scr_put(scr, SCR_STRONG, text);
}

/* One line of the skyline: the cells of a height, and the shelves of columns that end below. */
static void draw_row(screen *scr, const rz_voice *voice, const mice_public *p, unsigned lit,
                     int row, int width) {
    const mice_setup *setup = &voice->setup->mice;
    for (int c = 0; c < setup->size; c++) {
        const mice_stack *stack = &setup->stacks[c];
        if (row > stack->size)
            continue;
        scr_to(scr, MARGIN + c * width);
        if (row == stack->size) {
            print_shelf(scr, voice, c, width);
            continue;
        }
        cell_look look = describe_cell(voice, p, c, row, lit >> c & 1);
        bool bracket = look.text[0] == '[';
        scr_put(scr, look.style, bracket ? "" : " ");
        scr_put(scr, look.style, look.text);
        if (look.pays[0])
            scr_to(scr, MARGIN + c * width + 4 - (width == NARROW));
        scr_put(scr, look.style == SCR_FAINT ? SCR_FAINT : SCR_PLAIN, look.pays);
    }
    scr_newline(scr);
}

/* What the dice of a column earn if it is completed now: "A+3 B+1", closer where there are many. */
static void print_earnings(screen *scr, const rz_voice *voice, const mice_public *p, int c,
                           int width) {
    uint32_t food[MICE_SEATS];
    char text[80] = "", tight[80] = "";
    mice_pay(&voice->setup->mice, p, c, food);
    if (voice->setup->mice.stacks[c].shelf == MICE_SAUSAGE_SHELF)
        food[p->active] -= voice->setup->mice.stacks[c].sausages;
    for (int s = 0; s < rz_seats(voice->setup); s++)
        if (food[s]) {
            size_t n = strlen(text), m = strlen(tight);
            snprintf(text + n, sizeof text - n, "%s%c+%u", n ? " " : "", mice_mark(s), food[s]);
            snprintf(tight + m, sizeof tight - m, "%c%u", mice_mark(s), food[s]);
        }
    if (text[0])
        scr_to(scr, MARGIN + c * width);
    scr_put(scr, SCR_GOOD, (int)strlen(text) < width ? text : tight);
}

static bool anybody_earns(const mice_setup *setup, const mice_public *p) {
    for (int c = 0; c < setup->size; c++)
        for (int cell = 0; cell < setup->stacks[c].size; cell++) {
            int die = mice_die_at(p->column[c], cell);
            if (die && mice_die_owner(die) != MICE_NEUTRAL && setup->stacks[c].pays[cell])
                return true;
        }
    return false;
}

static void draw_skyline(screen *scr, const rz_voice *voice, const mice_public *p, unsigned lit,
                         int width) {
    const mice_setup *setup = &voice->setup->mice;
    int highest = 0;
    for (int c = 0; c < setup->size; c++)
        highest = setup->stacks[c].size > highest ? setup->stacks[c].size : highest;
    for (int row = highest; row >= 0; row--)
        draw_row(scr, voice, p, lit, row, width);
    for (int c = 0; c < setup->size; c++) {
        scr_to(scr, MARGIN + c * width);
        scr_put(scr, SCR_PLAIN, c < 9 ? " " : "");
        scr_number(scr, SCR_STRONG, c + 1);
    }
    scr_newline(scr);
    for (int c = 0; c < setup->size && anybody_earns(setup, p); c++) {
        print_earnings(scr, voice, p, c, width);
        if (c + 1 == setup->size)
            scr_newline(scr);
    }
}

/* "7 secure: A4 A4 [*] =", from bottom to top. */
static void list_columns(screen *scr, const rz_voice *voice, const mice_public *p, unsigned lit) {
    const mice_setup *setup = &voice->setup->mice;
    scr->indent = 4;
    for (int c = 0; c < setup->size; c++) {
        char shelf[80];
        rz_text text;
        rz_text_init(&text, shelf, sizeof shelf);
        rz_text_char(&text, ' ');
        mice_format_shelf(voice, &text, setup->stacks[c].shelf, setup->stacks[c].sausages);
        rz_text_char(&text, ':');
        scr_number(scr, SCR_STRONG, c + 1);
        scr_put(scr, SCR_PLAIN, shelf);
        for (int cell = 0; cell < setup->stacks[c].size; cell++) {
            cell_look look = describe_cell(voice, p, c, cell, lit >> c & 1);
            scr_put(scr, SCR_PLAIN, " ");
            scr_put(scr, look.style, look.text);
            scr_put(scr, SCR_FAINT, look.pays);
        }
        scr_newline(scr);
    }
}

static void draw_cells(screen *scr, const mice_public *p, int from, int to) {
    for (int i = from; i < to; i++) {
        char die[8];
        scr_put(scr, SCR_PLAIN, " ");
        if (i < p->row_size) {
            die_text(p->row[i], die);
            scr_put(scr, SCR_ALARM, die);
        } else {
            scr_put(scr, SCR_FAINT, i == p->row_size ? "[ ]" : "·");
        }
    }
}

/* "Cat row: grey A5, red B5 [ ] · ·   The cat takes every 5 that is rolled; 3 more and it comes."
 */
static void draw_cat(screen *scr, const rz_voice *voice, const mice_public *p) {
    const mice_setup *setup = &voice->setup->mice;
    char memory[300];
    rz_text text;
    int number = mice_cat_number(setup, p), room = mice_cat_room(setup, p);
    scr->indent = 4;
    scr_put(scr, SCR_STRONG, rz_translate(voice, N_("Cat row: grey")));
    draw_cells(scr, p, 0, setup->grey);
    scr_put(scr, SCR_STRONG, rz_translate(voice, N_(", red")));
    draw_cells(scr, p, setup->grey, setup->grey + setup->red);
    scr_put(scr, SCR_PLAIN, "   ");
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              number ? N_("takes every {number} that is rolled; {room} to go")
                     : N_("sleeps; {room} to go"),
              "number", tui_number(number), "room", tui_number(room), NULL);
    scr_put(scr, number ? SCR_ALARM : SCR_FAINT, memory);
    scr_newline(scr);
}

void mice_draw_board(screen *scr, const rz_voice *voice, const mice_public *p, unsigned lit) {
    int width = (scr->width - MARGIN) / voice->setup->mice.size;
    if (width >= NARROW)
        draw_skyline(scr, voice, p, lit, width > WIDE ? WIDE : width);
    else
        list_columns(scr, voice, p, lit);
    draw_cat(scr, voice, p);
}
