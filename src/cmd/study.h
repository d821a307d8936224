/* Games that are studied: records in memory, and what the analyst says of them. */
#ifndef RZ_CMD_STUDY_H
#define RZ_CMD_STUDY_H

#include "analysis/analyst.h"
#include "cmd/cmd.h"
#include "tui/screen.h"

/* ---- records.c: files cut into their records --------------------------------------------------
 */
typedef struct cmd_record {
    const char *path;
    unsigned long first; /* number of its first line in the file, from 1 */
    char *text;          /* all lines, each with its newline */
    size_t length, room;
    bool is_cut; /* the last line has no end of its own */
    rz_header header;
    rz_setup setup;
} cmd_record;

typedef struct cmd_records {
    cmd_record **list;
    int n, room;
    bool refused; /* something was not read, and the reason has been said */
} cmd_records;

/* All records of all operands. False if there is none, or no memory. */
bool cmd_read_records(const cmd_args *args, cmd_records *records);
void cmd_free_records(cmd_records *records);

/* The next line of a record; `*at` is where it begins, and moves on. False behind the last. */
bool cmd_next_line(const cmd_record *record, size_t *at, rz_slice *line);

/* ---- workers.c: many pieces of work at once, collected in their order -------------------------
 */
typedef struct cmd_work {
    int n, jobs;
    bool (*run)(void *context, int number);     /* in any thread; false: no memory */
    bool (*collect)(void *context, int number); /* in the caller's, in order; false: stop */
    void *context;
} cmd_work;

/* True if all was run and collected. */
bool cmd_do_work(const cmd_work *work);

/* --jobs, or as many as there are cores. */
bool cmd_read_jobs(const cmd_args *args, int *jobs);

/* ---- position.c: a moment of a record at which a seat decides ---------------------------------
 */
typedef struct cmd_position {
    const cmd_record *record;
    const rz_game *game;
    uint32_t line;    /* the one to come, the setup's being 0 */
    int seat;         /* who decides */
    bool is_view;     /* what the seat can not see is not known, or not to be used */
    rz_view view;     /* what it sees */
    rz_state state;   /* as it is, or, of a view, one of those that the seat can not tell apart */
    rz_action chosen; /* what the record has next; RZ_NO_ACTION: nothing, or not by this seat */
} cmd_position;

/* The position before line --at of the only record, or at its end, as --seat sees it if that is
 * given. What several choose at once begins where the first of them chooses. */
bool cmd_read_position(const cmd_args *args, const cmd_records *records, cmd_position *position);

/* ---- review.c: one record, analysed -----------------------------------------------------------
 */

/* A decision that is marked. */
typedef struct cmd_verdict {
    uint32_t line;
    uint8_t seat;
    rz_mark mark;
    bool exact;
    double loss;
    char chosen[200], best[200], why[600];
} cmd_verdict;

/* A step of the game, for the graph. */
typedef struct cmd_moment {
    uint32_t line;
    bool exact;
    rz_shares before, after, luck;
    char *sentence; /* what happened */
} cmd_moment;

/* What to find out besides the sums. */
enum { CMD_WANT_JSON = 1, CMD_WANT_VERDICTS = 2, CMD_WANT_MOMENTS = 4 };

typedef struct cmd_review {
    /* The caller's: */
    const cmd_record *record;
    const char *(*translate)(const char *english);
    uint32_t nodes; /* or 0 */
    int seat;       /* whose decisions; RZ_SPECTATOR: all */
    unsigned want;
    bool shows_progress; /* by a bar, line by line */
    /* The answer: */
    bool no_memory;
    rz_problem problem; /* if not RZ_OK, a line can not be read … */
    unsigned long line; /* … this one of the file; */
    bool is_cut;        /* or it has no end, and what is before it was analysed */
    bool is_over;       /* else the result is what the chances are now */
    bool is_learnt;     /* the net knows what is played */
    bool has_hidden;    /* the game hides something */
    rz_ledger ledger;
    char judge[200];
    rz_text json;
    cmd_verdict *verdicts;
    int n_verdicts;
    cmd_moment *moments;
    int n_moments;
} cmd_review;

/* Whether a game can be judged, with all that is needed; else says why not. To be called once for
 * each game before its records are analysed. */
bool cmd_can_judge(const cmd_args *args, const rz_game *game);

void cmd_analyse_record(cmd_review *review);
void cmd_free_review(cmd_review *review);

/* The columns of a table in whole points of 100, which add up: the result is what all before it
 * make. */
enum {
    CMD_START,
    CMD_LUCK,
    CMD_OWN,
    CMD_GIFTS,
    CMD_HIDDEN,
    CMD_UNEXPLAINED,
    CMD_RESULT,
    CMD_POINTS
};
extern const char *const cmd_point_names[CMD_POINTS]; /* translated */
void cmd_round_points(const rz_ledger *ledger, int seat, int points[CMD_POINTS]);

/* Win shares in whole points that make 100: those that lose most by rounding down are rounded up.
 * The page does the same (web/src/review/figures.ts), and so with the points above. */
void cmd_round_shares(const rz_shares *shares, int seats, int points[]);

/* "9 points", or "9.3 points" where it is exact. */
void cmd_format_loss(const rz_voice *voice, double loss, bool exact, rz_text *out);

/* The verdicts' words: "mistake". */
extern const char *const cmd_mark_words[];

/* ---- review_table.c, review_page.c, summary.c: what is shown of it ----------------------------
 */
void cmd_print_review(screen *scr, const cmd_review *review);

/* The page up to the first game, one game, and the end. */
bool cmd_begin_page(cmd_writer *writer);
bool cmd_write_review(cmd_writer *writer, const cmd_review *review);
bool cmd_end_page(cmd_writer *writer);

/* Sums by player. */
typedef struct cmd_summary cmd_summary;
cmd_summary *cmd_summary_new(void); /* NULL: no memory */
bool cmd_summary_add(cmd_summary *summary, const cmd_review *review);
void cmd_print_summary(screen *scr, cmd_summary *summary);
void cmd_print_csv(cmd_summary *summary);
void cmd_summary_free(cmd_summary *summary);

#endif
