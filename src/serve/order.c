#include "serve/order.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/acts.h"
#include "serve/club_job.h"
#include "serve/follow.h"
#include "serve/hello.h"
#include "serve/names.h"
#include "serve/people.h"
#include "serve/tables.h"

enum { SMALL = 256, ROW = 1024 /* bytes of the store */, TEXT_MOST = 400, LOOK_MS = 2000 };

/* ---- Reports ----------------------------------------------------------------------------------
 */

typedef struct reporting {
    char who[WHO + 1];
    store_report report;
} reporting;

/* The message as it is now: it may be gone when somebody looks. */
static store_result add_report(club_job *j, store *s) {
    reporting *r = j->arguments;
    store_person on;
    uint8_t speaker[STORE_HASH];
    store_result result = store_person_of_mark(s, r->who, &on);
    if (result == STORE_MISSING)
        return club_job_refuse(j, ERROR_PERSON, "There is nobody with that mark.");
    if (result == STORE_OK && r->report.number > 0)
        result = store_chat_at(s, r->report.id, r->report.number, speaker, r->report.said);
    if (result == STORE_MISSING ||
        (result == STORE_OK && r->report.number > 0 && memcmp(speaker, on.person, STORE_HASH) != 0))
        return club_job_refuse(j, ERROR_REQUEST, "They have said no such message there.");
    memcpy(r->report.person, on.person, STORE_HASH);
    return result ? result : store_add_report(s, &r->report);
}

static bool read_text(const message *m, char text[STORE_TEXT]) {
    return message_string(m, FIELD_TEXT, text, STORE_TEXT) && text_is_message(text, TEXT_MOST);
}

static bool read_report(const message *m, reporting *r) {
    int32_t number = 0;
    bool has_table = !message_none(m, FIELD_TABLE), has_number = !message_none(m, FIELD_NUMBER);
    if (!message_string(m, FIELD_WHO, r->who, sizeof r->who) || strlen(r->who) != WHO ||
        !read_text(m, r->report.text))
        return false;
    if (has_table && !message_string(m, FIELD_TABLE, r->report.id, sizeof r->report.id))
        return false;
    if (has_number && (!has_table || !message_int(m, FIELD_NUMBER, 1, INT32_MAX, &number)))
        return false;
    r->report.number = number;
    return true;
}

/* Owners read them all. */
static bool may_report(session *s) {
    enum { A_DAY = 10, OF_ADDRESS = 40 };
    const double day = 86400;
    int64_t now = server_now(s->server);
    return account_take(s->key, &s->key->reports, 1, A_DAY / day, A_DAY, now) &&
           (s->local ||
            account_take(s->address, &s->address->reports, 1, OF_ADDRESS / day, OF_ADDRESS, now));
}

void order_report(session *s, int32_t id, const message *m) {
    reporting report = {.report.at = server_now(s->server)};
    if (!read_report(m, &report)) {
        session_error(s, id, ERROR_REQUEST, NULL,
                      "report takes who, text (up to 400 characters), and a table and the number "
                      "of a message there.");
        return;
    }
    if (!may_report(s)) {
        server_note_limit(s->server, LIMIT_REPORTS, s->address);
        session_error(s, id, ERROR_LIMIT, NULL, "You have reported enough for today.");
        return;
    }
    club_job *j = club_job_may_write(s, id, ROW)
                      ? club_job_new(s, id, add_report, SMALL, sizeof report)
                      : NULL;
    if (!j)
        return;
    memcpy(report.report.reporter, s->person, STORE_HASH);
    memcpy(j->arguments, &report, sizeof report);
    people_keep_name(s);
    club_job_write(j);
}

/* ---- Acts of owners ---------------------------------------------------------------------------
 */

typedef struct admin {
    char name[STORE_WHAT];
    act act;
} admin;

/* Who was made an owner may be none any longer. */
static store_result run_act(club_job *j, store *s) {
    admin *a = j->arguments;
    store_person self;
    store_result result = store_person_of(s, j->person, &self);
    if (result == STORE_MISSING || (result == STORE_OK && !self.owner))
        return club_job_refuse(j, ERROR_OWNER, "Only owners of the club may do that.");
    if (result == STORE_OK)
        act_run(s, a->name, &a->act, &j->reply, &j->error, &j->text, &result);
    return result;
}

/* It is read again, and so is where it is listed as a game of theirs. */
static void hear_of_table(server *sv, const char *id) {
    tables_mark_stale(sv, id);
    follows_note_id(sv, id);
}

/* Who is connected here is told at once. */
static void act_done(club_job *j) {
    const admin *a = j->arguments;
    server *sv = j->session->server;
    if (!strcmp(a->name, "rename"))
        tables_rename_person(sv, a->act.on.person, a->act.name);
    if (a->act.table[0])
        hear_of_table(sv, a->act.table);
    if (a->act.on.mark[0])
        hello_check(sv, a->act.on.mark);
}

static bool read_number(const message *m, message_field field, int32_t *number) {
    return message_none(m, field) || message_int(m, field, 0, INT32_MAX, number);
}

static bool read_string(const message *m, message_field field, char *text, size_t size) {
    return message_none(m, field) || message_string(m, field, text, size);
}

static bool read_act(const message *m, admin *a) {
    int32_t days = 0, uses = 0, page = 0, report = 0;
    act *x = &a->act;
    bool ok = message_string(m, FIELD_ACT, a->name, sizeof a->name) &&
              read_string(m, FIELD_WHO, x->who, sizeof x->who) &&
              read_string(m, FIELD_TABLE, x->table, sizeof x->table) &&
              read_string(m, FIELD_NAME, x->name, sizeof x->name) &&
              read_string(m, FIELD_TEXT, x->text, sizeof x->text) &&
              read_number(m, FIELD_DAYS, &days) && read_number(m, FIELD_USES, &uses) &&
              read_number(m, FIELD_REPORT, &report) && read_number(m, FIELD_PAGE, &page) &&
              page <= 100000 && (!x->text[0] || text_is_message(x->text, TEXT_MOST)) &&
              message_flag(m, FIELD_ALL, false, &x->all);
    x->days = days;
    x->uses = uses;
    x->page = page;
    x->report = report;
    return ok;
}

void order_admin(session *s, int32_t id, const message *m) {
    bool writes = false, of_table = false;
    if (!s->owner) {
        session_error(s, id, ERROR_OWNER, NULL, "Only owners of the club may do that.");
        return;
    }
    club_job *j = club_job_new(s, id, run_act, ACT_REPLY, sizeof(admin));
    if (!j)
        return;
    admin *a = j->arguments;
    if (!read_act(m, a) || !act_find(a->name, &writes, &of_table)) {
        club_job_drop(j);
        session_error(s, id, ERROR_REQUEST, NULL,
                      "admin takes an act and its fields, as the protocol says.");
        return;
    }
    if (!of_table)
        a->act.table[0] = '\0'; /* batches go by it */
    a->act.now = j->now;
    a->act.shared = s->server->shared;
    memcpy(a->act.by, s->who, sizeof a->act.by);
    memcpy(a->act.person, s->person, STORE_HASH);
    code_make(s->server, a->act.code, a->act.hash);
    j->after = writes ? act_done : NULL;
    if (writes)
        club_job_write_table(j, a->act.table);
    else
        club_job_read(j);
}

/* ---- What was done elsewhere ------------------------------------------------------------------
 */

enum { NEWS = 32 };

typedef struct look {
    job job;
    server *server;
    bool first;
    int64_t last;
    int n;
    store_act acts[NEWS];
} look;

static bool take_act(void *context, const store_act *a) {
    look *l = context;
    l->last = a->act > l->last ? a->act : l->last;
    l->acts[l->n++] = *a;
    return l->n < NEWS && !l->first;
}

/* From the last there is on; none that came in between is passed over, however many they are. */
static store_result find_acts(job *j, store *s) {
    look *l = (look *)j;
    return l->first ? store_acts(s, 0, 1, take_act, l)
                    : store_acts_after(s, l->last, NEWS, take_act, l);
}

static void hear_act(server *sv, const store_act *a) {
    if (a->id[0])
        hear_of_table(sv, a->id);
    if (!strcmp(a->what, "rename"))
        tables_mark_person_stale(sv, a->mark);
    if (a->mark[0])
        hello_check(sv, a->mark);
}

static void found_acts(job *j) {
    look *l = (look *)j;
    server *sv = l->server;
    sv->order.looking = false;
    for (int i = 0; i < l->n && j->result == STORE_OK && !l->first; i++)
        hear_act(sv, &l->acts[i]);
    if (j->result == STORE_OK) {
        sv->order.last = l->last;
        sv->order.known = true;
        if (l->n == NEWS)
            sv->order.at = 0; /* there are more */
    }
    free(l);
}

void order_check(server *sv, int64_t now) {
    if (sv->order.looking || !server_is_time(&sv->order.at, LOOK_MS, now))
        return;
    look *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->server = sv;
    l->first = !sv->order.known;
    l->last = sv->order.last;
    l->job = (job){.run = find_acts, .done = found_acts};
    sv->order.looking = true;
    server_read(sv, 0, &l->job);
}
