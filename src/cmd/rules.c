#include "words/rules.h"

#include <string.h>
#include <strings.h>

#include "cmd/cmd.h"

/* The table of rules as a page: the id in a column of its own, the text wrapped beside it. */
static void print_rule(const rz_rule *rule) {
    enum { WIDTH = 72 };
    const char *at = cmd_translate(rule->text);
    printf("%-5s", rule->id);
    while (*at) {
        int n = 0, shown = 0, fits = 0;
        for (; at[n]; n++) {
            if (at[n] == ' ' && shown <= WIDTH)
                fits = n;
            shown += (at[n] & 0xc0) != 0x80; /* characters, not bytes */
            if (shown > WIDTH && fits)
                break;
        }
        if (!at[n])
            fits = n;
        printf("%.*s\n", fits, at);
        at += fits + (at[fits] == ' ');
        if (*at)
            printf("     ");
    }
}

int cmd_rules(const cmd_args *args) {
    const rz_game *game = rz_game_find(rz_slice_of(args->operands[0]));
    const char *id = args->n_operands > 1 ? args->operands[1] : NULL;
    bool found = false;
    if (!game)
        return cmd_fail(CMD_USAGE, args->command, N_("there is no game called “{name}”"), "name",
                        args->operands[0], NULL);
    if (!id)
        printf("%s (%s)\n\n", game->title, game->author);
    for (int i = 0; i < rz_n_rules; i++) {
        if (strcmp(rz_rules[i].game, game->name) != 0 || (id && strcasecmp(rz_rules[i].id, id)))
            continue;
        print_rule(&rz_rules[i]);
        found = true;
    }
    if (!found)
        return cmd_fail(CMD_USAGE, args->command, N_("{game} has no rule “{id}”"), "game",
                        game->name, "id", id ? id : "", NULL);
    return cmd_close_stdout(args, CMD_OK);
}
