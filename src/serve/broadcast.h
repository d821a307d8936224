/* What all who watch a table get. */
#ifndef SERVE_BROADCAST_H
#define SERVE_BROADCAST_H

#include "serve/table_state.h"

/* The lobby to all, or to one alone (`only`), as those who watch see it now. */
void broadcast_lobby(table *t, watch *only);

/* Lines that became durable. Who is behind gets them from the store. */
void broadcast_lines(table *t, const line_batch *b);

#endif
