/* Beginning and ending to watch a table. */
#ifndef SERVE_WATCHING_H
#define SERVE_WATCHING_H

#include "serve/operation.h"

handler watching_start;

void watching_end(watch *w);
void watching_end_all(session *s);

#endif
