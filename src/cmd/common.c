#include "cmd/cmd.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/foreign.h"

const rz_voice cmd_voice = {.translate = cmd_translate, .you = -1};

/* What comes from outside stays in its line and steers no terminal. */
static void one_line(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

static int last_status = CMD_USAGE;

int cmd_refused(void) {
    return last_status;
}

int cmd_fail(int status, const char *command, const char *english, ...) {
    char memory[6000]; /* a path, and why it is no good */
    rz_text out;
    va_list pairs;
    rz_text_init(&out, memory, sizeof memory);
    va_start(pairs, english);
    rz_format_list(&cmd_voice, &out, english, pairs);
    va_end(pairs);
    one_line(memory);
    fprintf(stderr, "razzia%s%s: %s\n", command ? " " : "", command ? command : "", memory);
    if (status != CMD_OK)
        last_status = status;
    return status;
}

bool cmd_problem(const cmd_args *args, const rz_game *game, const char *where,
                 const rz_problem *problem, const char *expected) {
    char memory[4096];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    if (where) {
        rz_text_add(&out, where);
        rz_text_add(&out, ": ");
    }
    rz_format_problem(&cmd_voice, &out, game, problem);
    if (expected)
        rz_format(&cmd_voice, &out, N_(" Expected: {line}"), "line", expected, NULL);
    one_line(memory);
    fprintf(stderr, "razzia %s: %s\n", args->command, memory);
    last_status = CMD_FAILURE;
    return false;
}

bool cmd_problem_with_option(const cmd_args *args, const rz_game *game, const char *where,
                             const rz_problem *problem) {
    cmd_problem(args, game, where, problem, NULL);
    last_status = CMD_USAGE;
    return false;
}

bool cmd_problem_at_line(const cmd_args *args, const rz_game *game, const cmd_reader *reader,
                         const rz_problem *problem, const char *expected) {
    char where[512];
    snprintf(where, sizeof where, "%.400s:%lu", reader->path, reader->number);
    return cmd_problem(args, game, where, problem, expected);
}

bool cmd_number(const cmd_args *args, cmd_option_id id, long min, long max, long fallback,
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
             cmd_option_name(id), "min", low, "max", high, "value", value, NULL);
    return false;
}

const rz_game *cmd_game(const cmd_args *args) {
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
    const char *path = args->value[id], *name = cmd_option_name(id);
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

int cmd_no_bot(const cmd_args *args, const char *name) {
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

static bool bot_named(const cmd_args *args, const rz_game *game, const char *word,
                      rz_bot_spec *spec) {
    if (!strncmp(word, "exec:", 5))
        return read_foreign(args, word, spec);
    if (rz_bot_read(rz_slice_of(word), spec))
        return cmd_bot_can_play(args, game, spec->bot);
    cmd_no_bot(args, word);
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

bool cmd_bots(const cmd_args *args, const rz_game *game, int seats, const char *fallback,
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
        if ((!people || strcmp(word, "human") != 0) && !bot_named(args, game, word, &bots[n]))
            return false;
    }
    for (; n < seats; n++)
        bots[n] = bots[n - 1];
    return true;
}

bool cmd_seed(const cmd_args *args, uint8_t seed[RZ_SEED]) {
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

bool cmd_seat(const cmd_args *args, int *seat) {
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

static int stdout_error;

bool cmd_stdout_ok(void) {
    if (!stdout_error && ferror(stdout))
        stdout_error = errno ? errno : EIO;
    return !stdout_error;
}

int cmd_close_stdout(const cmd_args *args, int status) {
    if (cmd_stdout_ok() && fflush(stdout) != 0)
        stdout_error = errno;
    if (!stdout_error)
        return status;
    return cmd_fail(CMD_FAILURE, args->command, N_("can not write {file}: {reason}"), "file",
                    "<stdout>", "reason", strerror(stdout_error), NULL);
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

void cmd_spec_bot(const rz_bot_spec *spec, char name[CMD_BOTS_BYTES]) {
    const cmd_program *program = (const cmd_program *)(const void *)spec->foreign;
    if (program)
        snprintf(name, CMD_BOTS_BYTES, "%s", program->spec);
    else
        cmd_name_bot(spec, -1, name, CMD_BOTS_BYTES);
    one_line(name);
    for (int n; *name; name += n ? n : 1)
        if ((n = rz_utf8_length(name, strlen(name))) == 0)
            *name = '?';
}

void cmd_print_bot(FILE *out, const char *name) {
    char memory[6 * CMD_BOTS_BYTES + 3];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_text_quoted(&text, name);
    fputs(memory, out);
}

/* As many words as fit into the line; what does not fit into any stands alone. */
void cmd_wrap(int indent, int column, const char *text) {
    enum { WIDTH = 79 };
    while (*text) {
        int n = 0, shown = column, fits = 0;
        for (; text[n]; n++) {
            if (text[n] == ' ' && shown <= WIDTH)
                fits = n;
            shown += (text[n] & 0xc0) != 0x80; /* characters, not bytes */
            if (shown > WIDTH && fits)
                break;
        }
        fits = text[n] ? fits : n;
        printf("%.*s\n", fits, text);
        text += fits + (text[fits] == ' ');
        column = indent;
        if (*text)
            printf("%*s", indent, "");
    }
}

static void (*volatile cleaners[4])(void);

static void on_signal(int number) {
    for (size_t i = 0; i < sizeof cleaners / sizeof *cleaners; i++)
        if (cleaners[i])
            cleaners[i]();
    signal(number, SIG_DFL);
    raise(number);
}

/* Whoever catches signals already ends in an orderly way. */
void cmd_at_signal(void (*clean)(void)) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    int place = 0;
    while (cleaners[place] && cleaners[place] != clean)
        place++;
    cleaners[place] = clean;
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            signal(numbers[i], on_signal);
    }
}

bool cmd_show_bar(double done) {
    enum { WIDE = 30 };
    int filled = (int)(WIDE * done);
    if (!isatty(STDERR_FILENO))
        return false;
    fprintf(stderr, "\r[%.*s%.*s] ", filled, "##############################", WIDE - filled,
            "..............................");
    return true;
}

void cmd_hide_bar(void) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 78, "");
}

double cmd_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
