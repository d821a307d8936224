/* Replays whole records and writes every line again: each must come out as it went in.
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

static bool take_line(reading *r, rz_slice line) {
    static char memory[RZ_LINE_MAX + 1];
    rz_problem problem;
    rz_event event;
    rz_text again;
    rz_text_init(&again, memory, sizeof memory);
    bool ok = r->line == 1 ? rz_read_setup(rz_games, line, &r->header, &r->setup, &problem)
                           : rz_replay_line(&r->replay, line, &event, &problem);
    if (!ok) {
        fprintf(stderr, "%s:%d: %s (%s, %s)\n", r->path, r->line,
                rz_reason_of(r->header.game, problem.error)->text, problem.detail,
                problem.rule ? problem.rule : "-");
        return false;
    }
    if (r->line == 1) {
        rz_replay_init(&r->replay, &r->header, &r->setup, &r->state);
        rz_write_setup(&r->header, &r->setup, &again);
    } else {
        rz_write_event(r->header.game, &r->setup, &event, &again);
    }
    if (again.length == line.length && memcmp(memory, line.at, line.length) == 0)
        return true;
    fprintf(stderr, "%s:%d: written again as %s\n", r->path, r->line, memory);
    return false;
}

static bool run_record(const char *path) {
    static char line[RZ_LINE_MAX + 2];
    reading r = {.path = path};
    FILE *file = fopen(path, "r");
    bool ok = file;
    while (ok && fgets(line, sizeof line, file)) {
        r.line++;
        ok = take_line(&r, (rz_slice){line, strcspn(line, "\n")});
    }
    if (ok && !rz_replay_over(&r.replay)) {
        fprintf(stderr, "%s: the game does not end\n", path);
        ok = false;
    }
    if (file)
        fclose(file);
    return ok;
}

int main(int argc, char **argv) {
    int passed = 0, failed = 0;
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[4096];
        if (!strstr(entry->d_name, ".jsonl"))
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        if (run_record(path))
            passed++;
        else
            failed++;
    }
    if (folder)
        closedir(folder);
    printf("%d records passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
