/* Players from outside. Whoever does input and output runs them; whoever drives a game seats them,
 * tells them what happens, and lets them rise.
 *
 * A guest is told the lines of its seat's view and nothing else, so it knows what a bot of ours
 * would be shown.
 */
#ifndef RZ_FOREIGN_H
#define RZ_FOREIGN_H

#include "ai/bot.h"
#include "core/api.h"

RZ_PUBLIC_BEGIN

struct rz_foreign {
    /* A guest for `seat` of a new game. What it is given must last until it is dismissed. */
    rz_guest *(*seat)(rz_foreign *foreign, const rz_header *header, const rz_setup *setup,
                      int seat);
    /* The next line, as the guest's seat may see it. */
    void (*notify)(rz_guest *guest, const rz_event *event);
    /* Always one of the legal actions, whatever the guest does, and within its time. */
    rz_action (*ask)(rz_guest *guest, const rz_question *question);
    /* The game is over, or given up. */
    void (*dismiss)(rz_guest *guest);
};

/* For all seats of a table at once. True if there is any guest among `bots`, who now sits. */
bool rz_guests_seat(rz_bot_spec bots[RZ_SEATS_MAX], const rz_header *header, const rz_setup *setup);
void rz_guests_notify(const rz_bot_spec bots[RZ_SEATS_MAX], const rz_game *game,
                      const rz_setup *setup, const rz_event *event);
void rz_guests_dismiss(rz_bot_spec bots[RZ_SEATS_MAX]);

RZ_PUBLIC_END

#endif
