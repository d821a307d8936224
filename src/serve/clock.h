/* What happens at a table without a person: bots move, time runs out, people come and go. */
#ifndef SERVE_CLOCK_H
#define SERVE_CLOCK_H

#include "serve/table.h"

/* When something is to happen; INT64_MAX if nothing is. */
int64_t clock_due(const table *t, const lobby *l, const position *p, int64_t now);

/* True if the person in this seat is asked, and has been waited for long enough. */
bool clock_ran_out(const table *t, int seat, int64_t now);

/* Begins whatever is due now. */
void clock_look(table *t, int64_t now);

/* Notes in the lobby who is connected here, if that has changed; and the operation that does. */
void clock_presence(table *t);
bool clock_note(table *t, operation *o);

#endif
