/* One screen for several people, who must not see each other's hands. */
#include "tui/table.h"

/* From now on the screen is for this seat, or for all: what they have not seen is printed
 * again, as they may see it. */
static void turn_screen(tui_table *t, int seat) {
    scr_measure(&t->scr);
    scr_clear(&t->scr);
    t->shown_to = seat;
    t->voice.you = seat < RZ_SEATS_MAX ? seat : -1;
    if (t->seen[seat] < t->driver.number)
        tui_replay(t, t->seen[seat]);
    tui_end_line(t);
}

/* Hidden hands: nobody sees the one's who had the screen before, nor, before Enter, the one's who
 * gets it. */
bool tui_hand_over(tui_table *t, int seat) {
    char memory[RZ_NAME_BYTES + 200], name[RZ_NAME_BYTES + 40], line[64];
    rz_text text;
    if (!tui_must_hide(t) || t->shown_to == seat)
        return true;
    if (seat < RZ_SEATS_MAX) {
        t->voice.you = -1;
        rz_text_init(&text, name, sizeof name);
        rz_format_seat(&t->voice, &text, seat);
        rz_text_init(&text, memory, sizeof memory);
        rz_format(&t->voice, &text, N_("Hand the screen to {who}, who presses Enter."), "who", name,
                  NULL);
        scr_clear(&t->scr);
        scr_put(&t->scr, SCR_LIT, memory);
        if (!scr_read(&t->scr, line, sizeof line))
            return false;
    }
    turn_screen(t, seat);
    return true;
}
