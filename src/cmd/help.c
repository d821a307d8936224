/* What the table of commands says, for people, for man and for bash. */
#include <string.h>

#include "cmd/cmd.h"

static const struct {
    const char *name, *value, *about;
} options[OPT_COUNT] = {
    [OPT_ASCII] = {"ascii", NULL, N_("draw with plain letters and without colour")},
    [OPT_BOARD] = {"board", "FILE", N_("the board of mice to play on; - is standard input")},
    [OPT_BOTS] = {"bots", "LIST",
                  N_("who plays: human, a level, exec:COMMAND …; the last fills the rest; help "
                     "lists them")},
    [OPT_CARDS] = {"cards", "FILE", N_("the symbols on the cards of bars, as in your copy; JSON")},
    [OPT_CONFIG] = {"config", "FILE",
                    N_("options of the server, NAME = VALUE in each line; docs/club.md")},
    [OPT_DEALER] = {"dealer", "seed|ask", N_("deal by a seed, or ask what a real table shows")},
    [OPT_DEPTH] = {"depth", "N", N_("how many events deep")},
    [OPT_GAME] = {"game", "GAME", N_("which game is played; loot if not said")},
    [OPT_GAMES] = {"games", "N", N_("how many games")},
    [OPT_HELP] = {"help", NULL, N_("show this help")},
    [OPT_HOSTILE] = {"hostile", NULL, N_("others try to do harm meanwhile, and must not")},
    [OPT_HOURS] = {"hours", "H",
                   N_("how long to learn; if not said, what is left of the run, or 1")},
    [OPT_JOBS] = {"jobs", "N", N_("how many games at once; as many as there are cores")},
    [OPT_JSON] = {"json", NULL, N_("answer in JSON")},
    [OPT_LANG] = {"lang", "CODE", N_("speak en, de, es, hu or it")},
    [OPT_LISTEN] = {"listen", "ADDRESS:PORT", N_("where to listen; 127.0.0.1:7200 if not said")},
    [OPT_LOG] = {"log", "FILE", N_("write the log there instead of standard error")},
    [OPT_MONEY] = {"money", "FILE", N_("the money cards of bars, as in your copy; JSON")},
    [OPT_NAMES] = {"names", "LIST", N_("the names of the people, in the order of their seats")},
    [OPT_NETS] = {"nets", "DIR", N_("where the nets of the bots are")},
    [OPT_ORIGIN] = {"origin", "URL", N_("pages from there may connect, too")},
    [OPT_RATE] = {"rate", "R", N_("moves a second at each table; 1 if not said")},
    [OPT_RECORD] = {"record", "FILE", N_("write the record there; - is standard output")},
    [OPT_RESUME] = {"resume", "PATH",
                    N_("go on with this record; in learn, with this folder (without it a run "
                       "begins, in learn-GAME)")},
    [OPT_RNG] = {"rng", "fair|fast", N_("deal so that it can be verified, or quicker")},
    [OPT_RULE] = {"option", "NAME=VALUE", N_("an option of the rules; -o for short")},
    [OPT_SEAT] = {"seat", "N|spectator", N_("see it as this seat does")},
    [OPT_SEATS] = {"seats", "N", N_("how many play")},
    [OPT_SECONDS] = {"seconds", "S", N_("how long they play; 10 if not said")},
    [OPT_SEED] = {"seed", "S", N_("a number or 64 hex digits: the same seed, the same game")},
    [OPT_SPRT] = {"sprt", NULL,
                  N_("stop as soon as it is clear whether ONE wins 1.2 times its share, or "
                     "just its share")},
    [OPT_STORE] = {"store", "URL",
                   N_("sqlite:FILE or postgresql://…; a file in the data folder if not said")},
    [OPT_TABLES] = {"tables", "N", N_("how many tables, with four sockets each; 10 if not said")},
    [OPT_TEST] = {"test", "COMMAND", N_("check the bot that this command runs")},
    [OPT_THEME] = {"theme", "police|ra", N_("the names on the cards of loot")},
    [OPT_TLS_CERT] = {"tls-cert", "FILE", N_("the certificate, for https")},
    [OPT_TLS_KEY] = {"tls-key", "FILE", N_("its private key")},
    [OPT_TO] = {"to", "N", N_("stop after event N")},
    [OPT_URL] = {"url", "URL",
                 N_("the server, of this machine: ws://127.0.0.1:7200/ws if not said")},
    [OPT_WEB] = {"web", "DIR", N_("the folder of the browser client")},
};

const char *cmd_option_name(cmd_option_id id) {
    return options[id].name;
}

const char *cmd_option_value(cmd_option_id id) {
    return options[id].value;
}

static bool takes(const cmd_command *command, int id) {
    return id == OPT_HELP || id == OPT_LANG || command->options >> id & 1;
}

/* "--seed S" */
static void option_text(int id, char *text, size_t size) {
    snprintf(text, size, "%s%s%s%s", id == OPT_RULE ? "-o" : "--",
             id == OPT_RULE ? "" : options[id].name, options[id].value ? " " : "",
             options[id].value ? options[id].value : "");
}

static void print_synopsis(const cmd_command *command) {
    char text[1024], option[64];
    int n = snprintf(text, sizeof text, "razzia %s%s%s", command->name,
                     *command->operands ? " " : "", command->operands);
    for (int i = 0; i < OPT_COUNT; i++)
        if (command->options >> i & 1) {
            option_text(i, option, sizeof option);
            n += snprintf(text + n, sizeof text - (size_t)n, " [%s]", option);
        }
    cmd_wrap(4, 0, text);
}

static void print_option(int id) {
    char left[64] = "-o, --option NAME=VALUE";
    if (id != OPT_RULE)
        option_text(id, left, sizeof left);
    printf("  %-24s", left);
    cmd_wrap(26, 26, cmd_translate(options[id].about));
}

/* "-o sets=random|seat" */
static void rule_option_text(const rz_option *option, char *text, size_t size) {
    rz_text out;
    rz_text_init(&out, text, size);
    rz_text_add(&out, "-o ");
    rz_text_add(&out, option->name);
    rz_text_char(&out, '=');
    for (int w = 0; w < option->n_words; w++) {
        rz_text_add(&out, w ? "|" : "");
        rz_text_add(&out, option->words[w]);
    }
    if (option->numbers) {
        rz_text_add(&out, option->n_words ? "|" : "");
        rz_text_int(&out, option->min);
        rz_text_char(&out, '-');
        if (option->max)
            rz_text_int(&out, option->max);
        else
            rz_text_char(&out, 'N');
        rz_text_add(&out, " (");
        rz_text_int(&out, option->fallback);
        rz_text_char(&out, ')');
    }
    if (option->read)
        rz_text_add(&out, "JSON");
}

static void print_rule_options(void) {
    for (int g = 0; rz_games[g]; g++) {
        const rz_game *game = rz_games[g];
        printf("\n%s %s:\n", cmd_translate(N_("Options of the rules,")), game->name);
        for (int i = 0; i < game->n_options; i++) {
            const rz_option *option = &game->options[i];
            char left[64];
            rule_option_text(option, left, sizeof left);
            printf("  %-36s ", left);
            cmd_wrap(39, 39, cmd_translate(option->about));
        }
    }
}

static void print_overview(void) {
    cmd_wrap(0, 0,
             cmd_translate(N_("Three tabletop games, played to the letter: against bots, "
                              "with friends, by the million.")));
    putchar('\n');
    for (const cmd_command *c = cmd_commands; c->name; c++) {
        printf("  razzia %-9s %-10s ", c->name, c->operands);
        cmd_wrap(30, 30, cmd_translate(c->about));
    }
    putchar('\n');
    for (int g = 0; rz_games[g]; g++) {
        int n =
            printf("  %-6s %s (%s). ", rz_games[g]->name, rz_games[g]->title, rz_games[g]->author);
        cmd_wrap(9, n, cmd_translate(rz_games[g]->about));
    }
    printf("\n%s\n", cmd_translate(N_("“razzia help COMMAND” tells more of each.")));
}

static void print_bots(void) {
    printf("  human   ");
    cmd_wrap(10, 10, cmd_translate(N_("a person at this screen (in play)")));
    for (int i = 0; rz_bots[i]; i++) {
        printf("  %-8s", rz_bots[i]->name);
        cmd_wrap(10, 10, cmd_translate(rz_bots[i]->about));
    }
    printf("  exec:…  ");
    cmd_wrap(10, 10, cmd_translate(rz_foreign_bot.about));
    cmd_wrap(0, 0,
             cmd_translate(N_("A time for each move may follow a name, as in master:50 "
                              "(milliseconds) or mcts:1000n (positions).")));
}

int cmd_print_bots(const cmd_args *args) {
    print_bots();
    return cmd_close_stdout(args, CMD_OK);
}

int cmd_print_help(const cmd_args *args, const cmd_command *command) {
    if (!command) {
        print_overview();
        return cmd_close_stdout(args, CMD_OK);
    }
    print_synopsis(command);
    putchar('\n');
    cmd_wrap(0, 0, cmd_translate(command->about));
    putchar('\n');
    for (int i = 0; i < OPT_COUNT; i++)
        if (takes(command, i))
            print_option(i);
    if (command->options >> OPT_BOTS & 1) {
        printf("\n--bots:\n");
        print_bots();
    }
    if (command->options >> OPT_RULE & 1)
        print_rule_options();
    return cmd_close_stdout(args, CMD_OK);
}

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

static void print_man_synopsis(void) {
    puts(".SH SYNOPSIS");
    for (const cmd_command *c = cmd_commands; c->name; c++)
        printf(".B razzia %s\n.I %s\n.RI [ options ]\n.br\n", c->name, c->operands);
    puts(".B razzia \\-\\-version");
}

static void print_man_commands(void) {
    puts(".SH COMMANDS");
    for (const cmd_command *c = cmd_commands; c->name; c++) {
        printf(".SS \"%s %s\"\n", c->name, c->operands);
        print_roff(c->about);
        fputs(".\n.br\nOptions:", stdout);
        for (int i = 0; i < OPT_COUNT; i++)
            if (takes(c, i))
                printf(" \\-\\-%s", options[i].name);
        putchar('\n');
    }
}

static void print_man_options(void) {
    puts(".SH OPTIONS");
    for (int i = 0; i < OPT_COUNT; i++) {
        printf(".TP\n%s\\fB\\-\\-%s\\fR", i == OPT_RULE ? "\\fB\\-o\\fR, " : "", options[i].name);
        if (options[i].value)
            printf(" \\fI%s\\fR", options[i].value);
        putchar('\n');
        print_roff(options[i].about);
        puts(".");
    }
}

static void print_man_rules(void) {
    puts(".SH OPTIONS OF THE RULES\nOf words the default comes first; of numbers it "
         "stands in brackets.");
    for (int g = 0; rz_games[g]; g++)
        for (int i = 0; i < rz_games[g]->n_options; i++) {
            char values[64];
            rule_option_text(&rz_games[g]->options[i], values, sizeof values);
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

void cmd_print_man(void) {
    puts(".TH RAZZIA 6 \"\" \"razzia " RZ_VERSION "\" \"Games\"\n.SH NAME\n"
         "razzia \\- three tabletop games, played to the letter");
    print_man_synopsis();
    print_man_commands();
    print_man_options();
    print_man_rules();
    print_man_bots();
    puts(".SH FILES\n.TP\n.I $XDG_DATA_HOME/razzia/\nGames that were left before their end and had "
         "no "
         "file of their own; without the variable, in\n.IR ~/.local/share .\n"
         ".SH ENVIRONMENT\n.TP\n.B LC_ALL\\fR, \\fBLC_MESSAGES\\fR, \\fBLANG\\fR, \\fBLANGUAGE\n"
         "The language, unless \\fB\\-\\-lang\\fR names one.\n.TP\n.B NO_COLOR\n"
         "If set, the terminal is not coloured.\n.TP\n.B COLUMNS\n"
         "The width of what does not know its own.\n"
         ".SH EXIT STATUS\n0 for success, 1 for a failure, 2 for a command line that is not "
         "understood.\n.SH EXAMPLES\n.nf\n"
         "razzia play loot \\-\\-bots human,human,club \\-\\-record evening.jsonl\n"
         "razzia replay evening.jsonl \\-\\-to 40\n"
         "razzia simulate loot \\-\\-seats 3 \\-\\-games 10000 \\-\\-bots greedy,random "
         "\\-\\-json\n.fi");
}

/* The words that may stand for the value of an option, or "" if nobody can say. */
static void print_values(int id) {
    if (id == OPT_LANG) {
        for (int i = 0; cmd_languages[i]; i++)
            printf("%s%s", i ? " " : "", cmd_languages[i]);
    } else if (id == OPT_BOTS) {
        fputs("human", stdout);
        for (int i = 0; rz_bots[i]; i++)
            printf(" %s", rz_bots[i]->name);
    } else if (id == OPT_RULE) {
        for (int g = 0; rz_games[g]; g++)
            for (int i = 0; i < rz_games[g]->n_options; i++)
                printf("%s%s=", g + i ? " " : "", rz_games[g]->options[i].name);
    } else if (strchr(options[id].value, '|')) {
        for (const char *at = options[id].value; *at; at++)
            if (*at < 'A' || *at > 'Z') /* capitals stand for something else */
                putchar(*at == '|' ? ' ' : *at);
    }
}

static void print_words_of(const cmd_command *command) {
    if (strstr(command->operands, "DO"))
        fputs("show check ", stdout);
    for (int g = 0; rz_games[g] && strstr(command->operands, "GAME"); g++)
        printf("%s ", rz_games[g]->name);
    for (const cmd_command *c = cmd_commands; c->name && strstr(command->operands, "COMMAND"); c++)
        printf("%s ", c->name);
    for (int i = 0; i < OPT_COUNT; i++)
        if (takes(command, i))
            printf("--%s ", options[i].name);
}

void cmd_print_completion(void) {
    puts("# bash completion for razzia\n_razzia() {\n"
         "    local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\" files=\n"
         "    case \"${COMP_WORDS[COMP_CWORD-1]}\" in");
    for (int i = 0; i < OPT_COUNT; i++)
        if (options[i].value) {
            bool file = !strcmp(options[i].value, "FILE") || !strcmp(options[i].value, "PATH");
            printf("    %s--%s) %swords=\"", i == OPT_RULE ? "-o | " : "", options[i].name,
                   file ? "files=yes " : "");
            print_values(i);
            puts("\" ;;");
        }
    puts("    *)\n        case \"$COMP_CWORD ${COMP_WORDS[1]}\" in");
    fputs("        \"1 \"*) words=\"", stdout);
    for (const cmd_command *c = cmd_commands; c->name; c++)
        printf("%s ", c->name);
    puts("--help --version\" ;;");
    for (const cmd_command *c = cmd_commands; c->name; c++) {
        printf("        *\" %s\") %swords=\"", c->name,
               strstr(c->operands, "FILE") ? "files=yes " : "");
        print_words_of(c);
        puts("\" ;;");
    }
    puts("        esac\n    esac\n"
         "    if [ -n \"$files\" ] && [[ $word != -* ]]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "        return 0\n"
         "    fi\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
         "    return 0\n}\ncomplete -F _razzia razzia");
}
