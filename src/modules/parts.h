/* The parts of modules that a target has: its build defines RZ_WITH_… for each (src/meson.build).
 * Of what it lacks nothing is named here, so nothing of it is linked. */
#ifndef RZ_PARTS_H
#define RZ_PARTS_H

#include "core/module.h"
#include "games/games.h"

#define X(name) extern const rz_module name##_module;
RZ_GAMES(X)
#undef X

#ifdef RZ_WITH_BOTS
#include "ai/knowledge.h"
#define RZ_BOTS(part) part
#else
#define RZ_BOTS(part) NULL
#endif

#ifdef RZ_WITH_LEARNT
#include "ai/learnt.h"
#define RZ_LEARNT(part) part
#else
#define RZ_LEARNT(part) NULL
#endif

#ifdef RZ_WITH_COURSES
#include "ai/learn.h"
#define RZ_COURSES(part) part
#else
#define RZ_COURSES(part) NULL
#endif

#ifdef RZ_WITH_JUDGES
#include "analysis/judge.h"
#define RZ_JUDGES(part) part
#else
#define RZ_JUDGES(part) NULL
#endif

#ifdef RZ_WITH_WORDS
#include "words/hint.h"
#define RZ_WORDS(part) part
#else
#define RZ_WORDS(part) NULL
#endif

#ifdef RZ_WITH_TERMINAL
#include "tui/tui.h"
#define RZ_TERMINAL(part) part
#else
#define RZ_TERMINAL(part) NULL
#endif

#ifdef RZ_WITH_PAGE
#include "wasm/wasm.h"
#define RZ_PAGE(part) part
#else
#define RZ_PAGE(part) NULL
#endif

#ifdef RZ_WITH_COMMANDS
#include "cmd/cmd.h"
#define RZ_COMMANDS(part) part
#else
#define RZ_COMMANDS(part) NULL
#endif

#ifdef RZ_WITH_SERVER
#include "serve/hosting.h"
#define RZ_SERVER(part) part
#else
#define RZ_SERVER(part) NULL
#endif

#ifdef RZ_WITH_FEATURES
#include "batch/features.h"
#define RZ_FEATURES(part) part
#else
#define RZ_FEATURES(part) NULL
#endif

/* A module begins with these; what the game has of its own comes after them and takes their place.
 * So a plain part is linked only where a game needs it. */
#define RZ_PLAIN_PARTS(name)                                                                       \
    .game = &name##_game, .words = RZ_WORDS(&rz_plain_words),                                      \
    .terminal = RZ_TERMINAL(&rz_plain_terminal), .page = RZ_PAGE(&rz_plain_page)
#ifdef __clang__
#pragma clang diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

#endif
