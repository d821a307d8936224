/* A question to a bot, with all that the answer depends on. */
#ifndef SERVE_BOT_QUESTION_H
#define SERVE_BOT_QUESTION_H

#include "ai/bot.h"
#include "games/games.h"

enum { BOT_OWNER = 32 };

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

#endif
