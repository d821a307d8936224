#include "serve/table.h"

#include <stdlib.h>
#include <string.h>

#include "serve/beginning.h"
#include "serve/bot_turn.h"
#include "serve/broadcast.h"
#include "serve/catch_up.h"
#include "serve/deadline.h"
#include "serve/expiry.h"
#include "serve/follow.h"
#include "serve/loading.h"
#include "serve/play.h"
#include "serve/presence.h"
#include "serve/transaction.h"
#include "serve/watch.h"

enum { TRIES = 8, RETRY_MS = 500 };

/* ---- When to check --------------------------------------------------------------------------- */

void table_schedule_check(table *t, int64_t when) {
    if (!t->check.place || when < t->check.at)
        schedule_set(&t->server->schedule, &t->check, when);
}

void table_push_soon(table *t) {
    t->dirty = true;
    table_schedule_check(t, server_now(t->server));
}

static void set_due(table *t, int64_t due) {
    t->due = due;
    if (due != INT64_MAX)
        table_schedule_check(t, due);
}

static void retry_later(table *t) {
    t->retry_at = server_now(t->server) + RETRY_MS;
    table_schedule_check(t, t->retry_at);
}

/* ---- The line -------------------------------------------------------------------------------- */

static void append(table *t, operation *o) {
    *(t->first ? &t->last->next : &t->first) = o;
    t->last = o;
}

static void put_first(table *t, operation *o) {
    o->next = t->first;
    if (!t->first)
        t->last = o;
    t->first = o;
}

static operation *take_first(table *t) {
    operation *o = t->first;
    t->first = o->next;
    o->next = NULL;
    return o;
}

bool table_submit(table *t, handler *handle, session *s, int32_t id, const message *m) {
    operation *o = operation_new(handle, m);
    if (!o)
        return false;
    o->session = session_retain(s);
    o->size = sizeof *o + m->text.length;
    s->queued += o->size;
    o->id = id;
    o->began = server_monotonic_us(t->server);
    o->reads = t->reads;
    memcpy(o->person, s->person, STORE_HASH);
    append(t, o);
    table_run(t);
    return true;
}

operation *table_enqueue(table *t, handler *handle) {
    operation *o = operation_new(handle, NULL);
    if (o)
        append(t, o);
    return o;
}

outcome table_open_only(table *t, operation *o) {
    (void)t, (void)o;
    return ANSWERED;
}

/* Unless one waits already: where nothing can be written the table is read again after each
 * failure, and what it then wants to write may not grow. */
static bool enqueue_once(table *t, handler *handle) {
    const operation *o = t->first;
    while (o && o->handle != handle)
        o = o->next;
    return o || table_enqueue(t, handle);
}

void table_check_presence(table *t) {
    t->unnoted = presence_has_changed(t) && !enqueue_once(t, presence_note);
    if (t->unnoted)
        retry_later(t);
}

/* The table can not be read: everybody who waits is told. */
static void fail_all(table *t, protocol_error error, const char *text) {
    while (t->first) {
        operation *o = take_first(t);
        operation_fail(o, error, text);
        operation_free(o);
    }
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* The lobby as it is in memory. */
static outcome write_lobby(table *t, operation *o) {
    transaction *x = transaction_with_lobby(t, o);
    return x ? transaction_commit(x) : ANSWERED;
}

/* Names lie apart, and are no part of the version. */
static bool has_changed(const table *t, const loading *l) {
    bool changed =
        !t->known || l->lobby.version != t->lobby.version || l->lobby.status != t->lobby.status;
    for (int s = 0; s < RZ_SEATS_MAX && !changed; s++)
        changed = strcmp(l->lobby.seats[s].name, t->lobby.seats[s].name) != 0;
    return changed;
}

static void take_loaded(table *t, loading *l) {
    bool changed = has_changed(t, l);
    if (!t->setup)
        t->setup = l->setup, l->setup = NULL;
    t->lobby = l->lobby;
    broadcast_update_viewers(t);
    t->position = l->position;
    memcpy(t->seed, l->seed, RZ_SEED);
    heads_append(&t->heads, &l->heads);
    t->known = true;
    t->stale = t->missed;
    t->missed = false;
    t->chat = l->chat > t->chat ? l->chat : t->chat;
    t->said = l->said > t->said ? l->said : t->said;
    if (!l->many && !l->batch.failed)
        broadcast_lines(t, &l->batch);
    if (changed)
        broadcast_lobby(t, NULL);
    /* By a process that they have left, or that took us for dead; or who was here before a restart
     * has not come back. */
    if (presence_is_denied(t) || !t->server->shared)
        table_check_presence(t);
    catch_up_all(t);
    set_due(t, deadline_of(t->server, &t->lobby, &t->position, server_now(t->server)));
    if (l->healed)
        enqueue_once(t, write_lobby);
}

static void fail_loading(table *t, const loading *l) {
    if (l->damaged)
        server_log(t->server, "table %.6s can not be read: %s", t->id, l->why);
    else
        server_note_store_problem(t->server, &t->server->world->reads, l->job.result);
    fail_all(t, ERROR_STORE, "The table can not be read now; nothing is lost.");
    retry_later(t);
}

/* It never was, or was deleted. Then nobody watches it any longer: as long as somebody did, it
 * would be read again and again. */
static void fail_missing(table *t) {
    if (t->known)
        t->idle = server_now(t->server);
    t->known = t->stale = false;
    while (t->watches)
        watch_remove(t->watches);
    fail_all(t, ERROR_TABLE, "There is no such table.");
}

static void loaded(loading *l) {
    table *t = l->table;
    t->busy = false;
    t->pins--;
    bool ok = l->job.result == STORE_OK && !l->damaged;
    if (ok && l->outdated)
        t->server->metrics.retries++; /* it is read once more */
    else if (ok)
        take_loaded(t, l);
    else if (l->job.result == STORE_MISSING)
        fail_missing(t);
    else
        fail_loading(t, l);
    loading_free(l);
    table_run(t);
}

/* Who asks for a table first waits for it in the line of their address; a table that is known has a
 * line of its own, so that the people at it wait for nobody else's reads. */
static uint32_t share_of_load(const table *t) {
    const session *first = t->first ? t->first->session : NULL;
    if (t->known)
        return server_share_of_number(t->serial);
    return first ? first->share : 0;
}

static void load(table *t) {
    loading *l = loading_new(t, loaded);
    if (!l) {
        fail_all(t, ERROR_LIMIT, "The server is out of memory.");
        return;
    }
    t->busy = true;
    t->missed = false;
    t->reads++;
    t->pins++;
    server_read(t->server, share_of_load(t), &l->job);
}

bool table_is_behind(const table *t) {
    return t->known && t->stale && t->watches && server_now(t->server) >= t->retry_at;
}

void table_mark_stale(table *t) {
    t->missed = t->busy; /* what is being read may be older */
    if (!t->known)
        return;
    t->stale = true;
    table_run(t);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/* Another process was first: what it wrote is read, and the operation is tried once more. */
static void retry(table *t, operation *o) {
    t->server->metrics.retries++;
    t->stale = true;
    if (++o->tries <= TRIES) {
        put_first(t, o);
        return;
    }
    operation_fail(o, ERROR_STORE, "Too much happens at this table at once; please try again.");
    operation_free(o);
}

static void log_game(table *t, const transaction *x) {
    if (x->batch.first == 0)
        server_log(t->server, "table %.6s: %s for %d begins", t->id, table_game(t)->name,
                   rz_seats(t->setup));
    if (x->status == STORE_FINISHED)
        server_log(t->server, "table %.6s: over after %u lines", t->id, t->position.number);
}

static void count_move(server *sv, const operation *o) {
    if (!o->session) {
        sv->metrics.bot_moves++;
        return;
    }
    sv->metrics.moves++;
    sv->metrics.move_us += server_monotonic_us(sv) - o->began;
}

/* Who was renamed while it was written keeps the new name. */
static void keep_names(const lobby *now, lobby *next) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (now->seats[s].person && next->seats[s].person &&
            !memcmp(now->seats[s].hash, next->seats[s].hash, STORE_HASH))
            memcpy(next->seats[s].name, now->seats[s].name, STORE_NAME);
}

/* It is durable, so it is true. The answer comes first: who acted knows the number before the
 * line. */
static void apply(table *t, transaction *x) {
    if (x->lobby) {
        keep_names(&t->lobby, x->lobby);
        t->lobby = *x->lobby;
        broadcast_update_viewers(t);
    }
    t->lobby.status = x->status;
    set_due(t, x->due);
    if (x->plays)
        t->position = x->position;
    for (int i = 0; x->plays && i < x->batch.n; i++)
        heads_note(&t->heads, x->batch.first + (uint32_t)i, x->batch.lines[i].head);
    if (x->operation->session)
        session_reply(x->operation->session, &x->answer);
    if (x->plays)
        broadcast_lines(t, &x->batch);
    if (x->lobby || (x->plays && (x->status != STORE_RUNNING ||
                                  rz_is_table_verb(x->batch.lines[0].event.verb))))
        broadcast_lobby(t, NULL);
    follows_note_table(t);
    if (x->lobby)
        follows_note_people(t);
    if (x->plays) {
        log_game(t, x);
        count_move(t->server, x->operation);
    }
}

/* It may have been written all the same, if the answer was lost. */
static void fail_commit(table *t, operation *o, store_result result) {
    t->stale = true;
    retry_later(t);
    server_note_store_problem(t->server, &t->server->world->store, result);
    operation_fail(o, ERROR_STORE, "The store can not be written now; nothing was lost.");
    operation_free(o);
}

static void committed(transaction *x) {
    table *t = x->table;
    operation *o = x->operation;
    store_result result = x->job.result;
    t->busy = false;
    t->pins--;
    if (result == STORE_OK && x->refused) {
        x->extra_refuse(x->extra);
        operation_free(o);
    } else if (result == STORE_OK) {
        t->server->store_state = STORE_OK;
        apply(t, x);
        if (x->lobby) /* somebody may have come or gone while it was written */
            table_check_presence(t);
        operation_free(o);
    } else if (result == STORE_TAKEN || result == STORE_MISSING) {
        retry(t, o);
    } else {
        fail_commit(t, o, result);
    }
    transaction_free(x);
    table_run(t);
}

static void commit(table *t, operation *o) {
    if (transaction_submit(o->transaction, committed)) {
        t->busy = true;
        t->pins++;
        return;
    }
    if ((t->unnoted = o->handle == presence_note))
        retry_later(t);
    operation_fail_memory(o);
    transaction_free(o->transaction);
    operation_free(o);
}

/* ---- What is due ----------------------------------------------------------------------------- */

/* The bot's answer becomes an operation, when it may be seen. */
static void release_answer(table *t) {
    if (!t->held || bot_turn_wait(t) > 0)
        return;
    const bot_question *q = &t->held->question;
    operation *o = t->server->closing ? NULL : table_enqueue(t, play_bot);
    t->thinking = false;
    t->pins--;
    if (o) {
        o->seat = q->seat;
        o->number = q->number;
        o->action = q->action;
    }
    free(t->held);
    t->held = NULL;
}

static void bot_answered(bot_question *q) {
    table *t = ((bot_turn *)q)->table;
    bot_turn_hold((bot_turn *)q);
    table_schedule_check(t, server_now(t->server) + bot_turn_wait(t));
    table_run(t);
}

static void end_times(table *t, int64_t now) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (deadline_passed(t->server, &t->lobby, &t->position, s, now)) {
            operation *o = table_enqueue(t, play_timeout);
            if (o)
                o->seat = s;
        }
}

static bool may_act_by_itself(const table *t) {
    return t->known && !t->busy && !t->thinking && !t->first && !t->server->closing;
}

static bool has_player(const table *t) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (t->lobby.seats[s].person && !(t->position.away >> s & 1))
            return true;
    return false;
}

/* Games that only bots play share so many moves a second, however many they are: each is written,
 * and nobody plays on who would wait for it. */
static bool may_bot_move(table *t, int64_t now) {
    enum { A_SECOND = 8, AT_ONCE = 200, WAIT_MS = 2000 };
    if (has_player(t))
        return true;
    if (t->bots_wait > now)
        return false;
    bool may = bucket_take(&t->server->bots_alone, 1, A_SECOND, AT_ONCE, now);
    t->bots_wait = may ? 0 : now + WAIT_MS;
    return may;
}

static void do_what_is_due(table *t, int64_t now) {
    set_due(t, deadline_of(t->server, &t->lobby, &t->position, now));
    if (t->due > now)
        return;
    if (expiry_is_due(t, now)) {
        table_enqueue(t, expiry_note);
        return;
    }
    if (lobby_may_start(&t->lobby, t->setup, now)) {
        table_enqueue(t, beginning_due);
        return;
    }
    int seat = bot_turn_seat(t, now);
    if (seat < 0) {
        end_times(t, now);
    } else if (may_bot_move(t, now) && bot_turn_ask(t, seat, bot_answered)) {
        t->thinking = true;
        t->pins++;
    }
}

/* A refusal may come from a lobby that is too old: before it is said the table is read again, once
 * for all that waits. */
static void handle_first(table *t) {
    operation *o = take_first(t);
    o->may_doubt = t->server->shared && o->session && o->reads == t->reads;
    o->is_doubtful = false;
    if (o->handle(t, o) == COMMIT) {
        commit(t, o);
    } else if (o->is_doubtful) {
        t->stale = true;
        put_first(t, o);
    } else {
        if (t->unnoted)
            retry_later(t);
        operation_free(o);
    }
}

static void run_line(table *t) {
    while (!t->busy && (t->first || table_is_behind(t))) {
        if (!t->known || t->stale) {
            if (!t->server->closing)
                load(t);
            return;
        }
        handle_first(t);
    }
}

void table_run(table *t) {
    release_answer(t);
    run_line(t);
    if (!may_act_by_itself(t) || t->due == INT64_MAX)
        return;
    int64_t now = server_now(t->server);
    if (t->due > now || t->retry_at > now)
        return;
    do_what_is_due(t, now);
    run_line(t);
}
