/* Bots: something that answers a question about a view with one of its legal actions.
 *
 * A bot is given a view and never a state, so it can not know more than a person in its seat. All
 * that it tosses comes from the generator in the question: the same question gives the same answer.
 *
 * Storeys, the highest first; a file uses only files of the storeys below it:
 *   arena
 *   match
 *   bot
 *   levels master
 *   greedy
 *   plain
 *   GAME/
 *   advice mcts train
 *   nets net foreign clock learn
 */
#ifndef RZ_BOT_H
#define RZ_BOT_H

#include "core/api.h"
#include "core/dealer.h"
#include "core/game.h"

RZ_PUBLIC_BEGIN

typedef struct rz_question {
    const rz_game *game;
    const rz_setup *setup;
    const rz_view *view;
    int seat;
    const rz_action *legal; /* never empty */
    int n_legal;
    rz_rng *rng;
    uint32_t ms;    /* time for the move, or 0 */
    uint32_t nodes; /* positions to look at, or 0 */
} rz_question;

typedef struct rz_bot {
    const char *name;
    const char *about; /* one line for people, translated */
    rz_action (*choose)(const rz_question *question);
    bool needs_net; /* rz_net_set (ai/nets.h) must have been called for the game */
} rz_bot;

/* All bots; NULL comes last. */
extern const rz_bot *const rz_bots[];

/* Whether a bot plays a game at all: one that needs a net plays those for which there is one. */
bool rz_bot_plays(const rz_bot *bot, const rz_game *game);

/* Whether it can play the game now: false as long as a net that it needs is missing
 * (library/load_nets.h). */
bool rz_bot_is_ready(const rz_bot *bot, const rz_game *game);

/* ai/foreign.h: a player from outside, and one of those at a table. */
typedef struct rz_foreign rz_foreign;
typedef struct rz_guest rz_guest;

/* A bot and its budget, as people write it: "greedy", "greedy:50" (milliseconds a move),
 * "greedy:1000n" (nodes). */
typedef struct rz_bot_spec {
    const rz_bot *bot;
    uint32_t ms, nodes;
    rz_foreign *foreign; /* who runs it, or NULL */
    rz_guest *guest;     /* of a game that is being played */
} rz_bot_spec;

/* False if there is no such bot, or the budget is not a number from 1 to 10 million. */
bool rz_bot_read(rz_slice text, rz_bot_spec *spec) RZ_CHECKED;

/* The move of `spec` for `seat`, which may act in `state`. Looks at the seat's view alone. What it
 * tosses depends on the seed, the seat and the number of the event to come. RZ_NO_ACTION, which no
 * game takes for an action, if the bot is not ready. */
#define RZ_NO_ACTION ((rz_action)0xfffe)
rz_action rz_bot_move(const rz_bot_spec *spec, const rz_game *game, const rz_setup *setup,
                      const rz_state *state, int seat, const uint8_t seed[RZ_SEED],
                      uint32_t number);

extern const rz_bot rz_novice_bot; /* the levels, the weakest first */
extern const rz_bot rz_casual_bot;
extern const rz_bot rz_club_bot;
extern const rz_bot rz_expert_bot;
extern const rz_bot rz_master_bot;
extern const rz_bot rz_random_bot;
extern const rz_bot rz_greedy_bot;
extern const rz_bot rz_foreign_bot;
extern const rz_bot rz_mcts_bot;

RZ_PUBLIC_END

#endif
