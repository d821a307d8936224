/* What the files of the module share. */
#ifndef RZ_WASM_H
#define RZ_WASM_H

#include "ai/bot.h"
#include "core/json_write.h"
#include "wasm/exports.h"
#include "words/words.h"

enum { WASM_IN = 1 << 17, WASM_OUT = 1 << 18 };

/* The answer of the call that is on: empty at first. */
rz_text *wasm_out(void);

/* Room for ever, or NULL. */
void *wasm_take_room(size_t size);

/* ---- values.c: values of JSON that several answers have ---------------------------------------
 */
void wasm_put_seat(rz_text *out, const char *key, int seat, bool there); /* or null */
void wasm_put_seats(rz_text *out, const char *key, unsigned set);

/* A chance of `cases` in `all`, from 0 to 1 with four digits. */
void wasm_put_chance(rz_text *out, const char *key, int64_t cases, int64_t all);

/* A line of a record, as a value. */
void wasm_put_event(rz_text *out, const char *key, const rz_game *game, const rz_setup *setup,
                    const rz_event *event);

/* Null, or what is wrong. */
void wasm_put_problem(rz_text *out, const char *key, const rz_voice *voice, const rz_game *game,
                      const rz_problem *problem);

/* ---- The games ------------------------------------------------------------------------------
 * What a game adds: GAME.c. */
enum { WASM_TALLIES = 24 };

typedef struct wasm_seen {
    const rz_voice *voice;
    const rz_view *view;                       /* after the last line that was shown */
    int8_t noted[RZ_SEATS_MAX];                /* by note_event; what it means is the game's */
    int16_t tally[RZ_SEATS_MAX][WASM_TALLIES]; /* likewise: sums of each seat over the game */
} wasm_seen;

typedef struct wasm_game {
    /* Notes of an event what no view remembers; may be NULL. The view is as it was before it. */
    void (*note_event)(wasm_seen *seen, const rz_event *event);
    /* What a position has besides what every position has. */
    void (*position)(const wasm_seen *seen, rz_text *out);
    void (*facts)(const wasm_seen *seen, rz_text *out);
} wasm_game;

#define X(name) extern const wasm_game name##_page; /* where there is one */
RZ_GAMES(X)
#undef X

/* Of a game that has none: plain.c. */
extern const wasm_game rz_plain_page;

/* ---- What the page gives --------------------------------------------------------------------
 */
const char *wasm_translate(const char *english);

#endif
