/* What a strong player thinks of every choice: what `master` plays by, and what a hint tells.
 *
 * ai/GAME/master.c fills it in from a question, so from a view: worlds that the seat can not tell
 * apart give the same advice.
 */
#ifndef RZ_ADVICE_H
#define RZ_ADVICE_H

#include "ai/bot.h"
#include "core/api.h"

RZ_PUBLIC_BEGIN

typedef struct rz_advice {
    float win[RZ_LEGAL_MAX]; /* the seat's share of the win after each legal action */
    float mix[RZ_LEGAL_MAX]; /* how often each is to be chosen; sums up to one */
} rz_advice;

/* The advice of the question's game. False if the game has none, or its net is missing. */
bool rz_advise(const rz_question *question, rz_advice *advice);

/* One of the legal actions, each as often as `mix` says. */
rz_action rz_advice_take(const rz_question *question, const rz_advice *advice);

RZ_PUBLIC_END

#endif
