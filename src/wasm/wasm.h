/* What the files of the module share. */
#ifndef RZ_WASM_H
#define RZ_WASM_H

#include "ai/bot.h"
#include "wasm/exports.h"
#include "words/words.h"

enum { WASM_IN = 1 << 17, WASM_OUT = 1 << 18 };

/* The answer of the call that is on: empty at first. */
rz_text *wasm_out(void);

/* Room for ever, or NULL. */
void *wasm_take_room(size_t size);

/* ---- json.c: JSON with its commas. `key` is NULL inside a list -------------------------------
 */
void json_open(rz_text *out, const char *key, char bracket);
void json_close(rz_text *out, char bracket);
void json_int(rz_text *out, const char *key, int number);
void json_bool(rz_text *out, const char *key, bool value);
void json_null(rz_text *out, const char *key);
void json_text(rz_text *out, const char *key, const char *text);
void json_seat(rz_text *out, const char *key, int seat, bool there); /* or null */
void json_seats(rz_text *out, const char *key, unsigned set);

/* A chance of `cases` in `all`, from 0 to 1 with four digits. */
void json_chance(rz_text *out, const char *key, int64_t cases, int64_t all);

/* A line of a record, as a value. */
void json_event(rz_text *out, const char *key, const rz_game *game, const rz_setup *setup,
                const rz_event *event);

/* Null, or what is wrong. */
void json_problem(rz_text *out, const char *key, const rz_voice *voice, const rz_game *game,
                  const rz_problem *problem);

/* ---- The games ------------------------------------------------------------------------------
 * What a game adds: GAME.c. */
typedef struct wasm_seen {
    const rz_voice *voice;
    const rz_view *view;       /* after the last line that was shown */
    int8_t said[RZ_SEATS_MAX]; /* loot: in this auction: 0 nothing, -1 passed, a cheque */
} wasm_seen;

typedef struct wasm_game {
    const rz_game *game;
    /* Notes of an event what no view remembers; may be NULL. */
    void (*hear)(wasm_seen *seen, const rz_event *event);
    /* Moves what is public on by one event, roughly: for looking at a table between a line and
     * those that follow from it by rule, which the rules themselves pass over. */
    void (*step)(const rz_setup *setup, rz_public *pub, const rz_event *event);
    /* What a position has besides what every position has. */
    void (*position)(const wasm_seen *seen, rz_text *out);
    void (*facts)(const wasm_seen *seen, rz_text *out);
} wasm_game;

extern const wasm_game wasm_loot, wasm_bars, wasm_mice;

/* ---- What the page gives --------------------------------------------------------------------
 */
const char *wasm_translate(const char *english);

#endif
