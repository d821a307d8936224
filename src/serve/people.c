#include "serve/people.h"

#include <stdlib.h>
#include <string.h>

#include "serve/names.h"
#include "store/order.h"

void people_read_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]) {
    if (store_name(s, person, name) != STORE_OK || !name[0])
        default_name(person, name);
}

void people_read_names(store *s, lobby *l) {
    for (int seat = 0; seat < RZ_SEATS_MAX; seat++)
        if (l->seats[seat].person)
            people_read_name(s, l->seats[seat].hash, l->seats[seat].name);
}

bool person_job_submit(session *s, int32_t id, bool writes, const char *name,
                       store_result (*run)(job *j, store *s), void (*done)(job *j)) {
    person_job *p = calloc(1, sizeof *p);
    if (!p) {
        if (id != 0) /* else nobody has asked */
            session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return false;
    }
    p->session = session_retain(s);
    p->id = id;
    p->at = server_now(s->server);
    memcpy(p->person, s->person, STORE_HASH);
    memcpy(p->name, name, strlen(name) + 1);
    p->job = (job){.writes = writes, .run = run, .done = done};
    server_submit(s->server, &p->job);
    return true;
}

void person_job_free(person_job *p) {
    session_release(p->session);
    free(p);
}

store_result people_note_skeleton(store *s, const uint8_t person[STORE_HASH], const char *name) {
    char skeleton[NAME_SKELETON];
    name_skeleton(name, skeleton);
    return store_set_skeleton(s, person, skeleton);
}

store_result people_set_name(store *s, const uint8_t person[STORE_HASH], const char *name,
                             int64_t at) {
    char skeleton[NAME_SKELETON];
    name_skeleton(name, skeleton);
    return store_set_name(s, person, name, skeleton, at);
}

store_result people_is_imitation(store *s, const uint8_t person[STORE_HASH], const char *name,
                                 bool *is) {
    char skeleton[NAME_SKELETON];
    name_skeleton(name, skeleton);
    *is = !name_is_plain(name);
    return *is || !*skeleton ? STORE_OK : store_is_imitation(s, person, name, skeleton, is);
}

/* Of somebody who has only said hello nothing is stored, or any number of keys could fill it. */
store_result people_rename(job *j, store *s) {
    person_job *p = (person_job *)j;
    char before[STORE_NAME];
    store_result result = store_name(s, p->person, before);
    p->unknown = result == STORE_MISSING;
    if ((result != STORE_OK && result != STORE_MISSING) || !strcmp(before, p->name))
        return result;
    store_result looks = people_is_imitation(s, p->person, p->name, &p->misnamed);
    if (looks != STORE_OK || p->misnamed || result == STORE_MISSING)
        return looks;
    return people_set_name(s, p->person, p->name, p->at);
}

store_result people_is_removed(store *s, const session *of, bool *is) {
    store_device row = {.kind = STORE_DEVICE};
    store_result result = store_device_of(s, of->device, &row);
    *is = result == STORE_OK && row.kind == STORE_DEVICE_REMOVED;
    return result == STORE_MISSING ? STORE_OK : result;
}

const char people_gone[] = "This device was removed from its person.";

store_result people_is_gone(store *s, const session *of, bool *is) {
    store_person known;
    store_result result = people_is_removed(s, of, is);
    if (result != STORE_OK || *is)
        return result;
    result = store_person_of(s, of->person, &known);
    *is = result == STORE_MISSING;
    return *is ? STORE_OK : result;
}

/* Another socket of the same person may have stored a newer one. */
static store_result keep_name(job *j, store *s) {
    person_job *p = (person_job *)j;
    char before[STORE_NAME];
    store_result result = store_name(s, p->person, before);
    return result == STORE_MISSING ? people_set_name(s, p->person, p->name, p->at) : result;
}

/* A name that was said while this was on its way has found nobody to rename. */
static void name_kept(job *j) {
    person_job *p = (person_job *)j;
    session *s = p->session;
    if (j->result != STORE_OK) {
        s->unkept = true;
    } else if (s->unkept) {
        s->unkept = !person_job_submit(s, 0, false, s->name, people_rename, name_kept);
    }
    person_job_free(p);
}

void people_keep_name(session *s) {
    if (!s->unkept)
        return;
    s->unkept = !person_job_submit(s, 0, true, s->name, keep_name, name_kept);
}
