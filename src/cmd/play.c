/* play: the arguments of a game at the terminal, and where it is saved. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cmd/cmd.h"
#include "tui/tui.h"

typedef struct saving {
    const cmd_args *args;
    const char *path; /* where --record or --resume says, or NULL */
} saving;

static bool write_whole(const cmd_args *args, const char *path, const char *record, size_t length) {
    cmd_writer writer;
    if (!cmd_create(&writer, args, path))
        return false;
    if (cmd_write(&writer, record, length))
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

/* After every move of a person: with a file of its own the game is always on disk. */
static bool save_move(void *context, const char *record, size_t length) {
    saving *s = context;
    return !s->path || !strcmp(s->path, "-") || write_whole(s->args, s->path, record, length);
}

/* A new file in the user's folder for data. */
static bool default_path(const cmd_args *args, const char *game, char *path, size_t size) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char stamp[32], folder[3072];
    time_t now = time(NULL);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    if (data && *data == '/')
        snprintf(folder, sizeof folder, "%s/razzia", data);
    else
        snprintf(folder, sizeof folder, "%s/.local/share/razzia", home ? home : ".");
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0755);
        *slash = '/';
    }
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        cmd_fail(CMD_FAILURE, args->command, N_("can not write {file}: {reason}"), "file", folder,
                 "reason", strerror(errno), NULL);
        return false;
    }
    snprintf(path, size, "%s/%s-%s.jsonl", folder, game, stamp);
    return true;
}

static bool save_and_say(saving *s, const char *game, const char *record, size_t length) {
    char path[4096];
    if (s->path && !strcmp(s->path, "-"))
        return fwrite(record, 1, length, stdout) == length;
    if (s->path)
        snprintf(path, sizeof path, "%s", s->path);
    else if (!default_path(s->args, game, path, sizeof path))
        return false;
    if (!write_whole(s->args, path, record, length))
        return false;
    rz_voice voice = {.translate = cmd_translate, .you = -1};
    char memory[4400];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_say(&voice, &text, N_("The game is saved. Go on with: razzia play --resume {file}"), "file",
           path, NULL);
    puts(memory);
    return true;
}

/* The names in a new record: the people's, and what the bots are called. */
static bool name_seats(const cmd_args *args, rz_header *header, int seats,
                       const rz_bot_spec bots[]) {
    const char *at = args->value[OPT_NAMES];
    int person = 0;
    header->n_names = seats;
    for (int s = 0; s < seats; s++) {
        char *name = header->names[s];
        if (bots[s].bot) {
            snprintf(name, RZ_NAME_BYTES + 1, "%s-%d", bots[s].bot->name, s + 1);
            continue;
        }
        person++;
        if (!at || !*at) {
            rz_voice voice = {.translate = cmd_translate, .you = -1};
            char number[16];
            rz_text text;
            snprintf(number, sizeof number, "%d", person);
            rz_text_init(&text, name, RZ_NAME_BYTES + 1);
            rz_say(&voice, &text, N_("Player {number}"), "number", number, NULL);
            continue;
        }
        size_t n = strcspn(at, ",");
        if (!rz_name_ok((rz_slice){at, n})) {
            rz_problem problem = {.error = RZ_E_NAMES};
            return cmd_problem(args, header->game, "--names", &problem);
        }
        memcpy(name, at, n);
        name[n] = '\0';
        at += n + (at[n] == ',');
    }
    return true;
}

static bool new_game(const cmd_args *args, rz_header *header, rz_setup *setup, tui_options *options,
                     char **record, size_t *length) {
    const char *list = args->value[OPT_BOTS];
    cmd_args with_person = *args;
    char bots[512];
    if (!cmd_setup(args, header, setup))
        return false;
    /* Without a person in the list, seat 0 is one. */
    if (list && !strstr(list, "human")) {
        snprintf(bots, sizeof bots, "human,%s", list);
        with_person.value[OPT_BOTS] = bots;
    }
    if (!cmd_bots(&with_person, rz_seats(setup), "human,greedy", true, options->bots) ||
        !name_seats(args, header, rz_seats(setup), options->bots))
        return false;
    enum { ROOM = RZ_LINE_MAX };
    rz_text text;
    *record = malloc(ROOM);
    if (!*record)
        return false;
    rz_text_init(&text, *record, ROOM);
    rz_write_setup(header, setup, &text);
    rz_text_char(&text, '\n');
    *length = text.length;
    return true;
}

/* Seats whose names are bots' names, as new_game gives them, are bots again. */
static void bots_by_name(const rz_header *header, int seats, rz_bot_spec bots[]) {
    for (int s = 0; s < seats && s < header->n_names; s++) {
        rz_slice name = rz_slice_of(header->names[s]);
        while (name.length > 0 && name.at[name.length - 1] != '-')
            name.length--;
        name.length -= name.length > 0;
        if (!rz_bot_read(name, &bots[s]))
            bots[s] = (rz_bot_spec){0};
    }
}

static bool read_line_of_game(cmd_reader *reader, rz_header *header, rz_setup *setup,
                              rz_replay *replay, rz_state *state) {
    rz_problem problem;
    rz_event event;
    rz_slice line = {reader->line, reader->length};
    char where[512];
    bool ok = reader->number == 1 ? rz_read_setup(rz_games, line, header, setup, &problem)
                                  : rz_replay_line(replay, line, &event, &problem);
    if (ok && reader->number == 1)
        rz_replay_init(replay, header, setup, state);
    snprintf(where, sizeof where, "%.400s:%lu", reader->path, reader->number);
    return ok || cmd_problem(reader->args, header->game, where, &problem);
}

/* Reads a record, checking it, into memory. */
static bool old_game(const cmd_args *args, rz_header *header, rz_setup *setup, tui_options *options,
                     char **record, size_t *length) {
    static rz_state state;
    static rz_replay replay;
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
    cmd_close(&reader);
    if (ok && args->value[OPT_BOTS])
        return cmd_bots(args, rz_seats(setup), NULL, true, options->bots);
    if (ok)
        bots_by_name(header, rz_seats(setup), options->bots);
    return ok;
}

static bool read_dealer(const cmd_args *args, tui_options *options) {
    const char *dealer = args->value[OPT_DEALER];
    options->ask = dealer && !strcmp(dealer, "ask");
    if (!dealer || options->ask || !strcmp(dealer, "seed"))
        return cmd_seed(args, options->seed);
    cmd_fail(CMD_USAGE, args->command, N_("--dealer takes seed or ask, not “{value}”"), "value",
             dealer, NULL);
    return false;
}

int cmd_play(const cmd_args *args) {
    static rz_header header;
    static rz_setup setup;
    tui_options options = {
        .save = save_move, .translate = cmd_translate, .ascii = args->value[OPT_ASCII] != NULL};
    saving s = {args, args->value[OPT_RECORD] ? args->value[OPT_RECORD] : args->value[OPT_RESUME]};
    char *record = NULL;
    size_t length = 0;
    options.context = &s;
    bool resumed = args->value[OPT_RESUME] != NULL;
    if (!read_dealer(args, &options) ||
        !(resumed ? old_game : new_game)(args, &header, &setup, &options, &record, &length)) {
        free(record);
        return resumed ? CMD_FAILURE : CMD_USAGE;
    }
    tui_outcome outcome = tui_play(&options, &header, &setup, &record, &length);
    bool saved = outcome == TUI_FINISHED && !s.path;
    if (!saved && outcome == TUI_FINISHED)
        saved = save_move(&s, record, length);
    else if (!saved)
        saved = save_and_say(&s, header.game->name, record, length);
    if (outcome == TUI_INPUT_END)
        cmd_fail(CMD_FAILURE, args->command, N_("the input ended before the game did"), NULL);
    if (outcome == TUI_NO_MEMORY)
        cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    free(record);
    bool ok = saved && (outcome == TUI_FINISHED || outcome == TUI_QUIT);
    return cmd_close_stdout(args, ok ? CMD_OK : CMD_FAILURE);
}
