/* How a game begins, by its maker's word or by itself. */
#ifndef SERVE_BEGINNING_H
#define SERVE_BEGINNING_H

#include "serve/operation.h"

/* A transaction with a lobby becomes the beginning of the game. */
void beginning_start(transaction *x);

/* The same, where a table starts by itself and everybody is ready. */
void beginning_if_ready(transaction *x);

/* Its time has come. */
handler beginning_due;

#endif
