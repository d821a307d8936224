/* All about a table beside its record: who sits where, clocks, what was agreed. In the store it is
 * the row of the table (lobby_row.h); clients get a public part of it (lobby_public.h). */
#ifndef SERVE_LOBBY_H
#define SERVE_LOBBY_H

#include "serve/position.h"
#include "store/store.h"

enum {
    WHO = STORE_MARK, /* characters of a public mark */
    LOBBY_LEVEL = 24,
    LOBBY_LISTED = STORE_MARKS / 2,   /* people muted or removed; then the oldest give way */
    LOBBY_BYTES = RZ_LINE_MAX + 16384 /* of its JSON, the setup included */
};

typedef struct lobby_seat {
    bool person;
    uint8_t hash[STORE_HASH];
    uint8_t nonce[RZ_SEED];
    char name[STORE_NAME];   /* from the store, where it lies with the person */
    char level[LOBBY_LEVEL]; /* of a bot, or empty */
    uint64_t home;           /* the process that a socket of theirs is open at, or 0 … */
    int64_t gone;            /* … and since when there is none, or 0 */
    int64_t seen, heard;     /* the lines and messages that were there when they last looked, or -1:
                                that was before it was noted */
} lobby_seat;

typedef struct lobby_marks {
    int n;
    char who[LOBBY_LISTED][WHO + 1];
} lobby_marks;

typedef enum lobby_wish { WISH_PAUSE, WISH_RESUME, WISH_END, WISHES } lobby_wish;

typedef struct lobby {
    uint32_t version;
    store_status status;
    bool open;
    bool help;  /* the master may be asked: an honour rule, for the pages of the players */
    bool quiet; /* only who sits here may chat */
    int64_t changed;
    int maker; /* a seat */
    uint8_t commit[RZ_SEED];
    lobby_seat seats[RZ_SEATS_MAX];
    lobby_marks muted, removed;
    uint8_t asked[WISHES];  /* seats that have said it … */
    int64_t wished[WISHES]; /* … and when the first of them did, or 0 */
    int64_t paused;         /* since when, or 0 */
    int64_t asleep;         /* since when no bot moves, as no person is there; or 0 */
    bool self;      /* it starts by itself, when no seat is free and all people are ready … */
    int64_t starts; /* … or then, or 0 */
    uint8_t ready;  /* seats whose people have said so */
    char next[STORE_TABLE_ID + 1];
    clock_context clock;
} lobby;

/* The public mark of a person, and what somebody without a name is called. */
void mark_of(const uint8_t hash[STORE_HASH], char who[WHO + 1]);
void default_name(const uint8_t hash[STORE_HASH], char name[STORE_NAME]);
bool marks_contain(const lobby_marks *marks, const char *who);

/* Where the list is full, the oldest mark of somebody without a seat gives way: there is always
 * room for one more, however many keys somebody makes. */
void marks_add(lobby_marks *marks, const lobby *l, const char *who);
void marks_remove(lobby_marks *marks, const char *who);
void marks_write(rz_text *out, const char *key, const lobby_marks *marks);

/* The seat of a person, or -1. */
int lobby_seat_of(const lobby *l, const uint8_t hash[STORE_HASH]);
int lobby_seat_of_mark(const lobby *l, const char *who);
bool lobby_is_maker(const lobby *l, const uint8_t hash[STORE_HASH]);

/* Whether a bot plays this seat: for good, or for somebody who is away. */
bool lobby_is_bot(const lobby *l, const position *p, int seat);

/* A bot of that level, or "" for none. */
void lobby_put_bot(lobby *l, int seat, const char level[LOBBY_LEVEL]);

/* Whether a table that starts by itself may do so now. */
bool lobby_may_start(const lobby *l, const rz_setup *setup, int64_t now);

/* Whose person has had themselves forgotten: nobody will come back to it. */
bool lobby_forgotten(const lobby_seat *seat);

/* Since when no person is at the table, in any process; INT64_MAX if somebody is. */
int64_t lobby_unattended_since(const lobby *l);

/* The first person who sits there is the maker, or nobody, and then a table that gathers is given
 * up. */
void lobby_next_maker(lobby *l);

/* Frees the seats of the forgotten where the game has not begun, and finds a maker for theirs. True
 * if anything has changed. */
bool lobby_heal(lobby *l);

#endif
