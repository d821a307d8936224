/* New tables: as a request says, or the same once more after a game. */
#ifndef SERVE_MAKING_H
#define SERVE_MAKING_H

#include "serve/operation.h"

/* Makes a table for a session; the answer follows. */
void making_start(session *s, int32_t id, const message *m);

handler making_rematch;

/* What requests about new tables say: false if it is not there or makes no sense. The setup is read
 * from game, seats and options. */
bool making_read_clock(const message *m, clock_rule *rule);
bool making_read_setup(const message *m, rz_setup *setup, rz_header *header, rz_problem *problem);

/* Why no table here can have this setup, or NULL. */
const char *making_reason_against(const rz_setup *setup);

/* One table more from this address; this machine itself has no limit. What came of less than a
 * whole one is given back (and taken, if it is negative). */
bool making_may_make(session *s);
void making_give_back(session *s, double part);
extern const char making_too_many[];

/* A random id for the table, and a seed of which only the hash is told now. */
void making_draw_seed(server *sv, char id[STORE_TABLE_ID + 1], uint8_t seed[RZ_SEED],
                      uint8_t commit[RZ_SEED]);

#endif
