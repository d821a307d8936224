/* Features: what a seat sees of a game, as a tensor of bytes or of float32.
 *
 * A game has a table of its features, each with a name, a shape and what it says; docs/lab.md is
 * made from it. All of them stand one behind the other, and a float is the byte divided by the
 * feature's `max`. Seats are counted from the viewer, clockwise: the viewer's own is 0.
 *
 * Features are made from a view, so they can not tell more than the seat knows.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   batch
 *   arrays
 *   features pool
 *   GAME
 */
#ifndef RZ_FEATURES_H
#define RZ_FEATURES_H

#include "core/api.h"
#include "core/game.h"
#include "games/list.h"

RZ_PUBLIC_BEGIN

enum {
    RZ_FEATURE_DIMENSIONS = 3,
    RZ_FEATURES_MAX = 2048, /* numbers that a game has at most */
    RZ_EACH_SEAT = 255      /* as a dimension: as many as there are seats */
};

typedef struct rz_feature {
    const char *name;
    const char *about;                    /* one sentence, English */
    uint8_t shape[RZ_FEATURE_DIMENSIONS]; /* ends with a 0 if it is shorter */
    uint8_t max;                          /* the largest number; larger ones are told as this */
    const char *const *names;             /* of the places of the last dimension, or NULL */
} rz_feature;

typedef struct rz_features {
    const rz_feature *list;
    int count;
    /* Writes all of them, in the order of the list. */
    void (*write)(const rz_setup *setup, const rz_view *view, uint8_t *out);
} rz_features;

/* Those of a game. One without a table of its own has a single feature: its view, byte by byte. */
rz_features rz_features_of(const rz_game *game);

/* The dimensions of a feature with so many seats; how many there are. */
int rz_feature_shape(const rz_game *game, const rz_feature *feature, int seats,
                     int shape[RZ_FEATURE_DIMENSIONS]);

/* How many numbers a feature has, and all features of a game together. */
int rz_feature_size(const rz_game *game, const rz_feature *feature, int seats);
int rz_features_size(const rz_game *game, int seats);

/* What the view's seat sees, as bytes. */
void rz_features_write(const rz_game *game, const rz_setup *setup, const rz_view *view,
                       uint8_t *out);

/* What each byte is to be multiplied with to be a float from 0 to 1. */
void rz_features_scale(const rz_game *game, int seats, float *out);

RZ_PUBLIC_END

#define X(name) extern const rz_features name##_feature_table; /* where there is one */
RZ_GAMES(X)
#undef X

#endif
