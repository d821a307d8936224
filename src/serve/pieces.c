#include "serve/pieces.h"

#include <stdlib.h>

#include "serve/heads.h"

enum { CACHE_BYTES = 32 << 20 };

static piece **bucket_of(piece_cache *c, piece_key key) {
    uint64_t hash = (key.table * 31 + key.from / PIECE_LINES) * 31 + (uint64_t)key.viewer;
    return &c->buckets[hash % PIECE_BUCKETS];
}

static bool is_same(piece_key a, piece_key b) {
    return a.table == b.table && a.from == b.from && a.viewer == b.viewer;
}

static void unlink_use(piece_cache *c, const piece *p) {
    *(p->newer ? &p->newer->older : &c->newest) = p->older;
    *(p->older ? &p->older->newer : &c->oldest) = p->newer;
}

static void link_newest(piece_cache *c, piece *p) {
    p->newer = NULL;
    p->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = p;
    c->newest = p;
}

static void forget(piece_cache *c, piece *p) {
    piece **at = bucket_of(c, p->key);
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    unlink_use(c, p);
    c->bytes -= p->packet->length;
    packet_free(p->packet);
    free(p);
}

static piece *find(piece_cache *c, piece_key key) {
    piece *p = *bucket_of(c, key);
    while (p && !is_same(p->key, key))
        p = p->next;
    return p;
}

const piece *pieces_find(piece_cache *c, piece_key key, uint32_t lines) {
    piece *p = find(c, key);
    bool whole = p && (p->to % PIECE_LINES == 0 || p->to == lines);
    if (p && !whole) /* it was cut where the record ended then */
        forget(c, p);
    if (!whole)
        return NULL;
    unlink_use(c, p);
    link_newest(c, p);
    return p;
}

void pieces_add(piece_cache *c, piece_key key, uint32_t to, packet *text) {
    piece *old = find(c, key), *p = malloc(sizeof *p);
    if (old)
        forget(c, old);
    if (!p)
        return;
    piece **bucket = bucket_of(c, key);
    *p = (piece){.next = *bucket, .key = key, .to = to, .packet = text};
    text->refs++;
    *bucket = p;
    link_newest(c, p);
    c->bytes += text->length;
    while (c->bytes > CACHE_BYTES && c->oldest != p)
        forget(c, c->oldest);
}

void pieces_free(piece_cache *c) {
    while (c->oldest)
        forget(c, c->oldest);
}
