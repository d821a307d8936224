/* Replays records and checks that every line is written again as it was.
 *
 *     test_records FILE-OR-FOLDER…
 *
 * Several games may follow one another in a file. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/driver.h"
#include "games/games.h"

typedef struct reader {
    const char *file;
    int line;
    bool ok, begun;
    rz_header header;
    rz_setup setup;
    rz_state state;
    rz_driver replay;
} reader;

static int games, failures;

static void fail(reader *r, const char *what, const rz_problem *problem) {
    fprintf(stderr, "%s:%d: %s", r->file, r->line, what);
    if (problem)
        fprintf(stderr, ": %s (%s, %s)", rz_reason_of(r->header.game, problem->error)->text,
                problem->detail, problem->rule ? problem->rule : "-");
    fputc('\n', stderr);
    r->ok = false;
}

static bool is_whole(const reader *r) {
    return rz_driver_is_over(&r->replay) && r->replay.is_sealed == r->header.fair;
}

static void take_line(reader *r, rz_slice line) {
    static char memory[RZ_LINE_MAX];
    rz_text again;
    rz_event event;
    rz_problem problem;
    bool first = !r->begun || is_whole(r);
    rz_text_init(&again, memory, sizeof memory);
    if (first) {
        if (!rz_read_setup(rz_games, line, &r->header, &r->setup, &problem)) {
            fail(r, "no setup", &problem);
            return;
        }
        rz_driver_init(&r->replay, &r->header, &r->setup, &r->state, NULL);
        rz_write_setup(&r->header, &r->setup, &again);
        r->begun = true;
        games++;
    } else if (rz_driver_read(&r->replay, line, &event, &problem)) {
        rz_write_event(r->header.game, &r->setup, &event, &again);
    } else {
        fail(r, "refused", &problem);
        return;
    }
    if (again.length != line.length || memcmp(memory, line.at, line.length) != 0)
        fail(r, memory, NULL);
}

static void run_file(const char *path) {
    static char line[RZ_LINE_MAX + 2];
    static reader r;
    r = (reader){.file = path, .ok = true};
    FILE *file = fopen(path, "r");
    if (!file)
        perror(path);
    while (file && r.ok && fgets(line, sizeof line, file)) {
        r.line++;
        take_line(&r, (rz_slice){line, strcspn(line, "\n")});
    }
    if (r.ok && !(r.begun && is_whole(&r)))
        fail(&r, "the game does not end", NULL);
    failures += !r.ok;
    if (file)
        fclose(file);
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".jsonl");
}

static void run(const char *path) {
    struct dirent **entries;
    int n = scandir(path, &entries, is_record, alphasort);
    if (n < 0)
        run_file(path);
    for (int i = 0; i < n; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        run_file(inner);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    printf("%d games, %d files failed\n", games, failures);
    return failures > 0 || games == 0;
}
