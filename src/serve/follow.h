/* Who is told when something happens at their games: sessions that show a list of them. What has
 * changed is noted here, by table or by person; games.c reads it and tells them. */
#ifndef SERVE_FOLLOW_H
#define SERVE_FOLLOW_H

#include "serve/table_state.h"

/* A game that is on the list of a session. */
typedef struct followed {
    struct followed *next; /* of those with the same place in the index */
    struct follow *follow;
    bool changed;
    char id[STORE_TABLE_ID + 1];
} followed;

struct follow {
    follow *next, **here;                /* of all */
    follow *next_of_person, **of_person; /* of those with the same place in the index of people */
    session *session;
    int n;
    followed *games;
    bool changed; /* one of them has, or there is a new one */
    bool reading; /* it is being looked at */
    int64_t told; /* when it was last */
};

/* The session follows from now on; NULL without memory. */
follow *follow_start(session *s);
void follow_end(session *s);

/* These games are on the list now. False without memory: it is as before. */
bool follow_set(follow *f, const char (*ids)[STORE_TABLE_ID + 1], int n);

/* One of its games has changed, or all of them may have. */
void follow_note_game(follow *f, const char *id);
void follow_note_all(follow *f);

/* Something has happened at a table; to who watches it, that is told there. */
void follows_note_table(const table *t);
void follows_note_id(server *sv, const char *id); /* … in another process; "": at any */

/* Somebody may have another table than before. */
void follows_note_person(server *sv, const uint8_t person[STORE_HASH]);
void follows_note_people(const table *t);

/* Calls `tell` for all whose games have changed and who were not told something just now; where it
 * answers false they are told later. */
void follows_check(server *sv, int64_t now, bool (*tell)(follow *f));

void follows_free(server *sv);

#endif
