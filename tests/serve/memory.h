/* Memory that runs out: what the simulated server allocates may be refused it. */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include <stdint.h>

/* From now on so many allocations fail, or 0: none; which ones comes from the seed. */
void memory_fail(uint32_t one_in, uint64_t seed);

/* One allocation fails, the nth from now on; 0: none. */
void memory_fail_at(uint64_t nth);

/* How many were asked for since then. */
uint64_t memory_asked(void);

/* How many have failed. */
uint64_t memory_failures(void);

#endif
