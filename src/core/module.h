/* A module: all that a game brings to those who play it.
 *
 * The rules are all that it must bring. In the place of words, terminal and page there are plain
 * ones, made from the game's vocabulary; what needs another part that is missing is not offered. So
 * a game with rules alone can be played everywhere, and a part that comes later is one more line of
 * its constant, which is in modules/GAME.c. A target has only the parts that it needs
 * (modules/parts.h); the others are NULL.
 */
#ifndef RZ_MODULE_H
#define RZ_MODULE_H

#include "core/game.h"

typedef struct rz_module {
    const rz_game *game;
    const struct rz_knowledge *knowledge; /* ai/knowledge.h: what greedy and the levels know */
    const struct rz_learnt *learnt;       /* ai/learnt.h: what master plays by */
    const struct rz_course *course;       /* ai/learn.h: how that is learnt */
    const struct rz_judge *judge;         /* analysis/judge.h: what whole states are worth */
    const struct rz_words *words;         /* words/words.h: sentences and labels */
    const struct rz_reasoning *reasoning; /* words/hint.h: why a hint is a good one */
    const struct tui_game *terminal;      /* tui/tui.h: how its table looks in a terminal */
    const struct wasm_game *page;         /* wasm/wasm.h: its positions for the browser */
    const struct cmd_extension *commands; /* cmd/cmd.h: options and commands of its own */
    const struct serve_hosting *hosting;  /* serve/hosting.h: setups that a server refuses */
    const struct rz_features *features;   /* batch/features.h: what learners see of a view */
} rz_module;

/* All modules, in the order of the list of games; NULL comes last. Whoever links a target says
 * which parts it has: modules/list.c. */
extern const rz_module *const rz_modules[];

/* Whether the modules of this target have what was learnt. Where they have not, the linker leaves
 * out all that would ask for it. */
extern const bool rz_modules_learnt;

/* The module of a game; one without any part if the game is not in the list. */
const rz_module *rz_module_of(const rz_game *game);

#endif
