/* The contract between the rules of a game and everything that plays it.
 *
 * A game is one constant rz_game: functions over flat values, without memory of their own, without
 * input or output, clock or random numbers. Chance is an actor like any seat: its events are given
 * to the rules from outside, by a dealer (core/dealer.h), a record or a person.
 *
 * One loop drives every game:
 *
 *     while ((actors = game->to_act(setup, rz_state_public(state))) != 0)
 *         if (actors & RZ_CHANCE_BIT)
 *             game->apply(setup, state, RZ_CHANCE, game->draw(setup, state, rng), NULL);
 *         else
 *             ask one of the seats in `actors` for one of game->legal(...), and apply that.
 *
 * Who owns what: everything is the caller's memory. A `const char *` that a game gives out is
 * constant data and lives for ever.
 */
#ifndef RZ_GAME_H
#define RZ_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/api.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/text.h"

RZ_PUBLIC_BEGIN

enum {
    RZ_SEATS_MAX = 8,
    /* Actors and viewers beside the seats 0 to 7. */
    RZ_CHANCE = 8,
    RZ_RULES = 9,
    RZ_SPECTATOR = 10,
    RZ_CHANCE_BIT = 1 << RZ_CHANCE,
    RZ_RULES_BIT = 1 << RZ_RULES,
    /* Bounds for buffers that serve every game. */
    RZ_LEGAL_MAX = 512,
    RZ_OUTCOMES_MAX = 1024,
    RZ_EVENT_SLOTS = 96,
    RZ_EVENTS_MAX = 24,
    RZ_VERBS_MAX = 32,
    RZ_FIELDS_MAX = 5,
};

/* Four kinds of value, told apart by the compiler. Each is a union over the games, completed in
 * games/games.h; here and in the games only pointers to them are seen. A game's own struct is a
 * member of the union, so converting between the two pointers is plain C.
 *
 *   rz_setup   seats, options and their data: immutable, shared by all states of a game
 *   rz_public  what everybody may see
 *   rz_state   public and secret: a whole game
 *   rz_view    public, and what one seat knows besides
 *
 * All are flat: no pointers, no padding, copied by assignment or memcpy, compared by memcmp. */
typedef union rz_setup rz_setup;
typedef union rz_public rz_public;
typedef union rz_state rz_state;
typedef union rz_view rz_view;

/* Every game's setup begins with this. */
typedef struct rz_setup_common {
    uint8_t game;  /* its number: rz_game_of() in games/games.h knows it */
    uint8_t seats; /* how many */
} rz_setup_common;

static inline int rz_seats(const rz_setup *setup) {
    return ((const rz_setup_common *)(const void *)setup)->seats;
}

/* Every game's state and view begin with its public part. */
static inline const rz_public *rz_state_public(const rz_state *state) {
    return (const rz_public *)(const void *)state;
}

static inline const rz_public *rz_view_public(const rz_view *view) {
    return (const rz_public *)(const void *)view;
}

/* An action of a seat, below game->actions, or an outcome of chance, below game->chances. */
typedef uint16_t rz_action;
#define RZ_HIDDEN ((rz_action)0xffff) /* an action whose content the viewer may not see */

/* Who may act now: bit s for seat s, RZ_CHANCE_BIT for chance (alone), 0 when the game is over. Of
 * a view that is moved on by its record also RZ_RULES_BIT (alone): the next line must be one of the
 * rules that reveals what was hidden. */
typedef uint16_t rz_actors;

typedef struct rz_outcome {
    rz_action action;
    uint16_t unused;
    uint32_t weight; /* its chance is weight / sum of all weights */
} rz_outcome;

/* ---- The vocabulary ----------------------------------------------------------------------------
 * A line of a record is an event: who did what, and the verb's fields as numbers. A game describes
 * its verbs in a table; core/event.c turns events into JSON and back, core/shorthand.c reads them
 * as people type them, from that table alone. */

#define RZ_NULL INT16_MIN /* a slot that is null: hidden, or empty by the rules */

typedef struct rz_event {
    uint8_t by;   /* a seat, RZ_CHANCE or RZ_RULES */
    uint8_t verb; /* index in game->verbs, or one of every table (rz_is_table_verb) */
    uint8_t last; /* 1 + the seat that comes last in an object of seats (RZ_COUNTS_OF_SEAT), the
                     others being in order; 0 in events without any */
    uint8_t unused;
    int16_t data[RZ_EVENT_SLOTS];
} rz_event;

/* Verbs of every table, which the rules ignore: a seat leaves and returns (a bot plays on); the
 * seed of a fair game is told after its end, a byte in each of the first 32 slots. */
enum { RZ_SEAL = 253, RZ_LEAVE = 254, RZ_RETURN = 255 };

static inline bool rz_is_table_verb(int verb) {
    return verb >= RZ_SEAL;
}

/* The events that follow by rule from one action, in order. The rules change the state from one
 * event to the next, so there is a moment after the action itself and after each event. Whoever
 * wants to see those gives room for snapshots: number k is what is public when k events have
 * happened and the next has not. (After the last event that is the state itself.) */
typedef struct rz_events {
    int count;
    uint16_t snapshot_size; /* game->public_size */
    rz_public *snapshots;   /* room for RZ_EVENTS_MAX of that size, or NULL; the caller sets it */
    rz_event list[RZ_EVENTS_MAX];
} rz_events;

typedef enum rz_field_kind {
    RZ_INT = 1,        /* a number from min to max: 1 slot */
    RZ_BOOL,           /* true or false: 1 slot */
    RZ_NAME,           /* one of `names`: 1 slot, its index */
    RZ_INT_OR_NAME,    /* a number, or names[0], stored as min - 1: 1 slot */
    RZ_TAGGED,         /* names[0], or {"names[k]":number} as 32·k + number: 1 slot */
    RZ_COUNTS,         /* a list of names or numbers in the table's order: a count for each */
    RZ_SEAT_SET,       /* an ascending list of seats: 8 slots of 0 or 1 */
    RZ_PER_SEAT,       /* a list of numbers, one a seat: 8 slots */
    RZ_LARGE_PER_SEAT, /* the same from 0 to 999,999,999: 8 slots of n % 2^15, then 8 of n / 2^15 */
    RZ_NAME_PER_SEAT,  /* a list of names, one a seat: 8 slots */
    RZ_ROW_PER_SEAT,   /* a list of objects {"names[k]":number,…}, one a seat: 8·count slots */
    RZ_COUNTS_OF_SEAT  /* an object seat → RZ_COUNTS, empty ones left out: 8·count slots */
} rz_field_kind;

typedef struct rz_field {
    const char *name;
    rz_field_kind kind;
    int16_t min, max;
    const char *const *names; /* for kinds that have names; for RZ_COUNTS of numbers NULL … */
    const int16_t *numbers;   /* … and these instead */
    uint8_t count;            /* of names or numbers */
    bool nullable;
    bool has_default; /* left out when 0, and 0 when left out */
} rz_field;

enum { RZ_BY_SEAT = 0 }; /* rz_verb.by: this, RZ_CHANCE or RZ_RULES */

typedef struct rz_verb {
    uint8_t by;
    const char *name;
    const char *rule; /* what a wrong line of this verb breaks */
    rz_field fields[RZ_FIELDS_MAX];
} rz_verb;

/* A number of a RZ_LARGE_PER_SEAT. */
static inline int32_t rz_large(const int16_t *slot, int seat) {
    return slot[seat] + ((int32_t)slot[RZ_SEATS_MAX + seat] << 15);
}

static inline void rz_large_set(int16_t *slot, int seat, int32_t number) {
    slot[seat] = (int16_t)(number & 0x7fff);
    slot[RZ_SEATS_MAX + seat] = (int16_t)(number >> 15);
}

/* True if the RZ_COUNTS in `slot` are not all zero. */
static inline bool rz_counts_any(const rz_field *field, const int16_t *slot) {
    int any = 0;
    for (int i = 0; i < field->count; i++)
        any |= slot[i];
    return any != 0;
}

/* How many slots of rz_event.data a field takes. */
int rz_field_slots(const rz_field *field);

/* Where the field called `name` begins in the data of `verb`, which has it. */
int rz_field_at(const rz_verb *verb, const char *name);

/* The index of the verb called `name`, or -1. */
typedef struct rz_game rz_game;
int rz_verb_find(const rz_game *game, int by, rz_slice name);

/* The next free event of `events`, cleared, by the rules. `pub` is what is public now: what
 * happened before has been done to it, what this event says has not. */
rz_event *rz_events_add(rz_events *events, int verb, const rz_public *pub);

/* ---- Options -----------------------------------------------------------------------------------
 * What a setup may say besides game and seats. Simple ones are rows of a table; one that carries
 * data of its own reads and writes its JSON itself. */

typedef struct rz_json rz_json;

typedef struct rz_option {
    const char *name;
    const char *rule;
    const char *about;        /* for people, translated */
    const char *const *words; /* allowed words, the default first; "false" and "true" are BOOLs */
    uint8_t n_words;
    bool numbers;     /* numbers from min to max are allowed as well (or alone) */
    int32_t min, max; /* max 0: the number of seats less one */
    int32_t fallback; /* the default where it is a number */
    uint16_t offset;  /* of an int32_t in the game's setup: a word's index, or, where words and
                         numbers mix, -1 - index for words */
    rz_error (*read)(rz_setup *setup, rz_json *json); /* instead of all the above … */
    void (*write)(const rz_setup *setup, rz_text *out);
    bool (*is_default)(const rz_setup *setup);
} rz_option;

/* ---- What there is to see ----------------------------------------------------------------------
 * Named numbers of a view, for those who show a table without knowing the game. */

typedef struct rz_sight {
    const char *name; /* for people, translated */
    uint16_t offset;  /* of the first number in the game's view */
    uint8_t size;     /* of a number: 1 is a uint8_t, 2 an int16_t, 4 an int32_t */
    uint8_t count;    /* how many numbers stand in a row */
    bool per_seat;    /* there is a row for each seat, one after another */
    bool own;         /* for the view's seat alone; a spectator has nothing of it */
    bool zero_is_none;
    const char *const *names; /* names[n] stands for the number n, translated; NULL: n itself */
} rz_sight;

/* The number in place `index`, over all rows; false if there is none. */
bool rz_sight_number(const rz_sight *sight, const rz_view *view, int index, int32_t *number);

/* ---- The game ------------------------------------------------------------------------------- */

struct rz_game {
    const char *name;   /* "loot" */
    const char *title;  /* as published: "Razzia!" */
    const char *author; /* of the published game */
    const char *about;  /* one sentence, translated */
    uint8_t number;     /* its place in the list of games */
    uint8_t seats_min, seats_max;
    const char *seats_rule;
    uint16_t actions; /* all actions are below this */
    uint16_t chances; /* all outcomes of chance are below this */
    uint16_t setup_size, public_size, state_size, view_size;

    const rz_verb *verbs;
    int n_verbs;
    const rz_option *options;
    int n_options;
    const rz_reason *reasons; /* of errors from RZ_E_GAME on */
    int n_reasons;
    const rz_sight *sights; /* may be NULL */
    int n_sights;

    /* Completes a setup whose seats and options are given: derives what follows from them. An
     * error says which rule the options break together. */
    rz_error (*complete)(rz_setup *setup);

    /* A new game. `events`, if not NULL, receives what follows by rule from the setup alone. */
    void (*init)(const rz_setup *setup, rz_state *state, rz_events *events);

    rz_actors (*to_act)(const rz_setup *setup, const rz_public *pub);

    /* All legal actions of a seat, ascending; how many. None if the seat may not act now.
     * legal_in is the same for those who hold the whole state (drivers, tests, search). */
    int (*legal)(const rz_setup *setup, const rz_view *view, rz_action out[RZ_LEGAL_MAX]);
    int (*legal_in)(const rz_setup *setup, const rz_state *state, int seat,
                    rz_action out[RZ_LEGAL_MAX]);

    /* RZ_OK if the view's seat may do `action` now, else the rule against it. */
    rz_error (*why_not)(const rz_setup *setup, const rz_view *view, rz_action action);

    /* When chance is to act: the verb of its event; all outcomes with weights, and how many; one
     * outcome drawn with those weights, without listing them. */
    int (*chance_verb)(const rz_setup *setup, const rz_public *pub);
    int (*chance)(const rz_setup *setup, const rz_state *state, rz_outcome out[RZ_OUTCOMES_MAX]);
    rz_action (*draw)(const rz_setup *setup, const rz_state *state, rz_rng *rng);

    /* Does `action` for `actor` (a seat or RZ_CHANCE). `events`, if not NULL, receives what follows
     * by rule. On an error the state is as before, to the byte, and `events` is empty. */
    rz_error (*apply)(const rz_setup *setup, rz_state *state, int actor, rz_action action,
                      rz_events *events);

    /* The only ways from a state, and from a line of its record, to what `seat` (or RZ_SPECTATOR)
     * may see of it. */
    void (*view)(const rz_setup *setup, const rz_state *state, int seat, rz_view *view);
    void (*conceal)(const rz_setup *setup, int seat, rz_event *event);

    /* A view moved on by a line of its seat's record: an action (RZ_HIDDEN where the line hides
     * it), or an event of the rules that reveals something. `events` as in apply: what follows by
     * rule as far as the seat can work it out. Events of the rules that were given out so before
     * are not to be passed in again. */
    rz_error (*observe)(const rz_setup *setup, rz_view *view, const rz_event *event,
                        rz_events *events);

    /* A whole state, drawn from those the view's seat can not tell apart, each as likely as it is
     * by the rules of chance alone. */
    void (*sample)(const rz_setup *setup, const rz_view *view, rz_rng *rng, rz_state *state);

    /* The score of every seat now, and at the end the set of winners. */
    void (*scores)(const rz_setup *setup, const rz_public *pub, int32_t out[RZ_SEATS_MAX]);
    rz_actors (*winners)(const rz_setup *setup, const rz_public *pub);

    /* Between actions and the vocabulary. `pub` is what it was before the action: a line says in
     * words what an action says by its place. understand finds the action of an event by a seat or
     * by chance, without asking whether it is legal; its errors mean that there is none. */
    void (*describe)(const rz_setup *setup, const rz_public *pub, int actor, rz_action action,
                     rz_event *event);
    rz_error (*understand)(const rz_setup *setup, const rz_public *pub, const rz_event *event,
                           rz_action *action);
};

/* A line as `viewer` (a seat or RZ_SPECTATOR) may see it, those of every table included. True if
 * that is less than there was. */
bool rz_conceal(const rz_game *game, const rz_setup *setup, int viewer, rz_event *event);

/* Name, rule and sentence of an error of this game (which may be NULL for core errors). */
const rz_reason *rz_reason_of(const rz_game *game, rz_error error);

/* What is wrong, for people, in English: the sentence with its detail filled in, and the rule. */
void rz_write_problem(const rz_game *game, const rz_problem *problem, rz_text *out);

/* The legal actions of a view as bits: bit a%64 of word a/64. */
enum { RZ_MASK_WORDS = 8 };
void rz_mask(const rz_game *game, const rz_setup *setup, const rz_view *view,
             uint64_t out[RZ_MASK_WORDS]);

RZ_PUBLIC_END

#endif
