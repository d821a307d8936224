#include "store/order.h"

#include "store/query.h"

static store_result set_of_person(store *s, sql_statement statement,
                                  const uint8_t person[STORE_HASH], int64_t value) {
    sql_value p[] = {hash(person), number(value)};
    return WRITE_ROW(s, statement, p);
}

store_result store_set_owner(store *s, const uint8_t person[STORE_HASH], bool owner) {
    return set_of_person(s, SQL_SET_OWNER, person, owner);
}

store_result store_set_muted(store *s, const uint8_t person[STORE_HASH], int64_t until) {
    return set_of_person(s, SQL_SET_MUTED, person, until);
}

store_result store_set_banned(store *s, const uint8_t person[STORE_HASH], int64_t until) {
    return set_of_person(s, SQL_SET_BANNED, person, until);
}

store_result store_set_skeleton(store *s, const uint8_t person[STORE_HASH], const char *skeleton) {
    sql_value p[] = {hash(person), text(skeleton)};
    return WRITE(s, SQL_SET_SKELETON, p);
}

static bool note_any(void *context, const sql_value *columns) {
    (void)columns;
    *(bool *)context = true;
    return false;
}

store_result store_is_imitation(store *s, const uint8_t person[STORE_HASH], const char *name,
                                const char *skeleton, bool *is) {
    sql_value p[] = {text(skeleton), hash(person), text(name)};
    *is = false;
    return s->backend->run(s, SQL_IMITATED, p, COUNT(p), note_any, is, NULL);
}

typedef struct message_reader {
    uint8_t *person;
    char *text;
    bool any;
} message_reader;

static bool read_message(void *context, const sql_value *columns) {
    message_reader *reader = context;
    if (columns[0].text.length != STORE_HASH)
        return false;
    memcpy(reader->person, columns[0].text.at, STORE_HASH);
    copy_text(reader->text, STORE_TEXT, &columns[1]);
    reader->any = true;
    return false;
}

store_result store_chat_at(store *s, const char *id, int64_t message, uint8_t person[STORE_HASH],
                           char text_of_it[STORE_TEXT]) {
    sql_value p[] = {text(id), number(message)};
    message_reader reader = {person, text_of_it, false};
    store_result result = s->backend->run(s, SQL_CHAT_AT, p, COUNT(p), read_message, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_add_report(store *s, const store_report *r) {
    sql_value p[] = {number(r->at),     hash(r->reporter), hash(r->person), text(r->id),
                     number(r->number), text(r->said),     text(r->text)};
    return WRITE(s, SQL_ADD_REPORT, p);
}

typedef struct report_reader {
    store_each_report *each;
    void *context;
} report_reader;

static bool read_report(void *context, const sql_value *columns) {
    report_reader *reader = context;
    store_report r = {.report = columns[0].number,
                      .at = columns[1].number,
                      .number = columns[5].number,
                      .done = columns[8].number != 0};
    if (columns[2].text.length != STORE_HASH || columns[3].text.length != STORE_HASH)
        return true;
    memcpy(r.reporter, columns[2].text.at, STORE_HASH);
    memcpy(r.person, columns[3].text.at, STORE_HASH);
    copy_text(r.id, sizeof r.id, &columns[4]);
    copy_text(r.said, sizeof r.said, &columns[6]);
    copy_text(r.text, sizeof r.text, &columns[7]);
    return reader->each(reader->context, &r);
}

store_result store_reports(store *s, bool all, int skip, int limit, store_each_report *each,
                           void *context) {
    sql_value p[] = {number(all), number(limit), number(skip)};
    return s->backend->run(s, SQL_REPORTS, p, COUNT(p), read_report,
                           &(report_reader){each, context}, NULL);
}

store_result store_reports_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                              store_each_report *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return s->backend->run(s, SQL_REPORTS_BY, p, COUNT(p), read_report,
                           &(report_reader){each, context}, NULL);
}

store_result store_end_report(store *s, int64_t report) {
    sql_value p[] = {number(report)};
    return WRITE_ROW(s, SQL_END_REPORT, p);
}

store_result store_add_act(store *s, const store_act *a) {
    sql_value p[] = {number(a->at), text(a->owner), text(a->what),
                     text(a->mark), text(a->id),    text(a->text)};
    return WRITE(s, SQL_ADD_ACT, p);
}

typedef struct act_reader {
    store_each_act *each;
    void *context;
} act_reader;

static bool read_act(void *context, const sql_value *columns) {
    act_reader *reader = context;
    store_act a = {.act = columns[0].number, .at = columns[1].number};
    copy_text(a.owner, sizeof a.owner, &columns[2]);
    copy_text(a.what, sizeof a.what, &columns[3]);
    copy_text(a.mark, sizeof a.mark, &columns[4]);
    copy_text(a.id, sizeof a.id, &columns[5]);
    copy_text(a.text, sizeof a.text, &columns[6]);
    return reader->each(reader->context, &a);
}

store_result store_acts(store *s, int skip, int limit, store_each_act *each, void *context) {
    sql_value p[] = {number(limit), number(skip)};
    return s->backend->run(s, SQL_ACTS, p, COUNT(p), read_act, &(act_reader){each, context}, NULL);
}

store_result store_acts_after(store *s, int64_t act, int limit, store_each_act *each,
                              void *context) {
    sql_value p[] = {number(act), number(limit)};
    return s->backend->run(s, SQL_ACTS_AFTER, p, COUNT(p), read_act, &(act_reader){each, context},
                           NULL);
}

store_result store_acts_on(store *s, const char *mark, int skip, int limit, store_each_act *each,
                           void *context) {
    sql_value p[] = {text(mark), number(limit), number(skip)};
    return s->backend->run(s, SQL_ACTS_ON, p, COUNT(p), read_act, &(act_reader){each, context},
                           NULL);
}
