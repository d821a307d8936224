#include "play.h"

#include <string.h>

#include "core/driver.h"
#include "core/sha256.h"
#include "games/games.h"

static void write_line(const rz_header *header, const rz_setup *setup, const rz_event *event,
                       rz_text *out) {
    rz_write_event(header->game, setup, event, out);
    rz_text_char(out, '\n');
}

/* One of the seats in `actors`, and one of its actions. */
static rz_action choose(const rz_game *game, const rz_setup *setup, const rz_state *state,
                        rz_actors actors, rz_rng *rng, int *seat, int *choices) {
    rz_action legal[RZ_LEGAL_MAX];
    do
        *seat = (int)rz_rng_below(rng, (uint32_t)rz_seats(setup));
    while (!(actors >> *seat & 1));
    *choices = game->legal_in(setup, state, *seat, legal);
    return legal[rz_rng_below(rng, (uint32_t)*choices)];
}

static void write_choices(int choices, rz_text *out) {
    rz_text_add(out, "legal ");
    rz_text_int(out, choices);
    rz_text_char(out, '\n');
}

void play_record(const rz_header *header, const rz_setup *setup, uint64_t seed, bool choices,
                 rz_text *out) {
    const rz_game *game = header->game;
    static rz_events events;
    rz_state state;
    rz_actors actors;
    rz_event event;
    rz_rng rng;
    rz_rng_fast(&rng, seed);
    rz_write_setup(header, setup, out);
    rz_text_char(out, '\n');
    game->init(setup, &state, &events);
    for (;;) {
        for (int i = 0; i < events.count; i++)
            write_line(header, setup, &events.list[i], out);
        if (!(actors = game->to_act(setup, rz_state_public(&state))))
            return;
        int actor = RZ_CHANCE, n = 0;
        rz_action action = actors & RZ_CHANCE_BIT
                               ? game->draw(setup, &state, &rng)
                               : choose(game, setup, &state, actors, &rng, &actor, &n);
        if (choices && actor != RZ_CHANCE)
            write_choices(n, out);
        game->describe(setup, rz_state_public(&state), actor, action, &event);
        write_line(header, setup, &event, out);
        game->apply(setup, &state, actor, action, &events);
    }
}

/* ---- Fair games ------------------------------------------------------------------------------ */

static void promise(rz_header *header, int seats, const uint8_t server[RZ_SEED]) {
    rz_sha256 hash;
    header->fair = true;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, server, RZ_SEED);
    rz_sha256_end(&hash, header->commit);
    for (int seat = 0; seat < seats; seat++)
        memset(header->nonces[seat], 0xa0 + seat, RZ_SEED);
}

static void write_due(rz_driver *driver, const rz_header *header, rz_text *out) {
    const rz_event *line;
    while ((line = rz_driver_next(driver)))
        write_line(header, driver->setup, line, out);
}

static void leave_or_return(rz_driver *driver, rz_rng *rng) {
    rz_event event = {.by = (uint8_t)rz_rng_below(rng, (uint32_t)rz_seats(driver->setup))};
    event.verb = driver->away >> event.by & 1 ? RZ_RETURN : RZ_LEAVE;
    rz_driver_add(driver, &event);
}

void play_fair_record(rz_header *header, const rz_setup *setup, const uint8_t server[RZ_SEED],
                      rz_text *out) {
    static rz_driver driver;
    static rz_state state;
    rz_dealer dealer;
    rz_actors actors;
    rz_rng rng;
    rz_event seal;
    uint8_t seed[RZ_SEED];
    promise(header, rz_seats(setup), server);
    rz_shared_seed(server, (const uint8_t(*)[RZ_SEED])header->nonces, rz_seats(setup), seed);
    rz_dealer_init(&dealer, seed);
    rz_rng_fast(&rng, server[0]);
    rz_driver_init(&driver, header, setup, &state, NULL);
    driver.dealer = &dealer;
    rz_write_setup(header, setup, out);
    rz_text_char(out, '\n');
    for (write_due(&driver, header, out); (actors = rz_driver_actors(&driver)) != 0;
         write_due(&driver, header, out)) {
        int seat, unused;
        if (rz_rng_below(&rng, 50) == 0)
            leave_or_return(&driver, &rng);
        else if (actors & RZ_CHANCE_BIT)
            rz_driver_deal(&driver);
        else {
            rz_action action = choose(header->game, setup, &state, actors, &rng, &seat, &unused);
            rz_driver_act(&driver, seat, action);
        }
    }
    rz_describe_seal(server, &seal);
    rz_driver_add(&driver, &seal);
    write_due(&driver, header, out);
}
