/* What is done at a table while its game is played. */
#ifndef SERVE_PLAY_H
#define SERVE_PLAY_H

#include "serve/operation.h"

/* The seat of who asks, if the game is on; else -1, and answered. */
int play_seat(table *t, operation *o);

handler play_act, play_leave, play_return; /* asked for */
handler play_bot, play_timeout;            /* by themselves */

#endif
