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
    /* Sets of options that the properties are checked under, as "name=value name=value", the
     * first of them empty; ends with NULL. */
    const char *const *variants;
} rz_given;

extern const rz_given given_bars;
extern const rz_given given_loot;
extern const rz_given given_mice;

extern const rz_given *const rz_givens[]; /* one for each of rz_games; in given_loot.c */

#endif
