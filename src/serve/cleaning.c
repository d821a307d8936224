#include "serve/cleaning.h"

#include <stdlib.h>
#include <string.h>

#include "serve/tables.h"
#include "store/club.h"
#include "store/notices.h"

enum { AT_ONCE = 20, LOOK_MS = 10000, SOON_MS = 500, SWEEP_MS = 3600000 };

#define DAY_MS INT64_C(86400000)

/* ---- Games of long ago -----------------------------------------------------------------------
 */

typedef struct look {
    job job;
    server *server;
    int64_t before;
    int n;
    char ids[AT_ONCE][STORE_TABLE_ID + 1];
} look;

static bool take_id(void *context, const store_table *row) {
    look *l = context;
    memcpy(l->ids[l->n++], row->id, sizeof row->id);
    return l->n < AT_ONCE;
}

static int compare_ids(const void *left, const void *right) {
    return strcmp(left, right);
}

/* In a batch of their own, in the order of every batch: two processes can not wait for each
 * other in a ring. */
static store_result delete_old(job *j, store *s) {
    look *l = (look *)j;
    store_result result = store_over_before(s, l->before, AT_ONCE, take_id, l);
    if (result != STORE_OK || l->n == 0)
        return result;
    qsort(l->ids, (size_t)l->n, sizeof *l->ids, compare_ids);
    result = store_begin(s);
    for (int i = 0; i < l->n && result == STORE_OK; i++)
        result = store_delete_table(s, l->ids[i]);
    if (result == STORE_OK)
        return store_commit(s);
    store_rollback(s);
    return result;
}

static void deleted_old(job *j) {
    look *l = (look *)j;
    server *sv = l->server;
    sv->cleaning.looking = false;
    int games = 0;
    for (int i = 0; i < l->n && j->result == STORE_OK; i++) {
        tables_mark_stale(sv, l->ids[i]);
        games += l->ids[i][0] != STORE_GOING;
    }
    if (games > 0)
        server_log(sv, "%d games of more than %d days ago were deleted", games,
                   sv->options->record_days);
    if (j->result == STORE_OK && l->n > 0)
        sv->cleaning.at -= LOOK_MS - SOON_MS; /* there are more, or lines of these */
    free(l);
}

static void check_games(server *sv, int64_t now) {
    if (sv->options->record_days == 0 || sv->cleaning.looking ||
        !server_is_time(&sv->cleaning.at, LOOK_MS, now))
        return;
    look *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->server = sv;
    l->before = now - sv->options->record_days * DAY_MS;
    l->job = (job){.run = delete_old, .done = deleted_old};
    sv->cleaning.looking = true;
    server_submit(sv, &l->job);
}

/* ---- What is good no longer ------------------------------------------------------------------
 */

typedef struct sweep {
    job job;
    int64_t now;
} sweep;

/* Not in the batch of others: two processes may do it at once. */
static store_result sweep_old(job *j, store *s) {
    int64_t now = ((sweep *)j)->now;
    store_result result = store_drop_old_links(s, now);
    return result ? result : store_drop_unconfirmed(s, now - DAY_MS);
}

static void swept(job *j) {
    free(j);
}

static void check_codes(server *sv, int64_t now) {
    sweep *w = server_is_time(&sv->cleaning.swept, SWEEP_MS, now) ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return;
    w->now = now;
    w->job = (job){.run = sweep_old, .done = swept};
    server_submit(sv, &w->job);
}

void cleaning_check(server *sv, int64_t now) {
    check_games(sv, now);
    check_codes(sv, now);
}
