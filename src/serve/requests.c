#include "serve/requests.h"

#include <stdlib.h>
#include <string.h>

#include "serve/identity.h"
#include "serve/play.h"
#include "serve/reading.h"
#include "serve/seats.h"
#include "serve/table.h"

static void ping(session *c, int32_t id, const message *m) {
    char fields[48];
    (void)m;
    snprintf(fields, sizeof fields, ",\"now\":%lld", (long long)server_now());
    session_ok(c, id, fields);
}

static void unwatch(session *c, int32_t id, const message *m) {
    char table_id[STORE_TABLE_ID + 1] = "";
    message_string(m, FIELD_TABLE, table_id, sizeof table_id);
    for (watch *w = c->watches; w; w = w->next_of_session)
        if (!strcmp(w->table->id, table_id)) {
            table_unwatch(w);
            break;
        }
    session_ok(c, id, "");
}

/* ---- The list of tables ---------------------------------------------------------------------- */

enum { LISTED = 50, LIST_BYTES = 1 << 18 };

#define LIST_COST 10.0 /* other requests: the store has much to do for it */

typedef struct listing {
    job job;
    session *session;
    int32_t id;
    uint8_t person[STORE_HASH];
    lobby lobbies[2 * LISTED];
    rz_setup setups[2 * LISTED];
    char ids[2 * LISTED][STORE_TABLE_ID + 1];
    int n;
    char memory[LIST_BYTES];
    rz_text out;
} listing;

static bool note(void *context, const store_table *row) {
    listing *l = context;
    memcpy(l->ids[l->n], row->id, sizeof row->id);
    l->n += lobby_read(row, &l->lobbies[l->n], &l->setups[l->n]);
    return l->n < 2 * LISTED;
}

/* Names are asked for when the rows have been read. What does not fit is left out. */
static void write_list(listing *l, store *s, const char *name) {
    rz_text_add(&l->out, name);
    for (int i = 0, first = 1; i < l->n; i++) {
        size_t before = l->out.length;
        reading_names(s, &l->lobbies[i]);
        rz_text_add(&l->out, first ? "{\"table\":\"" : ",{\"table\":\"");
        rz_text_add(&l->out, l->ids[i]);
        rz_text_add(&l->out, "\",\"lobby\":");
        lobby_write_public(&l->lobbies[i], &l->setups[i], NULL, 0, 0, &l->out);
        rz_text_char(&l->out, '}');
        first = 0;
        if (l->out.length + 64 > LIST_BYTES) {
            l->out.length = before;
            l->out.full = false;
            break;
        }
    }
    rz_text_char(&l->out, ']');
    l->n = 0;
}

static store_result list(job *j, store *s) {
    listing *l = (listing *)j;
    rz_text_init(&l->out, l->memory, sizeof l->memory);
    rz_text_add(&l->out, "{\"re\":");
    rz_text_int(&l->out, l->id);
    rz_text_add(&l->out, ",\"ok\":true");
    store_result result = store_listed(s, LISTED, note, l);
    write_list(l, s, ",\"open\":[");
    if (result == STORE_OK || result == STORE_MISSING)
        result = store_tables_of(s, l->person, LISTED, note, l);
    write_list(l, s, ",\"mine\":[");
    rz_text_char(&l->out, '}');
    return result;
}

static void listed(job *j) {
    listing *l = (listing *)j;
    if (j->result == STORE_OK || j->result == STORE_MISSING)
        session_send_text(l->session, (rz_slice){l->memory, l->out.length});
    else
        session_error(l->session, l->id, "store", NULL, "The store can not be read now.");
    session_release(l->session);
    free(l);
}

static void tables(session *c, int32_t id, const message *m) {
    const serve_options *options = c->server->options;
    (void)m;
    if (!bucket_take(&c->lists, options->messages_per_second / LIST_COST,
                     1 + options->messages_burst / LIST_COST, server_now())) {
        c->server->metrics.limited++;
        session_error(c, id, "limit", NULL, "The list was asked for too often.");
        return;
    }
    listing *l = malloc(sizeof *l);
    if (!l) {
        session_error(c, id, "limit", NULL, "The server is out of memory.");
        return;
    }
    l->n = 0;
    l->session = session_retain(c);
    l->id = id;
    memcpy(l->person, c->person, STORE_HASH);
    l->job = (job){.run = list, .done = listed};
    store_thread_add(c->server->store_thread, &l->job);
}

/* ---- All requests ---------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*hear)(session *c, int32_t id, const message *m);
    handler *at_table; /* instead: an operation of a table */
} verbs[] = {
    {"act", NULL, play_act},           {"bot", NULL, seats_bot},
    {"chat", NULL, seats_chat},        {"end", NULL, seats_end},
    {"forget", identity_forget, NULL}, {"hello", identity_hello, NULL},
    {"leave", NULL, play_leave},       {"make", seats_make, NULL},
    {"mute", NULL, seats_mute},        {"name", identity_name, NULL},
    {"pause", NULL, seats_pause},      {"ping", ping, NULL},
    {"rematch", NULL, seats_rematch},  {"remove", NULL, seats_remove},
    {"resume", NULL, seats_resume},    {"return", NULL, play_return},
    {"sit", NULL, seats_sit},          {"stand", NULL, seats_stand},
    {"start", NULL, seats_start},      {"tables", tables, NULL},
    {"unmute", NULL, seats_unmute},    {"unwatch", unwatch, NULL},
    {"watch", NULL, table_watch},
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

static bool id_ok(const char *id) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(id) == STORE_TABLE_ID && strspn(id, letters) == STORE_TABLE_ID;
}

static void ask_table(session *c, int32_t id, const message *m, handler *run) {
    char table_id[STORE_TABLE_ID + 2];
    bool has_id = message_string(m, FIELD_TABLE, table_id, sizeof table_id);
    table *t = has_id ? table_find(c->server, table_id) : NULL;
    if (!t && !(has_id && id_ok(table_id))) {
        session_error(c, id, "table", NULL, "There is no such table.");
        return;
    }
    if ((!t && !(t = table_get(c->server, table_id))) || !table_submit(t, run, c, id, m))
        session_error(c, id, "limit", NULL, "The server is out of memory.");
}

/* Too fast: refused; and who does not listen is shown the door. */
static bool too_fast(session *c, int32_t id) {
    enum { PATIENCE = 200 };
    const serve_options *options = c->server->options;
    if (bucket_take(&c->rate, options->messages_per_second, options->messages_burst,
                    server_now())) {
        c->floods = 0;
        return false;
    }
    c->server->metrics.limited++;
    if (++c->floods > PATIENCE) {
        c->server->metrics.closed_flood++;
        session_bye(c, "flood", LWS_CLOSE_STATUS_POLICY_VIOLATION);
    } else {
        session_error(c, id, "limit", NULL, "Too many messages; slower, please.");
    }
    return true;
}

void request_receive(session *c, rz_slice text) {
    message m;
    int32_t id = 0;
    if (c->server->closing)
        return; /* whoever is not answered asks again, elsewhere or later */
    c->server->metrics.requests++;
    bool json = message_read(text, &m);
    bool has_id = json && message_int(&m, FIELD_ID, 0, 999999999, &id);
    if (too_fast(c, id))
        return;
    int v = json ? verb_of(&m) : VERBS;
    if (!json)
        session_error(c, 0, "json", NULL, "This is no JSON object.");
    else if (!has_id)
        session_error(c, 0, "request", NULL, "A request has an id, a number from 0 to 999999999.");
    else if (v == VERBS)
        session_error(c, id, "request", NULL, "There is no such request.");
    else if (!c->known && verbs[v].hear != identity_hello)
        session_error(c, id, "hello", NULL, "Say hello first, and wait for the answer.");
    else if (verbs[v].hear)
        verbs[v].hear(c, id, &m);
    else
        ask_table(c, id, &m, verbs[v].at_table);
}
