/* After a copy of the store was put back: what was played after the copy is known to people, and
 * the same cards must not come to them again. */
#ifndef SERVE_RESTORED_H
#define SERVE_RESTORED_H

#include "store/store.h"

/* Gives up all tables that are not over. A record that has begun gets its seal, so that everybody
 * can see now what would have come. `count` is how many they were. */
store_result restored_give_up(store *s, int64_t now, int *count);

#endif
