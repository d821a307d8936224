/* Clients that mean harm, beside those who play: a thread of their own, so that what they cost
 * themselves is not taken for what the server costs. */
#ifndef LOAD_HOSTILE_H
#define LOAD_HOSTILE_H

#include "load/room.h"

hostile *hostile_new(const crowd *c); /* NULL without memory */
int hostile_sockets(const hostile *h);

/* They begin; how they fare is written into the result of the crowd until hostile_stop, which waits
 * for them to hang up. */
bool hostile_start(hostile *h);
void hostile_stop(hostile *h);
void hostile_free(hostile *h);

/* Now and then: a table that plays, for them to look at. */
void hostile_show(hostile *h, const room *r);

#endif
