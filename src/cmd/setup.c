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
    return cmd_refuse_option(args, game, where, &problem);
}

/* An option whose value is in a file. */
static bool set_rule_from_file(const cmd_args *args, const rz_game *game, rz_setup *setup,
                               const char *name, const char *path) {
    rz_problem problem;
    rz_json json;
    static char memory[RZ_LINE_MAX + 1];
    rz_slice value;
    if (!cmd_read_whole(args, path, memory, RZ_LINE_MAX, &value))
        return false;
    rz_json_init(&json, value, &problem);
    if (rz_json_skip(&json) && rz_json_end(&json) &&
        rz_setup_option(game, setup, rz_slice_of(name), value, &problem))
        return true;
    return problem.error == RZ_E_OPTION ? cmd_refuse_option(args, game, path, &problem)
                                        : cmd_refuse(args, game, path, &problem, NULL);
}

/* --theme, --board …: what a game adds to the command line. */
static bool set_game_option(const cmd_args *args, const rz_game *game, rz_setup *setup, int id) {
    const rz_game *owner;
    const cmd_game_option *own = cmd_game_option_of(id, &owner);
    const char *name = own->option.name, *value = args->value[id];
    if (owner != game) {
        cmd_fail(CMD_USAGE, args->command, N_("--{option} is for {owner}; {game} does not have it"),
                 "option", name, "owner", owner->name, "game", game->name, NULL);
        return false;
    }
    if (own->set)
        return own->set(args, value, setup);
    if (!strcmp(own->option.value, "FILE"))
        return set_rule_from_file(args, game, setup, name, value);
    return set_rule(args, game, setup, rz_slice_of(name), value);
}

static bool set_rules(const cmd_args *args, const rz_game *game, rz_setup *setup) {
    for (int id = OPT_COUNT; id < CMD_OPTIONS_MAX; id++)
        if (args->value[id] && !set_game_option(args, game, setup, id))
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

bool cmd_read_setup(const cmd_args *args, rz_header *header, rz_setup *setup) {
    long seats;
    rz_problem problem;
    const rz_game *game = cmd_read_game(args);
    *header = (rz_header){.game = game};
    if (!game ||
        !cmd_read_number(args, OPT_SEATS, game->seats_min, game->seats_max,
                         game->seats_max < 4 ? game->seats_max : 4, &seats) ||
        !rz_setup_init(game, (int)seats, setup, &problem) || !set_rules(args, game, setup))
        return false;
    return rz_setup_complete(game, setup, &problem) ||
           cmd_refuse_option(args, game, NULL, &problem);
}
