#include <stdio.h>

#include "tui/tui.h"

void tui_print(screen *scr, scr_style style, const rz_voice *voice, const char *english) {
    scr_put(scr, style, rz_translate(voice, english));
}

char *tui_text(void) {
    enum { LIVE = 16 };
    static char text[LIVE][TUI_TEXT];
    static int turn;
    turn = (turn + 1) % LIVE;
    text[turn][0] = '\0';
    return text[turn];
}

const char *tui_percent(const rz_voice *voice, double share) {
    char number[16], *memory = tui_text();
    rz_text text;
    rz_text_init(&text, number, sizeof number);
    rz_format_tenths(voice, &text, (int)(1000 * share + 0.5));
    rz_text_init(&text, memory, TUI_TEXT);
    rz_format(voice, &text, N_("{number}%"), "number", number, NULL);
    return memory;
}

const char *tui_number(int number) {
    char *memory = tui_text();
    rz_text text;
    rz_text_init(&text, memory, TUI_TEXT);
    rz_format_number(&text, number);
    return memory;
}

void tui_refuse(screen *scr, const rz_voice *voice, const rz_game *game,
                const rz_problem *problem) {
    char memory[512];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format_problem(voice, &text, game, problem);
    scr_put(scr, SCR_ALARM, rz_translate(voice, N_("Not allowed: ")));
    scr_put(scr, SCR_PLAIN, memory);
    scr_newline(scr);
}
