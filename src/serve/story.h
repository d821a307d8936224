/* Lines of a record that belong together: a move and what follows from it, with the events they
 * say, and for each viewer whether something in them is hidden. */
#ifndef SERVE_STORY_H
#define SERVE_STORY_H

#include "core/record.h"
#include "games/games.h"

typedef struct story_line {
    rz_event event;
    uint16_t hidden; /* bit v: viewer v (a seat, RZ_SPECTATOR) must not see all of it */
    bool is_setup;   /* the first line of the record, which is no event */
    size_t end;      /* of its text */
} story_line;

typedef struct story {
    uint32_t first; /* number of its first line */
    int n, room;
    story_line *lines;
    char *text;
    size_t text_room;
    bool failed; /* for want of memory */
} story;

void story_free(story *s);
void story_event(story *s, const rz_setup *setup, const rz_event *event);
void story_setup(story *s, rz_slice text);

rz_slice story_text(const story *s, int i);

/* Line i as `viewer` may see it, to `out`. */
void story_tell(const story *s, const rz_setup *setup, int i, int viewer, rz_text *out);

/* All viewers who may not see everything. */
uint16_t story_hidden(const story *s);

/* An event as `viewer` may see it; true if that is less than all. */
bool story_conceal(const rz_setup *setup, int viewer, rz_event *event);

#endif
