#include "play.h"

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
