#include "store/club.h"

#include <stdio.h>

#include "store/query.h"

static void copy_text(char *out, size_t size, const sql_value *column) {
    snprintf(out, size, "%.*s", (int)column->text.length, column->text.at);
}

/* ---- What was played ------------------------------------------------------------------------- */

store_result store_add_played(store *s, const store_played *played) {
    sql_value p[] = {hash(played->person), text(played->id),        number(played->at),
                     text(played->game),   number(played->players), number(played->won),
                     slice(played->scores)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_ADD_PLAYED, p));
}

typedef struct played_reader {
    store_each_played *each;
    void *context;
} played_reader;

/* The columns that follow those of a table. */
enum { PLAYED_AT = SQL_TABLE_COLUMNS, PLAYED_GAME, PLAYED_PLAYERS, PLAYED_WON, PLAYED_SCORES };

static bool read_played(void *context, const sql_value *columns) {
    played_reader *reader = context;
    store_table table = table_of_row(columns);
    store_played played = {.at = columns[PLAYED_AT].number,
                           .players = (int)columns[PLAYED_PLAYERS].number,
                           .won = columns[PLAYED_WON].number != 0,
                           .scores = columns[PLAYED_SCORES].text};
    copy_text(played.game, sizeof played.game, &columns[PLAYED_GAME]);
    memcpy(played.id, table.id, sizeof played.id);
    return reader->each(reader->context, &played, &table);
}

store_result store_played_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_played *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return s->backend->run(s, SQL_PLAYED_BY, p, COUNT(p), read_played,
                           &(played_reader){each, context}, NULL);
}

static bool read_result(void *context, const sql_value *columns) {
    played_reader *reader = context;
    store_played played = {.at = columns[1].number,
                           .players = (int)columns[3].number,
                           .won = columns[4].number != 0,
                           .scores = columns[5].text};
    copy_text(played.id, sizeof played.id, &columns[0]);
    copy_text(played.game, sizeof played.game, &columns[2]);
    return reader->each(reader->context, &played, NULL);
}

store_result store_results_of(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                              store_each_played *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return s->backend->run(s, SQL_RESULTS_OF, p, COUNT(p), read_result,
                           &(played_reader){each, context}, NULL);
}

typedef struct tally_reader {
    store_each_tally *each;
    void *context;
} tally_reader;

static bool read_tally(void *context, const sql_value *columns) {
    tally_reader *reader = context;
    store_tally tally = {.players = (int)columns[1].number,
                         .games = columns[2].number,
                         .won = columns[3].number,
                         .last = columns[4].number};
    copy_text(tally.game, sizeof tally.game, &columns[0]);
    return reader->each(reader->context, &tally);
}

store_result store_tally_of(store *s, const uint8_t person[STORE_HASH], store_each_tally *each,
                            void *context) {
    sql_value p[] = {hash(person)};
    return s->backend->run(s, SQL_TALLY, p, COUNT(p), read_tally, &(tally_reader){each, context},
                           NULL);
}

store_result store_uncounted(store *s, int skip, int limit, store_each_table *each, void *context) {
    sql_value p[] = {number(limit), number(skip)};
    return s->backend->run(s, SQL_UNCOUNTED, p, COUNT(p), read_table,
                           &(table_reader){each, context, false}, NULL);
}

store_result store_set_counted(store *s, const char *id) {
    sql_value p[] = {text(id)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_SET_COUNTED, p));
}

store_result store_over_before(store *s, int64_t before, int limit, store_each_table *each,
                               void *context) {
    sql_value p[] = {number(before), number(limit)};
    return s->backend->run(s, SQL_OVER_BEFORE, p, COUNT(p), read_table,
                           &(table_reader){each, context, false}, NULL);
}

store_result store_delete_table(store *s, const char *id) {
    static const sql_statement steps[] = {
        SQL_DELETE_LINES, SQL_DELETE_CHAT, SQL_DELETE_SEED, SQL_DELETE_UNCOUNTED, SQL_CLEAR_SEATS,
        SQL_CLEAR_MARKS,  SQL_CLEAR_HOMES, SQL_STOP_CLOCK,  SQL_STOP_TURN,        SQL_DELETE_TABLE};
    sql_value p[] = {text(id)};
    bool alone;
    store_result result = begin_write(s, &alone);
    for (int i = 0; i < COUNT(steps) && result == STORE_OK; i++)
        result = RUN(s, steps[i], p);
    result = result ? result : notify(s, id);
    return end_write(s, alone, result);
}

/* ---- People ---------------------------------------------------------------------------------- */

static bool read_person(void *context, const sql_value *columns) {
    store_person *out = context;
    if (columns[0].text.length == STORE_HASH)
        memcpy(out->person, columns[0].text.at, STORE_HASH);
    copy_text(out->name, sizeof out->name, &columns[1]);
    copy_text(out->mark, sizeof out->mark, &columns[2]);
    out->since = columns[3].number;
    out->shows = (store_shows)columns[4].number;
    out->owner = columns[5].number != 0;
    out->muted = columns[6].number;
    out->banned = columns[7].number;
    out->has_skeleton = columns[8].text.length > 0;
    return false;
}

static store_result find_person(store *s, sql_statement statement, sql_value by,
                                store_person *out) {
    *out = (store_person){0};
    store_result result = s->backend->run(s, statement, &by, 1, read_person, out, NULL);
    return result == STORE_OK && !out->name[0] ? STORE_MISSING : result;
}

store_result store_person_of(store *s, const uint8_t person[STORE_HASH], store_person *out) {
    return find_person(s, SQL_PERSON, hash(person), out);
}

store_result store_person_of_mark(store *s, const char *mark, store_person *out) {
    return find_person(s, SQL_PERSON_OF_MARK, text(mark), out);
}

store_result store_share_table(store *s, const uint8_t one[STORE_HASH],
                               const uint8_t other[STORE_HASH], bool *share) {
    sql_value p[] = {hash(one), hash(other)};
    numbers row = {.n = 1};
    store_result result = s->backend->run(s, SQL_SHARE, p, COUNT(p), read_numbers, &row, NULL);
    *share = row.any;
    return result;
}

store_result store_count_games(store *s, const uint8_t person[STORE_HASH], int64_t *count) {
    numbers row = {.n = 1};
    store_result result = run_numbers(s, SQL_COUNT_GAMES, hash(person), &row);
    *count = row.at[0];
    return result;
}

/* A write of one statement. */
static store_result write(store *s, sql_statement statement, const sql_value *p, int n) {
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : s->backend->run(s, statement, p, n, NULL, NULL, NULL);
    return end_write(s, alone, result);
}

/* The same; STORE_MISSING if there was nothing to write to. */
static store_result write_existing(store *s, sql_statement statement, const sql_value *p, int n) {
    bool alone, changed = true;
    store_result result = begin_write(s, &alone);
    result = result ? result : run_changing(s, statement, p, n, &changed);
    result = end_write(s, alone, result);
    return result == STORE_OK && !changed ? STORE_MISSING : result;
}

store_result store_set_shows(store *s, const uint8_t person[STORE_HASH], store_shows shows) {
    sql_value p[] = {hash(person), number(shows)};
    return write_existing(s, SQL_SET_SHOWS, p, COUNT(p));
}

store_result store_note_person(store *s, const char *mark) {
    char news[STORE_MARK + 2];
    snprintf(news, sizeof news, "@%s", mark);
    sql_value p[] = {text(news)};
    return s->backend->notifies ? write(s, SQL_NOTIFY, p, COUNT(p)) : STORE_OK;
}

typedef struct unmarked {
    int n;
    uint8_t people[64][STORE_HASH];
} unmarked;

static bool take_unmarked(void *context, const sql_value *columns) {
    unmarked *u = context;
    if (columns[0].text.length == STORE_HASH)
        memcpy(u->people[u->n++], columns[0].text.at, STORE_HASH);
    return u->n < COUNT(u->people);
}

store_result store_fill_marks(store *s) {
    for (;;) {
        unmarked u = {0};
        sql_value most[] = {number(COUNT(u.people))};
        store_result result =
            s->backend->run(s, SQL_UNMARKED, most, COUNT(most), take_unmarked, &u, NULL);
        for (int i = 0; i < u.n && result == STORE_OK; i++) {
            char mark[STORE_MARK + 1];
            store_mark(u.people[i], mark);
            sql_value p[] = {hash(u.people[i]), text(mark)};
            result = write(s, SQL_SET_MARK, p, COUNT(p));
        }
        if (result != STORE_OK || u.n == 0)
            return result;
    }
}

/* ---- Devices --------------------------------------------------------------------------------- */

typedef struct device_reader {
    store_each_device *each;
    void *context;
    bool any;
} device_reader;

static bool read_device(void *context, const sql_value *columns) {
    device_reader *reader = context;
    store_device device = {.kind = (store_device_kind)columns[2].number,
                           .since = columns[4].number,
                           .seen = columns[5].number};
    if (columns[0].text.length != STORE_HASH || columns[1].text.length != STORE_HASH)
        return true;
    memcpy(device.device, columns[0].text.at, STORE_HASH);
    memcpy(device.person, columns[1].text.at, STORE_HASH);
    copy_text(device.name, sizeof device.name, &columns[3]);
    reader->any = true;
    return reader->each(reader->context, &device);
}

static bool copy_device(void *context, const store_device *device) {
    *(store_device *)context = *device;
    return false;
}

store_result store_device_of(store *s, const uint8_t device[STORE_HASH], store_device *out) {
    sql_value p[] = {hash(device)};
    device_reader reader = {copy_device, out, false};
    store_result result = s->backend->run(s, SQL_DEVICE, p, COUNT(p), read_device, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_devices(store *s, const uint8_t person[STORE_HASH], store_each_device *each,
                           void *context) {
    sql_value p[] = {hash(person)};
    return s->backend->run(s, SQL_DEVICES, p, COUNT(p), read_device,
                           &(device_reader){each, context, false}, NULL);
}

store_result store_add_device(store *s, const store_device *device) {
    sql_value p[] = {hash(device->device), hash(device->person),  number(device->kind),
                     text(device->name),   number(device->since), number(device->seen)};
    return write(s, SQL_ADD_DEVICE, p, COUNT(p));
}

store_result store_see_device(store *s, const uint8_t device[STORE_HASH], const char *name,
                              int64_t seen) {
    sql_value p[] = {hash(device), text(name), number(seen)};
    return write(s, SQL_SEE_DEVICE, p, COUNT(p));
}

store_result store_remove_device(store *s, const uint8_t device[STORE_HASH],
                                 const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(device), hash(person)}, own[] = {hash(person)};
    bool alone, changed = true;
    store_result result = begin_write(s, &alone);
    result = result ? result : run_changing(s, SQL_REMOVE_DEVICE, p, COUNT(p), &changed);
    result = result ? result : RUN(s, SQL_DROP_OLD_DEVICES, own);
    result = end_write(s, alone, result);
    return result == STORE_OK && !changed ? STORE_MISSING : result;
}

store_result store_drop_words(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person)};
    return write(s, SQL_DROP_WORDS, p, COUNT(p));
}

/* ---- Links ----------------------------------------------------------------------------------- */

store_result store_add_link(store *s, const uint8_t code[STORE_HASH], store_link_kind kind,
                            const uint8_t person[STORE_HASH], int uses, int64_t now,
                            int64_t until) {
    sql_value of_person[] = {hash(person), number(kind)};
    sql_value before[] = {number(now)};
    sql_value p[] = {hash(code), number(kind), hash(person), number(uses), number(until)};
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : RUN(s, SQL_DROP_OLD_LINKS, before);
    if (result == STORE_OK && kind == STORE_LINK_DEVICE)
        result = RUN(s, SQL_DROP_LINKS, of_person);
    result = result ? result : RUN(s, SQL_ADD_LINK, p);
    return end_write(s, alone, result);
}

store_result store_drop_links(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person), number(STORE_LINK_DEVICE)};
    return write(s, SQL_DROP_LINKS, p, COUNT(p));
}

static bool read_hash(void *context, const sql_value *columns) {
    if (columns[0].text.length == STORE_HASH)
        memcpy(context, columns[0].text.at, STORE_HASH);
    return false;
}

store_result store_use_link(store *s, const uint8_t code[STORE_HASH], store_link_kind kind,
                            int64_t now, uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(code), number(kind), number(now)};
    bool alone, changed = false;
    store_result result = begin_write(s, &alone);
    result = result ? result : run_changing(s, SQL_USE_LINK, p, COUNT(p), &changed);
    if (result == STORE_OK && changed)
        result = s->backend->run(s, SQL_LINK, p, 1, read_hash, person, NULL);
    result = end_write(s, alone, result);
    return result == STORE_OK && !changed ? STORE_MISSING : result;
}

/* ---- Locks --------------------------------------------------------------------------------------
 */

static store_result lock(store *s, sql_statement statement) {
    return s->backend->notifies ? s->backend->run(s, statement, NULL, 0, NULL, NULL, NULL)
                                : STORE_OK;
}

store_result store_lock_people(store *s) {
    return lock(s, SQL_LOCK_PEOPLE);
}

store_result store_lock_rooms(store *s) {
    return lock(s, SQL_LOCK_ROOMS);
}

/* ---- Waiting rooms --------------------------------------------------------------------------- */

typedef struct waiter_reader {
    store_each_waiter *each;
    void *context;
    bool any;
} waiter_reader;

static bool read_waiter(void *context, const sql_value *columns) {
    waiter_reader *reader = context;
    store_waiter w = {
        .place = columns[1].number, .fill = columns[3].number, .gone = columns[6].number};
    if (columns[0].text.length != STORE_HASH || columns[5].text.length != sizeof w.nonce)
        return true;
    memcpy(w.person, columns[0].text.at, STORE_HASH);
    memcpy(w.nonce, columns[5].text.at, sizeof w.nonce);
    copy_text(w.room, sizeof w.room, &columns[2]);
    copy_text(w.level, sizeof w.level, &columns[4]);
    copy_text(w.id, sizeof w.id, &columns[7]);
    reader->any = true;
    return reader->each(reader->context, &w);
}

static bool copy_waiter(void *context, const store_waiter *waiter) {
    *(store_waiter *)context = *waiter;
    return false;
}

store_result store_waiter_of(store *s, const uint8_t person[STORE_HASH], store_waiter *out) {
    sql_value p[] = {hash(person)};
    waiter_reader reader = {copy_waiter, out, false};
    store_result result = s->backend->run(s, SQL_WAITER, p, COUNT(p), read_waiter, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_wait(store *s, store_waiter *waiter, const char *process) {
    numbers last = {.n = 1};
    store_result result = run_numbers(s, SQL_LAST_PLACE, text(waiter->room), &last);
    waiter->place = last.at[0] + 1;
    sql_value p[] = {hash(waiter->person), number(waiter->place), text(waiter->room),
                     number(waiter->fill), text(waiter->level),   hash(waiter->nonce),
                     text(process)};
    return result ? result : write(s, SQL_WAIT, p, COUNT(p));
}

store_result store_unwait(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person)};
    return write(s, SQL_UNWAIT, p, COUNT(p));
}

store_result store_waiters(store *s, const char *room, int limit, store_each_waiter *each,
                           void *context) {
    sql_value p[] = {text(room), number(limit)};
    return s->backend->run(s, SQL_WAITERS, p, COUNT(p), read_waiter,
                           &(waiter_reader){each, context, false}, NULL);
}

store_result store_all_waiters(store *s, int limit, store_each_waiter *each, void *context) {
    sql_value p[] = {number(limit)};
    return s->backend->run(s, SQL_ALL_WAITERS, p, COUNT(p), read_waiter,
                           &(waiter_reader){each, context, false}, NULL);
}

typedef struct room_reader {
    store_each_room *each;
    void *context;
    bool counts;
} room_reader;

static bool read_room(void *context, const sql_value *columns) {
    room_reader *reader = context;
    char room[STORE_ROOM];
    copy_text(room, sizeof room, &columns[0]);
    return reader->each(reader->context, room, reader->counts ? columns[1].number : 0);
}

store_result store_rooms(store *s, int limit, store_each_room *each, void *context) {
    sql_value p[] = {number(limit)};
    return s->backend->run(s, SQL_ROOMS, p, COUNT(p), read_room,
                           &(room_reader){each, context, true}, NULL);
}

store_result store_rooms_to_fill(store *s, int64_t now, store_each_room *each, void *context) {
    sql_value p[] = {number(now)};
    return s->backend->run(s, SQL_FILL_ROOMS, p, COUNT(p), read_room,
                           &(room_reader){each, context, false}, NULL);
}

store_result store_seat_waiter(store *s, const uint8_t person[STORE_HASH], const char *id,
                               int64_t at) {
    sql_value p[] = {hash(person), text(id), number(at)};
    return write(s, SQL_SEAT_WAITER, p, COUNT(p));
}

store_result store_leave_room(store *s, const uint8_t person[STORE_HASH], const char *process,
                              int64_t at) {
    sql_value p[] = {hash(person), text(process), number(at)};
    return write(s, SQL_LEAVE_ROOM, p, COUNT(p));
}

store_result store_leave_rooms(store *s, const char *self, int64_t at) {
    sql_value p[] = {text(self), number(at)};
    return write(s, SQL_LEAVE_ROOMS, p, COUNT(p));
}

store_result store_drop_waiters(store *s, int64_t before) {
    sql_value p[] = {number(before)};
    return write(s, SQL_DROP_WAITERS, p, COUNT(p));
}

/* ---- Order ----------------------------------------------------------------------------------- */

static store_result set_of_person(store *s, sql_statement statement,
                                  const uint8_t person[STORE_HASH], int64_t value) {
    sql_value p[] = {hash(person), number(value)};
    return write_existing(s, statement, p, COUNT(p));
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

typedef struct person_reader {
    store_each_person *each;
    void *context;
} person_reader;

static bool read_each_person(void *context, const sql_value *columns) {
    person_reader *reader = context;
    store_person person = {0};
    read_person(&person, columns);
    return reader->each(reader->context, &person);
}

store_result store_find_people(store *s, const char *part, int limit, store_each_person *each,
                               void *context) {
    char pattern[2 * STORE_NAME];
    size_t n = 0;
    for (; *part && n + 2 < sizeof pattern; part++) {
        if (strchr("!%_", *part))
            pattern[n++] = '!';
        pattern[n++] = *part;
    }
    sql_value p[] = {slice((rz_slice){pattern, n}), number(limit)};
    return s->backend->run(s, SQL_FIND_PEOPLE, p, COUNT(p), read_each_person,
                           &(person_reader){each, context}, NULL);
}

store_result store_set_skeleton(store *s, const uint8_t person[STORE_HASH], const char *skeleton) {
    sql_value p[] = {hash(person), text(skeleton)};
    return write(s, SQL_SET_SKELETON, p, COUNT(p));
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
    return write(s, SQL_ADD_REPORT, p, COUNT(p));
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
    return write_existing(s, SQL_END_REPORT, p, COUNT(p));
}

store_result store_add_act(store *s, const store_act *a) {
    sql_value p[] = {number(a->at), text(a->owner), text(a->what),
                     text(a->mark), text(a->id),    text(a->text)};
    return write(s, SQL_ADD_ACT, p, COUNT(p));
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

/* ---- All about somebody ---------------------------------------------------------------------- */

typedef struct said_reader {
    store_each_said *each;
    void *context;
    const uint8_t *person;
} said_reader;

static bool read_said(void *context, const sql_value *columns) {
    said_reader *reader = context;
    char id[STORE_TABLE_ID + 1];
    store_chat chat = {
        .number = columns[1].number, .at = columns[2].number, .text = columns[3].text};
    memcpy(chat.person, reader->person, STORE_HASH);
    copy_text(id, sizeof id, &columns[0]);
    return reader->each(reader->context, id, &chat);
}

store_result store_said_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                           store_each_said *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return s->backend->run(s, SQL_SAID_BY, p, COUNT(p), read_said,
                           &(said_reader){each, context, person}, NULL);
}

typedef struct id_reader {
    store_each_id *each;
    void *context;
} id_reader;

static bool read_id(void *context, const sql_value *columns) {
    id_reader *reader = context;
    char id[STORE_TABLE_ID + 1];
    copy_text(id, sizeof id, &columns[0]);
    return reader->each(reader->context, id);
}

store_result store_marked(store *s, const char *mark, int skip, int limit, store_each_id *each,
                          void *context) {
    sql_value p[] = {text(mark), number(limit), number(skip)};
    return s->backend->run(s, SQL_MARKED, p, COUNT(p), read_id, &(id_reader){each, context}, NULL);
}
