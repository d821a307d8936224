#include "serve/counting.h"

#include <stdlib.h>
#include <string.h>

#include "serve/history.h"
#include "serve/table.h"
#include "serve/tables.h"
#include "serve/transaction.h"
#include "store/club.h"

enum { AT_ONCE = 8, LOOK_MS = 1000 };

static store_result write_results(void *extra, store *s) {
    const table *t = extra;
    store_result result = STORE_OK;
    if (t->lobby.status == STORE_FINISHED && t->position.over)
        result = history_write(s, t->id, &t->lobby, t->setup, &t->position, t->lobby.changed);
    return result ? result : store_set_counted(s, t->id);
}

static void free_nothing(void *extra) {
    (void)extra;
}

static outcome count_results(table *t, operation *o) {
    transaction *x = transaction_new(t, o);
    if (!x)
        return ANSWERED;
    x->extra = t; /* which stays, as long as its transaction is under way */
    x->extra_write = write_results;
    x->extra_free = free_nothing;
    return transaction_commit(x);
}

typedef struct look {
    job job;
    server *server;
    int n;
    char ids[AT_ONCE][STORE_TABLE_ID + 1];
} look;

static bool take_id(void *context, const store_table *row) {
    look *l = context;
    memcpy(l->ids[l->n++], row->id, sizeof row->id);
    return l->n < AT_ONCE;
}

static store_result find_uncounted(job *j, store *s) {
    look *l = (look *)j;
    return store_uncounted(s, l->server->counting.skip, AT_ONCE, take_id, l);
}

/* One that comes again can not be read. */
static void note_first(server *sv, const char *id) {
    if (!strcmp(sv->counting.first, id))
        sv->counting.skip++;
    memcpy(sv->counting.first, id, sizeof sv->counting.first);
}

static void found_uncounted(job *j) {
    look *l = (look *)j;
    server *sv = l->server;
    sv->counting.looking = false;
    sv->counting.done = j->result == STORE_OK && l->n == 0;
    if (j->result == STORE_OK && l->n > 0)
        note_first(sv, l->ids[0]);
    for (int i = 0; i < l->n && j->result == STORE_OK && !sv->closing; i++) {
        table *t = tables_open(sv, l->ids[i]);
        if (t && table_enqueue(t, count_results))
            table_run(t);
    }
    free(l);
}

void counting_check(server *sv, int64_t now) {
    if (sv->counting.done || sv->counting.looking ||
        !server_is_time(&sv->counting.at, LOOK_MS, now))
        return;
    look *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->server = sv;
    l->job = (job){.run = find_uncounted, .done = found_uncounted};
    sv->counting.looking = true;
    server_read(sv, 0, &l->job);
}
