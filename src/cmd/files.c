#include "cmd/cmd.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/json.h"

/* "can not read FILE: reason", in one line. */
static bool complain(const cmd_args *args, const char *english, const char *path, int error) {
    cmd_fail(CMD_FAILURE, args->command, english, "file", path, "reason", strerror(error), NULL);
    return false;
}

bool cmd_is_special_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

bool cmd_is_same_file(const char *one, const char *other) {
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

bool cmd_open(cmd_reader *reader, const cmd_args *args, const char *path) {
    struct stat info;
    bool standard = !strcmp(path, "-");
    *reader = (cmd_reader){.args = args, .path = standard ? "<stdin>" : path};
    reader->file = standard ? stdin : fopen(path, "r");
    int error = reader->file ? 0 : errno;
    reader->room = 4096;
    reader->line = malloc(reader->room); /* an empty line is a line too */
    if (!error && !reader->line)
        error = ENOMEM;
    if (!error && fstat(fileno(reader->file), &info) == 0 && S_ISDIR(info.st_mode))
        error = EISDIR;
    if (!error)
        return true;
    cmd_close(reader);
    return complain(args, N_("can not read {file}: {reason}"), path, error);
}

static bool reader_fails(cmd_reader *reader, int error) {
    reader->failed = true;
    return complain(reader->args, N_("can not read {file}: {reason}"), reader->path, error);
}

/* Not getline: one line of a gigabyte must not become a gigabyte of memory. */
bool cmd_read_line(cmd_reader *reader) {
    int c;
    reader->length = 0;
    while ((c = getc_unlocked(reader->file)) != EOF && c != '\n') {
        if (reader->length == RZ_LINE_MAX) {
            char number[24];
            snprintf(number, sizeof number, "%lu", reader->number + 1);
            reader->failed = true;
            cmd_fail(CMD_FAILURE, reader->args->command,
                     N_("{file}, line {number}: the line is too long to be part of a record"),
                     "file", reader->path, "number", number, NULL);
            return false;
        }
        if (reader->length == reader->room) {
            char *line = realloc(reader->line, 2 * reader->room);
            if (!line)
                return reader_fails(reader, ENOMEM);
            reader->line = line;
            reader->room *= 2;
        }
        reader->line[reader->length++] = (char)c;
    }
    if (ferror(reader->file))
        return reader_fails(reader, errno);
    if (c == EOF && reader->length == 0)
        return false;
    reader->number++;
    return true;
}

bool cmd_refuse_line(const cmd_args *args, const rz_game *game, const cmd_reader *reader,
                     const rz_problem *problem, const char *expected) {
    char where[512];
    snprintf(where, sizeof where, "%.400s:%lu", reader->path, reader->number);
    return cmd_refuse(args, game, where, problem, expected);
}

bool cmd_is_setup_line(rz_slice line) {
    rz_json json;
    rz_problem problem;
    rz_slice key;
    int count = 0;
    rz_json_init(&json, line, &problem);
    return rz_json_open(&json, '{') && rz_json_more(&json, '{', &count) &&
           rz_json_key(&json, &key) && rz_slice_is(key, "record");
}

bool cmd_read_whole(const cmd_args *args, const char *path, char *memory, size_t max,
                    rz_slice *text) {
    cmd_reader reader;
    if (!cmd_open(&reader, args, path))
        return false;
    errno = 0;
    *text = (rz_slice){memory, fread(memory, 1, max + 1, reader.file)};
    if (ferror(reader.file))
        reader_fails(&reader, errno);
    bool fits = text->length <= max, ok = fits && !reader.failed;
    cmd_close(&reader);
    if (!fits)
        cmd_fail(CMD_FAILURE, args->command, N_("{file} is too large"), "file", path, NULL);
    return ok;
}

void cmd_close(cmd_reader *reader) {
    if (reader->file && reader->file != stdin)
        fclose(reader->file);
    free(reader->line);
    reader->file = NULL;
    reader->line = NULL;
}

/* The temporary files of the moment, which a signal that ends the program takes with it. */
enum { UNFINISHED_MAX = 4 };
static const char *volatile unfinished[UNFINISHED_MAX];

static void remove_unfinished(void) {
    for (int i = 0; i < UNFINISHED_MAX; i++)
        if (unfinished[i])
            unlink(unfinished[i]);
}

/* Puts `to` in the place of `from`, if that is there; NULL is a free place. */
static void replace_unfinished(const char *from, const char *to) {
    int i = 0;
    while (i < UNFINISHED_MAX && unfinished[i] != from)
        i++;
    if (i < UNFINISHED_MAX)
        unfinished[i] = to;
}

/* A signal that ends the program comes before the file is there or when its name is known. */
static int make_temporary(char *name) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int fd = mkstemp(name), error = errno;
    if (fd >= 0)
        replace_unfinished(NULL, name);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* A file beside the target, as readable for others as a new file, or the old one, is. */
static int open_temporary(cmd_writer *writer, const struct stat *old) {
    mode_t mask = umask(0);
    umask(mask);
    size_t size = strlen(writer->target) + 16;
    writer->temporary = malloc(size);
    if (!writer->temporary)
        return ENOMEM;
    snprintf(writer->temporary, size, "%s.XXXXXX", writer->target);
    cmd_at_signal(remove_unfinished);
    int fd = make_temporary(writer->temporary);
    if (fd < 0)
        return errno;
    fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
    writer->file = fdopen(fd, "w");
    return writer->file ? 0 : errno;
}

static int open_writer(cmd_writer *writer, const char *path) {
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return EISDIR;
    if (exists && access(path, W_OK) != 0)
        return errno;
    if (exists && !S_ISREG(old.st_mode)) {
        writer->file = fopen(path, "w");
        return writer->file ? 0 : errno;
    }
    writer->target = exists ? realpath(path, NULL) : strdup(path);
    return writer->target ? open_temporary(writer, exists ? &old : NULL) : errno;
}

bool cmd_create(cmd_writer *writer, const cmd_args *args, const char *path) {
    *writer = (cmd_writer){.args = args, .path = path};
    if (!strcmp(path, "-")) {
        writer->file = stdout;
        return true;
    }
    int error = open_writer(writer, path);
    if (!error)
        return true;
    cmd_discard(writer);
    return complain(args, N_("can not write {file}: {reason}"), path, error);
}

bool cmd_write(cmd_writer *writer, const char *bytes, size_t size) {
    if (fwrite(bytes, 1, size, writer->file) == size)
        return true;
    if (writer->file == stdout)
        return cmd_is_stdout_ok(); /* cmd_close_stdout gives the reason */
    return complain(writer->args, N_("can not write {file}: {reason}"), writer->path, errno);
}

bool cmd_commit(cmd_writer *writer) {
    if (writer->file == stdout)
        return true; /* cmd_close_stdout looks after it */
    int error = 0;
    if (fflush(writer->file) != 0 || (writer->temporary && fsync(fileno(writer->file)) != 0))
        error = errno;
    if (fclose(writer->file) != 0 && !error)
        error = errno;
    writer->file = NULL;
    if (!error && writer->temporary && rename(writer->temporary, writer->target) != 0)
        error = errno;
    if (!error && writer->temporary)
        writer->temporary[0] = '\0';
    const char *path = writer->path;
    const cmd_args *args = writer->args;
    cmd_discard(writer);
    return !error || complain(args, N_("can not write {file}: {reason}"), path, error);
}

void cmd_discard(cmd_writer *writer) {
    if (writer->file && writer->file != stdout)
        fclose(writer->file);
    if (writer->temporary && writer->temporary[0])
        unlink(writer->temporary);
    if (writer->temporary)
        replace_unfinished(writer->temporary, NULL);
    free(writer->temporary);
    free(writer->target);
    *writer = (cmd_writer){0};
}

/* Makes the user's folder for data, and those above it where they are missing. */
void cmd_data_folder(char *folder, size_t size) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        snprintf(folder, size, "%s/razzia", data);
    else
        snprintf(folder, size, "%s/.local/share/razzia", home ? home : ".");
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0755);
        *slash = '/';
    }
    mkdir(folder, 0755);
}
