/* Bots that are programs of their own: docs/bots.md. */
#ifndef RZ_CMD_FOREIGN_H
#define RZ_CMD_FOREIGN_H

#include "ai/foreign.h"
#include "cmd/cmd.h"

enum { CMD_BOT_PROTOCOL = 1, CMD_BOT_MS = 1000, CMD_BOT_LINE = RZ_LINE_MAX + 256 };

/* What a bot can do wrong; each costs it a move, and is said once. */
typedef enum cmd_fault {
    CMD_FAULT_START,   /* it can not be run */
    CMD_FAULT_MUTE,    /* it ends before its hello */
    CMD_FAULT_HELLO,   /* it does not say hello, or to another version */
    CMD_FAULT_ENDED,   /* it is gone before the game is over */
    CMD_FAULT_LATE,    /* no answer in time */
    CMD_FAULT_HANGS,   /* late again and again */
    CMD_FAULT_LINE,    /* a line that is no answer */
    CMD_FAULT_ILLEGAL, /* no such choice */
    CMD_FAULT_FLOOD,   /* writes without end */
    CMD_FAULT_GIVEN_UP /* has been started often enough */
} cmd_fault;

/* How often. */
typedef struct cmd_failures {
    uint64_t crashes; /* it could not be run, or ended */
    uint64_t late;
    uint64_t illegal;
    uint64_t moves; /* that were made for it */
} cmd_failures;

/* A command that is run as a bot, by `sh -c`. */
typedef struct cmd_program {
    rz_foreign foreign;
    struct cmd_program *next;
    const char *from;    /* the command of ours that runs it */
    const char *command; /* what is run … */
    const char *spec;    /* … and how that was asked for */
    uint32_t ms;         /* for a move */
    bool mute;           /* its standard error is not shown */
    bool silent;         /* says nothing of what goes wrong, … */
    unsigned faults;     /* … but remembers: bit CMD_FAULT_… */
    char detail[100];    /* of the last line that was no answer */
    cmd_failures failures;
    int deaths;
    rz_guest *idle; /* running, and without a game */
} cmd_program;

/* `program` and `command` must last until the end; 0 ms is the default. */
void cmd_program_init(cmd_program *program, const char *from, const char *command, uint32_t ms);

/* All there are, the last first. */
const cmd_program *cmd_programs(void);

/* What a fault is, in words, for people. */
void cmd_format_fault(const cmd_program *program, cmd_fault fault, rz_text *out);

/* Sends a line as it is, for those who test bots. */
void cmd_guest_send(rz_guest *guest, const char *line);

/* ---- failures.c: what the programs among the bots did wrong, after many games ----------------
 */

/* One line for each that failed. */
void cmd_print_failures(FILE *out);

/* The same as a field of JSON: "failures":[{"bot":…,"crashes":…},…]. */
void cmd_put_failures(rz_text *out);

/* CMD_FAILURE if --strict is given and one of them failed. */
int cmd_strict_status(const cmd_args *args);

/* Closes the input of a bot that is idle; false if it does not end by itself then. */
bool cmd_program_ends(cmd_program *program);

/* A line of the protocol in either direction; numbers that are not there are -1. */
typedef struct cmd_message {
    int32_t hello, line, seat, ask, ms, random, answer, choice;
    rz_slice is; /* a line of a record; empty if there is none */
} cmd_message;

bool cmd_message_read(rz_slice text, cmd_message *message);

int cmd_bot_test(const cmd_args *args); /* bot_test.c: razzia bot --test */

#endif
