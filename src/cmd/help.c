/* What the table of commands says, for people, for man and for bash. */
#include <string.h>

#include "cmd/cmd.h"

static const struct {
    const char *name, *value, *about;
} options[OPT_COUNT] = {
    [OPT_ASCII] = {"ascii", NULL, N_("draw with plain letters and without colour")},
    [OPT_BOTS] = {"bots", "LIST",
                  N_("who plays: human, greedy, random …; the last fills the rest")},
    [OPT_DEALER] = {"dealer", "seed|ask", N_("deal by a seed, or ask what a real table shows")},
    [OPT_DEPTH] = {"depth", "N", N_("how many events deep")},
    [OPT_GAMES] = {"games", "N", N_("how many games")},
    [OPT_HELP] = {"help", NULL, N_("show this help")},
    [OPT_JOBS] = {"jobs", "N", N_("how many games at once; as many as there are cores")},
    [OPT_JSON] = {"json", NULL, N_("answer in JSON")},
    [OPT_LANG] = {"lang", "CODE", N_("speak en, de, es, hu or it")},
    [OPT_NAMES] = {"names", "LIST", N_("the names of the people, in the order of their seats")},
    [OPT_RECORD] = {"record", "FILE", N_("write the record there; - is standard output")},
    [OPT_RESUME] = {"resume", "FILE", N_("go on with the game of this record")},
    [OPT_RNG] = {"rng", "fair|fast", N_("deal so that it can be verified, or quicker")},
    [OPT_RULE] = {"option", "NAME=VALUE", N_("an option of the rules; -o for short")},
    [OPT_SEAT] = {"seat", "N|spectator", N_("see it as this seat does")},
    [OPT_SEATS] = {"seats", "N", N_("how many play")},
    [OPT_SEED] = {"seed", "S", N_("a number or 64 hex digits: the same seed, the same game")},
    [OPT_THEME] = {"theme", "police|ra", N_("the names on the cards of loot")},
    [OPT_TO] = {"to", "N", N_("stop after event N")},
};

const char *cmd_option_name(cmd_option_id id) {
    return options[id].name;
}

const char *cmd_option_value(cmd_option_id id) {
    return options[id].value;
}

const char *cmd_option_about(cmd_option_id id) {
    return options[id].about;
}

static bool takes(const cmd_command *command, int id) {
    return id == OPT_HELP || id == OPT_LANG || command->options >> id & 1;
}

static void print_synopsis(const cmd_command *command) {
    printf("razzia %s%s%s", command->name, *command->operands ? " " : "", command->operands);
    for (int i = 0; i < OPT_COUNT; i++)
        if (command->options >> i & 1)
            printf(" [%s%s%s%s]", i == OPT_RULE ? "-o" : "--", i == OPT_RULE ? "" : options[i].name,
                   options[i].value ? " " : "", options[i].value ? options[i].value : "");
    putchar('\n');
}

static void print_option(int id) {
    char left[40];
    snprintf(left, sizeof left, "%s%s%s%s", id == OPT_RULE ? "-o, --" : "--", options[id].name,
             options[id].value ? " " : "", options[id].value ? options[id].value : "");
    printf("  %-24s %s\n", left, cmd_translate(options[id].about));
}

static void print_rule_options(void) {
    for (int g = 0; rz_games[g]; g++) {
        const rz_game *game = rz_games[g];
        printf("\n%s %s:\n", cmd_translate(N_("Options of the rules,")), game->name);
        for (int i = 0; i < game->n_options; i++) {
            const rz_option *option = &game->options[i];
            char left[64];
            int n = snprintf(left, sizeof left, "-o %s=", option->name);
            for (int w = 0; w < option->n_words; w++)
                n += snprintf(left + n, sizeof left - (size_t)n, "%s%s", w ? "|" : "",
                              option->words[w]);
            if (option->numbers)
                snprintf(left + n, sizeof left - (size_t)n, "%sN", option->n_words ? "|" : "");
            printf("  %-36s %s\n", left, cmd_translate(option->about));
        }
    }
}

static void print_overview(void) {
    printf("%s\n\n", cmd_translate(N_("Three tabletop games, played to the letter: against bots, "
                                      "with friends, by the million.")));
    for (const cmd_command *c = cmd_commands; c->name; c++)
        printf("  razzia %-10s %-14s %s\n", c->name, c->operands, cmd_translate(c->about));
    putchar('\n');
    for (int g = 0; rz_games[g]; g++)
        printf("  %-6s %s (%s). %s\n", rz_games[g]->name, rz_games[g]->title, rz_games[g]->author,
               cmd_translate(rz_games[g]->about));
    printf("\n%s\n", cmd_translate(N_("“razzia help COMMAND” tells more of each.")));
}

int cmd_print_help(const cmd_args *args, const cmd_command *command) {
    if (!command) {
        print_overview();
        return cmd_close_stdout(args, CMD_OK);
    }
    print_synopsis(command);
    printf("\n%s\n\n", cmd_translate(command->about));
    for (int i = 0; i < OPT_COUNT; i++)
        if (takes(command, i))
            print_option(i);
    if (command->options >> OPT_RULE & 1)
        print_rule_options();
    return cmd_close_stdout(args, CMD_OK);
}

void cmd_print_man(void) {
    puts(".TH RAZZIA 6 \"\" \"razzia " RZ_VERSION "\" \"Games\"\n.SH NAME\n"
         "razzia \\- three tabletop games, played to the letter\n.SH SYNOPSIS");
    for (const cmd_command *c = cmd_commands; c->name; c++)
        printf(".B razzia %s\n.I %s\n.RI [ options ]\n.br\n", c->name,
               *c->operands ? c->operands : "\\&");
    puts(".SH COMMANDS");
    for (const cmd_command *c = cmd_commands; c->name; c++) {
        printf(".SS %s %s\n%s.\n.br\nOptions:", c->name, c->operands, c->about);
        for (int i = 0; i < OPT_COUNT; i++)
            if (takes(c, i))
                printf(" \\-\\-%s", options[i].name);
        putchar('\n');
    }
    puts(".SH OPTIONS");
    for (int i = 0; i < OPT_COUNT; i++)
        printf(".TP\n.BR %s\\-\\-%s%s%s\n%s.\n", i == OPT_RULE ? "\\-o\", \"" : "", options[i].name,
               options[i].value ? " \" \" " : "", options[i].value ? options[i].value : "",
               options[i].about);
    puts(".SH EXIT STATUS\n0 for success, 1 for a failure, 2 for a command line that is not "
         "understood.");
}

void cmd_print_completion(void) {
    puts("# bash completion for razzia\n_razzia() {\n    local words options");
    printf("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"");
    for (const cmd_command *c = cmd_commands; c->name; c++)
        printf("%s%s", c == cmd_commands ? "" : " ", c->name);
    puts("\"\n    else\n        case \"${COMP_WORDS[1]}\" in");
    for (const cmd_command *c = cmd_commands; c->name; c++) {
        printf("        %s) words=\"", c->name);
        for (int g = 0; rz_games[g] && strstr(c->operands, "GAME"); g++)
            printf("%s ", rz_games[g]->name);
        for (int i = 0; i < OPT_COUNT; i++)
            if (takes(c, i))
                printf("--%s%s", options[i].name, i + 1 < OPT_COUNT ? " " : "");
        puts("\" ;;");
    }
    puts("        esac\n    fi\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "    [ ${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "
         "\"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -F _razzia razzia");
}
