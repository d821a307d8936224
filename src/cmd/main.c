#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"

#define O(name) (UINT64_C(1) << OPT_##name)

/* clang-format off */
const cmd_command cmd_commands[] = {
    {"play", "GAME", 1, 1, N_("plays a game in the terminal, against bots or with people at one screen"),
     O(SEATS) | O(BOTS) | O(NETS) | O(NAMES) | O(SEED) | O(RECORD) | O(RESUME) | O(DEALER) | O(ASCII) | O(THEME) | O(BOARD) | O(CARDS) | O(MONEY) | O(RULE), cmd_play},
    {"simulate", "GAME", 1, 1, N_("plays many games between bots on all cores and sums them up"),
     O(SEATS) | O(GAMES) | O(BOTS) | O(NETS) | O(SEED) | O(JOBS) | O(RECORD) | O(RNG) | O(JSON) | O(THEME) | O(BOARD) | O(CARDS) | O(MONEY) | O(RULE), cmd_simulate},
    {"arena", "GAME", 1, 1, N_("measures a bot against a table of another: --bots ONE,OTHERS"),
     O(SEATS) | O(GAMES) | O(BOTS) | O(NETS) | O(SEED) | O(JOBS) | O(SPRT) | O(JSON) | O(THEME) | O(BOARD) | O(CARDS) | O(MONEY) | O(RULE), cmd_arena},
    {"bot", "[NAME]", 0, 1, N_("plays as a program of its own, as docs/bots.md says, like the bot NAME; with --test it checks another such program, in the game NAME or in all"),
     O(NETS) | O(TEST) | O(SEED), cmd_bot},
    {"learn", "GAME", 1, 1, N_("learns a net for the bots from play against itself, from nothing or from a folder"),
     O(RESUME) | O(HOURS) | O(SEED) | O(JOBS), cmd_learn},
    {"replay", "FILE", 1, 1, N_("checks a record line by line and tells its games in words"),
     O(TO) | O(SEAT), cmd_replay},
    {"verify", "FILE", 1, 1, N_("deals every card and roll of a fair record again and says whether they were honest"),
     0, cmd_verify},
    {"view", "FILE", 1, 1, N_("prints a record as one seat, or a spectator, may see it"),
     O(SEAT), cmd_view},
    {"perft", "GAME", 1, 1, N_("counts the sequences of events from the start"),
     O(SEATS) | O(DEPTH) | O(THEME) | O(BOARD) | O(CARDS) | O(MONEY) | O(RULE), cmd_perft},
    {"bench", "[GAME]", 0, 1, N_("measures the speed of the rules, and of the net of loot"),
     O(JSON), cmd_bench},
    {"board", "DO [FILE]", 1, 2, N_("show draws a board of mice, the built-in one without FILE; check says what is wrong with it"),
     O(SEATS) | O(ASCII) | O(JSON), cmd_board},
    {"rules", "GAME [ID]", 1, 2, N_("prints the numbered rules, or one of them"),
     0, cmd_rules},
    {"serve", "", 0, 0, N_("hosts tables for people with browsers; port 7200 of this machine alone, unless told otherwise"),
     O(LISTEN) | O(STORE) | O(TLS_CERT) | O(TLS_KEY) | O(LOG) | O(CONFIG) | O(WEB) | O(ORIGIN) | O(NETS), cmd_serve},
    {"load", "", 0, 0, N_("plays at many tables of a server at once, to measure what it bears"),
     O(URL) | O(TABLES) | O(RATE) | O(SECONDS) | O(GAME) | O(HOSTILE) | O(SEED) | O(JSON), cmd_load},
    {"help", "[COMMAND]", 0, 1, N_("tells of the commands, or of one of them"),
     0, cmd_help},
    {NULL, NULL, 0, 0, NULL, 0, NULL},
};
/* clang-format on */

static const cmd_command *find_command(const char *name) {
    for (const cmd_command *c = cmd_commands; c->name; c++)
        if (!strcmp(name, c->name))
            return c;
    return NULL;
}

static int unknown_command(const char *name) {
    return cmd_fail(CMD_USAGE, NULL,
                    N_("there is no command “{name}”; “razzia help” lists what there is"), "name",
                    name, NULL);
}

int cmd_help(const cmd_args *args) {
    const char *name = args->n_operands > 0 ? args->operands[0] : NULL;
    if (name && !find_command(name))
        return unknown_command(name);
    return cmd_print_help(args, name ? find_command(name) : NULL);
}

/* The options of a command, as getopt wants them. */
static void make_long_options(const cmd_command *command, struct option out[OPT_COUNT + 1]) {
    int n = 0;
    for (int i = 0; i < OPT_COUNT; i++)
        if (i == OPT_HELP || i == OPT_LANG || command->options >> i & 1)
            out[n++] = (struct option){cmd_option_name((cmd_option_id)i),
                                       cmd_option_value((cmd_option_id)i) ? required_argument
                                                                          : no_argument,
                                       NULL, 1000 + i};
    out[n] = (struct option){0};
}

static bool take_option(const cmd_command *command, int found, const char *word, cmd_args *args) {
    int id = found == 'o' ? OPT_RULE : found == 'h' ? OPT_HELP : found - 1000;
    bool known = id >= 0 && id < OPT_COUNT &&
                 (id == OPT_HELP || id == OPT_LANG || command->options >> id & 1);
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

static bool parse(const cmd_command *command, int argc, char **argv, cmd_args *args) {
    struct option options[OPT_COUNT + 1];
    int found;
    make_long_options(command, options);
    opterr = 0;
    /* ':' first: a missing value is told apart from an unknown option. */
    while ((found = getopt_long(argc, argv, ":ho:", options, NULL)) != -1)
        if (!take_option(command, found, argv[optind - 1], args))
            return false;
    for (int i = optind; i < argc; i++) {
        if (args->n_operands == command->operands_max) {
            cmd_fail(CMD_USAGE, command->name,
                     N_("“{word}” is one word too many; see “razzia help {command}”"), "word",
                     argv[i], "command", command->name, NULL);
            return false;
        }
        args->operands[args->n_operands++] = argv[i];
    }
    if (args->value[OPT_LANG] && !cmd_language(args->value[OPT_LANG])) {
        cmd_fail(CMD_USAGE, command->name, N_("--lang takes en, de, es, hu or it, not “{value}”"),
                 "value", args->value[OPT_LANG], NULL);
        return false;
    }
    if (args->value[OPT_HELP] || args->n_operands >= command->operands_min ||
        (args->value[OPT_RESUME] && command->run == cmd_play))
        return true;
    char operand[16]; /* the first: what comes after it may be left out */
    snprintf(operand, sizeof operand, "%.*s", (int)strcspn(command->operands, " "),
             command->operands);
    cmd_fail(CMD_USAGE, command->name, N_("{operand} is missing; see “razzia help {command}”"),
             "operand", operand, "command", command->name, NULL);
    return false;
}

static void print_version(void) {
    puts("razzia " RZ_VERSION);
}

/* A closed standard stream must not become the first file that is opened. What is opened instead
 * can not be used the way it should be, so that trying it is an error as before. */
static void hold_standard_streams(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* What bots keep for each thread lies where its stack is, too: the usual 8 MB would be tight. */
static void widen_stacks(void) {
    enum { STACK = 32 << 20 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    widen_stacks();
    hold_standard_streams();
    cmd_language(NULL);
    const char *name = argc > 1 ? argv[1] : "help";
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    static const struct {
        const char *name;
        void (*print)(void);
    } words[] = {{"--version", print_version},
                 {"--man", cmd_print_man},
                 {"--completion", cmd_print_completion}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i].name)) {
            words[i].print();
            return cmd_close_stdout(&(cmd_args){.command = name}, CMD_OK);
        }
    const cmd_command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    cmd_args args = {.command = command->name};
    if (argc > 1 && !parse(command, argc - 1, argv + 1, &args))
        return CMD_USAGE;
    if (args.value[OPT_HELP])
        return cmd_print_help(&args, command);
    if (args.value[OPT_BOTS] && !strcmp(args.value[OPT_BOTS], "help"))
        return cmd_print_bots(&args);
    return command->run(&args);
}
