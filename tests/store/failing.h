/* A database whose statements fail: one at a time, and as often as one asks. */
#ifndef TESTS_STORE_FAILING_H
#define TESTS_STORE_FAILING_H

#include <stdint.h>

#include "store/store.h"

/* The statements of `s` are counted from now on, and what fails says `how`. One store at a time. */
void failing_watch(store *s, store_result how);

/* Counts anew: the nth statement from now fails, or none where n is 0. */
void failing_at(uint64_t n);

uint64_t failing_asked(void); /* how many statements there were since */

#endif
