#include "serve/heads.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(heads *h) {
    if (h->n < h->room)
        return true;
    uint32_t room = h->room ? 2 * h->room : 4;
    uint8_t(*list)[RZ_HEAD] = realloc(h->list, room * sizeof *list);
    if (!list)
        return false;
    h->list = list;
    h->room = room;
    return true;
}

static void add(heads *h, uint32_t piece, const uint8_t head[RZ_HEAD]) {
    if (piece == h->first + h->n && make_room(h))
        memcpy(h->list[h->n++], head, RZ_HEAD);
}

void heads_note(heads *h, uint32_t number, const uint8_t head[RZ_HEAD]) {
    if (number % PIECE_LINES == PIECE_LINES - 1)
        add(h, number / PIECE_LINES, head);
}

void heads_append(heads *h, const heads *more) {
    for (uint32_t i = 0; i < more->n; i++)
        add(h, more->first + i, more->list[i]);
}

const uint8_t *heads_before(const heads *h, uint32_t k) {
    return k > h->first && k <= h->first + h->n ? h->list[k - h->first - 1] : NULL;
}

void heads_free(heads *h) {
    free(h->list);
    *h = (heads){0};
}
