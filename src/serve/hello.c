#include "serve/hello.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/code.h"
#include "serve/follow.h"
#include "serve/house.h"
#include "serve/identity.h"
#include "serve/levels.h"
#include "serve/names.h"
#include "serve/people.h"
#include "store/club.h"

enum { DEVICES = 20 /* of one person */ };

#define DAY_MS INT64_C(86400000)

typedef enum join_kind { JOINS_NOBODY, JOINS_BY_CODE, JOINS_BY_KEY } join_kind;

typedef struct greeting {
    job job;
    session *session;
    int32_t id;
    int64_t now;
    uint8_t device[STORE_HASH], person[STORE_HASH];
    char said[STORE_NAME]; /* or "" */
    char device_name[STORE_DEVICE_NAME];
    bool may_rename;
    join_kind join;
    uint8_t joins[STORE_HASH]; /* hash of the code or of the key */
    bool invited;
    uint8_t invite[STORE_HASH];
    bool batch;           /* between begin and commit */
    protocol_error error; /* found in the store … */
    const char *text;     /* … and said so */
    bool unknown;         /* nothing is stored of them */
    bool names_device;    /* the device has another name than the store knows */
    store_person known;
    char name[STORE_NAME];
    bool misnamed; /* the name they said is not theirs to have */
} greeting;

/* ---- In the store -----------------------------------------------------------------------------
 */

static store_result refuse(greeting *g, protocol_error error, const char *text) {
    g->error = error;
    g->text = text;
    return STORE_OK;
}

/* Whose a key is: without a row it is its own person's. */
static store_result find_person(store *s, const uint8_t device[STORE_HASH], store_device *row) {
    store_result result = store_device_of(s, device, row);
    if (result != STORE_MISSING)
        return result;
    *row = (store_device){0};
    memcpy(row->device, device, STORE_HASH);
    memcpy(row->person, device, STORE_HASH);
    return STORE_MISSING;
}

static bool count_device(void *context, const store_device *device) {
    *(int *)context += device->kind == STORE_DEVICE;
    return true;
}

/* A key that was written down, or that of another device, of a person who is there. */
static store_result find_by_key(greeting *g, store *s) {
    store_device row;
    store_person known;
    store_result result = find_person(s, g->joins, &row);
    if (result == STORE_OK && row.kind == STORE_DEVICE_REMOVED)
        return STORE_MISSING;
    if (result != STORE_OK && result != STORE_MISSING)
        return result;
    memcpy(g->person, row.person, STORE_HASH);
    return store_person_of(s, g->person, &known);
}

static store_result add_devices(greeting *g, store *s) {
    store_person known = {.since = g->now};
    store_device device = {.since = g->now, .seen = g->now / DAY_MS * DAY_MS}, first = device;
    store_result result = store_person_of(s, g->person, &known);
    first.since = known.since;
    memcpy(first.device, g->person, STORE_HASH);
    memcpy(first.person, g->person, STORE_HASH);
    memcpy(device.device, g->device, STORE_HASH);
    memcpy(device.person, g->person, STORE_HASH);
    memcpy(device.name, g->device_name, sizeof device.name);
    result = result && result != STORE_MISSING ? result : store_add_device(s, &first);
    return result ? result : store_add_device(s, &device);
}

static store_result join(greeting *g, store *s) {
    int devices = 0;
    store_result result = g->join == JOINS_BY_CODE
                              ? store_use_link(s, g->joins, STORE_LINK_DEVICE, g->now, g->person)
                              : find_by_key(g, s);
    if (result == STORE_MISSING)
        return refuse(g, ERROR_CODE, "The code was used, is too old, or never was one.");
    result = result ? result : store_devices(s, g->person, count_device, &devices);
    if (result == STORE_OK && devices >= DEVICES)
        return refuse(g, ERROR_LIMIT, "You have too many devices already; remove one first.");
    return result ? result : add_devices(g, s);
}

/* All that a step writes, or nothing of it. */
static store_result at_once(greeting *g, store *s, store_result (*step)(greeting *g, store *s)) {
    if (g->batch) /* it is a part of one that is done at once */
        return step(g, s);
    store_result result = store_begin(s);
    g->batch = true;
    result = result ? result : store_lock_people(s);
    result = result ? result : step(g, s);
    g->batch = false;
    if (result == STORE_OK && g->error == ERROR_NONE)
        return store_commit(s);
    store_rollback(s);
    return result;
}

/* Words bring a device in, and are none: nobody would see it in the list, or could remove it. */
static store_result refuse_device(greeting *g, store_device_kind kind) {
    if (kind == STORE_DEVICE_REMOVED)
        return refuse(g, ERROR_DEVICE, "This device was removed from its person.");
    return refuse(g, ERROR_KEY,
                  g->join == JOINS_NOBODY
                      ? "This key is that of twelve words; join by it, with a new one."
                      : "This key belongs to somebody already; join with a new one.");
}

/* When it was last used, to a day, and whether it is called otherwise now. */
static store_result note_device(greeting *g, store *s) {
    store_device row;
    int64_t today = g->now / DAY_MS * DAY_MS;
    store_result result = find_person(s, g->device, &row);
    g->names_device = g->device_name[0] && strcmp(g->device_name, row.name) != 0;
    if (result == STORE_OK && row.seen < today)
        return store_see_device(s, g->device, row.name, today);
    return result == STORE_MISSING ? STORE_OK : result;
}

/* Who comes again and again with another name keeps the one that is stored; so does who would be
 * taken for somebody else. */
static store_result rename_known(greeting *g, store *s) {
    if (!g->said[0] || !g->may_rename || !strcmp(g->said, g->known.name))
        return g->known.has_skeleton ? STORE_OK : people_note_skeleton(s, g->person, g->name);
    store_result result = people_is_imitation(s, g->person, g->said, &g->misnamed);
    if (result != STORE_OK || g->misnamed)
        return result;
    memcpy(g->name, g->said, STORE_NAME);
    return people_set_name(s, g->person, g->said, g->now);
}

/* Of somebody who has only said hello nothing is stored, or any number of keys could fill it. */
static store_result greet_unknown(greeting *g, store *s) {
    g->unknown = true;
    store_result result =
        g->said[0] ? people_is_imitation(s, g->person, g->said, &g->misnamed) : STORE_OK;
    if (g->said[0] && !g->misnamed)
        memcpy(g->name, g->said, STORE_NAME);
    else
        default_name(g->person, g->name);
    return result;
}

/* An invitation is used up together with what it brings. */
static store_result take_in(greeting *g, store *s) {
    uint8_t owner[STORE_HASH];
    char name[STORE_NAME];
    store_result result = store_use_link(s, g->invite, STORE_LINK_INVITE, g->now, owner);
    if (result == STORE_MISSING)
        return refuse(g, ERROR_CODE, "The invitation was used, is too old, or never was one.");
    default_name(g->person, name);
    result = result ? result : people_set_name(s, g->person, name, g->now);
    return result ? result : store_person_of(s, g->person, &g->known);
}

/* Somebody new in a club that is not open. STORE_MISSING: it is, and nothing is stored yet. */
static store_result admit(greeting *g, store *s) {
    const serve_options *options = g->session->server->options;
    if (house_is_open(options))
        return STORE_MISSING;
    if (!house_invites(options) || !g->invited)
        return refuse(g, ERROR_CLUB, "One comes into this club by invitation, or not at all.");
    return at_once(g, s, take_in);
}

/* As whoever they have turned out to be. */
static store_result greet_person(greeting *g, store *s) {
    store_result result = store_person_of(s, g->person, &g->known);
    if (result == STORE_MISSING)
        result = admit(g, s);
    if (result == STORE_MISSING)
        return greet_unknown(g, s);
    if (result != STORE_OK || g->error != ERROR_NONE)
        return result;
    if (g->known.banned > g->now)
        return refuse(g, ERROR_BANNED, "An owner of this club has shut you out.");
    memcpy(g->name, g->known.name, STORE_NAME);
    result = rename_known(g, s);
    return result ? result : note_device(g, s);
}

/* A code is used up by who gets in with it, and by nobody else. */
static store_result join_and_greet(greeting *g, store *s) {
    store_result result = join(g, s);
    return result != STORE_OK || g->error != ERROR_NONE ? result : greet_person(g, s);
}

/* Only a key that belongs to nobody may join somebody. */
static store_result find_and_greet(greeting *g, store *s) {
    store_person other;
    store_device row;
    store_result result = find_person(s, g->device, &row);
    if (result == STORE_OK && (row.kind != STORE_DEVICE || g->join != JOINS_NOBODY))
        return refuse_device(g, row.kind);
    if (result != STORE_OK && result != STORE_MISSING)
        return result;
    memcpy(g->person, row.person, STORE_HASH);
    if (g->join == JOINS_NOBODY)
        return greet_person(g, s);
    result = store_person_of(s, g->person, &other);
    if (result == STORE_OK)
        return refuse(g, ERROR_KEY, "This key belongs to somebody already; join with a new one.");
    return result == STORE_MISSING ? at_once(g, s, join_and_greet) : result;
}

static store_result look_up(job *j, store *s) {
    return find_and_greet((greeting *)j, s);
}

/* ---- On the loop ------------------------------------------------------------------------------
 */

static void send_greeting(session *s, int32_t id, bool misnamed) {
    char memory[4096], device[WHO + 1];
    rz_text reply;
    mark_of(s->device, device);
    reply_open(&reply, memory, sizeof memory, id);
    rz_put_string(&reply, "who", s->who);
    rz_put_string(&reply, "name", s->name);
    if (misnamed)
        rz_put_bool(&reply, "named", false);
    rz_put_string(&reply, "server", RZ_VERSION);
    rz_put_int(&reply, "now", server_now(s->server));
    rz_put_string(&reply, "device", device);
    if (s->owner)
        rz_put_bool(&reply, "owner", true);
    levels_write(&reply);
    house_write(s->server->options, &reply);
    session_reply(s, &reply);
}

/* Who tries keys, or fills the log, is shown the door. */
static void refuse_hello(session *s, int32_t id, protocol_error error, const char *text) {
    enum { A_MINUTE = 60 };
    session_error(s, id, error, NULL, text);
    if (!s->link || s->local ||
        account_take(s->address, &s->address->hellos, 1, A_MINUTE / 60.0, A_MINUTE,
                     server_now(s->server)))
        return;
    server_note_limit(s->server, LIMIT_HELLOS, s->address);
    s->server->metrics.closed_flood++;
    session_bye(s, "flood", CLOSE_POLICY_VIOLATION);
}

/* What a device is called, in the next batch of writes. */
typedef struct naming {
    job job;
    store_device device;
} naming;

static store_result name_device(job *j, store *s) {
    const store_device *d = &((naming *)j)->device;
    store_person known;
    store_result result = store_person_of(s, d->person, &known);
    result = result ? result : store_add_device(s, d);
    return result ? result : store_see_device(s, d->device, d->name, d->seen);
}

static void device_named(job *j) {
    free(j);
}

/* As names of people, not too often: each is written. Who asks for more keeps the one of before. */
static void submit_naming(session *s, const greeting *g) {
    naming *n = identity_may_rename(s) ? calloc(1, sizeof *n) : NULL;
    if (!n)
        return;
    n->device = (store_device){.since = g->known.since, .seen = g->now / DAY_MS * DAY_MS};
    memcpy(n->device.device, g->device, STORE_HASH);
    memcpy(n->device.person, g->person, STORE_HASH);
    memcpy(n->device.name, g->device_name, sizeof n->device.name);
    n->job = (job){.writes = true, .run = name_device, .done = device_named};
    server_submit(s->server, &n->job);
}

static const char too_many_sockets[] = "Too many sockets are open with this key.";

static void welcome(session *s, const greeting *g) {
    memcpy(s->person, g->person, STORE_HASH);
    memcpy(s->name, g->name, STORE_NAME);
    mark_of(s->person, s->who);
    s->unkept = g->unknown;
    s->owner = g->known.owner;
    s->muted = g->known.muted;
    s->since = g->known.since;
    s->known = true;
    if (g->names_device)
        submit_naming(s, g);
    send_greeting(s, g->id, g->misnamed);
}

static void greet(job *j) {
    greeting *g = (greeting *)j;
    session *s = g->session;
    bool failed = j->result != STORE_OK && j->result != STORE_MISSING;
    s->greeting = false;
    if (failed)
        server_note_store_problem(s->server, &s->server->world->store, j->result);
    if (!s->link)
        session_drop_key(s);
    else if (failed)
        session_error(s, g->id, ERROR_STORE, NULL, "The store can not be used now.");
    else if (g->error != ERROR_NONE)
        refuse_hello(s, g->id, g->error, g->text);
    else if (!session_take_key(s, g->person))
        refuse_hello(s, g->id, ERROR_LIMIT, too_many_sockets);
    else
        welcome(s, g);
    if (!s->known)
        session_drop_key(s);
    session_release(s);
    free(g);
}

static bool take_join(greeting *g, const message *m) {
    char code[CODE + 1];
    if (message_none(m, FIELD_JOIN))
        return true;
    g->join = JOINS_BY_KEY;
    if (code_hash_key(m, FIELD_JOIN, g->joins))
        return true;
    g->join = JOINS_BY_CODE;
    return message_string(m, FIELD_JOIN, code, sizeof code) && code_hash(code, g->joins);
}

static bool take_invite(greeting *g, const message *m) {
    char code[CODE + 1];
    g->invited = !message_none(m, FIELD_INVITE);
    return !g->invited ||
           (message_string(m, FIELD_INVITE, code, sizeof code) && code_hash(code, g->invite));
}

static bool take_name(const message *m, message_field field, char name[STORE_NAME]) {
    return message_none(m, field) ||
           (message_string(m, field, name, STORE_NAME) && name_normalize(name));
}

static void submit_greeting(greeting *g) {
    session *s = g->session;
    memcpy(s->device, g->device, STORE_HASH);
    g->may_rename = g->said[0] && identity_may_rename(s);
    g->job = (job){.run = look_up, .done = greet};
    s->greeting = true;
    session_retain(s);
    server_submit(s->server, &g->job);
}

void hello_start(session *s, int32_t id, const message *m) {
    int32_t protocol;
    greeting *g = calloc(1, sizeof *g);
    if (!g) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return;
    }
    g->session = s;
    g->id = id;
    g->now = server_now(s->server);
    if (s->known || s->greeting) {
        refuse_hello(s, id, ERROR_REQUEST, "hello was said already.");
    } else if (!message_int(m, FIELD_PROTOCOL, 0, INT32_MAX, &protocol) || protocol != 1) {
        refuse_hello(s, id, ERROR_PROTOCOL, "This server speaks version 1 of the protocol.");
    } else if (!take_name(m, FIELD_NAME, g->said)) {
        refuse_hello(s, id, ERROR_NAME, identity_no_name);
    } else if (!take_name(m, FIELD_DEVICE, g->device_name)) {
        refuse_hello(s, id, ERROR_NAME, "A device is called as people are.");
    } else if (!code_hash_key(m, FIELD_KEY, g->device)) {
        refuse_hello(s, id, ERROR_KEY, "A key is 32 hex digits.");
    } else if (!take_join(g, m)) {
        refuse_hello(s, id, ERROR_CODE, "A code has 22 characters, and a key 32 hex digits.");
    } else if (!take_invite(g, m)) {
        refuse_hello(s, id, ERROR_CODE, "An invitation has 22 characters.");
    } else if (!session_take_key(s, g->device)) {
        server_note_limit(s->server, LIMIT_KEY_SOCKETS, s->address);
        refuse_hello(s, id, ERROR_LIMIT, too_many_sockets);
    } else {
        submit_greeting(g);
        return;
    }
    free(g);
}

/* ---- What has changed since --------------------------------------------------------------------
 */

typedef struct recheck {
    job job;
    session *session;
    uint8_t device[STORE_HASH], person[STORE_HASH];
    bool told; /* the news is about this person */
    bool removed, other, gone;
    store_person known;
} recheck;

static store_result look_again(job *j, store *s) {
    recheck *r = (recheck *)j;
    store_device row;
    store_result result = find_person(s, r->device, &row);
    if (result != STORE_OK && result != STORE_MISSING)
        return result;
    r->removed = row.kind == STORE_DEVICE_REMOVED;
    r->other = memcmp(row.person, r->person, STORE_HASH) != 0;
    result = store_person_of(s, r->person, &r->known);
    r->gone = result == STORE_MISSING;
    return r->gone ? STORE_OK : result;
}

/* Another device of theirs has changed it, or an owner: they are called so from now on. */
static void take_name_of_store(session *s, const store_person *known) {
    if (known->name[0] && !s->unkept)
        memcpy(s->name, known->name, STORE_NAME);
}

static void looked_again(job *j) {
    recheck *r = (recheck *)j;
    session *s = r->session;
    if (j->result == STORE_OK && s->link) {
        s->owner = r->known.owner;
        s->muted = r->known.muted;
        if (r->told)
            take_name_of_store(s, &r->known);
        if (r->known.banned > server_now(s->server))
            session_bye(s, "banned", CLOSE_POLICY_VIOLATION);
        else if (r->removed)
            session_bye(s, "device", CLOSE_POLICY_VIOLATION);
        else if (r->other || (r->told && r->gone && !s->unkept))
            session_bye(s, "forgotten", CLOSE_NORMAL);
    }
    session_release(s);
    free(r);
}

static void check_session(session *s, bool told) {
    recheck *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->session = session_retain(s);
    r->told = told;
    memcpy(r->device, s->device, STORE_HASH);
    memcpy(r->person, s->person, STORE_HASH);
    r->job = (job){.run = look_again, .done = looked_again};
    server_read(s->server, 0, &r->job);
}

void hello_check(server *sv, const char *who) {
    for (session *s = sv->sessions; s; s = s->next)
        if (s->known && (!*who || !strcmp(s->who, who))) {
            check_session(s, *who != '\0');
            follows_note_person(sv, s->person);
        }
}
