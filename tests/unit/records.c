/* Replays the records of a folder: each must be followed to its last line, and be written again
 * byte for byte.
 *
 *     test_records FOLDER
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/games.h"

typedef struct reading {
    const char *path;
    int line;
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_replay replay;
} reading;

static bool fail(const reading *r, const char *what, const char *detail) {
    fprintf(stderr, "%s: line %d: %s %s\n", r->path, r->line, what, detail);
    return false;
}

static bool take_line(reading *r, rz_slice line) {
    static char memory[RZ_LINE_MAX];
    rz_problem problem = {0};
    rz_event event;
    rz_text again;
    rz_text_init(&again, memory, sizeof memory);
    if (r->line == 0) {
        if (!rz_read_setup(rz_games, line, &r->header, &r->setup, &problem))
            return fail(r, "no setup:", problem.detail);
        rz_replay_init(&r->replay, &r->header, &r->setup, &r->state);
        rz_write_setup(&r->header, &r->setup, &again);
    } else {
        if (!rz_replay_line(&r->replay, line, &event, &problem))
            return fail(r, rz_reason_of(r->header.game, problem.error)->text, problem.detail);
        if (event.verb == RZ_SEAL)
            return true;
        rz_write_event(r->header.game, &r->setup, &event, &again);
    }
    if (again.length != line.length || memcmp(memory, line.at, line.length) != 0)
        return fail(r, "is written otherwise:", memory);
    return true;
}

static bool replay_file(const char *path) {
    static reading r;
    static char line[RZ_LINE_MAX + 2];
    FILE *file = fopen(path, "r");
    bool ok = file;
    r = (reading){.path = path};
    for (; ok && fgets(line, sizeof line, file); r.line++)
        ok = take_line(&r, (rz_slice){line, strcspn(line, "\n")});
    if (file)
        fclose(file);
    if (ok && (r.line == 0 || !rz_replay_over(&r.replay)))
        ok = fail(&r, "the record does not end", "");
    return ok;
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".jsonl");
}

int main(int argc, char **argv) {
    struct dirent **entries;
    int n = argc > 1 ? scandir(argv[1], &entries, is_record, alphasort) : -1, failed = 0;
    if (n <= 0) {
        fprintf(stderr, "no records\n");
        return 1;
    }
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        failed += !replay_file(path);
        free(entries[i]);
    }
    free(entries);
    printf("%d records, %d failed\n", n, failed);
    return failed > 0;
}
