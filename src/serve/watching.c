#include "serve/watching.h"

#include <string.h>

#include "core/json_write.h"
#include "serve/broadcast.h"
#include "serve/catch_up.h"
#include "serve/presence.h"
#include "serve/table.h"
#include "serve/watch.h"

/* With the number of the next line: what was missed comes in pieces, and a page shows it whole. */
static void answer_watch(table *t, operation *o) {
    char memory[256];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, o->id);
    rz_put_string(&reply, "table", t->id);
    rz_put_int(&reply, "number", t->position.number);
    session_reply(o->session, &reply);
}

/* Whether the lobby would have to say that somebody who sits there has come. */
static bool brings_person_back(const table *t, const session *s) {
    int seat = lobby_seat_of(&t->lobby, s->person);
    return seat >= 0 && t->viewers[seat] == 0;
}

static outcome refuse_return(table *t, operation *o) {
    server_note_limit(t->server, LIMIT_CHANGES, o->session->address);
    return operation_fail(o, ERROR_LIMIT, "You come and go too often; slower, please.");
}

/* The end of a game that was not seen is seen now. */
static void note_look(table *t, const session *s) {
    operation *o = presence_has_looked(t, lobby_seat_of(&t->lobby, s->person))
                       ? table_enqueue(t, presence_note_look)
                       : NULL;
    if (o)
        memcpy(o->person, s->person, STORE_HASH);
}

outcome watching_start(table *t, operation *o) {
    int32_t from = 0, chat = 0;
    session *s = o->session;
    message_int(&o->message, FIELD_FROM, 0, INT32_MAX, &from);
    message_int(&o->message, FIELD_CHAT, 0, INT32_MAX, &chat);
    if (!s->link)
        return ANSWERED;
    watch *w = watch_find(s, t);
    if (!w && s->n_watches >= t->server->options->watches_per_socket)
        return operation_fail(o, ERROR_LIMIT, "This socket looks at too many tables.");
    if (!w && brings_person_back(t, s) && !session_take_change(s))
        return refuse_return(t, o);
    if (!w && !(w = watch_add(s, t)))
        return operation_fail_memory(o);
    /* Who knows more than there is (the store was restored) gets everything from the beginning. */
    w->line = (uint32_t)from <= t->position.number ? (uint32_t)from : 0;
    w->chat = chat;
    answer_watch(t, o);
    broadcast_lobby(t, w);
    catch_up_start(w);
    if (w->viewer == RZ_SPECTATOR)
        table_push_soon(t);
    table_check_presence(t);
    note_look(t, s);
    return ANSWERED;
}

void watching_end(watch *w) {
    table *t = w->table;
    watch_remove(w);
    table_push_soon(t);
    if (!t->watches)
        t->idle = server_now(t->server);
    if (t->known && !t->server->closing) {
        table_check_presence(t);
        table_run(t);
    }
}

void watching_end_all(session *s) {
    while (s->watches)
        watching_end(s->watches);
}
