/* Who is connected: the lobby notes it, so that other processes know. */
#ifndef SERVE_PRESENCE_H
#define SERVE_PRESENCE_H

#include "serve/operation.h"

/* True if somebody has come or gone here, and the lobby does not say so. */
bool presence_has_changed(const table *t);

/* True if somebody is here, and the lobby says that they are nowhere. */
bool presence_is_denied(const table *t);

handler presence_note;

/* Whether the person of a seat (or -1) has not yet been noted to have seen how a game ended. */
bool presence_has_looked(const table *t, int seat);
handler presence_note_look;

/* Has it written who is waited for. */
handler presence_note_turn;

#endif
