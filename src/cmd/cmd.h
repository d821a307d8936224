/* The command line: one table of commands, from which dispatch, help, man page and completion come.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   main
 *   analyse
 *   help play simulate arena bot learn replay verify rollout hint
 *   admin games perft bench rules serve load man completion GAME
 *   bot_test parse saves server_options failures review_table review_page summary rollout_play
 *   seats review position rollout_file rollout_card
 *   records workers data
 *   setup bots
 *   foreign nets device
 *   files values
 *   output signals options
 *   fail
 *   language
 */
#ifndef RZ_CMD_H
#define RZ_CMD_H

#include <stdio.h>

#include "ai/learn.h"
#include "ai/match.h"
#include "words/words.h"

/* CMD_PIPE is what a shell says of a program that SIGPIPE has ended. */
enum { CMD_OK = 0, CMD_FAILURE = 1, CMD_USAGE = 2, CMD_PIPE = 141 };

/* Every option of every command, each with one meaning. */
typedef enum cmd_option_id {
    OPT_ADDRESSES,
    OPT_ALL,
    OPT_ASCII,
    OPT_AT,
    OPT_ATTACK,
    OPT_BOTS,
    OPT_CONFIG,
    OPT_CSV,
    OPT_DATA,
    OPT_DEALER,
    OPT_DEPTH,
    OPT_DEVICE,
    OPT_GAME,
    OPT_GAMES,
    OPT_HELP,
    OPT_HOSTILE,
    OPT_HOURS,
    OPT_HTML,
    OPT_JOBS,
    OPT_JSON,
    OPT_LANG,
    OPT_LISTEN,
    OPT_LOG,
    OPT_NAMES,
    OPT_NETS,
    OPT_NODES,
    OPT_ORIGIN,
    OPT_PID,
    OPT_PRACTICE,
    OPT_RATE,
    OPT_RECEIPT,
    OPT_RECORD,
    OPT_RESTORED,
    OPT_RESUME,
    OPT_RNG,
    OPT_RULE, /* -o NAME=VALUE, again and again */
    OPT_SEAT,
    OPT_SEATS,
    OPT_SECONDS,
    OPT_SEED,
    OPT_SPRT,
    OPT_STORE,
    OPT_STRICT,
    OPT_SUMMARY,
    OPT_TABLES,
    OPT_TARGET,
    OPT_TEST,
    OPT_TLS_CERT,
    OPT_TLS_KEY,
    OPT_TO,
    OPT_UNTIL,
    OPT_URL,
    OPT_VARY,
    OPT_WEB,
    OPT_COUNT /* from here on: options of the games */
} cmd_option_id;

enum { CMD_OPTIONS_MAX = 64, CMD_RULES_MAX = 32 };

typedef struct cmd_command cmd_command;

typedef struct cmd_args {
    const char *command;
    const cmd_command *commands;        /* all there are */
    const char *value[CMD_OPTIONS_MAX]; /* NULL if not given; "" for options without a value */
    const char *rules[CMD_RULES_MAX];
    int n_rules;
    const char *const *operands;
    int n_operands;
} cmd_args;

struct cmd_command {
    const char *name;     /* NULL ends a table */
    const char *operands; /* "GAME", "FILE" or "" … */
    int operands_min, operands_max;
    const char *about;
    uint64_t options; /* bit OPT_… for each that it takes, besides OPT_HELP and OPT_LANG */
    int (*run)(const cmd_args *args);
    bool resume_names_game; /* with --resume the operands may be left out */
    const char *words;      /* what the first operand may be, for completion; or NULL */
};

int cmd_analyse(const cmd_args *args);
int cmd_arena(const cmd_args *args);
int cmd_bench(const cmd_args *args);
int cmd_bot(const cmd_args *args);
int cmd_help(const cmd_args *args);
int cmd_hint(const cmd_args *args);
int cmd_learn(const cmd_args *args);
int cmd_load(const cmd_args *args);
int cmd_perft(const cmd_args *args);
int cmd_play(const cmd_args *args);
int cmd_replay(const cmd_args *args);
int cmd_rollout(const cmd_args *args);
int cmd_rules(const cmd_args *args);
int cmd_serve(const cmd_args *args);
int cmd_admin(const cmd_args *args);
int cmd_games(const cmd_args *args);
int cmd_simulate(const cmd_args *args);
int cmd_verify(const cmd_args *args);
int cmd_view(const cmd_args *args);

/* ---- parse.c: false, or a status that is not CMD_OK, once the reason has been said ---------- */
const cmd_command *cmd_find_command(const cmd_command commands[], const char *name);
int cmd_fail_command(const char *name); /* there is no such command */
bool cmd_parse(const cmd_command *command, int argc, char **argv, cmd_args *args);

/* ---- help.c, man.c, completion.c: what the table says, for people, for man and for bash -------
 */
int cmd_print_help(const cmd_args *args, const cmd_command *command);
int cmd_print_bots(const cmd_args *args);
void cmd_print_man(const cmd_command commands[]);
void cmd_print_completion(const cmd_command commands[]);

/* ---- setup.c: game, setup and header from the arguments; operand 0 is the game --------------- */
bool cmd_read_setup(const cmd_args *args, rz_header *header, rz_setup *setup);

/* ---- bots.c: who plays ------------------------------------------------------------------------
 */

/* "human,greedy,exec:./mine": the last fills the seats that are left. A NULL bot is a person. */
typedef enum cmd_people {
    CMD_NO_PEOPLE,
    CMD_PEOPLE,  /* are allowed */
    CMD_A_PERSON /* must be there: in the first seat if the list names none */
} cmd_people;
bool cmd_read_bots(const cmd_args *args, const rz_game *game, int seats, const char *fallback,
                   cmd_people people, rz_bot_spec bots[RZ_SEATS_MAX]);

/* One word of such a list, which is no person. */
bool cmd_read_bot(const cmd_args *args, const rz_game *game, const char *word, rz_bot_spec *spec);

/* Whether a bot can sit at this game's table, with what it needs. */
bool cmd_bot_can_play(const cmd_args *args, const rz_game *game, const rz_bot *bot);

/* Says that there is no such bot, and which there are. */
int cmd_fail_bot(const cmd_args *args, const char *name);

/* "greedy:50-2": what a bot in a seat is called in records; without a seat (-1) "greedy:50". */
void cmd_name_bot(const rz_bot_spec *spec, int seat, char *name, size_t size);

/* As it was asked for, in one line: "greedy:50", "exec:50:./mine". */
enum { CMD_BOTS_BYTES = 4096 };
void cmd_format_bot(const rz_bot_spec *spec, char name[CMD_BOTS_BYTES]);

/* ---- nets.c: the net of a game, for bots that need it; read once ------------------------------
 */
bool cmd_load_net(const cmd_args *args, const rz_game *game);
/* The same for those who judge by it. */
bool cmd_need_net(const cmd_args *args, const rz_game *game);
void cmd_load_net_if_any(const cmd_args *args, const rz_game *game); /* for hints */
/* Says so if one of `n` bots needs a net and that has not learnt what is played. */
void cmd_warn_unlearnt(const cmd_args *args, const rz_game *game, const rz_setup *setup,
                       const rz_bot_spec bots[], int n);
bool cmd_read_net(const cmd_args *args, const rz_net_shape *shape, const char *path, rz_net *net);

/* ---- files.c ----------------------------------------------------------------------------------
 */

/* A file read line by line. Errors are said once, with the file's name. */
typedef struct cmd_reader {
    const cmd_args *args;
    const char *path; /* "-" is standard input */
    FILE *file;
    char *line;
    size_t length, room;
    unsigned long number; /* of the last line read, from 1 */
    bool failed;
} cmd_reader;

/* cmd_refuse with the reader's file and line. */
bool cmd_refuse_line(const cmd_args *args, const rz_game *game, const cmd_reader *reader,
                     const rz_problem *problem, const char *expected);

/* Whether a line begins a record: one file may hold several. */
bool cmd_is_setup_line(rz_slice line);

/* All of a file that has at most `max` bytes; there must be room for one more. */
bool cmd_read_whole(const cmd_args *args, const char *path, char *memory, size_t max,
                    rz_slice *text);

/* Whether there is something else than a plain file, as a pipe, from which nothing may ever come.
 */
bool cmd_is_special_file(const char *path);

/* Whether both are there and are one file, by whatever path. */
bool cmd_is_same_file(const char *one, const char *other);

bool cmd_open(cmd_reader *reader, const cmd_args *args, const char *path);
bool cmd_read_line(cmd_reader *reader); /* false at the end or on an error: see `failed` */
void cmd_close(cmd_reader *reader);

/* A file that appears whole or not at all: written beside it, synced, then renamed. What is there
 * and no plain file (a device, a pipe) is written to as it is. */
typedef struct cmd_writer {
    const cmd_args *args;
    const char *path; /* "-" is standard output */
    char *target;     /* the path with links followed, or NULL: written to as it is */
    char *temporary;
    FILE *file;
} cmd_writer;

bool cmd_create(cmd_writer *writer, const cmd_args *args, const char *path);
bool cmd_write(cmd_writer *writer, const char *bytes, size_t size);
bool cmd_commit(cmd_writer *writer);  /* the new file is there; or says why not */
void cmd_discard(cmd_writer *writer); /* the old one stays */

/* The folder for a user's data, made if it is not there. */
void cmd_data_folder(char *folder, size_t size);

/* ---- values.c: options and operands; false, or NULL, once the reason has been said ------------
 */

/* A whole number option. */
bool cmd_read_number(const cmd_args *args, cmd_option_id id, long min, long max, long fallback,
                     long *number);

/* The seed given, or a random one. */
bool cmd_read_seed(const cmd_args *args, uint8_t seed[RZ_SEED]);

/* The seat number or "spectator" of --seat. */
bool cmd_read_seat(const cmd_args *args, int *seat);

/* Operand 0 as a game, or NULL. */
const rz_game *cmd_read_game(const cmd_args *args);

/* ---- fail.c ------------------------------------------------------------------------------------
 */

/* The voice of messages that belong to no seat and no game. */
extern const rz_voice cmd_voice;

/* Says "razzia COMMAND: …" on standard error from a template as in rz_format, and returns `status`.
 */
int cmd_fail(int status, const char *command, const char *english, ...)
    __attribute__((sentinel, nonnull(3)));

/* The status to end with after something was refused: whether it was the usage that was wrong. */
int cmd_last_status(void);

/* A problem with something from outside, and the line that should be there; `where` and `expected`
 * may be NULL. */
bool cmd_refuse(const cmd_args *args, const rz_game *game, const char *where,
                const rz_problem *problem, const char *expected);

/* The same with an option: it is the usage that was wrong. */
bool cmd_refuse_option(const cmd_args *args, const rz_game *game, const char *where,
                       const rz_problem *problem);

/* Replaces control characters: what comes from outside stays in one line and moves no cursor. */
void cmd_make_one_line(char *text);

/* ---- output.c ----------------------------------------------------------------------------------
 */

/* Prints a text and a newline, wrapped; `column` is where it begins, `indent` where its other
 * lines do. */
void cmd_print_wrapped(int indent, int column, const char *text);

/* False once standard output takes no more: to be asked after each line of many. */
bool cmd_is_stdout_ok(void);

/* Standard output, all written and no error; else says so. */
int cmd_close_stdout(const cmd_args *args, int status);

/* So many digits after the point, with the minus sign that people read. */
void cmd_format_fixed(char *out, size_t size, double number, int digits);

double cmd_seconds(void);     /* of a clock that only goes forward */
double cmd_cpu_seconds(void); /* of this process alone: others may be busy */

/* A bar on standard error for a share that is done, if that is a terminal: false if not. What
 * stands behind it may be printed then. */
bool cmd_print_bar(double done);
void cmd_erase_bar(void);

/* ---- signals.c: before a signal ends the program, `clean` is called; not for a signal that
 * somebody handles already ----------------------------------------------------------------------
 */
void cmd_at_signal(void (*clean)(void));

/* ---- options.c: the table of options -----------------------------------------------------------
 */
typedef struct cmd_option {
    const char *name;
    const char *value; /* "N", or NULL if it takes none */
    const char *about;
} cmd_option;

const cmd_option *cmd_option_of(int id); /* NULL if there is none */
int cmd_option_at(int place);            /* the ids of all by name; -1 behind the last */
bool cmd_takes_option(const cmd_command *command, int id);
void cmd_format_option(int id, char *text, size_t size); /* "--seed S" */
void cmd_format_rule_option(const rz_option *option, char *text,
                            size_t size); /* "-o sets=random|seat" */

/* ---- language.c --------------------------------------------------------------------------------
 */
bool cmd_set_language(const char *lang); /* from --lang, or NULL for the locale's; false: unknown */
const char *cmd_translate(const char *english);
extern const char *const cmd_languages[]; /* "en" …; ends with NULL */

/* ---- What a game adds: cmd/GAME.c --------------------------------------------------------------
 * Its own options are taken by the commands that take -o. */
typedef struct cmd_game_option {
    cmd_option option;
    /* Puts its value into the setup of its game; NULL: it is that of the option of the rules of the
     * same name, or, if it is a FILE, what that file holds. */
    bool (*set)(const cmd_args *args, const char *value, rz_setup *setup);
} cmd_game_option;

typedef struct cmd_extension {
    const cmd_game_option *options; /* ends with a NULL name; may be NULL */
    const cmd_command *commands;    /* likewise */
    /* Measures what only this game has, after the rules; may be NULL. */
    bool (*bench)(const cmd_args *args, rz_text *json);
} cmd_extension;

/* options.c: the option of a game with this id, and the game; NULL if it is not that of a game. */
const cmd_game_option *cmd_game_option_of(int id, const rz_game **game);

#define X(name) extern const cmd_extension name##_commands; /* where there is one */
RZ_GAMES(X)
#undef X

#endif
