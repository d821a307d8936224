/* Lines of the record as sentences on the screen. */
#include <string.h>

#include "tui/table.h"

void tui_end_line(tui_table *t) {
    if (t->line_open)
        scr_newline(&t->scr);
    t->line_open = false;
}

/* A move and the chance that it asks for share a line: "Anna draws a card. Turned over: car." What
 * is hidden is not printed before it is shown. */
void tui_print_event(tui_table *t, const rz_event *event) {
    char memory[2048];
    rz_text sentence;
    rz_event seen = *event;
    rz_voice voice = t->voice;
    voice.you = tui_reader(t) == RZ_SPECTATOR ? -1 : tui_reader(t);
    rz_text_init(&sentence, memory, sizeof memory);
    if (rz_conceal(t->game, t->setup, tui_reader(t), &seen))
        return;
    rz_format_event(&voice, &seen, &sentence);
    if (rz_words_of(t->game)->comment && !rz_is_table_verb(seen.verb))
        rz_words_of(t->game)->comment(&voice, rz_driver_before(&t->driver), &seen, &sentence);
    t->scr.indent = 2;
    bool same_roll = t->chance == RZ_SEAL || t->chance == seen.verb;
    if (t->terminal->is_joined ? !t->terminal->is_joined(&seen)
                               : seen.by != RZ_CHANCE || !same_roll)
        tui_end_line(t);
    else if (t->line_open)
        scr_put(&t->scr, SCR_PLAIN, " ");
    scr_put(&t->scr, seen.by < RZ_SEATS_MAX ? SCR_PLAIN : SCR_STRONG, memory);
    t->line_open = true;
    t->chance = seen.by == RZ_CHANCE ? seen.verb : RZ_SEAL;
    if (seen.by == RZ_RULES && !t->terminal->is_joined)
        tui_end_line(t);
    if (t->terminal->print_event && !rz_is_table_verb(seen.verb))
        t->terminal->print_event(&t->scr, &voice, &seen);
}
