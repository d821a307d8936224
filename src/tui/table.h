/* One game at the terminal, as its files share it. */
#ifndef RZ_TUI_TABLE_H
#define RZ_TUI_TABLE_H

#include "ai/foreign.h"
#include "core/driver.h"
#include "tui/tui.h"

struct tui_table {
    const tui_options *options;
    const tui_game *terminal;
    const rz_game *game;
    const rz_header *header;
    const rz_setup *setup;
    rz_bot_spec bots[RZ_SEATS_MAX];
    rz_voice voice;
    screen scr;
    char **record;
    size_t *length;
    rz_driver driver;
    rz_dealer dealer;
    uint8_t seed[RZ_SEED]; /* of chance and of the bots; another one for what is dealt anew */
    uint32_t taken_back;   /* how often that was */
    rz_state state;
    rz_public snapshots[RZ_SNAPSHOTS_MAX];
    int shown_to;                    /* who looks at the screen: a seat, or all (RZ_SPECTATOR) */
    uint32_t seen[RZ_SPECTATOR + 1]; /* for each of those the first event they have not seen */
    bool line_open; /* the last event that was printed may be followed by another in its line … */
    uint8_t chance; /* … of chance, if it is of this verb; RZ_SEAL: of any */
    bool unsaved;   /* there are lines that are not on disk */
    bool touched;   /* a person has done something: what is on disk may be replaced */
    bool no_memory;
};

typedef enum tui_step {
    TUI_MOVED,
    TUI_AGAIN, /* the question is asked again … */
    TUI_SHOWN, /* … with its choices, since something was shown that stands before them */
    TUI_LEAVE,
    TUI_END /* of the input */
} tui_step;

/* ---- person.c: the questions to a person ------------------------------------------------------
 */
tui_step tui_ask_person(tui_table *t, int seat);

/* ---- real_table.c: chance at a real table, typed by somebody ----------------------------------
 */
tui_step tui_ask_dealer(tui_table *t);

/* ---- keys.c: what is typed and is no move -----------------------------------------------------
 */

/* False if the line is no key. Without a seat (-1) somebody deals. */
bool tui_take_key(tui_table *t, int seat, const rz_view *view, const char *line, tui_step *step);

/* ---- hint.c -----------------------------------------------------------------------------------
 */
void tui_print_hint(tui_table *t, int seat, const rz_view *view);

/* ---- handover.c: the screen goes from one person to another ----------------------------------
 */

/* The screen is for this seat, or for all (RZ_SPECTATOR), once this returns; false at the end of
 * input. */
bool tui_hand_over(tui_table *t, int seat);

/* ---- history.c: the record, which is the game -------------------------------------------------
 */

/* Writes the lines that are due into the record, tells guests of them and prints them. */
void tui_publish(tui_table *t);

/* Reads the whole record again, and prints its lines from number `from` on. */
void tui_replay(tui_table *t, uint32_t from);

/* Bots from outside get the game so far: when it begins, and when it is not as they knew it. */
void tui_seat_guests(tui_table *t);

/* A seat or chance acts. On an error nothing has changed. */
rz_error tui_move(tui_table *t, int actor, rz_action action);

/* Takes the last move back; false, once the reason is on the screen, if that must not be. */
bool tui_undo(tui_table *t, int seat);

/* Whatever has been shown is on disk once this returns, or the screen says that it is not. */
void tui_save(tui_table *t);

/* ---- log.c: lines of the record as sentences --------------------------------------------------
 */
void tui_print_event(tui_table *t, const rz_event *event);
void tui_end_line(tui_table *t);

/* ---- table.c: questions about a table ---------------------------------------------------------
 */
void tui_print_text(tui_table *t, scr_style style, const char *english);
bool tui_is_person(const tui_table *t, int seat);
bool tui_must_hide(const tui_table *t); /* people at one screen must not see each other's */
int tui_reader(const tui_table *t);     /* whose eyes the log is for: a seat, or RZ_SPECTATOR */
bool tui_is_asked(const tui_table *t, int verb); /* whether somebody types what this chance does */

#endif
