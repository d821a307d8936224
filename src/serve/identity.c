#include "serve/identity.h"

#include <sodium.h>
#include <string.h>

#include "core/json_write.h"
#include "core/sha256.h"
#include "serve/levels.h"
#include "serve/names.h"
#include "serve/people.h"
#include "serve/tables.h"

enum { KEY = 16 };

static const char no_name[] = "A name has from 1 to 40 characters, and all of them can be seen.";

/* True if the store has failed; then it is answered. */
static bool has_failed(person_job *p) {
    if (p->job.result == STORE_OK || p->job.result == STORE_MISSING)
        return false;
    server_note_store_problem(p->session->server, &p->session->server->world->store, p->job.result);
    session_error(p->session, p->id, ERROR_STORE, NULL, "The store can not be used now.");
    return true;
}

/* ---- hello ----------------------------------------------------------------------------------- */

static store_result look_up(job *j, store *s) {
    person_job *p = (person_job *)j;
    people_read_name(s, p->person, p->name);
    return STORE_OK;
}

static void send_greeting(session *s, int32_t id) {
    char memory[1024];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, id);
    rz_put_string(&reply, "who", s->who);
    rz_put_string(&reply, "name", s->name);
    rz_put_string(&reply, "server", RZ_VERSION);
    rz_put_int(&reply, "now", server_now(s->server));
    levels_write(&reply);
    session_reply(s, &reply);
}

static void greet(job *j) {
    person_job *p = (person_job *)j;
    session *s = p->session;
    s->greeting = false;
    if (has_failed(p)) {
        session_drop_key(s);
    } else {
        memcpy(s->name, p->name, STORE_NAME);
        s->unkept = p->unknown;
        s->known = true;
        send_greeting(s, p->id);
    }
    person_job_free(p);
}

/* The key itself is forgotten as soon as it is hashed. */
static bool take_key(session *s, const message *m) {
    uint8_t key[KEY];
    rz_sha256 hash;
    if (!message_hex(m, FIELD_KEY, key, KEY))
        return false;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, key, KEY);
    rz_sha256_end(&hash, s->person);
    sodium_memzero(key, sizeof key);
    sodium_memzero(&hash, sizeof hash);
    mark_of(s->person, s->who);
    return true;
}

/* Whether there is room for one session more of this key. */
static bool count_session(session *s) {
    server *sv = s->server;
    account *a = limits_account(sv->limits.keys, s->person, server_now(sv));
    if (!a || a->sockets >= sv->options->sockets_per_key)
        return false;
    s->key = a;
    a->sockets++;
    return true;
}

/* Who tries keys, or fills the log, is shown the door. */
static void refuse_hello(session *s, int32_t id, protocol_error error, const char *text) {
    enum { A_MINUTE = 60 };
    session_error(s, id, error, NULL, text);
    if (s->local || account_take(s->address, &s->address->hellos, 1, A_MINUTE / 60.0, A_MINUTE,
                                 server_now(s->server)))
        return;
    server_note_limit(s->server, LIMIT_HELLOS, s->address);
    s->server->metrics.closed_flood++;
    session_bye(s, "flood", CLOSE_POLICY_VIOLATION);
}

/* Each change is written for itself, and all tables are looked through for the old name. */
static bool may_rename(session *s) {
    enum { OF_KEY = 60, OF_ADDRESS = 120 };
    int64_t now = server_now(s->server);
    return s->local || (account_take(s->key, &s->key->names, 1, 0.1, OF_KEY, now) &&
                        account_take(s->address, &s->address->names, 1, 1, OF_ADDRESS, now));
}

/* Who comes again and again with another name keeps the one that is stored. */
static store_result (*lookup_of(session *s, const char *name))(job *j, store *store) {
    return !name[0] ? look_up : may_rename(s) ? people_rename : people_recall;
}

void identity_hello(session *s, int32_t id, const message *m) {
    int32_t protocol;
    char name[STORE_NAME] = "";
    if (s->known || s->greeting) {
        refuse_hello(s, id, ERROR_REQUEST, "hello was said already.");
    } else if (!message_int(m, FIELD_PROTOCOL, 0, INT32_MAX, &protocol) || protocol != 1) {
        refuse_hello(s, id, ERROR_PROTOCOL, "This server speaks version 1 of the protocol.");
    } else if (!message_none(m, FIELD_NAME) &&
               (!message_string(m, FIELD_NAME, name, sizeof name) || !name_normalize(name))) {
        refuse_hello(s, id, ERROR_NAME, no_name);
    } else if (!take_key(s, m)) {
        refuse_hello(s, id, ERROR_KEY, "A key is 32 hex digits.");
    } else if (!count_session(s)) {
        server_note_limit(s->server, LIMIT_KEY_SOCKETS, s->address);
        refuse_hello(s, id, ERROR_LIMIT, "Too many sockets are open with this key.");
    } else {
        s->greeting = person_job_submit(s, id, false, name, lookup_of(s, name), greet);
        if (!s->greeting)
            session_drop_key(s);
    }
}

/* ---- name ------------------------------------------------------------------------------------ */

/* Tables in memory know the new name at once, others when they are opened. */
static void renamed(job *j) {
    person_job *p = (person_job *)j;
    session *s = p->session;
    if (!has_failed(p)) {
        memcpy(s->name, p->name, STORE_NAME);
        s->unkept = p->unknown;
        tables_rename_person(s->server, s->person, s->name);
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
        session_error(s, id, ERROR_NAME, NULL, no_name);
    } else if (!may_rename(s)) {
        refuse_rename(s, id);
    } else {
        person_job_submit(s, id, false, name, people_rename, renamed);
    }
}

/* ---- forget ---------------------------------------------------------------------------------- */

static store_result forget(job *j, store *s) {
    const person_job *p = (const person_job *)j;
    char mark[WHO + 1];
    mark_of(p->person, mark);
    return store_forget(s, p->person, mark);
}

static void forgotten(job *j) {
    person_job *p = (person_job *)j;
    server *sv = p->session->server;
    if (!has_failed(p)) {
        session_ok(p->session, p->id);
        tables_forget_person(sv, p->person, p->session->who);
        for (session *s = sv->sessions; s; s = s->next)
            if (s->known && !memcmp(s->person, p->person, STORE_HASH))
                session_bye(s, "forgotten", CLOSE_NORMAL);
    }
    person_job_free(p);
}

void identity_forget(session *s, int32_t id, const message *m) {
    (void)m;
    if (may_rename(s))
        person_job_submit(s, id, false, "", forget, forgotten); /* after all else of the batch */
    else
        refuse_rename(s, id);
}
