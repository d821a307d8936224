/* What a game teaches the bots that need no net, and how its levels err. In ai/GAME/heuristic.c.
 *
 * A game that teaches nothing is played by a short search (ai/plain.c).
 */
#ifndef RZ_KNOWLEDGE_H
#define RZ_KNOWLEDGE_H

#include "ai/bot.h"
#include "games/list.h"

typedef enum rz_level_id { RZ_NOVICE, RZ_CASUAL, RZ_CLUB, RZ_EXPERT, RZ_LEVELS } rz_level_id;

typedef struct rz_level {
    bool advised; /* judges by what has been learnt, else as greedy does */
    int nodes;    /* positions that it looks at, whatever its time is */
    float slip;   /* how often it errs: overlooks the best, or, if advised, … */
    float heat;   /* … takes for equal what differs by such a share of the win; 0: is greedy */
} rz_level;

typedef struct rz_knowledge {
    /* What `greedy` does. */
    rz_action (*greedy)(const rz_question *question);
    /* Found in the arena, each level against a table of the one below. Levels that need a net are
     * advised; where none is, no bot that needs a net plays the game. */
    rz_level levels[RZ_LEVELS];
    float few;  /* heat of two or three players: an error costs more of what fewer share … */
    float many; /* … and of five or more */
    /* A choice that leaves one worse off for nothing: the levels that are advised make it only if
     * there is no other. May be NULL. */
    bool (*is_folly)(const rz_question *question, rz_action action);
} rz_knowledge;

/* That of a game, or the plain one. */
const rz_knowledge *rz_knowledge_of(const rz_game *game);

#define X(name) extern const rz_knowledge name##_knowledge; /* where there is one */
RZ_GAMES(X)
#undef X

#endif
