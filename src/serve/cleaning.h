/* Games that were over long ago are deleted, where the house says so. */
#ifndef SERVE_CLEANING_H
#define SERVE_CLEANING_H

#include "serve/server.h"

/* With every tick. */
void cleaning_check(server *sv, int64_t now);

#endif
