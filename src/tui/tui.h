/* A game at a plain terminal, for one person or several at one screen.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   play
 *   person real_table
 *   keys
 *   hint handover
 *   history
 *   log
 *   table plain GAME
 *   GAME_board
 *   text
 *   screen
 */
#ifndef RZ_TUI_H
#define RZ_TUI_H

#include "ai/bot.h"
#include "tui/screen.h"
#include "words/words.h"

/* What became of an answer that is not the number of a choice. */
typedef enum tui_answer {
    TUI_NOT_MINE, /* not understood here */
    TUI_ACTION,   /* an action */
    TUI_EXPLAINED /* a question, or a mistake, that has been answered on the screen */
} tui_answer;

/* What a game adds: how its table looks, what is worth offering. In tui/GAME.c. */
typedef struct tui_game {
    bool has_secrets; /* people at one screen must not see each other's view */

    /* Something to know about this setup when the game begins, in English, or NULL; may be NULL. */
    const char *(*describe_setup)(const rz_setup *setup);

    /* What somebody who has never seen the game must know: how it goes, and what scores. */
    void (*print_primer)(screen *scr, const rz_voice *voice);
    const char *examples; /* of moves in the words of the record; may be NULL */

    void (*draw)(screen *scr, const rz_voice *voice, const rz_view *view);

    /* How the answer is typed now, in English, or NULL if it is a number of the list; may be NULL.
     */
    const char *(*describe_typing)(const rz_setup *setup, const rz_view *view);

    /* The actions to offer, legal or not, in the order they are shown; how many. Illegal ones are
     * worth showing if a person might try them: asked for, they are explained. */
    int (*list_choices)(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]);

    /* An answer in words or figures of the game's own, such as a sum; empty if only Enter was
     * pressed. May be NULL. */
    tui_answer (*parse)(screen *scr, const rz_voice *voice, const rz_view *view, const char *line,
                        rz_action *action);

    /* Several choices that make one action, or false. May be NULL. */
    bool (*combine)(const rz_action chosen[], int n, rz_action *action);

    /* Whether several choices are several moves now, made one after another. May be NULL. */
    bool (*is_in_turn)(const rz_view *view);

    /* Whether the sentence of an event goes on in the line of the one before; NULL: only what
     * chance does. */
    bool (*is_joined)(const rz_event *event);

    /* What people ask for while they think: the score now, what is left, what it is worth. */
    void (*print_scores)(screen *scr, const rz_voice *voice, const rz_view *view);
    void (*print_odds)(screen *scr, const rz_voice *voice, const rz_view *view);
    void (*print_worth)(screen *scr, const rz_voice *voice, const rz_view *view);

    /* More than a sentence about an event, such as a score sheet; may be NULL. */
    void (*print_event)(screen *scr, const rz_voice *voice, const rz_event *event);

    /* Which verbs of chance a real table knows; the others are drawn, as they are secret. NULL: all
     * of them. */
    bool (*is_asked)(int verb);

    /* The question to somebody who deals real cards, and the answer understood; `part` counts the
     * questions of one event, each answered by a number from 1 or a word, and `answer` gathers
     * them. Returns how many more questions there are, or -1 if the answer was not understood. */
    void (*ask_chance)(screen *scr, const rz_voice *voice, const rz_state *state, int part);
    int (*parse_chance)(const rz_voice *voice, const rz_state *state, int part, const char *answer,
                        rz_event *event);
} tui_game;

/* ---- text.c: for the tables of the games ------------------------------------------------------
 */
void tui_print(screen *scr, scr_style style, const rz_voice *voice, const char *english);

/* Memory for a text that lives until sixteen others have been asked for; and a number in such. */
enum { TUI_TEXT = RZ_NAME_BYTES + 60 };
char *tui_text(void);
const char *tui_number(int number);

/* A share, of 1, in percent as the language writes it: "41.2%", "41,2 %". */
const char *tui_percent(const rz_voice *voice, double share);

#define X(name) extern const tui_game name##_terminal; /* where there is one */
RZ_GAMES(X)
#undef X
const tui_game *tui_of(const rz_game *game);

/* Of a game that has none: seats, scores, and what its rules name; all dealt by the program. */
extern const tui_game rz_plain_terminal;

/* Says why something is not allowed. */
void tui_refuse(screen *scr, const rz_voice *voice, const rz_game *game, const rz_problem *problem);

/* Everything about one game at the terminal. */
typedef struct tui_table tui_table;

typedef struct tui_options {
    rz_bot_spec bots[RZ_SEATS_MAX]; /* a NULL bot is a person */
    uint8_t seed[RZ_SEED];
    bool ask;      /* chance comes from a real table */
    bool practice; /* the one person may take back any move, and what follows is dealt anew */
    bool ascii;
    bool resumed; /* the record is somebody's file: it is not saved before a person has moved */
    /* Called after every move: writes the record so far, all of which has been shown, somewhere
     * safe. False if it could not (and said so). */
    bool (*save)(void *context, const char *record, size_t length);
    void *context;
    /* Shows what the analyst says of a game that is over; NULL: nobody can. False: no memory. */
    bool (*analyse)(screen *scr, const rz_header *header, const rz_setup *setup, char *record,
                    size_t length);
    const char *(*translate)(const char *english);
} tui_options;

typedef enum tui_outcome {
    TUI_FINISHED,
    TUI_QUIT,      /* the person said so */
    TUI_INPUT_END, /* nothing more to read, or a signal */
    TUI_NO_MEMORY
} tui_outcome;

/* Plays a game from its record so far, which holds at least the setup line and ends with a newline;
 * `*record` is grown with realloc and stays the caller's to free. */
tui_outcome tui_play(const tui_options *options, const rz_header *header, const rz_setup *setup,
                     char **record, size_t *length);

#endif
