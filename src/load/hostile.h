/* Clients that mean harm, beside those who play. */
#ifndef LOAD_HOSTILE_H
#define LOAD_HOSTILE_H

#include "load/room.h"

hostile *hostile_new(crowd *c); /* NULL without memory */
void hostile_check(hostile *h); /* once a second: begins, goes on, gives up */
void hostile_close(hostile *h); /* all hang up; freed when the loop has run out */
void hostile_free(hostile *h);

#endif
