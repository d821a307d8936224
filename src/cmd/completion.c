/* Completion for bash, made from the table of commands. */
#include <string.h>

#include "cmd/cmd.h"

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
    } else if (strchr(cmd_option_of(id)->value, '|')) {
        for (const char *at = cmd_option_of(id)->value; *at; at++)
            if (*at < 'A' || *at > 'Z') /* capitals stand for something else */
                putchar(*at == '|' ? ' ' : *at);
    }
}

static void print_words_of(const cmd_command commands[], const cmd_command *command) {
    if (command->words)
        printf("%s ", command->words);
    for (int g = 0; rz_games[g] && strstr(command->operands, "GAME"); g++)
        printf("%s ", rz_games[g]->name);
    for (const cmd_command *c = commands; c->name && strstr(command->operands, "COMMAND"); c++)
        printf("%s ", c->name);
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
        if (cmd_takes_option(command, i))
            printf("--%s ", cmd_option_of(i)->name);
}

void cmd_print_completion(const cmd_command commands[]) {
    puts("# bash completion for razzia\n_razzia() {\n"
         "    local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\" files=\n"
         "    case \"${COMP_WORDS[COMP_CWORD-1]}\" in");
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
        if (cmd_option_of(i)->value) {
            bool file = !strcmp(cmd_option_of(i)->value, "FILE") ||
                        !strcmp(cmd_option_of(i)->value, "PATH");
            printf("    %s--%s) %swords=\"", i == OPT_RULE ? "-o | " : "", cmd_option_of(i)->name,
                   file ? "files=yes " : "");
            print_values(i);
            puts("\" ;;");
        }
    puts("    *)\n        case \"$COMP_CWORD ${COMP_WORDS[1]}\" in");
    fputs("        \"1 \"*) words=\"", stdout);
    for (const cmd_command *c = commands; c->name; c++)
        printf("%s ", c->name);
    puts("--help --version\" ;;");
    for (const cmd_command *c = commands; c->name; c++) {
        printf("        *\" %s\") %swords=\"", c->name,
               strstr(c->operands, "FILE") ? "files=yes " : "");
        print_words_of(commands, c);
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
