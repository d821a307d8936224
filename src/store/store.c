#include "store/query.h"

#include <stdio.h>
#include <string.h>

#include "core/json_write.h"
#include "core/sha256.h"
#include "store/club.h"

#define FOREVER "9223372036854775807" /* INT64_MAX */

#define TABLE                                                                                      \
    "SELECT t.id, t.version, t.status, t.listed, t.changed, t.people, t.info,"                     \
    " coalesce((SELECT c.due FROM clocks c WHERE c.key = t.key), " FOREVER ") "

/* The same, with who is waited for as of which line, the next line, and the last message. */
#define GAME                                                                                       \
    TABLE ", coalesce((SELECT n.number FROM turns n WHERE n.key = t.key), -1),"                    \
          " coalesce((SELECT n.waits FROM turns n WHERE n.key = t.key), ''),"                      \
          " coalesce((SELECT max(number) FROM lines l WHERE l.key = t.key), -1) + 1,"              \
          " coalesce((SELECT max(number) FROM chat c WHERE c.key = t.key), 0) "

/* What is there of a table when lines are appended to it. */
#define LAST                                                                                       \
    "SELECT key, version, status,"                                                                 \
    " coalesce((SELECT due FROM clocks c WHERE c.key = t.key), " FOREVER                           \
    "), coalesce((SELECT max(number) FROM lines l WHERE l.key = t.key), -1)"                       \
    " FROM tables t WHERE id = $1"

#define PERSON                                                                                     \
    "SELECT person, name, mark, since, shows, owner, muted, banned, skeleton FROM people "
#define WAITER "SELECT person, place, room, fill, level, nonce, gone, id FROM waiting "
#define DEVICE "SELECT device, person, kind, name, since, seen FROM devices "

#define KEY_OF_1 "(SELECT key FROM tables WHERE id = $1)"

/* Tables of a person, by the seat and by the mark. */
#define KEYS_OF_1_OR_2                                                                             \
    "(SELECT key FROM seats WHERE person = $1 UNION SELECT key FROM marks WHERE mark = $2)"

const char *const sql_texts[SQL_STATEMENTS] = {
    [SQL_COUNT] = "SELECT count(*) FROM tables WHERE status = $1",
    [SQL_MAKE] = "INSERT INTO tables (id, version, status, listed, changed, people, info)"
                 " VALUES ($1, 1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    /* What is over stays so, whatever a process says that has not heard of it. */
    [SQL_CHANGE] = "UPDATE tables SET version = $2, listed = $4, changed = $5, people = $6,"
                   " info = $7, status = CASE WHEN status >= 2 THEN status ELSE $3 END"
                   " WHERE id = $1 AND version = $2 - 1",
    [SQL_VERSION] = "SELECT version FROM tables WHERE id = $1",
    [SQL_SEAT] =
        "INSERT INTO seats (person, key, over)"
        " SELECT $2, key, CASE WHEN status >= 2 THEN 1 ELSE 0 END FROM tables WHERE id = $1"
        " ON CONFLICT DO NOTHING",
    [SQL_CLEAR_SEATS] = "DELETE FROM seats WHERE key = " KEY_OF_1,
    [SQL_MARK] = "INSERT INTO marks (mark, key) SELECT $2, key FROM tables WHERE id = $1"
                 " ON CONFLICT DO NOTHING",
    [SQL_CLEAR_MARKS] = "DELETE FROM marks WHERE key = " KEY_OF_1,
    [SQL_MAKE_SEED] = "INSERT INTO seeds (key, seed) SELECT key, $2 FROM tables WHERE id = $1",
    [SQL_SEED] = "SELECT seed FROM seeds WHERE key = " KEY_OF_1,
    [SQL_TABLE_OF] = TABLE "FROM tables t WHERE id = $1",
    [SQL_LISTED] = TABLE "FROM tables t WHERE listed = 1 ORDER BY changed DESC, key DESC LIMIT $1",
    /* Here and below pages are cut before rows are read: who asks for the last of many has not all
     * of them read. */
    [SQL_TABLES_OF] =
        TABLE "FROM tables t JOIN (SELECT s.key FROM seats s JOIN tables t ON t.key = s.key"
              " WHERE s.person = $1 ORDER BY t.status >= 2, t.changed DESC, t.key DESC"
              " LIMIT $2 OFFSET $3) AS page ON t.key = page.key"
              " ORDER BY t.status >= 2, t.changed DESC, t.key DESC",
    /* CROSS: SQLite then goes by the clocks, of which there are few. */
    [SQL_DUE] = TABLE
    "FROM clocks d CROSS JOIN tables t WHERE d.due <= $1 AND d.due >= $3 AND t.key = d.key"
    " AND t.status < 2 ORDER BY d.due LIMIT $2",
    [SQL_SET_TURN] = "INSERT INTO turns (key, number, waits) SELECT key, $2, $3 FROM tables"
                     " WHERE id = $1 AND status < 2 ON CONFLICT (key) DO UPDATE"
                     " SET number = excluded.number, waits = excluded.waits",
    [SQL_STOP_TURN] = "DELETE FROM turns WHERE key = " KEY_OF_1,
    [SQL_END_SEATS] = "UPDATE seats SET over = 1 WHERE key = " KEY_OF_1,
    [SQL_GAMES] = GAME "FROM seats s JOIN tables t ON t.key = s.key WHERE s.person = $1"
                       " AND s.over = 0 ORDER BY t.changed DESC, t.key DESC LIMIT $2",
    [SQL_UNSEEN] = GAME "FROM results r JOIN tables t ON t.id = r.id WHERE r.person = $1"
                        " AND r.at > $3 ORDER BY r.at DESC LIMIT $2",
    [SQL_ADD_PLAYED] = "INSERT INTO results (person, id, at, game, players, won, scores)"
                       " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    [SQL_PLAYED_BY] =
        TABLE ", r.at, r.game, r.players, r.won, r.scores FROM (SELECT id, at FROM results"
              " WHERE person = $1 ORDER BY at DESC, id LIMIT $2 OFFSET $3) AS page"
              " JOIN results r ON r.person = $1 AND r.id = page.id JOIN tables t ON t.id = page.id"
              " ORDER BY page.at DESC, page.id",
    [SQL_TALLY] = "SELECT game, players, count(*), CAST(sum(won) AS BIGINT), max(at) FROM results"
                  " WHERE person = $1 GROUP BY game, players ORDER BY game, players",
    [SQL_FORGET_PLAYED] = "DELETE FROM results WHERE person = $1",
    [SQL_UNCOUNTED] =
        TABLE "FROM uncounted u JOIN tables t ON t.key = u.key ORDER BY u.key LIMIT $1 OFFSET $2",
    [SQL_SET_COUNTED] = "DELETE FROM uncounted WHERE key = " KEY_OF_1,
    [SQL_PERSON] = PERSON "WHERE person = $1",
    [SQL_PERSON_OF_MARK] = PERSON "WHERE mark = $1 LIMIT 1",
    [SQL_SET_SHOWS] = "UPDATE people SET shows = $2 WHERE person = $1",
    [SQL_UNMARKED] = "SELECT person FROM people WHERE mark = '' LIMIT $1",
    [SQL_SET_MARK] = "UPDATE people SET mark = $2 WHERE person = $1",
    [SQL_DEVICE] = DEVICE "WHERE device = $1",
    [SQL_DEVICES] = DEVICE "WHERE person = $1 ORDER BY since, device",
    [SQL_ADD_DEVICE] = "INSERT INTO devices (device, person, kind, name, since, seen)"
                       " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    [SQL_SEE_DEVICE] = "UPDATE devices SET name = $2, seen = $3 WHERE device = $1 AND kind < 2",
    [SQL_REMOVE_DEVICE] =
        "UPDATE devices SET kind = 2, name = '' WHERE device = $1 AND person = $2 AND kind < 2",
    /* Somebody else's, from then on, if it comes back; but the first key is the person. */
    [SQL_DROP_OLD_DEVICES] =
        "DELETE FROM devices WHERE person = $1 AND kind = 2 AND device <> $1 AND device NOT IN"
        " (SELECT device FROM devices WHERE person = $1 AND kind = 2"
        " ORDER BY since DESC, device LIMIT 100)",
    [SQL_DROP_WORDS] = "DELETE FROM devices WHERE person = $1 AND kind = 1",
    [SQL_FORGET_DEVICES] = "DELETE FROM devices WHERE person = $1",
    [SQL_ADD_LINK] = "INSERT INTO links (code, kind, person, uses, until)"
                     " VALUES ($1, $2, $3, $4, $5)",
    [SQL_USE_LINK] = "UPDATE links SET uses = uses - 1"
                     " WHERE code = $1 AND kind = $2 AND uses > 0 AND until > $3",
    [SQL_LINK] = "SELECT person FROM links WHERE code = $1",
    [SQL_DROP_LINKS] = "DELETE FROM links WHERE person = $1 AND kind = $2",
    [SQL_DROP_OLD_LINKS] = "DELETE FROM links WHERE until < $1",
    [SQL_FORGET_LINKS] = "DELETE FROM links WHERE person = $1",
    [SQL_SAID_BY] = "SELECT t.id, c.number, c.at, c.text FROM chat c JOIN tables t ON t.key = c.key"
                    " WHERE c.person = $1 ORDER BY c.key, c.number LIMIT $2 OFFSET $3",
    /* Whoever writes more than one row about people is alone with them; whoever seats people is
     * alone with all who wait. */
    [SQL_LOCK_PEOPLE] = "SELECT pg_advisory_xact_lock(1383748470)",
    [SQL_LOCK_ROOMS] = "SELECT pg_advisory_xact_lock(1383748469)",
    [SQL_LAST_PLACE] = "SELECT coalesce(max(place), 0) FROM waiting WHERE room = $1",
    [SQL_WAIT] =
        "INSERT INTO waiting (person, place, room, fill, level, nonce, process, gone, id)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, 0, '') ON CONFLICT (person) DO UPDATE SET"
        " place = CASE WHEN waiting.room = excluded.room AND waiting.id = '' THEN waiting.place"
        " ELSE excluded.place END, room = excluded.room, fill = excluded.fill,"
        " level = excluded.level, nonce = excluded.nonce, process = excluded.process, gone = 0,"
        " id = ''",
    [SQL_UNWAIT] = "DELETE FROM waiting WHERE person = $1",
    [SQL_WAITER] = WAITER "WHERE person = $1",
    [SQL_WAITERS] = WAITER "WHERE room = $1 AND id = '' AND gone = 0 ORDER BY place LIMIT $2",
    [SQL_ALL_WAITERS] = WAITER "ORDER BY room, place LIMIT $1",
    [SQL_ROOMS] = "SELECT room, count(*) FROM waiting WHERE id = '' AND gone = 0 GROUP BY room"
                  " ORDER BY room LIMIT $1",
    [SQL_SEAT_WAITER] = "UPDATE waiting SET id = $2, gone = $3 WHERE person = $1",
    [SQL_LEAVE_ROOM] =
        "UPDATE waiting SET gone = $3 WHERE person = $1 AND process = $2 AND gone = 0",
    [SQL_LEAVE_ROOMS] = "UPDATE waiting SET gone = $2 WHERE gone = 0 AND process <> $1"
                        " AND process NOT IN (SELECT process FROM processes)",
    [SQL_DROP_WAITERS] = "DELETE FROM waiting WHERE gone > 0 AND gone < $1",
    [SQL_FILL_ROOMS] = "SELECT DISTINCT room FROM waiting WHERE fill > 0 AND fill <= $1"
                       " AND id = '' AND gone = 0",
    [SQL_OVER_BEFORE] =
        TABLE "FROM tables t WHERE status >= 2 AND changed < $1 ORDER BY changed LIMIT $2",
    [SQL_DELETE_LINES] = "DELETE FROM lines WHERE key = " KEY_OF_1,
    [SQL_DELETE_CHAT] = "DELETE FROM chat WHERE key = " KEY_OF_1,
    [SQL_DELETE_SEED] = "DELETE FROM seeds WHERE key = " KEY_OF_1,
    [SQL_DELETE_UNCOUNTED] = "DELETE FROM uncounted WHERE key = " KEY_OF_1,
    [SQL_DELETE_TABLE] = "DELETE FROM tables WHERE id = $1 AND status >= 2",
    [SQL_SHARE] = "SELECT a.key FROM seats a JOIN seats b ON b.key = a.key"
                  " WHERE a.person = $1 AND b.person = $2 LIMIT 1",
    [SQL_COUNT_GAMES] = "SELECT count(*) FROM seats WHERE person = $1 AND over = 0",
    [SQL_SET_OWNER] = "UPDATE people SET owner = $2 WHERE person = $1",
    [SQL_SET_MUTED] = "UPDATE people SET muted = $2 WHERE person = $1",
    [SQL_SET_BANNED] = "UPDATE people SET banned = $2 WHERE person = $1",
    [SQL_FIND_PEOPLE] = PERSON "WHERE lower(name) LIKE '%' || lower($1) || '%' ESCAPE '!'"
                               " ORDER BY name, mark LIMIT $2",
    [SQL_SET_SKELETON] = "UPDATE people SET skeleton = $2 WHERE person = $1",
    /* A name that looks the same and is written otherwise; or an owner's, however it is written. */
    [SQL_IMITATED] = "SELECT person FROM people WHERE skeleton = $1 AND person <> $2"
                     " AND (name <> $3 OR owner > 0) LIMIT 1",
    [SQL_CHAT_AT] = "SELECT person, text FROM chat WHERE key = " KEY_OF_1 " AND number = $2"
                    " AND person IS NOT NULL",
    [SQL_ADD_REPORT] = "INSERT INTO reports (at, reporter, person, id, number, said, text, done)"
                       " VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
    [SQL_REPORTS] = "SELECT report, at, reporter, person, id, number, said, text, done"
                    " FROM reports WHERE done <= $1 ORDER BY report DESC LIMIT $2 OFFSET $3",
    [SQL_END_REPORT] = "UPDATE reports SET done = 1 WHERE report = $1",
    [SQL_REPORTS_BY] = "SELECT report, at, reporter, person, id, number, said, text, done"
                       " FROM reports WHERE reporter = $1 ORDER BY report LIMIT $2 OFFSET $3",
    [SQL_FORGET_REPORTS] = "DELETE FROM reports WHERE person = $1 OR reporter = $1",
    [SQL_ADD_ACT] = "INSERT INTO acts (at, owner, what, mark, id, text)"
                    " VALUES ($1, $2, $3, $4, $5, $6)",
    [SQL_ACTS] = "SELECT act, at, owner, what, mark, id, text FROM acts WHERE act > 0"
                 " ORDER BY act DESC LIMIT $1 OFFSET $2",
    [SQL_ACTS_AFTER] = "SELECT act, at, owner, what, mark, id, text FROM acts WHERE act > $1"
                       " ORDER BY act LIMIT $2",
    [SQL_ACTS_ON] = "SELECT act, at, owner, what, mark, id, text FROM acts WHERE mark = $1"
                    " ORDER BY act LIMIT $2 OFFSET $3",
    [SQL_MARKED] = "SELECT t.id FROM marks m JOIN tables t ON t.key = m.key WHERE m.mark = $1"
                   " ORDER BY m.key LIMIT $2 OFFSET $3",
    [SQL_RESULTS_OF] = "SELECT id, at, game, players, won, scores FROM results WHERE person = $1"
                       " ORDER BY at DESC, id LIMIT $2 OFFSET $3",
    [SQL_FORGET_ACTS] = "UPDATE acts SET mark = '', text = '' WHERE mark = $1",
    [SQL_NOT_DUE] = TABLE "FROM tables t WHERE t.id > $1 AND t.status = 1 AND NOT EXISTS"
                          " (SELECT 1 FROM clocks c WHERE c.key = t.key) ORDER BY t.id LIMIT $2",
    [SQL_UNFINISHED] = TABLE "FROM tables t WHERE status < 2 ORDER BY id LIMIT $1",
    [SQL_LAST] = LAST,
    /* As strong as an update of the row, or two that append at once and then end the game would
     * wait for each other; lines and messages that refer to the row do not wait for it. */
    [SQL_LOCK_LAST] = LAST " FOR NO KEY UPDATE",
    [SQL_APPEND] = "INSERT INTO lines (key, number, at, text) VALUES ($1, $2, $3, $4)"
                   " ON CONFLICT DO NOTHING",
    [SQL_LINES] = "SELECT number, at, text FROM lines WHERE key = " KEY_OF_1
                  " AND number >= $2 ORDER BY number LIMIT $3",
    [SQL_SET_CLOCK] = "INSERT INTO clocks (key, due) SELECT key, $2 FROM tables WHERE id = $1"
                      " AND status < 2 ON CONFLICT (key) DO UPDATE SET due = excluded.due",
    [SQL_MOVE_CLOCK] = "UPDATE clocks SET due = $2 WHERE key = $1",
    [SQL_STOP_CLOCK] = "DELETE FROM clocks WHERE key = " KEY_OF_1,
    /* Two that take turns at the same notice: the second finds it told at its number. */
    [SQL_ADD_NOTICES] =
        "INSERT INTO notices (key, channel, number, at, tries) SELECT t.key, c.key, $3,"
        " CASE WHEN c.next > $4 THEN c.next ELSE $4 END, 0 FROM channels c, tables t"
        " WHERE c.person = $2 AND c.confirmed = 1 AND t.id = $1 ON CONFLICT (key, channel)"
        " DO UPDATE SET number = excluded.number, at = excluded.at, tries = 0"
        " WHERE notices.number < excluded.number",
    [SQL_SEE_NOTICES] = "UPDATE notices SET at = " FOREVER " WHERE key = " KEY_OF_1
                        " AND channel IN (SELECT key FROM channels WHERE person = $2)",
    [SQL_END_NOTICES] = "DELETE FROM notices WHERE key = " KEY_OF_1
                        " AND channel IN (SELECT key FROM channels WHERE person = $2)",
    [SQL_CLEAR_NOTICES] = "DELETE FROM notices WHERE key = " KEY_OF_1,
    [SQL_ASK_CHANNEL] = "INSERT INTO notices (key, channel, number, at, tries)"
                        " SELECT 0, key, 1, $3, 0 FROM channels"
                        " WHERE person = $1 AND kind = 1 AND address = $2 AND confirmed = 0"
                        " ON CONFLICT (key, channel) DO UPDATE SET at = excluded.at, tries = 0",
    /* The number of a channel that is gone may come again, as another one's: questions are for
     * mailboxes that have not answered, all else is for who sits at the table. */
    [SQL_DUE_NOTICES] =
        "SELECT n.key, n.number, n.at, n.tries, n.channel, c.person, c.kind, c.address, c.target,"
        " c.token, c.language, c.digest, c.fails, c.failing, t.id, t.info FROM notices n"
        " LEFT JOIN channels c ON c.key = n.channel AND CASE WHEN n.key = 0"
        " THEN c.kind = 1 AND c.confirmed = 0 ELSE c.confirmed = 1 AND EXISTS"
        " (SELECT 1 FROM seats s WHERE s.person = c.person AND s.key = n.key) END"
        " LEFT JOIN tables t ON t.key = n.key"
        " WHERE n.at <= $1 AND n.at < " FOREVER
        " AND (c.next <= $1 OR c.next IS NULL) ORDER BY n.at LIMIT $2",
    [SQL_MOVE_NOTICE] = "UPDATE notices SET at = $4 WHERE key = $1 AND channel = $2 AND at = $3",
    [SQL_TAKE_NOTICE] = "UPDATE notices SET at = $4, tries = tries + 1"
                        " WHERE key = $1 AND channel = $2 AND at = $3",
    /* Who takes it waits for nobody. */
    [SQL_TAKE_UNLOCKED_NOTICE] =
        "UPDATE notices SET at = $4, tries = tries + 1 WHERE (key, channel) IN (SELECT key, channel"
        " FROM notices WHERE key = $1 AND channel = $2 AND at = $3 FOR UPDATE SKIP LOCKED)",
    [SQL_DELETE_NOTICE] = "DELETE FROM notices WHERE key = $1 AND channel = $2 AND at = $3",
    [SQL_ADD_CHANNEL] =
        "INSERT INTO channels (person, kind, address, target, token, language, digest, confirmed,"
        " made, next, fails, failing) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 0)"
        " ON CONFLICT (person, kind, address) DO UPDATE SET target = excluded.target,"
        " language = excluded.language, digest = excluded.digest, fails = 0, failing = 0",
    [SQL_CHANNELS_OF] =
        "SELECT key, person, kind, address, token, language, digest, confirmed, made,"
        " target FROM channels WHERE person = $1 ORDER BY key",
    [SQL_CHANNEL_OF_TOKEN] =
        "SELECT key, person, kind, address, token, language, digest, confirmed,"
        " made, target FROM channels WHERE token = $1",
    [SQL_SET_CHANNEL] =
        "UPDATE channels SET language = $3, digest = $4 WHERE key = $1 AND person = $2",
    [SQL_CONFIRM_CHANNEL] = "UPDATE channels SET confirmed = 1 WHERE token = $1",
    [SQL_NOTE_CHANNEL] = "UPDATE channels SET fails = $2, failing = $3, next = $4 WHERE key = $1",
    [SQL_DROP_CHANNEL] = "DELETE FROM channels WHERE key = $1 AND person = $2",
    [SQL_DROP_CHANNEL_OF_TOKEN] = "DELETE FROM channels WHERE token = $1",
    [SQL_DROP_OTHERS_PUSHES] =
        "DELETE FROM channels WHERE kind = 0 AND address = $2 AND person <> $1",
    [SQL_DROP_OTHER_MAILS] =
        "DELETE FROM channels WHERE kind = 1 AND address <> $2 AND person = $1",
    [SQL_DROP_OLD_PUSHES] =
        "DELETE FROM channels WHERE kind = 0 AND person = $1 AND key NOT IN (SELECT key FROM"
        " channels WHERE kind = 0 AND person = $1 ORDER BY key DESC LIMIT 10)",
    [SQL_COUNT_UNCONFIRMED] =
        "SELECT count(*) FROM channels WHERE address = $1 AND kind = 1 AND confirmed = 0",
    [SQL_DROP_UNCONFIRMED] = "DELETE FROM channels WHERE confirmed = 0 AND made < $1",
    [SQL_DROP_PUSHES] = "DELETE FROM channels WHERE person = $1 AND kind = 0",
    [SQL_FORGET_CHANNELS] = "DELETE FROM channels WHERE person = $1",
    [SQL_KEEP_SECRET] = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [SQL_SECRET] = "SELECT value FROM secrets WHERE name = $1",
    [SQL_SET_STATUS] =
        "UPDATE tables SET status = $2, changed = $3, listed = 0 WHERE id = $1 AND status < 2",
    [SQL_LAST_CHAT] =
        "SELECT key, coalesce((SELECT max(number) FROM chat c WHERE c.key = t.key), 0)"
        " FROM tables t WHERE id = $1",
    [SQL_ADD_CHAT] = "INSERT INTO chat (key, number, at, person, text) VALUES ($1, $2, $3, $4, $5)"
                     " ON CONFLICT DO NOTHING",
    [SQL_DROP_CHATS] = "DELETE FROM chat WHERE key = $1 AND number <= $2",
    [SQL_CHATS] = "SELECT number, at, person, text FROM chat WHERE key = " KEY_OF_1
                  " AND number >= $2 AND person IS NOT NULL ORDER BY number LIMIT $3",
    [SQL_NAME] = "SELECT name FROM people WHERE person = $1",
    [SQL_SET_NAME] =
        "INSERT INTO people (person, name, at, mark, since) VALUES ($1, $2, $3, $4, $3)"
        " ON CONFLICT (person) DO UPDATE SET name = excluded.name, at = excluded.at",
    [SQL_FORGET_NAME] = "DELETE FROM people WHERE person = $1",
    /* The number stays, or it would be given away again. */
    [SQL_FORGET_CHATS] = "UPDATE chat SET person = NULL, text = '' WHERE person = $1",
    [SQL_FORGET_TABLES] =
        "UPDATE tables SET version = version + 1, people = replace(people, $3, $4),"
        " info = replace(info, $5, $6) WHERE key IN " KEYS_OF_1_OR_2,
    [SQL_FORGET_SEATS] = "DELETE FROM seats WHERE person = $1",
    [SQL_FORGET_MARKS] = "DELETE FROM marks WHERE mark = $1",
    [SQL_NOTIFY] = "SELECT pg_notify('razzia', $1)",
    /* Locks the rows in the order of ids, too, as every batch does. */
    [SQL_NOTIFY_TABLES_OF] =
        "SELECT pg_notify('razzia', id) FROM (SELECT id FROM tables WHERE key IN " KEYS_OF_1_OR_2
        " ORDER BY id FOR UPDATE) AS t",
    /* A clock of the store's own: a step for everything that is said. */
    [SQL_TOUCH_PROCESS] = "INSERT INTO processes (process, at)"
                          " VALUES ($1, (SELECT coalesce(max(at), 0) + 1 FROM processes))"
                          " ON CONFLICT (process) DO UPDATE SET at = excluded.at",
    [SQL_OLDEST_PROCESS] =
        "SELECT process, at FROM processes WHERE process <> $1 ORDER BY at LIMIT 1",
    [SQL_DELETE_PROCESS] = "DELETE FROM processes WHERE process = $1",
    [SQL_HOME] = "INSERT INTO homes (process, key) SELECT $2, key FROM tables WHERE id = $1"
                 " ON CONFLICT DO NOTHING",
    [SQL_CLEAR_HOMES] = "DELETE FROM homes WHERE key = " KEY_OF_1,
    [SQL_DELETE_HOMES] = "DELETE FROM homes WHERE process = $1",
    [SQL_TABLES_OF_PROCESS] = TABLE "FROM tables t WHERE status IN (0, 1) AND key IN"
                                    " (SELECT key FROM homes WHERE process = $1) LIMIT $2",
};

/* ---- Opening, batches ----------------------------------------------------------------------- */

static store *open_with(const store_backend *backend, const char *url, bool reader, char *why,
                        size_t size, store_result *result) {
    store *s = backend->open(url, reader, why, size, result);
    if (s) {
        s->backend = backend;
    }
    return s;
}

static store *open_any(const char *url, bool reader, char *why, size_t size, store_result *result) {
    static const struct {
        const char *begins;
        const store_backend *backend;
    } kinds[] = {{"sqlite:", &store_sqlite},
                 {"postgresql://", &store_postgres},
                 {"postgres://", &store_postgres}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(url, kinds[i].begins, strlen(kinds[i].begins)) == 0) {
            return open_with(kinds[i].backend, url, reader, why, size, result);
        }
    }
    snprintf(why, size, "a store is sqlite:FILE or postgresql://…, not “%s”", url);
    *result = STORE_BROKEN;
    return NULL;
}

store *store_open(const char *url, char *why, size_t size, store_result *result) {
    store *s = open_any(url, false, why, size, result);
    if (s) {
        store_fill_marks(s); /* what fails now is done at the next start */
    }
    return s;
}

store *store_open_reader(const char *url, char *why, size_t size, store_result *result) {
    return open_any(url, true, why, size, result);
}

bool store_claim(store *s, char *why, size_t size) {
    return !s->backend->claim || s->backend->claim(s, why, size);
}

void store_close(store *s) {
    if (s) {
        store_rollback(s);
        s->backend->close(s);
    }
}

const char *store_why(const store *s) {
    return s->why;
}

store_result store_begin(store *s) {
    s->spoiled = s->backend->begin(s);
    s->batch = s->spoiled == STORE_OK;
    return s->spoiled;
}

store_result store_commit(store *s) {
    store_result result = s->spoiled;
    if (s->batch && result == STORE_OK) {
        result = s->backend->commit(s);
        s->batch = false;
    }
    store_rollback(s);
    return result;
}

void store_rollback(store *s) {
    if (s->batch) {
        s->backend->rollback(s);
    }
    s->batch = false;
    s->spoiled = STORE_OK;
}

/* ---- Tables --------------------------------------------------------------------------------- */

enum { PEOPLE_HEX = 2 * STORE_HASH * STORE_PEOPLE + 1 };

static const uint8_t nobody[STORE_HASH];

static void write_people(const store_table *table, rz_text *hex, char memory[PEOPLE_HEX]) {
    rz_text_init(hex, memory, PEOPLE_HEX);
    rz_text_hex(hex, table->people[0], (size_t)table->n_people * STORE_HASH);
}

static store_result write_seats(store *s, const store_table *table) {
    store_result result = STORE_OK;
    for (int i = 0; i < table->n_people && result == STORE_OK; i++) {
        sql_value p[] = {text(table->id), hash(table->people[i])};
        if (memcmp(table->people[i], nobody, STORE_HASH) != 0) {
            result = RUN(s, SQL_SEAT, p);
        }
    }
    return result;
}

static store_result write_marks(store *s, const store_table *table) {
    sql_value p[] = {text(table->id), text("")};
    store_result result = s->backend->run(s, SQL_CLEAR_MARKS, p, 1, NULL, NULL, NULL);
    for (int i = 0; i < table->n_marks && result == STORE_OK; i++) {
        p[1] = text(table->marks[i]);
        result = RUN(s, SQL_MARK, p);
    }
    return result;
}

static store_result write_homes(store *s, const store_table *table) {
    store_result result = STORE_OK;
    for (int i = 0; i < table->n_homes && result == STORE_OK; i++) {
        sql_value p[] = {text(table->id), text(table->homes[i])};
        result = RUN(s, SQL_HOME, p);
    }
    return result;
}

static bool stops(int64_t due, store_status status) {
    return due == INT64_MAX || status == STORE_FINISHED || status == STORE_ABANDONED;
}

static store_result write_clock(store *s, const char *id, int64_t due, store_status status) {
    sql_value p[] = {text(id), number(due)};
    bool stop = stops(due, status);
    return s->backend->run(s, stop ? SQL_STOP_CLOCK : SQL_SET_CLOCK, p, stop ? 1 : 2, NULL, NULL,
                           NULL);
}

static store_result make(store *s, const store_table *table, const uint8_t seed[32]) {
    char memory[PEOPLE_HEX];
    rz_text people;
    write_people(table, &people, memory);
    sql_value p[] = {text(table->id),       number(table->status),
                     number(table->listed), number(table->changed),
                     text(memory),          slice((rz_slice){table->info, table->info_size})};
    sql_value with_seed[] = {text(table->id), hash(seed)};
    bool changed;
    store_result result = run_changing(s, SQL_MAKE, p, COUNT(p), &changed);
    if (result != STORE_OK || !changed) {
        return result != STORE_OK ? result : STORE_TAKEN;
    }
    result = RUN(s, SQL_MAKE_SEED, with_seed);
    result = result ? result : write_seats(s, table);
    result = result ? result : write_marks(s, table);
    result = result ? result : write_homes(s, table);
    result = result ? result : write_clock(s, table->id, table->due, table->status);
    return result ? result : notify(s, table->id);
}

store_result store_make(store *s, const store_table *table, const uint8_t seed[32]) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, make(s, table, seed));
}

typedef struct seed_reader {
    uint8_t *seed;
    bool any;
} seed_reader;

static bool read_seed(void *context, const sql_value *columns) {
    seed_reader *reader = context;
    reader->any = columns[0].text.length == STORE_HASH;
    if (reader->any) {
        memcpy(reader->seed, columns[0].text.at, STORE_HASH);
    }
    return false;
}

store_result store_seed(store *s, const char *id, uint8_t seed[32]) {
    sql_value p[] = {text(id)};
    seed_reader reader = {seed, false};
    store_result result = s->backend->run(s, SQL_SEED, p, 1, read_seed, &reader, NULL);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

/* All that lies apart from the row of a table that was changed. */
static store_result write_parts(store *s, const store_table *table) {
    sql_value p[] = {text(table->id)};
    store_result result = RUN(s, SQL_CLEAR_SEATS, p);
    result = result ? result : write_seats(s, table);
    result = result ? result : write_marks(s, table);
    result = result ? result : RUN(s, SQL_CLEAR_HOMES, p);
    result = result ? result : write_homes(s, table);
    result = result ? result : write_clock(s, table->id, table->due, table->status);
    if (result == STORE_OK && table->status >= STORE_FINISHED) {
        result = RUN(s, SQL_STOP_TURN, p);
        result = result ? result : RUN(s, SQL_CLEAR_NOTICES, p);
    }
    return result ? result : notify(s, table->id);
}

static store_result change(store *s, const store_table *table) {
    char memory[PEOPLE_HEX];
    rz_text people;
    write_people(table, &people, memory);
    sql_value p[] = {text(table->id),
                     number(table->version),
                     number(table->status),
                     number(table->listed),
                     number(table->changed),
                     text(memory),
                     slice((rz_slice){table->info, table->info_size})};
    bool changed;
    store_result result = run_changing(s, SQL_CHANGE, p, COUNT(p), &changed);
    if (result == STORE_OK && changed) {
        return write_parts(s, table);
    }
    numbers version = {.n = 1};
    result = result ? result : run_numbers(s, SQL_VERSION, text(table->id), &version);
    return result ? result : STORE_TAKEN;
}

store_result store_change(store *s, const store_table *table) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, change(s, table));
}

static store_result read_tables(store *s, sql_statement statement, const sql_value *p, int n,
                                table_reader *reader) {
    return s->backend->run(s, statement, p, n, read_table, reader, NULL);
}

store_result store_table_of(store *s, const char *id, store_each_table *each, void *context) {
    sql_value p[] = {text(id)};
    table_reader reader = {each, context, false};
    store_result result = read_tables(s, SQL_TABLE_OF, p, 1, &reader);
    return result == STORE_OK && !reader.any ? STORE_MISSING : result;
}

store_result store_listed(store *s, int limit, store_each_table *each, void *context) {
    sql_value p[] = {number(limit)};
    return read_tables(s, SQL_LISTED, p, 1, &(table_reader){each, context, false});
}

store_result store_tables_of(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                             store_each_table *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(skip)};
    return read_tables(s, SQL_TABLES_OF, p, COUNT(p), &(table_reader){each, context, false});
}

store_result store_due(store *s, int64_t from, int64_t now, int limit, store_each_table *each,
                       void *context) {
    sql_value p[] = {number(now), number(limit), number(from)};
    return read_tables(s, SQL_DUE, p, COUNT(p), &(table_reader){each, context, false});
}

store_result store_not_due(store *s, const char *after, int limit, store_each_table *each,
                           void *context) {
    sql_value p[] = {text(after), number(limit)};
    return read_tables(s, SQL_NOT_DUE, p, 2, &(table_reader){each, context, false});
}

store_result store_unfinished(store *s, int limit, store_each_table *each, void *context) {
    sql_value p[] = {number(limit)};
    return read_tables(s, SQL_UNFINISHED, p, COUNT(p), &(table_reader){each, context, false});
}

/* ---- Turns ----------------------------------------------------------------------------------- */

store_result store_set_turn(store *s, const char *id, uint32_t line, rz_slice waits) {
    sql_value p[] = {text(id), number(line), slice(waits)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_SET_TURN, p));
}

typedef struct game_reader {
    store_each_game *each;
    void *context;
} game_reader;

/* The columns of GAME beside those of TABLE. */
enum { GAME_TURN = SQL_TABLE_COLUMNS, GAME_WAITS, GAME_NUMBER, GAME_CHAT };

static bool read_game(void *context, const sql_value *columns) {
    game_reader *reader = context;
    store_game game = {.table = table_of_row(columns),
                       .turn = columns[GAME_TURN].number,
                       .waits = columns[GAME_WAITS].text,
                       .number = columns[GAME_NUMBER].number,
                       .chat = columns[GAME_CHAT].number};
    return reader->each(reader->context, &game);
}

store_result store_games(store *s, const uint8_t person[STORE_HASH], int limit,
                         store_each_game *each, void *context) {
    sql_value p[] = {hash(person), number(limit)};
    return s->backend->run(s, SQL_GAMES, p, COUNT(p), read_game, &(game_reader){each, context},
                           NULL);
}

store_result store_lately_over(store *s, const uint8_t person[STORE_HASH], int limit, int64_t after,
                               store_each_game *each, void *context) {
    sql_value p[] = {hash(person), number(limit), number(after)};
    return s->backend->run(s, SQL_UNSEEN, p, COUNT(p), read_game, &(game_reader){each, context},
                           NULL);
}

store_result store_count(store *s, store_status status, int64_t *count) {
    numbers row = {.n = 1};
    store_result result = run_numbers(s, SQL_COUNT, number(status), &row);
    *count = row.at[0];
    return result;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The columns of LAST. */
enum { LAST_KEY, LAST_VERSION, LAST_STATUS, LAST_DUE, LAST_NUMBER, LAST_COLUMNS };

/* Whoever writes line `first` has won: the lines after it can not be there, for nobody writes a
 * line without seeing the one before. */
static store_result append_lines(store *s, int64_t key, uint32_t first, const rz_slice *lines,
                                 int n, int64_t at) {
    store_result result = STORE_OK;
    for (int i = 0; i < n && result == STORE_OK; i++) {
        sql_value p[] = {number(key), number((int64_t)first + i), number(at), slice(lines[i])};
        bool changed = true;
        result =
            i == 0 ? run_changing(s, SQL_APPEND, p, COUNT(p), &changed) : RUN(s, SQL_APPEND, p);
        if (result == STORE_OK && !changed) {
            return STORE_TAKEN;
        }
    }
    return result;
}

static store_result move_clock(store *s, const char *id, const numbers *last, int64_t due,
                               store_status status) {
    sql_value p[] = {number(last->at[LAST_KEY]), number(due)};
    if (due == last->at[LAST_DUE]) {
        return STORE_OK;
    }
    bool runs = last->at[LAST_DUE] != INT64_MAX && !stops(due, status);
    return runs ? RUN(s, SQL_MOVE_CLOCK, p) : write_clock(s, id, due, status);
}

/* Nobody is waited for at a table that is over, and it is nobody's game any longer. */
static store_result end_waits(store *s, const char *id) {
    sql_value p[] = {text(id)};
    store_result result = RUN(s, SQL_STOP_TURN, p);
    result = result ? result : RUN(s, SQL_CLEAR_NOTICES, p);
    return result ? result : RUN(s, SQL_END_SEATS, p);
}

static store_result append(store *s, const char *id, uint32_t version, uint32_t first,
                           const rz_slice *lines, int n, int64_t at, int64_t due,
                           store_status status) {
    numbers last = {.n = LAST_COLUMNS};
    store_result result =
        run_numbers(s, s->backend->notifies ? SQL_LOCK_LAST : SQL_LAST, text(id), &last);
    if (result != STORE_OK || first != last.at[LAST_NUMBER] + 1) {
        return result ? result : first <= last.at[LAST_NUMBER] ? STORE_TAKEN : STORE_MISSING;
    }
    if (last.at[LAST_STATUS] >= STORE_FINISHED || last.at[LAST_VERSION] != version) {
        return STORE_TAKEN;
    }
    result = append_lines(s, last.at[LAST_KEY], first, lines, n, at);
    result = result ? result : move_clock(s, id, &last, due, status);
    if (result == STORE_OK && (int64_t)status != last.at[LAST_STATUS]) {
        sql_value p[] = {text(id), number(status), number(at)};
        result = RUN(s, SQL_SET_STATUS, p);
        result = result || status < STORE_FINISHED ? result : end_waits(s, id);
    }
    return result ? result : notify(s, id);
}

store_result store_append(store *s, const char *id, uint32_t version, uint32_t first,
                          const rz_slice *lines, int n, int64_t at, int64_t due,
                          store_status status) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result
                  : end_write(s, alone, append(s, id, version, first, lines, n, at, due, status));
}

store_result store_last_line(store *s, const char *id, int64_t *number_of_it) {
    numbers last = {.n = LAST_COLUMNS};
    store_result result = run_numbers(s, SQL_LAST, text(id), &last);
    *number_of_it = result ? -1 : last.at[LAST_NUMBER];
    return result;
}

typedef struct line_reader {
    store_each_line *each;
    void *context;
} line_reader;

static bool read_line(void *context, const sql_value *columns) {
    line_reader *reader = context;
    store_line line = {(uint32_t)columns[0].number, columns[1].number, columns[2].text};
    return reader->each(reader->context, &line);
}

store_result store_lines(store *s, const char *id, uint32_t from, int limit, store_each_line *each,
                         void *context) {
    sql_value p[] = {text(id), number(from), number(limit)};
    return s->backend->run(s, SQL_LINES, p, 3, read_line, &(line_reader){each, context}, NULL);
}

/* ---- Chat, people --------------------------------------------------------------------------- */

static store_result drop_old_chats(store *s, int64_t key, int64_t last) {
    sql_value p[] = {number(key), number(last - STORE_CHATS)};
    if (last <= STORE_CHATS)
        return STORE_OK;
    return s->backend->run(s, SQL_DROP_CHATS, p, COUNT(p), NULL, NULL, NULL);
}

/* Another process may take the same number; then the next one is tried. */
static store_result add_chat(store *s, const char *id, store_chat *chat) {
    bool changed = false;
    while (!changed) {
        numbers row = {.n = 2};
        store_result result = run_numbers(s, SQL_LAST_CHAT, text(id), &row);
        chat->number = row.at[1] + 1;
        sql_value p[] = {number(row.at[0]), number(chat->number), number(chat->at),
                         hash(chat->person), slice(chat->text)};
        result = result ? result : run_changing(s, SQL_ADD_CHAT, p, COUNT(p), &changed);
        result = result ? result : drop_old_chats(s, row.at[0], chat->number);
        if (result != STORE_OK) {
            return result;
        }
    }
    return notify(s, id);
}

store_result store_add_chat(store *s, const char *id, store_chat *chat) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, add_chat(s, id, chat));
}

store_result store_last_chat(store *s, const char *id, int64_t *last) {
    numbers row = {.n = 2};
    store_result result = run_numbers(s, SQL_LAST_CHAT, text(id), &row);
    *last = row.at[1];
    return result;
}

typedef struct chat_reader {
    store_each_chat *each;
    void *context;
} chat_reader;

static bool read_chat(void *context, const sql_value *columns) {
    chat_reader *reader = context;
    store_chat chat = {.number = columns[0].number, .at = columns[1].number};
    if (columns[2].text.length == STORE_HASH) {
        memcpy(chat.person, columns[2].text.at, STORE_HASH);
    }
    chat.text = columns[3].text;
    return reader->each(reader->context, &chat);
}

store_result store_chats(store *s, const char *id, int64_t from, int limit, store_each_chat *each,
                         void *context) {
    sql_value p[] = {text(id), number(from), number(limit)};
    return s->backend->run(s, SQL_CHATS, p, 3, read_chat, &(chat_reader){each, context}, NULL);
}

void store_mark(const uint8_t person[STORE_HASH], char mark[STORE_MARK + 1]) {
    uint8_t digest[STORE_HASH];
    rz_sha256 sha;
    rz_text hex;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, person, STORE_HASH);
    rz_sha256_end(&sha, digest);
    rz_text_init(&hex, mark, STORE_MARK + 1);
    rz_text_hex(&hex, digest, STORE_MARK / 2);
}

static bool read_name(void *context, const sql_value *columns) {
    snprintf(context, STORE_NAME, "%.*s", (int)columns[0].text.length, columns[0].text.at);
    return false;
}

store_result store_name(store *s, const uint8_t person[STORE_HASH], char name[STORE_NAME]) {
    sql_value p[] = {hash(person)};
    name[0] = '\0';
    store_result result = s->backend->run(s, SQL_NAME, p, 1, read_name, name, NULL);
    return result == STORE_OK && !name[0] ? STORE_MISSING : result;
}

store_result store_set_name(store *s, const uint8_t person[STORE_HASH], const char *name,
                            int64_t at) {
    char mark[STORE_MARK + 1];
    store_mark(person, mark);
    sql_value p[] = {hash(person), text(name), number(at), text(mark)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_SET_NAME, p));
}

static store_result forget(store *s, const uint8_t person[STORE_HASH], const char *mark) {
    char hex[2 * STORE_HASH + 1], zeroes[2 * STORE_HASH + 1], quoted[STORE_MARK + 3];
    rz_text writer;
    rz_text_init(&writer, hex, sizeof hex);
    rz_text_hex(&writer, person, STORE_HASH);
    rz_text_init(&writer, zeroes, sizeof zeroes);
    rz_text_hex(&writer, nobody, STORE_HASH);
    rz_text_init(&writer, quoted, sizeof quoted);
    rz_put_string(&writer, NULL, mark);
    sql_value p[] = {hash(person), text(mark), text(hex), text(zeroes), text(quoted), text("\"\"")};
    static const struct {
        sql_statement statement;
        int first, parameters;
        bool notifies;
    } steps[] = {{SQL_NOTIFY_TABLES_OF, 0, 2, true}, {SQL_FORGET_TABLES, 0, 6, false},
                 {SQL_FORGET_SEATS, 0, 1, false},    {SQL_FORGET_MARKS, 1, 1, false},
                 {SQL_FORGET_CHATS, 0, 1, false},    {SQL_FORGET_PLAYED, 0, 1, false},
                 {SQL_FORGET_DEVICES, 0, 1, false},  {SQL_FORGET_LINKS, 0, 1, false},
                 {SQL_UNWAIT, 0, 1, false},          {SQL_FORGET_REPORTS, 0, 1, false},
                 {SQL_FORGET_ACTS, 1, 1, false},     {SQL_FORGET_CHANNELS, 0, 1, false},
                 {SQL_FORGET_NAME, 0, 1, false}};
    store_result result = STORE_OK;
    for (int i = 0; i < COUNT(steps) && result == STORE_OK; i++) {
        if (!steps[i].notifies || s->backend->notifies) {
            result = s->backend->run(s, steps[i].statement, p + steps[i].first, steps[i].parameters,
                                     NULL, NULL, NULL);
        }
    }
    return result;
}

store_result store_forget(store *s, const uint8_t person[STORE_HASH], const char *mark) {
    bool alone;
    store_result result = begin_write(s, &alone);
    result = result ? result : store_lock_people(s);
    result = result ? result : store_lock_rooms(s); /* nobody is being seated meanwhile */
    return end_write(s, alone, result ? result : forget(s, person, mark));
}

/* ---- Other processes ------------------------------------------------------------------------ */

int store_socket(const store *s) {
    return s->backend->socket(s);
}

store_result store_poll_changes(store *s, void (*each)(void *context, const char *id),
                                void *context) {
    return s->backend->poll_changes(s, each, context);
}

store_result store_touch_process(store *s, const char *process) {
    sql_value p[] = {text(process)};
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, RUN(s, SQL_TOUCH_PROCESS, p));
}

static store_result delete_process(store *s, const char *process) {
    sql_value p[] = {text(process)};
    store_result result = RUN(s, SQL_DELETE_PROCESS, p);
    return result ? result : RUN(s, SQL_DELETE_HOMES, p);
}

store_result store_delete_process(store *s, const char *process) {
    bool alone;
    store_result result = begin_write(s, &alone);
    return result ? result : end_write(s, alone, delete_process(s, process));
}

typedef struct process_reader {
    char *process;
    int64_t *at;
} process_reader;

static bool read_process(void *context, const sql_value *columns) {
    process_reader *reader = context;
    snprintf(reader->process, STORE_PROCESS + 1, "%.*s", (int)columns[0].text.length,
             columns[0].text.at);
    *reader->at = columns[1].number;
    return false;
}

store_result store_oldest_process(store *s, const char *self, char process[STORE_PROCESS + 1],
                                  int64_t *at) {
    sql_value p[] = {text(self)};
    process_reader reader = {process, at};
    process[0] = '\0';
    store_result result = s->backend->run(s, SQL_OLDEST_PROCESS, p, 1, read_process, &reader, NULL);
    return result == STORE_OK && !process[0] ? STORE_MISSING : result;
}

store_result store_tables_of_process(store *s, const char *process, int limit,
                                     store_each_table *each, void *context) {
    sql_value p[] = {text(process), number(limit)};
    return read_tables(s, SQL_TABLES_OF_PROCESS, p, 2, &(table_reader){each, context, false});
}
