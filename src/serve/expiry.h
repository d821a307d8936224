/* What ends at a table because nobody does anything: wishes that not everybody shares, and games
 * that no person attends. */
#ifndef SERVE_EXPIRY_H
#define SERVE_EXPIRY_H

#include "serve/operation.h"

/* True if something of that kind is to be noted now. */
bool expiry_is_due(const table *t, int64_t now);

handler expiry_note;

#endif
