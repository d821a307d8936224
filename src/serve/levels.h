/* The bots that can sit at a table. */
#ifndef SERVE_LEVELS_H
#define SERVE_LEVELS_H

#include "ai/bot.h"
#include "games/games.h"

/* The bot of that name, if it can play this game here. Budgets are not for clients to say. */
bool level_read(const rz_game *game, const char *level, rz_bot_spec *spec);

/* "levels":{"loot":["novice",…],…} */
void levels_write(rz_text *out);

#endif
