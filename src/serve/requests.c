#include "serve/requests.h"

#include <string.h>

#include "core/json_write.h"
#include "serve/agreement.h"
#include "serve/chat.h"
#include "serve/identity.h"
#include "serve/listing.h"
#include "serve/making.h"
#include "serve/moderation.h"
#include "serve/play.h"
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
} verbs[] = {
    {"act", NULL, play_act},
    {"bot", NULL, seating_bot},
    {"chat", NULL, chat_send},
    {"end", NULL, agreement_end},
    {"forget", identity_forget, NULL},
    {"hello", identity_hello, NULL},
    {"leave", NULL, play_leave},
    {"make", making_start, NULL},
    {"mute", NULL, moderation_mute},
    {"name", identity_name, NULL},
    {"pause", NULL, agreement_pause},
    {"ping", ping, NULL},
    {"rematch", NULL, making_rematch},
    {"remove", NULL, moderation_remove},
    {"resume", NULL, agreement_resume},
    {"return", NULL, play_return},
    {"sit", NULL, seating_sit},
    {"stand", NULL, seating_stand},
    {"start", NULL, seating_start},
    {"tables", listing_start, NULL},
    {"unmute", NULL, moderation_unmute},
    {"unwatch", unwatch, NULL},
    {"watch", NULL, watching_start},
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

static bool is_table_id(const char *id) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(id) == STORE_TABLE_ID && strspn(id, letters) == STORE_TABLE_ID;
}

static void submit_to_table(session *s, int32_t id, const message *m, handler *handle) {
    char table_id[STORE_TABLE_ID + 2];
    bool has_id = message_string(m, FIELD_TABLE, table_id, sizeof table_id);
    table *t = has_id ? tables_find(s->server, table_id) : NULL;
    if (!t && !(has_id && is_table_id(table_id))) {
        session_error(s, id, ERROR_TABLE, NULL, "There is no such table.");
        return;
    }
    if ((!t && !(t = tables_open(s->server, table_id))) || !table_submit(t, handle, s, id, m))
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
}

/* Too fast: refused; and who does not listen is shown the door. */
static bool is_too_fast(session *s, int32_t id) {
    enum { PATIENCE = 200 };
    const serve_options *options = s->server->options;
    if (bucket_take(&s->rate, options->messages_per_second, options->messages_burst,
                    server_now(s->server))) {
        s->floods = 0;
        return false;
    }
    s->server->metrics.limited++;
    if (++s->floods > PATIENCE) {
        s->server->metrics.closed_flood++;
        session_bye(s, "flood", CLOSE_POLICY_VIOLATION);
    } else {
        session_error(s, id, ERROR_LIMIT, NULL, "Too many messages; slower, please.");
    }
    return true;
}

static void dispatch(session *s, int32_t id, const message *m) {
    int v = verb_of(m);
    if (v == VERBS)
        session_error(s, id, ERROR_REQUEST, NULL, "There is no such request.");
    else if (!s->known && verbs[v].of_session != identity_hello)
        session_error(s, id, ERROR_HELLO, NULL, "Say hello first, and wait for the answer.");
    else if (verbs[v].of_session)
        verbs[v].of_session(s, id, m);
    else
        submit_to_table(s, id, m, verbs[v].of_table);
}

void requests_receive(session *s, rz_slice text) {
    message m;
    int32_t id = 0;
    if (s->server->closing)
        return; /* whoever is not answered asks again, elsewhere or later */
    s->server->metrics.requests++;
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
    session_close(s);
}
