/* Games between bots under the eyes of an analyst, for programs that measure what it says. */
#ifndef RZ_PLAYED_H
#define RZ_PLAYED_H

#include "analysis/analyst.h"

typedef struct played {
    const rz_game *game;
    rz_setup setup;
    rz_analyst analyst;
    rz_state state;
    /* Is told of every action before it is done; `state` is before it. */
    void (*on_action)(int actor, rz_action action, uint32_t line);
} played;

extern played play;

/* Reads what is played, who plays all seats, and where the nets are. False: something of that can
 * not be read, or the game has no judge. */
bool play_begin(const char *game, const char *seats, const char *bot, const char *nets);

/* Plays game `n` of a series to its end. `nodes` are those of the judge. */
void play_game(uint8_t series, uint32_t n, uint32_t nodes);

void play_end(void);

#endif
