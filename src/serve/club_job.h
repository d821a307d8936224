/* Requests about people, devices and the club: each is one visit to the store and one answer. */
#ifndef SERVE_CLUB_JOB_H
#define SERVE_CLUB_JOB_H

#include "serve/message.h"
#include "serve/session.h"

typedef struct club_job club_job;

struct club_job {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH]; /* who asks */
    int64_t now;
    protocol_error error; /* set by `run`: why there is no answer, and nothing was written … */
    const char *text;     /* … in a sentence */
    store_result (*run)(club_job *j, store *s);
    void (*after)(club_job *j); /* on the loop, when it was answered; or NULL */
    rz_text reply;              /* open; `run` puts the fields */
    size_t room;
    char *memory;
    void *arguments; /* what the handler gave */
};

/* With room for an answer of so many bytes and for arguments of the handler, all zero. NULL: it is
 * answered that there is no memory. */
club_job *club_job_new(session *s, int32_t id, store_result (*run)(club_job *j, store *s),
                       size_t room, size_t arguments);

/* Gives it to the store: in the next batch of writes, or, in the line of the address, to be read.
 */
void club_job_write(club_job *j);
void club_job_read(club_job *j);

/* The same as the first, for what is written about waiting rooms: see store_lock_rooms. */
void club_job_write_rooms(club_job *j);

/* … and for what is written about a table. */
void club_job_write_table(club_job *j, const char *id);

/* It is not given to the store after all. */
void club_job_drop(club_job *j);

/* For `run`: this is the answer. */
store_result club_job_refuse(club_job *j, protocol_error error, const char *text);

/* A page of a request, 0 where none is said. False: it is answered. */
bool club_job_page(session *s, int32_t id, const message *m, int32_t *page);

/* Whether this person may once more ask for a list. False: it is answered. */
bool club_job_may_list(session *s, int32_t id);

/* Whether something may be written for this person, which takes so many bytes. False: it is
 * answered. */
bool club_job_may_write(session *s, int32_t id, size_t bytes);

#endif
