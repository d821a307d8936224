/* In the place of ai/learnt.c: a module without what has been learnt, for the page and for the
 * first games. The players who need it come with their nets. */
#include "ai/advice.h"

const rz_learnt rz_all_learnt[3] = {{NULL, NULL, NULL}};
