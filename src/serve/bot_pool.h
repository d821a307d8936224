/* Threads on which bots think, so that the loop never waits for one. */
#ifndef SERVE_BOT_POOL_H
#define SERVE_BOT_POOL_H

#include <uv.h>

#include "ai/bot.h"
#include "games/games.h"

enum { BOT_OWNER = 32 };

/* A question, with all that the answer depends on. */
typedef struct bot_question {
    struct bot_question *next;
    uint8_t owner[BOT_OWNER]; /* whose table it is: owners take turns, whoever asks more */
    rz_bot_spec spec;
    const rz_setup *setup; /* stays until it is done */
    rz_state state;
    int seat;
    uint32_t number; /* of the line to come */
    uint8_t seed[RZ_SEED];
    rz_action action;                                /* the answer */
    void (*done)(struct bot_question *bot_question); /* on the loop; owns it */
} bot_question;

typedef struct bot_pool bot_pool;

bot_pool *bot_pool_new(uv_loop_t *loop, int threads);
bool bot_pool_ask(bot_pool *b, bot_question *t); /* false without memory */
int bot_pool_busy(const bot_pool *b);

/* Ends the threads; what is still thought is not waited for, and never comes back. */
void bot_pool_stop(bot_pool *b);

#endif
