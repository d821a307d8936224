/* Where a game at the terminal is kept: a file that is always whole. */
#include "cmd/saves.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tui/screen.h"

static bool write_whole(const cmd_args *args, const char *path, const char *record, size_t length) {
    cmd_writer writer;
    if (!cmd_create(&writer, args, path))
        return false;
    if (cmd_write(&writer, record, length))
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

static bool is_file(const cmd_save *save) {
    return save->path && strcmp(save->path, "-") != 0;
}

/* Who sits where comes first: no record of ours is there without it. */
static bool write_game(cmd_save *save, const char *path, const char *record, size_t length) {
    bool seats = save->written ||
                 cmd_write_seats(save->args, path, record, save->bots, save->seats, save->practice);
    save->written = seats && write_whole(save->args, path, record, length);
    return save->written;
}

/* A new game never takes the place of what somebody has kept. */
static bool is_taken(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && there.st_size > 0;
}

bool cmd_save_check(const cmd_save *save) {
    cmd_writer writer;
    if (!is_file(save) || cmd_is_special_file(save->path))
        return true;
    if (!save->resumed && is_taken(save->path)) {
        cmd_fail(CMD_FAILURE, save->args->command,
                 N_("{file} is there already: --resume goes on with a game, another name begins a "
                    "new one"),
                 "file", save->path, NULL);
        return false;
    }
    if (!cmd_create(&writer, save->args, save->path))
        return false;
    cmd_discard(&writer);
    return true;
}

bool cmd_save_record(cmd_save *save, const char *record, size_t length) {
    save->wanted = true;
    return !is_file(save) || write_game(save, save->path, record, length);
}

/* A name that no file of the folder has. */
static void new_path(const char *folder, const char *game, char *path, size_t size) {
    char stamp[32];
    time_t now = time(NULL);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    snprintf(path, size, "%s/%s-%s.jsonl", folder, game, stamp);
    for (int n = 2; access(path, F_OK) == 0; n++)
        snprintf(path, size, "%s/%s-%s-%d.jsonl", folder, game, stamp, n);
}

/* Where the user says; else in the folder for data; where that can not be, in the current one. */
static bool save_somewhere(cmd_save *save, const char *game, const char *record, size_t length,
                           char *path, size_t size) {
    char folder[3072];
    if (save->path) {
        snprintf(path, size, "%s", save->path);
        return (save->resumed && !save->wanted) || write_game(save, path, record, length);
    }
    cmd_data_folder(folder, sizeof folder);
    new_path(folder, game, path, size);
    if (write_game(save, path, record, length))
        return true;
    new_path(".", game, path, size);
    return write_game(save, path, record, length);
}

static void print_sentence(const cmd_save *save, const char *english, const char *file,
                           const char *more) {
    char memory[RZ_SEATS_MAX * CMD_BOTS_BYTES + 4400];
    rz_text text;
    screen scr;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&cmd_voice, &text, english, "file", file, NULL);
    rz_text_add(&text, more);
    scr_init(&scr, save->args->value[OPT_ASCII] != NULL);
    scr.width = sizeof memory; /* a name to be copied stays in one piece */
    scr_put(&scr, SCR_PLAIN, memory);
    scr_newline(&scr);
}

/* What the next command line must say besides the file: who deals real cards would not want them
 * drawn from here on, and a file starts no program. */
static void format_options(const cmd_save *save, rz_text *out) {
    bool programs = false;
    if (save->dealer) {
        rz_text_add(out, " --dealer ");
        rz_text_add(out, save->dealer);
    }
    for (int s = 0; s < save->seats; s++)
        programs |= save->bots[s].foreign != NULL;
    if (programs) {
        rz_text_add(out, " --bots ");
        cmd_format_bots(out, save->bots, save->seats);
    }
}

bool cmd_save_last(cmd_save *save, const rz_game *game, bool over, const char *record,
                   size_t length) {
    char path[4096], more[RZ_SEATS_MAX * CMD_BOTS_BYTES];
    rz_text text;
    if (over && !save->path)
        return true;
    if (save->path && !is_file(save))
        return fwrite(record, 1, length, stdout) == length;
    if (!save_somewhere(save, game->name, record, length, path, sizeof path))
        return false;
    rz_text_init(&text, more, sizeof more);
    if (!over)
        format_options(save, &text);
    else if (save->written && !save->practice)
        cmd_remove_seats(path); /* nobody plays on */
    print_sentence(save,
                   !over ? N_("The game is saved. Go on with: razzia play --resume {file}")
                   : save->resumed && !save->wanted
                       ? N_("No person has moved: {file} is as it was.")
                       : N_("The record of the game is in {file}"),
                   path, more);
    return true;
}
