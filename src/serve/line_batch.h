/* Lines of a record that belong together: a move and what follows from it, with the events they
 * say, and for each viewer whether something in them is hidden. */
#ifndef SERVE_LINE_BATCH_H
#define SERVE_LINE_BATCH_H

#include "core/chain.h"
#include "core/record.h"
#include "games/games.h"

typedef struct batch_line {
    rz_event event;
    uint16_t hidden;       /* bit v: viewer v (a seat, RZ_SPECTATOR) must not see all of it */
    bool is_setup;         /* the first line of the record, which is no event */
    size_t end;            /* of its text */
    uint8_t head[RZ_HEAD]; /* of the chain, after it */
} batch_line;

typedef struct line_batch {
    uint32_t first; /* number of its first line */
    int n, room;
    batch_line *lines;
    char *text;
    size_t text_room;
    bool failed; /* for want of memory */
} line_batch;

void line_batch_free(line_batch *s);

/* `head` is that of the chain before the line, and becomes that after it. */
void line_batch_add_event(line_batch *s, const rz_setup *setup, const rz_event *event,
                          uint8_t head[RZ_HEAD]);
void line_batch_add_setup(line_batch *s, rz_slice text, const uint8_t head[RZ_HEAD]);

rz_slice line_batch_text(const line_batch *s, int i);

/* Line i as `viewer` may see it, to `out`. */
void line_batch_write(const line_batch *s, const rz_setup *setup, int i, int viewer, rz_text *out);

/* All viewers who may not see everything. */
uint16_t line_batch_hidden(const line_batch *s);

#endif
