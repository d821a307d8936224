/* Making a setup: seats and options in, reasons out. */
#ifndef RZ_SETUP_H
#define RZ_SETUP_H

#include "core/api.h"
#include "core/game.h"
#include "core/json.h"

RZ_PUBLIC_BEGIN

/* All options at their defaults. False if the game is not for that many. */
bool rz_setup_init(const rz_game *game, int seats, rz_setup *setup, rz_problem *problem);

/* Sets an option from JSON text; a bare word will do for a string. */
bool rz_setup_option(const rz_game *game, rz_setup *setup, rz_slice name, rz_slice value,
                     rz_problem *problem);

/* To be called once, after the last option and before any other use of the setup. */
bool rz_setup_complete(const rz_game *game, rz_setup *setup, rz_problem *problem);

/* The options that differ from the defaults, as a JSON object; how many. */
int rz_setup_write_options(const rz_game *game, const rz_setup *setup, rz_text *out);

/* The same, but an option with data of its own (a board) only says true. */
int rz_setup_write_options_brief(const rz_game *game, const rz_setup *setup, rz_text *out);

RZ_PUBLIC_END

#endif
