/* The lobby as clients get it, and the first line of the record, which is made of it. */
#ifndef SERVE_LOBBY_PUBLIC_H
#define SERVE_LOBBY_PUBLIC_H

#include "serve/lobby.h"

/* The public part. `p` is NULL where the position is not known; `here` has a bit for every seat
 * whose person is connected to this process. */
void lobby_write_public(rz_text *out, const char *key, const lobby *l, const rz_setup *setup,
                        const position *p, unsigned here, int spectators);

/* The few fields of a row in a list of tables. */
void lobby_write_brief(rz_text *out, const char *key, const lobby *l, const rz_setup *setup);

/* "clocks":{"since":…,"seats":[{"bank":…},…]} */
void lobby_write_clocks(rz_text *out, const position *p, int seats);

/* What the first line of the record is made of: without names, which can be forgotten, in the store
 * and for those who play, with names in what is downloaded. */
void lobby_header(const lobby *l, const rz_setup *setup, bool names, rz_header *header);

#endif
