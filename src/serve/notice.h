/* Who is to be told that they are waited for: those who are not at the table. What a transaction
 * changes of that is written with it. */
#ifndef SERVE_NOTICE_H
#define SERVE_NOTICE_H

#include "serve/table_state.h"

typedef struct notices notices;

/* What becomes other than it is at the table, when it is like this. NULL where nothing does, as
 * with every move among people who are there, and without memory: then it is not told. */
notices *notices_new(const table *t, const lobby *l, const position *p, store_status status,
                     int64_t at);

/* On the thread of the store, in the batch of the table. */
store_result notices_write(const notices *n, store *s, const char *id);

#endif
