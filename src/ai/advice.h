/* What a strong player thinks of every choice: what `master` plays by, and what a hint tells.
 *
 * ai/GAME/master.c fills it in from a question, so from a view: worlds that the seat can not tell
 * apart give the same advice.
 */
#ifndef RZ_ADVICE_H
#define RZ_ADVICE_H

#include "ai/bot.h"
#include "ai/net.h"
#include "games/list.h"

typedef struct rz_advice {
    float win[RZ_LEGAL_MAX]; /* the seat's share of the win after each legal action */
    float mix[RZ_LEGAL_MAX]; /* how often each is to be chosen; sums up to one */
} rz_advice;

/* What a game is played by once it has been learnt. In ai/GAME/master.c. */
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

/* The advice of the question's game. False if the game has none, or its net is missing. */
bool rz_advise(const rz_question *question, rz_advice *advice);

/* `mix` for a game in which nothing is gained by mixing: all on the first of the best. */
void rz_advice_best(const rz_question *question, rz_advice *advice);

/* Mixes choices by what they bring: the less `heat`, which is above 0, the more of the
 * best. */
void rz_mix(const float win[], int n, float heat, float mix[]);

/* A number from 0 up to 1, without it. */
float rz_toss(rz_rng *rng);

/* One of the legal actions, each as often as `mix` says. */
rz_action rz_advice_take(const rz_question *question, const rz_advice *advice);

#endif
