/* Learning from play against oneself. */
#ifndef RZ_LEARN_H
#define RZ_LEARN_H

#include "ai/net.h"
#include "games/games.h"

/* What a game adds to be learnt. In ai/GAME/learn.c. */
typedef struct rz_course {
    const rz_game *game;
    uint32_t features, layout;
    /* Plays game `n` of a series against itself and learns from it. Several threads may do so with
     * one net at a time: now and then a step is lost, which does no harm. Returns the mean error of
     * the net's forecasts. */
    float (*lesson)(rz_net *net, const uint8_t seed[32], uint32_t n, float rate);
} rz_course;

extern const rz_course loot_course;

/* The course of a game, or NULL. */
const rz_course *rz_course_of(const rz_game *game);

#endif
