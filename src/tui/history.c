/* The record is the game: every move is a line of it, and taking one back is reading fewer lines.
 */
#include <stdlib.h>
#include <string.h>

#include "tui/table.h"

static void append_line(tui_table *t, const rz_event *event) {
    char memory[2048];
    rz_text line;
    rz_text_init(&line, memory, sizeof memory);
    rz_write_event(t->game, t->setup, event, &line);
    rz_text_char(&line, '\n');
    char *larger = realloc(*t->record, *t->length + line.length + 1);
    t->no_memory |= !larger;
    if (!larger)
        return;
    memcpy(larger + *t->length, memory, line.length + 1);
    *t->record = larger;
    *t->length += line.length;
    t->unsaved = true;
}

void tui_publish(tui_table *t) {
    for (const rz_event *line; (line = rz_driver_next(&t->driver));) {
        append_line(t, line);
        rz_guests_notify(t->bots, t->game, t->setup, line);
        tui_print_event(t, line);
    }
}

/* The next line of the record from `*at` on, its setup line being past; false at the end. */
static bool next_line(const char **at, rz_slice *line) {
    const char *end = strchr(*at, '\n');
    if (!end)
        return false;
    *line = (rz_slice){*at, (size_t)(end - *at)};
    *at = end + 1;
    return true;
}

/* The record was checked when it was opened. It may end before the lines that follow by rule. */
void tui_replay(tui_table *t, uint32_t from) {
    rz_event event;
    rz_problem problem;
    rz_slice line;
    memset(t->snapshots, 0, sizeof t->snapshots);
    rz_dealer_init(&t->dealer, t->seed);
    rz_driver_init(&t->driver, t->header, t->setup, &t->state, t->snapshots);
    t->driver.dealer = &t->dealer;
    for (const char *at = strchr(*t->record, '\n') + 1; next_line(&at, &line);)
        if (rz_driver_read(&t->driver, line, &event, &problem) && t->driver.number > from)
            tui_print_event(t, &event);
    tui_publish(t);
}

void tui_seat_guests(tui_table *t) {
    rz_event event;
    rz_problem problem;
    rz_slice line;
    rz_guests_dismiss(t->bots);
    if (!rz_guests_seat(t->bots, t->header, t->setup))
        return;
    for (const char *at = strchr(*t->record, '\n') + 1; next_line(&at, &line);)
        if (rz_read_event(t->game, t->setup, line, &event, &problem))
            rz_guests_notify(t->bots, t->game, t->setup, &event);
}

rz_error tui_move(tui_table *t, int actor, rz_action action) {
    rz_error error = rz_driver_act(&t->driver, actor, action);
    if (error == RZ_OK)
        tui_publish(t);
    return error;
}

/* At a real table the bots are passed over: they move again once what was typed is put right. In
 * practice only what the person did counts. */
static bool is_passed_over(const tui_table *t, const rz_event *event) {
    bool is_seat = event->by < RZ_SEATS_MAX;
    if (is_seat && tui_is_person(t, event->by))
        return false;
    return event->by == RZ_RULES || t->options->practice || (t->options->ask && is_seat);
}

/* Where the last move that can be meant begins, and what it is. */
static size_t last_move(const tui_table *t, rz_event *event) {
    const char *record = *t->record;
    for (size_t end = *t->length; end > 0;) {
        size_t begin = end - 1;
        while (begin > 0 && record[begin - 1] != '\n')
            begin--;
        rz_problem problem;
        if (begin > 0 &&
            rz_read_event(t->game, t->setup, (rz_slice){record + begin, end - 1 - begin}, event,
                          &problem) &&
            !is_passed_over(t, event))
            return begin;
        end = begin;
    }
    return 0;
}

/* In practice always; else never after chance or something hidden was shown, never across another
 * player's move. Who deals real cards may take back what was typed. */
static bool may_undo(const tui_table *t, int seat, size_t begin, const rz_event *event) {
    bool last = !memchr(*t->record + begin, '\n', *t->length - begin - 1);
    if (t->options->practice)
        return true;
    if (event->by == RZ_CHANCE)
        return tui_is_asked(t, event->verb);
    return tui_is_person(t, event->by) &&
           (!t->terminal->has_secrets || (event->by == seat && last));
}

/* Nobody plays the same cards again knowing them. */
static void deal_anew(tui_table *t) {
    uint8_t seed[RZ_SEED];
    rz_seed_child(t->seed, ++t->taken_back, seed);
    memcpy(t->seed, seed, sizeof seed);
}

bool tui_undo(tui_table *t, int seat) {
    rz_event event;
    size_t begin = last_move(t, &event);
    if (begin == 0 || !may_undo(t, seat, begin, &event)) {
        tui_print_text(
            t, SCR_ALARM,
            t->options->practice
                ? N_("There is no move of yours to take back.\n")
                : N_("That can not be taken back: chance, or another player, has moved since.\n"));
        return false;
    }
    if (t->options->practice)
        deal_anew(t);
    (*t->record)[begin] = '\0';
    *t->length = begin;
    tui_replay(t, UINT32_MAX);
    t->unsaved = t->touched = true;
    tui_seat_guests(t);
    tui_print_text(t, SCR_STRONG, N_("Taken back.\n"));
    return true;
}

/* Whatever has been shown is on disk before anybody thinks about what comes next. */
void tui_save(tui_table *t) {
    if (!t->unsaved || (t->options->resumed && !t->touched))
        return;
    t->unsaved = false;
    if (t->options->save(t->options->context, *t->record, *t->length))
        return;
    tui_end_line(t);
    tui_print_text(t, SCR_ALARM, N_("The game goes on, but is not saved.\n"));
}
