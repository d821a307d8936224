/* The game to be played: its seats and rules, from the arguments. */
#include <string.h>

#include "cmd/cmd.h"

/* One -o NAME=VALUE, or a shorthand for it. */
static bool set_rule(const cmd_args *args, const rz_game *game, rz_setup *setup, rz_slice name,
                     const char *value) {
    rz_problem problem;
    char where[64];
    if (rz_setup_option(game, setup, name, rz_slice_of(value), &problem))
        return true;
    snprintf(where, sizeof where, "-o %.*s=%.30s", (int)(name.length < 20 ? name.length : 20),
             name.at, value);
    return cmd_problem_with_option(args, game, where, &problem);
}

/* An option whose value is in a file. */
static bool set_rule_from_file(const cmd_args *args, const rz_game *game, rz_setup *setup,
                               cmd_option_id id) {
    rz_problem problem;
    rz_json json;
    const char *path = args->value[id], *name = cmd_options[id].name;
    static char memory[RZ_LINE_MAX + 1];
    rz_slice value;
    if (!path || !cmd_read_small(args, path, memory, &value))
        return !path;
    rz_json_init(&json, value, &problem);
    if (rz_json_skip(&json) && rz_json_end(&json) &&
        rz_setup_option(game, setup, rz_slice_of(name), value, &problem))
        return true;
    return problem.error == RZ_E_OPTION ? cmd_problem_with_option(args, game, path, &problem)
                                        : cmd_problem(args, game, path, &problem, NULL);
}

static bool set_rules(const cmd_args *args, const rz_game *game, rz_setup *setup) {
    if (args->value[OPT_THEME] &&
        !set_rule(args, game, setup, rz_slice_of("theme"), args->value[OPT_THEME]))
        return false;
    if (!set_rule_from_file(args, game, setup, OPT_CARDS) ||
        !set_rule_from_file(args, game, setup, OPT_MONEY))
        return false;
    for (int i = 0; i < args->n_rules; i++) {
        const char *equals = strchr(args->rules[i], '=');
        if (!equals) {
            cmd_fail(CMD_USAGE, args->command, N_("-o takes NAME=VALUE, not “{value}”"), "value",
                     args->rules[i], NULL);
            return false;
        }
        rz_slice name = {args->rules[i], (size_t)(equals - args->rules[i])};
        if (!set_rule(args, game, setup, name, equals + 1))
            return false;
    }
    return true;
}

/* --board FILE. Only mice has one. */
static bool set_board(const cmd_args *args, const rz_game *game, rz_setup *setup) {
    const char *path = args->value[OPT_BOARD];
    if (!path)
        return true;
    if (game == &mice_game)
        return cmd_read_board(args, path, &setup->mice.board);
    cmd_fail(CMD_USAGE, args->command, N_("--board is for mice; {game} has no board"), "game",
             game->name, NULL);
    return false;
}

bool cmd_setup(const cmd_args *args, rz_header *header, rz_setup *setup) {
    long seats;
    rz_problem problem;
    const rz_game *game = cmd_game(args);
    *header = (rz_header){.game = game};
    if (!game ||
        !cmd_number(args, OPT_SEATS, game->seats_min, game->seats_max,
                    game->seats_max < 4 ? game->seats_max : 4, &seats) ||
        !rz_setup_init(game, (int)seats, setup, &problem) || !set_rules(args, game, setup) ||
        !set_board(args, game, setup))
        return false;
    return rz_setup_complete(game, setup, &problem) ||
           cmd_problem_with_option(args, game, NULL, &problem);
}
