/* All that mice brings. */
#include "modules/parts.h"

const rz_module mice_module = {
    RZ_PLAIN_PARTS(mice),
    .knowledge = RZ_BOTS(&mice_knowledge),
    .learnt = RZ_LEARNT(&mice_learnt),
    .course = RZ_COURSES(&mice_course),
    .judge = RZ_JUDGES(&mice_judgement),
    .words = RZ_WORDS(&mice_words),
    .reasoning = RZ_WORDS(&mice_reasoning),
    .terminal = RZ_TERMINAL(&mice_terminal),
    .page = RZ_PAGE(&mice_page),
    .commands = RZ_COMMANDS(&mice_commands),
    .features = RZ_FEATURES(&mice_feature_table),
    .hosting = RZ_SERVER(&mice_hosting),
};
