/* What a game is played by once it has been learnt, and what those need who give advice. */
#ifndef RZ_LEARNT_H
#define RZ_LEARNT_H

#include "ai/advice.h"
#include "ai/net.h"
#include "games/list.h"

/* In ai/GAME/master.c. */
typedef struct rz_learnt {
    const rz_net_shape *shape; /* of its net */
    const rz_net **net;        /* the net in use, or NULL: rz_net_set */
    /* Fills in both lists, in the order of question->legal. The net is there. */
    void (*advise)(const rz_question *question, rz_advice *advice);
    bool (*knows)(const rz_setup *setup); /* rz_net_knows; NULL: always */
} rz_learnt;

#define X(name) extern const rz_learnt name##_learnt; /* where there is one */
RZ_GAMES(X)
#undef X

/* `mix` for a game in which nothing is gained by mixing: all on the first of the best. */
void rz_advice_best(const rz_question *question, rz_advice *advice);

/* Mixes choices by what they bring: the less `heat`, which is above 0, the more of the
 * best. */
void rz_mix(const float win[], int n, float heat, float mix[]);

/* A number from 0 up to 1, without it. */
float rz_toss(rz_rng *rng);

#endif
