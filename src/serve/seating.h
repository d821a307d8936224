/* Who sits where before the game, and its start. */
#ifndef SERVE_SEATING_H
#define SERVE_SEATING_H

#include "serve/operation.h"

handler seating_sit, seating_stand, seating_bot, seating_start, seating_ready;

/* True if who asks is the maker of the table; else answered. */
bool seating_is_maker(table *t, operation *o);

/* Frees a seat; `removed` is the mark of who may not come back, or NULL. A table needs somebody:
 * the next person is its maker, or it is given up. */
outcome seating_free(table *t, operation *o, int seat, const char *removed);

#endif
