/* The lobby as the store has it: the row of its table, of which `info` is JSON. */
#ifndef SERVE_LOBBY_ROW_H
#define SERVE_LOBBY_ROW_H

#include "serve/lobby.h"

/* All but the names of people. `setup` is written where it is not NULL. False: the row is damaged.
 */
bool lobby_read(const store_table *row, lobby *l, rz_setup *setup);

void lobby_write(const lobby *l, const rz_setup *setup, rz_text *info);

/* The row, whose `info` points to what was written. Where other processes share the store
 * (`shared`), it says to which of them people are connected. */
void lobby_row(const char *id, const lobby *l, rz_slice info, int64_t due, bool shared,
               store_table *row);

#endif
