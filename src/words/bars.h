/* Words of bars that its table needs as well. */
#ifndef RZ_WORDS_BARS_H
#define RZ_WORDS_BARS_H

#include "ai/bars/odds.h"
#include "words/words.h"

/* "Havana Bar", "at the Havana Bar"; a card as "gambler 4, Havana Bar", "gambler 4", "G4". */
const char *bars_bar_word(int bar);
const char *bars_at_word(const rz_voice *voice, int bar);
void bars_format_card(const rz_voice *voice, rz_text *out, int kind);
void bars_format_figure(const rz_voice *voice, rz_text *out, int kind);
void bars_format_letter(const rz_voice *voice, rz_text *out, int kind);

void bars_format_prospect(const rz_voice *voice, const bars_public *pub, int seat,
                          const bars_prospect *prospect, rz_text *out);

#endif
