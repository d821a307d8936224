/* replay and view: records read line by line. */
#include <string.h>

#include "cmd/cmd.h"
#include "core/driver.h"

/* One pass over a file of records, one game after another. */
typedef struct pass {
    const cmd_args *args;
    cmd_reader reader;
    int seat; /* whose eyes; RZ_SPECTATOR too */
    bool by_seat;
    bool playing; /* a setup line has been read */
    unsigned games;
    rz_header header;
    rz_setup setup;
    rz_state state, scratch;
    rz_view view;
    rz_driver replay; /* of the whole game, or of the seat's view of it */
    rz_driver whole;  /* with a seat: of the whole game too, as far as nothing is hidden … */
    bool hidden;      /* … until something is */
} pass;

static bool fail_at_line(pass *p, const rz_problem *problem, const rz_driver *replay) {
    char memory[2048], number[24];
    rz_text line;
    const rz_event *due = replay ? rz_driver_due(replay) : NULL;
    if (problem->error == RZ_E_HIDDEN && !p->by_seat) {
        snprintf(number, sizeof number, "%lu", p->reader.number);
        cmd_fail(CMD_FAILURE, p->args->command,
                 N_("{file}:{number}: this is what one seat saw of a game; say which one with "
                    "--seat"),
                 "file", p->reader.path, "number", number, NULL);
        return false;
    }
    rz_text_init(&line, memory, sizeof memory);
    if (due)
        rz_write_event(p->header.game, &p->setup, due, &line);
    return cmd_refuse_line(p->args, p->header.game, &p->reader, problem, due ? memory : NULL);
}

static bool begin_game(pass *p, rz_slice line) {
    rz_problem problem;
    p->playing = false;
    if (!rz_read_setup(rz_games, line, &p->header, &p->setup, &problem))
        return fail_at_line(p, &problem, NULL);
    if (p->seat != RZ_SPECTATOR && p->seat >= rz_seats(&p->setup)) {
        char seat[16];
        snprintf(seat, sizeof seat, "%d", p->seat);
        cmd_fail(CMD_FAILURE, p->args->command, N_("{file}: the game has no seat {seat}"), "file",
                 p->reader.path, "seat", seat, NULL);
        return false;
    }
    p->playing = true;
    p->games++;
    p->hidden = false;
    rz_driver_init(p->by_seat ? &p->whole : &p->replay, &p->header, &p->setup, &p->state, NULL);
    if (p->by_seat)
        rz_driver_init_view(&p->replay, &p->header, &p->setup, p->seat, &p->view, &p->scratch,
                            NULL);
    return true;
}

/* A seat's view of a record is all that can be checked once something in it is hidden. */
static bool take_line(pass *p, rz_slice line, rz_event *event) {
    rz_problem problem;
    if (p->by_seat && !p->hidden && !rz_driver_read(&p->whole, line, event, &problem)) {
        p->hidden = problem.error == RZ_E_HIDDEN;
        if (!p->hidden)
            return fail_at_line(p, &problem, &p->whole);
    }
    return rz_driver_read(&p->replay, line, event, &problem) ||
           fail_at_line(p, &problem, &p->replay);
}

/* The next line of the file as an event; `*first` on a setup line, which has none. */
static bool next_event(pass *p, rz_event *event, bool *first, bool *end) {
    *end = !cmd_read_line(&p->reader);
    if (*end)
        return !p->reader.failed;
    rz_slice line = {p->reader.line, p->reader.length};
    *first = !p->playing || cmd_is_setup_line(line);
    if (*first)
        return begin_game(p, line);
    return take_line(p, line, event);
}

static bool open_pass(pass *p, const cmd_args *args) {
    *p = (pass){.args = args, .by_seat = args->value[OPT_SEAT] != NULL};
    return cmd_read_seat(args, &p->seat);
}

static int close_pass(pass *p, bool ok) {
    bool empty = ok && p->games == 0 && cmd_is_stdout_ok();
    cmd_close(&p->reader);
    if (empty)
        cmd_fail(CMD_FAILURE, p->args->command, N_("{file}: there is no record in it"), "file",
                 p->reader.path, NULL);
    return cmd_close_stdout(p->args, ok && !empty ? CMD_OK : CMD_FAILURE);
}

static void print_heading(const pass *p) {
    rz_voice voice = {
        .translate = cmd_translate, .header = &p->header, .setup = &p->setup, .you = -1};
    char memory[RZ_SEATS_MAX * (RZ_NAME_BYTES + 40)];
    rz_text names;
    rz_text_init(&names, memory, sizeof memory);
    for (int s = 0; s < rz_seats(&p->setup); s++) {
        rz_text_add(&names, s ? ", " : "");
        rz_format_seat(&voice, &names, s);
    }
    printf("%s%s (%s): %s\n", p->games > 1 ? "\n" : "", p->header.game->title,
           p->header.game->author, memory);
}

static void print_event(const pass *p, rz_event *event) {
    rz_voice voice = {.translate = cmd_translate,
                      .header = &p->header,
                      .setup = &p->setup,
                      .you = p->by_seat ? p->seat : -1};
    char memory[2048];
    rz_text sentence;
    rz_text_init(&sentence, memory, sizeof memory);
    if (p->by_seat)
        rz_conceal(p->header.game, &p->setup, p->seat, event);
    rz_format_event(&voice, event, &sentence);
    printf("%5u  %s\n", p->replay.number - 1, memory);
}

static void print_open_end(void) {
    printf("%s\n", cmd_translate(N_("The game is still in progress.")));
}

int cmd_replay(const cmd_args *args) {
    static pass p;
    long to;
    bool ok = true, first, end = false;
    rz_event event;
    if (!open_pass(&p, args) || !cmd_read_number(args, OPT_TO, 0, 1000000000, 1000000000, &to))
        return CMD_USAGE;
    if (!cmd_open(&p.reader, args, args->operands[0]))
        return CMD_FAILURE;
    for (bool open_end = false;
         cmd_is_stdout_ok() && (ok = next_event(&p, &event, &first, &end)) && !end;
         open_end = !rz_driver_is_over(&p.replay)) {
        if (first && open_end)
            print_open_end();
        if (first)
            print_heading(&p);
        else if (p.replay.number - 1 <= (unsigned long)to)
            print_event(&p, &event);
    }
    if (ok && end && p.games > 0 && !rz_driver_is_over(&p.replay))
        print_open_end();
    return close_pass(&p, ok);
}

static void print_line(const pass *p, const rz_event *event, bool first) {
    char memory[RZ_LINE_MAX + 2];
    rz_text line;
    rz_event seen = *event;
    rz_text_init(&line, memory, sizeof memory);
    if (first) {
        rz_write_setup(&p->header, &p->setup, &line);
    } else {
        rz_conceal(p->header.game, &p->setup, p->seat, &seen);
        rz_write_event(p->header.game, &p->setup, &seen, &line);
    }
    puts(memory);
}

int cmd_view(const cmd_args *args) {
    static pass p;
    bool ok = true, first, end = false;
    rz_event event = {0};
    if (!open_pass(&p, args))
        return CMD_USAGE;
    if (!p.by_seat)
        return cmd_fail(CMD_USAGE, args->command,
                        N_("say whose view: --seat N, or --seat spectator"), NULL);
    if (!cmd_open(&p.reader, args, args->operands[0]))
        return CMD_FAILURE;
    while (cmd_is_stdout_ok() && (ok = next_event(&p, &event, &first, &end)) && !end)
        print_line(&p, &event, first);
    return close_pass(&p, ok);
}
