/* The chain: one hash for all lines of a record so far, the same for everybody who watches.
 *
 * It is taken over the lines as a spectator sees them, so that it tells nobody a secret, and two
 * viewers who compare it know that they were shown one game (docs/fair.md). */
#ifndef RZ_CHAIN_H
#define RZ_CHAIN_H

#include "core/api.h"
#include "core/record.h"

RZ_PUBLIC_BEGIN

enum { RZ_HEAD = 32, RZ_EVENT_TEXT = 4096 };

/* The head after line 0; names do not count, since people may be forgotten. */
void rz_chain_begin(uint8_t head[RZ_HEAD], const rz_header *header, const rz_setup *setup);

/* The head after one line more, which is canonical and as a spectator sees it. */
void rz_chain_add_line(uint8_t head[RZ_HEAD], rz_slice line);

/* The head after one event more, whoever's view it comes from. */
void rz_chain_add(uint8_t head[RZ_HEAD], const rz_game *game, const rz_setup *setup,
                  const rz_event *event);

/* The line of an event as `viewer` (a seat or RZ_SPECTATOR) may see it, of which the chain is made;
 * true if that is less than there was. No event is longer than RZ_EVENT_TEXT. */
bool rz_write_seen(const rz_game *game, const rz_setup *setup, int viewer, const rz_event *event,
                   rz_text *out);

RZ_PUBLIC_END

#endif
