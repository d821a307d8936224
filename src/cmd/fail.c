/* What went wrong, said in one line on standard error, and the exit status that follows. */
#include <stdarg.h>
#include <stdio.h>

#include "cmd/cmd.h"

const rz_voice cmd_voice = {.translate = cmd_translate, .you = -1};

void cmd_make_one_line(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

static int last_status = CMD_USAGE;

int cmd_last_status(void) {
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
    cmd_make_one_line(memory);
    fprintf(stderr, "razzia%s%s: %s\n", command ? " " : "", command ? command : "", memory);
    if (status != CMD_OK)
        last_status = status;
    return status;
}

bool cmd_refuse(const cmd_args *args, const rz_game *game, const char *where,
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
    cmd_make_one_line(memory);
    fprintf(stderr, "razzia %s: %s\n", args->command, memory);
    last_status = CMD_FAILURE;
    return false;
}

bool cmd_refuse_option(const cmd_args *args, const rz_game *game, const char *where,
                       const rz_problem *problem) {
    cmd_refuse(args, game, where, problem, NULL);
    last_status = CMD_USAGE;
    return false;
}
