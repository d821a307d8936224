/* All that databases are asked, in words that both of them know. */
#include "store/backend.h"

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
    [SQL_RESULTS_OF] = "SELECT id, at, game, players, won, scores FROM results WHERE person = $1"
                       " ORDER BY at DESC, id LIMIT $2 OFFSET $3",
    [SQL_MARKED] = TABLE "FROM tables t WHERE key IN (SELECT key FROM marks WHERE mark = $1)"
                         " ORDER BY key LIMIT $2 OFFSET $3",
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
    /* Of those that were removed nothing is left but their order. */
    [SQL_REMOVE_DEVICE] = "UPDATE devices SET kind = 2, name = '', seen = 0, since = 1 + (SELECT"
                          " coalesce(max(since), 0) FROM devices WHERE person = $2 AND kind = 2)"
                          " WHERE device = $1 AND person = $2 AND kind < 2",
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
    [SQL_DELETE_LINES] =
        "DELETE FROM lines WHERE key = " KEY_OF_1
        " AND number < $2 + (SELECT min(number) FROM lines WHERE key = " KEY_OF_1 ")",
    [SQL_DELETE_CHAT] = "DELETE FROM chat WHERE key = " KEY_OF_1,
    [SQL_DELETE_SEED] = "DELETE FROM seeds WHERE key = " KEY_OF_1,
    [SQL_DELETE_UNCOUNTED] = "DELETE FROM uncounted WHERE key = " KEY_OF_1,
    [SQL_LOSE_TABLE] = "UPDATE tables SET id = '~' || key WHERE id = $1 AND status >= 2",
    [SQL_DELETE_TABLE] = "DELETE FROM tables WHERE id = $1 AND NOT EXISTS"
                         " (SELECT 1 FROM lines l WHERE l.key = tables.key)",
    [SQL_SHARE] = "SELECT a.key FROM seats a JOIN seats b ON b.key = a.key"
                  " WHERE a.person = $1 AND b.person = $2 LIMIT 1",
    [SQL_COUNT_GAMES] = "SELECT count(*) FROM seats WHERE person = $1 AND over = 0",
    [SQL_SET_OWNER] = "UPDATE people SET owner = $2 WHERE person = $1",
    [SQL_SET_MUTED] = "UPDATE people SET muted = $2 WHERE person = $1",
    [SQL_SET_BANNED] = "UPDATE people SET banned = $2 WHERE person = $1",
    [SQL_FIND_PEOPLE] = PERSON "WHERE lower(name) LIKE '%' || lower($1) || '%' ESCAPE '!'"
                               " ORDER BY name, mark LIMIT $2 OFFSET $3",
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
    [SQL_FORGET_ACTS] = "UPDATE acts SET mark = '', text = '' WHERE mark = $1",
    [SQL_FORGET_OWNER] = "UPDATE acts SET owner = '–' WHERE owner = $1",
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
        " WHERE c.person = $2 AND c.confirmed = 1 AND t.id = $1 AND t.status < 2"
        " AND NOT EXISTS (SELECT 1 FROM people WHERE person = $2 AND banned > $4)"
        " ON CONFLICT (key, channel)"
        " DO UPDATE SET number = excluded.number, at = excluded.at, tries = 0"
        " WHERE notices.number < excluded.number",
    [SQL_SEE_NOTICES] = "UPDATE notices SET at = " FOREVER ", tries = 0 WHERE key = " KEY_OF_1
                        " AND channel IN (SELECT key FROM channels WHERE person = $2)",
    [SQL_DROP_UNTOLD_NOTICES] =
        "DELETE FROM notices WHERE key = " KEY_OF_1
        " AND channel IN (SELECT key FROM channels WHERE person = $2) AND tries = 0",
    [SQL_REST_NOTICES] = "UPDATE notices SET at = " FOREVER " WHERE key = " KEY_OF_1
                         " AND channel IN (SELECT key FROM channels WHERE person = $2)",
    [SQL_END_NOTICES] = "DELETE FROM notices WHERE key = " KEY_OF_1
                        " AND channel IN (SELECT key FROM channels WHERE person = $2)",
    [SQL_CLEAR_NOTICES] = "DELETE FROM notices WHERE key = " KEY_OF_1,
    [SQL_ASK_CHANNEL] = "INSERT INTO notices (key, channel, number, at, tries)"
                        " SELECT 0, key, 1, $3, 0 FROM channels"
                        " WHERE person = $1 AND kind = 1 AND address = $2 AND confirmed = 0"
                        " ON CONFLICT (key, channel) DO UPDATE SET at = excluded.at, tries = 0",
    [SQL_DUE_NOTICES] =
        "SELECT n.key, n.number, n.at, n.tries, n.channel, c.person, c.kind, c.address, c.target,"
        " c.token, c.language, c.digest, c.fails, c.failing, t.id, t.info FROM notices n"
        " LEFT JOIN channels c ON c.key = n.channel LEFT JOIN tables t ON t.key = n.key"
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
    /* Who wants a mail for each wait from now on does not wait for the time of the next digest. */
    [SQL_SET_CHANNEL] =
        "UPDATE channels SET language = $3, next = CASE WHEN digest > $4 THEN 0 ELSE next END,"
        " digest = $4 WHERE key = $1 AND person = $2",
    [SQL_CONFIRM_CHANNEL] = "UPDATE channels SET confirmed = 1 WHERE token = $1",
    [SQL_NOTE_CHANNEL] = "UPDATE channels SET fails = $2, failing = $3, next = $4 WHERE key = $1",
    [SQL_REST_CHANNEL] = "UPDATE channels SET next = $2 WHERE key = $1",
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
    [SQL_SET_NAME] = "INSERT INTO people (person, name, at, mark, since, skeleton)"
                     " VALUES ($1, $2, $3, $4, $3, $5) ON CONFLICT (person) DO UPDATE"
                     " SET name = excluded.name, at = excluded.at, skeleton = excluded.skeleton",
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
