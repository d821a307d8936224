/* Keys that are not moves: help, hints, tables, rules. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "tui/table.h"
#include "words/rules.h"

static void print_help(tui_table *t) {
    static const char *const lines[] = {
        N_("A number chooses: type it and press Enter. Several numbers choose several things at "
           "once, where that is possible.\n"),
        N_("? this help · h a hint · t the table again · s the score now · c cards left and "
           "chances · w what it is worth\n"),
        N_("u take back · r ID a rule, such as r 1 · q save and quit\n")};
    char memory[256];
    rz_text text;
    t->scr.indent = 2;
    t->terminal->print_primer(&t->scr, &t->voice);
    scr_newline(&t->scr);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        tui_print_text(t, SCR_PLAIN, lines[i]);
    if (!t->terminal->examples)
        return;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&t->voice, &text,
              N_("You can also type a move in the words of the record: {examples}."), "examples",
              t->terminal->examples, NULL);
    scr_put(&t->scr, SCR_PLAIN, memory);
    scr_newline(&t->scr);
}

/* "L21", or 21 for short. */
static void print_rule(tui_table *t, const char *id) {
    for (int i = 0; i < rz_n_rules; i++) {
        const rz_rule *rule = &rz_rules[i];
        if (strcmp(rule->game, t->game->name) != 0 ||
            (strcasecmp(rule->id, id) != 0 && strcmp(rule->id + 1, id) != 0))
            continue;
        t->scr.indent = 5;
        scr_put(&t->scr, SCR_STRONG, rule->id);
        scr_to(&t->scr, 5);
        tui_print_text(t, SCR_PLAIN, rule->text);
        scr_newline(&t->scr);
        return;
    }
    tui_print_text(t, SCR_ALARM, N_("There is no such rule.\n"));
}

/* Keys that are not moves. What they show stands before the choices, which come again. */
bool tui_take_key(tui_table *t, int seat, const rz_view *view, const char *line, tui_step *step) {
    int key = tolower((unsigned char)line[0]);
    *step = TUI_SHOWN;
    if (line[0] && line[1] && !(key == 'r' && line[1] == ' '))
        return false;
    switch (key) {
    case '?':
        print_help(t);
        return true;
    case 'h':
        tui_print_hint(t, seat, view);
        return true;
    case 't':
        t->terminal->draw(&t->scr, &t->voice, view);
        return true;
    case 's':
        t->terminal->print_scores(&t->scr, &t->voice, view);
        return true;
    case 'c':
        t->terminal->print_odds(&t->scr, &t->voice, view);
        return true;
    case 'w':
        t->terminal->print_worth(&t->scr, &t->voice, view);
        return true;
    case 'r':
        print_rule(t, line[1] ? line + 2 : "");
        return true;
    case 'u':
        *step = tui_undo(t, seat) ? TUI_MOVED : TUI_AGAIN;
        return true;
    case 'q':
        *step = TUI_LEAVE;
        return true;
    default:
        return false;
    }
}
