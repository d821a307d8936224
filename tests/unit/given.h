/* What tests need to know of a game beyond the contract: how to arrange a table, what to look at,
 * and what must always be true. One such struct a game, in given_GAME.c. */
#ifndef RZ_GIVEN_H
#define RZ_GIVEN_H

#include "games/games.h"

typedef struct rz_given {
    const rz_game *game;
    /* Arranges the table by the words of a scene's `given` line; false if they mean nothing. */
    bool (*arrange)(const rz_setup *setup, rz_state *state, const char *words);
    /* The number that the words of a scene's `=` line ask for. */
    bool (*look)(const rz_setup *setup, const rz_state *state, const char *words, int *number);
    /* NULL, or what is wrong with this state. */
    const char *(*invariant)(const rz_setup *setup, const rz_state *state);
    /* NULL, or what is wrong between two moments that are one event apart: something is lost or
     * there twice, or it moves with a line that does not say so. */
    const char *(*check_step)(const rz_setup *setup, const rz_event *event, const rz_public *before,
                              const rz_public *after);
    /* Sets of options that the properties are checked under, as "name=value name=value", the
     * first of them empty; ends with NULL. */
    const char *const *variants;
} rz_given;

#define X(name) extern const rz_given given_##name; /* where there is one */
RZ_GAMES(X)
#undef X

/* That of the game called `name`, or NULL if there is no such game. One without given_GAME.c is
 * played as it is. */
const rz_given *rz_given_find(const char *name);

#endif
