/* What the table of mice and the command `board` share. */
#ifndef RZ_TUI_MICE_H
#define RZ_TUI_MICE_H

#include "tui/tui.h"

/* The board with its dice and the cat row; the next cells of the columns in `lit` (bit c for
 * column c, from 0) are lit. */
void mice_draw_board(screen *scr, const rz_voice *voice, const mice_public *pub, unsigned lit);

/* The letter that stands for a seat on the board; S for support dice. */
char mice_mark(int seat);

/* Cuts a UTF-8 text to so many letters. */
void mice_cut(char *text, int letters);

#endif
