/* A plain terminal: lines of text in a few styles, wrapped to its width, in the letters it has. */
#ifndef RZ_SCREEN_H
#define RZ_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum scr_style { SCR_PLAIN, SCR_STRONG, SCR_FAINT, SCR_LIT, SCR_ALARM, SCR_GOOD } scr_style;

typedef struct screen {
    bool colour;
    bool unicode;
    bool is_terminal;
    bool clears;  /* it can be wiped */
    bool umlauts; /* without Unicode, ä is ae */
    int width;
    int column;       /* where the next character goes */
    int indent;       /* of lines that go on */
    bool at_start;    /* nothing of the line has been written */
    bool after_blank; /* the line may be broken here */
} screen;

/* Finds out what standard output can show. `ascii` asks for the plainest. */
void scr_init(screen *scr, bool ascii);

/* The width again: a window may have another size since. Called before anything is drawn. */
void scr_measure(screen *scr);

/* Writes UTF-8 text, wrapping at spaces; a newline ends the line. */
void scr_put(screen *scr, scr_style style, const char *text);
void scr_number(screen *scr, scr_style style, int number);

/* Fills up with spaces to `column`, or with one if it is past. */
void scr_to(screen *scr, int column);
void scr_newline(screen *scr);

/* Exactly so many columns: cut, or filled up with spaces. */
void scr_fit(screen *scr, scr_style style, const char *text, int columns);

/* Nothing of what was shown can be read any more, scrolled back or not. */
void scr_clear(screen *scr);

/* How many columns a text takes. */
int scr_columns(const char *text);

/* Reads a line of what is typed, without its newline and without blanks around it. False at the
 * end of input, or when a signal asks to stop. */
bool scr_read(screen *scr, char *line, size_t size);

/* From now on SIGINT, SIGTERM and SIGHUP end the input. */
void scr_catch_signals(void);
bool scr_interrupted(void);

#endif
