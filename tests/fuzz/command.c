/* Feeds bytes to the program as its command line: each line is a word of it, up to an empty line.
 * What follows that is the only file there is, and @ its name. Commands that only read and print
 * are run; of those that play, wait, write or call others everything is read that they are told.
 * Whatever is wrong is said in one line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/server_options.h"
#include "core/setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int razzia_main(int argc, char **argv);

enum { WORDS = 40 };

static const char *file;
static size_t file_size;
static bool is_running; /* else it is the fuzzer itself that opens a file */

#define CHECK(condition, text)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            dprintf(STDERR_FILENO, "command.c:%d: %s: %s\n", __LINE__, #condition, text);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* ---- The world outside ----------------------------------------------------------------------- */

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) {
    if (!is_running)
        return __real_fopen(path, mode);
    if (!strcmp(path, "@") && !strcmp(mode, "r"))
        return file_size ? fmemopen((char *)(uintptr_t)file, file_size, "r")
                         : __real_fopen("/dev/null", "r");
    errno = ENOENT;
    return NULL;
}

/* Nothing is started, and no net is looked for. */
int __wrap_posix_spawn(void);
int __wrap_posix_spawn(void) {
    abort();
}

bool __wrap_cmd_load_net(const cmd_args *args, const rz_game *game);
bool __wrap_cmd_load_net(const cmd_args *args, const rz_game *game) {
    (void)args, (void)game;
    return true;
}

/* ---- Commands that are not run --------------------------------------------------------------- */

static bool names_game(const cmd_args *args) {
    const cmd_command *command = cmd_find_command(args->commands, args->command);
    return !strncmp(command->operands, "GAME", 4) && args->n_operands > 0;
}

static bool read_table(const cmd_args *args) {
    static rz_setup setup;
    rz_header header;
    rz_bot_spec bots[RZ_SEATS_MAX];
    char name[CMD_BOTS_BYTES];
    if (!cmd_read_setup(args, &header, &setup) ||
        !cmd_read_bots(args, header.game, rz_seats(&setup), "greedy", CMD_NO_PEOPLE, bots))
        return false;
    for (int seat = 0; seat < rz_seats(&setup); seat++)
        cmd_name_bot(&bots[seat], seat, name, sizeof name);
    return true;
}

static bool read_settings(const cmd_args *args) {
    serve_options options;
    char why[200] = "";
    serve_defaults(&options);
    if (!cmd_read_server_config(args, &options))
        return false;
    if (serve_check(&options, why, sizeof why))
        return true;
    CHECK(*why, "a refusal without a reason");
    cmd_fail(CMD_USAGE, args->command, "{reason}", "reason", why, NULL);
    return false;
}

static int read_all(const cmd_args *args) {
    static const cmd_option_id numbers[] = {OPT_GAMES,  OPT_JOBS, OPT_DEPTH, OPT_NODES,
                                            OPT_TABLES, OPT_PID,  OPT_AT,    OPT_UNTIL};
    uint8_t seed[RZ_SEED];
    long number;
    int seat;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!cmd_read_number(args, numbers[i], 1, 1000000, 1, &number))
            return cmd_last_status();
    if (!cmd_read_seed(args, seed) || (args->value[OPT_SEAT] && !cmd_read_seat(args, &seat)) ||
        (names_game(args) && !read_table(args)) || !read_settings(args))
        return cmd_last_status();
    return CMD_OK;
}

#define NOT_RUN(command)                                                                           \
    int __wrap_##command(const cmd_args *args);                                                    \
    int __wrap_##command(const cmd_args *args) {                                                   \
        return read_all(args);                                                                     \
    }
NOT_RUN(cmd_play)
NOT_RUN(cmd_simulate)
NOT_RUN(cmd_arena)
NOT_RUN(cmd_bot)
NOT_RUN(cmd_learn)
NOT_RUN(cmd_analyse)
NOT_RUN(cmd_rollout)
NOT_RUN(cmd_hint)
NOT_RUN(cmd_perft)
NOT_RUN(cmd_bench)
NOT_RUN(cmd_serve)
NOT_RUN(cmd_games)
NOT_RUN(cmd_admin)
NOT_RUN(cmd_load)

/* ---- One command line ------------------------------------------------------------------------ */

/* One line, which moves no cursor. */
static void check_said(int status, const char *said, size_t length) {
    if (status == CMD_OK)
        return;
    CHECK(status == CMD_FAILURE || status == CMD_USAGE, said);
    CHECK(length > 0 && strlen(said) == length, said);
    CHECK(strchr(said, '\n') == said + length - 1, said);
    for (size_t i = 0; i + 1 < length; i++)
        CHECK((unsigned char)said[i] >= ' ' && said[i] != 0x7f, said);
}

static void run(int argc, char **argv) {
    static FILE *nowhere;
    FILE *out = stdout, *err = stderr;
    char *said = NULL;
    size_t length = 0;
    if (!nowhere)
        nowhere = __real_fopen("/dev/null", "w");
    stdout = nowhere;
    stderr = open_memstream(&said, &length);
    extern int optind;
    optind = 0; /* getopt begins anew */
    is_running = true;
    int status = razzia_main(argc, argv);
    is_running = false;
    fclose(stderr);
    stdout = out, stderr = err;
    check_said(status, said, length);
    free(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *argv[WORDS + 2] = {"razzia"}, *copy = malloc(size + 1), *at = copy;
    int argc = 1;
    CHECK(copy, "no memory");
    memcpy(copy, data, size);
    copy[size] = '\0';
    for (; at < copy + size && *at != '\n' && argc <= WORDS; argc++) {
        char *end = memchr(at, '\n', (size_t)(copy + size - at));
        argv[argc] = at;
        at = end ? end + 1 : copy + size;
        if (end)
            *end = '\0';
    }
    file = at < copy + size ? at + 1 : copy + size;
    file_size = (size_t)(copy + size - file);
    run(argc, argv);
    free(copy);
    return 0;
}
