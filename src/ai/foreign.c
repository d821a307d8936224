#include "ai/foreign.h"

#include "core/translate.h"

bool rz_guests_seat(rz_bot_spec bots[RZ_SEATS_MAX], const rz_header *header,
                    const rz_setup *setup) {
    bool any = false;
    for (int s = 0; s < rz_seats(setup); s++)
        if (bots[s].foreign) {
            bots[s].guest = bots[s].foreign->seat(bots[s].foreign, header, setup, s);
            any |= bots[s].guest != NULL;
        }
    return any;
}

void rz_guests_notify(const rz_bot_spec bots[RZ_SEATS_MAX], const rz_game *game,
                      const rz_setup *setup, const rz_event *event) {
    for (int s = 0; s < rz_seats(setup); s++)
        if (bots[s].guest) {
            rz_event seen = *event;
            rz_conceal(game, setup, s, &seen);
            bots[s].foreign->notify(bots[s].guest, &seen);
        }
}

void rz_guests_dismiss(rz_bot_spec bots[RZ_SEATS_MAX]) {
    for (int s = 0; s < RZ_SEATS_MAX; s++)
        if (bots[s].guest) {
            bots[s].foreign->dismiss(bots[s].guest);
            bots[s].guest = NULL;
        }
}

/* Of a guest who could not be had, or has gone. */
static rz_action choose_first(const rz_question *question) {
    return question->legal[0];
}

const rz_bot rz_foreign_bot = {"exec", N_("a program of your own (docs/bots.md)"), choose_first,
                               false};
