/* Files cut into their records: one file may hold several. */
#include <stdlib.h>
#include <string.h>

#include "cmd/study.h"

static bool fail_memory(const cmd_args *args) {
    cmd_fail(CMD_FAILURE, args->command, N_("there is not enough memory"), NULL);
    return false;
}

static cmd_record *add_record(cmd_records *records) {
    if (records->n == records->room) {
        int room = records->room ? 2 * records->room : 16;
        cmd_record **list = realloc(records->list, (size_t)room * sizeof(cmd_record *));
        if (!list)
            return NULL;
        records->list = list;
        records->room = room;
    }
    cmd_record *record = calloc(1, sizeof *record);
    if (record)
        records->list[records->n++] = record;
    return record;
}

static bool keep_line(cmd_record *record, const cmd_reader *reader) {
    size_t need = record->length + reader->length + 1;
    if (need > record->room) {
        size_t room = need > 2 * record->room ? 2 * need : 2 * record->room;
        char *text = realloc(record->text, room);
        if (!text)
            return false;
        record->text = text;
        record->room = room;
    }
    memcpy(record->text + record->length, reader->line, reader->length);
    record->text[need - 1] = '\n';
    record->length = need;
    return true;
}

/* A setup line: the game begins, or the reason why it can not is said. */
static cmd_record *begin_record(cmd_records *records, const cmd_reader *reader) {
    rz_problem problem;
    cmd_record *record = add_record(records);
    if (!record)
        return NULL;
    record->path = reader->path;
    record->first = reader->number;
    if (!rz_read_setup(rz_games, (rz_slice){reader->line, reader->length}, &record->header,
                       &record->setup, &problem)) {
        cmd_refuse_line(reader->args, NULL, reader, &problem, NULL);
        records->refused = true;
        free(record);
        records->list[--records->n] = NULL;
        return NULL;
    }
    return record;
}

/* Whatever follows a setup line that was refused is skipped until the next one. */
static bool cut_file(cmd_records *records, cmd_reader *reader) {
    cmd_record *record = NULL;
    bool ok = true;
    for (bool first = true; ok && cmd_read_line(reader); first = false) {
        bool begins = first || cmd_is_setup_line((rz_slice){reader->line, reader->length});
        if (begins) {
            bool refused = records->refused;
            records->refused = false;
            record = begin_record(records, reader);
            ok = record || records->refused;
            records->refused |= refused;
        }
        ok = ok && (!record || keep_line(record, reader));
        if (record)
            record->is_cut = feof(reader->file);
    }
    return ok;
}

static bool read_file(const cmd_args *args, const char *path, cmd_records *records) {
    cmd_reader reader;
    if (!cmd_open(&reader, args, path)) {
        records->refused = true;
        return true;
    }
    bool ok = cut_file(records, &reader), empty = ok && !reader.failed && reader.number == 0;
    records->refused |= reader.failed || empty;
    if (empty)
        cmd_fail(CMD_FAILURE, args->command, N_("{file}: there is no record in it"), "file",
                 reader.path, NULL);
    cmd_close(&reader);
    return ok || fail_memory(args);
}

bool cmd_read_records(const cmd_args *args, cmd_records *records) {
    *records = (cmd_records){0};
    bool ok = true;
    for (int i = 0; ok && i < args->n_operands; i++)
        ok = read_file(args, args->operands[i], records);
    return ok && records->n > 0;
}

void cmd_free_records(cmd_records *records) {
    for (int i = 0; i < records->n; i++) {
        free(records->list[i]->text);
        free(records->list[i]);
    }
    free(records->list);
    *records = (cmd_records){0};
}

bool cmd_next_line(const cmd_record *record, size_t *at, rz_slice *line) {
    if (*at >= record->length)
        return false;
    const char *begin = record->text + *at;
    const char *end = memchr(begin, '\n', record->length - *at);
    *line = (rz_slice){begin, (size_t)(end - begin)};
    *at += line->length + 1;
    return true;
}
