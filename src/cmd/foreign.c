/* Runs bots that are programs of their own, and trusts them with nothing: every wait has an end,
 * every answer is checked, and no process outlives us. */
#define _GNU_SOURCE /* pipe2 */
#include "cmd/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ai/clock.h"
#include "core/json.h"
#include "core/json_write.h"

enum {
    HELLO_MOVES = 10,     /* the time of so many moves to start, … */
    HELLO_MS = 1000,      /* … and at least this: an interpreter takes its time */
    GRACE_MS = 500,       /* to end once the input is closed */
    LATE_MAX = 3,         /* answers missed in a row, then it hangs */
    DEATHS_MAX = 3,       /* then it is not started again */
    FLOOD_BYTES = 1 << 20 /* written in answer to one question */
};

struct rz_guest {
    cmd_program *program;
    pid_t pid; /* 0: gone, and all its moves are default ones */
    int to, from;
    const rz_game *game;
    const rz_setup *setup;
    int seat;
    bool greeted;
    int late;        /* answers missed in a row */
    int32_t asked;   /* questions so far */
    uint32_t number; /* of the line to come */
    size_t flood;    /* bytes parsed since the last question */
    rz_guest *next;  /* in a list of idle ones */
    char *waiting;   /* to be written */
    size_t n_waiting, room;
    char parsed[RZ_LINE_MAX]; /* read, and not yet taken */
    size_t n_heard;
    char line[CMD_BOT_LINE];
};

/* ---- Processes ------------------------------------------------------------------------------- */

enum { PROCESSES_MAX = 1024 };
static atomic_int processes[PROCESSES_MAX]; /* the pids of all that run; 0 is a free place */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void replace_process(int old, int new) {
    for (int i = 0; i < PROCESSES_MAX; i++) {
        int expected = old;
        if (atomic_compare_exchange_strong(&processes[i], &expected, new))
            return;
    }
}

/* All of them, with all that they have started. */
static void kill_all(void) {
    for (int i = 0; i < PROCESSES_MAX; i++)
        if (processes[i])
            kill(-processes[i], SIGKILL);
}

static cmd_program *programs; /* all of them */

static void end_all(void) {
    for (cmd_program *p = programs; p; p = p->next)
        cmd_program_ends(p);
    kill_all();
}

static void register_cleanup(void) {
    cmd_at_signal(kill_all);
    atexit(end_all);
}

/* `sh -c COMMAND` in a process group of its own, with our two pipes as its input and output. */
static pid_t spawn(const cmd_program *program, int in, int out) {
    extern char **environ;
    char *const words[] = {"sh", "-c", (char *)(uintptr_t)program->command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    pid_t pid = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (program->mute)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(&pid, "/bin/sh", &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error ? 0 : pid;
}

static bool start_process(rz_guest *g) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int in[2], out[2];
    pthread_once(&once, register_cleanup);
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    g->pid = spawn(g->program, in[0], out[1]);
    g->to = in[1];
    g->from = out[0];
    close(in[0]);
    close(out[1]);
    if (g->pid) {
        replace_process(0, g->pid);
        return true;
    }
    close(g->to);
    close(g->from);
    return false;
}

/* Waits for the end of a process without letting go of its number, by which its group is known. */
static bool ends_by(pid_t pid, double until) {
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid)
            return true;
        if (rz_clock_ms() >= until)
            return false;
        poll(NULL, 0, 2);
    }
}

static void close_input(rz_guest *g) {
    if (g->to >= 0)
        close(g->to);
    g->to = -1;
}

/* The end of a process and of all that it has started; true if it ended by itself. */
static bool end_process(rz_guest *g, double until) {
    close_input(g);
    bool by_itself = ends_by(g->pid, until);
    close(g->from);
    kill(-g->pid, SIGKILL);
    waitpid(g->pid, NULL, 0);
    replace_process(g->pid, 0);
    g->pid = 0;
    return by_itself;
}

static void free_guest(rz_guest *g) {
    free(g->waiting);
    free(g);
}

/* ---- What goes wrong ------------------------------------------------------------------------- */

static const char *const faults[] = {
    [CMD_FAULT_START] = N_("the bot “{command}” can not be started"),
    [CMD_FAULT_MUTE] = N_("the bot “{command}” has ended before it said hello"),
    [CMD_FAULT_HELLO] = N_("the bot “{command}” does not say hello as docs/bots.md asks for"),
    [CMD_FAULT_ENDED] = N_("the bot “{command}” has ended in the middle of a game"),
    [CMD_FAULT_LATE] = N_("the bot “{command}” did not answer within {ms} ms"),
    [CMD_FAULT_HANGS] = N_("the bot “{command}” does not answer any more and is stopped"),
    [CMD_FAULT_LINE] = N_("the bot “{command}” wrote something that is no answer: {line}"),
    [CMD_FAULT_ILLEGAL] = N_("the bot “{command}” chose something that is not among the choices: "
                             "{line}"),
    [CMD_FAULT_FLOOD] = N_("the bot “{command}” writes without end and is stopped"),
    [CMD_FAULT_GIVEN_UP] = N_("the bot “{command}” has failed too often and is not started again"),
};

/* As many whole letters of a text as there is room for. */
static void quote(char *out, size_t room, const char *text) {
    size_t n = strlen(text), at = 0;
    for (int letter; at < n && at < room - 1; at += (size_t)letter) {
        letter = rz_utf8_length(text + at, n - at);
        letter = letter ? letter : 1;
        if (at + (size_t)letter >= room)
            break;
        memcpy(out + at, text + at, (size_t)letter);
    }
    out[at] = '\0';
}

void cmd_format_fault(const cmd_program *program, cmd_fault fault, rz_text *out) {
    char ms[16], command[200];
    snprintf(ms, sizeof ms, "%u", program->ms);
    quote(command, sizeof command, program->command);
    rz_format(&cmd_voice, out, faults[fault], "command", command, "ms", ms, "line", program->detail,
              NULL);
}

/* Whoever says more than an answer has not failed. */
static void count_fault(cmd_failures *failures, cmd_fault fault) {
    failures->illegal += fault == CMD_FAULT_ILLEGAL;
    failures->late += fault == CMD_FAULT_LATE || fault == CMD_FAULT_HANGS;
    failures->crashes += fault == CMD_FAULT_START || fault == CMD_FAULT_MUTE ||
                         fault == CMD_FAULT_HELLO || fault == CMD_FAULT_ENDED ||
                         fault == CMD_FAULT_FLOOD;
}

static void report_fault(cmd_program *program, cmd_fault fault, const char *line) {
    char memory[700];
    rz_text text;
    pthread_mutex_lock(&lock);
    bool first = !(program->faults >> fault & 1);
    program->faults |= 1u << fault;
    count_fault(&program->failures, fault);
    if (first && line)
        quote(program->detail, sizeof program->detail, line);
    if (first && !program->silent) {
        rz_text_init(&text, memory, sizeof memory);
        cmd_format_fault(program, fault, &text);
        fflush(stdout);
        /* Who says more than an answer loses nothing by it. */
        cmd_fail(CMD_FAILURE, program->from,
                 fault == CMD_FAULT_LINE
                     ? N_("{fault} (said once)")
                     : N_("{fault}; its first choice is made for it (said once)"),
                 "fault", memory, NULL);
    }
    pthread_mutex_unlock(&lock);
}

/* It is of no more use in this game. */
static void stop_guest(rz_guest *g, cmd_fault fault) {
    report_fault(g->program, fault, NULL);
    end_process(g, 0);
    pthread_mutex_lock(&lock);
    bool last = ++g->program->deaths == DEATHS_MAX;
    pthread_mutex_unlock(&lock);
    if (last)
        report_fault(g->program, CMD_FAULT_GIVEN_UP, NULL);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void send_bytes(rz_guest *g, const char *bytes, size_t n) {
    if (g->n_waiting + n > g->room) {
        size_t room = 2 * (g->n_waiting + n);
        char *larger = realloc(g->waiting, room);
        if (!larger)
            return;
        g->waiting = larger;
        g->room = room;
    }
    memcpy(g->waiting + g->n_waiting, bytes, n);
    g->n_waiting += n;
}

static void send_line(rz_guest *g, rz_text *line) {
    rz_text_char(line, '\n');
    if (g->pid && !line->full)
        send_bytes(g, line->at, line->length);
}

void cmd_guest_send(rz_guest *guest, const char *line) {
    send_bytes(guest, line, strlen(line));
    send_bytes(guest, "\n", 1);
}

/* As much as the pipe takes. Who closes its input may still answer. */
static void write_waiting(rz_guest *g) {
    ssize_t n = write(g->to, g->waiting, g->n_waiting);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        n = (ssize_t)g->n_waiting;
    if (n > 0) {
        g->n_waiting -= (size_t)n;
        memmove(g->waiting, g->waiting + n, g->n_waiting);
    }
}

/* False at the end of its output. */
static bool read_output(rz_guest *g) {
    ssize_t n = read(g->from, g->parsed + g->n_heard, sizeof g->parsed - g->n_heard);
    if (n > 0) {
        g->n_heard += (size_t)n;
        g->flood += (size_t)n;
    }
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The next whole line that was parsed, without its end. */
static bool take_line(rz_guest *g) {
    char *newline = memchr(g->parsed, '\n', g->n_heard);
    if (!newline)
        return false;
    size_t n = (size_t)(newline - g->parsed);
    memcpy(g->line, g->parsed, n);
    g->line[n] = '\0';
    for (size_t i = 0; i < n; i++) /* no line ends before its end */
        g->line[i] = g->line[i] ? g->line[i] : '?';
    g->n_heard -= n + 1;
    memmove(g->parsed, newline + 1, g->n_heard);
    return true;
}

typedef enum reply { REPLY_LINE, REPLY_LATE, REPLY_ENDED, REPLY_FLOOD } reply;

/* Writes and reads at once, so that neither side waits for the other for ever. */
static reply read_until(rz_guest *g, double until) {
    while (!take_line(g)) {
        double left = until - rz_clock_ms();
        struct pollfd ends[2] = {{.fd = g->from, .events = POLLIN},
                                 {.fd = g->to, .events = POLLOUT}};
        if (g->n_heard == sizeof g->parsed || g->flood > FLOOD_BYTES)
            return REPLY_FLOOD;
        if (left <= 0)
            return REPLY_LATE;
        if (poll(ends, g->n_waiting ? 2 : 1, (int)left + 1) <= 0)
            continue;
        if (g->n_waiting && ends[1].revents)
            write_waiting(g);
        if (ends[0].revents && !read_output(g))
            return REPLY_ENDED;
    }
    return g->flood > FLOOD_BYTES ? REPLY_FLOOD : REPLY_LINE;
}

static bool read_fields(rz_json *json, cmd_message *message) {
    const struct {
        const char *name;
        int32_t *number;
    } numbers[] = {{"hello", &message->hello},   {"line", &message->line},
                   {"seat", &message->seat},     {"ask", &message->ask},
                   {"ms", &message->ms},         {"random", &message->random},
                   {"answer", &message->answer}, {"choice", &message->choice}};
    int count = 0;
    while (rz_json_more(json, '{', &count)) {
        rz_slice key;
        int32_t *number = NULL;
        if (!rz_json_key(json, &key))
            return false;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            if (rz_slice_is(key, numbers[i].name))
                number = numbers[i].number;
        bool is = rz_slice_is(key, "is");
        rz_json_peek(json);
        const char *begin = json->at;
        if (!(number ? rz_json_int(json, number) : rz_json_skip(json)))
            return false;
        if (is)
            message->is = (rz_slice){begin, (size_t)(json->at - begin)};
    }
    return rz_json_end(json);
}

bool cmd_message_read(rz_slice text, cmd_message *message) {
    rz_json json;
    rz_problem problem;
    *message = (cmd_message){-1, -1, -1, -1, -1, -1, -1, -1, {"", 0}};
    rz_json_init(&json, text, &problem);
    return rz_json_open(&json, '{') && read_fields(&json, message);
}

/* ---- The four things a guest does ------------------------------------------------------------ */

static rz_guest *new_guest(cmd_program *program) {
    rz_guest *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->program = program;
    pthread_mutex_lock(&lock);
    bool given_up = program->deaths >= DEATHS_MAX;
    pthread_mutex_unlock(&lock);
    if (given_up)
        return g;
    if (!start_process(g)) {
        report_fault(program, CMD_FAULT_START, NULL);
        return g;
    }
    rz_text text;
    rz_text_init(&text, g->line, sizeof g->line);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "hello", CMD_BOT_PROTOCOL);
    rz_put_string(&text, "program", "razzia");
    rz_put_string(&text, "version", RZ_VERSION);
    rz_put_close(&text, '}');
    send_line(g, &text);
    return g;
}

static rz_guest *seat_guest(rz_foreign *foreign, const rz_header *header, const rz_setup *setup,
                            int seat) {
    cmd_program *program = (cmd_program *)(void *)foreign;
    rz_text text;
    pthread_mutex_lock(&lock);
    rz_guest *g = program->idle;
    if (g)
        program->idle = g->next;
    pthread_mutex_unlock(&lock);
    if (!g && !(g = new_guest(program)))
        return NULL;
    g->game = header->game;
    g->setup = setup;
    g->seat = seat;
    g->number = 1;
    rz_text_init(&text, g->line, sizeof g->line);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "line", 0);
    rz_put_int(&text, "seat", seat);
    rz_put_key(&text, "is");
    rz_write_setup(header, setup, &text);
    rz_put_close(&text, '}');
    send_line(g, &text);
    return g;
}

static void notify(rz_guest *g, const rz_event *event) {
    rz_text text;
    rz_text_init(&text, g->line, sizeof g->line);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "line", g->number++);
    rz_put_key(&text, "is");
    rz_write_event(g->game, g->setup, event, &text);
    rz_put_close(&text, '}');
    send_line(g, &text);
}

static void send_question(rz_guest *g, const rz_question *q) {
    rz_text text;
    rz_text_init(&text, g->line, sizeof g->line);
    rz_put_open(&text, NULL, '{');
    rz_put_int(&text, "ask", ++g->asked);
    rz_put_int(&text, "ms", g->program->ms);
    rz_put_int(&text, "random", rz_rng_below(q->rng, 1000000000));
    rz_put_open(&text, "legal", '[');
    for (int i = 0; i < q->n_legal; i++) {
        rz_event event;
        q->game->describe(q->setup, rz_view_public(q->view), q->seat, q->legal[i], &event);
        rz_put_key(&text, NULL);
        rz_write_event(q->game, q->setup, &event, &text);
    }
    rz_put_close(&text, ']');
    rz_put_close(&text, '}');
    send_line(g, &text);
}

/* The first line of a bot must be its hello. */
static bool await_hello(rz_guest *g) {
    cmd_message message;
    if (g->greeted)
        return true;
    double ms = (double)g->program->ms * HELLO_MOVES;
    reply r = read_until(g, rz_clock_ms() + (ms > HELLO_MS ? ms : HELLO_MS));
    g->greeted = r == REPLY_LINE && cmd_message_read(rz_slice_of(g->line), &message) &&
                 message.hello == CMD_BOT_PROTOCOL;
    if (!g->greeted)
        stop_guest(g, r == REPLY_ENDED ? CMD_FAULT_MUTE : CMD_FAULT_HELLO);
    return g->greeted;
}

/* The number of the choice, or -1 with the reason said. */
static int read_choice(rz_guest *g, int n_legal) {
    double until = rz_clock_ms() + g->program->ms;
    for (;;) {
        cmd_message message;
        reply r = read_until(g, until);
        if (r == REPLY_LATE && ++g->late < LATE_MAX) {
            report_fault(g->program, CMD_FAULT_LATE, NULL);
            return -1;
        }
        if (r != REPLY_LINE) {
            stop_guest(g, r == REPLY_LATE    ? CMD_FAULT_HANGS
                          : r == REPLY_ENDED ? CMD_FAULT_ENDED
                                             : CMD_FAULT_FLOOD);
            return -1;
        }
        bool ok = cmd_message_read(rz_slice_of(g->line), &message) && message.answer > 0;
        if (!ok || message.answer > g->asked) {
            report_fault(g->program, CMD_FAULT_LINE, g->line);
        } else if (message.answer == g->asked) { /* else it is late, and of no use */
            g->late = 0;
            if (message.choice >= 0 && message.choice < n_legal)
                return message.choice;
            report_fault(g->program, CMD_FAULT_ILLEGAL, g->line);
            return -1;
        }
    }
}

static rz_action ask(rz_guest *g, const rz_question *question) {
    int choice = -1;
    g->flood = 0;
    if (g->pid && await_hello(g)) {
        send_question(g, question);
        choice = read_choice(g, question->n_legal);
    }
    if (choice < 0) {
        pthread_mutex_lock(&lock);
        g->program->failures.moves++;
        pthread_mutex_unlock(&lock);
    }
    return question->legal[choice >= 0 ? choice : 0];
}

static void dismiss(rz_guest *g) {
    if (!g->pid) {
        free_guest(g);
        return;
    }
    pthread_mutex_lock(&lock);
    g->next = g->program->idle;
    g->program->idle = g;
    pthread_mutex_unlock(&lock);
}

const cmd_program *cmd_programs(void) {
    return programs;
}

void cmd_program_init(cmd_program *program, const char *from, const char *command, uint32_t ms) {
    *program = (cmd_program){.foreign = {seat_guest, notify, ask, dismiss},
                             .next = programs,
                             .from = from,
                             .command = command,
                             .ms = ms ? ms : CMD_BOT_MS};
    programs = program;
}

/* What is still to be said, then nothing more. */
static void flush_and_close(rz_guest *g, double until) {
    while (g->n_waiting && rz_clock_ms() < until) {
        struct pollfd ends[2] = {{.fd = g->to, .events = POLLOUT},
                                 {.fd = g->from, .events = POLLIN}};
        poll(ends, 2, 10);
        if (ends[0].revents)
            write_waiting(g);
        g->n_heard = 0;
        if (ends[1].revents && !read_output(g))
            break;
    }
    close_input(g);
}

bool cmd_program_ends(cmd_program *program) {
    double until = rz_clock_ms() + GRACE_MS;
    bool ok = true;
    for (rz_guest *g = program->idle; g; g = g->next)
        flush_and_close(g, until);
    for (rz_guest *g; (g = program->idle);) {
        program->idle = g->next;
        ok &= end_process(g, until);
        free_guest(g);
    }
    return ok;
}
