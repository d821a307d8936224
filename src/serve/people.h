/* People as the store knows them: a hash and a name, which is kept with the first thing that is
 * stored of them. */
#ifndef SERVE_PEOPLE_H
#define SERVE_PEOPLE_H

#include "serve/session.h"

/* What people are called, on the thread of the store. */
void people_read_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]);
void people_read_names(store *s, lobby *l);

/* Something that is done in the store about the person of a session. */
typedef struct person_job {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH];
    char name[STORE_NAME];
    bool unknown;  /* nothing is stored of them */
    bool misnamed; /* the name is not theirs to have */
    bool removed;  /* the device is theirs no longer */
    int64_t at;
} person_job;

/* `done` ends with person_job_free. False without memory: the request `id` is answered with an
 * error. */
bool person_job_submit(session *s, int32_t id, bool writes, const char *name,
                       store_result (*run)(job *j, store *s), void (*done)(job *j));
void person_job_free(person_job *p);

/* A name, and what it looks like. */
store_result people_set_name(store *s, const uint8_t person[STORE_HASH], const char *name,
                             int64_t at);
store_result people_note_skeleton(store *s, const uint8_t person[STORE_HASH], const char *name);

/* Whether somebody else would be taken for the one who has this name. */
store_result people_is_imitation(store *s, const uint8_t person[STORE_HASH], const char *name,
                                 bool *is);

/* Renames somebody of whom something is stored; a `run` of the above. */
store_result people_rename(job *j, store *s);

/* Whether the device of a session was removed, perhaps by another process of which this one has not
 * heard: to be asked where what is done would outlive that. On the thread of the store. */
store_result people_is_removed(store *s, const session *of, bool *is);

/* The same, or the person was forgotten: of whom people_keep_name was called something is stored,
 * or was. */
store_result people_is_gone(store *s, const session *of, bool *is);

extern const char people_gone[]; /* in a sentence */

/* Something is about to be stored of this person: so is the name. */
void people_keep_name(session *s);

#endif
