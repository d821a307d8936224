#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "core/module.h"

#define O(name) (UINT64_C(1) << OPT_##name)

/* clang-format off */
/* Those of the games stand between these and the last. */
static const cmd_command first_commands[] = {
    {"play", "GAME", 1, 1, N_("plays a game in the terminal, against bots or with people at one screen"),
     O(SEATS) | O(BOTS) | O(NETS) | O(NAMES) | O(SEED) | O(RECORD) | O(RESUME) | O(DEALER) | O(PRACTICE) | O(ASCII) | O(RULE), cmd_play, true, NULL},
    {"simulate", "GAME", 1, 1, N_("plays many games between bots on all cores and sums them up"),
     O(SEATS) | O(GAMES) | O(BOTS) | O(NETS) | O(SEED) | O(JOBS) | O(RECORD) | O(DATA) | O(RNG) | O(STRICT) | O(DEVICE) | O(JSON) | O(RULE), cmd_simulate, false, NULL},
    {"arena", "GAME", 1, 1, N_("measures a bot against a table of another: --bots ONE,OTHERS"),
     O(SEATS) | O(GAMES) | O(BOTS) | O(NETS) | O(SEED) | O(JOBS) | O(SPRT) | O(STRICT) | O(JSON) | O(RULE), cmd_arena, false, NULL},
    {"bot", "[NAME]", 0, 1, N_("plays as a program of its own, as docs/bots.md says, like the bot NAME; with --test it checks another such program, in the game NAME or in all"),
     O(NETS) | O(TEST) | O(SEED), cmd_bot, false, NULL},
    {"learn", "GAME", 1, 1, N_("learns a net for the bots from play against itself, from nothing or from a folder"),
     O(RESUME) | O(HOURS) | O(SEED) | O(JOBS) | O(DEVICE), cmd_learn, false, NULL},
    {"replay", "FILE", 1, 1, N_("checks a record line by line and tells its games in words"),
     O(TO) | O(SEAT), cmd_replay, false, NULL},
    {"verify", "FILE", 1, 1, N_("deals every card and roll of a fair record again and says whether they were honest"),
     O(RECEIPT), cmd_verify, false, NULL},
    {"analyse", "FILE...", 1, INT_MAX, N_("says why games were won and lost: luck, errors, what others' errors brought, and every decision that cost something"),
     O(SEAT) | O(NODES) | O(NETS) | O(JOBS) | O(JSON) | O(HTML) | O(SUMMARY) | O(CSV), cmd_analyse, false, NULL},
    {"rollout", "FILE", 1, 1, N_("plays a position on for each choice, many times, and says what each is worth"),
     O(AT) | O(SEAT) | O(GAMES) | O(UNTIL) | O(BOTS) | O(NETS) | O(NODES) | O(SEED) | O(JOBS) | O(VARY) | O(ALL) | O(RESUME) | O(DEVICE) | O(JSON), cmd_rollout, false, NULL},
    {"hint", "FILE", 1, 1, N_("says what a strong player would do in a position, and why"),
     O(AT) | O(SEAT) | O(NETS) | O(JSON), cmd_hint, false, NULL},
    {"view", "FILE", 1, 1, N_("prints a record as one seat, or a spectator, may see it"),
     O(SEAT), cmd_view, false, NULL},
    {"perft", "GAME", 1, 1, N_("counts the sequences of events from the start"),
     O(SEATS) | O(DEPTH) | O(RULE), cmd_perft, false, NULL},
    {"bench", "[GAME]", 0, 1, N_("measures the speed of the rules, and of nets"),
     O(DEVICE) | O(JSON), cmd_bench, false, NULL},
};

static const cmd_command last_commands[] = {
    {"rules", "GAME [ID]", 1, 2, N_("prints the numbered rules, or one of them"),
     0, cmd_rules, false, NULL},
    {"serve", "", 0, 0, N_("hosts tables for people with browsers; port 7200 of this machine alone, unless told otherwise"),
     O(LISTEN) | O(STORE) | O(TLS_CERT) | O(TLS_KEY) | O(LOG) | O(CONFIG) | O(WEB) | O(ORIGIN) | O(NETS) | O(RESTORED), cmd_serve, false, NULL},
    {"games", "URL", 1, 1, N_("your games at a server, those that wait for you first; this terminal joins as one of your devices"),
     O(JSON), cmd_games, false, NULL},
    {"admin", "ACT [ARGUMENT]...", 1, 5, N_("keeps a club in order: owner, find, reports, mute, ban, rename, end, reset, invite, acts; docs/club.md"),
     O(STORE) | O(CONFIG), cmd_admin, false, NULL},
    {"load", "", 0, 0, N_("plays at many tables of a server at once, to measure what it bears"),
     O(URL) | O(TABLES) | O(RATE) | O(SECONDS) | O(GAME) | O(HOSTILE) | O(ATTACK) | O(ADDRESSES) | O(TARGET) | O(PID) | O(STORE) | O(SEED) | O(JSON), cmd_load, false, NULL},
    {"help", "[COMMAND]", 0, 1, N_("tells of the commands, or of one of them"),
     0, cmd_help, false, NULL},
};
/* clang-format on */

/* All commands, those of the games among them; ends with a NULL name. */
static const cmd_command *list_commands(void) {
    enum { FIRST = sizeof first_commands / sizeof *first_commands };
    enum { LAST = sizeof last_commands / sizeof *last_commands, OF_GAMES = 16 };
    static cmd_command all[FIRST + OF_GAMES + LAST + 1];
    int n = FIRST;
    memcpy(all, first_commands, sizeof first_commands);
    for (const rz_module *const *module = rz_modules; *module; module++) {
        const cmd_extension *own = (*module)->commands;
        for (const cmd_command *c = own ? own->commands : NULL; c && c->name; c++)
            if (n < FIRST + OF_GAMES)
                all[n++] = *c;
    }
    memcpy(all + n, last_commands, sizeof last_commands);
    return all;
}

static void print_version(const cmd_command table[]) {
    (void)table;
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
    cmd_set_language(NULL);
    const cmd_command *commands = list_commands();
    const char *name = argc > 1 ? argv[1] : "help";
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    static const struct {
        const char *name;
        void (*print)(const cmd_command table[]);
    } words[] = {{"--version", print_version},
                 {"--man", cmd_print_man},
                 {"--completion", cmd_print_completion}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i].name)) {
            words[i].print(commands);
            return cmd_close_stdout(&(cmd_args){.command = name}, CMD_OK);
        }
    const cmd_command *command = cmd_find_command(commands, name);
    if (!command)
        return cmd_fail_command(name);
    cmd_args args = {.command = command->name, .commands = commands};
    if (argc > 1 && !cmd_parse(command, argc - 1, argv + 1, &args))
        return CMD_USAGE;
    if (args.value[OPT_HELP])
        return cmd_print_help(&args, command);
    if (args.value[OPT_BOTS] && !strcmp(args.value[OPT_BOTS], "help"))
        return cmd_print_bots(&args);
    return command->run(&args);
}
