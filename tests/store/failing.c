#include <inttypes.h>
#include <stdio.h>

#include "failing.h"
#include "store/backend.h"

static store_backend failing;        /* what the store uses … */
static const store_backend *working; /* … instead of this */
static store_result how_it_fails;
static uint64_t asked, fails_at;

static store_result run(store *s, sql_statement statement, const sql_value *parameters, int n,
                        sql_each *each, void *context, int64_t *changed) {
    if (++asked == fails_at) {
        snprintf(s->why, sizeof s->why, "statement %" PRIu64 " fails", asked);
        return how_it_fails;
    }
    return working->run(s, statement, parameters, n, each, context, changed);
}

static store_result begin(store *s) {
    return ++asked == fails_at ? how_it_fails : working->begin(s);
}

/* It is not known whether a commit that fails was done; this one was not. */
static store_result commit(store *s) {
    if (++asked == fails_at) {
        working->rollback(s);
        return how_it_fails;
    }
    return working->commit(s);
}

void failing_watch(store *s, store_result how) {
    working = s->backend;
    failing = *working;
    failing.run = run;
    failing.begin = begin;
    failing.commit = commit;
    s->backend = &failing;
    how_it_fails = how;
    failing_at(0);
}

void failing_at(uint64_t n) {
    asked = 0;
    fails_at = n;
}

uint64_t failing_asked(void) {
    return asked;
}
