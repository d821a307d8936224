#include "given.h"

/* Of a game without given_GAME.c: nothing can be arranged or asked for. */
static bool arrange_nothing(const rz_setup *setup, rz_state *state, const char *words) {
    (void)setup, (void)state, (void)words;
    return false;
}

static bool look_nowhere(const rz_setup *setup, const rz_state *state, const char *words,
                         int *number) {
    (void)setup, (void)state, (void)words, (void)number;
    return false;
}

static const char *accept_all(const rz_setup *setup, const rz_state *state) {
    (void)setup, (void)state;
    return NULL;
}

static const char *accept_any_step(const rz_setup *setup, const rz_event *event,
                                   const rz_public *before, const rz_public *after) {
    (void)setup, (void)event, (void)before, (void)after;
    return NULL;
}

#define X(name) extern const rz_given given_##name __attribute__((weak));
RZ_GAMES(X)
#undef X

const rz_given *rz_given_find(const char *name) {
    static const char *const defaults[] = {"", NULL};
    static rz_given plain;
    static const rz_given *const all[] = {
#define X(game) &given_##game,
        RZ_GAMES(X)
#undef X
    };
    const rz_game *game = rz_game_find(rz_slice_of(name));
    for (int i = 0; i < RZ_GAME_COUNT; i++)
        if (all[i] && all[i]->game == game)
            return all[i];
    plain = (rz_given){game, arrange_nothing, look_nowhere, accept_all, accept_any_step, defaults};
    return game ? &plain : NULL;
}
