/* The thread that reads for clients, by a connection of its own: however much strangers ask for, no
 * move waits for it. Shares take turns, a job or a part of one at a time. */
#ifndef SERVE_READER_H
#define SERVE_READER_H

#include <uv.h>

#include "serve/job.h"
#include "serve/world.h"

typedef struct reader reader;

/* The store is the reader's from now on. NULL if there is no thread to be had. */
reader *reader_new(uv_loop_t *loop, store *s);
job_runner reader_runner(reader *r);

/* What waits is not read any longer, and ends with STORE_DOWN. */
void reader_stop(reader *r);

#endif
