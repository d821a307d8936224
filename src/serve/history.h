/* What people have played, as their page shows it. */
#ifndef SERVE_HISTORY_H
#define SERVE_HISTORY_H

#include "serve/lobby.h"

/* A game is over: a row for each person who had a seat. On the thread of the store. */
store_result history_write(store *s, const char *id, const lobby *l, const rz_setup *setup,
                           const position *p, int64_t at);

/* [[SCORE,1 or 0: won],…] by seat. */
bool history_read_scores(rz_slice text, int32_t scores[RZ_SEATS_MAX], bool won[RZ_SEATS_MAX]);

#endif
