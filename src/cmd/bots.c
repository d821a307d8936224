/* Who plays: the bots that --bots names, and what they are called. */
#include <stdlib.h>
#include <string.h>

#include "ai/nets.h"
#include "cmd/device.h"
#include "cmd/foreign.h"
#include "gpu/play.h"

/* Whether a bot that was named can sit at this game's table, with what it needs. */
bool cmd_bot_can_play(const cmd_args *args, const rz_game *game, const rz_bot *bot) {
    if (bot->needs_net && !rz_net_shape_of(game)) {
        cmd_fail(CMD_USAGE, args->command, N_("{name} does not play {game}; casual does"), "name",
                 bot->name, "game", game->name, NULL);
        return false;
    }
    return !bot->needs_net || cmd_load_net(args, game);
}

/* "exec:COMMAND" or "exec:MS:COMMAND". */
static bool read_foreign(const cmd_args *args, const char *word, rz_bot_spec *spec) {
    char *end;
    const char *command = word + strlen("exec:");
    unsigned long ms = strtoul(command, &end, 10);
    bool timed = *command >= '0' && *command <= '9' && *end == ':';
    if (timed)
        command = end + 1;
    if (!command[strspn(command, " ")] || (timed && (ms < 1 || ms > 10000000))) {
        cmd_fail(CMD_USAGE, args->command,
                 N_("“{name}” is not exec:COMMAND or exec:MS:COMMAND, MS from 1 to 10 million"),
                 "name", word, NULL);
        return false;
    }
    cmd_program *program = calloc(1, sizeof *program);
    char *copy = strdup(word);
    if (!program || !copy) {
        free(program);
        free(copy);
        cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
        return false;
    }
    cmd_program_init(program, args->command, copy + (command - word), timed ? (uint32_t)ms : 0);
    program->spec = copy;
    program->mute = !strcmp(args->command, "play");
    *spec = (rz_bot_spec){.bot = &rz_foreign_bot, .foreign = &program->foreign};
    return true;
}

int cmd_fail_bot(const cmd_args *args, const char *name) {
    rz_bot_spec spec;
    bool known = rz_bot_read((rz_slice){name, strcspn(name, ":")}, &spec);
    return cmd_fail(
        CMD_USAGE, args->command,
        known ? N_("“{name}”: the time of a bot is a number from 1 to 10 million, of "
                   "milliseconds, or with an n of positions")
              : N_("there is no bot called “{name}”; try club, or “razzia play loot --bots "
                   "help” for all"),
        "name", name, NULL);
}

bool cmd_read_bot(const cmd_args *args, const rz_game *game, const char *word, rz_bot_spec *spec) {
    if (!strncmp(word, "exec:", 5))
        return read_foreign(args, word, spec);
    if (rz_bot_read(rz_slice_of(word), spec))
        return cmd_bot_can_play(args, game, spec->bot);
    cmd_fail_bot(args, word);
    return false;
}

/* The next word of a list with commas; “\\,” is a comma within a word. False at the end. */
static bool next_word(const char **list, char *word, size_t size) {
    size_t n = 0;
    const char *at = *list;
    if (!at)
        return false;
    for (; *at && *at != ','; at++) {
        at += at[0] == '\\' && at[1] == ',';
        if (n + 1 < size)
            word[n++] = *at;
    }
    word[n] = '\0';
    *list = *at ? at + 1 : NULL;
    return true;
}

static bool names_person(const char *list) {
    char word[32];
    while (next_word(&list, word, sizeof word))
        if (!strcmp(word, "human"))
            return true;
    return false;
}

bool cmd_read_bots(const cmd_args *args, const rz_game *game, int seats, const char *fallback,
                   cmd_people people, rz_bot_spec bots[RZ_SEATS_MAX]) {
    const char *list = args->value[OPT_BOTS] ? args->value[OPT_BOTS] : fallback;
    char word[CMD_BOTS_BYTES], count[16];
    int n = 0;
    if (strlen(list) >= sizeof word) {
        snprintf(count, sizeof count, "%d", CMD_BOTS_BYTES - 1);
        cmd_fail(CMD_USAGE, args->command,
                 N_("--bots is longer than {count} bytes; a script can hold a long command"),
                 "count", count, NULL);
        return false;
    }
    if (people == CMD_A_PERSON && !names_person(list))
        bots[n++] = (rz_bot_spec){0};
    for (; next_word(&list, word, sizeof word); n++) {
        if (n == seats) {
            snprintf(count, sizeof count, "%d", seats);
            cmd_fail(CMD_USAGE, args->command,
                     people == CMD_A_PERSON
                         ? N_("--bots names more players than fit: at the table are {count}, you "
                              "among them")
                         : N_("--bots names more than {count} players"),
                     "count", count, NULL);
            return false;
        }
        bots[n] = (rz_bot_spec){0};
        if ((!people || strcmp(word, "human") != 0) && !cmd_read_bot(args, game, word, &bots[n]))
            return false;
    }
    for (; n < seats; n++)
        bots[n] = bots[n - 1];
    return true;
}

/* As much of a command as a name has room for, without folders, in letters that a name may have. */
static void name_program(const cmd_program *program, char name[RZ_NAME_CHARS + 1]) {
    enum { ROOM = RZ_NAME_CHARS - 2 }; /* and a seat */
    int n = snprintf(name, ROOM, "exec:"), word = n;
    for (const char *c = program->command; *c && n < ROOM; c++) {
        name[n++] = *c < ' ' || *c > '~' ? '?' : *c;
        word = *c == ' ' ? n : word;
        n = *c == '/' ? word : n;
    }
    name[n] = '\0';
}

void cmd_name_bot(const rz_bot_spec *spec, int seat, char *name, size_t size) {
    char budget[24] = "", place[16] = "", program[RZ_NAME_CHARS + 1];
    if (spec->foreign)
        name_program((const cmd_program *)(const void *)spec->foreign, program);
    if (spec->ms || spec->nodes)
        snprintf(budget, sizeof budget, ":%u%s", spec->ms + spec->nodes, spec->nodes ? "n" : "");
    if (seat >= 0)
        snprintf(place, sizeof place, "-%d", seat + 1);
    snprintf(name, size, "%s%s%s", spec->foreign ? program : spec->bot->name, budget, place);
}

void cmd_format_bot(const rz_bot_spec *spec, char name[CMD_BOTS_BYTES]) {
    const cmd_program *program = (const cmd_program *)(const void *)spec->foreign;
    if (program)
        snprintf(name, CMD_BOTS_BYTES, "%s", program->spec);
    else
        cmd_name_bot(spec, -1, name, CMD_BOTS_BYTES);
    cmd_make_one_line(name);
    for (int n; *name; name += n ? n : 1)
        if ((n = rz_utf8_length(name, strlen(name))) == 0)
            *name = '?';
}

bool cmd_can_play_on_card(const cmd_args *args, const rz_match *match) {
    char name[CMD_BOTS_BYTES];
    gpu_bot bot;
    for (int s = 0; s < rz_seats(&match->setup); s++)
        if (!gpu_bot_of(match->header.game, &match->bots[s], &bot)) {
            cmd_format_bot(&match->bots[s], name);
            cmd_fail(
                CMD_USAGE, args->command,
                N_("--device gpu plays random, in loot and bars greedy, in loot master:1n; not "
                   "“{bot}”"),
                "bot", name, NULL);
            return false;
        }
    return true;
}
