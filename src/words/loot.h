/* Words of loot that its table needs as well. */
#ifndef RZ_WORDS_LOOT_H
#define RZ_WORDS_LOOT_H

#include "words/words.h"

/* The name of a card in the setup's theme, "ring" or "scarab". */
const char *loot_card_word(const rz_voice *voice, int card);
const char *loot_category_word(const rz_voice *voice, int category);

#endif
