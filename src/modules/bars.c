/* All that bars brings. */
#include "modules/parts.h"

const rz_module bars_module = {
    RZ_PLAIN_PARTS(bars),
    .knowledge = RZ_BOTS(&bars_knowledge),
    .learnt = RZ_LEARNT(&bars_learnt),
    .course = RZ_COURSES(&bars_course),
    .judge = RZ_JUDGES(&bars_judgement),
    .words = RZ_WORDS(&bars_words),
    .reasoning = RZ_WORDS(&bars_reasoning),
    .terminal = RZ_TERMINAL(&bars_terminal),
    .page = RZ_PAGE(&bars_page),
    .commands = RZ_COMMANDS(&bars_commands),
    .features = RZ_FEATURES(&bars_feature_table),
};
