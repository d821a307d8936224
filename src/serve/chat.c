#include "serve/chat.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/catch_up.h"
#include "serve/follow.h"
#include "serve/names.h"
#include "serve/people.h"

enum {
    STRANGERS_SHARE = 5, /* who has no seat may say a fifth of what others may */
    PRICED_BYTES = 100,  /* a message counts once more for each so many */
    ROW = 128            /* bytes of the store beside the text */
};

typedef struct chat_job {
    job job;
    table *table;
    session *session;
    int32_t id;
    store_chat chat;
    char text[];
} chat_job;

static store_result store_message(job *j, store *s) {
    return store_add_chat(s, j->table, &((chat_job *)j)->chat);
}

/* Who missed the message before gets both from the store. */
static void broadcast_chat(const chat_job *s) {
    char memory[8192];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_put_open(&out, NULL, '{');
    rz_put_string(&out, "table", s->table->id);
    rz_put_open(&out, "chat", '[');
    chat_write(s->chat.number, s->chat.at, s->chat.person, s->session->name, s->text, &out);
    rz_text_add(&out, "]}");
    packet *p = packet_new((rz_slice){memory, out.length});
    for (watch *w = s->table->watches, *next; w; w = next) {
        next = w->next;
        if (w->catching_up || w->chat >= s->chat.number)
            continue;
        if (!p || w->chat + 1 < s->chat.number) {
            catch_up_start(w);
            continue;
        }
        w->chat = s->chat.number;
        session_send(w->session, p);
    }
    if (p)
        packet_free(p);
}

static void message_stored(job *j) {
    chat_job *s = (chat_job *)j;
    char memory[96];
    rz_text reply;
    s->table->pins--;
    if (j->result == STORE_OK) {
        s->table->server->store_state = STORE_OK;
        reply_open(&reply, memory, sizeof memory, s->id);
        rz_put_int(&reply, "number", s->chat.number);
        session_reply(s->session, &reply);
        if (s->chat.number > s->table->chat)
            s->table->chat = s->chat.number;
        if (s->chat.number > s->table->said)
            s->table->said = s->chat.number;
        follows_note_table(s->table);
        broadcast_chat(s);
    } else {
        server_note_store_problem(s->session->server, &s->session->server->world->store, j->result);
        session_error(s->session, s->id, ERROR_STORE, NULL, "The store can not be written now.");
    }
    session_release(s->session);
    free(s);
}

/* So many a minute, and as many at once. A stranger to the table has a smaller bucket. */
static bool take_from(account *a, bool sits, double price, double per_minute, int64_t now) {
    double most = sits ? per_minute : per_minute / STRANGERS_SHARE;
    return account_take(a, sits ? &a->chat : &a->outside, price, most / 60, most, now);
}

/* Limits belong to the key and to the address, and those of strangers to the table, too: however
 * many they are, the people at it can follow what is said. */
static bool is_slow_enough(table *t, session *s, const char *text) {
    const serve_options *options = t->server->options;
    int64_t now = server_now(t->server);
    double price = 1 + (double)(strlen(text) / PRICED_BYTES), most = options->chat_per_minute;
    bool sits = lobby_seat_of(&t->lobby, s->person) >= 0;
    return take_from(s->key, sits, price, most, now) &&
           (s->local || take_from(s->address, sits, price, options->chat_per_address, now)) &&
           (sits || bucket_take(&t->outside_chat, 1, most / 60, most, now)) &&
           session_take_room(s, ROW + 2 * strlen(text));
}

/* Only what may be said: not by the muted, not too fast. False: it is answered. */
static bool may_chat(table *t, operation *o, const char *text) {
    const serve_options *options = t->server->options;
    if (!text || !text_is_message(text, options->chat_characters)) {
        operation_fail(
            o, ERROR_CHAT,
            "A message has from one to some hundred characters, and something of it is seen.");
    } else if (marks_contain(&t->lobby.muted, o->session->who)) {
        operation_fail(o, ERROR_CHAT, "You are muted at this table.");
    } else if (o->session->muted > server_now(t->server)) {
        operation_fail(o, ERROR_CHAT, "You are muted in this club.");
    } else if (t->lobby.quiet && lobby_seat_of(&t->lobby, o->person) < 0) {
        operation_fail(o, ERROR_CHAT, "Only who sits at this table may chat here.");
    } else if (!is_slow_enough(t, o->session, text)) {
        server_note_limit(t->server, LIMIT_CHAT, o->session->address);
        operation_fail(o, ERROR_LIMIT, "You chat too fast.");
    } else {
        return true;
    }
    return false;
}

static outcome submit_message(table *t, operation *o, const char *text) {
    chat_job *s = calloc(1, sizeof *s + strlen(text) + 1);
    if (!s)
        return operation_fail_memory(o);
    memcpy(s->text, text, strlen(text) + 1);
    s->table = t;
    s->session = session_retain(o->session);
    s->id = o->id;
    s->chat = (store_chat){.at = server_now(t->server), .text = rz_slice_of(s->text)};
    memcpy(s->chat.person, o->person, STORE_HASH);
    s->job = (job){.writes = true, .run = store_message, .done = message_stored};
    memcpy(s->job.table, t->id, sizeof t->id);
    t->pins++;
    people_keep_name(o->session);
    server_submit(t->server, &s->job);
    return ANSWERED;
}

outcome chat_send(table *t, operation *o) {
    char text[RZ_JSON_STRING + 1];
    if (!o->session->link) /* its accounts may be gone */
        return ANSWERED;
    if (operation_is_removed(t, o))
        return ANSWERED;
    bool read = message_string(&o->message, FIELD_TEXT, text, sizeof text);
    return may_chat(t, o, read ? text : NULL) ? submit_message(t, o, text) : ANSWERED;
}
