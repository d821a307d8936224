/* The modules of a target: those of all games. */
#include "modules/parts.h"

#define X(name) &name##_module,
const rz_module *const rz_modules[] = {RZ_GAMES(X) NULL};
#undef X

#ifdef RZ_WITH_LEARNT
const bool rz_modules_learnt = true;
#else
const bool rz_modules_learnt = false;
#endif
