#include "serve/devices.h"

#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/code.h"
#include "serve/people.h"
#include "store/club.h"
#include "store/notices.h"

enum { SMALL = 512, LARGE = 32768, ROW = 256 /* bytes of the store */ };

/* ---- The list ----------------------------------------------------------------------------------
 */

typedef struct device_list {
    club_job *job;
    uint8_t own[STORE_HASH];
    int n;                     /* those that people play with */
    bool first, words;         /* the person's own first key has a row; there is a key of words */
    const char *wanted;        /* a mark … */
    uint8_t found[STORE_HASH]; /* … and whose it is, if `any` */
    bool any;
} device_list;

static void write_device(device_list *l, const store_device *device) {
    rz_text *out = &l->job->reply;
    char mark[WHO + 1];
    mark_of(device->device, mark);
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "device", mark);
    rz_put_string(out, "name", device->name);
    rz_put_int(out, "since", device->since);
    rz_put_int(out, "seen", device->seen);
    rz_put_bool(out, "this", !memcmp(device->device, l->own, STORE_HASH));
    rz_put_close(out, '}');
}

static bool write_if_plain(void *context, const store_device *device) {
    device_list *l = context;
    if (device->kind == STORE_DEVICE)
        write_device(l, device);
    return true;
}

static bool look_at(void *context, const store_device *device) {
    device_list *l = context;
    char mark[WHO + 1];
    mark_of(device->device, mark);
    l->n += device->kind == STORE_DEVICE;
    l->first |= !memcmp(device->device, l->job->person, STORE_HASH);
    l->words |= device->kind == STORE_DEVICE_WORDS;
    if (l->wanted && device->kind == STORE_DEVICE && !strcmp(mark, l->wanted)) {
        memcpy(l->found, device->device, STORE_HASH);
        l->any = true;
    }
    return true;
}

/* The first device of a person has no row before there is something to say of it. */
static store_device first_device(const club_job *j, store *s) {
    store_device first = {.kind = STORE_DEVICE};
    store_person known;
    memcpy(first.device, j->person, STORE_HASH);
    memcpy(first.person, j->person, STORE_HASH);
    first.since = store_person_of(s, j->person, &known) == STORE_OK ? known.since : j->now;
    first.seen = first.since;
    return first;
}

static store_result list_devices(club_job *j, store *s) {
    device_list l = {.job = j};
    memcpy(l.own, j->arguments, STORE_HASH);
    store_result result = store_devices(s, j->person, look_at, &l);
    store_device first = first_device(j, s);
    rz_put_open(&j->reply, "devices", '[');
    if (!l.first)
        write_device(&l, &first);
    result = result ? result : store_devices(s, j->person, write_if_plain, &l);
    rz_put_close(&j->reply, ']');
    rz_put_bool(&j->reply, "words", l.words);
    return result;
}

void devices_list(session *s, int32_t id, const message *m) {
    (void)m;
    club_job *j =
        club_job_may_list(s, id) ? club_job_new(s, id, list_devices, LARGE, STORE_HASH) : NULL;
    if (!j)
        return;
    memcpy(j->arguments, s->device, STORE_HASH);
    club_job_read(j);
}

/* What a device does about devices must not outlive its removal. */
static store_result run_for_device(club_job *j, store *s,
                                   store_result (*run)(club_job *j, store *s)) {
    bool gone;
    store_result result = people_is_gone(s, j->session, &gone);
    if (result != STORE_OK)
        return result;
    return gone ? club_job_refuse(j, ERROR_DEVICE, people_gone) : run(j, s);
}

/* ---- Links -------------------------------------------------------------------------------------
 */

typedef struct new_link {
    char code[CODE + 1];
    uint8_t hash[STORE_HASH];
} new_link;

static store_result make_link(club_job *j, store *s) {
    enum { TEN_MINUTES_MS = 600000 };
    const new_link *l = j->arguments;
    int64_t until = j->now + TEN_MINUTES_MS;
    rz_put_string(&j->reply, "code", l->code);
    rz_put_int(&j->reply, "until", until);
    return store_add_link(s, l->hash, STORE_LINK_DEVICE, j->person, 1, until);
}

static store_result link_device(club_job *j, store *s) {
    return run_for_device(j, s, make_link);
}

void devices_link(session *s, int32_t id, const message *m) {
    (void)m;
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, link_device, SMALL, sizeof(new_link))
                      : NULL;
    if (!j)
        return;
    new_link *l = j->arguments;
    code_make(s->server, l->code, l->hash);
    people_keep_name(s);
    club_job_write(j);
}

/* ---- Removing ----------------------------------------------------------------------------------
 */

typedef struct removal {
    char mark[WHO + 1];
    uint8_t device[STORE_HASH];
} removal;

static store_result remove_device(club_job *j, store *s) {
    removal *r = j->arguments;
    char who[WHO + 1];
    device_list l = {.job = j, .wanted = r->mark};
    store_device first = first_device(j, s);
    store_result result = store_devices(s, j->person, look_at, &l);
    if (result == STORE_OK && !l.first) {
        look_at(&l, &first);
        result = store_add_device(s, &first);
    }
    if (result != STORE_OK)
        return result;
    if (!l.any)
        return club_job_refuse(j, ERROR_DEVICE, "You have no such device.");
    if (l.n < 2)
        return club_job_refuse(j, ERROR_DEVICE, "The last device can not be removed.");
    memcpy(r->device, l.found, STORE_HASH);
    mark_of(j->person, who);
    result = store_remove_device(s, l.found, j->person);
    result = result ? result : store_drop_links(s, j->person); /* it may have made one … */
    /* … and is one of the browsers that are told; which one, nobody knows. Others come back. */
    result = result ? result : store_drop_pushes(s, j->person);
    return result ? result : store_note_person(s, who);
}

static store_result unlink_device(club_job *j, store *s) {
    return run_for_device(j, s, remove_device);
}

static void close_device(club_job *j) {
    const removal *r = j->arguments;
    for (session *s = j->session->server->sessions; s; s = s->next)
        if (s->known && !memcmp(s->device, r->device, STORE_HASH))
            session_bye(s, "device", CLOSE_POLICY_VIOLATION);
}

void devices_unlink(session *s, int32_t id, const message *m) {
    char mark[WHO + 1];
    if (!message_string(m, FIELD_DEVICE, mark, sizeof mark)) {
        session_error(s, id, ERROR_REQUEST, NULL, "A device is said by its 12 hex digits.");
        return;
    }
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, unlink_device, SMALL, sizeof(removal))
                      : NULL;
    if (!j)
        return;
    memcpy(((removal *)j->arguments)->mark, mark, sizeof mark);
    j->after = close_device;
    people_keep_name(s);
    club_job_write(j);
}

/* ---- Words -------------------------------------------------------------------------------------
 */

typedef struct new_words {
    bool any;
    uint8_t hash[STORE_HASH];
} new_words;

static store_result set_words(club_job *j, store *s) {
    const new_words *w = j->arguments;
    store_device row = {.kind = STORE_DEVICE_WORDS, .since = j->now, .seen = j->now};
    store_person other;
    store_result result = w->any ? store_device_of(s, w->hash, &row) : STORE_MISSING;
    if (result == STORE_MISSING && w->any)
        result = store_person_of(s, w->hash, &other);
    if (result == STORE_OK)
        return club_job_refuse(j, ERROR_KEY, "This key belongs to somebody already.");
    result = result == STORE_MISSING ? store_drop_words(s, j->person) : result;
    memcpy(row.device, w->hash, STORE_HASH);
    memcpy(row.person, j->person, STORE_HASH);
    return result == STORE_OK && w->any ? store_add_device(s, &row) : result;
}

static store_result note_words(club_job *j, store *s) {
    return run_for_device(j, s, set_words);
}

void devices_words(session *s, int32_t id, const message *m) {
    new_words words = {.any = !message_none(m, FIELD_KEY)};
    if (words.any && !code_hash_key(m, FIELD_KEY, words.hash)) {
        session_error(s, id, ERROR_KEY, NULL, "A key is 32 hex digits.");
        return;
    }
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, note_words, SMALL, sizeof words)
                      : NULL;
    if (!j)
        return;
    memcpy(j->arguments, &words, sizeof words);
    people_keep_name(s);
    club_job_write(j);
}
