/* What a store keeps of people beside their seats: what they have played, and who they are. */
#ifndef STORE_CLUB_H
#define STORE_CLUB_H

#include "store/store.h"

/* Until the end of the batch nobody else writes about people. To be called first in a batch that
 * writes more than one row of theirs: two that do so in another order would wait for each other. */
store_result store_lock_people(store *s);

/* ---- What was played ------------------------------------------------------------------------- */

enum { STORE_GAME = 32 }; /* bytes of the name of a game, with the zero */

/* A game that somebody has finished. */
typedef struct store_played {
    uint8_t person[STORE_HASH];
    char id[STORE_TABLE_ID + 1];
    int64_t at;
    char game[STORE_GAME];
    int players;
    bool won;
    rz_slice scores; /* JSON that the server alone understands */
} store_played;

store_result store_add_played(store *s, const store_played *played);

/* Each with its table. */
typedef bool store_each_played(void *context, const store_played *played, const store_table *table);
/* The last first. */
store_result store_played_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_played *each, void *context);

/* Those of tables that were deleted, too: without a table (NULL). */
store_result store_results_of(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                              store_each_played *each, void *context);

/* By game and number of players. */
typedef struct store_tally {
    char game[STORE_GAME];
    int players;
    int64_t games, won, last;
} store_tally;

typedef bool store_each_tally(void *context, const store_tally *tally);
store_result store_tally_of(store *s, const uint8_t person[STORE_HASH], store_each_tally *each,
                            void *context);

/* Tables that were over before this was kept; each is counted once. */
store_result store_uncounted(store *s, int skip, int limit, store_each_table *each, void *context);
store_result store_set_counted(store *s, const char *id);

/* Those that were over before then, the first first. */
store_result store_over_before(store *s, int64_t before, int limit, store_each_table *each,
                               void *context);
/* All that is there of a table that is over. What its people have played stays counted. From now on
 * nobody finds it by its id; lines, of which there may be very many, go by and by: as long as some
 * are left, the table is found again by store_over_before, under another id (STORE_GOING), and is
 * to be deleted once more. */
enum { STORE_GOING = '~', /* the first letter of such ids */ STORE_LINES_AT_ONCE = 500 };
store_result store_delete_table(store *s, const char *id);

/* ---- People ---------------------------------------------------------------------------------- */

typedef enum store_shows { STORE_SHOWS_NOBODY, STORE_SHOWS_TABLES, STORE_SHOWS_ALL } store_shows;

typedef struct store_person {
    uint8_t person[STORE_HASH];
    char name[STORE_NAME];
    char mark[STORE_MARK + 1];
    int64_t since;
    store_shows shows; /* to whom: what they have played */
    bool owner;
    int64_t muted, banned; /* until when, or 0 */
    bool has_skeleton;     /* it is known what the name looks like */
} store_person;

store_result store_person_of(store *s, const uint8_t person[STORE_HASH], store_person *out);
store_result store_person_of_mark(store *s, const char *mark, store_person *out);
typedef bool store_each_person(void *context, const store_person *person);
/* Whose name has that in it. */
store_result store_find_people(store *s, const char *part, int skip, int limit,
                               store_each_person *each, void *context);

/* Whether both have had a seat at one table. */
store_result store_share_table(store *s, const uint8_t one[STORE_HASH],
                               const uint8_t other[STORE_HASH], bool *share);
/* Games that are not over. */
store_result store_count_games(store *s, const uint8_t person[STORE_HASH], int64_t *count);
store_result store_set_shows(store *s, const uint8_t person[STORE_HASH], store_shows shows);

/* Other processes are told that something about this person is another than before. */
store_result store_note_person(store *s, const char *mark);

/* Those of whom an older Razzia has not noted the mark. */
store_result store_fill_marks(store *s);

/* ---- Devices --------------------------------------------------------------------------------- */

typedef enum store_device_kind {
    STORE_DEVICE,       /* something that people play with */
    STORE_DEVICE_WORDS, /* a key that was written down */
    STORE_DEVICE_REMOVED
} store_device_kind;

enum { STORE_DEVICE_NAME = 161 };

/* A key by its hash, and whose it is. A key without a row is its own person's. */
typedef struct store_device {
    uint8_t device[STORE_HASH], person[STORE_HASH];
    store_device_kind kind;
    char name[STORE_DEVICE_NAME];
    int64_t since, seen;
} store_device;

store_result store_device_of(store *s, const uint8_t device[STORE_HASH], store_device *out);
store_result store_add_device(store *s, const store_device *device); /* if it is not there yet */
store_result store_see_device(store *s, const uint8_t device[STORE_HASH], const char *name,
                              int64_t seen);
/* STORE_MISSING if it is none of this person. Of those that were removed the last hundred are kept.
 */
store_result store_remove_device(store *s, const uint8_t device[STORE_HASH],
                                 const uint8_t person[STORE_HASH]);
store_result store_drop_words(store *s, const uint8_t person[STORE_HASH]);

typedef bool store_each_device(void *context, const store_device *device);
/* All, also those that were removed, in the order in which they came. */
store_result store_devices(store *s, const uint8_t person[STORE_HASH], store_each_device *each,
                           void *context);

/* ---- Links ----------------------------------------------------------------------------------- */

typedef enum store_link_kind { STORE_LINK_DEVICE, STORE_LINK_INVITE } store_link_kind;

/* A secret that may be used a few times until a moment, by its hash; `person` has made it. A new
 * one for a device ends that of before. */
store_result store_add_link(store *s, const uint8_t code[STORE_HASH], store_link_kind kind,
                            const uint8_t person[STORE_HASH], int uses, int64_t until);
/* Codes for devices that this person has made are not good any longer. */
store_result store_drop_links(store *s, const uint8_t person[STORE_HASH]);
store_result store_drop_old_links(store *s, int64_t now);
/* Once less from now on. STORE_MISSING: it is not good. */
store_result store_use_link(store *s, const uint8_t code[STORE_HASH], store_link_kind kind,
                            int64_t now, uint8_t person[STORE_HASH]);

/* ---- All about somebody ---------------------------------------------------------------------- */

/* What somebody has said anywhere. */
typedef bool store_each_said(void *context, const char *id, const store_chat *chat);
store_result store_said_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                           store_each_said *each, void *context);

/* Tables that have noted something about somebody (`marks` of store_table). */
store_result store_marked(store *s, const char *mark, int skip, int limit, store_each_table *each,
                          void *context);

#endif
