/* Pieces of records as viewers see them, shared by all who are sent the same. What is not used for
 * the longest time is forgotten when there is too much of it. */
#ifndef SERVE_PIECES_H
#define SERVE_PIECES_H

#include <stdbool.h>

#include "serve/packet.h"

enum { PIECE_BUCKETS = 4096 };

typedef struct piece_key {
    uint64_t table; /* its serial number in this process */
    uint32_t from;  /* its first line, at which a piece begins */
    int viewer;
} piece_key;

typedef struct piece {
    struct piece *next;          /* in its bucket */
    struct piece *newer, *older; /* of all, by use */
    piece_key key;
    uint32_t to; /* the line after the last */
    packet *packet;
} piece;

typedef struct piece_cache {
    piece *buckets[PIECE_BUCKETS];
    piece *newest, *oldest;
    size_t bytes;
} piece_cache;

/* The piece of that key, if it has all there is of it in a record of `lines` lines; or NULL. It is
 * good until the next call. */
const piece *pieces_find(piece_cache *c, piece_key key, uint32_t lines);

/* Keeps one, with a reference of its own. Without memory it is not kept. */
void pieces_add(piece_cache *c, piece_key key, uint32_t to, packet *text);

void pieces_free(piece_cache *c);

#endif
