/* The questions to a person: what can be chosen, and what is typed in answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/table.h"

enum { CHOSEN_MAX = 16 }; /* numbers in one answer */

static void print_choices(tui_table *t, const rz_view *view, const rz_action offered[], int n) {
    for (int i = 0; i < n; i++) {
        char label[512], number[16];
        rz_text text;
        rz_error error = t->game->why_not(t->setup, view, offered[i]);
        bool legal = error == RZ_OK;
        rz_text_init(&text, label, sizeof label);
        rz_words_of(t->game)->choice(&t->voice, rz_view_public(view), t->voice.you, offered[i],
                                     &text);
        snprintf(number, sizeof number, "%3d ", i + 1);
        t->scr.indent = 4;
        scr_put(&t->scr, legal ? SCR_LIT : SCR_FAINT, number);
        scr_put(&t->scr, legal ? SCR_PLAIN : SCR_FAINT, label);
        if (!legal) {
            rz_text_init(&text, label, sizeof label);
            rz_format(&t->voice, &text, N_(" (not now: {rule})"), "rule",
                      rz_reason_of(t->game, error)->rule, NULL);
            scr_put(&t->scr, SCR_FAINT, label);
        }
        scr_newline(&t->scr);
    }
}

/* "2", "4 6": the choices with these numbers; how many, or 0 if there is any other. */
static int choose_numbers(const char *line, const rz_action offered[], int n,
                          rz_action chosen[CHOSEN_MAX]) {
    int count = 0;
    for (const char *at = line; *at;) {
        char *end;
        long number = strtol(at, &end, 10);
        if (end == at || number < 1 || number > n || count == CHOSEN_MAX)
            return 0;
        chosen[count++] = offered[number - 1];
        at = end + strspn(end, " ,");
    }
    return count;
}

static bool choose_words(tui_table *t, int seat, const char *line, rz_action *action,
                         rz_problem *problem) {
    rz_event event;
    if (!rz_read_words(t->game, t->setup, seat, rz_slice_of(line), &event, problem))
        return false;
    if (rz_is_table_verb(event.verb))
        return rz_problem_set(problem, RZ_E_VERB, rz_slice_of(line));
    rz_error error = t->game->understand(t->setup, rz_state_public(&t->state), &event, action);
    return error == RZ_OK || rz_problem_set(problem, error, rz_slice_of(line));
}

/* One move after another, as far as they are allowed. */
static tui_step make_moves(tui_table *t, int seat, const rz_action chosen[], int n) {
    rz_problem problem = {0};
    for (int i = 0; i < n; i++) {
        problem.error = tui_move(t, seat, chosen[i]);
        if (problem.error != RZ_OK) {
            tui_end_line(t);
            tui_refuse(&t->scr, &t->voice, t->game, &problem);
            return i > 0 ? TUI_MOVED : TUI_AGAIN;
        }
        t->touched = true;
    }
    return TUI_MOVED;
}

/* Several numbers are one move made of parts, or several moves. */
static tui_step take_numbers(tui_table *t, int seat, const rz_view *view, const char *line,
                             const rz_action offered[], int n) {
    rz_action chosen[CHOSEN_MAX], whole;
    int count = choose_numbers(line, offered, n, chosen);
    if (count == 1 || (count > 1 && t->terminal->is_in_turn && t->terminal->is_in_turn(view)))
        return make_moves(t, seat, chosen, count);
    if (count > 1 && t->terminal->combine && t->terminal->combine(chosen, count, &whole))
        return make_moves(t, seat, &whole, 1);
    tui_print_text(t, SCR_ALARM, N_("There is no such choice; ? explains.\n"));
    return TUI_AGAIN;
}

static tui_step take_answer(tui_table *t, int seat, const rz_view *view, const char *line,
                            const rz_action offered[], int n) {
    rz_problem problem = {0};
    rz_action action;
    tui_step step;
    if (*line && tui_take_key(t, seat, view, line, &step))
        return step;
    tui_answer parsed = t->terminal->parse
                            ? t->terminal->parse(&t->scr, &t->voice, view, line, &action)
                            : TUI_NOT_MINE;
    if (parsed == TUI_EXPLAINED || (parsed == TUI_NOT_MINE && *line == '\0'))
        return TUI_AGAIN;
    if (parsed == TUI_NOT_MINE && *line >= '0' && *line <= '9')
        return take_numbers(t, seat, view, line, offered, n);
    if (parsed == TUI_NOT_MINE && !choose_words(t, seat, line, &action, &problem)) {
        tui_refuse(&t->scr, &t->voice, t->game, &problem);
        return TUI_AGAIN;
    }
    return make_moves(t, seat, &action, 1);
}

/* "Anna: beat 7,000 or pass (? for help): " */
static void print_prompt(tui_table *t, int seat, const rz_view *view) {
    char name[RZ_NAME_BYTES + 40], moment[512], prompt[RZ_NAME_BYTES + 600];
    rz_text text;
    rz_voice plain = t->voice;
    plain.you = -1;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&plain, &text, seat);
    rz_text_init(&text, moment, sizeof moment);
    rz_words_of(t->game)->moment(&t->voice, view, &text);
    const char *typing =
        t->terminal->describe_typing ? t->terminal->describe_typing(t->setup, view) : NULL;
    if (typing) {
        rz_text_add(&text, "; ");
        rz_text_add(&text, rz_translate(&t->voice, typing));
    }
    rz_text_init(&text, prompt, sizeof prompt);
    rz_format(&t->voice, &text, N_("{who}, {moment} (? for help): "), "who", name, "moment", moment,
              NULL);
    t->scr.indent = 2;
    scr_put(&t->scr, SCR_LIT, prompt);
}

tui_step tui_ask_person(tui_table *t, int seat) {
    rz_view view;
    rz_action offered[RZ_LEGAL_MAX];
    char line[512];
    tui_step step = TUI_AGAIN;
    tui_end_line(t);
    if (!tui_hand_over(t, seat))
        return TUI_END;
    t->voice.you = seat;
    t->seen[seat] = t->driver.number;
    t->game->view(t->setup, &t->state, seat, &view);
    scr_measure(&t->scr);
    t->terminal->draw(&t->scr, &t->voice, &view);
    int n = t->terminal->list_choices(t->setup, &view, offered);
    print_choices(t, &view, offered, n);
    while ((step == TUI_AGAIN || step == TUI_SHOWN) && !t->no_memory) {
        if (step == TUI_SHOWN && n > 0) {
            scr_newline(&t->scr);
            print_choices(t, &view, offered, n);
        }
        print_prompt(t, seat, &view);
        if (!scr_read(&t->scr, line, sizeof line))
            return TUI_END;
        scr_measure(&t->scr);
        step = take_answer(t, seat, &view, line, offered, n);
    }
    return step;
}
