/* Who is waited for at a table: what lists of games and messages about them go by. */
#ifndef SERVE_TURN_H
#define SERVE_TURN_H

#include "serve/lobby.h"

/* The seats of people who must act, and for whom no bot does: in a game those who are asked; before
 * it the maker, as soon as no seat is free. */
unsigned turn_seats(const lobby *l, const rz_setup *setup, const position *p);

/* Whether one of them is not at the table. */
bool turn_is_for_absent(const lobby *l, unsigned seats);

enum { TURN_BYTES = 512 };

/* [[SINCE,UNTIL],null,…] for the people of the row of the table: since when they are waited for,
 * and when their time is up, or null. Before the game there is no position. */
void turn_write(rz_text *out, const lobby *l, const rz_setup *setup, const position *p,
                int64_t now);

/* The same of the person at that place. False: nobody waits for them. `until` may be INT64_MAX. */
bool turn_read(rz_slice waits, int place, int64_t *since, int64_t *until);

#endif
