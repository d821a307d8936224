/* The driver: moves one game on and gives out the lines of its record.
 *
 * A game goes on by what a seat does (rz_driver_act), by what is dealt (rz_driver_deal) or by the
 * lines of a record (rz_driver_read). What happens becomes lines: first the action itself, then
 * what follows from it by rule. Whoever watches takes them one by one, before the game goes on:
 *
 *     rz_driver_init(&driver, &header, &setup, &state, NULL);
 *     driver.dealer = &dealer;
 *     for (rz_actors actors = RZ_CHANCE_BIT; actors != 0;) {
 *         while ((line = rz_driver_next(&driver)))
 *             write it, show it, send it to each viewer after rz_conceal;
 *         actors = rz_driver_actors(&driver);
 *         if (actors & RZ_CHANCE_BIT)
 *             rz_driver_deal(&driver);
 *         else if (actors)
 *             rz_driver_act(&driver, one of the seats in `actors`, what it chooses);
 *     }
 *
 * A line that rz_driver_read takes is known to the caller and not given out; what follows from it
 * is given out, or read and compared if the record has it.
 *
 * The driver has no memory of its own: header, setup, state, dealer and snapshots are the caller's
 * and must live as long as it does.
 */
#ifndef RZ_DRIVER_H
#define RZ_DRIVER_H

#include "core/api.h"
#include "core/dealer.h"
#include "core/record.h"

RZ_PUBLIC_BEGIN

/* Room for what is public before an action, after it, and after each event that follows but the
 * last: after that it is the game's own. */
enum { RZ_SNAPSHOTS_MAX = RZ_EVENTS_MAX + 1 };

typedef struct rz_driver {
    const rz_game *game;
    const rz_setup *setup;
    rz_state *state;      /* one of these two is moved on; the other is NULL */
    rz_view *view;        /* … */
    rz_dealer *dealer;    /* who deals, or NULL; goes on after lines of chance that are read */
    rz_public *snapshots; /* or NULL */
    uint32_t number;      /* of the line to come; the setup's is 0 */
    rz_actors away;       /* seats that have left */
    bool is_silent;       /* nobody watches: no lines are made */
    bool is_fair;         /* the seed follows the end … */
    bool is_sealed;       /* … and has been told: nothing can follow */
    uint8_t seed[RZ_SEED];
    int next;        /* the line to come: -1 for `action`, else its place among `due` */
    rz_event action; /* what was done, … */
    rz_events due;   /* … and what follows from it by rule */
} rz_driver;

/* Puts `state` at the beginning of the game. `snapshots` is NULL, or room for RZ_SNAPSHOTS_MAX of
 * the game's public parts: then rz_driver_shown and rz_driver_before answer. */
void rz_driver_init(rz_driver *driver, const rz_header *header, const rz_setup *setup,
                    rz_state *state, rz_public *snapshots);

/* The same for what `seat` sees: `view` is moved on, by lines alone; `scratch` is not used later.
 */
void rz_driver_init_view(rz_driver *driver, const rz_header *header, const rz_setup *setup,
                         int seat, rz_view *view, rz_state *scratch, rz_public *snapshots);

/* Takes a game up where it was left, with all its lines given out: its state, the number of the
 * line to come and who is away. */
void rz_driver_resume(rz_driver *driver, const rz_game *game, const rz_setup *setup,
                      rz_state *state, uint32_t number, rz_actors away);

/* Nobody watches: what happens from now on makes no lines, which is quicker. */
void rz_driver_silence(rz_driver *driver);

/* What is public once all lines have been given out. */
static inline const rz_public *rz_driver_public(const rz_driver *driver) {
    return driver->state ? rz_state_public(driver->state) : rz_view_public(driver->view);
}

/* ---- Moving on ------------------------------------------------------------------------------- */

/* Who may act once the lines that are due have been given out; 0: the game is over. */
static inline rz_actors rz_driver_actors(const rz_driver *driver) {
    return driver->game->to_act(driver->setup, rz_driver_public(driver));
}

/* A seat or chance acts. On an error nothing has changed. */
rz_error rz_driver_act(rz_driver *driver, int actor, rz_action action);

/* Chance, whose turn it is, acts as the dealer says. */
void rz_driver_deal(rz_driver *driver);

/* A line of every table: a seat leaves or returns, or the seed is told (rz_is_table_verb). */
rz_error rz_driver_add(rz_driver *driver, const rz_event *event);

/* Reads the next line of the record. On an error nothing has changed. */
bool rz_driver_read(rz_driver *driver, rz_slice line, rz_event *event, rz_problem *problem);

/* ---- What happened --------------------------------------------------------------------------- */

/* The line to come, or NULL: the game can go on. It is good until the game goes on. */
const rz_event *rz_driver_due(const rz_driver *driver);

/* The same, given out: its number is driver->number - 1 from now on. */
const rz_event *rz_driver_next(rz_driver *driver);

/* True when the last line has been given out or read, but for the seed of a fair game. */
bool rz_driver_is_over(const rz_driver *driver);

/* What is public after the last line that was given out or read; and what was before the action
 * that it belongs to. Only with snapshots. */
const rz_public *rz_driver_shown(const rz_driver *driver);
const rz_public *rz_driver_before(const rz_driver *driver);

RZ_PUBLIC_END

#endif
