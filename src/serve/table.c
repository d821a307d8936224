#include "serve/table.h"

#include <stdlib.h>
#include <string.h>

#include "serve/clock.h"
#include "serve/reading.h"

enum { TRIES = 8, KEEP_MS = 60000, SOON_MS = 60000, AGAIN_MS = 500, LOOK_MS = 200 };

/* ---- Operations ------------------------------------------------------------------------------ */

void operation_free(operation *o) {
    if (o->session)
        session_release(o->session);
    free(o);
}

bool operation_ok(operation *o, const char *fields) {
    if (o->session)
        session_ok(o->session, o->id, fields);
    return true;
}

bool operation_fail(operation *o, const char *code, const char *text) {
    if (o->session)
        session_error(o->session, o->id, code, NULL, text);
    return true;
}

static bool out_of_memory(operation *o) {
    return operation_fail(o, "limit", "The server is out of memory.");
}

static operation *new_operation(handler *run, const message *m) {
    rz_slice text = {NULL, 0};
    /* All fields lie in one text: keep that from the first to the last. */
    for (int f = 0; m && f < FIELDS; f++)
        if (m->field[f].at) {
            const char *end = m->field[f].at + m->field[f].length;
            const char *old = text.at ? text.at + text.length : end;
            if (!text.at || m->field[f].at < text.at)
                text.at = m->field[f].at;
            text.length = (size_t)((end > old ? end : old) - text.at);
        }
    operation *o = malloc(sizeof *o + text.length);
    if (!o)
        return NULL;
    memset(o, 0, sizeof *o);
    o->run = run;
    if (text.at)
        memcpy(o->text, text.at, text.length);
    for (int f = 0; m && f < FIELDS; f++)
        if (m->field[f].at)
            o->message.field[f] =
                (rz_slice){o->text + (m->field[f].at - text.at), m->field[f].length};
    return o;
}

static void line_up(table *t, operation *o) {
    *(t->first ? &t->last->next : &t->first) = o;
    t->last = o;
}

bool table_submit(table *t, handler *run, session *c, int32_t id, const message *m) {
    operation *o = new_operation(run, m);
    if (!o)
        return false;
    o->session = session_retain(c);
    o->id = id;
    o->began = (int64_t)(uv_hrtime() / 1000);
    memcpy(o->person, c->person, STORE_HASH);
    line_up(t, o);
    table_run(t);
    return true;
}

operation *table_enqueue(table *t, handler *run) {
    operation *o = new_operation(run, NULL);
    if (o)
        line_up(t, o);
    return o;
}

/* ---- Finding and reading --------------------------------------------------------------------- */

static table **bucket_of(server *sv, const char *id) {
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &sv->tables[hash % TABLE_BUCKETS];
}

table *table_find(server *sv, const char *id) {
    table *t = *bucket_of(sv, id);
    while (t && strcmp(t->id, id) != 0)
        t = t->next;
    return t;
}

table *table_get(server *sv, const char *id) {
    table *t = table_find(sv, id);
    if (t)
        return t;
    if (!schedule_reserve(&sv->schedule, (int)sv->metrics.tables + 1) ||
        !(t = calloc(1, sizeof *t)))
        return NULL;
    table **list = bucket_of(sv, id);
    memcpy(t->id, id, STORE_TABLE_ID + 1);
    t->server = sv;
    t->due = INT64_MAX;
    t->idle = server_now();
    t->next = *list;
    *list = t;
    sv->metrics.tables++;
    schedule_set(&sv->schedule, &t->look, t->idle + LOOK_MS);
    return t;
}

static void free_table(table *t) {
    table **at = bucket_of(t->server, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->server->metrics.tables--;
    for (operation *o = t->first, *next; o; o = next) {
        next = o->next;
        operation_free(o);
    }
    while (t->watches)
        table_unwatch(t->watches);
    schedule_set(&t->server->schedule, &t->look, INT64_MAX); /* who stops watching puts it there */
    free(t->setup);
    free(t);
}

/* The table can not be read: everybody who waits is told, and what was in memory is not believed
 * any longer. */
static void fail_all(table *t, const char *code, const char *text) {
    while (t->first) {
        operation *o = t->first;
        t->first = o->next;
        operation_fail(o, code, text);
        operation_free(o);
    }
}

/* No later than then; what was to be looked at earlier still is. */
static void schedule_check(table *t, int64_t when) {
    if (!t->look.place || when < t->look.at)
        schedule_set(&t->server->schedule, &t->look, when);
}

void table_push_soon(table *t) {
    t->dirty = true;
    schedule_check(t, server_now());
}

static void retry_later(table *t) {
    t->retry_at = server_now() + AGAIN_MS;
    schedule_check(t, t->retry_at);
}

static void broadcast_lines(table *t, const line_batch *s);

/* The lobby as it is in memory. */
static bool write_lobby(table *t, operation *o) {
    transaction *c = transaction_with_lobby(t, o);
    return !c || transaction_commit(c);
}

/* Somebody is here, and the lobby says that they are nowhere. */
static bool is_presence_wrong(const table *t) {
    for (const watch *w = t->watches; w; w = w->next)
        if (w->viewer != RZ_SPECTATOR && !t->lobby.seats[w->viewer].home)
            return true;
    return false;
}

static void loaded(loading *l) {
    table *t = l->table;
    t->busy = false;
    t->pins--;
    if (l->job.result == STORE_OK && !l->damaged) {
        bool changed =
            !t->known || l->lobby.version != t->lobby.version || l->lobby.status != t->lobby.status;
        if (!t->setup)
            t->setup = l->setup, l->setup = NULL;
        t->lobby = l->lobby;
        t->position = l->position;
        memcpy(t->seed, l->seed, RZ_SEED);
        t->known = true;
        t->stale = false;
        broadcast_lines(t, &l->line_batch);
        if (changed)
            table_broadcast_lobby(t, NULL);
        if (is_presence_wrong(t)) /* by a process that they have left, or that took us for dead */
            clock_presence(t);
        for (watch *w = t->watches; w && l->chat > t->chat; w = w->next)
            reading_chat(w);
        t->chat = l->chat > t->chat ? l->chat : t->chat;
        table_due(t, clock_due(t, &t->lobby, &t->position, server_now()));
        if (l->healed)
            table_enqueue(t, write_lobby);
    } else if (l->job.result == STORE_MISSING) {
        fail_all(t, "table", "There is no such table.");
    } else {
        if (l->damaged)
            server_log(t->server, "table %.6s can not be read: %s", t->id, l->why);
        else
            server_store_problem(t->server, l->job.result);
        fail_all(t, "store", "The table can not be read now; nothing is lost.");
        retry_later(t);
    }
    loading_free(l);
    table_run(t);
}

static void reload(table *t) {
    loading *l = loading_new(t, loaded);
    if (!l) {
        fail_all(t, "limit", "The server is out of memory.");
        return;
    }
    t->busy = true;
    t->pins++;
    store_thread_add(t->server->store_thread, &l->job);
}

/* Somebody looks at a table that has changed elsewhere. */
static bool behind(const table *t) {
    return t->known && t->stale && t->watches && server_now() >= t->retry_at;
}

void table_run(table *t) {
    while (!t->busy && (t->first || behind(t))) {
        if (!t->known || t->stale) {
            reload(t);
            return;
        }
        operation *o = t->first;
        t->first = o->next;
        o->next = NULL;
        if (o->run(t, o))
            operation_free(o);
    }
    if (!t->busy && t->known)
        clock_look(t, server_now());
}

static void mark_stale(table *t) {
    if (!t->known)
        return;
    t->stale = true;
    table_run(t);
}

void table_changed_elsewhere(server *sv, const char *id) {
    table *t = *id ? table_find(sv, id) : NULL;
    if (t)
        mark_stale(t);
    for (int i = 0; i < TABLE_BUCKETS && !*id; i++)
        for (t = sv->tables[i]; t; t = t->next)
            mark_stale(t);
}

/* ---- Pushes ---------------------------------------------------------------------------------- */

void table_broadcast(table *t, packet *p) {
    for (watch *w = t->watches, *next; w && p; w = next) {
        next = w->next;
        session_send(w->session, p);
    }
}

static unsigned seats_here(const table *t) {
    unsigned here = 0;
    for (const watch *w = t->watches; w; w = w->next)
        if (w->viewer != RZ_SPECTATOR)
            here |= 1u << w->viewer;
    return here;
}

void table_broadcast_lobby(table *t, watch *only) {
    static char memory[LOBBY_BYTES];
    rz_text out;
    int spectators = 0;
    for (watch *w = t->watches; w; w = w->next) {
        int seat = lobby_seat_of(&t->lobby, w->session->person);
        bool removed = seat >= 0 && marks_contain(&t->lobby.removed, w->session->who);
        w->viewer = seat >= 0 && !removed ? seat : RZ_SPECTATOR;
        spectators += w->viewer == RZ_SPECTATOR;
    }
    rz_text_init(&out, memory, sizeof memory);
    rz_text_add(&out, "{\"table\":\"");
    rz_text_add(&out, t->id);
    rz_text_add(&out, "\",\"lobby\":");
    lobby_write_public(&t->lobby, t->setup, &t->position, seats_here(t), spectators, &out);
    rz_text_char(&out, '}');
    packet *p = packet_new((rz_slice){memory, out.length});
    if (only)
        session_send(only->session, p);
    else
        table_broadcast(t, p);
    if (p)
        packet_free(p);
    t->dirty = t->dirty && only;
}

/* The lines as one viewer sees them. */
static packet *write_lines(const table *t, const line_batch *s, int viewer) {
    static char memory[LOBBY_BYTES * 2];
    rz_text out;
    rz_text_init(&out, memory, sizeof memory);
    rz_text_add(&out, "{\"table\":\"");
    rz_text_add(&out, t->id);
    rz_text_add(&out, "\",\"from\":");
    rz_text_int(&out, s->first);
    rz_text_add(&out, ",\"lines\":[");
    for (int i = 0; i < s->n; i++) {
        if (i > 0)
            rz_text_char(&out, ',');
        line_batch_write(s, t->setup, i, viewer, &out);
    }
    rz_text_char(&out, ']');
    const clock_rule *rule = &t->lobby.clock.rule;
    if (rule->move || rule->bank || rule->days) {
        rz_text_add(&out, ",\"clocks\":");
        lobby_clocks(&t->position, rz_seats(t->setup), &out);
    }
    rz_text_char(&out, '}');
    return out.full ? NULL : packet_new((rz_slice){memory, out.length});
}

/* Written once for all who see the same. Those who are behind read it from the store. */
static void broadcast_lines(table *t, const line_batch *s) {
    packet *told[RZ_SPECTATOR + 2] = {0};
    uint16_t hidden = line_batch_hidden(s);
    if (s->n == 0)
        return;
    for (watch *w = t->watches, *next; w; w = next) {
        next = w->next;
        int as = hidden >> w->viewer & 1 ? w->viewer : RZ_SPECTATOR + 1;
        if (w->reading || w->line > s->first)
            continue;
        if (!told[as])
            told[as] = write_lines(t, s, w->viewer);
        if (w->line < s->first || !told[as]) {
            reading_begin(w);
        } else {
            w->line = s->first + (uint32_t)s->n;
            session_send(w->session, told[as]);
        }
    }
    for (int i = 0; i < RZ_SPECTATOR + 2; i++)
        if (told[i])
            packet_free(told[i]);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* A few are kept: they are too large for what malloc has at hand, and come with every move. */
static struct {
    transaction *list[32];
    int n;
} spare;

transaction *transaction_new(table *t, operation *o) {
    transaction *c = spare.n > 0 ? spare.list[--spare.n] : malloc(sizeof *c);
    if (!c) {
        out_of_memory(o);
        return NULL;
    }
    memset(c, 0, sizeof *c);
    c->table = t;
    c->operation = o;
    c->position = t->position;
    c->status = t->lobby.status;
    c->at = server_now();
    return c;
}

transaction *transaction_with_lobby(table *t, operation *o) {
    transaction *c = transaction_new(t, o);
    if (c && !(c->lobby = malloc(sizeof *c->lobby))) {
        out_of_memory(o);
        transaction_free(c);
        return NULL;
    }
    if (c) {
        *c->lobby = t->lobby;
        c->lobby->version++;
        c->lobby->changed = c->at;
    }
    return c;
}

void transaction_free(transaction *c) {
    line_batch_free(&c->line_batch);
    free(c->lobby);
    free(c->info);
    if (c->extra)
        c->extra_free(c->extra);
    if (spare.n < (int)(sizeof spare.list / sizeof *spare.list))
        spare.list[spare.n++] = c;
    else
        free(c);
}

static store_result append(transaction *c, store *s) {
    rz_slice *lines = malloc((size_t)c->line_batch.n * sizeof *lines);
    if (!lines)
        return STORE_FULL;
    for (int i = 0; i < c->line_batch.n; i++)
        lines[i] = line_batch_text(&c->line_batch, i);
    store_result result = store_append(s, c->table->id, c->line_batch.first, lines, c->line_batch.n,
                                       c->at, c->due, c->status);
    free(lines);
    return result;
}

/* A game that begins changes both; then the version decides, and nobody else can have written its
 * first line. */
static store_result write_transaction(job *j, store *s) {
    transaction *c = (transaction *)j;
    store_result result = c->lobby ? store_change(s, &c->row) : STORE_OK;
    if (result == STORE_OK && c->plays)
        result = append(c, s);
    if (result == STORE_OK && c->extra)
        result = c->extra_write(c->extra, s);
    return result;
}

static void retry(table *t, operation *o) {
    t->server->metrics.retries++;
    t->stale = true;
    if (++o->tries > TRIES) {
        operation_fail(o, "store", "Too much happens at this table at once; please try again.");
        operation_free(o);
        return;
    }
    o->next = t->first;
    if (!t->first)
        t->last = o;
    t->first = o;
}

static void take_over(transaction *c) {
    table *t = c->table;
    operation *o = c->operation;
    if (c->lobby)
        t->lobby = *c->lobby;
    t->lobby.status = c->status;
    table_due(t, c->due);
    if (c->plays) {
        bool ended = c->status != STORE_RUNNING;
        t->position = c->position;
        /* The answer comes first: who acted knows the number before the line. */
        operation_ok(o, c->answer);
        broadcast_lines(t, &c->line_batch);
        if (c->lobby || ended || c->line_batch.lines[0].event.verb >= RZ_SEAL)
            table_broadcast_lobby(t, NULL);
    } else {
        operation_ok(o, c->answer);
        table_broadcast_lobby(t, NULL);
    }
    if (c->plays && c->line_batch.first == 0)
        server_log(t->server, "table %.6s: %s for %d begins", t->id, rz_game_of(t->setup)->name,
                   rz_seats(t->setup));
    if (c->plays && c->status == STORE_FINISHED)
        server_log(t->server, "table %.6s: over after %u lines", t->id, t->position.number);
    if (c->plays && o->session) {
        t->server->metrics.moves++;
        t->server->metrics.move_us += uv_hrtime() / 1000 - (uint64_t)o->began;
    }
    t->server->metrics.bot_moves += c->plays && !o->session;
}

static void transaction_done(job *j) {
    transaction *c = (transaction *)j;
    table *t = c->table;
    t->busy = false;
    t->pins--;
    if (j->result == STORE_OK) {
        t->server->store_state = STORE_OK;
        take_over(c);
        if (c->lobby) /* somebody may have come or gone while it was written */
            clock_presence(t);
        operation_free(c->operation);
    } else if (j->result == STORE_TAKEN || j->result == STORE_MISSING) {
        retry(t, c->operation);
    } else {
        /* It may have been written all the same, if the answer was lost. */
        t->stale = true;
        retry_later(t);
        server_store_problem(t->server, j->result);
        operation_fail(c->operation, "store",
                       "The store can not be written now; nothing was lost.");
        operation_free(c->operation);
    }
    transaction_free(c);
    table_run(t);
}

bool transaction_commit(transaction *c) {
    table *t = c->table;
    const lobby *l = c->lobby ? c->lobby : &t->lobby;
    if (c->lobby)
        c->lobby->status = c->status;
    c->due = clock_due(t, l, &c->position, c->at);
    if (c->status != STORE_RUNNING)
        c->due = INT64_MAX;
    if (c->lobby) {
        static char memory[LOBBY_BYTES];
        rz_text info;
        rz_text_init(&info, memory, sizeof memory);
        lobby_write(c->lobby, t->setup, &info);
        c->info = malloc(info.length);
        if (c->info)
            memcpy(c->info, memory, info.length);
        lobby_row(t->id, c->lobby, (rz_slice){c->info, info.length}, c->due, &c->row);
    }
    if (c->line_batch.failed || (c->lobby && !c->info)) {
        out_of_memory(c->operation);
        transaction_free(c);
        return true;
    }
    c->line_batch.first = t->position.number;
    c->job = (job){.writes = true, .run = write_transaction, .done = transaction_done};
    memcpy(c->job.table, t->id, sizeof t->id);
    t->busy = true;
    t->pins++;
    store_thread_add(t->server->store_thread, &c->job);
    return false;
}

/* ---- Who looks ------------------------------------------------------------------------------- */

bool table_is_bot(const table *t, int seat) {
    return (t->lobby.clock.bots | t->position.away) >> seat & 1;
}

bool table_watch(table *t, operation *o) {
    int32_t from = 0, chat = 0;
    session *c = o->session;
    message_int(&o->message, FIELD_FROM, 0, INT32_MAX, &from);
    message_int(&o->message, FIELD_CHAT, 0, INT32_MAX, &chat);
    if (!c->wsi)
        return true;
    watch *w = c->watches;
    while (w && w->table != t)
        w = w->next_of_session;
    if (!w) {
        if (c->n_watches >= t->server->options->watches_per_socket)
            return operation_fail(o, "limit", "This socket looks at too many tables.");
        if (!(w = calloc(1, sizeof *w)))
            return out_of_memory(o);
        *w = (watch){.next = t->watches, .next_of_session = c->watches, .table = t, .session = c};
        t->watches = c->watches = w;
        c->n_watches++;
        t->server->metrics.watches++;
    }
    /* Who knows more than there is (the store was restored) gets everything anew. */
    w->line = (uint32_t)from <= t->position.number ? (uint32_t)from : 0;
    w->chat = chat;
    w->restart = w->reading;
    char fields[64];
    snprintf(fields, sizeof fields, ",\"table\":\"%s\"", t->id);
    operation_ok(o, fields);
    table_broadcast_lobby(t, w);
    reading_begin(w);
    if (w->viewer == RZ_SPECTATOR)
        table_push_soon(t);
    clock_presence(t);
    return true;
}

static void unlink_watch(watch *w) {
    watch **at = &w->table->watches, **own = &w->session->watches;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    while (*own != w)
        own = &(*own)->next_of_session;
    *own = w->next_of_session;
    w->session->n_watches--;
}

void table_unwatch(watch *w) {
    table *t = w->table;
    unlink_watch(w);
    t->server->metrics.watches--;
    w->session = NULL;
    if (!w->reading)
        free(w);
    table_push_soon(t);
    if (!t->watches)
        t->idle = server_now();
    if (t->known && !t->server->closing) {
        clock_presence(t);
        table_run(t);
    }
}

/* ---- Now and then ---------------------------------------------------------------------------- */

/* How long it stays when nobody looks. */
static int64_t keep_ms(const table *t) {
    return t->known ? KEEP_MS : 0;
}

static bool can_go(const table *t, int64_t now) {
    return !t->watches && !t->busy && !t->first && !t->thinking && t->pins == 0 &&
           now - t->idle > keep_ms(t) && t->due > now + SOON_MS;
}

void table_due(table *t, int64_t due) {
    t->due = due;
    if (due != INT64_MAX)
        schedule_check(t, due);
}

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* What should have happened already waits for something else: that is looked at again. */
static int64_t next_look(const table *t, int64_t now) {
    int64_t look = t->due;
    if (!t->watches)
        look = sooner(look, t->idle + keep_ms(t) + 1);
    else if (t->stale)
        look = sooner(look, t->retry_at);
    return look > now ? look : now + LOOK_MS;
}

void tables_tick(server *sv, int64_t now) {
    for (schedule_entry *e; (e = schedule_due(&sv->schedule, now));) {
        table *t = (table *)e;
        if (can_go(t, now)) {
            free_table(t);
            continue;
        }
        schedule_set(&sv->schedule, e, next_look(t, now));
        if (t->dirty && t->known && t->watches)
            table_broadcast_lobby(t, NULL);
        if (!t->busy && (t->due <= now || behind(t)))
            table_run(t);
        if (e->at <= now) /* once a tick, even if there was no memory for what is due */
            schedule_set(&sv->schedule, e, now + 1);
    }
}

bool tables_quiet(server *sv) {
    if (store_thread_waiting(sv->store_thread) > 0)
        return false;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (table *t = sv->tables[i]; t; t = t->next)
            if (t->busy || t->first)
                return false;
    return true;
}

void tables_free(server *sv) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (sv->tables[i])
            free_table(sv->tables[i]);
    schedule_free(&sv->schedule);
    while (spare.n > 0)
        free(spare.list[--spare.n]);
}
