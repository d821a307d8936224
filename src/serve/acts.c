#include "serve/acts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/lobby_row.h"
#include "serve/names.h"
#include "serve/people.h"
#include "store/notices.h"

enum { PAGE = 50, DAYS_MOST = 3650, USES_MOST = 1000 };

#define DAY_MS  INT64_C(86400000)
#define FOREVER (INT64_MAX / 2)

/* An act on its way. */
typedef struct doing {
    store *store;
    act *act;
    rz_text *reply;
    protocol_error error;
    const char *text;
} doing;

static store_result refuse(doing *d, protocol_error error, const char *text) {
    d->error = error;
    d->text = text;
    return STORE_OK;
}

static int64_t until(const act *a) {
    return a->days ? a->now + a->days * DAY_MS : FOREVER;
}

/* ---- People -----------------------------------------------------------------------------------
 */

static store_result mute(doing *d) {
    return store_set_muted(d->store, d->act->on.person, until(d->act));
}

static store_result unmute(doing *d) {
    return store_set_muted(d->store, d->act->on.person, 0);
}

/* Owners do not shut out each other, nor come in as each other: that is done on the machine. */
static bool is_among_owners(const doing *d) {
    return d->act->on.owner && d->act->by[0];
}

static store_result ban(doing *d) {
    if (is_among_owners(d))
        return refuse(d, ERROR_OWNER, "Owners are shut out on the machine alone.");
    return store_set_banned(d->store, d->act->on.person, until(d->act));
}

static store_result unban(doing *d) {
    return store_set_banned(d->store, d->act->on.person, 0);
}

static store_result make_owner(doing *d) {
    return store_set_owner(d->store, d->act->on.person, true);
}

static store_result make_no_owner(doing *d) {
    return store_set_owner(d->store, d->act->on.person, false);
}

static store_result rename_person(doing *d) {
    act *a = d->act;
    if (!name_normalize(a->name))
        return refuse(d, ERROR_NAME, "A name has from 1 to 40 characters, and all can be seen.");
    return people_set_name(d->store, a->on.person, a->name, a->now);
}

typedef struct devices {
    int n;
    store_device list[64];
} devices;

static bool take_device(void *context, const store_device *device) {
    devices *all = context;
    if (device->kind != STORE_DEVICE_REMOVED)
        all->list[all->n++] = *device;
    return all->n < 64;
}

/* Whoever has the old devices is out, and who has the code is in. */
static store_result reset_person(doing *d) {
    act *a = d->act;
    devices all = {0};
    store_device first = {.since = a->on.since, .seen = a->on.since};
    memcpy(first.device, a->on.person, STORE_HASH);
    memcpy(first.person, a->on.person, STORE_HASH);
    if (is_among_owners(d))
        return refuse(d, ERROR_OWNER, "Owners are reset on the machine alone.");
    store_result result = store_add_device(d->store, &first);
    result = result ? result : store_devices(d->store, a->on.person, take_device, &all);
    for (int i = 0; i < all.n && result == STORE_OK; i++)
        result = store_remove_device(d->store, all.list[i].device, a->on.person);
    result = result ? result : store_drop_channels(d->store, a->on.person);
    rz_put_string(d->reply, "code", a->code);
    rz_put_int(d->reply, "until", a->now + DAY_MS);
    return result ? result
                  : store_add_link(d->store, a->hash, STORE_LINK_DEVICE, a->on.person, 1,
                                   a->now + DAY_MS);
}

/* Rows of a list, of which one more than a page is asked for. */
typedef struct rows {
    rz_text *out;
    int seen;
} rows;

static bool is_beyond(rows *r) {
    return r->seen++ == PAGE;
}

static void end_rows(rows *r) {
    rz_put_close(r->out, ']');
    rz_put_bool(r->out, "more", r->seen > PAGE);
}

static bool write_found(void *context, const store_person *p) {
    rows *r = context;
    rz_text *out = r->out;
    if (is_beyond(r))
        return false;
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "who", p->mark);
    rz_put_string(out, "name", p->name);
    rz_put_int(out, "since", p->since);
    rz_put_int(out, "muted", p->muted);
    rz_put_int(out, "banned", p->banned);
    rz_put_bool(out, "owner", p->owner);
    rz_put_close(out, '}');
    return true;
}

static store_result find_one(doing *d, rows *r) {
    store_person one;
    store_result result = store_person_of_mark(d->store, d->act->who, &one);
    if (result == STORE_OK)
        write_found(r, &one);
    return result == STORE_MISSING ? STORE_OK : result;
}

static store_result find_people(doing *d) {
    const act *a = d->act;
    rows r = {d->reply, 0};
    rz_put_open(d->reply, "people", '[');
    store_result result =
        a->who[0] ? find_one(d, &r)
                  : store_find_people(d->store, a->name, a->page * PAGE, PAGE + 1, write_found, &r);
    end_rows(&r);
    return result;
}

static store_result invite(doing *d) {
    act *a = d->act;
    int64_t end = a->now + (a->days ? a->days : 7) * DAY_MS;
    rz_put_string(d->reply, "code", a->code);
    rz_put_int(d->reply, "until", end);
    return store_add_link(d->store, a->hash, STORE_LINK_INVITE, a->person, a->uses ? a->uses : 1,
                          end);
}

/* ---- Tables -----------------------------------------------------------------------------------
 */

typedef struct ending {
    bool found, read;
    lobby lobby;
    rz_setup setup;
} ending;

static bool take_table(void *context, const store_table *row) {
    ending *e = context;
    e->found = true;
    e->read = lobby_read(row, &e->lobby, &e->setup);
    return false;
}

static store_result write_end(doing *d, ending *e) {
    char memory[LOBBY_BYTES];
    rz_text info;
    store_table row;
    lobby *l = &e->lobby;
    if (l->status > STORE_RUNNING)
        return refuse(d, ERROR_OVER, "The game is over.");
    l->status = STORE_ABANDONED;
    l->version++;
    l->changed = d->act->now;
    rz_text_init(&info, memory, sizeof memory);
    lobby_write(l, &e->setup, &info);
    lobby_row(d->act->table, l, (rz_slice){memory, info.length}, INT64_MAX, d->act->shared, &row);
    return store_change(d->store, &row);
}

/* Somebody may change it at the same moment. */
static store_result end_table(doing *d) {
    enum { TRIES = 8 };
    ending *e = malloc(sizeof *e);
    if (!e)
        return refuse(d, ERROR_LIMIT, "There is not enough memory.");
    store_result result = STORE_TAKEN;
    for (int i = 0; i < TRIES && result == STORE_TAKEN; i++) {
        e->found = false;
        result = store_table_of(d->store, d->act->table, take_table, e);
        if (result == STORE_MISSING || (result == STORE_OK && !e->read))
            result = refuse(d, ERROR_TABLE, "There is no such table.");
        else if (result == STORE_OK)
            result = write_end(d, e);
    }
    free(e);
    return result;
}

/* ---- Reports and the log ----------------------------------------------------------------------
 */

typedef struct reports {
    int n, seen;
    store_report list[PAGE];
} reports;

static bool take_report(void *context, const store_report *report) {
    reports *r = context;
    if (r->seen++ == PAGE)
        return false;
    r->list[r->n++] = *report;
    return true;
}

static void write_person(doing *d, const char *key, const uint8_t person[STORE_HASH]) {
    char who[WHO + 1], name[STORE_NAME];
    mark_of(person, who);
    people_read_name(d->store, person, name);
    rz_put_open(d->reply, key, '{');
    rz_put_string(d->reply, "who", who);
    rz_put_string(d->reply, "name", name);
    rz_put_close(d->reply, '}');
}

static void write_report(doing *d, const store_report *r) {
    rz_text *out = d->reply;
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "report", r->report);
    rz_put_int(out, "at", r->at);
    write_person(d, "by", r->reporter);
    write_person(d, "on", r->person);
    rz_put_string(out, "table", r->id);
    rz_put_int(out, "number", r->number);
    rz_put_string(out, "said", r->said);
    rz_put_string(out, "text", r->text);
    rz_put_bool(out, "done", r->done);
    rz_put_close(out, '}');
}

static store_result list_reports(doing *d) {
    reports *r = calloc(1, sizeof *r);
    if (!r)
        return STORE_FULL;
    store_result result =
        store_reports(d->store, d->act->all, d->act->page * PAGE, PAGE + 1, take_report, r);
    rz_put_open(d->reply, "reports", '[');
    for (int i = 0; i < r->n; i++)
        write_report(d, &r->list[i]);
    rz_put_close(d->reply, ']');
    rz_put_bool(d->reply, "more", r->seen > PAGE);
    free(r);
    return result;
}

static store_result end_report(doing *d) {
    store_result result = store_end_report(d->store, d->act->report);
    return result == STORE_MISSING ? refuse(d, ERROR_REQUEST, "There is no such report.") : result;
}

static bool write_act(void *context, const store_act *a) {
    rows *r = context;
    rz_text *out = r->out;
    if (is_beyond(r))
        return false;
    rz_put_open(out, NULL, '{');
    rz_put_int(out, "at", a->at);
    rz_put_string(out, "by", a->owner);
    rz_put_string(out, "act", a->what);
    rz_put_string(out, "who", a->mark);
    rz_put_string(out, "table", a->id);
    rz_put_string(out, "text", a->text);
    rz_put_close(out, '}');
    return true;
}

static store_result list_acts(doing *d) {
    rows r = {d->reply, 0};
    rz_put_open(d->reply, "acts", '[');
    store_result result = store_acts(d->store, d->act->page * PAGE, PAGE + 1, write_act, &r);
    end_rows(&r);
    return result;
}

/* ---- The table of acts ------------------------------------------------------------------------
 */

typedef enum subject { ABOUT_NOTHING, ABOUT_PERSON, ABOUT_TABLE } subject;

/* What is about a person or a table is written into the log. */
static const struct {
    const char *name;
    store_result (*run)(doing *d);
    subject about;
    bool writes, of_machine; /* who is on the machine alone may do it */
} acts[] = {
    {"acts", list_acts, ABOUT_NOTHING, false, false},
    {"ban", ban, ABOUT_PERSON, true, false},
    {"done", end_report, ABOUT_NOTHING, true, false},
    {"end", end_table, ABOUT_TABLE, true, false},
    {"find", find_people, ABOUT_NOTHING, false, false},
    {"invite", invite, ABOUT_NOTHING, true, false},
    {"mute", mute, ABOUT_PERSON, true, false},
    {"no-owner", make_no_owner, ABOUT_PERSON, true, true},
    {"owner", make_owner, ABOUT_PERSON, true, true},
    {"rename", rename_person, ABOUT_PERSON, true, false},
    {"reports", list_reports, ABOUT_NOTHING, false, false},
    {"reset", reset_person, ABOUT_PERSON, true, false},
    {"unban", unban, ABOUT_PERSON, true, false},
    {"unmute", unmute, ABOUT_PERSON, true, false},
};

enum { ACTS = sizeof acts / sizeof *acts };

static int index_of(const char *name) {
    int i = 0;
    while (i < ACTS && strcmp(acts[i].name, name) != 0)
        i++;
    return i;
}

bool act_find(const char *name, bool *writes, bool *of_table) {
    int i = index_of(name);
    *writes = i < ACTS && acts[i].writes;
    *of_table = i < ACTS && acts[i].about == ABOUT_TABLE;
    return i < ACTS;
}

/* Why; of a new name the old one, too, which is nowhere else. A reason has 400 characters at most.
 */
static void write_why(const act *a, const char *name, char text[STORE_TEXT]) {
    if (!strcmp(name, "rename"))
        snprintf(text, STORE_TEXT, "%s → %s%s%.1600s", a->on.name, a->name, *a->text ? ": " : "",
                 a->text);
    else
        memcpy(text, a->text, STORE_TEXT);
}

static store_result note_act(doing *d, const char *name) {
    const act *a = d->act;
    store_act row = {.at = a->now};
    memcpy(row.owner, a->by, sizeof row.owner);
    memcpy(row.what, name, strlen(name) + 1);
    memcpy(row.mark, a->on.mark, sizeof row.mark);
    memcpy(row.id, a->table, sizeof row.id);
    write_why(a, name, row.text);
    store_result result = store_add_act(d->store, &row);
    return result || !a->on.mark[0] ? result : store_note_person(d->store, a->on.mark);
}

/* Numbers out of bounds, or nobody of that mark. */
static store_result check(doing *d, int i) {
    act *a = d->act;
    if (acts[i].of_machine && a->by[0])
        return refuse(d, ERROR_OWNER, "Owners are made on the machine alone.");
    if (a->days < 0 || a->days > DAYS_MOST || a->uses < 0 || a->uses > USES_MOST)
        return refuse(d, ERROR_REQUEST, "Days are from 0 to 3650, and uses from 1 to 1000.");
    if (acts[i].about != ABOUT_PERSON)
        return STORE_OK;
    store_result result = store_person_of_mark(d->store, a->who, &a->on);
    return result == STORE_MISSING
               ? refuse(d, ERROR_PERSON, "Nobody here has that mark (12 hex digits).")
               : result;
}

bool act_run(store *s, const char *name, act *a, rz_text *reply, protocol_error *error,
             const char **text, store_result *result) {
    doing d = {.store = s, .act = a, .reply = reply};
    int i = index_of(name);
    *result = i < ACTS ? check(&d, i) : refuse(&d, ERROR_REQUEST, "There is no such act.");
    if (*result == STORE_OK && d.error == ERROR_NONE)
        *result = acts[i].run(&d);
    if (*result == STORE_OK && d.error == ERROR_NONE && acts[i].writes)
        *result = note_act(&d, name);
    *error = d.error;
    *text = d.text;
    return *result == STORE_OK && d.error == ERROR_NONE;
}
