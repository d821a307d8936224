/* Games at the terminal on disk: the record, and beside it who sits where. */
#ifndef RZ_CMD_SAVES_H
#define RZ_CMD_SAVES_H

#include "cmd/cmd.h"

/* ---- saves.c ------------------------------------------------------------------------------------
 */

/* Where a game is kept. */
typedef struct cmd_save {
    const cmd_args *args;
    const char *path;   /* where --record or --resume says, or NULL */
    const char *dealer; /* what --dealer must say when the game goes on, or NULL */
    bool resumed;       /* the file was there before, … */
    bool wanted;        /* … and is to be replaced: a person has moved */
    bool written;       /* as it is now, and who sits where beside it */
    const rz_bot_spec *bots;
    int seats;
    bool practice; /* which stays known when the game is over */
} cmd_save;

/* Whether the game can be written there: better known before a game than after it. */
bool cmd_save_check(const cmd_save *save);

/* The record so far. */
bool cmd_save_record(cmd_save *save, const char *record, size_t length);

/* When the game is over or left: says where it is, and how it goes on. A game that is over is kept
 * where the user asked for it; one that is not is always kept. */
bool cmd_save_last(cmd_save *save, const rz_game *game, bool over, const char *record,
                   size_t length);

/* ---- seats.c: who sits where, beside a record (docs/records.md) -------------------------------
 */

/* Writes FILE.seats for the record FILE, of which `record` holds the first line at least. */
bool cmd_write_seats(const cmd_args *args, const char *path, const char *record,
                     const rz_bot_spec bots[], int seats, bool practice);
void cmd_remove_seats(const char *path);

/* Who goes on playing the record of --resume: by FILE.seats, or, without it, by the names that bots
 * are given. */
bool cmd_read_seats(const cmd_args *args, const rz_header *header, const rz_setup *setup,
                    const char *record, bool over, rz_bot_spec bots[RZ_SEATS_MAX]);

/* Whether FILE.seats says of the record of --resume that it is a game for practice. */
bool cmd_is_practice(const cmd_args *args, const rz_setup *setup, const char *record);

/* "human,exec:./mine": as --bots takes it, between quotes where a shell needs them. */
void cmd_format_bots(rz_text *out, const rz_bot_spec bots[], int seats);

#endif
