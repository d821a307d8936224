/* Threads on which bots think, so that the loop never waits for one. */
#ifndef SERVE_BOTS_H
#define SERVE_BOTS_H

#include <uv.h>

#include "ai/bot.h"
#include "games/games.h"

enum { BOTS_OWNER = 32 };

/* A question, with all that the answer depends on. */
typedef struct thought {
    struct thought *next;
    uint8_t owner[BOTS_OWNER]; /* whose table it is: owners take turns, whoever asks more */
    rz_bot_spec spec;
    const rz_setup *setup; /* stays until it is done */
    rz_state state;
    int seat;
    uint32_t number; /* of the line to come */
    uint8_t seed[RZ_SEED];
    rz_action action;                      /* the answer */
    void (*done)(struct thought *thought); /* on the loop; owns it */
} thought;

typedef struct bots bots;

bots *bots_new(uv_loop_t *loop, int threads);
bool bots_ask(bots *b, thought *t); /* false without memory */
int bots_thinking(const bots *b);

/* Ends the threads; what is still thought is not waited for, and never comes back. */
void bots_stop(bots *b);

#endif
