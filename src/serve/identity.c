#include "serve/identity.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "serve/play.h"
#include "serve/reading.h"
#include "serve/seats.h"

enum { KEY = 16 };

/* A person looked up, renamed or forgotten. */
typedef struct person_job {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH];
    char name[STORE_NAME];
    bool unknown; /* nothing is stored of them */
    int64_t at;
} person_job;

static void give(session *c, int32_t id, bool writes, const char *name,
                 store_result (*run)(job *j, store *s), void (*done)(job *j)) {
    person_job *p = calloc(1, sizeof *p);
    if (!p) {
        session_error(c, id, "limit", NULL, "The server is out of memory.");
        return;
    }
    p->session = session_retain(c);
    p->id = id;
    p->at = server_now();
    memcpy(p->person, c->person, STORE_HASH);
    memcpy(p->name, name, strlen(name) + 1);
    p->job = (job){.writes = writes, .run = run, .done = done};
    store_thread_add(c->server->store_thread, &p->job);
}

static void end(person_job *p) {
    session_release(p->session);
    free(p);
}

static bool store_failed(person_job *p) {
    if (p->job.result == STORE_OK || p->job.result == STORE_MISSING)
        return false;
    server_store_problem(p->session->server, p->job.result);
    session_error(p->session, p->id, "store", NULL, "The store can not be used now.");
    return true;
}

/* ---- hello ----------------------------------------------------------------------------------- */

static store_result look_up(job *j, store *s) {
    person_job *p = (person_job *)j;
    reading_name(s, p->person, p->name);
    return STORE_OK;
}

/* Of somebody who has only said hello nothing is stored, or any number of keys could fill it. */
static store_result rename_person(job *j, store *s) {
    person_job *p = (person_job *)j;
    char before[STORE_NAME];
    store_result result = store_name(s, p->person, before);
    p->unknown = result == STORE_MISSING;
    if (result != STORE_OK || !strcmp(before, p->name))
        return result;
    return store_set_name(s, p->person, p->name, p->at);
}

static void greet(job *j) {
    person_job *p = (person_job *)j;
    session *c = p->session;
    char memory[1024];
    rz_text fields;
    c->greeting = false;
    if (!store_failed(p)) {
        memcpy(c->name, p->name, STORE_NAME);
        c->unkept = p->unknown;
        c->known = true;
        rz_text_init(&fields, memory, sizeof memory);
        rz_text_add(&fields, ",\"who\":");
        rz_text_quoted(&fields, c->who);
        rz_text_add(&fields, ",\"name\":");
        rz_text_quoted(&fields, c->name);
        rz_text_add(&fields, ",\"server\":\"" RZ_VERSION "\",\"now\":");
        rz_text_int(&fields, server_now());
        rz_text_add(&fields, ",\"levels\":");
        seats_levels(&fields);
        session_ok(c, p->id, memory);
    }
    end(p);
}

/* The key itself is forgotten as soon as it is hashed. */
static bool take_key(session *c, const message *m) {
    uint8_t key[KEY];
    rz_sha256 hash;
    if (!message_hex(m, FIELD_KEY, key, KEY))
        return false;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, key, KEY);
    rz_sha256_end(&hash, c->person);
    sodium_memzero(key, sizeof key);
    sodium_memzero(&hash, sizeof hash);
    mark_of(c->person, c->who);
    return true;
}

/* Whether there is room for one socket more of this key. */
static bool count_socket(session *c) {
    server *sv = c->server;
    account *a = limits_account(sv->limits.keys, c->person, server_now());
    if (!a || a->sockets >= sv->options->sockets_per_key)
        return false;
    c->key = a;
    a->sockets++;
    return true;
}

void identity_hello(session *c, int32_t id, const message *m) {
    int32_t protocol;
    char name[STORE_NAME] = "";
    if (c->known || c->greeting) {
        session_error(c, id, "request", NULL, "hello was said already.");
    } else if (!message_int(m, FIELD_PROTOCOL, 0, INT32_MAX, &protocol) || protocol != 1) {
        session_error(c, id, "protocol", NULL, "This server speaks version 1 of the protocol.");
    } else if (!message_none(m, FIELD_NAME) && (!message_string(m, FIELD_NAME, name, sizeof name) ||
                                                !rz_name_ok(rz_slice_of(name)))) {
        session_error(c, id, "name", NULL, "A name has from 1 to 40 characters.");
    } else if (!take_key(c, m)) {
        session_error(c, id, "key", NULL, "A key is 32 hex digits.");
    } else if (!count_socket(c)) {
        c->server->metrics.limited++;
        session_error(c, id, "limit", NULL, "Too many sockets are open with this key.");
    } else {
        c->greeting = true;
        give(c, id, false, name, name[0] ? rename_person : look_up, greet);
    }
}

/* ---- name ------------------------------------------------------------------------------------ */

/* Tables in memory know the new name at once, others when they are opened. */
static void tell_name(session *c) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (table *t = c->server->tables[i]; t; t = t->next) {
            int seat = t->known ? lobby_seat_of(&t->lobby, c->person) : -1;
            if (seat >= 0) {
                memcpy(t->lobby.seats[seat].name, c->name, STORE_NAME);
                table_push_soon(t);
            }
        }
}

static void renamed(job *j) {
    person_job *p = (person_job *)j;
    if (!store_failed(p)) {
        memcpy(p->session->name, p->name, STORE_NAME);
        p->session->unkept = p->unknown;
        tell_name(p->session);
        session_ok(p->session, p->id, "");
    }
    end(p);
}

void identity_name(session *c, int32_t id, const message *m) {
    char name[STORE_NAME];
    if (!message_string(m, FIELD_NAME, name, sizeof name) || !rz_name_ok(rz_slice_of(name)))
        session_error(c, id, "name", NULL, "A name has from 1 to 40 characters.");
    else
        give(c, id, false, name, rename_person, renamed);
}

/* Another socket of the same person may have stored a newer one. */
static store_result keep(job *j, store *s) {
    person_job *p = (person_job *)j;
    char before[STORE_NAME];
    store_result result = store_name(s, p->person, before);
    return result == STORE_MISSING ? store_set_name(s, p->person, p->name, p->at) : result;
}

/* A name that was said while this was on its way has found nobody to rename. */
static void kept(job *j) {
    person_job *p = (person_job *)j;
    session *c = p->session;
    if (j->result != STORE_OK) {
        c->unkept = true;
    } else if (c->unkept) {
        c->unkept = false;
        give(c, 0, false, c->name, rename_person, kept);
    }
    end(p);
}

void identity_keep(session *c) {
    if (!c->unkept)
        return;
    c->unkept = false;
    give(c, 0, true, c->name, keep, kept);
}

/* ---- forget ---------------------------------------------------------------------------------- */

static store_result forget(job *j, store *s) {
    const person_job *p = (const person_job *)j;
    char mark[WHO + 1];
    mark_of(p->person, mark);
    return store_forget(s, p->person, mark);
}

/* Tables at which the person sat are read again; a seat that nobody holds any longer is played by a
 * bot when its time is up. */
static void forgotten(job *j) {
    person_job *p = (person_job *)j;
    server *sv = p->session->server;
    if (!store_failed(p)) {
        session_ok(p->session, p->id, "");
        for (int i = 0; i < TABLE_BUCKETS; i++)
            for (table *t = sv->tables[i]; t; t = t->next)
                if (t->known && (lobby_seat_of(&t->lobby, p->person) >= 0 ||
                                 marks_contain(&t->lobby.muted, p->session->who) ||
                                 marks_contain(&t->lobby.removed, p->session->who)))
                    table_changed_elsewhere(sv, t->id);
        for (session *c = sv->sessions; c; c = c->next)
            if (c->known && !memcmp(c->person, p->person, STORE_HASH))
                session_bye(c, "forgotten", LWS_CLOSE_STATUS_NORMAL);
    }
    end(p);
}

void identity_forget(session *c, int32_t id, const message *m) {
    (void)m;
    give(c, id, false, "", forget, forgotten); /* after all else of the same batch */
}
