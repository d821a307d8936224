/* The words of a command line, taken apart by the options of its command. */
#include <getopt.h>
#include <string.h>

#include "cmd/cmd.h"

const cmd_command *cmd_find_command(const cmd_command commands[], const char *name) {
    for (const cmd_command *c = commands; c->name; c++)
        if (!strcmp(name, c->name))
            return c;
    return NULL;
}

int cmd_fail_command(const char *name) {
    return cmd_fail(CMD_USAGE, NULL,
                    N_("there is no command “{name}”; “razzia help” lists what there is"), "name",
                    name, NULL);
}

/* The options of a command, as getopt wants them. */
static void make_long_options(const cmd_command *command, struct option out[CMD_OPTIONS_MAX + 1]) {
    int n = 0;
    for (int at = 0, i; (i = cmd_option_at(at)) >= 0; at++)
        if (cmd_takes_option(command, i))
            out[n++] = (struct option){cmd_option_of(i)->name,
                                       cmd_option_of(i)->value ? required_argument : no_argument,
                                       NULL, 1000 + i};
    out[n] = (struct option){0};
}

static bool take_option(const cmd_command *command, int found, const char *word, cmd_args *args) {
    int id = found == 'o' ? OPT_RULE : found == 'h' ? OPT_HELP : found - 1000;
    bool known = id >= 0 && cmd_option_of(id) && cmd_takes_option(command, id);
    if (!known) {
        cmd_fail(CMD_USAGE, command->name,
                 found == ':' ? N_("the option {option} needs a value")
                              : N_("there is no option {option}; see “razzia help {command}”"),
                 "option", word, "command", command->name, NULL);
        return false;
    }
    if (id == OPT_RULE && args->n_rules == CMD_RULES_MAX) {
        cmd_fail(CMD_USAGE, command->name, N_("there are too many options -o"), NULL);
        return false;
    }
    if (id == OPT_RULE)
        args->rules[args->n_rules++] = optarg;
    args->value[id] = optarg ? optarg : "";
    return true;
}

bool cmd_parse(const cmd_command *command, int argc, char **argv, cmd_args *args) {
    struct option options[CMD_OPTIONS_MAX + 1];
    int found;
    make_long_options(command, options);
    opterr = 0;
    /* ':' first: a missing value is told apart from an unknown option. */
    while ((found = getopt_long(argc, argv, ":ho:", options, NULL)) != -1)
        if (!take_option(command, found, argv[optind - 1], args))
            return false;
    args->operands = (const char *const *)argv + optind;
    args->n_operands = argc - optind;
    if (args->n_operands > command->operands_max) {
        cmd_fail(CMD_USAGE, command->name,
                 N_("“{word}” is one word too many; see “razzia help {command}”"), "word",
                 args->operands[command->operands_max], "command", command->name, NULL);
        return false;
    }
    if (args->value[OPT_LANG] && !cmd_set_language(args->value[OPT_LANG])) {
        cmd_fail(CMD_USAGE, command->name, N_("--lang takes en, de, es, hu or it, not “{value}”"),
                 "value", args->value[OPT_LANG], NULL);
        return false;
    }
    if (args->value[OPT_HELP] || args->n_operands >= command->operands_min ||
        (args->value[OPT_RESUME] && command->resume_names_game))
        return true;
    char operand[16]; /* the first: what comes after it may be left out */
    snprintf(operand, sizeof operand, "%.*s", (int)strcspn(command->operands, " ."),
             command->operands);
    cmd_fail(CMD_USAGE, command->name, N_("{operand} is missing; see “razzia help {command}”"),
             "operand", operand, "command", command->name, NULL);
    return false;
}
