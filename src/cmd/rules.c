#include "words/rules.h"

#include <string.h>
#include <strings.h>

#include "cmd/cmd.h"

int cmd_rules(const cmd_args *args) {
    const rz_game *game = cmd_read_game(args);
    const char *id = args->n_operands > 1 ? args->operands[1] : NULL;
    bool found = false;
    if (!game)
        return CMD_USAGE;
    for (int i = 0; i < rz_n_rules; i++) {
        if (strcmp(rz_rules[i].game, game->name) != 0 || (id && strcasecmp(rz_rules[i].id, id)))
            continue;
        if (!id && !found)
            printf("%s (%s)\n\n", game->title, game->author);
        printf("%-5s", rz_rules[i].id);
        cmd_print_wrapped(5, 5, cmd_translate(rz_rules[i].text));
        found = true;
    }
    if (!found)
        return cmd_fail(CMD_USAGE, args->command,
                        id ? N_("{game} has no rule “{id}”")
                           : N_("the rules of {game} are not written down here"),
                        "game", game->name, "id", id, NULL);
    return cmd_close_stdout(args, CMD_OK);
}
