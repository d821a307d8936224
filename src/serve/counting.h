/* The results of games that were over before the store kept results: read one after another, while
 * the server has other things to do. */
#ifndef SERVE_COUNTING_H
#define SERVE_COUNTING_H

#include "serve/server.h"

/* With every tick. */
void counting_check(server *sv, int64_t now);

#endif
