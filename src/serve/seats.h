/* What is done at a table beside its game: who sits where, what is agreed, who is heard. */
#ifndef SERVE_SEATS_H
#define SERVE_SEATS_H

#include "serve/table.h"

handler seats_sit, seats_stand, seats_bot, seats_start; /* before the game */
handler seats_pause, seats_resume, seats_end;           /* by agreement of all */
handler seats_mute, seats_unmute, seats_remove;         /* by the maker */
handler seats_rematch, seats_chat;

/* The bot of that name, if it can play this game here. Budgets are not for clients to say. */
bool seats_level(const rz_game *game, const char *level, rz_bot_spec *spec);

/* {"loot":["novice",…],…} */
void seats_levels(rz_text *out);

/* Makes a table for a client, as the request says; the answer follows. */
void seats_make(session *c, int32_t id, const message *m);

#endif
