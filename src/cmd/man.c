/* The manual page, made from the table of commands. */
#include <stdio.h>

#include "cmd/cmd.h"

/* Text as roff wants it: nothing but ASCII, and no hyphens where options are meant. */
static void print_roff(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at == '-') {
            fputs("\\-", stdout);
        } else if (*at == '\\') {
            fputs("\\e", stdout);
        } else if (*at < 0x80) {
            putchar(*at);
        } else {
            unsigned code = *at < 0xe0 ? *at & 0x1f : *at < 0xf0 ? *at & 0x0f : *at & 0x07;
            while ((at[1] & 0xc0) == 0x80)
                code = code << 6 | (*++at & 0x3f);
            printf("\\[u%04X]", code);
        }
    }
}

static void print_man_synopsis(const cmd_command commands[]) {
    puts(".SH SYNOPSIS");
    for (const cmd_command *c = commands; c->name; c++)
        printf(".B razzia %s\n.I %s\n.RI [ options ]\n.br\n", c->name, c->operands);
    puts(".B razzia \\-\\-version");
}

static void print_man_commands(const cmd_command commands[]) {
    puts(".SH COMMANDS");
    for (const cmd_command *c = commands; c->name; c++) {
        printf(".SS \"%s %s\"\n", c->name, c->operands);
        print_roff(c->about);
        fputs(".\n.br\nOptions:", stdout);
        for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
            if (cmd_takes_option(c, i))
                printf(" \\-\\-%s", cmd_option_of(i)->name);
        putchar('\n');
    }
}

static void print_man_options(void) {
    puts(".SH OPTIONS");
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++) {
        printf(".TP\n%s\\fB\\-\\-%s\\fR", i == OPT_RULE ? "\\fB\\-o\\fR, " : "",
               cmd_option_of(i)->name);
        if (cmd_option_of(i)->value)
            printf(" \\fI%s\\fR", cmd_option_of(i)->value);
        putchar('\n');
        print_roff(cmd_option_of(i)->about);
        puts(".");
    }
}

static void print_man_rules(void) {
    puts(".SH OPTIONS OF THE RULES\nOf words the default comes first; of numbers it "
         "stands in brackets.");
    for (int g = 0; rz_games[g]; g++)
        for (int i = 0; i < rz_games[g]->n_options; i++) {
            char values[64];
            cmd_format_rule_option(&rz_games[g]->options[i], values, sizeof values);
            printf(".TP\n%s: \\fB", rz_games[g]->name);
            print_roff(values);
            fputs("\\fR\n", stdout);
            print_roff(rz_games[g]->options[i].about);
            puts(".");
        }
}

static void print_man_bots(void) {
    puts(".SH BOTS");
    for (int i = 0; rz_bots[i]; i++) {
        printf(".TP\n.B %s\n", rz_bots[i]->name);
        print_roff(rz_bots[i]->about);
        puts(".");
    }
    puts(".TP\n.BI exec: COMMAND");
    print_roff(rz_foreign_bot.about);
    puts(".");
    puts(".PP\nA bot may be given a budget for each move: \\fINAME\\fB:\\fIMS\\fR in milliseconds, "
         "or "
         "\\fINAME\\fB:\\fIN\\fBn\\fR in positions looked at.");
}

void cmd_print_man(const cmd_command commands[]) {
    puts(".TH RAZZIA 6 \"\" \"razzia " RZ_VERSION "\" \"Games\"\n.SH NAME\n"
         "razzia \\- three tabletop games, played to the letter");
    print_man_synopsis(commands);
    print_man_commands(commands);
    print_man_options();
    print_man_rules();
    print_man_bots();
    puts(
        ".SH FILES\n.TP\n.I $XDG_DATA_HOME/razzia/\nGames that were left before their end and had "
        "no "
        "file of their own; without the variable, in\n.IR ~/.local/share .\n"
        ".TP\n.IR FILE .seats\nBeside the record \\fIFILE\\fR of a game that is not over: who is a "
        "person in it, and who a bot.\n"
        ".SH ENVIRONMENT\n.TP\n.B LC_ALL\\fR, \\fBLC_MESSAGES\\fR, \\fBLANG\\fR, \\fBLANGUAGE\n"
        "The language, unless \\fB\\-\\-lang\\fR names one.\n.TP\n.B NO_COLOR\n"
        "If set, the terminal is not coloured.\n.TP\n.B COLUMNS\n"
        "The width of what does not know its own.\n"
        ".SH EXIT STATUS\n0 for success, 1 for a failure, 2 for a command line that is not "
        "understood, 141 if nobody reads the output any more.\n.SH EXAMPLES\n.nf\n"
        "razzia play loot \\-\\-bots human,human,club \\-\\-record evening.jsonl\n"
        "razzia replay evening.jsonl \\-\\-to 40\n"
        "razzia simulate loot \\-\\-seats 3 \\-\\-games 10000 \\-\\-bots greedy,random "
        "\\-\\-json\n.fi");
}
