/* Help for people, made from the table of commands. */
#include <string.h>

#include "cmd/cmd.h"

static void print_synopsis(const cmd_command *command) {
    char text[1024], option[64];
    int n = snprintf(text, sizeof text, "razzia %s%s%s", command->name,
                     *command->operands ? " " : "", command->operands);
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
        if (i != OPT_HELP && i != OPT_LANG && cmd_takes_option(command, i)) {
            cmd_format_option(i, option, sizeof option);
            n += snprintf(text + n, sizeof text - (size_t)n, " [%s]", option);
        }
    cmd_print_wrapped(4, 0, text);
}

static void print_option(int id) {
    char left[64] = "-o, --option NAME=VALUE";
    if (id != OPT_RULE)
        cmd_format_option(id, left, sizeof left);
    printf("  %-24s", left);
    cmd_print_wrapped(26, 26, cmd_translate(cmd_option_of(id)->about));
}

static void print_rule_options(void) {
    for (int g = 0; rz_games[g]; g++) {
        const rz_game *game = rz_games[g];
        if (game->n_options == 0)
            continue;
        printf("\n%s %s:\n", cmd_translate(N_("Options of the rules,")), game->name);
        for (int i = 0; i < game->n_options; i++) {
            const rz_option *option = &game->options[i];
            char left[64];
            cmd_format_rule_option(option, left, sizeof left);
            printf("  %-36s ", left);
            cmd_print_wrapped(39, 39, cmd_translate(option->about));
        }
    }
}

static void print_overview(const cmd_command commands[]) {
    cmd_print_wrapped(0, 0,
                      cmd_translate(N_("Three tabletop games, played to the letter: against bots, "
                                       "with friends, by the million.")));
    putchar('\n');
    for (const cmd_command *c = commands; c->name; c++) {
        printf("  razzia %-9s %-10s ", c->name, c->operands);
        cmd_print_wrapped(30, 30, cmd_translate(c->about));
    }
    putchar('\n');
    for (int g = 0; rz_games[g]; g++) {
        int n =
            printf("  %-6s %s (%s). ", rz_games[g]->name, rz_games[g]->title, rz_games[g]->author);
        cmd_print_wrapped(9, n, cmd_translate(rz_games[g]->about));
    }
    printf("\n%s\n", cmd_translate(N_("“razzia help COMMAND” tells more of each.")));
}

static void print_bots(void) {
    printf("  human   ");
    cmd_print_wrapped(10, 10, cmd_translate(N_("a person at this screen (in play)")));
    for (int i = 0; rz_bots[i]; i++) {
        printf("  %-8s", rz_bots[i]->name);
        cmd_print_wrapped(10, 10, cmd_translate(rz_bots[i]->about));
    }
    printf("  exec:…  ");
    cmd_print_wrapped(10, 10, cmd_translate(rz_foreign_bot.about));
    cmd_print_wrapped(0, 0,
                      cmd_translate(N_("A time for each move may follow a name, as in master:50 "
                                       "(milliseconds) or mcts:1000n (positions).")));
}

int cmd_print_bots(const cmd_args *args) {
    print_bots();
    return cmd_close_stdout(args, CMD_OK);
}

int cmd_print_help(const cmd_args *args, const cmd_command *command) {
    print_synopsis(command);
    putchar('\n');
    cmd_print_wrapped(0, 0, cmd_translate(command->about));
    putchar('\n');
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
        if (cmd_takes_option(command, i))
            print_option(i);
    if (command->options >> OPT_BOTS & 1) {
        printf("\n--bots:\n");
        print_bots();
    }
    if (command->options >> OPT_RULE & 1)
        print_rule_options();
    return cmd_close_stdout(args, CMD_OK);
}

int cmd_help(const cmd_args *args) {
    if (args->n_operands == 0) {
        print_overview(args->commands);
        return cmd_close_stdout(args, CMD_OK);
    }
    const cmd_command *command = cmd_find_command(args->commands, args->operands[0]);
    return command ? cmd_print_help(args, command) : cmd_fail_command(args->operands[0]);
}
