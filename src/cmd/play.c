/* play: the arguments of a game at the terminal, new or from its record. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/saves.h"
#include "cmd/study.h"
#include "core/driver.h"
#include "tui/tui.h"

/* The names in a new record: the people's, and what the bots are called. */
static bool name_seats(const cmd_args *args, rz_header *header, int seats,
                       const rz_bot_spec bots[]) {
    const char *at = args->value[OPT_NAMES];
    int person = 0;
    header->n_names = seats;
    for (int s = 0; s < seats; s++) {
        char *name = header->names[s];
        if (bots[s].bot) {
            cmd_name_bot(&bots[s], s, name, RZ_NAME_BYTES + 1);
            continue;
        }
        person++;
        if (!at || !*at) {
            char number[16];
            rz_text text;
            snprintf(number, sizeof number, "%d", person);
            rz_text_init(&text, name, RZ_NAME_BYTES + 1);
            rz_format(&cmd_voice, &text, N_("Player {number}"), "number", number, NULL);
            continue;
        }
        size_t n = strcspn(at, ",");
        if (!rz_name_ok((rz_slice){at, n})) {
            rz_problem problem = {.error = RZ_E_NAMES};
            return cmd_refuse_option(args, header->game, "--names", &problem);
        }
        memcpy(name, at, n);
        name[n] = '\0';
        at += n + (at[n] == ',');
    }
    if (at && *at) {
        cmd_fail(CMD_USAGE, args->command, N_("--names has more names than there are people"),
                 NULL);
        return false;
    }
    return true;
}

static bool new_game(const cmd_args *args, rz_header *header, rz_setup *setup, tui_options *options,
                     char **record, size_t *length) {
    if (!cmd_read_setup(args, header, setup))
        return false;
    const char *usual = rz_net_shape_of(header->game) ? "club" : "casual";
    if (!cmd_read_bots(args, header->game, rz_seats(setup), usual, CMD_A_PERSON, options->bots) ||
        !name_seats(args, header, rz_seats(setup), options->bots))
        return false;
    enum { ROOM = RZ_LINE_MAX };
    rz_text text;
    *record = malloc(ROOM);
    if (!*record) {
        cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
        return false;
    }
    rz_text_init(&text, *record, ROOM);
    rz_write_setup(header, setup, &text);
    rz_text_char(&text, '\n');
    *length = text.length;
    return true;
}

static bool read_line_of_game(cmd_reader *reader, rz_header *header, rz_setup *setup,
                              rz_driver *replay, rz_state *state) {
    rz_problem problem;
    rz_event event;
    rz_slice line = {reader->line, reader->length};
    bool ok = reader->number == 1 ? rz_read_setup(rz_games, line, header, setup, &problem)
                                  : rz_driver_read(replay, line, &event, &problem);
    if (ok && reader->number == 1)
        rz_driver_init(replay, header, setup, state, NULL);
    return ok || cmd_refuse_line(reader->args, header->game, reader, &problem, NULL);
}

/* Reads a record, checking it, into memory. */
static bool old_game(const cmd_args *args, rz_header *header, rz_setup *setup, char **record,
                     size_t *length, bool *over) {
    static rz_state state;
    static rz_driver replay;
    cmd_reader reader;
    bool ok = true;
    if (!cmd_open(&reader, args, args->value[OPT_RESUME]))
        return false;
    while (ok && cmd_read_line(&reader)) {
        ok = read_line_of_game(&reader, header, setup, &replay, &state);
        char *larger = realloc(*record, *length + reader.length + 2);
        if (larger) {
            memcpy(larger + *length, reader.line, reader.length);
            memcpy(larger + *length + reader.length, "\n", 2);
            *record = larger;
            *length += reader.length + 1;
        }
        ok = ok && larger;
    }
    ok = ok && !reader.failed;
    if (ok && reader.number == 0)
        cmd_fail(CMD_FAILURE, args->command, N_("{file}: there is no record in it"), "file",
                 reader.path, NULL);
    ok = ok && reader.number > 0;
    *over = ok && rz_driver_is_over(&replay);
    cmd_close(&reader);
    if (ok && args->n_operands > 0 && cmd_read_game(args) != header->game) {
        cmd_fail(CMD_FAILURE, args->command, N_("{file} is a record of {game}"), "file",
                 args->value[OPT_RESUME], "game", header->game->name, NULL);
        return false;
    }
    return ok;
}

static bool read_dealer(const cmd_args *args, tui_options *options) {
    const char *dealer = args->value[OPT_DEALER];
    options->ask = dealer && !strcmp(dealer, "ask");
    if (!dealer || options->ask || !strcmp(dealer, "seed"))
        return cmd_read_seed(args, options->seed);
    cmd_fail(CMD_USAGE, args->command, N_("--dealer takes seed or ask, not “{value}”"), "value",
             dealer, NULL);
    return false;
}

/* What a record settles can not be asked for again when it goes on. */
static bool check_resume(const cmd_args *args) {
    for (int id = 0; cmd_option_of(id); id++) {
        bool settled = id == OPT_SEATS || id == OPT_NAMES || id == OPT_PRACTICE || id == OPT_RULE ||
                       id >= OPT_COUNT;
        if (settled && args->value[id]) {
            cmd_fail(CMD_USAGE, args->command,
                     N_("--{option} can not be changed in a game that goes on (--resume)"),
                     "option", cmd_option_of(id)->name, NULL);
            return false;
        }
    }
    return args->n_operands == 0 || cmd_read_game(args);
}

/* With --record - the record is all that goes to standard output: the screen takes the other. */
static int move_screen(const cmd_save *save) {
    if (!save->path || strcmp(save->path, "-") != 0)
        return -1;
    int out = dup(STDOUT_FILENO);
    if (out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return -1;
    return out;
}

static void move_back(int out) {
    fflush(stdout);
    cmd_is_stdout_ok();
    if (out >= 0) {
        dup2(out, STDOUT_FILENO);
        close(out);
    }
}

/* In practice one person plays against bots, and what follows can be dealt anew. */
static bool check_practice(const cmd_args *args, const tui_options *options, int seats) {
    int people = 0;
    for (int s = 0; s < seats; s++)
        people += !options->bots[s].bot;
    if (options->practice && options->ask)
        cmd_fail(CMD_USAGE, args->command,
                 N_("--practice deals anew, which a real table can not: it does not go with "
                    "--dealer ask"),
                 NULL);
    else if (options->practice && people != 1)
        cmd_fail(CMD_USAGE, args->command, N_("--practice is for one person against bots"), NULL);
    else
        return true;
    return false;
}

static int resume(const cmd_args *args, rz_header *header, rz_setup *setup, tui_options *options,
                  char **record, size_t *length) {
    bool over;
    if (!check_resume(args))
        return CMD_USAGE;
    if (!old_game(args, header, setup, record, length, &over))
        return CMD_FAILURE;
    bool ok =
        args->value[OPT_BOTS]
            ? cmd_read_bots(args, header->game, rz_seats(setup), NULL, CMD_PEOPLE, options->bots)
            : cmd_read_seats(args, header, setup, *record, over, options->bots);
    options->practice = !over && cmd_is_practice(args, setup, *record);
    return ok ? CMD_OK : cmd_last_status();
}

static int prepare(const cmd_args *args, rz_header *header, rz_setup *setup, tui_options *options,
                   char **record, size_t *length) {
    int status = CMD_OK;
    if (!read_dealer(args, options))
        return cmd_last_status();
    options->practice = args->value[OPT_PRACTICE] != NULL;
    if (args->value[OPT_RESUME])
        status = resume(args, header, setup, options, record, length);
    else if (!new_game(args, header, setup, options, record, length))
        status = cmd_last_status();
    return status == CMD_OK && !check_practice(args, options, rz_seats(setup)) ? CMD_USAGE : status;
}

/* Called by the table after every move. */
static bool save_move(void *context, const char *record, size_t length) {
    cmd_is_stdout_ok();
    return cmd_save_record(context, record, length);
}

/* What went wrong in the game that was played, for whoever asks after it. */
static bool show_analysis(screen *scr, const rz_header *header, const rz_setup *setup, char *record,
                          size_t length) {
    cmd_record *whole = calloc(1, sizeof *whole);
    cmd_review review = {.record = whole,
                         .translate = cmd_translate,
                         .seat = RZ_SPECTATOR,
                         .want = CMD_WANT_VERDICTS};
    if (!whole)
        return false;
    *whole = (cmd_record){.first = 1, .text = record, .length = length, .header = *header};
    memcpy(&whole->setup, setup, sizeof *setup);
    cmd_analyse_record(&review);
    if (!review.no_memory)
        cmd_print_review(scr, &review);
    cmd_free_review(&review);
    free(whole);
    return !review.no_memory;
}

static int play(const cmd_args *args, const rz_header *header, const rz_setup *setup,
                tui_options *options, char **record, size_t *length) {
    const char *old = args->value[OPT_RESUME], *new = args->value[OPT_RECORD];
    cmd_save save = {.args = args,
                     .path = new ? new : old,
                     .dealer = options->ask ? "ask" : NULL,
                     .resumed = old && (!new || cmd_is_same_file(old, new)),
                     .bots = options->bots,
                     .practice = options->practice,
                     .seats = rz_seats(setup)};
    options->resumed = save.resumed;
    options->context = &save;
    if (!cmd_save_check(&save))
        return CMD_FAILURE;
    cmd_load_net_if_any(args, header->game);
    if (rz_net_of(header->game) && rz_judge_of(header->game))
        options->analyse = show_analysis;
    int out = move_screen(&save);
    tui_outcome outcome = tui_play(options, header, setup, record, length);
    move_back(out);
    bool saved = cmd_save_last(&save, header->game, outcome == TUI_FINISHED, *record, *length);
    if (outcome == TUI_INPUT_END)
        cmd_fail(CMD_FAILURE, args->command, N_("the input ended before the game did"), NULL);
    if (outcome == TUI_NO_MEMORY)
        cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    return saved && (outcome == TUI_FINISHED || outcome == TUI_QUIT) ? CMD_OK : CMD_FAILURE;
}

int cmd_play(const cmd_args *args) {
    static rz_header header;
    static rz_setup setup;
    tui_options options = {
        .save = save_move, .translate = cmd_translate, .ascii = args->value[OPT_ASCII] != NULL};
    char *record = NULL;
    size_t length = 0;
    int status = prepare(args, &header, &setup, &options, &record, &length);
    bool begun = status == CMD_OK;
    if (begun)
        status = play(args, &header, &setup, &options, &record, &length);
    free(record);
    return begun ? cmd_close_stdout(args, status) : status;
}
