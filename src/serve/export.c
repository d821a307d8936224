#include "serve/export.h"

#include <stdio.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/lobby_public.h"
#include "serve/lobby_row.h"
#include "store/notices.h"
#include "store/order.h"
#include "store/waiting.h"

enum { PAGE = 50, ROW_BYTES = 4608 };

typedef struct section {
    club_job *job;
    int n;
} section;

static void put_kind(rz_text *out, const char *kind) {
    rz_put_open(out, NULL, '{');
    rz_put_open(out, kind, '{');
}

static void end_kind(rz_text *out) {
    rz_put_close(out, '}');
    rz_put_close(out, '}');
}

static store_result write_me(club_job *j, store *s) {
    static const char *const shows[] = {"nobody", "tables", "all"};
    store_person p;
    store_result result = store_person_of(s, j->person, &p);
    if (result != STORE_OK)
        return result == STORE_MISSING ? STORE_OK : result;
    put_kind(&j->reply, "me");
    rz_put_hex(&j->reply, "hash", j->person, STORE_HASH);
    rz_put_string(&j->reply, "who", p.mark);
    rz_put_string(&j->reply, "name", p.name);
    rz_put_int(&j->reply, "since", p.since);
    rz_put_string(&j->reply, "shows", shows[p.shows <= STORE_SHOWS_ALL ? p.shows : 0]);
    rz_put_bool(&j->reply, "owner", p.owner);
    rz_put_int(&j->reply, "muted", p.muted);
    rz_put_int(&j->reply, "banned", p.banned);
    end_kind(&j->reply);
    return STORE_OK;
}

static bool write_device(void *context, const store_device *device) {
    static const char *const kinds[] = {"plays", "words", "removed"};
    rz_text *out = &((section *)context)->job->reply;
    put_kind(out, "device");
    rz_put_hex(out, "hash", device->device, STORE_HASH);
    rz_put_string(out, "kind", kinds[device->kind <= STORE_DEVICE_REMOVED ? device->kind : 0]);
    rz_put_string(out, "name", device->name);
    if (device->kind != STORE_DEVICE_REMOVED) {
        rz_put_int(out, "since", device->since);
        rz_put_int(out, "seen", device->seen);
    }
    end_kind(out);
    return true;
}

static bool write_channel(void *context, const store_channel *c) {
    rz_text *out = &((section *)context)->job->reply;
    bool push = c->kind == CHANNEL_PUSH;
    put_kind(out, "told");
    rz_put_string(out, push ? "push" : "mail", c->address);
    if (push)
        rz_put_hex(out, "keys", c->target, sizeof c->target);
    rz_put_string(out, "language", c->language);
    rz_put_bool(out, "each", !c->digest);
    rz_put_bool(out, "confirmed", c->confirmed);
    rz_put_int(out, "since", c->made);
    end_kind(out);
    return true;
}

static bool write_table(void *context, const store_table *row) {
    section *t = context;
    rz_text *out = &t->job->reply;
    lobby l;
    rz_setup setup;
    t->n++;
    if (!lobby_read(row, &l, &setup))
        return true;
    put_kind(out, "table");
    rz_put_string(out, "table", row->id);
    rz_put_int(out, "changed", row->changed);
    rz_put_int(out, "seat", lobby_seat_of(&l, t->job->person));
    lobby_write_brief(out, "lobby", &l, &setup);
    end_kind(out);
    return true;
}

/* At which the maker has muted or removed this person. */
static bool write_marked(void *context, const store_table *row) {
    section *t = context;
    rz_text *out = &t->job->reply;
    lobby l;
    char mark[WHO + 1];
    t->n++;
    if (!lobby_read(row, &l, NULL))
        return true;
    mark_of(t->job->person, mark);
    put_kind(out, "marked");
    rz_put_string(out, "table", row->id);
    rz_put_bool(out, "muted", marks_contain(&l.muted, mark));
    rz_put_bool(out, "removed", marks_contain(&l.removed, mark));
    end_kind(out);
    return true;
}

static bool write_played(void *context, const store_played *played, const store_table *row) {
    section *t = context;
    rz_text *out = &t->job->reply;
    (void)row;
    t->n++;
    put_kind(out, "played");
    rz_put_string(out, "table", played->id);
    rz_put_int(out, "at", played->at);
    rz_put_string(out, "game", played->game);
    rz_put_int(out, "seats", played->players);
    rz_put_bool(out, "won", played->won);
    rz_put_json(out, "scores", played->scores);
    end_kind(out);
    return true;
}

static bool write_said(void *context, const char *id, const store_chat *chat) {
    section *t = context;
    rz_text *out = &t->job->reply;
    char text[2048];
    t->n++;
    snprintf(text, sizeof text, "%.*s", (int)chat->text.length, chat->text.at);
    put_kind(out, "said");
    rz_put_string(out, "table", id);
    rz_put_int(out, "number", chat->number);
    rz_put_int(out, "at", chat->at);
    rz_put_string(out, "text", text);
    end_kind(out);
    return true;
}

/* Whom one has reported is called by the mark; what they said is not of this person. */
static bool write_report(void *context, const store_report *report) {
    section *t = context;
    rz_text *out = &t->job->reply;
    char who[WHO + 1];
    t->n++;
    mark_of(report->person, who);
    put_kind(out, "report");
    rz_put_int(out, "at", report->at);
    rz_put_string(out, "on", who);
    rz_put_string(out, "table", report->id);
    rz_put_int(out, "number", report->number);
    rz_put_string(out, "text", report->text);
    end_kind(out);
    return true;
}

/* What owners did about this person. */
static bool write_act(void *context, const store_act *a) {
    section *t = context;
    rz_text *out = &t->job->reply;
    t->n++;
    put_kind(out, "act");
    rz_put_int(out, "at", a->at);
    rz_put_string(out, "act", a->what);
    rz_put_string(out, "text", a->text);
    end_kind(out);
    return true;
}

static store_result write_waiting(club_job *j, store *s) {
    store_waiter w;
    store_result result = store_waiter_of(s, j->person, &w);
    if (result != STORE_OK)
        return result == STORE_MISSING ? STORE_OK : result;
    rz_put_open(&j->reply, NULL, '{');
    rz_put_open(&j->reply, "waits", '{');
    rz_text_add(&j->reply, w.room); /* with its bracket */
    rz_put_close(&j->reply, '}');
    return STORE_OK;
}

/* Of these there are few. */
static store_result write_first_lines(club_job *j, store *s) {
    section few = {j, 0};
    store_result result = write_me(j, s);
    result = result ? result : store_devices(s, j->person, write_device, &few);
    result = result ? result : store_channels_of(s, j->person, write_channel, &few);
    return result ? result : write_waiting(j, s);
}

enum { TABLES, MARKED, PLAYED, SAID, REPORTS, ACTS, SECTIONS };

/* A page of each section. Names of others are not of this person. */
static store_result write_lines(club_job *j, store *s, int page, bool *more) {
    section t[SECTIONS];
    char mark[WHO + 1];
    int skip = page * PAGE;
    const uint8_t *who = j->person;
    for (int i = 0; i < SECTIONS; i++)
        t[i] = (section){j, 0};
    mark_of(who, mark);
    store_result r = page == 0 ? write_first_lines(j, s) : STORE_OK;
    r = r ? r : store_tables_of(s, who, skip, PAGE, write_table, &t[TABLES]);
    r = r ? r : store_marked(s, mark, skip, PAGE, write_marked, &t[MARKED]);
    r = r ? r : store_results_of(s, who, skip, PAGE, write_played, &t[PLAYED]);
    r = r ? r : store_said_by(s, who, skip, PAGE, write_said, &t[SAID]);
    r = r ? r : store_reports_by(s, who, skip, PAGE, write_report, &t[REPORTS]);
    r = r ? r : store_acts_on(s, mark, skip, PAGE, write_act, &t[ACTS]);
    for (int i = 0; i < SECTIONS; i++)
        *more |= t[i].n == PAGE;
    return r;
}

static store_result export_page(club_job *j, store *s) {
    bool more = false;
    rz_put_open(&j->reply, "lines", '[');
    store_result result = write_lines(j, s, *(const int32_t *)j->arguments, &more);
    rz_put_close(&j->reply, ']');
    rz_put_bool(&j->reply, "more", more);
    return result;
}

void export_start(session *s, int32_t id, const message *m) {
    int32_t page;
    if (!club_job_page(s, id, m, &page) || !club_job_may_list(s, id))
        return;
    club_job *j = club_job_new(s, id, export_page, SECTIONS * PAGE * ROW_BYTES, sizeof page);
    if (!j)
        return;
    *(int32_t *)j->arguments = page;
    club_job_read(j);
}
