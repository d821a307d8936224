#include "tui/table.h"

void tui_print_text(tui_table *t, scr_style style, const char *english) {
    scr_put(&t->scr, style, rz_translate(&t->voice, english));
}

bool tui_is_person(const tui_table *t, int seat) {
    return seat < rz_seats(t->setup) && !t->bots[seat].bot;
}

static int count_people(const tui_table *t) {
    int n = 0;
    for (int s = 0; s < rz_seats(t->setup); s++)
        n += tui_is_person(t, s);
    return n;
}

bool tui_must_hide(const tui_table *t) {
    return t->terminal->has_secrets && count_people(t) > 1;
}

/* The only person's, the one's who has the screen, or everybody's. */
int tui_reader(const tui_table *t) {
    if (tui_must_hide(t))
        return t->shown_to;
    for (int s = 0; s < rz_seats(t->setup); s++)
        if (tui_is_person(t, s) && count_people(t) == 1)
            return s;
    return RZ_SPECTATOR;
}

/* At a real table, but for what is secret there. */
bool tui_is_asked(const tui_table *t, int verb) {
    return t->options->ask && (!t->terminal->is_asked || t->terminal->is_asked(verb));
}
