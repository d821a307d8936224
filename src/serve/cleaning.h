/* What is no longer needed goes: games that were over long ago, where the house says so, and codes
 * and addresses that nobody has used in time. */
#ifndef SERVE_CLEANING_H
#define SERVE_CLEANING_H

#include "serve/server.h"

/* With every tick. */
void cleaning_check(server *sv, int64_t now);

#endif
