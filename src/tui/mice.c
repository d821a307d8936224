/* mice at a plain terminal. */
#include "tui/mice.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ai/mice/features.h"
#include "ai/mice/odds.h"
#include "games/mice/rules.h"
#include "words/mice.h"

static const mice_public *pub_of(const rz_view *view) {
    return &view->mice.pub;
}

/* "1 1 3", or "–" for none. */
static const char *dice_text(uint32_t dice) {
    static char text[4][40];
    static int turn;
    turn = (turn + 1) % 4;
    char *at = text[turn];
    snprintf(at, sizeof text[turn], "–");
    for (int v = 1; v <= MICE_FACES; v++)
        for (int i = mice_count(dice, v); i > 0; i--) {
            bool first = dice == 0 || at == text[turn];
            at += sprintf(at, "%s%d", first ? "" : " ", v);
        }
    return text[turn];
}

/* The seat whose eyes look: the one addressed, or nobody. */
static bool is_mine(const rz_voice *voice, const mice_public *p) {
    return voice->you == p->active && p->phase >= MICE_TURN && p->phase < MICE_OVER;
}

/* ---- The table ------------------------------------------------------------------------------- */

static unsigned next_values(const rz_setup *setup, const mice_public *p, int c) {
    return mice_open(&setup->mice.stacks[c], p->column[c]);
}

/* Columns on which a die of the active player's could go now, or Anna's. */
static unsigned lit_columns(const rz_voice *voice, const rz_view *view) {
    const mice_public *p = pub_of(view);
    unsigned lit = 0, values = mice_values(p->hand) | mice_values(p->help);
    if (p->candy[p->active])
        values = MICE_EVERY;
    if (!is_mine(voice, p))
        return 0;
    for (int c = 0; c < voice->setup->mice.size; c++) {
        bool open = p->phase == MICE_PLACING && next_values(voice->setup, p, c) & values;
        open |= p->phase == MICE_ANNA_DUE &&
                mice_why_not(voice->setup, view, (rz_action)(MICE_ANNA + c)) == RZ_OK;
        lit |= (unsigned)open << c;
    }
    return lit;
}

static int on_board(const mice_setup *setup, const mice_public *p, int seat) {
    return mice_dice_each(setup->common.seats) - p->free[seat];
}

static void draw_bar(screen *scr, int safe) {
    for (int i = 0; i < MICE_GOAL; i++)
        scr_put(scr, i < safe ? SCR_GOOD : SCR_FAINT, i < safe ? "■" : "□");
}

static void draw_player(screen *scr, const rz_voice *voice, const mice_public *p, int seat) {
    enum { NAME = 16, CANDY = 20, BAR = 23, BAR_WIDTH = 78 };
    char name[RZ_NAME_BYTES + 40], memory[200];
    rz_text text;
    bool bar = scr->width >= BAR_WIDTH, turn = p->phase != MICE_OVER && seat == p->active;
    snprintf(memory, sizeof memory, "%c ", mice_mark(seat));
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(voice, &text, seat);
    if (bar)
        mice_cut(name, NAME);
    scr->indent = 4;
    scr_put(scr, SCR_LIT, turn ? "▶ " : "  ");
    scr_put(scr, SCR_STRONG, memory);
    scr_put(scr, SCR_STRONG, name);
    if (bar) {
        if (scr->column < CANDY)
            scr_to(scr, CANDY);
        for (int i = 0; i < p->candy[seat]; i++)
            scr_put(scr, SCR_LIT, "~");
        scr_to(scr, BAR);
        draw_bar(scr, p->safe[seat]);
    }
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              p->candy[seat] && !bar
                  ? N_(" {safe} safe, {exposed} out, {free}+{board} dice, {candy} candy")
                  : N_(" {safe} safe, {exposed} out, {free}+{board} dice"),
              "safe", tui_number(p->safe[seat]), "exposed", tui_number((int)p->exposed[seat]),
              "free", tui_number(p->free[seat]), "board",
              tui_number(on_board(&voice->setup->mice, p, seat)), "candy",
              tui_number(p->candy[seat]), NULL);
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}

static void draw_hand(screen *scr, const rz_voice *voice, const mice_public *p) {
    int unrolled = p->free[p->active] - mice_total(p->hand);
    char memory[200];
    rz_text text;
    if (p->phase != MICE_REROLLING && p->phase != MICE_OFFER && p->phase != MICE_PLACING)
        return;
    scr->indent = 4;
    tui_print(scr, SCR_STRONG, voice, N_("Dice in hand: "));
    scr_put(scr, SCR_LIT, dice_text(p->hand));
    rz_text_init(&text, memory, sizeof memory);
    if (unrolled > 0 && p->phase == MICE_REROLLING)
        rz_format(voice, &text,
                  unrolled == 1 ? N_("   and one more that came back")
                                : N_("   and {number} more that came back"),
                  "number", tui_number(unrolled), NULL);
    if (p->help)
        rz_format(voice, &text, N_("   support dice: {dice}"), "dice", dice_text(p->help), NULL);
    if (p->candy[p->active])
        rz_format(voice, &text, N_("   candy dice: {number}"), "number",
                  tui_number(p->candy[p->active]), NULL);
    scr_put(scr, SCR_LIT, memory);
    scr_newline(scr);
}

/* Dice that nobody has. */
static void draw_stock(screen *scr, const rz_voice *voice, const mice_public *p) {
    char memory[200];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              mice_helpers(rz_seats(voice->setup)) > 0
                  ? N_("Candy dice in the jar: {jar}, support dice in the reserve: {reserve}")
                  : N_("Candy dice in the jar: {jar}"),
              "jar", tui_number(p->jar), "reserve", tui_number(p->reserve), NULL);
    scr->indent = 4;
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}

static void draw(screen *scr, const rz_voice *voice, const rz_view *view) {
    const mice_public *p = pub_of(view);
    scr_newline(scr);
    mice_draw_board(scr, voice, p, lit_columns(voice, view));
    draw_stock(scr, voice, p);
    for (int s = 0; s < rz_seats(voice->setup); s++)
        draw_player(scr, voice, p, s);
    draw_hand(scr, voice, p);
    scr->indent = 2;
}

/* ---- What is to be done -----------------------------------------------------------------------
 */

/* How dice are typed. */
static const char *describe_typing(const rz_setup *setup, const rz_view *view) {
    const mice_public *p = pub_of(view);
    if (p->phase == MICE_PLACING)
        return mice_why_not(setup, view, MICE_DONE) == RZ_OK
                   ? N_("several numbers place several dice")
                   : NULL;
    if (p->phase != MICE_REROLLING)
        return NULL;
    if (p->free[p->active] > mice_total(p->hand))
        return N_("type their values, x for one that came back; all; or Enter to keep");
    if (p->reserve && !p->helped)
        return N_("type their values; all; support; or Enter to keep");
    return N_("type their values; all; or Enter to keep");
}

/* Every die on every column where it fits, also where M81 forbids it: asked for, that is explained.
 * A candy die fits everywhere; on cells that take any value it is only offered if the list stays
 * short ("candy 4 6" places it as a 4 in column 6). */
static int offer_places(const rz_setup *setup, const rz_view *view, rz_action out[]) {
    enum { LONG = 20 };
    const mice_public *p = pub_of(view);
    int n = 0;
    for (int a = MICE_PLACE; a < MICE_DONE; a++) {
        rz_error error = mice_why_not(setup, view, (rz_action)a);
        int column = (a - MICE_PLACE) % (MICE_COLUMNS + 1);
        bool candy = a >= MICE_PLACE + MICE_CANDY_DIE * MICE_PLACES;
        bool any = column < setup->mice.size && next_values(setup, p, column) == MICE_EVERY;
        if ((error == RZ_OK || error == MICE_E_DUTY) && !(candy && any && n > LONG))
            out[n++] = (rz_action)a;
    }
    out[n++] = MICE_DONE;
    return n;
}

static int list_choices(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]) {
    if (pub_of(view)->phase == MICE_PLACING)
        return offer_places(setup, view, out);
    if (pub_of(view)->phase == MICE_REROLLING)
        return 0; /* typed, not chosen */
    return mice_legal(setup, view, out);
}

static bool is_in_turn(const rz_view *view) {
    return pub_of(view)->phase == MICE_PLACING;
}

/* ---- Dice that are typed ----------------------------------------------------------------------
 */

/* "1 1 3", "113", "1,1,3": counts of the values, and of x. False if there is anything else. */
static bool read_dice(const char *line, int16_t counts[MICE_FACES + 1]) {
    int n = 0;
    memset(counts, 0, (MICE_FACES + 1) * sizeof *counts);
    for (; *line; line++) {
        if (strchr(" ,\t", *line))
            continue;
        int value = tolower((unsigned char)*line) == 'x' ? MICE_FACES + 1 : *line - '0';
        if (value < 1 || value > MICE_FACES + 1 || (*line == '7') || ++n > 2 * MICE_DICE)
            return false;
        counts[value - 1]++;
    }
    return true;
}

static void print_refusal(screen *scr, const rz_voice *voice, rz_error error) {
    tui_refuse(scr, voice, &mice_game, &(rz_problem){.error = error});
}

/* A word in English or in the language of the screen. */
static bool is_word(const rz_voice *voice, const char *line, const char *english) {
    return !strcasecmp(line, english) || !strcasecmp(line, rz_translate(voice, english));
}

/* "1 1 3", "all", "keep", "support" or nothing. */
static tui_answer parse_reroll(screen *scr, const rz_voice *voice, const rz_view *view,
                               const char *line, rz_action *action) {
    const mice_public *p = pub_of(view);
    rz_event event = {.by = view->mice.seat, .verb = MICE_VERB_REROLL};
    if (is_word(voice, line, N_("support"))) {
        *action = MICE_SUPPORT;
        return TUI_ACTION;
    }
    if (is_word(voice, line, N_("keep")))
        line = "";
    if (is_word(voice, line, N_("all"))) {
        for (int v = 1; v <= MICE_FACES; v++)
            event.data[v - 1] = (int16_t)mice_count(p->hand, v);
        event.data[MICE_FACES] = (int16_t)(p->free[p->active] - mice_total(p->hand));
    } else if (!read_dice(line, event.data)) {
        if (!isdigit((unsigned char)*line))
            return TUI_NOT_MINE;
        print_refusal(scr, voice, MICE_E_REROLL);
        return TUI_EXPLAINED;
    }
    rz_error error = mice_understand(voice->setup, rz_view_public(view), &event, action);
    if (error == RZ_OK)
        return TUI_ACTION;
    print_refusal(scr, voice, error);
    return TUI_EXPLAINED;
}

/* "candy 4 6": as a 4 in column 6. */
static tui_answer parse_candy(const char *line, rz_action *action) {
    int value, column;
    char more;
    if (sscanf(line, "candy %2d %2d%c", &value, &column, &more) != 2 || value < 1 ||
        value > MICE_FACES || column < 1 || column > MICE_COLUMNS)
        return TUI_NOT_MINE;
    *action = mice_place_action(MICE_CANDY_DIE, value, column - 1);
    return TUI_ACTION;
}

static tui_answer parse(screen *scr, const rz_voice *voice, const rz_view *view, const char *line,
                        rz_action *action) {
    if (pub_of(view)->phase == MICE_REROLLING)
        return parse_reroll(scr, voice, view, line, action);
    return pub_of(view)->phase == MICE_PLACING ? parse_candy(line, action) : TUI_NOT_MINE;
}

/* ---- What people ask for ----------------------------------------------------------------------
 */

static void print_column_name(screen *scr, const rz_voice *voice, int c) {
    const mice_stack *stack = &voice->setup->mice.stacks[c];
    char shelf[80];
    rz_text text;
    rz_text_init(&text, shelf, sizeof shelf);
    rz_text_char(&text, ' ');
    mice_format_shelf(voice, &text, stack->shelf, stack->sausages);
    scr_number(scr, SCR_STRONG, c + 1);
    scr_put(scr, SCR_PLAIN, shelf);
}

static void print_scores(screen *scr, const rz_voice *voice, const rz_view *view) {
    const mice_public *p = pub_of(view);
    tui_print(scr, SCR_STRONG, voice, N_("Food; whoever has 25 safe wins:\n"));
    scr->indent = 4;
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char name[RZ_NAME_BYTES + 40], memory[300];
        rz_text text;
        int left = p->safe[s] < MICE_GOAL ? MICE_GOAL - p->safe[s] : 0;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(voice, &text, s);
        rz_text_init(&text, memory, sizeof memory);
        rz_format(voice, &text,
                  N_("{who}: {safe} safe, {left} to go, {exposed} exposed; {free} dice in hand, "
                     "{board} on the board"),
                  "who", name, "safe", tui_number(p->safe[s]), "left", tui_number(left), "exposed",
                  tui_number((int)p->exposed[s]), "free", tui_number(p->free[s]), "board",
                  tui_number(on_board(&voice->setup->mice, p, s)), NULL);
        scr_put(scr, s == voice->you ? SCR_STRONG : SCR_PLAIN, memory);
        scr_newline(scr);
    }
}

static const char *percent_text(const rz_voice *voice, int32_t chance) {
    return tui_percent(voice, (double)chance / MICE_CERTAIN);
}

static void print_values(screen *scr, const rz_voice *voice, int dice) {
    tui_print(scr, SCR_STRONG, voice,
              N_("Chance that dice show a value that you need, once or at least twice:\n"));
    scr->indent = 4;
    for (int n = 1; n <= dice; n++) {
        char memory[100];
        rz_text text;
        rz_text_init(&text, memory, sizeof memory);
        rz_format(voice, &text, N_("{number} dice: {one}, {two}"), "number", tui_number(n), "one",
                  percent_text(voice, mice_showing(n, false)), "two",
                  percent_text(voice, mice_showing(n, true)), NULL);
        scr_put(scr, SCR_PLAIN, memory);
        if (n % 2 && n < dice && scr->width >= 60)
            scr_to(scr, 34);
        else
            scr_newline(scr);
    }
}

static void print_column_row(screen *scr, const rz_voice *voice, int c, scr_style style,
                             const char *said) {
    scr->indent = 4;
    print_column_name(scr, voice, c);
    if (scr->width >= 60)
        scr_to(scr, 22);
    else
        scr_put(scr, SCR_PLAIN, ": ");
    scr_put(scr, style, said);
    scr_newline(scr);
}

static void print_chance(screen *scr, const rz_voice *voice, const mice_public *p, int c,
                         int unrolled) {
    char memory[200];
    rz_text text;
    uint32_t keep = 0;
    int32_t next = mice_filling_next(&voice->setup->mice, p, c, unrolled);
    int32_t whole = mice_completing(&voice->setup->mice, p, c, unrolled, &keep);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              whole == 0 ? N_("next cell {next}; can not be completed now")
              : keep     ? N_("next cell {next}; complete {whole}, keeping {keep}")
                         : N_("next cell {next}; complete {whole}"),
              "next", percent_text(voice, next), "whole", percent_text(voice, whole), "keep",
              dice_text(keep), NULL);
    print_column_row(scr, voice, c, whole == MICE_CERTAIN ? SCR_LIT : SCR_PLAIN, memory);
}

/* Of the next roll of who is to play: the first of the turn, or the re-roll. */
static void print_odds(screen *scr, const rz_voice *voice, const rz_view *view) {
    const mice_public *p = pub_of(view);
    mice_public now = *p;
    bool rolled = p->phase == MICE_REROLLING;
    int dice = p->free[p->active], unrolled = dice - mice_total(p->hand);
    if (p->phase != MICE_TURN && !rolled) {
        tui_print(scr, SCR_PLAIN, voice, N_("No roll is to come in this turn.\n"));
        return;
    }
    print_values(scr, voice, dice);
    tui_print(scr, SCR_STRONG, voice,
              rolled ? N_("Each column, if you go for it alone with the re-roll:\n")
                     : N_("Each column, if you go for it alone, after the first roll:\n"));
    for (int c = 0; c < voice->setup->mice.size; c++)
        print_chance(scr, voice, &now, c, unrolled);
}

/* If the dice that are there were all: whom the cells pay, then what the shelf does. */
static void print_worth(screen *scr, const rz_voice *voice, const rz_view *view) {
    const mice_public *p = pub_of(view);
    const mice_setup *setup = &voice->setup->mice;
    tui_print(scr, SCR_STRONG, voice,
              N_("If a column were completed now: what its dice earn, and the shelf reward:\n"));
    for (int c = 0; c < setup->size; c++) {
        char memory[200];
        rz_text text;
        uint32_t food[MICE_SEATS];
        int left = setup->stacks[c].size - mice_height(p->column[c]);
        mice_pay(setup, p, c, food);
        if (setup->stacks[c].shelf == MICE_SAUSAGE_SHELF)
            food[p->active] -= setup->stacks[c].sausages;
        rz_text_init(&text, memory, sizeof memory);
        rz_format(voice, &text, N_("{number} to go; "), "number", tui_number(left), NULL);
        for (int s = 0; s < rz_seats(voice->setup); s++)
            if (food[s]) {
                rz_text_char(&text, mice_mark(s));
                rz_text_add(&text, " +");
                rz_text_int(&text, (int)food[s]);
                rz_text_char(&text, ' ');
            }
        mice_format_reward(voice, p, c, voice->you >= 0 ? voice->you : p->active, &text);
        print_column_row(scr, voice, c, SCR_PLAIN, memory);
    }
}

/* ---- A real table ---------------------------------------------------------------------------- */

static void ask_first(screen *scr, const rz_voice *voice) {
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char name[RZ_NAME_BYTES + 40];
        rz_text text;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(voice, &text, s);
        scr_put(scr, SCR_FAINT, tui_number(s + 1));
        scr_put(scr, SCR_PLAIN, " ");
        scr_put(scr, SCR_PLAIN, name);
        scr_newline(scr);
    }
    tui_print(scr, SCR_LIT, voice, N_("Who goes first? "));
}

static void ask_chance(screen *scr, const rz_voice *voice, const rz_state *state, int part) {
    const mice_public *p = &state->mice.pub;
    char memory[200];
    rz_text text;
    (void)part;
    if (p->phase == MICE_FIRST_DUE) {
        ask_first(scr, voice);
        return;
    }
    rz_text_init(&text, memory, sizeof memory);
    rz_format(voice, &text,
              p->phase == MICE_HELP_DUE ? N_("What do the {number} support dice show? ")
                                        : N_("What do the {number} dice show? "),
              "number", tui_number(p->rolling), NULL);
    scr_put(scr, SCR_LIT, memory);
}

static int parse_chance(const rz_voice *voice, const rz_state *state, int part, const char *answer,
                        rz_event *event) {
    const mice_public *p = &state->mice.pub;
    int n = 0;
    (void)part;
    if (p->phase == MICE_FIRST_DUE) {
        event->verb = MICE_VERB_FIRST;
        event->data[0] = (int16_t)(answer[0] - '1');
        bool seat = event->data[0] >= 0 && event->data[0] < rz_seats(voice->setup);
        return seat && answer[1] == '\0' ? 0 : -1;
    }
    event->verb = MICE_VERB_DICE;
    if (!read_dice(answer, event->data) || event->data[MICE_FACES])
        return -1;
    for (int v = 0; v < MICE_FACES; v++)
        n += event->data[v];
    event->data[MICE_FACES] = p->phase == MICE_HELP_DUE ? MICE_SUPPORT_DIE : MICE_MOUSE;
    return n == p->rolling ? 0 : -1;
}

/* The end says who has won; here is what everybody has brought home. */
static void print_event(screen *scr, const rz_voice *voice, const rz_event *event) {
    if (event->verb != MICE_VERB_END)
        return;
    scr_newline(scr);
    for (int s = 0; s < rz_seats(voice->setup); s++) {
        char name[RZ_NAME_BYTES + 40];
        rz_text text;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(voice, &text, s);
        scr_put(scr, SCR_PLAIN, "  ");
        scr_put(scr, event->data[RZ_SEATS_MAX + s] ? SCR_LIT : SCR_PLAIN, name);
        scr_to(scr, 24);
        scr_number(scr, SCR_STRONG, event->data[s]);
        scr_newline(scr);
    }
}

/* A turn is one paragraph. */
static bool is_joined(const rz_event *event) {
    return event->verb != MICE_VERB_TURN && event->verb != MICE_VERB_FIRST &&
           event->verb != MICE_VERB_END;
}

static const char *describe_setup(const rz_setup *setup) {
    return mice_trained_board(&setup->mice)
               ? N_("The board is a reconstruction; --board FILE takes yours.")
               : N_("No net has learnt this board: the stronger bots search by rules of thumb.");
}

static void print_primer(screen *scr, const rz_voice *voice) {
    static const char *const lines[] = {
        N_("Bring 25 food into your bag. On your turn roll all your dice that are not on the "
           "board, roll any of them again once, and place at least one: each on the next cell of a "
           "column, from the bottom up. Or take your dice back from one column instead."),
        N_("A cell asks for its number; * takes any, = what the die below shows. [4] is the next "
           "cell of its column, +1 what it pays. A4 is a die of A's that shows 4, S a support die, "
           "~ a candy die."),
        N_("Behind each name: candy dice held, food safe and out (exposed to the others), dice in "
           "hand + dice on the board."),
        N_("With a die on its top cell a column is complete: all its dice go back, their owners "
           "get the sausages of their cells, and you get what is on the shelf."),
        N_("Shelves: sausages; secure: move the sum of the upper pair from exposed to safe, if you "
           "have that much; greedy eater: take half of somebody's exposed food; accountant: "
           "everybody passes half of it on; candy jar: a die that you place as any value; Anxious "
           "Anna: the top die goes to the bottom of another column and pushes the rest up."),
        N_("With two players you may once in a turn roll the support dice as well; then all of "
           "them and one of your own must be placed, if that can be done."),
        N_("Once the grey cells of the cat row hold dice, every die rolled that shows the last "
           "one's value goes to the red cells. When these are full the cat comes, and all dice "
           "leave the board.")};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        tui_print(scr, SCR_PLAIN, voice, lines[i]);
        scr_newline(scr);
    }
}

const tui_game mice_terminal = {.describe_setup = describe_setup,
                                .print_primer = print_primer,
                                .examples = "reroll 1,1,3, place 4 6, place 4 6 candy",
                                .draw = draw,
                                .describe_typing = describe_typing,
                                .list_choices = list_choices,
                                .parse = parse,
                                .is_in_turn = is_in_turn,
                                .is_joined = is_joined,
                                .print_scores = print_scores,
                                .print_odds = print_odds,
                                .print_worth = print_worth,
                                .print_event = print_event,
                                .ask_chance = ask_chance,
                                .parse_chance = parse_chance};
