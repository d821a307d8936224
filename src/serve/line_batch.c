#include "serve/line_batch.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 256 }; /* most moves need no more */

void line_batch_free(line_batch *s) {
    free(s->lines);
    free(s->text);
    *s = (line_batch){0};
}

static size_t used(const line_batch *s) {
    return s->n ? s->lines[s->n - 1].end : 0;
}

/* Room for one line more, of up to `size` bytes. */
static bool make_room(line_batch *s, size_t size) {
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 4;
        batch_line *lines = realloc(s->lines, (size_t)room * sizeof *lines);
        s->failed |= !lines;
        if (!lines)
            return false;
        s->lines = lines;
        s->room = room;
    }
    if (used(s) + size > s->text_room) {
        size_t room = used(s) + size + (s->text_room ? s->text_room : TEXT_ROOM);
        char *text = realloc(s->text, room);
        s->failed |= !text;
        if (!text)
            return false;
        s->text = text;
        s->text_room = room;
    }
    return true;
}

static bool is_hidden_from(const rz_game *game, const rz_setup *setup, int viewer,
                           const rz_event *event) {
    rz_event seen = *event;
    return rz_conceal(game, setup, viewer, &seen);
}

/* What a spectator may see, everybody may. */
static uint16_t hidden_from(const rz_setup *setup, const rz_event *event) {
    const rz_game *game = rz_game_of(setup);
    if (!is_hidden_from(game, setup, RZ_SPECTATOR, event))
        return 0;
    unsigned hidden = 1u << RZ_SPECTATOR;
    for (int v = 0; v < rz_seats(setup); v++)
        if (is_hidden_from(game, setup, v, event))
            hidden |= 1u << v;
    return (uint16_t)hidden;
}

/* The next line, whose event is to be filled in; NULL without memory. */
static batch_line *add_line(line_batch *s, rz_slice text) {
    if (!make_room(s, text.length))
        return NULL;
    size_t begin = used(s);
    batch_line *line = &s->lines[s->n++];
    memcpy(s->text + begin, text.at, text.length);
    line->end = begin + text.length;
    return line;
}

void line_batch_add_event(line_batch *s, const rz_setup *setup, const rz_event *event,
                          uint8_t head[RZ_HEAD]) {
    char memory[RZ_EVENT_TEXT];
    rz_text text;
    uint16_t hidden = hidden_from(setup, event);
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(rz_game_of(setup), setup, event, &text);
    if (hidden)
        rz_chain_add(head, rz_game_of(setup), setup, event);
    else
        rz_chain_add_line(head, (rz_slice){memory, text.length});
    batch_line *line = add_line(s, (rz_slice){memory, text.length});
    if (!line)
        return;
    line->event = *event;
    line->hidden = hidden;
    line->is_setup = false;
    memcpy(line->head, head, RZ_HEAD);
}

void line_batch_add_setup(line_batch *s, rz_slice text, const uint8_t head[RZ_HEAD]) {
    batch_line *line = add_line(s, text);
    if (!line)
        return;
    line->event = (rz_event){0};
    line->hidden = 0;
    line->is_setup = true;
    memcpy(line->head, head, RZ_HEAD);
}

rz_slice line_batch_text(const line_batch *s, int i) {
    size_t begin = i ? s->lines[i - 1].end : 0;
    return (rz_slice){s->text + begin, s->lines[i].end - begin};
}

void line_batch_write(const line_batch *s, const rz_setup *setup, int i, int viewer, rz_text *out) {
    if (!(s->lines[i].hidden >> viewer & 1)) {
        rz_text_slice(out, line_batch_text(s, i));
        return;
    }
    rz_write_seen(rz_game_of(setup), setup, viewer, &s->lines[i].event, out);
}

uint16_t line_batch_hidden(const line_batch *s) {
    unsigned hidden = 0;
    for (int i = 0; i < s->n; i++)
        hidden |= s->lines[i].hidden;
    return (uint16_t)hidden;
}
