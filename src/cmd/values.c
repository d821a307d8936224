/* The values of options and operands that many commands share. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cmd/cmd.h"

bool cmd_read_number(const cmd_args *args, cmd_option_id id, long min, long max, long fallback,
                     long *number) {
    const char *value = args->value[id];
    char *end, low[24], high[24];
    *number = fallback;
    if (!value)
        return true;
    errno = 0;
    *number = strtol(value, &end, 10);
    bool digit = *value >= '0' && *value <= '9'; /* strtol takes blanks and a plus as well */
    if (digit && !*end && !errno && *number >= min && *number <= max)
        return true;
    snprintf(low, sizeof low, "%ld", min);
    snprintf(high, sizeof high, "%ld", max);
    cmd_fail(CMD_USAGE, args->command,
             N_("--{option} takes a whole number from {min} to {max}, not “{value}”"), "option",
             cmd_option_of((int)id)->name, "min", low, "max", high, "value", value, NULL);
    return false;
}

const rz_game *cmd_read_game(const cmd_args *args) {
    const rz_game *game = rz_game_find(rz_slice_of(args->operands[0]));
    char names[64] = "";
    for (int i = 0; rz_games[i]; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                 rz_games[i]->name);
    if (!game)
        cmd_fail(CMD_USAGE, args->command,
                 N_("there is no game called “{name}”; there is: {games}"), "name",
                 args->operands[0], "games", names, NULL);
    return game;
}

bool cmd_read_seed(const cmd_args *args, uint8_t seed[RZ_SEED]) {
    const char *value = args->value[OPT_SEED];
    if (value && rz_seed_read(rz_slice_of(value), seed))
        return true;
    if (value) {
        cmd_fail(CMD_USAGE, args->command,
                 N_("--seed takes a number below 2^64 or 64 hex digits, not “{value}”"), "value",
                 value, NULL);
        return false;
    }
    if (getrandom(seed, RZ_SEED, 0) == RZ_SEED)
        return true;
    cmd_fail(CMD_FAILURE, args->command, N_("there are no random numbers to be had"), NULL);
    return false;
}

bool cmd_read_seat(const cmd_args *args, int *seat) {
    const char *value = args->value[OPT_SEAT];
    *seat = RZ_SPECTATOR;
    if (!value || !strcmp(value, "spectator"))
        return true;
    *seat = value[0] - '0';
    if (*seat >= 0 && *seat < RZ_SEATS_MAX && value[1] == '\0')
        return true;
    cmd_fail(CMD_USAGE, args->command,
             N_("--seat takes a seat from 0, or spectator, not “{value}”"), "value", value, NULL);
    return false;
}
