/* Sentences of letters in the languages of their readers. The tables are made of the files in po.
 */
#ifndef NOTIFY_TEXTS_H
#define NOTIFY_TEXTS_H

#include "core/text.h"

enum { NOTIFY_LANGUAGES_MAX = 16 };

typedef struct notify_text {
    const char
        *in[NOTIFY_LANGUAGES_MAX]; /* in the order of notify_languages; the first is English */
} notify_text;

/* Made by tools/texts.py. */
extern const char *const notify_languages[]; /* then NULL */
extern const notify_text notify_texts[];
extern const int notify_n_texts;

bool notify_speaks(const char *language);

/* The sentence in that language; itself where there is none. */
const char *notify_say(const char *language, const char *english);

/* The same with what stands in {braces}: pairs of a name and a value, then NULL. */
void notify_fill(rz_text *out, const char *language, const char *english, const char *const *pairs);

#endif
