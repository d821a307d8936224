/* Words of mice that its table needs as well. */
#ifndef RZ_WORDS_MICE_H
#define RZ_WORDS_MICE_H

#include "words/words.h"

/* The reward above a column, "candy jar" or "3 sausages". */
void mice_format_shelf(const rz_voice *voice, rz_text *out, int shelf, int sausages);

/* What a column's shelf would do for `seat` now. A pair that has begun says what it secures. */
void mice_format_reward(const rz_voice *voice, const mice_public *pub, int column, int seat,
                        rz_text *out);

#endif
