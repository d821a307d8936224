/* What all who watch a table get. */
#ifndef SERVE_BROADCAST_H
#define SERVE_BROADCAST_H

#include "serve/table_state.h"

/* The lobby has changed: as whom everybody watches from now on. To be called before anything is
 * sent, or somebody who was removed would see lines as the seat they had. */
void broadcast_update_viewers(table *t);

/* The lobby to all, or to one alone (`only`), as those who watch see it now. */
void broadcast_lobby(table *t, watch *only);

/* Lines that became durable. Who is behind gets them from the store. */
void broadcast_lines(table *t, const line_batch *b);

#endif
