/* Standard output and the bar of progress. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"

static int stdout_error;

/* Long after a write has failed errno tells of something else: another write fails as well, and
 * says why. What is written then ends a line that has lost its end anyway. */
bool cmd_is_stdout_ok(void) {
    if (!stdout_error && ferror(stdout))
        stdout_error = write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
    return !stdout_error;
}

int cmd_close_stdout(const cmd_args *args, int status) {
    if (cmd_is_stdout_ok() && fflush(stdout) != 0)
        stdout_error = errno;
    if (!stdout_error)
        return status;
    if (stdout_error == EPIPE) /* whoever reads has enough: nothing is wrong */
        return CMD_PIPE;
    return cmd_fail(CMD_FAILURE, args->command, N_("can not write {file}: {reason}"), "file",
                    "<stdout>", "reason", strerror(stdout_error), NULL);
}

/* As many words as fit into the line; what does not fit into any stands alone. */
void cmd_print_wrapped(int indent, int column, const char *text) {
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

bool cmd_print_bar(double done) {
    enum { WIDE = 30 };
    int filled = (int)(WIDE * done);
    if (!isatty(STDERR_FILENO))
        return false;
    fprintf(stderr, "\r[%.*s%.*s] ", filled, "##############################", WIDE - filled,
            "..............................");
    return true;
}

void cmd_erase_bar(void) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 78, "");
}

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void cmd_format_fixed(char *out, size_t size, double number, int digits) {
    char plain[40];
    snprintf(plain, sizeof plain, "%.*f", digits, number);
    bool zero = plain[0] == '-' && plain[1 + strspn(plain + 1, "0.")] == '\0'; /* not "-0.00" */
    snprintf(out, size, "%s%s", plain[0] == '-' && !zero ? "−" : "", plain + (plain[0] == '-'));
}

double cmd_seconds(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double cmd_cpu_seconds(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
