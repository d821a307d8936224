/* analyse: why games were won and lost, as a table, JSON, a page or a summary of many. */
#include <stdlib.h>
#include <string.h>

#include "cmd/study.h"

typedef struct analysis {
    const cmd_args *args;
    cmd_records records;
    cmd_review *reviews;
    uint32_t nodes;
    int seat, jobs;
    unsigned want;
    bool has_failed; /* a record could not be analysed: the others are */
    int shown, unfinished;
    screen scr;
    cmd_writer writer; /* of --html */
    cmd_summary *summary;
} analysis;

/* ---- What is asked for ----------------------------------------------------------------------- */

static bool fail_pair(const cmd_args *args, cmd_option_id one, cmd_option_id other) {
    cmd_fail(CMD_USAGE, args->command, N_("--{one} and --{other} do not go together"), "one",
             cmd_option_of((int)one)->name, "other", cmd_option_of((int)other)->name, NULL);
    return false;
}

static bool check_form(const cmd_args *args) {
    static const cmd_option_id forms[] = {OPT_JSON, OPT_HTML, OPT_SUMMARY};
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++)
            if (args->value[forms[i]] && args->value[forms[k]])
                return fail_pair(args, forms[i], forms[k]);
    if (!args->value[OPT_CSV] || args->value[OPT_SUMMARY])
        return true;
    cmd_fail(CMD_USAGE, args->command, N_("--csv is a form of --summary; say that, too"), NULL);
    return false;
}

static bool read_arguments(analysis *a) {
    const cmd_args *args = a->args;
    long nodes;
    if (!check_form(args) || !cmd_read_seat(args, &a->seat) ||
        !cmd_read_number(args, OPT_NODES, 1, 100000000, 0, &nodes) ||
        !cmd_read_jobs(args, &a->jobs))
        return false;
    a->nodes = (uint32_t)nodes;
    a->want = args->value[OPT_JSON]      ? CMD_WANT_JSON
              : args->value[OPT_SUMMARY] ? 0
              : args->value[OPT_HTML]    ? CMD_WANT_VERDICTS | CMD_WANT_MOMENTS
                                         : CMD_WANT_VERDICTS;
    return true;
}

/* Whether a record can be judged at all; what is wrong is said once for each game, and for each
 * record that has no such seat. */
static bool can_judge(analysis *a, const cmd_record *record) {
    static const rz_game *refused;
    char seat[16];
    if (record->header.game == refused || !cmd_can_judge(a->args, record->header.game)) {
        refused = record->header.game;
        return false;
    }
    if (a->seat == RZ_SPECTATOR || a->seat < rz_seats(&record->setup))
        return true;
    snprintf(seat, sizeof seat, "%d", a->seat);
    cmd_fail(CMD_FAILURE, a->args->command, N_("{file}: the game has no seat {seat}"), "file",
             record->path, "seat", seat, NULL);
    return false;
}

/* ---- One game after another ------------------------------------------------------------------ */

static bool run_review(void *context, int number) {
    analysis *a = context;
    cmd_review *r = &a->reviews[number];
    if (r->record)
        cmd_analyse_record(r);
    return !r->no_memory;
}

static bool fail_line(analysis *a, const cmd_review *r) {
    char where[512], number[24];
    a->has_failed = true;
    snprintf(number, sizeof number, "%lu", r->line);
    snprintf(where, sizeof where, "%.400s:%lu", r->record->path, r->line);
    if (r->problem.error == RZ_E_HIDDEN)
        cmd_fail(CMD_FAILURE, a->args->command,
                 N_("{file}:{number}: this is what one seat saw of a game, which can not be "
                    "analysed; “razzia hint” and “razzia rollout” work on it"),
                 "file", r->record->path, "number", number, NULL);
    else
        cmd_refuse(a->args, r->record->header.game, where, &r->problem, NULL);
    return true;
}

static void warn_cut(const analysis *a, const cmd_review *r) {
    char number[24];
    snprintf(number, sizeof number, "%lu", r->line);
    cmd_fail(CMD_OK, a->args->command,
             N_("{file}:{number}: the record breaks off within this line; what is before it is "
                "analysed"),
             "file", r->record->path, "number", number, NULL);
}

static bool show(analysis *a, const cmd_review *r) {
    if (a->args->value[OPT_JSON])
        return puts(r->json.at) >= 0 && cmd_is_stdout_ok();
    if (a->args->value[OPT_HTML])
        return cmd_write_review(&a->writer, r);
    if (a->summary && !r->is_over) {
        a->unfinished++;
        return true;
    }
    if (a->summary)
        return cmd_summary_add(a->summary, r);
    if (a->shown > 0)
        scr_newline(&a->scr);
    cmd_print_review(&a->scr, r);
    return cmd_is_stdout_ok();
}

static bool collect_review(void *context, int number) {
    analysis *a = context;
    cmd_review *r = &a->reviews[number];
    bool ok = true;
    if (r->shows_progress)
        cmd_erase_bar();
    if (!r->record)
        return true;
    if (r->problem.error != RZ_OK) {
        ok = fail_line(a, r);
    } else {
        if (r->is_cut)
            warn_cut(a, r);
        ok = show(a, r);
        a->shown++;
    }
    cmd_free_review(r);
    if (a->records.n > 1 && cmd_print_bar((number + 1.0) / a->records.n))
        fprintf(stderr, "%d/%d ", number + 1, a->records.n);
    return ok;
}

static bool run_all(analysis *a) {
    cmd_work work = {.n = a->records.n,
                     .jobs = a->jobs,
                     .run = run_review,
                     .collect = collect_review,
                     .context = a};
    a->reviews = calloc((size_t)a->records.n, sizeof *a->reviews);
    bool ok = a->reviews != NULL, no_memory = !ok;
    for (int i = 0; ok && i < a->records.n; i++) {
        bool can = can_judge(a, a->records.list[i]);
        a->has_failed |= !can;
        a->reviews[i] = (cmd_review){.record = can ? a->records.list[i] : NULL,
                                     .translate = cmd_translate,
                                     .nodes = a->nodes,
                                     .seat = a->seat,
                                     .want = a->want,
                                     .shows_progress = a->records.n == 1};
    }
    ok = ok && cmd_do_work(&work);
    if (a->records.n > 1)
        cmd_erase_bar();
    for (int i = 0; a->reviews && i < a->records.n; i++) {
        no_memory |= a->reviews[i].no_memory;
        cmd_free_review(&a->reviews[i]);
    }
    if (no_memory)
        cmd_fail(CMD_FAILURE, a->args->command, N_("there is not enough memory"), NULL);
    free(a->reviews);
    return ok;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void print_summary(analysis *a) {
    char count[16];
    if (a->args->value[OPT_CSV])
        cmd_print_csv(a->summary);
    else
        cmd_print_summary(&a->scr, a->summary);
    snprintf(count, sizeof count, "%d", a->unfinished);
    if (a->unfinished > 0)
        cmd_fail(CMD_OK, a->args->command,
                 N_("games that are not over were left out of the summary: {count}"), "count",
                 count, NULL);
}

static bool analyse(analysis *a) {
    bool page = a->args->value[OPT_HTML] != NULL;
    a->summary = a->args->value[OPT_SUMMARY] ? cmd_summary_new() : NULL;
    if (page && !cmd_create(&a->writer, a->args, a->args->value[OPT_HTML]))
        return false;
    bool ok = !page || cmd_begin_page(&a->writer);
    ok = ok && run_all(a);
    ok = ok && (!page || (a->shown > 0 && cmd_end_page(&a->writer)));
    if (ok && page)
        ok = cmd_commit(&a->writer);
    else if (page)
        cmd_discard(&a->writer);
    if (ok && a->summary && a->shown > 0)
        print_summary(a);
    cmd_summary_free(a->summary);
    return ok;
}

int cmd_analyse(const cmd_args *args) {
    static analysis a;
    a.args = args;
    if (!read_arguments(&a))
        return cmd_last_status();
    scr_init(&a.scr, false);
    bool ok = cmd_read_records(args, &a.records) && analyse(&a);
    ok = ok && !a.records.refused && !a.has_failed;
    cmd_free_records(&a.records);
    return cmd_close_stdout(args, ok ? CMD_OK : CMD_FAILURE);
}
