/* What a game asks of the tables of a server beyond its rules: setups that can be played at home
 * for ever, or on purpose, are no use to people who wait for each other. The rules and old records
 * know nothing of it. */
#ifndef SERVE_HOSTING_H
#define SERVE_HOSTING_H

#include "core/game.h"

/* A part of a module (core/module.h); without it every setup that the rules allow will do. */
typedef struct serve_hosting {
    /* Why a table should not have this setup, in a sentence; NULL if it may. */
    const char *(*refuse)(const rz_setup *setup);
} serve_hosting;

extern const serve_hosting mice_hosting;

#endif
