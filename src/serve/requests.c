#include "serve/requests.h"

#include <string.h>

#include "core/json_write.h"
#include "serve/agreement.h"
#include "serve/chat.h"
#include "serve/code.h"
#include "serve/contacts.h"
#include "serve/devices.h"
#include "serve/export.h"
#include "serve/follow.h"
#include "serve/games.h"
#include "serve/hello.h"
#include "serve/identity.h"
#include "serve/listing.h"
#include "serve/making.h"
#include "serve/moderation.h"
#include "serve/order.h"
#include "serve/person.h"
#include "serve/play.h"
#include "serve/rooms.h"
#include "serve/seating.h"
#include "serve/table.h"
#include "serve/tables.h"
#include "serve/watching.h"

static void ping(session *s, int32_t id, const message *m) {
    char memory[96];
    rz_text reply;
    (void)m;
    reply_open(&reply, memory, sizeof memory, id);
    rz_put_int(&reply, "now", server_now(s->server));
    session_reply(s, &reply);
}

static void unwatch(session *s, int32_t id, const message *m) {
    char table_id[STORE_TABLE_ID + 1] = "";
    message_string(m, FIELD_TABLE, table_id, sizeof table_id);
    for (watch *w = s->watches; w; w = w->next_of_session)
        if (!strcmp(w->table->id, table_id)) {
            watching_end(w);
            break;
        }
    session_ok(s, id);
}

static const struct {
    const char *name;
    void (*of_session)(session *s, int32_t id, const message *m);
    handler *of_table; /* instead: an operation of a table */
    bool is_change;    /* of who sits where, plays or wishes what: nobody does that all the time */
} verbs[] = {
    {"act", NULL, play_act, false},
    {"admin", order_admin, NULL, false},
    {"bot", NULL, seating_bot, true},
    {"chat", NULL, chat_send, false},
    {"contacts", contacts_list, NULL, false},
    {"devices", devices_list, NULL, false},
    {"end", NULL, agreement_end, true},
    {"export", export_start, NULL, false},
    {"forget", identity_forget, NULL, false},
    {"games", games_start, NULL, false},
    {"hello", hello_start, NULL, false},
    {"leave", NULL, play_leave, true},
    {"link", devices_link, NULL, false},
    {"mail", contacts_mail, NULL, false},
    {"make", making_start, NULL, false},
    {"mute", NULL, moderation_mute, true},
    {"name", identity_name, NULL, false},
    {"pause", NULL, agreement_pause, true},
    {"person", person_page, NULL, false},
    {"ping", ping, NULL, false},
    {"prefer", contacts_prefer, NULL, false},
    {"ready", NULL, seating_ready, true},
    {"rematch", NULL, making_rematch, false},
    {"remove", NULL, moderation_remove, true},
    {"report", order_report, NULL, false},
    {"resume", NULL, agreement_resume, true},
    {"return", NULL, play_return, true},
    {"rooms", rooms_list, NULL, false},
    {"show", person_show, NULL, false},
    {"sit", NULL, seating_sit, true},
    {"stand", NULL, seating_stand, true},
    {"start", NULL, seating_start, false},
    {"subscribe", contacts_subscribe, NULL, false},
    {"tables", listing_start, NULL, false},
    {"unlink", devices_unlink, NULL, false},
    {"unmute", NULL, moderation_unmute, true},
    {"unsubscribe", contacts_unsubscribe, NULL, false},
    {"unwait", rooms_unwait, NULL, false},
    {"unwatch", unwatch, NULL, false},
    {"wait", rooms_wait, NULL, false},
    {"watch", NULL, watching_start, false},
    {"words", devices_words, NULL, false},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

static int verb_of(const message *m) {
    rz_slice quoted = m->field[FIELD_DO];
    if (!quoted.at || quoted.length < 3)
        return VERBS;
    rz_slice name = {quoted.at + 1, quoted.length - 2};
    int v = 0;
    while (v < VERBS && !rz_slice_is(name, verbs[v].name))
        v++;
    return v;
}

/* While a table is read from the store its requests wait in memory. */
static bool has_too_much_queued(const session *s, const message *m) {
    enum { MOST = 32768 };
    return !s->local && s->queued > 0 && s->queued + sizeof(operation) + m->text.length > MOST;
}

static void submit_to_table(session *s, int32_t id, const message *m, handler *handle) {
    char table_id[STORE_TABLE_ID + 2];
    bool has_id = message_string(m, FIELD_TABLE, table_id, sizeof table_id);
    table *t = has_id ? tables_find(s->server, table_id) : NULL;
    if (!t && !(has_id && code_may_be(table_id))) {
        session_error(s, id, ERROR_TABLE, NULL, "There is no such table.");
        return;
    }
    if ((!t && !(t = tables_open(s->server, table_id))) || !table_submit(t, handle, s, id, m))
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
}

/* Who opens many sockets, or one after the other, has no more than a club of sixty at play. */
static bool has_address_left(session *s, int64_t now) {
    enum { AT_ONCE = 10 };
    double rate = s->server->options->messages_per_address;
    return s->local ||
           account_take(s->address, &s->address->messages, 1, rate, AT_ONCE * rate, now);
}

/* Too fast: refused; and who does not listen is shown the door. */
static bool is_too_fast(session *s, int32_t id) {
    enum {
        PATIENCE = 60, /* refusals more than requests that were in time */
        REST_MS = 1000 /* for a socket whose address has too many that talk */
    };
    const serve_options *options = s->server->options;
    int64_t now = server_now(s->server);
    if (!bucket_take(&s->rate, 1, options->messages_per_second, options->messages_burst, now)) {
        server_note_limit(s->server, LIMIT_MESSAGES, s->address);
    } else if (!has_address_left(s, now)) {
        server_note_limit(s->server, LIMIT_ADDRESS_MESSAGES, s->address);
        session_rest(s, REST_MS);
    } else {
        s->floods -= s->floods > 0;
        return false;
    }
    if (++s->floods > PATIENCE) {
        s->server->metrics.closed_flood++;
        session_bye(s, "flood", CLOSE_POLICY_VIOLATION);
    } else {
        session_error(s, id, ERROR_LIMIT, NULL, "Too many messages; slower, please.");
    }
    return true;
}

/* Each is written, told to all, and waited for by whoever acts at the table. */
static bool may_change(session *s) {
    enum { ROOM = 160 };
    return session_take_change(s) && session_take_room(s, ROOM);
}

static void refuse_change(session *s, int32_t id) {
    server_note_limit(s->server, LIMIT_CHANGES, s->address);
    session_error(s, id, ERROR_LIMIT, NULL, "Too many changes at tables; slower, please.");
}

static void refuse_queue(session *s, int32_t id) {
    server_note_limit(s->server, LIMIT_QUEUED, s->address);
    session_error(s, id, ERROR_LIMIT, NULL, "Too many requests wait; slower, please.");
}

static void dispatch(session *s, int32_t id, const message *m) {
    int v = verb_of(m);
    if (v == VERBS)
        session_error(s, id, ERROR_REQUEST, NULL, "There is no such request.");
    else if (!s->known && verbs[v].of_session != hello_start)
        session_error(s, id, ERROR_HELLO, NULL, "Say hello first, and wait for the answer.");
    else if (verbs[v].of_session)
        verbs[v].of_session(s, id, m);
    else if (verbs[v].is_change && !may_change(s))
        refuse_change(s, id);
    else if (has_too_much_queued(s, m))
        refuse_queue(s, id);
    else
        submit_to_table(s, id, m, verbs[v].of_table);
}

void requests_receive(session *s, rz_slice text) {
    message m;
    int32_t id = 0;
    if (s->server->closing)
        return; /* whoever is not answered asks again, elsewhere or later */
    s->server->metrics.requests++;
    session_count_message(s);
    bool json = message_read(text, &m);
    bool has_id = json && message_int(&m, FIELD_ID, 0, 999999999, &id);
    if (is_too_fast(s, id))
        return;
    if (!json)
        session_error(s, 0, ERROR_JSON, NULL, "This is no JSON object.");
    else if (!has_id)
        session_error(s, 0, ERROR_REQUEST, NULL,
                      "A request has an id, a number from 0 to 999999999.");
    else
        dispatch(s, id, &m);
}

void requests_disconnect(session *s) {
    s->link = NULL;
    s->leaving = true;
    watching_end_all(s);
    follow_end(s);
    rooms_leave(s);
    session_close(s);
}
