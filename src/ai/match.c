#include "ai/match.h"

static void write_line(const rz_match *match, const rz_event *event, rz_text *record) {
    rz_write_event(match->header.game, &match->setup, event, record);
    rz_text_char(record, '\n');
}

static uint64_t fast_seed(const uint8_t seed[RZ_SEED]) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)seed[i] << 8 * i;
    return number;
}

uint32_t rz_match_play(const rz_match *match, const uint8_t seed[RZ_SEED], uint32_t n,
                       rz_state *state, rz_text *record) {
    const rz_game *game = match->header.game;
    const rz_setup *setup = &match->setup;
    uint8_t own_seed[RZ_SEED];
    rz_dealer dealer;
    rz_events events;
    rz_actors actors;
    uint32_t moves = 0;

    rz_seed_child(seed, n, own_seed);
    if (match->fast)
        rz_dealer_fast(&dealer, fast_seed(own_seed));
    else
        rz_dealer_init(&dealer, own_seed);
    game->init(setup, state, record ? &events : NULL);
    if (record) {
        rz_write_setup(&match->header, setup, record);
        rz_text_char(record, '\n');
        for (int i = 0; i < events.count; i++)
            write_line(match, &events.list[i], record);
    }
    for (; (actors = game->to_act(setup, rz_state_public(state))) != 0; moves++) {
        int actor = __builtin_ctz(actors);
        rz_action action = actor == RZ_CHANCE ? rz_dealer_draw(&dealer, game, setup, state)
                                              : rz_bot_move(&match->bots[actor], game, setup, state,
                                                            actor, own_seed, moves);
        rz_event event;
        if (record)
            game->describe(setup, rz_state_public(state), actor, action, &event);
        rz_error error = game->apply(setup, state, actor, action, record ? &events : NULL);
        RZ_ASSERT(error == RZ_OK);
        (void)error;
        for (int i = -1; record && i < events.count; i++)
            write_line(match, i < 0 ? &event : &events.list[i], record);
    }
    return moves;
}
