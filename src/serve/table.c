#include "serve/table.h"

#include <stdlib.h>
#include <string.h>

#include "serve/clock.h"
#include "serve/reading.h"

enum { TRIES = 8, KEEP_MS = 60000, SOON_MS = 60000, AGAIN_MS = 500, LOOK_MS = 200 };

/* ---- Operations ------------------------------------------------------------------------------ */

void op_free(op *o) {
    if (o->client)
        client_drop(o->client);
    free(o);
}

bool op_ok(op *o, const char *fields) {
    if (o->client)
        client_ok(o->client, o->id, fields);
    return true;
}

bool op_fail(op *o, const char *code, const char *text) {
    if (o->client)
        client_error(o->client, o->id, code, NULL, text);
    return true;
}

static bool out_of_memory(op *o) {
    return op_fail(o, "limit", "The server is out of memory.");
}

static op *new_op(op_run *run, const message *m) {
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
    op *o = malloc(sizeof *o + text.length);
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

static void line_up(table *t, op *o) {
    *(t->first ? &t->last->next : &t->first) = o;
    t->last = o;
}

bool table_do(table *t, op_run *run, client *c, int32_t id, const message *m) {
    op *o = new_op(run, m);
    if (!o)
        return false;
    o->client = client_keep(c);
    o->id = id;
    o->began = (int64_t)(uv_hrtime() / 1000);
    memcpy(o->person, c->person, STORE_HASH);
    line_up(t, o);
    table_pump(t);
    return true;
}

op *table_op(table *t, op_run *run) {
    op *o = new_op(run, NULL);
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
    if (!agenda_room(&sv->agenda, (int)sv->metrics.tables + 1) || !(t = calloc(1, sizeof *t)))
        return NULL;
    table **list = bucket_of(sv, id);
    memcpy(t->id, id, STORE_TABLE_ID + 1);
    t->server = sv;
    t->due = INT64_MAX;
    t->idle = server_now();
    t->next = *list;
    *list = t;
    sv->metrics.tables++;
    agenda_put(&sv->agenda, &t->look, t->idle + LOOK_MS);
    return t;
}

static void free_table(table *t) {
    table **at = bucket_of(t->server, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->server->metrics.tables--;
    for (op *o = t->first, *next; o; o = next) {
        next = o->next;
        op_free(o);
    }
    while (t->watches)
        table_unwatch(t->watches);
    agenda_put(&t->server->agenda, &t->look, INT64_MAX); /* who stops watching puts it there */
    free(t->setup);
    free(t);
}

/* The table can not be read: everybody who waits is told, and what was in memory is not believed
 * any longer. */
static void fail_all(table *t, const char *code, const char *text) {
    while (t->first) {
        op *o = t->first;
        t->first = o->next;
        op_fail(o, code, text);
        op_free(o);
    }
}

/* No later than then; what was to be looked at earlier still is. */
static void look_at(table *t, int64_t when) {
    if (!t->look.place || when < t->look.at)
        agenda_put(&t->server->agenda, &t->look, when);
}

void table_soon(table *t) {
    t->dirty = true;
    look_at(t, server_now());
}

static void try_later(table *t) {
    t->again = server_now() + AGAIN_MS;
    look_at(t, t->again);
}

static void push_story(table *t, const story *s);

/* The lobby as it is in memory. */
static bool write_lobby(table *t, op *o) {
    change *c = change_lobby(t, o);
    return !c || change_commit(c);
}

/* Somebody is here, and the lobby says that they are nowhere. */
static bool said_gone(const table *t) {
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
        push_story(t, &l->story);
        if (changed)
            table_push_lobby(t, NULL);
        if (said_gone(t)) /* by a process that they have left, or that took us for dead */
            clock_presence(t);
        for (watch *w = t->watches; w && l->chat > t->chat; w = w->next)
            reading_chat(w);
        t->chat = l->chat > t->chat ? l->chat : t->chat;
        table_due(t, clock_due(t, &t->lobby, &t->position, server_now()));
        if (l->healed)
            table_op(t, write_lobby);
    } else if (l->job.result == STORE_MISSING) {
        fail_all(t, "table", "There is no such table.");
    } else {
        if (l->damaged)
            server_log(t->server, "table %.6s can not be read: %s", t->id, l->why);
        else
            server_store_problem(t->server, l->job.result);
        fail_all(t, "store", "The table can not be read now; nothing is lost.");
        try_later(t);
    }
    loading_free(l);
    table_pump(t);
}

static void read_again(table *t) {
    loading *l = loading_new(t, loaded);
    if (!l) {
        fail_all(t, "limit", "The server is out of memory.");
        return;
    }
    t->busy = true;
    t->pins++;
    writer_add(t->server->writer, &l->job);
}

/* Somebody looks at a table that has changed elsewhere. */
static bool behind(const table *t) {
    return t->known && t->stale && t->watches && server_now() >= t->again;
}

void table_pump(table *t) {
    while (!t->busy && (t->first || behind(t))) {
        if (!t->known || t->stale) {
            read_again(t);
            return;
        }
        op *o = t->first;
        t->first = o->next;
        o->next = NULL;
        if (o->run(t, o))
            op_free(o);
    }
    if (!t->busy && t->known)
        clock_look(t, server_now());
}

static void doubt(table *t) {
    if (!t->known)
        return;
    t->stale = true;
    table_pump(t);
}

void table_news(server *sv, const char *id) {
    table *t = *id ? table_find(sv, id) : NULL;
    if (t)
        doubt(t);
    for (int i = 0; i < TABLE_BUCKETS && !*id; i++)
        for (t = sv->tables[i]; t; t = t->next)
            doubt(t);
}

/* ---- Pushes ---------------------------------------------------------------------------------- */

void table_push(table *t, packet *p) {
    for (watch *w = t->watches, *next; w && p; w = next) {
        next = w->next;
        client_send(w->client, p);
    }
}

static unsigned seats_here(const table *t) {
    unsigned here = 0;
    for (const watch *w = t->watches; w; w = w->next)
        if (w->viewer != RZ_SPECTATOR)
            here |= 1u << w->viewer;
    return here;
}

void table_push_lobby(table *t, watch *only) {
    static char memory[LOBBY_BYTES];
    rz_text out;
    int spectators = 0;
    for (watch *w = t->watches; w; w = w->next) {
        int seat = lobby_seat_of(&t->lobby, w->client->person);
        bool removed = seat >= 0 && marks_have(&t->lobby.removed, w->client->who);
        w->viewer = seat >= 0 && !removed ? seat : RZ_SPECTATOR;
        spectators += w->viewer == RZ_SPECTATOR;
    }
    rz_text_init(&out, memory, sizeof memory);
    rz_text_add(&out, "{\"table\":\"");
    rz_text_add(&out, t->id);
    rz_text_add(&out, "\",\"lobby\":");
    lobby_tell(&t->lobby, t->setup, &t->position, seats_here(t), spectators, &out);
    rz_text_char(&out, '}');
    packet *p = packet_new((rz_slice){memory, out.length});
    if (only)
        client_send(only->client, p);
    else
        table_push(t, p);
    if (p)
        packet_free(p);
    t->dirty = t->dirty && only;
}

/* The lines as one viewer sees them. */
static packet *tell_story(const table *t, const story *s, int viewer) {
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
        story_tell(s, t->setup, i, viewer, &out);
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
static void push_story(table *t, const story *s) {
    packet *told[RZ_SPECTATOR + 2] = {0};
    uint16_t hidden = story_hidden(s);
    if (s->n == 0)
        return;
    for (watch *w = t->watches, *next; w; w = next) {
        next = w->next;
        int as = hidden >> w->viewer & 1 ? w->viewer : RZ_SPECTATOR + 1;
        if (w->reading || w->line > s->first)
            continue;
        if (!told[as])
            told[as] = tell_story(t, s, w->viewer);
        if (w->line < s->first || !told[as]) {
            reading_begin(w);
        } else {
            w->line = s->first + (uint32_t)s->n;
            client_send(w->client, told[as]);
        }
    }
    for (int i = 0; i < RZ_SPECTATOR + 2; i++)
        if (told[i])
            packet_free(told[i]);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* A few are kept: they are too large for what malloc has at hand, and come with every move. */
static struct {
    change *list[32];
    int n;
} spare;

change *change_new(table *t, op *o) {
    change *c = spare.n > 0 ? spare.list[--spare.n] : malloc(sizeof *c);
    if (!c) {
        out_of_memory(o);
        return NULL;
    }
    memset(c, 0, sizeof *c);
    c->table = t;
    c->op = o;
    c->position = t->position;
    c->status = t->lobby.status;
    c->at = server_now();
    return c;
}

change *change_lobby(table *t, op *o) {
    change *c = change_new(t, o);
    if (c && !(c->lobby = malloc(sizeof *c->lobby))) {
        out_of_memory(o);
        change_free(c);
        return NULL;
    }
    if (c) {
        *c->lobby = t->lobby;
        c->lobby->version++;
        c->lobby->changed = c->at;
    }
    return c;
}

void change_free(change *c) {
    story_free(&c->story);
    free(c->lobby);
    free(c->info);
    if (c->also)
        c->also_free(c->also);
    if (spare.n < (int)(sizeof spare.list / sizeof *spare.list))
        spare.list[spare.n++] = c;
    else
        free(c);
}

static store_result append(change *c, store *s) {
    rz_slice *lines = malloc((size_t)c->story.n * sizeof *lines);
    if (!lines)
        return STORE_FULL;
    for (int i = 0; i < c->story.n; i++)
        lines[i] = story_text(&c->story, i);
    store_result result =
        store_append(s, c->table->id, c->story.first, lines, c->story.n, c->at, c->due, c->status);
    free(lines);
    return result;
}

/* A game that begins changes both; then the version decides, and nobody else can have written its
 * first line. */
static store_result write_change(job *j, store *s) {
    change *c = (change *)j;
    store_result result = c->lobby ? store_change(s, &c->row) : STORE_OK;
    if (result == STORE_OK && c->plays)
        result = append(c, s);
    if (result == STORE_OK && c->also)
        result = c->also_run(c->also, s);
    return result;
}

static void try_again(table *t, op *o) {
    t->server->metrics.retries++;
    t->stale = true;
    if (++o->tries > TRIES) {
        op_fail(o, "store", "Too much happens at this table at once; please try again.");
        op_free(o);
        return;
    }
    o->next = t->first;
    if (!t->first)
        t->last = o;
    t->first = o;
}

static void take_over(change *c) {
    table *t = c->table;
    op *o = c->op;
    if (c->lobby)
        t->lobby = *c->lobby;
    t->lobby.status = c->status;
    table_due(t, c->due);
    if (c->plays) {
        bool ended = c->status != STORE_RUNNING;
        t->position = c->position;
        /* The answer comes first: who acted knows the number before the line. */
        op_ok(o, c->answer);
        push_story(t, &c->story);
        if (c->lobby || ended || c->story.lines[0].event.verb >= RZ_SEAL)
            table_push_lobby(t, NULL);
    } else {
        op_ok(o, c->answer);
        table_push_lobby(t, NULL);
    }
    if (c->plays && c->story.first == 0)
        server_log(t->server, "table %.6s: %s for %d begins", t->id,
                   rz_games[t->setup->common.game]->name, rz_seats(t->setup));
    if (c->plays && c->status == STORE_FINISHED)
        server_log(t->server, "table %.6s: over after %u lines", t->id, t->position.number);
    if (c->plays && o->client) {
        t->server->metrics.moves++;
        t->server->metrics.move_us += uv_hrtime() / 1000 - (uint64_t)o->began;
    }
    t->server->metrics.bot_moves += c->plays && !o->client;
}

static void change_done(job *j) {
    change *c = (change *)j;
    table *t = c->table;
    t->busy = false;
    t->pins--;
    if (j->result == STORE_OK) {
        t->server->store_state = STORE_OK;
        take_over(c);
        if (c->lobby) /* somebody may have come or gone while it was written */
            clock_presence(t);
        op_free(c->op);
    } else if (j->result == STORE_TAKEN || j->result == STORE_MISSING) {
        try_again(t, c->op);
    } else {
        /* It may have been written all the same, if the answer was lost. */
        t->stale = true;
        try_later(t);
        server_store_problem(t->server, j->result);
        op_fail(c->op, "store", "The store can not be written now; nothing was lost.");
        op_free(c->op);
    }
    change_free(c);
    table_pump(t);
}

bool change_commit(change *c) {
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
    if (c->story.failed || (c->lobby && !c->info)) {
        out_of_memory(c->op);
        change_free(c);
        return true;
    }
    c->story.first = t->position.number;
    c->job = (job){.writes = true, .run = write_change, .done = change_done};
    memcpy(c->job.table, t->id, sizeof t->id);
    t->busy = true;
    t->pins++;
    writer_add(t->server->writer, &c->job);
    return false;
}

/* ---- Who looks ------------------------------------------------------------------------------- */

bool table_is_bot(const table *t, int seat) {
    return (t->lobby.clock.bots | t->position.away) >> seat & 1;
}

bool table_watch(table *t, op *o) {
    int32_t from = 0, chat = 0;
    client *c = o->client;
    message_int(&o->message, FIELD_FROM, 0, INT32_MAX, &from);
    message_int(&o->message, FIELD_CHAT, 0, INT32_MAX, &chat);
    if (!c->wsi)
        return true;
    watch *w = c->watches;
    while (w && w->table != t)
        w = w->next_own;
    if (!w) {
        if (c->n_watches >= t->server->options->watches_per_socket)
            return op_fail(o, "limit", "This socket looks at too many tables.");
        if (!(w = calloc(1, sizeof *w)))
            return out_of_memory(o);
        *w = (watch){.next = t->watches, .next_own = c->watches, .table = t, .client = c};
        t->watches = c->watches = w;
        c->n_watches++;
        t->server->metrics.watches++;
    }
    /* Who knows more than there is (the store was restored) gets everything anew. */
    w->line = (uint32_t)from <= t->position.number ? (uint32_t)from : 0;
    w->chat = chat;
    w->anew = w->reading;
    char fields[64];
    snprintf(fields, sizeof fields, ",\"table\":\"%s\"", t->id);
    op_ok(o, fields);
    table_push_lobby(t, w);
    reading_begin(w);
    if (w->viewer == RZ_SPECTATOR)
        table_soon(t);
    clock_presence(t);
    return true;
}

static void unlink_watch(watch *w) {
    watch **at = &w->table->watches, **own = &w->client->watches;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    while (*own != w)
        own = &(*own)->next_own;
    *own = w->next_own;
    w->client->n_watches--;
}

void table_unwatch(watch *w) {
    table *t = w->table;
    unlink_watch(w);
    t->server->metrics.watches--;
    w->client = NULL;
    if (!w->reading)
        free(w);
    table_soon(t);
    if (!t->watches)
        t->idle = server_now();
    if (t->known && !t->server->closing) {
        clock_presence(t);
        table_pump(t);
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
        look_at(t, due);
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
        look = sooner(look, t->again);
    return look > now ? look : now + LOOK_MS;
}

void tables_tick(server *sv, int64_t now) {
    for (agenda_entry *e; (e = agenda_due(&sv->agenda, now));) {
        table *t = (table *)e;
        if (can_go(t, now)) {
            free_table(t);
            continue;
        }
        agenda_put(&sv->agenda, e, next_look(t, now));
        if (t->dirty && t->known && t->watches)
            table_push_lobby(t, NULL);
        if (!t->busy && (t->due <= now || behind(t)))
            table_pump(t);
        if (e->at <= now) /* once a tick, even if there was no memory for what is due */
            agenda_put(&sv->agenda, e, now + 1);
    }
}

bool tables_quiet(server *sv) {
    if (writer_waiting(sv->writer) > 0)
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
    agenda_free(&sv->agenda);
    while (spare.n > 0)
        free(spare.list[--spare.n]);
}
