/* bars on the command line: the cards and the money of one's own copy. */
#include "cmd/cmd.h"

static const cmd_game_option options[] = {
    {{"cards", "FILE", N_("the symbols on the cards of bars, as in your copy; JSON")}, NULL},
    {{"money", "FILE", N_("the money cards of bars, as in your copy; JSON")}, NULL},
    {{NULL, NULL, NULL}, NULL},
};

const cmd_extension bars_commands = {options, NULL, NULL};
