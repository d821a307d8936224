/* Chance at a real table. */
#include "tui/table.h"

/* Somebody types what was drawn or rolled, in as many answers as the event has parts. */
static tui_step read_event(tui_table *t, const rz_view *view, rz_event *event) {
    for (int part = 0, left = 1; left > 0;) {
        char line[256];
        tui_step step;
        t->terminal->ask_chance(&t->scr, &t->voice, &t->state, part);
        if (!scr_read(&t->scr, line, sizeof line))
            return TUI_END;
        scr_measure(&t->scr);
        bool key = tui_take_key(t, -1, view, line, &step);
        if (key && (step == TUI_MOVED || step == TUI_LEAVE))
            return step;
        if (key || *line == '\0')
            continue;
        left = t->terminal->parse_chance(&t->voice, &t->state, part, line, event);
        if (left < 0)
            tui_print_text(t, SCR_ALARM, N_("That is not understood: type one of the numbers.\n"));
        part += left >= 0;
        left = left < 0 ? 1 : left;
    }
    return TUI_SHOWN;
}

tui_step tui_ask_dealer(tui_table *t) {
    rz_event event = {.by = RZ_CHANCE};
    rz_problem problem = {0};
    rz_action action;
    rz_view view;
    tui_end_line(t);
    tui_hand_over(t, RZ_SPECTATOR);
    t->seen[RZ_SPECTATOR] = t->driver.number;
    t->game->view(t->setup, &t->state, RZ_SPECTATOR, &view);
    tui_step step = read_event(t, &view, &event);
    if (step != TUI_SHOWN)
        return step;
    problem.error = t->game->understand(t->setup, rz_state_public(&t->state), &event, &action);
    if (problem.error == RZ_OK)
        problem.error = tui_move(t, RZ_CHANCE, action);
    if (problem.error != RZ_OK)
        tui_refuse(&t->scr, &t->voice, t->game, &problem);
    t->touched |= problem.error == RZ_OK;
    return problem.error == RZ_OK ? TUI_MOVED : TUI_AGAIN;
}
