/* Threads on which bots think, so that the loop never waits for one. */
#ifndef SERVE_BOT_POOL_H
#define SERVE_BOT_POOL_H

#include <uv.h>

#include "serve/bot_question.h"
#include "serve/world.h"

typedef struct bot_pool bot_pool;

bot_pool *bot_pool_new(uv_loop_t *loop, int threads);

/* What the storeys above use of it. */
bot_runner bot_pool_runner(bot_pool *b);

/* Ends the threads; what is still thought is not waited for, and never comes back. */
void bot_pool_stop(bot_pool *b);

#endif
