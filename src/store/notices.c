#include "store/notices.h"

#include <stdio.h>

#include "store/query.h"

static sql_value bytes(const uint8_t *at, size_t size) {
    return (sql_value){.kind = SQL_BYTES, .text = {(const char *)at, size}};
}

static void copy_bytes(uint8_t *out, size_t size, const sql_value *column) {
    if (column->text.length == size) {
        memcpy(out, column->text.at, size);
    }
}

/* ---- Channels ------------------------------------------------------------------------------- */

static store_result add_channel(store *s, const store_channel *c) {
    size_t target = c->kind == CHANNEL_PUSH ? STORE_TARGET : 0;
    sql_value p[] = {hash(c->person),          number(c->kind),      text(c->address),
                     bytes(c->target, target), text(c->token),       text(c->language),
                     number(c->digest),        number(c->confirmed), number(c->made)};
    sql_value others[] = {hash(c->person), text(c->address)}, own[] = {hash(c->person)};
    store_result result = RUN(s, SQL_ADD_CHANNEL, p);
    if (result == STORE_OK) {
        result =
            RUN(s, c->kind == CHANNEL_PUSH ? SQL_DROP_OTHERS_PUSHES : SQL_DROP_OTHER_MAILS, others);
    }
    return result || c->kind != CHANNEL_PUSH ? result : RUN(s, SQL_DROP_OLD_PUSHES, own);
}

store_result store_add_channel(store *s, const store_channel *channel) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, add_channel(s, channel));
}

typedef struct channel_reader {
    store_each_channel *each;
    void *context;
    bool any;
} channel_reader;

static bool read_channel(void *context, const sql_value *columns) {
    channel_reader *reader = context;
    store_channel c = {.key = columns[0].number,
                       .kind = columns[2].number == CHANNEL_MAIL ? CHANNEL_MAIL : CHANNEL_PUSH,
                       .digest = columns[6].number != 0,
                       .confirmed = columns[7].number != 0,
                       .made = columns[8].number};
    copy_bytes(c.person, sizeof c.person, &columns[1]);
    copy_text(c.address, sizeof c.address, &columns[3]);
    copy_text(c.token, sizeof c.token, &columns[4]);
    copy_text(c.language, sizeof c.language, &columns[5]);
    copy_bytes(c.target, sizeof c.target, &columns[9]);
    reader->any = true;
    return reader->each(reader->context, &c);
}

store_result store_channels_of(store *s, const uint8_t person[STORE_HASH], store_each_channel *each,
                               void *context) {
    sql_value p[] = {hash(person)};
    channel_reader reader = {each, context, false};
    return s->backend->run(s, SQL_CHANNELS_OF, p, COUNT(p), read_channel, &reader, NULL);
}

store_result store_channel_of_token(store *s, const char *token, store_each_channel *each,
                                    void *context) {
    sql_value p[] = {text(token)};
    channel_reader reader = {each, context, false};
    store_result result =
        s->backend->run(s, SQL_CHANNEL_OF_TOKEN, p, COUNT(p), read_channel, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_set_channel(store *s, const uint8_t person[STORE_HASH], int64_t key,
                               const char *language, bool digest) {
    sql_value p[] = {number(key), hash(person), text(language), number(digest)};
    return WRITE_ROW(s, SQL_SET_CHANNEL, p);
}

store_result store_drop_pushes(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person)};
    return WRITE(s, SQL_DROP_PUSHES, p);
}

store_result store_drop_channels(store *s, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {hash(person)};
    return WRITE(s, SQL_FORGET_CHANNELS, p);
}

store_result store_drop_channel(store *s, const uint8_t person[STORE_HASH], int64_t key) {
    sql_value p[] = {number(key), hash(person)};
    return WRITE_ROW(s, SQL_DROP_CHANNEL, p);
}

store_result store_confirm_channel(store *s, const char *token) {
    sql_value p[] = {text(token)};
    return WRITE_ROW(s, SQL_CONFIRM_CHANNEL, p);
}

store_result store_drop_channel_of_token(store *s, const char *token) {
    sql_value p[] = {text(token)};
    return WRITE_ROW(s, SQL_DROP_CHANNEL_OF_TOKEN, p);
}

store_result store_count_unconfirmed(store *s, const char *address, int64_t *count) {
    numbers row = {.n = 1};
    store_result result = run_numbers(s, SQL_COUNT_UNCONFIRMED, text(address), &row);
    *count = row.at[0];
    return result;
}

store_result store_drop_unconfirmed(store *s, int64_t made_before) {
    sql_value p[] = {number(made_before)};
    return WRITE(s, SQL_DROP_UNCONFIRMED, p);
}

store_result store_note_channel(store *s, int64_t key, int fails, int64_t failing, int64_t next) {
    sql_value p[] = {number(key), number(fails), number(failing), number(next)};
    return WRITE_ROW(s, SQL_NOTE_CHANNEL, p);
}

store_result store_rest_channel(store *s, int64_t key, int64_t next) {
    sql_value p[] = {number(key), number(next)};
    return WRITE(s, SQL_REST_CHANNEL, p);
}

/* ---- Notices -------------------------------------------------------------------------------- */

store_result store_add_notice(store *s, const char *table, const uint8_t person[STORE_HASH],
                              uint32_t number_of_wait, int64_t at) {
    sql_value p[] = {text(table), hash(person), number(number_of_wait), number(at)};
    return RUN(s, SQL_ADD_NOTICES, p);
}

store_result store_see_notice(store *s, const char *table, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {text(table), hash(person)};
    return RUN(s, SQL_SEE_NOTICES, p);
}

/* What was not told leaves nothing; what was, or is being told, stays as if it had been. */
store_result store_rest_notice(store *s, const char *table, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {text(table), hash(person)};
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : RUN(s, SQL_DROP_UNTOLD_NOTICES, p);
    return end_write(s, alone, result ? result : RUN(s, SQL_REST_NOTICES, p));
}

store_result store_end_notice(store *s, const char *table, const uint8_t person[STORE_HASH]) {
    sql_value p[] = {text(table), hash(person)};
    return RUN(s, SQL_END_NOTICES, p);
}

store_result store_ask_channel(store *s, const uint8_t person[STORE_HASH], const char *address,
                               int64_t at) {
    sql_value p[] = {hash(person), text(address), number(at)};
    return WRITE(s, SQL_ASK_CHANNEL, p);
}

typedef struct notice_reader {
    store_each_notice *each;
    void *context;
} notice_reader;

static bool read_notice(void *context, const sql_value *columns) {
    notice_reader *reader = context;
    store_notice n = {.table_key = columns[0].number,
                      .number = (uint32_t)columns[1].number,
                      .at = columns[2].number,
                      .tries = (int)columns[3].number,
                      .orphaned = columns[5].text.length != STORE_HASH,
                      .info = columns[15].text};
    store_channel *c = &n.channel;
    c->key = columns[4].number;
    copy_bytes(c->person, sizeof c->person, &columns[5]);
    c->kind = columns[6].number == CHANNEL_MAIL ? CHANNEL_MAIL : CHANNEL_PUSH;
    copy_text(c->address, sizeof c->address, &columns[7]);
    copy_bytes(c->target, sizeof c->target, &columns[8]);
    copy_text(c->token, sizeof c->token, &columns[9]);
    copy_text(c->language, sizeof c->language, &columns[10]);
    c->digest = columns[11].number != 0;
    c->fails = (int)columns[12].number;
    c->failing = columns[13].number;
    copy_text(n.table, sizeof n.table, &columns[14]);
    return reader->each(reader->context, &n);
}

store_result store_due_notices(store *s, int64_t now, int limit, store_each_notice *each,
                               void *context) {
    sql_value p[] = {number(now), number(limit)};
    notice_reader reader = {each, context};
    return s->backend->run(s, SQL_DUE_NOTICES, p, COUNT(p), read_notice, &reader, NULL);
}

store_result store_take_notice(store *s, const store_notice *n, int64_t until, bool *taken) {
    sql_value p[] = {number(n->table_key), number(n->channel.key), number(n->at), number(until)};
    store_result result =
        WRITE_ROW(s, s->backend->notifies ? SQL_TAKE_UNLOCKED_NOTICE : SQL_TAKE_NOTICE, p);
    *taken = result == STORE_OK;
    return result == STORE_MISSING ? STORE_OK : result;
}

store_result store_move_notice(store *s, int64_t channel, int64_t table_key, int64_t until,
                               int64_t at) {
    sql_value p[] = {number(table_key), number(channel), number(until), number(at)};
    return WRITE(s, SQL_MOVE_NOTICE, p);
}

store_result store_delete_notice(store *s, int64_t channel, int64_t table_key, int64_t until) {
    sql_value p[] = {number(table_key), number(channel), number(until)};
    return WRITE(s, SQL_DELETE_NOTICE, p);
}

/* ---- Secrets -------------------------------------------------------------------------------- */

typedef struct secret_reader {
    uint8_t *value;
    size_t size;
    bool ok;
} secret_reader;

static bool read_secret(void *context, const sql_value *columns) {
    secret_reader *reader = context;
    reader->ok = columns[0].text.length == reader->size;
    copy_bytes(reader->value, reader->size, &columns[0]);
    return false;
}

/* Of several processes that start at once all have the value of the first. */
store_result store_keep_secret(store *s, const char *name, uint8_t *value, size_t size) {
    sql_value p[] = {text(name), bytes(value, size)};
    secret_reader reader = {value, size, false};
    store_result result = WRITE(s, SQL_KEEP_SECRET, p);
    result = result ? result : s->backend->run(s, SQL_SECRET, p, 1, read_secret, &reader, NULL);
    return result == STORE_OK && !reader.ok ? STORE_BROKEN : result;
}
