#include "store/waiting.h"

#include "store/query.h"

store_result store_lock_rooms(store *s) {
    return run_lock(s, SQL_LOCK_ROOMS);
}

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
    return result ? result : WRITE(s, SQL_WAIT, p);
}

store_result store_unwait(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person)};
    return WRITE(s, SQL_UNWAIT, p);
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
    return WRITE(s, SQL_SEAT_WAITER, p);
}

store_result store_leave_room(store *s, const uint8_t person[STORE_HASH], const char *process,
                              int64_t at) {
    sql_value p[] = {hash(person), text(process), number(at)};
    return WRITE(s, SQL_LEAVE_ROOM, p);
}

store_result store_leave_rooms(store *s, const char *self, int64_t at) {
    sql_value p[] = {text(self), number(at)};
    return WRITE(s, SQL_LEAVE_ROOMS, p);
}

store_result store_drop_waiters(store *s, int64_t before) {
    sql_value p[] = {number(before)};
    return WRITE(s, SQL_DROP_WAITERS, p);
}
