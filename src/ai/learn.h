/* Learning from play against oneself. */
#ifndef RZ_LEARN_H
#define RZ_LEARN_H

#include "ai/train.h"
#include "games/games.h"

/* What a game adds to be learnt. In ai/GAME/learn.c. */
typedef struct rz_course {
    const rz_game *game;
    const rz_net_shape *shape;
    /* Plays game `n` of a series against itself and learns from it. Returns the mean error of the
     * net's forecasts. */
    float (*lesson)(rz_net *net, const uint8_t seed[32], uint32_t n, float rate);
    /* One deal in which a seat plays by `one` and the others by `other`, each seat in turn or, over
     * the deals, all alike: the share of wins of `one`, times the seats, so that 1 is even. */
    double (*contest)(const rz_net *one, const rz_net *other, const uint8_t seed[32], uint32_t n);
    /* How much of the step before is carried on (rz_net_follow). What pupils agree on is learnt
     * faster so; policies that chase each other are thrown about. */
    float momentum;
    uint32_t lessons; /* as many times the pupils before these are put together */
} rz_course;

#define X(name) extern const rz_course name##_course; /* where there is one */
RZ_GAMES(X)
#undef X

/* The course of a game, or NULL if nothing of it can be learnt. */
const rz_course *rz_course_of(const rz_game *game);

#endif
