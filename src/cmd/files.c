#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "can not read FILE: reason", in one line. */
static bool complain(const cmd_args *args, const char *english, const char *path, int error) {
    cmd_fail(CMD_FAILURE, args->command, english, "file", path, "reason", strerror(error), NULL);
    return false;
}

bool cmd_open(cmd_reader *reader, const cmd_args *args, const char *path) {
    struct stat info;
    bool standard = !strcmp(path, "-");
    *reader = (cmd_reader){.args = args, .path = standard ? "<stdin>" : path};
    reader->file = standard ? stdin : fopen(path, "r");
    int error = reader->file ? 0 : errno;
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
    while ((c = getc(reader->file)) != EOF && c != '\n') {
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
            size_t room = reader->room ? 2 * reader->room : 4096;
            char *line = realloc(reader->line, room);
            if (!line)
                return reader_fails(reader, ENOMEM);
            reader->line = line;
            reader->room = room;
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

void cmd_close(cmd_reader *reader) {
    if (reader->file && reader->file != stdin)
        fclose(reader->file);
    free(reader->line);
    reader->file = NULL;
    reader->line = NULL;
}

bool cmd_create(cmd_writer *writer, const cmd_args *args, const char *path) {
    *writer = (cmd_writer){.args = args, .path = path};
    if (!strcmp(path, "-")) {
        writer->file = stdout;
        return true;
    }
    size_t size = strlen(path) + 16;
    writer->temporary = malloc(size);
    struct stat info;
    int error = writer->temporary ? 0 : ENOMEM;
    if (!error && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        error = EISDIR;
    if (!error) {
        snprintf(writer->temporary, size, "%s.XXXXXX", path);
        int fd = mkstemp(writer->temporary);
        error = fd < 0 ? errno : 0;
        if (!error) {
            fchmod(fd, 0644);
            writer->file = fdopen(fd, "w");
        }
    }
    if (!error)
        return true;
    free(writer->temporary);
    writer->temporary = NULL;
    return complain(args, N_("can not write {file}: {reason}"), path, error);
}

bool cmd_write(cmd_writer *writer, const char *bytes, size_t size) {
    if (fwrite(bytes, 1, size, writer->file) == size)
        return true;
    return complain(writer->args, N_("can not write {file}: {reason}"), writer->path, errno);
}

bool cmd_commit(cmd_writer *writer) {
    if (!writer->temporary)
        return true; /* standard output: cmd_close_stdout looks after it */
    int error = 0;
    if (fflush(writer->file) != 0 || fsync(fileno(writer->file)) != 0)
        error = errno;
    if (fclose(writer->file) != 0 && !error)
        error = errno;
    writer->file = NULL;
    if (!error && rename(writer->temporary, writer->path) != 0)
        error = errno;
    if (error)
        complain(writer->args, N_("can not write {file}: {reason}"), writer->path, error);
    else
        writer->temporary[0] = '\0';
    cmd_discard(writer);
    return error == 0;
}

void cmd_discard(cmd_writer *writer) {
    if (!writer->temporary)
        return;
    if (writer->file)
        fclose(writer->file);
    if (writer->temporary[0])
        unlink(writer->temporary);
    free(writer->temporary);
    *writer = (cmd_writer){0};
}
