#include "serve/tables.h"

#include <stdlib.h>
#include <string.h>

#include "serve/bot_turn.h"
#include "serve/broadcast.h"
#include "serve/catch_up.h"
#include "serve/table.h"
#include "serve/transaction.h"
#include "serve/watch.h"

enum {
    MANY = TABLE_BUCKETS, /* tables in memory, of some 6 KB each; if there are more … */
    KEEP_FEW_MS = 60000,
    KEEP_MANY_MS = 1000, /* … those that come then stay no longer, when nobody watches */
    SOON_MS = 60000,
    CHECK_MS = 200,
    PUSH_MS = 500 /* between two lobbies in which nothing but who watches is new */
};

/* Where many watch, they are told less often. */
static int64_t next_push(const table *t) {
    return t->pushed + PUSH_MS + 2 * t->viewers[RZ_SPECTATOR];
}

/* ---- Finding and opening --------------------------------------------------------------------- */

static table **bucket_of(server *sv, const char *id) {
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &sv->tables[hash % TABLE_BUCKETS];
}

table *tables_find(server *sv, const char *id) {
    table *t = *bucket_of(sv, id);
    while (t && strcmp(t->id, id) != 0)
        t = t->next;
    return t;
}

table *tables_open(server *sv, const char *id) {
    table *t = tables_find(sv, id);
    if (t)
        return t;
    if (!schedule_reserve(&sv->schedule, (int)sv->metrics.tables + 1) ||
        !(t = calloc(1, sizeof *t)))
        return NULL;
    table **list = bucket_of(sv, id);
    memcpy(t->id, id, STORE_TABLE_ID + 1);
    t->server = sv;
    t->serial = ++sv->serials;
    t->due = INT64_MAX;
    t->idle = server_now(sv);
    bucket_init(&t->outside_chat, 1e9, t->idle); /* the first take cuts it */
    t->next = *list;
    *list = t;
    sv->metrics.tables++;
    schedule_set(&sv->schedule, &t->check, t->idle + CHECK_MS);
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
        watch_remove(t->watches);
    schedule_set(&t->server->schedule, &t->check, INT64_MAX);
    heads_free(&t->heads);
    free(t->held);
    free(t->setup);
    free(t);
}

/* ---- All of them ----------------------------------------------------------------------------- */

void tables_mark_stale(server *sv, const char *id) {
    table *t = *id ? tables_find(sv, id) : NULL;
    if (t)
        table_mark_stale(t);
    for (int i = 0; i < TABLE_BUCKETS && !*id; i++)
        for (t = sv->tables[i]; t; t = t->next)
            table_mark_stale(t);
}

void tables_rename_person(server *sv, const uint8_t person[STORE_HASH], const char *name) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (table *t = sv->tables[i]; t; t = t->next) {
            int seat = t->known ? lobby_seat_of(&t->lobby, person) : -1;
            if (seat >= 0) {
                memcpy(t->lobby.seats[seat].name, name, STORE_NAME);
                table_push_soon(t);
            }
        }
}

void tables_mark_person_stale(server *sv, const char *who) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (table *t = sv->tables[i]; t; t = t->next)
            if (t->known && lobby_seat_of_mark(&t->lobby, who) >= 0)
                table_mark_stale(t);
}

/* Tables at which the person sat are read again, and those of which that is not known yet; a seat
 * that nobody holds any longer is played by a bot when its time is up. */
void tables_forget_person(server *sv, const uint8_t person[STORE_HASH], const char *who) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (table *t = sv->tables[i]; t; t = t->next)
            if (!t->known || lobby_seat_of(&t->lobby, person) >= 0 ||
                marks_contain(&t->lobby.muted, who) || marks_contain(&t->lobby.removed, who))
                table_mark_stale(t);
}

bool tables_are_quiet(const server *sv) {
    const job_runner *jobs = &sv->world->store, *reads = &sv->world->reads;
    if (jobs->waiting(jobs->self) > 0 || reads->waiting(reads->self) > 0)
        return false;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const table *t = sv->tables[i]; t; t = t->next)
            if (t->busy || t->first)
                return false;
    return true;
}

void tables_free(server *sv) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (sv->tables[i])
            free_table(sv->tables[i]);
    schedule_free(&sv->schedule);
    catch_up_free(sv);
    pieces_free(&sv->pieces);
    transactions_free(sv);
}

/* ---- Now and then ---------------------------------------------------------------------------- */

/* How long it stays when nobody watches. */
static int64_t keep_ms(const table *t) {
    if (!t->known)
        return 0;
    return t->server->metrics.tables > MANY ? KEEP_MANY_MS : KEEP_FEW_MS;
}

static bool may_drop(const table *t, int64_t now) {
    return !t->watches && !t->busy && !t->first && !t->unnoted && !t->thinking && t->pins == 0 &&
           now - t->idle > keep_ms(t) && t->due > now + SOON_MS;
}

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* What should have happened already waits for something else: that is checked again. */
static int64_t next_check(const table *t, int64_t now) {
    int64_t check = t->due;
    if (t->held)
        check = now + bot_turn_wait(t);
    else if (t->due <= now && t->bots_wait > now)
        check = t->bots_wait;
    if (t->dirty && t->watches)
        check = sooner(check, next_push(t));
    if (!t->watches)
        check = sooner(check, t->idle + keep_ms(t) + 1);
    else if (t->stale)
        check = sooner(check, t->retry_at);
    return check > now ? check : now + CHECK_MS;
}

static void check_table(table *t, int64_t now) {
    schedule *checks = &t->server->schedule;
    if (may_drop(t, now)) {
        free_table(t);
        return;
    }
    schedule_set(checks, &t->check, next_check(t, now));
    if (t->dirty && t->known && t->watches && now >= next_push(t))
        broadcast_lobby(t, NULL);
    if (t->unnoted)
        table_check_presence(t);
    if (!t->busy && (t->due <= now || t->held || t->first || table_is_behind(t)))
        table_run(t);
    if (t->check.at <= now) /* once a tick, even if there was no memory for what is due */
        schedule_set(checks, &t->check, now + 1);
}

void tables_check(server *sv, int64_t now) {
    for (schedule_entry *e; (e = schedule_due(&sv->schedule, now));)
        check_table((table *)e, now);
}
