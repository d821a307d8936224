#include "serve/takeover.h"

#include <stdlib.h>
#include <string.h>

#include "serve/presence.h"
#include "serve/table.h"
#include "serve/tables.h"

enum { LOOK_MS = 1000, SILENT_MS = 5000, FOUND_MAX = 256 };

typedef struct look_job {
    job job;
    takeover *takeover;
    char self[STORE_PROCESS + 1];
    int64_t now, due, from, last;
    suspect suspect;
    bool reviewed;
    char review[STORE_TABLE_ID + 1];
    uint64_t dead; /* a process that is no more; then these are tables at which it had people */
    int n;
    char ids[FOUND_MAX][STORE_TABLE_ID + 1];
} look_job;

/* ---- On the threads of the store ------------------------------------------------------------- */

static bool take_id(void *context, const store_table *row) {
    look_job *l = context;
    l->last = row->due;
    memcpy(l->ids[l->n++], row->id, sizeof row->id);
    return l->n < FOUND_MAX;
}

/* Processes tell each other that they are there, and their clocks need not agree: who has said
 * nothing new for a while is no more. */
static store_result find_dead_process(look_job *l, store *s) {
    suspect now = {.since = l->now}, *old = &l->suspect;
    store_result result = store_touch_process(s, l->self);
    result = result ? result : store_oldest_process(s, l->self, now.process, &now.at);
    if (strcmp(now.process, old->process) != 0 || now.at != old->at)
        *old = now;
    else if (result == STORE_OK && l->now - old->since > SILENT_MS)
        l->dead = strtoull(now.process, NULL, 16);
    return result == STORE_MISSING ? STORE_OK : result;
}

/* Its people are gone. When all its tables know that, it is forgotten. */
static store_result find_left_tables(look_job *l, store *s) {
    const char *process = l->suspect.process;
    int before = l->n;
    store_result result = store_tables_of_process(s, process, FOUND_MAX - before, take_id, l);
    return result || l->n > before ? result : store_delete_process(s, process);
}

/* A process that is alone has no other to say that its people are gone. After a start it opens all
 * running tables once: those who do not come back are then noted as gone. There may be many, and
 * nobody who writes waits for them to be found. */
static store_result find_unreviewed_tables(job *j, store *s) {
    look_job *l = (look_job *)j;
    int before = l->n;
    store_result result = store_not_due(s, l->review, FOUND_MAX - before, take_id, l);
    l->reviewed = result == STORE_OK && l->n < FOUND_MAX;
    if (l->n > before)
        memcpy(l->review, l->ids[l->n - 1], sizeof l->review);
    return result;
}

static store_result find_tables(job *j, store *s) {
    look_job *l = (look_job *)j;
    bool shared = l->takeover->server->shared;
    store_result result = shared ? find_dead_process(l, s) : STORE_OK;
    result = result ? result : store_due(s, l->from, l->due, FOUND_MAX, take_id, l);
    bool more = l->n == FOUND_MAX;
    l->from = more && l->last > l->from ? l->last : 0;
    if ((result == STORE_OK || result == STORE_MISSING) && !more && l->dead)
        return find_left_tables(l, s);
    l->dead = 0;
    return result;
}

/* ---- On the loop ----------------------------------------------------------------------------- */

/* Opening a table that is due is enough: what is due then happens. */
static void wake_table(server *sv, const char *id) {
    table *t = tables_open(sv, id);
    if (!t || t->busy || t->first || t->thinking)
        return;
    if (t->known && t->due > server_now(sv))
        t->stale = true; /* others know something that we do not */
    if (table_enqueue(t, sv->dead ? presence_note : table_open_only))
        table_run(t);
}

/* What can be read again can be written again, unless writing was the problem. */
static void note_store(server *sv, store_result result) {
    if (result == STORE_OK && sv->store_state == STORE_DOWN)
        sv->store_state = STORE_OK;
    else if (result != STORE_OK && result != STORE_MISSING)
        server_note_store_problem(sv, &sv->world->store, result);
}

static void tables_found(job *j) {
    look_job *l = (look_job *)j;
    takeover *t = l->takeover;
    server *sv = t->server;
    t->looking = false;
    note_store(sv, j->result);
    sv->dead = l->dead;
    t->suspect = l->suspect;
    t->reviewed = l->reviewed;
    t->from = l->from;
    memcpy(t->review, l->review, sizeof t->review);
    for (int i = 0; i < l->n && j->result == STORE_OK && !sv->closing; i++)
        wake_table(sv, l->ids[i]);
    free(l);
}

static void due_found(job *j) {
    look_job *l = (look_job *)j;
    server *sv = l->takeover->server;
    if (j->result != STORE_OK || l->n == FOUND_MAX || l->reviewed || sv->shared || sv->closing) {
        tables_found(j);
        return;
    }
    l->job = (job){.run = find_unreviewed_tables, .done = tables_found};
    server_read(sv, 0, &l->job);
}

void takeover_check(takeover *t, int64_t now) {
    server *sv = t->server;
    if (now < t->looked) /* the clock was set back */
        t->looked = now;
    if (now - t->looked < LOOK_MS || t->looking)
        return;
    look_job *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->takeover = t;
    l->now = now;
    l->suspect = t->suspect;
    l->from = t->from;
    l->reviewed = t->reviewed;
    memcpy(l->review, t->review, sizeof l->review);
    process_name(sv->process, l->self);
    /* The process that has a table open has the first try; the first look is for all. */
    l->due = t->looked ? now - sv->options->takeover_ms : now;
    l->job = (job){.run = find_tables, .done = due_found};
    t->looking = true;
    t->looked = now;
    server_submit(sv, &l->job);
}
