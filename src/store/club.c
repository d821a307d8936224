#include "store/club.h"

#include <stdio.h>

#include "store/query.h"

store_result store_lock_people(store *s) {
    return run_lock(s, SQL_LOCK_PEOPLE);
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

static store_played played_of_row(const sql_value *columns) {
    store_played played = {.at = columns[0].number,
                           .players = (int)columns[2].number,
                           .won = columns[3].number != 0,
                           .scores = columns[4].text};
    copy_text(played.game, sizeof played.game, &columns[1]);
    return played;
}

static bool read_played(void *context, const sql_value *columns) {
    played_reader *reader = context;
    store_table table = table_of_row(columns);
    store_played played = played_of_row(columns + SQL_TABLE_COLUMNS);
    memcpy(played.id, table.id, sizeof played.id);
    return reader->each(reader->context, &played, &table);
}

static bool read_result(void *context, const sql_value *columns) {
    played_reader *reader = context;
    store_played played = played_of_row(columns + 1);
    copy_text(played.id, sizeof played.id, &columns[0]);
    return reader->each(reader->context, &played, NULL);
}

store_result store_played_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_played *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return s->backend->run(s, SQL_PLAYED_BY, p, COUNT(p), read_played,
                           &(played_reader){each, context}, NULL);
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

/* All but the lines. Something may be said there at the same moment, so it is done again when the
 * last of them go. */
static store_result clear_table(store *s, const char *id) {
    static const sql_statement steps[] = {SQL_DELETE_CHAT, SQL_DELETE_SEED, SQL_DELETE_UNCOUNTED,
                                          SQL_CLEAR_SEATS, SQL_CLEAR_MARKS, SQL_CLEAR_HOMES,
                                          SQL_STOP_CLOCK,  SQL_STOP_TURN,   SQL_CLEAR_NOTICES};
    sql_value p[] = {text(id)};
    store_result result = STORE_OK;
    for (int i = 0; i < COUNT(steps) && result == STORE_OK; i++)
        result = RUN(s, steps[i], p);
    return result;
}

/* The row first, as all who write it do. */
static store_result lose_table(store *s, const char *id) {
    sql_value p[] = {text(id)};
    numbers row = {.n = 1};
    store_result result = run_numbers(s, s->backend->notifies ? SQL_LOCK_LAST : SQL_LAST, *p, &row);
    if (result == STORE_MISSING) /* another process was first */
        return STORE_OK;
    result = result ? result : clear_table(s, id);
    result = result ? result : RUN(s, SQL_LOSE_TABLE, p);
    return result ? result : notify(s, id);
}

static store_result delete_part(store *s, const char *id) {
    sql_value lines[] = {text(id), number(STORE_LINES_AT_ONCE)}, table[] = {text(id)};
    store_result result = clear_table(s, id);
    result = result ? result : RUN(s, SQL_DELETE_LINES, lines);
    return result ? result : RUN(s, SQL_DELETE_TABLE, table);
}

store_result store_delete_table(store *s, const char *id) {
    bool alone;
    store_result result = begin_write(s, &alone);
    if (result != STORE_OK)
        return result;
    return end_write(s, alone, *id == STORE_GOING ? delete_part(s, id) : lose_table(s, id));
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

store_result store_find_people(store *s, const char *part, int skip, int limit,
                               store_each_person *each, void *context) {
    char pattern[2 * STORE_NAME];
    size_t n = 0;
    for (; *part && n + 2 < sizeof pattern; part++) {
        if (strchr("!%_", *part))
            pattern[n++] = '!';
        pattern[n++] = *part;
    }
    sql_value p[] = {slice((rz_slice){pattern, n}), number(limit), number(skip)};
    return s->backend->run(s, SQL_FIND_PEOPLE, p, COUNT(p), read_each_person,
                           &(person_reader){each, context}, NULL);
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

store_result store_set_shows(store *s, const uint8_t person[STORE_HASH], store_shows shows) {
    sql_value p[] = {hash(person), number(shows)};
    return WRITE_ROW(s, SQL_SET_SHOWS, p);
}

store_result store_note_person(store *s, const char *mark) {
    char news[STORE_MARK + 2];
    snprintf(news, sizeof news, "@%s", mark);
    sql_value p[] = {text(news)};
    return s->backend->notifies ? WRITE(s, SQL_NOTIFY, p) : STORE_OK;
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

static store_result set_marks(store *s, const unmarked *u) {
    bool alone;
    store_result result = begin_write(s, &alone);
    for (int i = 0; i < u->n && result == STORE_OK; i++) {
        char mark[STORE_MARK + 1];
        store_mark(u->people[i], mark);
        sql_value p[] = {hash(u->people[i]), text(mark)};
        result = RUN(s, SQL_SET_MARK, p);
    }
    return end_write(s, alone, result);
}

store_result store_fill_marks(store *s) {
    for (;;) {
        unmarked u = {0};
        sql_value most[] = {number(COUNT(u.people))};
        store_result result =
            s->backend->run(s, SQL_UNMARKED, most, COUNT(most), take_unmarked, &u, NULL);
        result = result || u.n == 0 ? result : set_marks(s, &u);
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
    return WRITE(s, SQL_ADD_DEVICE, p);
}

store_result store_see_device(store *s, const uint8_t device[STORE_HASH], const char *name,
                              int64_t seen) {
    sql_value p[] = {hash(device), text(name), number(seen)};
    return WRITE(s, SQL_SEE_DEVICE, p);
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
    return WRITE(s, SQL_DROP_WORDS, p);
}

/* ---- Links ----------------------------------------------------------------------------------- */

store_result store_add_link(store *s, const uint8_t code[STORE_HASH], store_link_kind kind,
                            const uint8_t person[STORE_HASH], int uses, int64_t until) {
    sql_value of_person[] = {hash(person), number(kind)};
    sql_value p[] = {hash(code), number(kind), hash(person), number(uses), number(until)};
    bool alone;
    store_result result = begin_write(s, &alone);
    if (result == STORE_OK && kind == STORE_LINK_DEVICE)
        result = RUN(s, SQL_DROP_LINKS, of_person);
    result = result ? result : RUN(s, SQL_ADD_LINK, p);
    return end_write(s, alone, result);
}

store_result store_drop_links(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person), number(STORE_LINK_DEVICE)};
    return WRITE(s, SQL_DROP_LINKS, p);
}

store_result store_drop_old_links(store *s, int64_t now) {
    sql_value p[] = {number(now)};
    return WRITE(s, SQL_DROP_OLD_LINKS, p);
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

store_result store_marked(store *s, const char *mark, int skip, int limit, store_each_table *each,
                          void *context) {
    sql_value p[] = {text(mark), number(limit), number(skip)};
    return s->backend->run(s, SQL_MARKED, p, COUNT(p), read_table,
                           &(table_reader){each, context, false}, NULL);
}
