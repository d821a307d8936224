#include "serve/identity.h"

#include <string.h>

#include "serve/names.h"
#include "serve/people.h"
#include "serve/tables.h"
#include "store/club.h"

const char identity_no_name[] = "A name has from 1 to 40 characters, and all of them can be seen.";

/* True if the store has failed; then it is answered. */
static bool has_failed(person_job *p) {
    if (p->job.result == STORE_OK || p->job.result == STORE_MISSING)
        return false;
    server_note_store_problem(p->session->server, &p->session->server->world->store, p->job.result);
    session_error(p->session, p->id, ERROR_STORE, NULL, "The store can not be used now.");
    return true;
}

/* Each change is written for itself, and all tables are looked through for the old name. */
bool identity_may_rename(session *s) {
    enum { OF_KEY = 60, OF_ADDRESS = 120 };
    int64_t now = server_now(s->server);
    return s->local || (s->key && account_take(s->key, &s->key->names, 1, 0.1, OF_KEY, now) &&
                        account_take(s->address, &s->address->names, 1, 1, OF_ADDRESS, now));
}

/* ---- name ------------------------------------------------------------------------------------ */

/* On all devices, and at tables in memory at once; at others when they are opened. */
static void take_name(session *s, const person_job *p) {
    for (session *other = s->server->sessions; other; other = other->next)
        if (other->known && !memcmp(other->person, p->person, STORE_HASH))
            memcpy(other->name, p->name, STORE_NAME);
    s->unkept = p->unknown;
    tables_rename_person(s->server, p->person, p->name);
}

static void renamed(job *j) {
    person_job *p = (person_job *)j;
    session *s = p->session;
    bool failed = has_failed(p);
    if (!failed && p->misnamed) {
        session_error(s, p->id, ERROR_NAME, NULL,
                      "That name could be taken for the one of somebody else.");
    } else if (!failed) {
        take_name(s, p);
        session_ok(s, p->id);
    }
    person_job_free(p);
}

static void refuse_rename(session *s, int32_t id) {
    server_note_limit(s->server, LIMIT_NAMES, s->address);
    session_error(s, id, ERROR_LIMIT, NULL, "The name was changed too often.");
}

void identity_name(session *s, int32_t id, const message *m) {
    char name[STORE_NAME];
    if (!message_string(m, FIELD_NAME, name, sizeof name) || !name_normalize(name)) {
        session_error(s, id, ERROR_NAME, NULL, identity_no_name);
    } else if (!identity_may_rename(s)) {
        refuse_rename(s, id);
    } else {
        person_job_submit(s, id, false, name, people_rename, renamed);
    }
}

/* ---- forget ---------------------------------------------------------------------------------- */

static store_result forget(job *j, store *s) {
    person_job *p = (person_job *)j;
    char mark[WHO + 1];
    mark_of(p->person, mark);
    store_result result = people_is_removed(s, p->session, &p->removed);
    if (result != STORE_OK || p->removed)
        return result;
    result = store_forget(s, p->person, mark);
    return result ? result : store_note_person(s, mark);
}

static void tell_forgotten(const person_job *p) {
    server *sv = p->session->server;
    session_ok(p->session, p->id);
    tables_forget_person(sv, p->person, p->session->who);
    for (session *s = sv->sessions; s; s = s->next)
        if (s->known && !memcmp(s->person, p->person, STORE_HASH))
            session_bye(s, "forgotten", CLOSE_NORMAL);
}

static void forgotten(job *j) {
    person_job *p = (person_job *)j;
    bool failed = has_failed(p);
    if (!failed && p->removed)
        session_error(p->session, p->id, ERROR_DEVICE, NULL, people_gone);
    else if (!failed)
        tell_forgotten(p);
    person_job_free(p);
}

void identity_forget(session *s, int32_t id, const message *m) {
    (void)m;
    if (identity_may_rename(s))
        person_job_submit(s, id, false, "", forget, forgotten); /* after all else of the batch */
    else
        refuse_rename(s, id);
}
