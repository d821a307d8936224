/* All that loot brings. */
#include "modules/parts.h"

const rz_module loot_module = {
    RZ_PLAIN_PARTS(loot),
    .knowledge = RZ_BOTS(&loot_knowledge),
    .learnt = RZ_LEARNT(&loot_learnt),
    .course = RZ_COURSES(&loot_course),
    .judge = RZ_JUDGES(&loot_judgement),
    .words = RZ_WORDS(&loot_words),
    .reasoning = RZ_WORDS(&loot_reasoning),
    .terminal = RZ_TERMINAL(&loot_terminal),
    .page = RZ_PAGE(&loot_page),
    .commands = RZ_COMMANDS(&loot_commands),
    .features = RZ_FEATURES(&loot_feature_table),
};
