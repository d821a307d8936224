/* A moment of a record at which a seat decides. */
#include <string.h>

#include "cmd/study.h"
#include "core/bits.h"
#include "core/driver.h"

/* The record read up to the line that was asked for. */
typedef struct reading {
    const cmd_args *args;
    const cmd_record *record;
    const rz_game *game;
    const rz_setup *setup;
    bool by_view; /* it is what one seat saw */
    int seat;     /* of --seat, or RZ_SPECTATOR */
    long at;      /* of --at, or -1: the end */
    rz_driver driver;
    rz_state state, group_state; /* of what several choose at once: before the first of them */
    rz_view view, group_view;
    int group_left; /* who have still to choose */
    rz_problem problem;
    rz_slice next; /* the line asked for; empty at the end */
} reading;

static bool fail_number(const reading *r, const char *english, long number) {
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    cmd_fail(CMD_FAILURE, r->args->command, english, "file", r->record->path, "number", text, NULL);
    return false;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void begin_reading(reading *r, bool by_view) {
    r->by_view = by_view;
    r->group_left = 0;
    if (by_view)
        rz_driver_init_view(&r->driver, &r->record->header, r->setup, r->seat, &r->view, &r->state,
                            NULL);
    else
        rz_driver_init(&r->driver, &r->record->header, r->setup, &r->state, NULL);
}

/* Several who choose at once do not know of each other, in whatever order the record has them. */
static void keep_group(reading *r) {
    if (r->group_left > 0)
        return;
    memcpy(&r->group_state, &r->state, sizeof r->state);
    memcpy(&r->group_view, &r->view, sizeof r->view);
}

static void count_group(reading *r, const rz_event *event, rz_actors before) {
    if (event->by >= RZ_SEATS_MAX || rz_is_table_verb(event->verb))
        return;
    if (r->group_left == 0)
        r->group_left = rz_bits_count(before);
    r->group_left--;
}

/* Up to the line asked for. False, with a problem, at a line that can not be read. */
static bool read_lines(reading *r) {
    size_t at = 0;
    rz_slice line;
    rz_event event;
    r->next = (rz_slice){0};
    cmd_next_line(r->record, &at, &line);
    while (cmd_next_line(r->record, &at, &line)) {
        keep_group(r);
        if (r->at >= 0 && r->driver.number == (unsigned long)r->at) {
            r->next = line;
            return true;
        }
        rz_actors before = rz_driver_actors(&r->driver);
        if (!rz_driver_read(&r->driver, line, &event, &r->problem))
            return r->record->is_cut && at >= r->record->length;
        count_group(r, &event, before);
    }
    keep_group(r);
    return true;
}

static bool read_record(reading *r) {
    begin_reading(r, false);
    if (read_lines(r))
        return true;
    bool hides = r->problem.error == RZ_E_HIDDEN;
    if (hides && r->seat < RZ_SEATS_MAX) {
        begin_reading(r, true);
        if (read_lines(r))
            return true;
    } else if (hides) {
        return fail_number(r,
                           N_("{file}:{number}: this is what one seat saw of a game; say which one "
                              "with --seat"),
                           (long)(r->record->first + r->driver.number));
    }
    char where[512];
    snprintf(where, sizeof where, "%.400s:%lu", r->record->path,
             r->record->first + r->driver.number);
    return cmd_refuse(r->args, r->game, where, &r->problem, NULL);
}

/* ---- Who decides ----------------------------------------------------------------------------- */

/* The seat of the line to come, or -1 if that is no decision. */
static int seat_of_line(const reading *r, rz_event *event) {
    rz_problem problem;
    if (!rz_read_event(r->game, r->setup, r->next, event, &problem))
        return -1;
    return event->by < RZ_SEATS_MAX && !rz_is_table_verb(event->verb) ? event->by : -1;
}

static bool find_seat(reading *r, cmd_position *p) {
    rz_event event = {.by = RZ_RULES};
    bool in_group = r->group_left > 0;
    const rz_public *pub = r->by_view ? rz_view_public(in_group ? &r->group_view : &r->view)
                                      : rz_state_public(in_group ? &r->group_state : &r->state);
    rz_actors actors = rz_driver_due(&r->driver) ? 0 : r->game->to_act(r->setup, pub);
    int by = r->next.at ? seat_of_line(r, &event) : -1;
    if (r->at >= 0 && (long)r->driver.number < r->at)
        return fail_number(r, N_("{file}: the record ends before line {number}"), r->at);
    if ((r->next.at && by < 0) || !(actors & (RZ_CHANCE_BIT - 1)))
        return fail_number(r, N_("{file}: line {number} is no decision of a seat"),
                           (long)r->driver.number);
    p->seat = r->seat < RZ_SEATS_MAX ? r->seat : by >= 0 ? by : __builtin_ctz(actors);
    if (!(actors >> p->seat & 1))
        return fail_number(r, N_("{file}: seat {number} has nothing to decide there"), p->seat);
    p->chosen = RZ_NO_ACTION;
    if (by == p->seat && r->game->understand(r->setup, pub, &event, &p->chosen) != RZ_OK)
        p->chosen = RZ_NO_ACTION;
    return true;
}

static void fill(const reading *r, cmd_position *p) {
    bool in_group = r->group_left > 0;
    rz_rng rng;
    p->is_view = r->seat < RZ_SEATS_MAX;
    if (!r->by_view) {
        memcpy(&p->state, in_group ? &r->group_state : &r->state, sizeof p->state);
        r->game->view(r->setup, &p->state, p->seat, &p->view);
        return;
    }
    memcpy(&p->view, in_group ? &r->group_view : &r->view, sizeof p->view);
    rz_rng_fast(&rng, 1);
    r->game->sample(r->setup, &p->view, &rng, &p->state);
}

bool cmd_read_position(const cmd_args *args, const cmd_records *records, cmd_position *p) {
    static reading r;
    r = (reading){.args = args,
                  .record = records->list[0],
                  .game = records->list[0]->header.game,
                  .setup = &records->list[0]->setup};
    if (!cmd_read_seat(args, &r.seat) || !cmd_read_number(args, OPT_AT, 1, 1000000000, -1, &r.at))
        return false;
    if (records->n > 1) {
        cmd_fail(CMD_FAILURE, args->command,
                 N_("{file}: there are several games in it, and a position is of one"), "file",
                 r.record->path, NULL);
        return false;
    }
    if (r.seat != RZ_SPECTATOR && r.seat >= rz_seats(r.setup))
        return fail_number(&r, N_("{file}: the game has no seat {number}"), r.seat);
    if (!read_record(&r) || !find_seat(&r, p))
        return false;
    p->record = r.record;
    p->game = r.game;
    p->line = r.driver.number;
    fill(&r, p);
    return true;
}
